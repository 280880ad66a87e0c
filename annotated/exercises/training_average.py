"""Exercise: mend an update that gathers gradients from batches of unequal size."""

import copy
from typing import Any

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _variant(share, report=None, *, only=None, reset=False):
    """Build an answer that weighs each batch's summed loss by a share.

    Args:
        share: from the batches and the place of one, what its sum is multiplied by.
        report: the same for the loss that is given back, if it differs.
    """

    def update(weight, batches):
        w = torch.tensor(weight, requires_grad=True)
        total = 0.0
        for place, tokens in enumerate(batches):
            if only is not None and place != only(batches):
                continue
            if reset:
                w.grad = None
            loss = (w**2 * torch.tensor(tokens)).sum()
            (loss * share(batches, place)).backward()
            total += loss.item() * (report or share)(batches, place)
        return total, w.grad.item() if w.grad is not None else 0.0

    return update


def _one_mean(batches, place):
    return 1 / max(1, sum(map(len, batches)))


def _mean_of_means(batches, place):
    size = len(batches[place])
    return 1 / (size * len(batches)) if size else float("nan")


def _as_tensors(answer: Any, case: Case) -> tuple[Tensor, Tensor]:
    """Call the answer; plain numbers and tensors will do."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    made = answer(*copy.deepcopy(list(case.inputs.values())))
    if not isinstance(made, tuple | list) or len(made) != 2:
        raise ValueError("answer must return two numbers: the loss and the gradient")
    loss, gradient = (torch.as_tensor(x).detach().double() for x in made)
    return loss, gradient


AVERAGE = Exercise(
    name="training.average",
    title="Find the fault in a loop over unequal batches",
    level=3,
    minutes=15,
    stub='''\
def almost_right(weight, batches):
    weight = torch.tensor(weight, requires_grad=True)
    total = 0.0
    for tokens in batches:
        loss = (weight**2 * torch.tensor(tokens)).mean()
        (loss / len(batches)).backward()
        total += loss.item() / len(batches)
    return total, weight.grad.item()


def mended(weight, batches):
    """Return the mean loss of all tokens, and its gradient by the weight.

    A token x has the loss weight² · x. The batches are one update's; they hold
    unequally many tokens, and one may be empty. Go through them one at a time.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"weight": 1.0, "batches": [[1.0, 1.0, 1.0], [2.0]]}),
            Case({"weight": 0.5, "batches": [[1.0, 2.0], [4.0, 3.0, 2.0], [8.0]]}),
            Case({"weight": -2.0, "batches": [[3.0], [1.0, 2.0, 5.0, 6.0]]}),
            Case({"weight": 1.0, "batches": [[1.0, 2.0], []]}),
        ),
        parts=("loss", "gradient"),
        behave=_as_tensors,
    ),
    reference=_variant(_one_mean),
    hints=(
        "Take one batch of three tokens with the loss 1 and one batch of one token "
        "with the loss 2. What is the mean over the four tokens? What does "
        "almost_right give?",
        "A token's weight in the update must not depend on the batch that it came "
        "in. So divide by one number that is the same for all batches.",
        "Count the tokens of all batches first. For each batch take the sum of its "
        "losses, divide it by that number, and call backward.",
    ),
    mutants=(
        Mutant(
            "as-given",
            _variant(_mean_of_means),
            "this does what almost_right does. It averages means, so the one token "
            "of the small batch weighs as much as three of the large one.",
        ),
        Mutant(
            "loss-mended-gradient-not",
            _variant(_mean_of_means, _one_mean),
            "the loss is right and the gradient is still the old one. What is told "
            "to backward must be divided in the same way.",
        ),
        Mutant(
            "gradient-mended-loss-not",
            _variant(_one_mean, _mean_of_means),
            "the gradient is right and the loss that is given back is still the "
            "mean of means.",
        ),
        Mutant(
            "sum",
            _variant(lambda batches, place: 1.0),
            "these are sums over the tokens. Divide by their number, or a large "
            "update takes larger steps.",
        ),
        Mutant(
            "sum-over-batches",
            _variant(lambda batches, place: 1 / len(batches)),
            "the sums were divided by the number of batches. Divide by the number of "
            "tokens.",
        ),
        Mutant(
            "mean-without-the-number-of-batches",
            _variant(
                lambda batches, place: (
                    1 / len(batches[place]) if batches[place] else float("nan")
                )
            ),
            "the means were added up. Take sums, and divide by the number of all "
            "tokens.",
        ),
        Mutant(
            "gradient-not-divided",
            _variant(lambda batches, place: 1.0, _one_mean),
            "the loss is divided and the gradient is not: backward must see the "
            "divided loss.",
        ),
        Mutant(
            "gradient-of-the-last-batch",
            _variant(_one_mean, reset=True),
            "the gradient holds the last batch alone. Gradients add up by "
            "themselves; do not clear them between the batches.",
        ),
        Mutant(
            "one-batch",
            _variant(_one_mean, only=lambda batches: 0),
            "only the first batch was used.",
        ),
        Mutant(
            "divided-by-the-longest",
            _variant(
                lambda batches, place: 1 / (len(batches) * max(1, *map(len, batches)))
            ),
            "every batch was taken to be as large as the largest, as if pads were "
            "tokens. Count what is there.",
        ),
    ),
)

EXERCISES = (AVERAGE,)
