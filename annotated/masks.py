"""Say who may look at whom: padding, and the future.

Vaswani et al. (2017), §3.2.3. Everywhere in this package True means *may attend*,
as in `torch.nn.functional.scaled_dot_product_attention`. Beware that
`torch.nn.MultiheadAttention` means the opposite: there True hides.

Axes: batch, sentences; seq, positions of a sentence that looks at itself; query and
key, positions that ask and positions that are asked.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def padding_mask(
    tokens: Int[Tensor, "batch seq"], pad_id: int
) -> Bool[Tensor, "batch seq"]:
    """Mark the real tokens of each sentence: True where the token is no padding.

    Source: ours.
    """
    return tokens != pad_id


def causal_mask(
    seq: int, device: torch.device | str | None = None
) -> Bool[Tensor, "seq seq"]:
    """Let each position look at itself and at earlier ones, never ahead.

    Row i is the query at position i, column j the key at position j: True if j ≤ i.

    Raises:
        ValueError: if seq is below 1.

    Source: Vaswani et al. (2017), §3.2.3, third item.
    """
    if seq < 1:
        raise ValueError(
            f"seq ({seq}) must be at least 1: an empty sentence has no mask"
        )
    return torch.ones(seq, seq, dtype=torch.bool, device=device).tril()


def attention_mask(
    key_mask: Bool[Tensor, "batch key"] | None = None,
    causal: Bool[Tensor, "query key"] | None = None,
) -> Bool[Tensor, "#batch 1 #query key"] | None:
    """Join a padding mask and a causal mask into one that all heads share.

    The axis of size 1 stands for the heads. None means that nothing is hidden.

    Source: ours.
    """
    # (1) What hides a key from every query stretches over the queries.
    keys = None if key_mask is None else key_mask[:, None, None, :]

    # (2) What hides the future stretches over the sentences.
    future = None if causal is None else causal[None, None, :, :]

    # (3) A key must pass both.
    if keys is None or future is None:
        return future if keys is None else keys
    return keys & future


def check_mask(mask: Tensor, scores_shape: tuple[int, ...]) -> None:
    """Refuse a mask that would hide the wrong positions, or none.

    Args:
        scores_shape: (*batch, query, key), what the mask is laid over.

    Raises:
        ValueError: if the mask is not boolean.
        ValueError: if its shape cannot be stretched over the scores' shape.

    Source: ours.
    """
    if mask.dtype != torch.bool:
        raise ValueError(
            f"mask has dtype {mask.dtype} and must be torch.bool, True where a query "
            f"may look at a key: write mask.bool() if 1 means that in yours"
        )
    axes = list(zip(mask.shape[::-1], scores_shape[::-1], strict=False))
    stretches = all(size in (1, wanted) for size, wanted in axes)
    same_keys = mask.dim() > 0 and mask.shape[-1] == scores_shape[-1]
    if mask.dim() > len(scores_shape) or not stretches or not same_keys:
        raise ValueError(
            f"mask has shape {tuple(mask.shape)} and must fit the scores' shape "
            f"{tuple(scores_shape)}: the last axis equal, each other one equal or 1"
        )


def check_head_mask(mask: Tensor, scores_shape: tuple[int, ...]) -> None:
    """Refuse a mask that multi-head attention could read in two ways.

    With three axes the first could mean sentences or heads, and where both are
    equally many nobody would notice.

    Args:
        scores_shape: (batch, heads, query, key).

    Raises:
        ValueError: if the mask has neither two nor four axes, or does not fit.

    Source: ours.
    """
    if mask.dim() not in (2, 4):
        raise ValueError(
            f"mask has shape {tuple(mask.shape)} and must have the axes (query, key) "
            f"or (batch, heads, query, key): write mask[:, None] for one a sentence"
        )
    check_mask(mask, scores_shape)
