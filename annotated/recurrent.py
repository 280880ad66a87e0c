"""Read a sequence one step at a time, and carry a state along: RNN, LSTM, GRU.

Elman (1990); Hochreiter and Schmidhuber (1997); Gers et al. (2000); Cho et al. (2014).

A cell makes one step: from the input and the old state to the new state. A state is
a tuple whose first member is what the outside sees; the LSTM's has a second one.

Axes: batch, sequences; seq, steps in time; d_input, width of each input; d_hidden,
width of the state; gates, all gates of a cell side by side.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

State = tuple[Tensor, ...]


class Cell(nn.Module):
    """Hold what all cells share: one linear map of the input, one of the state.

    Args:
        num_gates: how many vectors of width d_hidden each of the two maps gives.
        num_states: how many vectors of width d_hidden the state has.

    Raises:
        ValueError: if a size is below 1.

    Source: ours.
    """

    def __init__(
        self, *, d_input: int, d_hidden: int, num_gates: int = 1, num_states: int = 1
    ) -> None:
        super().__init__()
        if min(d_input, d_hidden) < 1:
            raise ValueError(
                f"d_input ({d_input}) and d_hidden ({d_hidden}) must be at least 1"
            )
        self.d_hidden = d_hidden
        self.num_states = num_states
        self.input_proj = nn.Linear(d_input, num_gates * d_hidden)
        self.hidden_proj = nn.Linear(d_hidden, num_gates * d_hidden)

    def start(self, num_sequences: int) -> State:
        """Give the state before the first step: zeros, one row for each sequence.

        Source: ours.
        """
        zeros = self.hidden_proj.weight.new_zeros(num_sequences, self.d_hidden)
        return (zeros,) * self.num_states

    def step(self, from_input: Float[Tensor, "batch gates"], *state: Tensor) -> State:
        """Make one step, the linear map of the input already done.

        Raises:
            NotImplementedError: here; each cell says how it steps.

        Source: ours.
        """
        raise NotImplementedError(f"{type(self).__name__} must say how it steps")

    def forward(self, x: Float[Tensor, "batch d_input"], *state: Tensor) -> State:
        """Make one step from an input and the old state to the new state.

        Source: ours.
        """
        return self.step(self.input_proj(x), *state)


class RNNCell(Cell):
    """Mix the input with the old state, and squash the sum.

    h' = tanh(W x + b + U h + c)

    Raises:
        ValueError: if a size is below 1.

    Source: Elman (1990), Fig. 2.
    Differs: tanh for the logistic function; torch's two biases.
    """

    def step(
        self,
        from_input: Float[Tensor, "batch d_hidden"],
        *state: Float[Tensor, "batch d_hidden"],
    ) -> State:
        """Make one step.

        Source: Elman (1990), Fig. 2.
        """
        (hidden,) = state
        return (torch.tanh(from_input + self.hidden_proj(hidden)),)


class LSTMCell(Cell):
    """Keep a second state, the cell state, that is only scaled and added to.

    i, f, o = σ(W x + b + U h + c),  g = tanh(W x + b + U h + c),  each its own
    c' = f ⊙ c + i ⊙ g,  h' = o ⊙ tanh(c')

    Args:
        forget_bias: where the forget gate's bias starts; above 0 it starts open.

    Raises:
        ValueError: if a size is below 1.

    Source: Hochreiter and Schmidhuber (1997), §4; Gers et al. (2000), §3.1, for f;
    Jozefowicz et al. (2015), §2.2, for the bias of 1.
    """

    def __init__(
        self, *, d_input: int, d_hidden: int, forget_bias: float = 0.0
    ) -> None:
        super().__init__(d_input=d_input, d_hidden=d_hidden, num_gates=4, num_states=2)
        # The two maps' biases are added: one holds the start, the other nothing.
        forget = slice(d_hidden, 2 * d_hidden)
        nn.init.constant_(self.input_proj.bias[forget], forget_bias)
        nn.init.zeros_(self.hidden_proj.bias[forget])

    def step(
        self,
        from_input: Float[Tensor, "batch gates"],
        *state: Float[Tensor, "batch d_hidden"],
    ) -> State:
        """Make one step.

        Source: Gers et al. (2000), §3.1.
        """
        hidden, cell = state

        # (1) All four gates see the same two things, each through weights of its own.
        gates = from_input + self.hidden_proj(hidden)
        write, forget, new, show = gates.chunk(4, dim=-1)

        # (2) Keep a share of the old cell state, and add a share of something new.
        # No matrix and no tanh lies on this path from step to step.
        cell = forget.sigmoid() * cell + write.sigmoid() * new.tanh()

        # (3) Show a share of it to the outside.
        return show.sigmoid() * cell.tanh(), cell


class GRUCell(Cell):
    """Let one gate choose, for each number, between the old state and a new one.

    r, z = σ(W x + b + U h + c),  n = tanh(W x + b + r ⊙ (U h + c))
    h' = z ⊙ h + (1 − z) ⊙ n

    Raises:
        ValueError: if a size is below 1.

    Source: Cho et al. (2014), §2.3, eqs. 5 to 8.
    Differs: r scales U h + c, not h before U, as in torch and cuDNN.
    """

    def __init__(self, *, d_input: int, d_hidden: int) -> None:
        super().__init__(d_input=d_input, d_hidden=d_hidden, num_gates=3)

    def step(
        self,
        from_input: Float[Tensor, "batch gates"],
        *state: Float[Tensor, "batch d_hidden"],
    ) -> State:
        """Make one step.

        Source: Cho et al. (2014), §2.3.
        """
        (hidden,) = state

        # (1) Both maps give three parts: two gates, and the proposal.
        reset_in, keep_in, new_in = from_input.chunk(3, dim=-1)
        reset_old, keep_old, new_old = self.hidden_proj(hidden).chunk(3, dim=-1)

        # (2) The reset gate says how much of the old state the proposal may use.
        reset = (reset_in + reset_old).sigmoid()
        new = (new_in + reset * new_old).tanh()

        # (3) The update gate mixes: at 1 the old state passes unchanged.
        keep = (keep_in + keep_old).sigmoid()
        return (keep * hidden + (1 - keep) * new,)


class Recurrent(nn.Module):
    """Run a cell over whole sequences, from the first step to the last.

    Source: ours.
    """

    def __init__(self, cell: Cell) -> None:
        super().__init__()
        self.cell = cell

    def forward(
        self,
        x: Float[Tensor, "batch seq d_input"],
        state: State | None = None,
        mask: Bool[Tensor, "batch seq"] | None = None,
    ) -> tuple[Float[Tensor, "batch seq d_hidden"], State]:
        """Give the state after every step, and the last one whole.

        Args:
            mask: True at real steps; at the others the state stays as it is.

        Source: ours.
        """
        state = self.cell.start(len(x)) if state is None else state
        outputs = []

        # (1) The map of the inputs needs no state: all steps at once.
        from_inputs = self.cell.input_proj(x)

        # (2) The rest must wait: no step can begin before the one before has ended.
        for time, from_input in enumerate(from_inputs.unbind(dim=1)):
            new = self.cell.step(from_input, *state)
            if mask is not None:
                real = mask[:, time, None]
                new = tuple(
                    torch.where(real, n, s) for n, s in zip(new, state, strict=True)
                )
            state = new
            outputs.append(state[0])
        return torch.stack(outputs, dim=1), state
