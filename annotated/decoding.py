"""Write a translation one token at a time.

Axes: batch, sentences; source and target, positions of the two.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from annotated.seq2seq import Seq2Seq
from annotated.transformer import Transformer


def before_eos(tokens: list[int], eos_id: int) -> list[int]:
    """Cut a sequence at its first EOS, if it has one.

    Source: ours.
    """
    return tokens[: tokens.index(eos_id)] if eos_id in tokens else tokens


@torch.no_grad()
def greedy_decode(
    model: Transformer | Seq2Seq,
    source: Int[Tensor, "batch source"],
    source_mask: Bool[Tensor, "batch source"] | None = None,
    *,
    bos_id: int,
    eos_id: int,
    max_len: int,
) -> list[list[int]]:
    """Take the best-scored token at every step, until each sentence has ended.

    Args:
        max_len: the most tokens to write, EOS not counted.

    Returns:
        The tokens of each translation, without BOS and EOS.

    Raises:
        ValueError: if max_len is below 1, or no source is given.

    Source: Sutskever, Vinyals and Le (2014), §3.2, with a beam of one.
    """
    if min(max_len, len(source)) < 1:
        raise ValueError(
            f"max_len ({max_len}) and sources ({len(source)}) must be >= 1"
        )
    was_training = model.training
    model.eval()

    # (1) The source is read once, however long the answer gets.
    memory = model.encode(source, source_mask)
    written = source.new_full((len(source), 1), bos_id)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)

    # (2) Ask for the next token after all that is written. While others finish, a
    # sentence that has ended writes on; what follows its EOS is cut off at the end.
    while written.size(1) <= max_len and not ended.all():
        best = model.decode(written, memory, source_mask)[:, -1].argmax(dim=-1)
        written = torch.cat([written, best[:, None]], dim=1)
        ended |= best == eos_id

    model.train(was_training)
    return [before_eos(row[1:], eos_id) for row in written.tolist()]
