"""Exercise: split attention into heads, and merge them again.

Axes: as in annotated/attention.py.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from einops import rearrange
from torch import Tensor, nn

from annotated.attention import MultiHeadAttention, scaled_dot_product_attention
from annotated.exercises.attention_variants import (
    qkv,
)
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


@dataclass(frozen=True)
class Parts:
    """Hold the four projections of multi-head attention, and how many heads it has.

    Source: ours.
    """

    q_proj: nn.Linear
    k_proj: nn.Linear
    v_proj: nn.Linear
    out_proj: nn.Linear
    num_heads: int

    def __repr__(self) -> str:
        return f"Parts(d_model={self.q_proj.in_features}, num_heads={self.num_heads})"


def parts_of(layer: MultiHeadAttention) -> Parts:
    """Take the projections out of a layer, without its `forward`.

    Source: ours.
    """
    return Parts(
        layer.q_proj, layer.k_proj, layer.v_proj, layer.out_proj, layer.num_heads
    )


def _heads_case(*, d_model: int, num_heads: int, batch: int, query: int, key: int):
    # A reader's own random numbers must not depend on a check.
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(d_model * 10 + num_heads)
        layer = MultiHeadAttention(d_model=d_model, num_heads=num_heads, bias=True)
    sizes = dict(query=query, key=key, d_k=d_model, d_v=d_model, seed=60 + query)
    return Case({"parts": parts_of(layer.requires_grad_(False)), **qkv(batch, **sizes)})


def _split(x: Tensor, heads: int) -> Tensor:
    return rearrange(x, "b s (h d) -> b h s d", h=heads)


def _merge(x: Tensor) -> Tensor:
    return rearrange(x, "b h s d -> b s (h d)")


def _heads_variant(
    *,
    project: Callable[..., tuple] = lambda p, q, k, v: (
        p.q_proj(q),
        p.k_proj(k),
        p.v_proj(v),
    ),
    split: Callable[..., Tensor] = _split,
    attend: Callable[..., Tensor] = lambda q, k, v: scaled_dot_product_attention(
        q, k, v
    )[0],
    merge: Callable[..., Tensor] = _merge,
    mix: Callable[..., Tensor] = lambda p, x: p.out_proj(x),
) -> Callable[..., Tensor]:
    """Build multi-head attention with one step exchanged."""

    def multi_head(parts, query, key, value):
        wide = project(parts, query, key, value)
        return mix(parts, merge(attend(*(split(x, parts.num_heads) for x in wide))))

    return multi_head


def _shared_softmax(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scores = (q @ k.transpose(-2, -1)).mean(1, keepdim=True) / math.sqrt(q.size(-1))
    return scores.softmax(-1) @ v


def _wide_scale(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    d_model = q.size(1) * q.size(-1)
    return (q @ k.transpose(-2, -1) / math.sqrt(d_model)).softmax(-1) @ v


def _package(parts: Parts, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
    """Put the parts into the package's own layer."""
    d_model = parts.q_proj.in_features
    with torch.device("meta"):
        layer = MultiHeadAttention(d_model=d_model, num_heads=parts.num_heads)
    for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
        setattr(layer, name, getattr(parts, name))
    return layer(query, key, value)[0]


HEADS = Exercise(
    name="attention.heads",
    title="Write multi-head attention",
    level=5,
    minutes=30,
    stub='''\
def my_heads(parts, query, key, value):
    """Attend in every head, and mix what the heads found.

    parts holds q_proj, k_proj, v_proj, out_proj (call them) and num_heads.
    query, key and value are (batch, position, d_model); so is the output.
    Head 1 owns the first d_model / num_heads numbers of a projected vector,
    head 2 the next ones. Use my_attention or scaled_dot_product_attention.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _heads_case(d_model=4, num_heads=2, batch=1, query=1, key=2),
            _heads_case(d_model=4, num_heads=2, batch=1, query=2, key=3),
            _heads_case(d_model=4, num_heads=1, batch=2, query=2, key=2),
            _heads_case(d_model=12, num_heads=3, batch=2, query=4, key=4),
            _heads_case(d_model=16, num_heads=4, batch=3, query=5, key=2),
        ),
        parts=("output",),
    ),
    reference=_package,
    hints=(
        "Four steps: project, split, attend, merge and mix. After the split the "
        "shape is (batch, heads, position, d_k).",
        "A split is two moves: view the last axis as (num_heads, d_k), then swap the "
        "axes of heads and positions. The merge undoes both, in reverse order.",
        'rearrange(q, "batch seq (heads d_k) -> batch heads seq d_k", heads=...) for '
        'each of the three; attend; rearrange(x, "batch heads seq d_v -> batch seq '
        '(heads d_v)"); out_proj last.',
    ),
    mutants=(
        Mutant(
            "view-without-transpose",
            _heads_variant(
                split=lambda x, h: x.reshape(len(x), h, x.size(1), -1),
            ),
            "viewing straight as (batch, heads, position, d_k) mixes positions. View "
            "as (batch, position, heads, d_k) first, then swap two axes.",
        ),
        Mutant(
            "interleaved",
            _heads_variant(
                split=lambda x, h: rearrange(x, "b s (d h) -> b h s d", h=h),
                merge=lambda x: rearrange(x, "b h s d -> b s (d h)"),
            ),
            "the heads take turns along the vector. Each head owns one unbroken slice "
            "of it: heads before d_k in the view.",
        ),
        Mutant(
            "merged-in-another-order",
            _heads_variant(merge=lambda x: rearrange(x, "b h s d -> b s (d h)")),
            "the heads are merged in another order than they were split. Head 1's "
            "numbers come first, then head 2's.",
        ),
        Mutant(
            "merged-without-transpose",
            _heads_variant(merge=lambda x: x.reshape(len(x), x.size(2), -1)),
            "the heads are merged without swapping the axes back, which mixes "
            "positions.",
        ),
        Mutant(
            "heads-reversed",
            _heads_variant(merge=lambda x: _merge(x.flip(1))),
            "the heads are merged from the last to the first.",
        ),
        Mutant(
            "scale-by-d-model",
            _heads_variant(attend=_wide_scale),
            "the scores are divided by √d_model. Each head's vectors are only d_k "
            "wide.",
        ),
        Mutant(
            "one-wide-head",
            _heads_variant(split=lambda x, h: x[:, None]),
            "there is one wide head. Split before attending, so that each head has "
            "weights of its own.",
        ),
        Mutant(
            "shared-softmax",
            _heads_variant(attend=_shared_softmax),
            "all heads share one softmax. Each head needs scores and weights of its "
            "own.",
        ),
        Mutant(
            "no-output-projection",
            _heads_variant(mix=lambda p, x: x),
            "the heads' answers stand side by side, but out_proj has not mixed them.",
        ),
        Mutant(
            "values-not-projected",
            _heads_variant(project=lambda p, q, k, v: (p.q_proj(q), p.k_proj(k), v)),
            "the values are not projected. v_proj comes before the split as well.",
        ),
        Mutant(
            "query-and-key-exchanged",
            _heads_variant(
                project=lambda p, q, k, v: (p.k_proj(q), p.q_proj(k), p.v_proj(v))
            ),
            "q_proj and k_proj have changed places.",
        ),
    ),
)

EXERCISES = (HEADS,)
