"""Exercise: set queries, keys and values by hand, to copy the token before.

Axes: as in annotated/attention.py.
"""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from annotated.attention import scaled_dot_product_attention
from annotated.exercises.attention_variants import (
    numbers,
)
from annotated.exercises.checks import Case, Check, Stopped, close
from annotated.exercises.registry import Exercise, Mutant


def _look_up(*, queries: Callable[[int], Tensor], sharp=None, value=None, swap=False):
    """Build an answer that gives each position a one-hot key."""

    def previous(vectors):
        n = len(vectors)
        # The score of the right key is sharp; e to the power of −12 is next to 0.
        size = (sharp or (lambda n: math.sqrt(math.sqrt(n) * (12 + math.log(n)))))(n)
        query, key = size * torch.eye(n)[queries(n)], size * torch.eye(n)
        if swap:
            query, key = key, query
        return query, key, vectors if value is None else value(vectors, key)

    return previous


def _before(n: int) -> Tensor:
    return (torch.arange(n) - 1).clamp(min=0)


def _retrieved(answer: object, case: Case) -> object:
    """Run the package's attention on the reader's Q, K and V."""
    query, key, value = _matrices(answer, case)
    _, weights = scaled_dot_product_attention(query.float(), key.float(), value.float())
    return weights, value


def _matrices(answer: object, case: Case) -> tuple[Tensor, Tensor, Tensor]:
    """Call the answer, and insist on three matrices with a row per position."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    made = answer(*case.fresh())
    length = len(case.fresh()[0])  # pyright: ignore[reportArgumentType]
    if not isinstance(made, tuple | list) or len(made) != 3:
        raise ValueError("answer must return three tensors: query, key, value")
    for name, x in zip(("query", "key", "value"), made, strict=True):
        if not isinstance(x, Tensor) or x.dim() != 2 or len(x) != length:
            raise ValueError(f"{name} must be a matrix with {length} rows")
    return made[0], made[1], made[2]


def _finds(got: Any, expected: Any) -> bool:
    """Ask for more than 0.99 of the weight on the right key, and the plain values."""
    weights, value = got
    right = expected[0].argmax(-1, keepdim=True)
    sharp = weights.gather(-1, right).min() > 0.99
    return bool(sharp) and close(value, expected[1])


def _finds_alike(got: Any, other: Any) -> bool:
    if isinstance(got, Stopped) or isinstance(other, Stopped):
        return close(got, other)
    (ours, value), (theirs, their_value) = got, other
    same_keys = torch.equal(ours.argmax(-1), theirs.argmax(-1))
    same_sharp = (ours.amax(-1).min() > 0.99) == (theirs.amax(-1).min() > 0.99)
    return same_keys and bool(same_sharp) and close(value, their_value)


RETRIEVE = Exercise(
    name="attention.retrieve",
    title="Make attention copy the token before",
    level=4,
    minutes=25,
    stub='''\
def copy_previous(vectors):
    """Return query, key and value so that each position finds the one before it.

    vectors is (length, width); the value is vectors itself. More than 0.99 of
    position i's weight must lie on position i - 1, for any length; position 0
    looks at itself. Query and key may be as wide as you like.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=tuple(
            Case({"vectors": numbers(n, 2, seed=40 + n)}) for n in (2, 3, 5, 16, 64)
        ),
        parts=("weights", "value"),
        behave=_retrieved,
        accepts=_finds,
        alike=_finds_alike,
    ),
    reference=_look_up(queries=_before),
    hints=(
        "Only positions matter here, not what the vectors hold. Give every position a "
        "key of its own, at a right angle to all other keys.",
        "Rows of torch.eye(length) are such keys. What must the query of position i "
        "be, so that its dot product is large with key i - 1 alone?",
        "The query of position i is row i - 1 of the identity, and row 0 for i = 0. "
        "Multiply by a factor large enough that the right score is about 12 after "
        "the division by √d_k, where d_k is the length.",
    ),
    mutants=(
        Mutant(
            "next-token",
            _look_up(queries=lambda n: (torch.arange(n) + 1).clamp(max=n - 1)),
            "each position finds the one after it. Shift the other way.",
        ),
        Mutant(
            "itself",
            _look_up(queries=torch.arange),
            "each position finds itself: query and key agree. Shift the queries by "
            "one.",
        ),
        Mutant(
            "first-token",
            _look_up(queries=lambda n: torch.zeros(n, dtype=torch.long)),
            "every position finds the first one. The query must depend on the "
            "position.",
        ),
        Mutant(
            "two-before",
            _look_up(queries=lambda n: (torch.arange(n) - 2).clamp(min=0)),
            "each position finds the one two before. Shift by one.",
        ),
        Mutant(
            "wraps-round",
            _look_up(queries=lambda n: torch.arange(n).roll(1)),
            "position 0 finds the last one: roll wraps round. It must find itself.",
        ),
        Mutant(
            "swapped",
            _look_up(queries=_before, swap=True),
            "query and key have changed places: position i is found by the one it "
            "should find.",
        ),
        Mutant(
            "not-sharp",
            _look_up(queries=_before, sharp=lambda n: 1.0),
            "the right key gets the most weight, but not 0.99. A larger score makes "
            "the softmax sharper: multiply query or key by a factor.",
        ),
        Mutant(
            "sharp-while-short",
            _look_up(queries=_before, sharp=lambda n: 5.0),
            "it is sharp for short inputs alone. With one-hot keys d_k grows with the "
            "length, and the scale √d_k with it: let the factor grow too.",
        ),
        Mutant(
            "value-is-key",
            _look_up(queries=_before, value=lambda v, k: k),
            "the right keys are found, but the value must be the vectors themselves.",
        ),
        Mutant(
            "values-moved",
            _look_up(queries=torch.arange, value=lambda v, k: v[_before(len(v))]),
            "the output may be right, but because the values were moved beforehand. "
            "Leave the values alone, and let the weights find them.",
        ),
    ),
)

EXERCISES = (RETRIEVE,)
