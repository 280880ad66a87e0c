"""Exercise: find the nearest vectors by the angle, and leave some of them out.

Axes: row, the vectors of the table; d, their numbers.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check, call
from annotated.exercises.registry import Exercise, Mutant


def _cosines(point: Tensor, table: Tensor) -> Tensor:
    return F.normalize(table, dim=1) @ F.normalize(point, dim=0)


def _skip(scores: Tensor, without: list[int]) -> Tensor:
    kept = scores.clone()
    kept[without] = -torch.inf
    return kept


def _rows(scores: Tensor, count: int) -> Tensor:
    return scores.topk(count).indices


def _variant(
    *,
    score: Callable[[Tensor, Tensor], Tensor] = _cosines,
    skip: Callable[[Tensor, list[int]], Tensor] = _skip,
    choose: Callable[[Tensor, int], Tensor] = _rows,
) -> Callable[[Tensor, Tensor, int, list[int]], Tensor]:
    """Build the search with one of its parts exchanged."""

    def nearest(point, table, count, without):
        return choose(skip(score(point, table), without), count)

    return nearest


def _left_out_too_late(point, table, count, without):
    rows = _rows(_cosines(point, table), count).tolist()
    return [row for row in rows if row not in without]


def _renumbered(point, table, count, without):
    kept = [row for row in range(len(table)) if row not in without]
    return _rows(_cosines(point, table[kept]), count)


def _as_rows(answer: object, case: Case) -> Tensor:
    return torch.as_tensor(call(answer, case)).flatten()


def _case(rows: int, d: int, count: int, without: list[int], seed: int) -> Case:
    return Case(
        {
            "point": numbers(d, seed=seed),
            "table": numbers(rows, d, seed=seed + 1),
            "count": count,
            "without": without,
        }
    )


NEAREST = Exercise(
    name="embeddings.nearest",
    title="Find the nearest words",
    level=2,
    minutes=15,
    stub='''\
def my_nearest(point, table, count, without):
    """Return the numbers of the `count` nearest rows, the nearest first.

    Near means: a large cosine. point is (d,), table is (rows, d). `without` is a list
    of row numbers that must not come out.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case(3, 2, 1, [], seed=28),
            _case(5, 2, 2, [1], seed=150),
            _case(8, 3, 3, [0, 4], seed=154),
            _case(12, 5, 4, [3], seed=32),
        ),
        parts=("rows",),
        behave=_as_rows,
    ),
    reference=_variant(),
    hints=(
        "Bring all vectors to length 1. Then the dot product is the cosine.",
        "Give the rows that must not come out a score that can never win, and then "
        "take the largest scores.",
        "scores = F.normalize(table, dim=1) @ point; scores[without] = -math.inf; "
        "scores.topk(count).indices. The point's own length changes no order.",
    ),
    mutants=(
        Mutant(
            "dot-product",
            _variant(score=lambda point, table: table @ point),
            "the dot product was used. Long rows win too often: divide by their "
            "lengths.",
        ),
        Mutant(
            "distance",
            _variant(score=lambda point, table: -(table - point).norm(dim=1)),
            "the distance between the ends was used. Two vectors of one direction can "
            "be far from each other.",
        ),
        Mutant(
            "sign-lost",
            _variant(score=lambda point, table: _cosines(point, table).abs()),
            "opposite directions count as near. The sign of the cosine was lost.",
        ),
        Mutant(
            "along-the-wrong-axis",
            _variant(score=lambda point, table: F.normalize(table, dim=0) @ point),
            "the columns were brought to length 1. It is the rows that must be.",
        ),
        Mutant(
            "nothing-left-out",
            _variant(skip=lambda scores, without: scores),
            "rows of `without` came out.",
        ),
        Mutant(
            "score-zero",
            _variant(
                skip=lambda scores, without: scores.index_fill(
                    0, torch.tensor(without, dtype=torch.long), 0.0
                )
            ),
            "rows of `without` got the score 0, which beats every negative cosine. "
            "Take minus infinity.",
        ),
        Mutant(
            "left-out-too-late",
            _left_out_too_late,
            "the rows of `without` were taken away after the best were chosen, so too "
            "few are left.",
        ),
        Mutant(
            "renumbered",
            _renumbered,
            "the rows were counted after others had been taken out of the table. "
            "Asked are their numbers in the whole table.",
        ),
        Mutant(
            "farthest-first",
            _variant(choose=lambda scores, count: scores.argsort()[:count]),
            "the smallest scores came first. The nearest row has the largest cosine.",
        ),
        Mutant(
            "cosines",
            _variant(choose=lambda scores, count: scores.topk(count).values),
            "these are the cosines. Asked are the numbers of the rows.",
        ),
    ),
)

EXERCISES = (NEAREST,)
