"""Exercise: write scaled dot-product attention.

Axes: as in annotated/attention.py.
"""

import math

import torch
from torch import finfo

from annotated.attention import scaled_dot_product_attention
from annotated.exercises.attention_variants import (
    PARTLY_HIDDEN,
    bare_softmax,
    qkv,
    variant,
)
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.masks import causal_mask

_CASES = (
    Case({**qkv(query=1, key=2, d_k=4, d_v=3, seed=1), "mask": None}),
    Case({**qkv(query=2, key=3, d_k=4, d_v=2, seed=4), "mask": None}),
    Case({**qkv(query=2, key=3, d_k=2, d_v=2, seed=7), "mask": PARTLY_HIDDEN}),
    Case(
        {
            **qkv(query=2, key=3, d_k=2, d_v=1, seed=10),
            "mask": torch.tensor([[True, True, False], [False, False, False]]),
        }
    ),
    Case(
        {
            "query": torch.tensor([[90.0, -20.0]]),
            "key": torch.tensor([[2.0, 0.0], [1.9, -0.4]]),
            "value": torch.tensor([[1.0], [2.0]]),
            "mask": None,
        }
    ),
    Case({**qkv(2, query=3, key=3, d_k=4, d_v=4, seed=13), "mask": causal_mask(3)}),
    Case(
        {
            **qkv(2, 2, query=3, key=4, d_k=5, d_v=6, seed=16),
            "mask": torch.tensor(
                [[[[True, True, True, False]]], [[[True, False, False, False]]]]
            ),
        }
    ),
)

IMPLEMENT = Exercise(
    name="attention.implement",
    title="Write scaled dot-product attention",
    level=2,
    minutes=20,
    stub='''\
def my_attention(query, key, value, mask=None):
    """Return the averaged values, and the weights: softmax(Q Kᵀ / √d_k) V.

    query is (..., query, d_k), key (..., key, d_k), value (..., key, d_v).
    mask is True where a query may look at a key. A query that may look at
    nothing gets zeros: zero weights, and a zero average.
    """
    raise NotImplementedError
''',
    check=Check(cases=_CASES, parts=("output", "weights")),
    reference=scaled_dot_product_attention,
    hints=(
        "Four steps: scores, mask, softmax, average. Write the shape of each first; "
        "the scores are (..., query, key).",
        "Swap the last two axes of the key with transpose(-2, -1). Hide keys before "
        "the softmax, with masked_fill and a very low number, not after it.",
        "scores = query @ key.transpose(-2, -1) / √d_k; where the mask is False put "
        "torch.finfo(scores.dtype).min; softmax over dim=-1; put 0 where the mask is "
        "False, for rows with nothing to see; return weights @ value and weights.",
    ),
    mutants=(
        Mutant(
            "no-scale",
            variant(scale=lambda q, k: 1.0),
            "the scores are not scaled. Divide them by √d_k before the softmax.",
        ),
        Mutant(
            "scale-by-d-k",
            variant(scale=lambda q, k: q.size(-1)),
            "the scores are divided by d_k. The paper divides by its square root.",
        ),
        Mutant(
            "scale-by-root-of-keys",
            variant(scale=lambda q, k: math.sqrt(k.size(-2))),
            "the scale comes from the number of keys. It must come from the width of "
            "a key: the last axis.",
        ),
        Mutant(
            "multiplied",
            variant(scale=lambda q, k: 1 / math.sqrt(q.size(-1))),
            "the scores are multiplied by √d_k. They must be divided by it.",
        ),
        Mutant(
            "over-the-queries",
            variant(normalise=lambda s: s.softmax(-2)),
            "the softmax runs over the queries. Each query shares its attention "
            "among the keys: the last axis, dim=-1.",
        ),
        Mutant(
            "over-axis-1",
            variant(normalise=lambda s: s.softmax(1)),
            "softmax(dim=1) means the keys only while there is no batch axis. Count "
            "from the end: dim=-1.",
        ),
        Mutant(
            "no-softmax",
            variant(normalise=lambda s: s),
            "the values are averaged with the scores themselves. The scores must go "
            "through a softmax first.",
        ),
        Mutant(
            "overflow",
            variant(normalise=bare_softmax),
            "e to the power of a large score is infinite. Take the largest score of "
            "the row away first, or use softmax, which does.",
        ),
        Mutant(
            "not-transposed",
            variant(score=lambda q, k: q @ k),
            "the product of query and key needs the key's last two axes swapped, so "
            "that rows are queries and columns are keys.",
        ),
        Mutant(
            "first-axes-transposed",
            variant(score=lambda q, k: q @ k.transpose(0, 1)),
            "transpose(0, 1) swaps the batch axis once there is one. Count from the "
            "end: transpose(-2, -1).",
        ),
        Mutant(
            "mask-ignored",
            variant(hide=lambda s, m: s, clear=lambda w, m: w),
            "the mask is not used.",
        ),
        Mutant(
            "mask-inverted",
            variant(
                hide=lambda s, m: s.masked_fill(m, finfo(s.dtype).min),
                clear=lambda w, m: w.masked_fill(m, 0.0),
            ),
            "the mask is read the wrong way round. True means: may look.",
        ),
        Mutant(
            "mask-after-softmax",
            variant(hide=lambda s, m: s),
            "the mask is applied after the softmax alone, so the rows no longer sum "
            "to 1. Hide the keys before it.",
        ),
        Mutant(
            "mask-with-zero",
            variant(hide=lambda s, m: s.masked_fill(~m, 0.0), clear=lambda w, m: w),
            "hidden keys get the score 0, and e⁰ is 1: they still get weight. Use a "
            "very low score.",
        ),
        Mutant(
            "nothing-to-see-is-nan",
            variant(
                hide=lambda s, m: s.masked_fill(~m, -math.inf), clear=lambda w, m: w
            ),
            "a row of −∞ has no softmax: 0 divided by 0 is NaN. Give a query that may "
            "look at nothing zero weights.",
        ),
        Mutant(
            "nothing-to-see-is-even",
            variant(clear=lambda w, m: w),
            "where every score is equally low, the softmax spreads the weight evenly. "
            "A query that may look at nothing should get zeros.",
        ),
        Mutant(
            "output-only",
            variant(result=lambda w, v: w @ v),
            "only the average is returned. Return two tensors: output, weights.",
        ),
    ),
)

EXERCISES = (IMPLEMENT,)
