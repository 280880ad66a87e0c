"""Every exercise by its name, and what a chapter calls: check, hint and progress."""

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass

from annotated import exercises as package
from annotated.exercises.checks import Check, find_fault
from annotated.exercises.report import Report, wrong
from annotated.exercises.store import load_progress, save_solved

# Every other file here defines EXERCISES.
TOOLS = {"attention_variants", "checks", "registry", "report", "store"}


@dataclass(frozen=True)
class Mutant:
    """Hold one usual mistake, and the sentence for a reader who made it.

    Source: ours.
    """

    name: str
    answer: object
    advice: str


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """Hold one exercise; `concept.task` is its name, and `concept_task.py` its file.

    Args:
        level: 1 for the easiest of its concept; `progress` lists them in this order.
        minutes: about how long a reader needs.
        stub: what the notebook shows before the reader begins.
        reference: a right answer; where the package has one, that one.
        hints: three, from a nudge to nearly the answer.
        mutants: wrong answers that the check must reject, each for its own reason.

    Source: ours.
    """

    name: str
    title: str
    level: int
    minutes: int
    stub: str
    check: Check
    reference: object
    hints: Sequence[str]
    mutants: Sequence[Mutant]


@functools.cache
def all_exercises() -> dict[str, Exercise]:
    """Import every concept's file, and return the exercises by name.

    Source: ours.
    """
    found = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name not in TOOLS:
            concept = importlib.import_module(f"{package.__name__}.{module.name}")
            found.update({each.name: each for each in concept.EXERCISES})
    order = sorted(found, key=lambda name: (name.split(".")[0], found[name].level))
    return {name: found[name] for name in order}


def _find(name: str) -> Exercise:
    exercises = all_exercises()
    if name not in exercises:
        near = difflib.get_close_matches(name, exercises, cutoff=0.3) or exercises
        raise ValueError(f"name ({name}) must be an exercise: {', '.join(near)}")
    return exercises[name]


def check(name: str, answer: object) -> Report:
    """Try an answer, and report what it does wrong and why; save a right one.

    Raises:
        ValueError: if there is no exercise of this name.

    Source: ours.
    """
    exercise = _find(name)
    title = f"{exercise.title} ({name})"
    unwritten = Report(
        "unwritten", f"Not written yet: {title}, about {exercise.minutes} minutes"
    )
    if answer is None or answer is ...:
        return unwritten
    mistakes = [mutant.answer for mutant in exercise.mutants]
    try:
        fault = find_fault(exercise.check, exercise.reference, mistakes, answer)
    except NotImplementedError:
        return unwritten
    if fault is None:
        return Report("right", f"Right: {title}", (save_solved(name),))
    if fault.mutant is not None:
        reason = f"The likely reason: {exercise.mutants[fault.mutant].advice}"
    else:
        reason = (
            "None of the usual mistakes does this. Work the input above by hand, one "
            f'step at a time, or ask for a hint: hint("{name}")'
        )
    return wrong(
        f"Not yet: {title}",
        fault,
        exercise.check.parts,
        reason,
        reveal=exercise.check.reveal,
    )


def hint(name: str, n: int = 1) -> Report:
    """Show hint 1 (a nudge), 2 or 3 (nearly the answer).

    Raises:
        ValueError: if there is no exercise of this name, or no such hint.

    Source: ours.
    """
    hints = _find(name).hints
    if n not in range(1, len(hints) + 1):
        raise ValueError(f"n ({n}) must be from 1 to {len(hints)}")
    return Report("hint", f"Hint {n} of {len(hints)}: {name}", (hints[n - 1],))


def progress() -> Report:
    """Show which exercises the reader has solved on this machine.

    Source: ours.
    """
    record, note = load_progress()
    solved, exercises = record["solved"], all_exercises()
    lines = [
        f"{'✓' if name in solved else '○'} {name}: {each.title}"
        + (f", {solved[name]}" if name in solved else "")
        for name, each in exercises.items()
    ]
    done = sum(name in solved for name in exercises)
    headline = f"{done} of {len(exercises)} exercises solved"
    return Report("progress", headline, (tuple(lines), *([note] if note else [])))
