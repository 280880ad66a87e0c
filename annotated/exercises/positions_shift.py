"""Exercise: build the matrix that moves every position by the same offset.

Axes: as in annotated/positions.py.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.positions import clock_speeds, position_shift


def _variant(
    *,
    turns: Callable[[int, int], Tensor] = lambda k, d: k * clock_speeds(d),
    block: Callable[[Tensor, Tensor], list] = lambda s, c: [[c, s], [-s, c]],
    lay: Callable[[list], Tensor] = lambda blocks: torch.block_diag(*blocks),
) -> Callable[[int, int], Tensor]:
    """Build the matrix with one of its parts exchanged."""

    def shift(offset, d_model):
        angles = turns(offset, d_model)
        blocks = [
            torch.tensor(block(s, c), dtype=torch.float64)
            for s, c in zip(angles.sin().tolist(), angles.cos().tolist(), strict=True)
        ]
        return lay(blocks).float()

    return shift


def _halves(offset, d_model):
    turns = offset * clock_speeds(d_model)
    sine, cosine = turns.sin().diag(), turns.cos().diag()
    rows = torch.cat([cosine, sine], 1), torch.cat([-sine, cosine], 1)
    return torch.cat(rows).float()


def _matrix(answer: Any, case: Case) -> Tensor:
    """Call the answer; it must give one matrix."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    return torch.as_tensor(answer(*case.fresh())).float()


SHIFT = Exercise(
    name="positions.shift",
    title="Build the matrix of a shift",
    level=3,
    minutes=20,
    stub='''\
def my_shift(offset, d_model):
    """Return the matrix R with R @ row(pos) = row(pos + offset), for every pos.

    row(pos) is a row of sinusoidal_positions, taken as a column; R is (d_model,
    d_model). offset may be negative. clock_speeds(d_model) gives the speeds.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=tuple(
            Case({"offset": k, "d_model": d})
            for k, d in ((0, 2), (1, 2), (1, 4), (-3, 4), (10, 6), (200, 16))
        ),
        parts=("matrix",),
        behave=_matrix,
    ),
    reference=position_shift,
    hints=(
        "One clock first, d_model = 2. Write sin(a + t) and cos(a + t) with sin a and "
        "cos a. What are the four numbers of the matrix?",
        "With t = offset times the clock's speed the block is [[cos t, sin t], "
        "[−sin t, cos t]]. What has one clock to do with another?",
        "Nothing: the blocks stand along the diagonal, with zeros elsewhere. "
        "torch.block_diag(*blocks) does this.",
    ),
    mutants=(
        Mutant(
            "turns-back",
            _variant(block=lambda s, c: [[c, -s], [s, c]]),
            "it turns the other way: position + offset becomes position − offset. The "
            "sine stands first in a row, so the signs are not those of the usual "
            "rotation.",
        ),
        Mutant(
            "no-minus",
            _variant(block=lambda s, c: [[c, s], [s, c]]),
            "cos(a + t) = cos t · cos a − sin t · sin a. The minus is missing.",
        ),
        Mutant(
            "sine-and-cosine-exchanged",
            _variant(block=lambda s, c: [[s, c], [c, -s]]),
            "sin t and cos t have changed places. At an offset of 0 the matrix must be "
            "the identity.",
        ),
        Mutant(
            "one-speed",
            _variant(turns=lambda k, d: torch.full((d // 2,), float(k)).double()),
            "all clocks turn by the same angle. Each has its own speed.",
        ),
        Mutant(
            "no-offset",
            _variant(turns=lambda k, d: clock_speeds(d)),
            "the offset was not used: this moves on by one.",
        ),
        Mutant(
            "size-of-the-offset",
            _variant(turns=lambda k, d: abs(k) * clock_speeds(d)),
            "the sign of the offset was lost. A negative one turns back.",
        ),
        Mutant(
            "halves",
            _halves,
            "this fits a table with all sines first. Ours alternates, so the blocks "
            "are two by two along the diagonal.",
        ),
        Mutant(
            "slow-clocks-first",
            _variant(turns=lambda k, d: k * clock_speeds(d).flip(0)),
            "the order of the clocks is turned round. The first one is the fastest.",
        ),
        Mutant(
            "cosines-only",
            _variant(block=lambda s, c: [[c, 0.0], [0.0, c]]),
            "each coordinate was only scaled. The new sine needs the old cosine too.",
        ),
    ),
)

EXERCISES = (SHIFT,)
