import math

import pytest
import torch

from annotated.positions import (
    LearnedPositions,
    SinusoidalPositions,
    clock_speeds,
    position_shift,
    sinusoidal_positions,
)


def test_it_is_the_papers_formula_at_every_place():
    table = sinusoidal_positions(50, 16)
    for pos in range(50):
        for i in range(8):
            angle = pos / 10_000 ** (2 * i / 16)
            assert table[pos, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[pos, 2 * i + 1].item() == pytest.approx(
                math.cos(angle), abs=1e-6
            )


def test_position_one_of_width_four_by_hand():
    expected = torch.tensor([0.8415, 0.5403, 0.0100, 0.99995])
    torch.testing.assert_close(
        sinusoidal_positions(2, 4)[1], expected, atol=5e-5, rtol=0
    )


def test_position_zero_points_straight_up():
    assert sinusoidal_positions(1, 6)[0].tolist() == [0, 1, 0, 1, 0, 1]


def test_far_positions_keep_their_precision():
    angle = 100_000 / 10_000 ** (2 / 512)
    value = sinusoidal_positions(100_001, 512)[100_000, 2].item()
    assert value == pytest.approx(math.sin(angle), abs=1e-6)


def test_the_module_adds_the_row_of_each_position():
    positions = SinusoidalPositions(d_model=8, max_len=10)
    x = torch.randn(2, 6, 8)
    torch.testing.assert_close(positions(x) - x, positions.table[:6].expand(2, 6, 8))


def test_half_precision_stays_half():
    x = torch.zeros(1, 3, 8, dtype=torch.bfloat16)
    assert SinusoidalPositions(d_model=8, max_len=10)(x).dtype == torch.bfloat16


def test_the_table_is_not_part_of_a_checkpoint():
    assert not SinusoidalPositions(d_model=8, max_len=10).state_dict()


def test_a_sequence_beyond_the_table_is_refused_not_cut():
    positions = SinusoidalPositions(d_model=8, max_len=10)
    with pytest.raises(ValueError, match=r"11 tokens must not exceed max_len \(10\)"):
        positions(torch.zeros(1, 11, 8))
    assert positions(torch.zeros(1, 10, 8)).shape == (1, 10, 8)


@pytest.mark.parametrize("d_model", [5, 0, 1])
def test_odd_widths_are_refused(d_model):
    with pytest.raises(ValueError, match=rf"d_model \({d_model}\) must be even"):
        sinusoidal_positions(3, d_model)


def test_an_empty_table_is_refused():
    with pytest.raises(ValueError, match=r"max_len \(0\) must be at least 1"):
        SinusoidalPositions(d_model=8, max_len=0)


def test_the_hands_slow_down_from_one_radian_by_a_constant_factor():
    speeds = clock_speeds(8)
    torch.testing.assert_close(
        speeds, torch.tensor([1.0, 0.1, 0.01, 0.001], dtype=torch.float64)
    )


@pytest.mark.parametrize("offset", [-40, -1, 0, 1, 7, 300])
@pytest.mark.parametrize("d_model", [2, 4, 128])
def test_one_matrix_moves_every_position_by_the_offset(offset, d_model):
    table = sinusoidal_positions(1000, d_model)
    here = torch.arange(max(0, -offset), 1000 - max(0, offset))
    moved = table[here] @ position_shift(offset, d_model).T
    torch.testing.assert_close(moved, table[here + offset])


def test_shifts_add_up_and_moving_back_undoes_them():
    shift = position_shift
    torch.testing.assert_close(shift(3, 16) @ shift(4, 16), shift(7, 16))
    torch.testing.assert_close(shift(5, 16).T, shift(-5, 16))
    assert torch.equal(shift(0, 6), torch.eye(6))


def test_a_shift_of_one_by_hand():
    expected = [[math.cos(1), math.sin(1)], [-math.sin(1), math.cos(1)]]
    torch.testing.assert_close(position_shift(1, 2), torch.tensor(expected))


def test_a_shift_stays_within_each_pair():
    blocks = torch.block_diag(*[torch.ones(2, 2)] * 4).bool()
    assert (position_shift(3, 8)[~blocks] == 0).all()


def test_learned_positions_add_their_rows():
    positions = LearnedPositions(d_model=8, max_len=10)
    x = torch.randn(2, 6, 8)
    torch.testing.assert_close(positions(x) - x, positions.table[:6].expand(2, 6, 8))


def test_learned_positions_are_learned_where_a_sequence_reaches():
    positions = LearnedPositions(d_model=8, max_len=10)
    positions(torch.zeros(3, 6, 8)).sum().backward()
    gradient = positions.table.grad
    assert gradient is not None
    assert (gradient[:6] == 3).all() and (gradient[6:] == 0).all()


def test_learned_positions_are_kept_in_a_checkpoint():
    state = LearnedPositions(d_model=8, max_len=10).state_dict()
    assert {name: tuple(value.shape) for name, value in state.items()} == {
        "table": (10, 8)
    }


def test_learned_positions_start_as_large_as_an_embedding():
    table = LearnedPositions(d_model=400, max_len=50).table
    assert table.std().item() == pytest.approx(1 / 20, rel=0.05)
    assert abs(table.mean().item()) < 0.002


def test_learned_positions_beyond_the_table_are_refused_not_cut():
    positions = LearnedPositions(d_model=8, max_len=10)
    with pytest.raises(ValueError, match=r"11 tokens must not exceed max_len \(10\)"):
        positions(torch.zeros(1, 11, 8))
    assert positions(torch.zeros(1, 10, 8)).shape == (1, 10, 8)


@pytest.mark.parametrize(("d_model", "max_len"), [(0, 4), (4, 0)])
def test_learned_positions_need_sizes(d_model, max_len):
    with pytest.raises(ValueError, match=rf"{d_model}.*{max_len}.*must be at least 1"):
        LearnedPositions(d_model=d_model, max_len=max_len)


@pytest.mark.parametrize("d_model", [5, 0])
def test_a_shift_needs_pairs(d_model):
    with pytest.raises(ValueError, match=rf"d_model \({d_model}\) must be even"):
        position_shift(1, d_model)


def test_learned_positions_keep_half_precision():
    x = torch.zeros(1, 3, 8, dtype=torch.bfloat16)
    assert LearnedPositions(d_model=8, max_len=10)(x).dtype == torch.bfloat16
