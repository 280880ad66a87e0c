"""Exercise: run a cell over padded sequences.

Axes: batch, sequences; seq, steps in time; d_hidden, width of the state.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _step(x: Tensor, state: Tensor) -> Tensor:
    """Mix the input with the old state; a small cell of two lines."""
    return torch.tanh(x + 0.5 * state.flip(-1) + 0.25)


def _variant(
    *,
    pads: Callable[..., Tensor] = lambda new, old, real: torch.where(real, new, old),
    times: Callable[[int], range] = range,
    start: Callable[[Tensor], Tensor] = lambda x: torch.zeros_like(x[:, 0]),
    carry: bool = True,
    result: Callable[..., object] = lambda outputs, state: (outputs, state),
    seen: Callable[..., Tensor] = lambda mask: mask,
) -> Callable[..., object]:
    """Build a run with one of its parts exchanged."""

    def run(step, x, mask):
        mask, first = seen(mask), start(x)
        state, outputs = first, []
        for time in times(x.size(1)):
            before = state if carry else first
            state = pads(step(x[:, time], before), before, mask[:, time, None])
            outputs.append(state)
        return result(torch.stack(outputs, dim=1), state)

    return run


_MASK = torch.tensor([[True, True, True], [True, False, False]])

RUN = Exercise(
    name="recurrence.run",
    title="Run a cell over padded sequences",
    level=2,
    minutes=15,
    stub='''\
def my_run(step, x, mask):
    """Return the states after all steps (batch, seq, d_hidden), and the last one.

    step(x_t, state) gives the new state, (batch, d_hidden) like both inputs. x is
    (batch, seq, d_hidden). The first state is zeros. mask is (batch, seq), True at
    real steps; at a pad the state stays as it is.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case(
                {
                    "step": _step,
                    "x": torch.tensor([[[1.0], [0.0]]]),
                    "mask": torch.tensor([[True, True]]),
                }
            ),
            Case(
                {
                    "step": _step,
                    "x": torch.tensor([[[1.0], [0.5]]]),
                    "mask": torch.tensor([[True, False]]),
                }
            ),
            Case({"step": _step, "x": numbers(2, 3, 2, seed=70), "mask": _MASK}),
            Case(
                {"step": _step, "x": numbers(2, 3, 2, seed=71), "mask": _MASK.flip(1)}
            ),
        ),
        parts=("states", "last state"),
    ),
    reference=_variant(),
    hints=(
        "A loop over the steps. What must the loop hand on from one round to the next?",
        "torch.where(real, new, old) takes the new state for some rows of the batch "
        "and the old one for the others. real must have two axes.",
        "state = zeros; for each time: new = step(x[:, time], state); state = "
        "torch.where(mask[:, time, None], new, state); append. Then torch.stack with "
        "dim=1.",
    ),
    mutants=(
        Mutant(
            "reads-the-pads",
            _variant(pads=lambda new, old, real: new),
            "the mask was not used: the state went on changing at pads.",
        ),
        Mutant(
            "zeros-at-pads",
            _variant(pads=lambda new, old, real: new * real),
            "the state was set to zero at a pad. It must stay as it is, so that the "
            "last state is that of the last word.",
        ),
        Mutant(
            "mask-turned-round",
            _variant(seen=lambda mask: ~mask),
            "the mask was read the other way round. True means a real step.",
        ),
        Mutant(
            "backwards",
            _variant(times=lambda n: range(n - 1, -1, -1)),
            "the sequence was read from the end.",
        ),
        Mutant(
            "forgets-the-state",
            _variant(carry=False),
            "every step began with zeros. The state must be handed on.",
        ),
        Mutant(
            "begins-with-the-input",
            _variant(start=lambda x: x[:, 0]),
            "the first state is zeros, not the first input.",
        ),
        Mutant(
            "begins-with-ones",
            _variant(start=lambda x: torch.ones_like(x[:, 0])),
            "the first state is zeros, not ones.",
        ),
        Mutant(
            "time-first",
            _variant(result=lambda outputs, state: (outputs.transpose(0, 1), state)),
            "the states are stacked along the first axis. The batch comes first.",
        ),
        Mutant(
            "states-only",
            _variant(result=lambda outputs, state: outputs),
            "the last state was asked for too.",
        ),
        Mutant(
            "one-step-short",
            _variant(times=lambda n: range(n - 1)),
            "the last step is missing.",
        ),
    ),
)

EXERCISES = (RUN,)
