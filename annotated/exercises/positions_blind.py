"""Exercise: find out whether a layer sees the order of its inputs.

Axes: batch, sentences; seq, positions; d_model, width of each vector.
"""

import itertools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.positions import sinusoidal_positions


def _attend(x: Tensor) -> Tensor:
    """Average all words, weighed by their likeness; blind for the order."""
    return (x @ x.transpose(1, 2)).softmax(dim=-1) @ x


def _attend_with_places(x: Tensor) -> Tensor:
    """Do the same after adding positions."""
    return _attend(x + sinusoidal_positions(x.size(1), x.size(2)))


def _attend_to_the_past(x: Tensor) -> Tensor:
    """Do the same under a causal mask."""
    future = torch.ones(x.size(1), x.size(1), dtype=torch.bool).triu(1)
    scores = (x @ x.transpose(1, 2)).masked_fill(future, -1e9)
    return scores.softmax(dim=-1) @ x


def _mean_with_neighbours(x: Tensor) -> Tensor:
    """Average with both neighbours: alike from left and right, and yet not blind."""
    return (x + x.roll(1, dims=1) + x.roll(-1, dims=1)) / 3


def _word_before(x: Tensor) -> Tensor:
    """Give each position the word to its left."""
    return x.roll(1, dims=1)


def _first_is_special(x: Tensor) -> Tensor:
    """Leave all but the first word alone; that one is doubled."""
    return torch.cat([2 * x[:, :1], x[:, 1:]], dim=1)


def _each_by_itself(x: Tensor) -> Tensor:
    """Square each number; no word sees another."""
    return x.square()


def _total(x: Tensor) -> Tensor:
    """Give every position the sum of all; the order of a sum does not count."""
    return x.sum(dim=1, keepdim=True).expand_as(x)


def _orders(seq: int) -> list[list[int]]:
    return [list(order) for order in itertools.permutations(range(seq))]


def _variant(
    *,
    orders: Callable[[int], list[list[int]]] = _orders,
    same: Callable[..., Tensor] = lambda layer, x, p: layer(x[:, p]) - layer(x)[:, p],
    limit: float = 1e-4,
    turned: bool = False,
    every: bool = True,
) -> Callable[..., bool]:
    """Build a test with one of its parts exchanged."""

    def test(layer, x):
        found = [
            bool(same(layer, x, order).abs().max() < limit)
            for order in orders(x.size(1))
        ]
        return (all(found) if every else any(found)) != turned

    return test


def _truth(answer: Any, case: Case) -> bool:
    """Call the answer; it must say True or False."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    said = answer(*case.fresh())
    if isinstance(said, Tensor):
        said = said.item()
    if not isinstance(said, bool):
        raise TypeError(f"answer must return True or False, not {said!r}")
    return said


_X = numbers(1, 4, 2, seed=90)

BLIND = Exercise(
    name="positions.blind",
    title="Find out whether a layer sees the order",
    level=3,
    minutes=15,
    stub='''\
def is_order_blind(layer, x):
    """Return True if the layer does not care about the order of the words in x.

    x is (batch, seq, d_model), with at most five words; so is layer(x). Blind means:
    whatever the order of the words, each of them gets the same vector.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=tuple(
            Case({"layer": layer, "x": _X})
            for layer in (
                _attend,
                _attend_with_places,
                _attend_to_the_past,
                _mean_with_neighbours,
                _word_before,
                _first_is_special,
                _each_by_itself,
                _total,
            )
        ),
        parts=("verdict",),
        behave=_truth,
    ),
    reference=_variant(),
    hints=(
        "Permute the words, then run the layer. Or run the layer, then permute what "
        "comes out. When are both the same?",
        "One order is not enough: a layer may be blind to reversing and see all else. "
        "itertools.permutations(range(seq)) gives all orders.",
        "For every order p: layer(x[:, p]) must be close to layer(x)[:, p], up to "
        "rounding. All of them must be, then it is blind.",
    ),
    mutants=(
        Mutant(
            "expects-no-change",
            _variant(same=lambda layer, x, p: layer(x[:, p]) - layer(x)),
            "the outputs were compared place by place. Each *word* must get the same "
            "vector, and the word has moved: permute the output too.",
        ),
        Mutant(
            "reverse-only",
            _variant(orders=lambda n: [list(range(n))[::-1]]),
            "only the reverse order was tried. The mean with both neighbours does not "
            "mind reversing, and still sees who stands beside whom.",
        ),
        Mutant(
            "swap-of-the-last-two",
            _variant(orders=lambda n: [[*range(n - 2), n - 1, n - 2]]),
            "only the last two words were exchanged. A layer may treat the first one "
            "differently.",
        ),
        Mutant(
            "to-the-last-bit",
            _variant(limit=0.0),
            "nothing is below 0. Sums in another order round differently: allow a "
            "small difference.",
        ),
        Mutant(
            "turned-round",
            _variant(turned=True),
            "the answer is turned round. True means that the order does not matter.",
        ),
        Mutant(
            "one-order-will-do",
            _variant(every=False),
            "one order that changes nothing was enough. The order in which they stand "
            "is always such a one. All must agree.",
        ),
        Mutant(
            "sums-only",
            _variant(same=lambda layer, x, p: layer(x[:, p]).sum(1) - layer(x).sum(1)),
            "only the sum over the words was compared. Each word by itself must get "
            "the same.",
        ),
    ),
)

EXERCISES = (BLIND,)
