import math

import pytest
import torch

from annotated.positions import SinusoidalPositions, sinusoidal_positions


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
