"""The recurrent cells: equal to torch's with the weights copied, in steps and whole.

torch gives an LSTM's gates in the order i, f, g, o and a GRU's in the order r, z, n.
"""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from annotated.recurrent import Cell, GRUCell, LSTMCell, Recurrent, RNNCell

KINDS = {
    "RNN": (RNNCell, nn.RNN, nn.RNNCell),
    "LSTM": (LSTMCell, nn.LSTM, nn.LSTMCell),
    "GRU": (GRUCell, nn.GRU, nn.GRUCell),
}
SIZES = dict(d_input=5, d_hidden=7)


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


@torch.no_grad()
def give_weights(ours: Cell, theirs: nn.Module, suffix: str) -> None:
    for name, proj in (("ih", ours.input_proj), ("hh", ours.hidden_proj)):
        getattr(theirs, f"weight_{name}{suffix}").copy_(proj.weight)
        getattr(theirs, f"bias_{name}{suffix}").copy_(proj.bias)


def pair(kind: str) -> tuple[Recurrent, nn.Module]:
    ours, theirs, _ = KINDS[kind]
    cell = ours(**SIZES)
    nn.init.normal_(cell.hidden_proj.bias)
    nn.init.normal_(cell.input_proj.bias)
    reference = theirs(SIZES["d_input"], SIZES["d_hidden"], batch_first=True)
    give_weights(cell, reference, "_l0")
    return Recurrent(cell), reference


def as_tuple(state):
    """torch gives an LSTM's state as a tuple, and the others' as one tensor."""
    return state if isinstance(state, tuple) else (state,)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_sequence_equals_torch(kind):
    ours, theirs = pair(kind)
    x = torch.randn(3, 20, SIZES["d_input"])
    outputs, state = ours(x)
    expected, last = theirs(x)
    assert_close(outputs, expected, atol=1e-5, rtol=1e-5)
    for mine, reference in zip(state, as_tuple(last), strict=True):
        assert_close(mine, reference[0], atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_equal_torch(kind):
    ours, theirs = pair(kind)
    x = torch.randn(3, 20, SIZES["d_input"], requires_grad=True)
    weights = torch.randn(3, 20, SIZES["d_hidden"])
    mine = torch.autograd.grad(
        (ours(x)[0] * weights).sum(), [x, *ours.cell.parameters()]
    )
    theirs_in_order = [
        getattr(theirs, name)
        for name in ("weight_ih_l0", "bias_ih_l0", "weight_hh_l0", "bias_hh_l0")
    ]
    reference = torch.autograd.grad(
        (theirs(x)[0] * weights).sum(), [x, *theirs_in_order]
    )
    for one, other in zip(mine, reference, strict=True):
        assert_close(one, other, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_one_step_equals_torch(kind):
    ours, _, theirs = KINDS[kind]
    cell = ours(**SIZES)
    reference = theirs(SIZES["d_input"], SIZES["d_hidden"])
    give_weights(cell, reference, "")
    x = torch.randn(3, SIZES["d_input"])
    state = tuple(torch.randn_like(part) for part in cell.start(3))
    given = state if kind == "LSTM" else state[0]
    for mine, other in zip(cell(x, *state), as_tuple(reference(x, given)), strict=True):
        assert_close(mine, other, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_make_the_whole(kind):
    ours, _ = pair(kind)
    x = torch.randn(2, 6, SIZES["d_input"])
    state = ours.cell.start(2)
    steps = []
    for time in range(6):
        state = ours.cell(x[:, time], *state)
        steps.append(state[0])
    assert_close(ours(x)[0], torch.stack(steps, dim=1))


@pytest.mark.parametrize("kind", KINDS)
def test_a_sequence_may_be_read_in_two_parts(kind):
    ours, _ = pair(kind)
    x = torch.randn(2, 9, SIZES["d_input"])
    whole, last = ours(x)
    first, state = ours(x[:, :4])
    second, state = ours(x[:, 4:], state)
    assert_close(torch.cat([first, second], dim=1), whole)
    assert_close(state, last)


@pytest.mark.parametrize("kind", KINDS)
def test_pads_leave_the_state_alone_as_in_a_packed_sequence(kind):
    ours, theirs = pair(kind)
    x = torch.randn(3, 6, SIZES["d_input"])
    lengths = torch.tensor([6, 2, 4])
    mask = torch.arange(6) < lengths[:, None]
    outputs, state = ours(x, mask=mask)
    packed = nn.utils.rnn.pack_padded_sequence(
        x, lengths, batch_first=True, enforce_sorted=False
    )
    expected, last = theirs(packed)
    expected, _ = nn.utils.rnn.pad_packed_sequence(expected, batch_first=True)
    assert_close(outputs[mask], expected[mask], atol=1e-5, rtol=1e-5)
    for mine, reference in zip(state, as_tuple(last), strict=True):
        assert_close(mine, reference[0], atol=1e-5, rtol=1e-5)
    # Nothing that stands at a pad matters, not even a pad before the words.
    changed = x.masked_fill(~mask[..., None], 1e6)
    assert_close(ours(changed, mask=mask)[0], outputs)
    turned, _ = ours(x.flip(1), mask=mask.flip(1))
    alone, _ = ours(x[1:2, :2].flip(1))
    assert_close(turned[1:2, -2:], alone)


@pytest.mark.parametrize("kind", KINDS)
def test_later_inputs_do_not_change_earlier_states(kind):
    ours, _ = pair(kind)
    x = torch.randn(1, 8, SIZES["d_input"])
    changed = x.clone()
    changed[:, 5:] += 1
    before, after = ours(x)[0], ours(changed)[0]
    assert torch.equal(before[:, :5], after[:, :5])
    assert not torch.equal(before[:, 5:], after[:, 5:])


@pytest.mark.parametrize("kind", KINDS)
def test_the_derivative_is_right(kind):
    ours = Recurrent(KINDS[kind][0](d_input=2, d_hidden=3)).double()
    x = torch.randn(2, 4, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: ours(x)[0], (x,))


def test_an_rnn_step_by_hand():
    cell = RNNCell(d_input=1, d_hidden=1)
    with torch.no_grad():
        cell.input_proj.weight.fill_(1.0)
        cell.hidden_proj.weight.fill_(0.5)
        cell.input_proj.bias.fill_(0.0)
        cell.hidden_proj.bias.fill_(0.0)
    (hidden,) = cell(torch.tensor([[1.0]]), torch.tensor([[0.0]]))
    assert_close(hidden, torch.tensor([[0.7615942]]))
    (hidden,) = cell(torch.tensor([[0.0]]), hidden)
    assert_close(hidden, torch.tensor([[0.3633998]]))


def test_an_open_forget_gate_keeps_the_cell_state():
    """With everything else at zero, each step keeps the share σ(forget_bias)."""
    for bias, share in ((0.0, 0.5), (1.0, 0.7310586)):
        cell = LSTMCell(d_input=1, d_hidden=1, forget_bias=bias)
        with torch.no_grad():
            for name, weights in cell.named_parameters():
                if "weight" in name:
                    weights.zero_()
        forget = slice(1, 2)
        total = cell.input_proj.bias[forget] + cell.hidden_proj.bias[forget]
        assert_close(total.detach(), torch.tensor([bias]))
        with torch.no_grad():
            cell.input_proj.bias[2] = 0.0
            cell.hidden_proj.bias[2] = 0.0
        one = torch.ones(1, 1)
        _, kept = cell(torch.zeros(1, 1), one, one)
        assert_close(kept, torch.tensor([[share]]))


def test_a_gru_that_keeps_passes_its_state_unchanged():
    cell = GRUCell(**SIZES)
    with torch.no_grad():
        cell.input_proj.bias[7:14] = 1e4
    hidden = torch.randn(2, 7)
    assert torch.equal(cell(torch.randn(2, 5), hidden)[0], hidden)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrong", ["d_input", "d_hidden"])
def test_a_size_below_one_is_refused(kind, wrong):
    with pytest.raises(ValueError, match=rf"{wrong} \(0\)"):
        KINDS[kind][0](**{**SIZES, wrong: 0})


def test_a_cell_without_a_step_says_so():
    with pytest.raises(NotImplementedError, match="Cell must say how it steps"):
        Cell(**SIZES)(torch.zeros(1, 5), torch.zeros(1, 7))
