"""Exercise: write one step of the LSTM.

Axes: as in annotated/recurrent.py.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.recurrent import LSTMCell


def _variant(
    *,
    order: str = "ifgo",
    squash: Callable[[Tensor], Tensor] = torch.tanh,
    keep: Callable[..., Tensor] = lambda i, f, g, c: f * c + i * g,
    show: Callable[..., Tensor] = lambda o, c: o * c.tanh(),
    result: Callable[..., object] = lambda h, c: (h, c),
) -> Callable[..., object]:
    """Build one step with one of its parts exchanged."""

    def step(gates, cell):
        parts = dict(zip(order, gates.chunk(4, dim=-1), strict=True))
        write, forget, out = (parts[name].sigmoid() for name in "ifo")
        new = keep(write, forget, squash(parts["g"]), cell)
        return result(show(out, new), new)

    return step


def _package(gates, cell):
    # The reader's stream of random numbers must not move.
    with torch.random.fork_rng():
        module = LSTMCell(d_input=1, d_hidden=cell.size(-1))
    torch.nn.init.zeros_(module.hidden_proj.weight)
    torch.nn.init.zeros_(module.hidden_proj.bias)
    with torch.no_grad():
        return module.step(gates, torch.zeros_like(cell), cell)


LSTM = Exercise(
    name="recurrence.lstm",
    title="Write one step of the LSTM",
    level=2,
    minutes=15,
    stub='''\
def my_lstm_step(gates, cell):
    """Return the new hidden state and the new cell state, both (batch, d_hidden).

    gates is (batch, 4 · d_hidden): what both linear maps gave, already added, in the
    order write, forget, new, show, and not yet squashed. cell is (batch, d_hidden).
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case(
                {
                    "gates": torch.tensor([[0.0, 1.0, -1.0, 2.0]]),
                    "cell": torch.tensor([[1.0]]),
                }
            ),
            Case({"gates": numbers(1, 8, seed=60), "cell": numbers(1, 2, seed=61)}),
            Case({"gates": numbers(3, 20, seed=62), "cell": numbers(3, 5, seed=63)}),
        ),
        parts=("hidden", "cell"),
    ),
    reference=_package,
    hints=(
        "Cut `gates` into four parts along the last axis. Which three of them must "
        "lie between 0 and 1?",
        "The new cell state is a share of the old one plus a share of something new. "
        "The hidden state is a share of what the new cell state looks like.",
        "With i, f, o through sigmoid and g through tanh: cell = f · cell + i · g, "
        "hidden = o · tanh(cell), with the new cell.",
    ),
    mutants=(
        Mutant(
            "paper-order",
            _variant(order="ifog"),
            "show and new have changed places. The order is write, forget, new, show.",
        ),
        Mutant(
            "forget-first",
            _variant(order="figo"),
            "write and forget have changed places.",
        ),
        Mutant(
            "new-through-sigmoid",
            _variant(squash=torch.sigmoid),
            "the proposal went through a sigmoid, so nothing could ever be lowered. It "
            "takes tanh, from −1 to 1.",
        ),
        Mutant(
            "new-not-squashed",
            _variant(squash=lambda x: x),
            "the proposal was not squashed. It takes tanh.",
        ),
        Mutant(
            "forgets-what-it-should-keep",
            _variant(keep=lambda i, f, g, c: (1 - f) * c + i * g),
            "the forget gate says how much is kept, in spite of its name: 1 keeps all.",
        ),
        Mutant(
            "coupled",
            _variant(keep=lambda i, f, g, c: f * c + (1 - f) * g),
            "one gate did both, as in the GRU. The LSTM writes with a gate of its own.",
        ),
        Mutant(
            "shows-the-cell-bare",
            _variant(show=lambda o, c: o * c),
            "the cell state was shown without tanh, and may be larger than 1.",
        ),
        Mutant(
            "squashes-the-cell",
            _variant(keep=lambda i, f, g, c: (f * c + i * g).tanh()),
            "the cell state itself went through tanh. Then the gradient shrinks at "
            "each step again: only what is shown is squashed.",
        ),
        Mutant(
            "turned-round",
            _variant(result=lambda h, c: (c, h)),
            "the two states are returned in the wrong order. First hidden, then cell.",
        ),
        Mutant(
            "hidden-only",
            _variant(result=lambda h, c: h),
            "only the hidden state is returned. The next step needs both.",
        ),
    ),
)

EXERCISES = (LSTM,)
