"""Exercise: mend attention that is right on almost every input.

Axes: as in annotated/attention.py.
"""

import math

import torch
from torch import finfo

from annotated.attention import scaled_dot_product_attention
from annotated.exercises.attention_variants import (
    PARTLY_HIDDEN,
    numbers,
    qkv,
    variant,
)
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.masks import causal_mask


def _as_given(query, key, value, mask):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
    seen = scores * mask
    scores = seen.masked_fill(seen == 0, finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1) * mask
    return weights @ value, weights


_CASES = (
    Case(
        {
            "query": torch.tensor([[1.0, 0.0]]),
            "key": torch.tensor([[0.0, 1.0], [1.0, 1.0]]),
            "value": torch.tensor([[1.0], [2.0]]),
            "mask": torch.tensor([[True, True]]),
        }
    ),
    Case({**qkv(query=2, key=3, d_k=4, d_v=2, seed=21), "mask": PARTLY_HIDDEN}),
    Case(
        {
            **qkv(query=2, key=3, d_k=2, d_v=1, seed=24),
            "mask": torch.tensor([[True, True, False], [False, False, False]]),
        }
    ),
    Case(
        {
            "query": torch.zeros(1, 2),
            "key": numbers(3, 2, seed=27),
            "value": numbers(3, 1, seed=28),
            "mask": torch.tensor([[True, True, False]]),
        }
    ),
    Case({**qkv(2, query=3, key=3, d_k=4, d_v=2, seed=30), "mask": causal_mask(3)}),
)

FAULT = Exercise(
    name="attention.fault",
    title="Find the fault that random numbers do not show",
    level=3,
    minutes=15,
    stub='''\
def almost_right(query, key, value, mask):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
    seen = scores * mask
    scores = seen.masked_fill(seen == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1) * mask
    return weights @ value, weights


def mended(query, key, value, mask):
    """Do what almost_right is meant to do, on every input."""
    raise NotImplementedError
''',
    check=Check(cases=_CASES, parts=("output", "weights")),
    reference=scaled_dot_product_attention,
    hints=(
        "It agrees with the package on random numbers, with any mask. Which numbers "
        "does a random generator hardly ever give?",
        "Read the third line aloud. Which keys does it hide? Is that the same as the "
        "keys that the mask hides?",
        "A query at a right angle to a key has the score 0. Ask the mask which keys "
        "are hidden, not the product of score and mask.",
    ),
    mutants=(
        Mutant(
            "as-given",
            _as_given,
            "this does what almost_right does. A score of exactly 0 is a score like "
            "any other; which line takes it for something else?",
        ),
        Mutant(
            "all-scores-up-to-zero",
            variant(hide=lambda s, m: (s * m).masked_fill(s * m <= 0, -1e9)),
            "now every score up to 0 counts as hidden. Negative scores are scores "
            "too: ask the mask alone.",
        ),
        Mutant(
            "mask-inverted",
            variant(hide=lambda s, m: s.masked_fill(m, finfo(s.dtype).min)),
            "the keys that may be seen are hidden. True means: may look, so fill "
            "where the mask is False.",
        ),
        Mutant(
            "no-mask-before-softmax",
            variant(hide=lambda s, m: s),
            "hidden keys take part in the softmax, so the rows no longer sum to 1. "
            "The mask is needed before the softmax as well.",
        ),
        Mutant(
            "zero-before-softmax",
            variant(hide=lambda s, m: s * m),
            "a hidden key now has the score 0, and e⁰ is 1: it takes weight from the "
            "others. It needs a very low score.",
        ),
        Mutant(
            "no-mask-after-softmax",
            variant(clear=lambda w, m: w),
            "the product with the mask after the softmax has gone. A query that may "
            "look at nothing needs it, or its weights come out even.",
        ),
        Mutant(
            "minus-infinity",
            variant(
                hide=lambda s, m: s.masked_fill(~m, -math.inf), clear=lambda w, m: w * m
            ),
            "a row of −∞ has no softmax, and NaN times 0 is NaN. Use the lowest "
            "finite number.",
        ),
        Mutant(
            "mask-dropped",
            variant(hide=lambda s, m: s, clear=lambda w, m: w),
            "the mask is gone altogether; the fault is only in how it is used.",
        ),
    ),
)

EXERCISES = (FAULT,)
