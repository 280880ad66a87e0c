"""Exercise: predict learning rates before running the schedule."""

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check, Stopped, close
from annotated.exercises.registry import Exercise, Mutant
from annotated.schedules import warmup_inverse_sqrt

_PAPER = dict(d_model=512, warmup_steps=4000)


def _as_numbers(answer: object, case: Case) -> Tensor:
    numbers = torch.as_tensor(answer, dtype=torch.float64).squeeze()
    if numbers.shape != (3,):
        raise ValueError(
            f"answer must be three numbers, not shape {tuple(numbers.shape)}"
        )
    return numbers


def _near(ours: object, theirs: object) -> bool:
    """Allow five parts in a hundred, so that two digits will do."""
    if isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        return torch.allclose(ours, theirs, rtol=0.05, atol=0.0)
    return isinstance(ours, Stopped) and close(ours, theirs)


RATE = Exercise(
    name="training.rate",
    title="Predict three learning rates",
    level=1,
    minutes=10,
    stub="""\
# d_model 512, warmup_steps 4000, as in the paper. The rate at update 1, at update
# 4000 and at update 16000, in units of 0.0001. Two digits of each are enough.
my_rates = ...
""",
    check=Check(
        cases=(Case(dict(steps="1, 4000, 16000", **_PAPER)),),
        parts=("rates",),
        behave=_as_numbers,
        accepts=_near,
        alike=_near,
        reveal=False,
    ),
    reference=[1e4 * warmup_inverse_sqrt(step, **_PAPER) for step in (1, 4000, 16000)],
    hints=(
        "Which of the two terms is the smaller one, before update 4000 and after it?",
        "At update 4000 the two terms are equal: the rate is 512^-0.5 times "
        "4000^-0.5. Before it the rate rises evenly: update 1 has 1/4000 of that.",
        "512^-0.5 is 0.0442 and 4000^-0.5 is 0.0158. Their product is the rate at "
        "4000. Four times as many updates later the root is twice as large, so the "
        "rate is half.",
    ),
    mutants=(
        Mutant(
            "not-in-ten-thousandths",
            [1.7469e-7, 6.9877e-4, 3.4939e-4],
            "these are the rates themselves. The answer is asked in units of 0.0001.",
        ),
        Mutant(
            "no-warm-up",
            [441.94, 6.9877, 3.4939],
            "the first rate is the root's term. In the warm-up the other term is the "
            "smaller one, and the minimum counts.",
        ),
        Mutant(
            "constant-after-warm-up",
            [0.0017469, 6.9877, 6.9877],
            "after the warm-up the rate does not stay. It falls with the root of the "
            "number of updates.",
        ),
        Mutant(
            "falls-evenly",
            [0.0017469, 6.9877, 1.7469],
            "the rate was divided by 4 after four times as many updates. It falls "
            "with the root: divide by 2.",
        ),
        Mutant(
            "goes-on-rising",
            [0.0017469, 6.9877, 27.951],
            "the rate goes on rising. After the warm-up the root's term is the "
            "smaller one.",
        ),
        Mutant(
            "without-the-width",
            [0.039528, 158.11, 79.057],
            "the width is missing: multiply by d_model to the power of -0.5.",
        ),
        Mutant(
            "the-width-itself",
            [7.7206e-5, 0.30882, 0.15441],
            "the rates were divided by d_model. Divide by its square root.",
        ),
        Mutant(
            "starts-at-zero",
            [0.0, 6.9877, 3.4939],
            "updates count from 1, so the first rate is small and not 0: with a rate "
            "of 0 nothing would be learned.",
        ),
    ),
)

EXERCISES = (RATE,)
