"""Find out what is wrong with an answer: on which input, and by which mistake.

An answer is judged by what it does. The same inputs go through the answer, the
reference and the known mistakes (the mutants), and their outcomes are compared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Case:
    """Hold one input of an exercise, by the names of its arguments.

    Source: ours.
    """

    inputs: Mapping[str, object]

    def fresh(self) -> list[object]:
        """Copy the inputs, so that no answer can change them for the next one.

        Source: ours.
        """
        return [x.clone() if isinstance(x, Tensor) else x for x in self.inputs.values()]


@dataclass(frozen=True)
class Stopped:
    """Hold the exception that stands in for an outcome.

    Source: ours.
    """

    error: str
    message: str


def close(ours: object, theirs: object, tolerance: float = 1e-5) -> bool:
    """Tell whether two outcomes are the same up to rounding; NaN equals NaN.

    Source: ours.
    """
    if isinstance(ours, Stopped) and isinstance(theirs, Stopped):
        return ours == theirs
    if isinstance(ours, Tensor) and isinstance(theirs, Tensor):
        return ours.shape == theirs.shape and torch.allclose(
            ours.double(), theirs.double(), rtol=1e-4, atol=tolerance, equal_nan=True
        )
    if isinstance(ours, tuple | list) and isinstance(theirs, tuple | list):
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(
            close(a, b, tolerance) for a, b in pairs
        )
    return type(ours) is type(theirs) and ours == theirs


def call(answer: object, case: Case) -> object:
    """Give the case's inputs to the answer, which must be a function.

    Raises:
        TypeError: if it is none.

    Source: ours.
    """
    if not callable(answer):
        raise TypeError(
            f"answer ({type(answer).__name__}) must be the function itself: "
            "give its name, without brackets"
        )
    return answer(*case.fresh())


@dataclass(frozen=True)
class Check:
    """Say what to try an answer on, and how to judge what it does.

    Args:
        cases: from the smallest input to the largest.
        parts: what the pieces of an outcome are called.
        behave: turn an answer and a case into an outcome to compare.
        accepts: whether an outcome will do, given the reference's.
        alike: whether two outcomes show the same mistake.
        reveal: show what should have come out.

    Source: ours.
    """

    cases: Sequence[Case]
    parts: Sequence[str]
    behave: Callable[..., object] = call
    accepts: Callable[..., bool] = close
    alike: Callable[..., bool] = close
    reveal: bool = True

    def outcome(self, answer: object, case: Case) -> object:
        """Run the answer on the case; an exception is an outcome as well.

        Raises:
            NotImplementedError: if the answer is still the stub. PyTorch raises the
                same type, with a message, for operations that it lacks.

        Source: ours.
        """
        try:
            return self.behave(answer, case)
        except Exception as error:
            if isinstance(error, NotImplementedError) and not error.args:
                raise
            return Stopped(type(error).__name__, str(error).strip())


@dataclass(frozen=True)
class Fault:
    """Hold the smallest case that an answer fails, and what came out.

    Args:
        mutant: place of the known mistake that does the same, if one does.

    Source: ours.
    """

    case: Case
    got: object
    expected: object
    mutant: int | None


def find_fault(
    check: Check, reference: object, mutants: Sequence[object], answer: object
) -> Fault | None:
    """Return the first case that the answer fails, or None if it passes them all.

    Raises:
        NotImplementedError: if the answer is still the stub.

    Source: ours.
    """
    expected = [check.outcome(reference, case) for case in check.cases]
    got = [check.outcome(answer, case) for case in check.cases]
    fails = [
        not _safely(check.accepts, g, e) for g, e in zip(got, expected, strict=True)
    ]
    if not any(fails):
        return None
    first = fails.index(True)

    # The likeliest mistake does the same on the failed case, and on most others.
    best, most = None, 0
    for place, mutant in enumerate(mutants):
        theirs = [check.outcome(mutant, case) for case in check.cases]
        same = [_safely(check.alike, g, t) for g, t in zip(got, theirs, strict=True)]
        if same[first] and sum(same) > most:
            best, most = place, sum(same)
    return Fault(check.cases[first], got[first], expected[first], best)


def _safely(judge: Callable[..., bool], got: object, other: object) -> bool:
    """Ask the judge; an outcome of a shape it cannot read is simply not accepted."""
    try:
        return judge(got, other)
    except (TypeError, ValueError, RuntimeError, IndexError, AttributeError):
        return False
