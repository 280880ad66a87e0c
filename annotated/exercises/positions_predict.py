"""Exercise: read two clocks, and multiply a row of positions by itself."""

from functools import partial

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check, close
from annotated.exercises.registry import Exercise, Mutant


def _as_numbers(answer: object, case: Case) -> Tensor:
    numbers = torch.as_tensor(answer, dtype=torch.float32).squeeze()
    if numbers.shape != (3,):
        raise ValueError(
            f"answer must be three numbers, not shape {tuple(numbers.shape)}"
        )
    return numbers


PREDICT = Exercise(
    name="positions.predict",
    title="Read the clocks",
    level=1,
    minutes=8,
    stub="""\
# Sinusoidal positions of width 4: two clocks.
# (1) By how many radians has the slow one turned at position 50?
# (2) Which is the first position after 0 at which the fast one has gone once round?
# (3) Width 64 now: what is the dot product of position 17's row with itself?
my_numbers = ...
""",
    check=Check(
        cases=(Case({"width": 4, "position": 50, "other_width": 64}),),
        parts=("numbers",),
        behave=_as_numbers,
        accepts=partial(close, tolerance=0.01),
        alike=partial(close, tolerance=0.01),
        reveal=False,
    ),
    reference=torch.tensor([0.5, 7.0, 32.0]),
    hints=(
        "At width 4 the speeds are 1 and 10000^(−2/4) radians a position.",
        "The slow speed is 1/100. Once round is 2π radians. For (3) write the dot "
        "product out: sin² and cos² of each clock stand in it.",
        "50 · 0.01 = 0.5. 2π is 6.28, so position 6 is not yet round. sin² + cos² = 1 "
        "for each of the 32 clocks.",
    ),
    mutants=(
        Mutant(
            "speed-of-i",
            [5.0, 7.0, 32.0],
            "the slow speed was taken for 1/10. The exponent is 2i / d_model = 2/4.",
        ),
        Mutant(
            "slowest-at-once",
            [0.005, 7.0, 32.0],
            "the slow speed was taken for 1/10000. That speed is never quite reached: "
            "the exponent is 2/4 here, not 1.",
        ),
        Mutant(
            "the-fast-clock",
            [50.0, 7.0, 32.0],
            "(1) is the fast clock's angle. The slow one has the speed 1/100.",
        ),
        Mutant(
            "in-degrees",
            [28.65, 7.0, 32.0],
            "(1) is in degrees. Angles are in radians here.",
        ),
        Mutant(
            "its-sine",
            [0.4794, 7.0, 32.0],
            "(1) is the sine, which stands in the table. Asked is the angle.",
        ),
        Mutant(
            "not-yet-round",
            [0.5, 6.0, 32.0],
            "at position 6 the fast clock has turned by 6 radians, and once round is "
            "6.28.",
        ),
        Mutant(
            "six-point-two-eight",
            [0.5, 6.2832, 32.0],
            "a position is a whole number. Which is the first one at or beyond 2π?",
        ),
        Mutant(
            "half-round",
            [0.5, 4.0, 32.0],
            "π radians are half round. Once round is 2π.",
        ),
        Mutant(
            "one-for-each-dimension",
            [0.5, 7.0, 64.0],
            "(3) counts every dimension as 1. A clock has two: sin² + cos² = 1.",
        ),
        Mutant(
            "length",
            [0.5, 7.0, 5.6569],
            "(3) is the row's length. The dot product with itself is its square.",
        ),
        Mutant(
            "one",
            [0.5, 7.0, 1.0],
            "(3) is the cosine of the angle between them. The row is longer than 1.",
        ),
    ),
)

EXERCISES = (PREDICT,)
