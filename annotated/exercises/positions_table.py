"""Exercise: build the table of sinusoidal positions, and mend a broken one.

Axes: as in annotated/positions.py.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.positions import sinusoidal_positions


def _doubled(i: Tensor) -> Tensor:
    return 2 * i


def _side_by_side(sines: Tensor, cosines: Tensor) -> Tensor:
    return torch.stack([sines, cosines], dim=-1).flatten(-2)


def _variant(
    *,
    exponent: Callable[[Tensor], Tensor] = _doubled,
    base: float = 10_000.0,
    first: int = 0,
    lay: Callable[[Tensor, Tensor], Tensor] = _side_by_side,
    turn: float = 1.0,
) -> Callable[[int, int], Tensor]:
    """Build the table with one of its parts exchanged."""

    def table(max_len, d_model):
        i = torch.arange(d_model // 2, dtype=torch.float64)
        places = torch.arange(first, first + max_len, dtype=torch.float64)
        angles = turn * places[:, None] / base ** (exponent(i) / d_model)
        return lay(angles.sin(), angles.cos()).float()

    return table


def _own_angles(max_len, d_model):
    j = torch.arange(d_model, dtype=torch.float64)
    places = torch.arange(max_len, dtype=torch.float64)
    angles = places[:, None] / 10_000 ** (j / d_model)
    return torch.where(j % 2 == 0, angles.sin(), angles.cos()).float()


def _own_doubled_angles(max_len, d_model):
    j = torch.arange(d_model, dtype=torch.float64)
    places = torch.arange(max_len, dtype=torch.float64)
    angles = places[:, None] / 10_000 ** (2 * j / d_model)
    return torch.where(j % 2 == 0, angles.sin(), angles.cos()).float()


_SIZES = ((1, 2), (2, 2), (3, 4), (5, 6), (40, 8))
_CHECK = Check(
    cases=tuple(Case({"max_len": n, "d_model": d}) for n, d in _SIZES),
    parts=("table",),
)
_COMMON = (
    Mutant(
        "own-angles",
        _own_angles,
        "each dimension has an angle of its own. Sine and cosine of one clock share "
        "theirs: the exponent is 2i / d_model, with the same i for both.",
    ),
    Mutant(
        "own-doubled-angles",
        _own_doubled_angles,
        "the number of the dimension was doubled. In the formula i counts the clocks: "
        "2i is the even dimension, and 2i + 1 uses 2i as well.",
    ),
    Mutant(
        "i-not-doubled",
        _variant(exponent=lambda i: i),
        "the exponent is i / d_model, so the slow half of the clocks is missing. It is "
        "2i / d_model.",
    ),
    Mutant(
        "cosines-first",
        _variant(lay=lambda sines, cosines: _side_by_side(cosines, sines)),
        "sine and cosine have changed places. Even dimensions are sines.",
    ),
    Mutant(
        "halves",
        _variant(lay=lambda sines, cosines: torch.cat([sines, cosines], dim=-1)),
        "all sines come first and then all cosines. They must alternate. (The authors' "
        "code did it this way; the paper does not.)",
    ),
    Mutant(
        "counts-from-one",
        _variant(first=1),
        "the first position is 1. It is 0.",
    ),
    Mutant(
        "base-one-thousand",
        _variant(base=1_000.0),
        "the base is 1,000. It is 10,000.",
    ),
    Mutant(
        "in-degrees",
        _variant(turn=torch.pi / 180),
        "the angles were taken for degrees. They are radians already.",
    ),
    Mutant(
        "laid-by-position",
        lambda max_len, d_model: _variant()(max_len, d_model).T,
        "rows and columns have changed places: (max_len, d_model) is asked for.",
    ),
)

TABLE = Exercise(
    name="positions.table",
    title="Build the table of positions",
    level=2,
    minutes=15,
    stub='''\
def my_positions(max_len, d_model):
    """Return the paper's table, (max_len, d_model), for an even d_model.

    Even dimensions hold sines, odd ones cosines; positions count from 0.
    """
    raise NotImplementedError
''',
    check=_CHECK,
    reference=sinusoidal_positions,
    hints=(
        "Three things: a speed for each clock, an angle for each position and clock, "
        "and then both functions of the angle.",
        "torch.arange(0, d_model, 2) gives all 2i. places[:, None] * speeds gives all "
        "angles at once.",
        "table = torch.zeros(max_len, d_model); table[:, 0::2] = angles.sin(); "
        "table[:, 1::2] = angles.cos(). The speeds are 10000 ** (-2i / d_model).",
    ),
    mutants=_COMMON,
)

FAULT = Exercise(
    name="positions.fault",
    title="Find the fault in a table that looks right",
    level=2,
    minutes=10,
    stub='''\
def almost_right(max_len, d_model):
    table = torch.zeros(max_len, d_model)
    for place in range(max_len):
        for j in range(d_model):
            angle = place / 10_000 ** (j / d_model)
            table[place, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return table


def mended(max_len, d_model):
    """Do what almost_right is meant to do."""
    raise NotImplementedError
''',
    check=_CHECK,
    reference=sinusoidal_positions,
    hints=(
        "Print the table for one position and width 2. Square both numbers and add "
        "them. What should come out, if they are one hand of a clock?",
        "Dimensions 2i and 2i + 1 are the two coordinates of one hand. Which angles do "
        "they get here?",
        "The exponent must be the same for j = 0 and 1, for 2 and 3, and so on: "
        "2 * (j // 2) / d_model.",
    ),
    mutants=_COMMON,
)

EXERCISES = (TABLE, FAULT)
