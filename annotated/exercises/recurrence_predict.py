"""Exercise: work out what is left of a number after many steps."""

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
    name="recurrence.predict",
    title="Predict what is left after many steps",
    level=1,
    minutes=8,
    stub="""\
# An LSTM keeps 0.9 of its cell state at each step and writes nothing. It holds a 1.
# (1) What does it hold after 20 steps, to two places?
# (2) After how many whole steps is less than half of it left?
# (3) Another one keeps 0.99 at each step. The same question as (2).
my_numbers = ...
""",
    check=Check(
        cases=(Case({"keep": 0.9, "steps": 20, "keep_of_the_other": 0.99}),),
        parts=("numbers",),
        behave=_as_numbers,
        accepts=partial(close, tolerance=0.01),
        alike=partial(close, tolerance=0.01),
        reveal=False,
    ),
    reference=torch.tensor([0.9**20, 7.0, 69.0]),
    hints=(
        "Each step multiplies. After two steps 0.9 · 0.9 is left.",
        "For (1) take 0.9 to the power of 20. For (2) go on multiplying until it is "
        "below 0.5, or use the logarithm.",
        "0.9 to the power of n is below 0.5 if n is above ln 0.5 / ln 0.9 = 6.6. For "
        "0.99 it is ln 0.5 / ln 0.99 = 68.97.",
    ),
    mutants=(
        Mutant(
            "subtracted",
            [0.0, 6.0, 51.0],
            "a tenth of the first 1 was taken away each time. A step takes a tenth of "
            "what is still there: it multiplies.",
        ),
        Mutant(
            "what-is-lost",
            [0.8784, 7.0, 69.0],
            "the first number is what is lost. Asked is what is left.",
        ),
        Mutant(
            "one-step-too-few",
            [0.9**20, 6.0, 68.0],
            "after 6 and after 68 steps a little more than half is left. One more.",
        ),
        Mutant(
            "one-step-too-many",
            [0.9**20, 8.0, 70.0],
            "half is passed one step earlier. The 1 stands there after 0 steps.",
        ),
        Mutant(
            "nineteen-factors",
            [0.9**19, 7.0, 69.0],
            "the first number has 19 factors. Twenty steps are twenty factors.",
        ),
        Mutant(
            "ten-times",
            [0.9**20, 7.0, 70.0],
            "(3) is not ten times (2): it was rounded up before. Use ln 0.5 / ln 0.99.",
        ),
        Mutant(
            "not-rounded-up",
            [0.9**20, 6.58, 68.97],
            "a state exists after whole steps only. Which is the first whole step with "
            "less than half?",
        ),
        Mutant(
            "through-the-gate-twice",
            [float(torch.sigmoid(torch.tensor(0.9))) ** 20, 2.0, 2.0],
            "0.9 is what the gate lets through already. No sigmoid comes on top.",
        ),
    ),
)

EXERCISES = (PREDICT,)
