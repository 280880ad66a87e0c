"""Exercise: mend a clipping that turns the gradient."""

import copy
import math
from typing import Any

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _norm(gradients: Any) -> Tensor:
    return torch.stack([g.norm() for g in gradients]).norm()


def _variant(factor):
    """Build an answer that multiplies each gradient by a factor."""

    def clip(gradients, max_norm):
        return [g * factor(g, gradients, max_norm) for g in gradients]

    return clip


def _whole(g, gradients, max_norm):
    norm = _norm(gradients)
    return 1.0 if norm <= max_norm else max_norm / norm


def _as_given(g, gradients, max_norm):
    return min(1.0, max_norm / float(g.norm())) if g.norm() > 0 else 1.0


def _by_value(gradients, max_norm):
    return [g.clamp(-max_norm, max_norm) for g in gradients]


def _list_of_tensors(answer: Any, case: Case) -> list[Tensor]:
    """Call the answer on its own copies; it must give as many tensors back."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    inputs = copy.deepcopy(list(case.inputs.values()))
    made = answer(*inputs)
    if not isinstance(made, tuple | list):
        raise ValueError("answer must return a list of tensors")
    return [torch.as_tensor(g).float() for g in made]


CLIP = Exercise(
    name="recurrence.clip",
    title="Find the fault in a clipping",
    level=3,
    minutes=15,
    stub='''\
def almost_right(gradients, max_norm):
    clipped = []
    for gradient in gradients:
        norm = gradient.norm()
        if norm > max_norm:
            gradient = gradient * max_norm / norm
        clipped.append(gradient)
    return clipped


def mended(gradients, max_norm):
    """Return the gradients, shortened if they are too long, in the same direction.

    gradients is a list of tensors of any shape: the parts of one long vector. If
    that vector's length is above max_norm, it must be max_norm afterwards.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"gradients": [torch.tensor([3.0]), torch.tensor([4.0])], "max": 1.0}),
            Case({"gradients": [torch.tensor([0.3]), torch.tensor([0.4])], "max": 1.0}),
            Case({"gradients": [torch.tensor([0.8]), torch.tensor([0.8])], "max": 1.0}),
            Case(
                {
                    "gradients": [torch.tensor([[2.0, -2.0]]), torch.tensor([1.0])],
                    "max": 2.0,
                }
            ),
            Case({"gradients": [torch.zeros(2), torch.zeros(1, 2)], "max": 1.0}),
        ),
        parts=("gradients",),
        behave=_list_of_tensors,
    ),
    reference=_variant(_whole),
    hints=(
        "Take the gradients 3 and 4, and max_norm 1. In which direction does the "
        "vector (3, 4) point, and in which the one that almost_right gives?",
        "A direction stays if all parts are multiplied by the same number. That "
        "number depends on the length of the whole vector.",
        "norm = the root of the sum of all squares, over all tensors. If it is above "
        "max_norm, multiply every tensor by max_norm / norm.",
    ),
    mutants=(
        Mutant(
            "as-given",
            _variant(_as_given),
            "each tensor is shortened by a factor of its own, so the direction turns: "
            "this is what almost_right does.",
        ),
        Mutant(
            "by-value",
            _by_value,
            "each number was cut off by itself, which turns the direction. (PyTorch "
            "has this too, as clip_grad_value_.)",
        ),
        Mutant(
            "always-scaled",
            _variant(lambda g, gs, m: m / _norm(gs)),
            "a short gradient was made longer. Clipping only shortens.",
        ),
        Mutant(
            "largest-tensor",
            _variant(
                lambda g, gs, m: min(1.0, m / (max(x.norm() for x in gs) + 1e-12))
            ),
            "the factor comes from the longest tensor. The whole vector is longer.",
        ),
        Mutant(
            "sum-of-norms",
            _variant(
                lambda g, gs, m: min(1.0, m / (sum(x.norm() for x in gs) + 1e-12))
            ),
            "the lengths were added up. The squares add up; then take the root.",
        ),
        Mutant(
            "no-root",
            _variant(lambda g, gs, m: min(1.0, m / (float(_norm(gs)) ** 2 + 1e-12))),
            "the sum of squares was taken for the length. The root is missing.",
        ),
        Mutant(
            "mean-square",
            _variant(
                lambda g, gs, m: min(
                    1.0,
                    m
                    * math.sqrt(sum(x.numel() for x in gs))
                    / (float(_norm(gs)) + 1e-12),
                )
            ),
            "the squares were averaged. A vector's length comes from their sum.",
        ),
        Mutant(
            "sum-of-absolutes",
            _variant(
                lambda g, gs, m: min(
                    1.0, m / (float(sum(x.abs().sum() for x in gs)) + 1e-12)
                )
            ),
            "the absolute values were added up. A length is the root of the sum of "
            "squares.",
        ),
        Mutant(
            "never",
            lambda gradients, max_norm: list(gradients),
            "nothing was shortened.",
        ),
        Mutant(
            "thrown-away",
            _variant(lambda g, gs, m: 1.0 if _norm(gs) <= m else 0.0),
            "a long gradient was thrown away. It should be shortened.",
        ),
    ),
)

EXERCISES = (CLIP,)
