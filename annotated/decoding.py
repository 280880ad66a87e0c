"""Write a translation one token at a time.

Axes: batch, sentences; source and target, positions of the two.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from annotated.transformer import Transformer


@torch.no_grad()
def greedy_decode(
    model: Transformer,
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
    if max_len < 1 or not len(source):
        raise ValueError(
            f"max_len ({max_len}) and the number of sources ({len(source)}) must be at "
            f"least 1"
        )
    was_training = model.training
    model.eval()

    # (1) The source is read once, however long the answer gets.
    memory = model.encode(source, source_mask)
    written = source.new_full((len(source), 1), bos_id)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)

    # (2) Ask for the next token after all that is written. A sentence that has ended
    # goes on writing EOS while others finish.
    while written.size(1) <= max_len and not ended.all():
        logits = model.decode(written, memory, source_mask)
        best = logits[:, -1].argmax(dim=-1).masked_fill(ended, eos_id)
        written = torch.cat([written, best[:, None]], dim=1)
        ended |= best == eos_id

    # (3) Give back what stands between BOS and the first EOS.
    model.train(was_training)
    rows = [row[1:] for row in written.tolist()]
    return [row[: row.index(eos_id)] if eos_id in row else row for row in rows]
