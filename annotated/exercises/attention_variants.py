"""Attention with one step exchanged, and small inputs: shared by its exercises.

Axes: as in annotated/attention.py.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, finfo


def numbers(*shape: int, seed: int) -> Tensor:
    """Draw numbers with one decimal, so that a reader can type them in.

    Source: ours.
    """
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(-20, 21, shape, generator=generator) / 10


def qkv(*lead: int, query: int, key: int, d_k: int, d_v: int, seed: int) -> dict:
    """Draw a query, a key and a value that fit together.

    Source: ours.
    """
    return {
        "query": numbers(*lead, query, d_k, seed=seed),
        "key": numbers(*lead, key, d_k, seed=seed + 1),
        "value": numbers(*lead, key, d_v, seed=seed + 2),
    }


def variant(
    *,
    scale: Callable[..., float] = lambda q, k: math.sqrt(q.size(-1)),
    score: Callable[..., Tensor] = lambda q, k: q @ k.transpose(-2, -1),
    hide: Callable[..., Tensor] = lambda s, m: s.masked_fill(~m, finfo(s.dtype).min),
    normalise: Callable[..., Tensor] = lambda s: s.softmax(-1),
    clear: Callable[..., Tensor] = lambda w, m: w.masked_fill(~m, 0.0),
    result: Callable[..., object] = lambda w, v: (w @ v, w),
) -> Callable[..., object]:
    """Build attention with one step exchanged.

    Source: ours.
    """

    def attention(query, key, value, mask=None):
        scores = score(query, key) / scale(query, key)
        if mask is not None:
            scores = hide(scores, mask)
        weights = normalise(scores)
        if mask is not None:
            weights = clear(weights, mask)
        return result(weights, value)

    return attention


def bare_softmax(scores: Tensor) -> Tensor:
    """Normalise without taking the largest score away first.

    Source: ours.
    """
    return scores.exp() / scores.exp().sum(-1, keepdim=True)


PARTLY_HIDDEN = torch.tensor([[True, False, True], [True, True, False]])
