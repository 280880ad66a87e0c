"""Exercise: set an LSTM's gates by hand, so that it holds a number.

Axes: as in annotated/recurrent.py.
"""

from typing import Any

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check, Stopped
from annotated.exercises.registry import Exercise, Mutant

STEPS = 200


def _hold(setting: Any, signs: Tensor, marks: Tensor) -> Tensor:
    """Run the LSTM's cell state over the steps, in double precision."""
    cell = torch.zeros((), dtype=torch.float64)
    held = []
    for sign, mark in zip(signs.double(), marks.double(), strict=True):
        write, forget, new = (
            a * sign + b * mark + c
            for a, b, c in (setting[name] for name in ("write", "forget", "new"))
        )
        cell = forget.sigmoid() * cell + write.sigmoid() * new.tanh()
        held.append(cell)
    return torch.stack(held)


def _held(answer: Any, case: Case) -> Tensor:
    """Set the gates as the answer says, and run it."""
    setting = answer() if callable(answer) else answer
    if not isinstance(setting, dict) or set(setting) != {"write", "forget", "new"}:
        raise ValueError("answer must be a dict with the keys write, forget and new")
    for name, weights in setting.items():
        if len(weights) != 3:
            raise ValueError(f"{name} must have three numbers: sign, mark, bias")
    signs, marks = (torch.as_tensor(x) for x in case.fresh())
    return _hold(setting, signs, marks)


def _holds(got: Any, expected: Any) -> bool:
    """Ask for the marked sign, within 0.1, at every step from the mark on."""
    if got.shape != expected.shape:
        return False
    return bool((got - expected.round()).abs().max() < 0.1)


def _same_signs(got: Any, other: Any) -> bool:
    if isinstance(got, Stopped) or isinstance(other, Stopped):
        return got == other
    return bool((got - other).abs().max() < 0.05)


def _sequence(*marked: tuple[int, float], noise: float, steps: int = STEPS) -> Case:
    """Make a sequence of noise with signs at the marked steps."""
    generator = torch.Generator().manual_seed(80)
    signs = noise * (2 * torch.randint(0, 2, (steps,), generator=generator) - 1)
    marks = torch.zeros(steps)
    for place, sign in marked:
        signs[place], marks[place] = sign, 1.0
    return Case({"sign": signs, "mark": marks})


_RIGHT = {
    "write": (0.0, 40.0, -20.0),
    "forget": (0.0, -40.0, 20.0),
    "new": (10.0, 0.0, 0.0),
}

LATCH = Exercise(
    name="recurrence.latch",
    title="Make an LSTM hold a number for 200 steps",
    level=4,
    minutes=25,
    stub='''\
def my_latch():
    """Return the weights with which an LSTM holds the marked sign.

    Each step brings two numbers: a sign, −1 or 1, and a mark, 0 or 1. From a mark on,
    the cell state must be the sign that came with it, within 0.1, until the next
    mark; other signs are noise. Before the first mark it must be 0, within 0.1.

    The result is {"write": (a, b, c), "forget": (a, b, c), "new": (a, b, c)}: each
    part is a · sign + b · mark + c, before its sigmoid (new: its tanh).
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _sequence((0, 1.0), noise=0.0, steps=2),
            _sequence((0, -1.0), noise=1.0, steps=5),
            _sequence((0, 1.0), (2, -1.0), noise=0.0, steps=4),
            _sequence((0, 1.0), (2, 1.0), noise=0.0, steps=4),
            _sequence((3, 1.0), noise=1.0, steps=8),
            _sequence((0, 1.0), noise=1.0),
            _sequence((0, -1.0), (90, 1.0), noise=1.0),
        ),
        parts=("cell state",),
        behave=_held,
        accepts=_holds,
        alike=_same_signs,
    ),
    reference=_RIGHT,
    hints=(
        "Three questions: when may it write? When must it forget? What is written?",
        "It must write at a mark and only there, so the write gate depends on the mark "
        "alone. Forgetting is just the other way round. What is written is the sign.",
        "A sigmoid of 20 is 1 up to rounding, one of −20 is 0. So write needs −20 "
        "without a mark and 20 with one: b = 40, c = −20.",
    ),
    mutants=(
        Mutant(
            "always-writes",
            {**_RIGHT, "write": (0.0, 0.0, 20.0)},
            "it writes at every step, so noise gets in. The write gate must be shut "
            "without a mark.",
        ),
        Mutant(
            "never-forgets",
            {**_RIGHT, "forget": (0.0, 0.0, 20.0)},
            "at a second mark the new sign is added to the old one. The forget gate "
            "must shut at a mark.",
        ),
        Mutant(
            "forgets-at-once",
            {**_RIGHT, "forget": (0.0, 0.0, -20.0)},
            "the sign is gone one step after the mark. The forget gate must stand open "
            "without a mark: 1 keeps.",
        ),
        Mutant(
            "leaks",
            {**_RIGHT, "forget": (0.0, -10.0, 5.0)},
            "it leaks: a forget gate of 0.993 has lost three quarters after 200 steps. "
            "Open it further.",
        ),
        Mutant(
            "write-gate-ajar",
            {**_RIGHT, "write": (0.0, 6.0, -3.0)},
            "the write gate is not quite shut without a mark: 0.05 of each noise gets "
            "in.",
        ),
        Mutant(
            "writes-the-mark",
            {**_RIGHT, "new": (0.0, 10.0, 0.0)},
            "the mark is written. Write the sign.",
        ),
        Mutant(
            "too-faint",
            {**_RIGHT, "new": (1.0, 0.0, 0.0)},
            "what is written is tanh(1) = 0.76. Make the sign louder before the tanh.",
        ),
        Mutant(
            "gates-changed-places",
            {**_RIGHT, "write": _RIGHT["forget"], "forget": _RIGHT["write"]},
            "write and forget have changed places: it writes all noise, and keeps at "
            "marks only.",
        ),
        Mutant(
            "wrong-sign",
            {**_RIGHT, "new": (-10.0, 0.0, 0.0)},
            "the sign is written the wrong way round.",
        ),
        Mutant(
            "all-zeros",
            dict.fromkeys(_RIGHT, (0.0, 0.0, 0.0)),
            "all gates stand at one half and nothing is written.",
        ),
    ),
)

EXERCISES = (LATCH,)
