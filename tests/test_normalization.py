import pytest
import torch
from torch import nn

from annotated.normalization import LayerNorm


def test_it_equals_torchs_module_in_outputs_and_gradients():
    ours, theirs = LayerNorm(12), nn.LayerNorm(12)
    for parameter, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        nn.init.normal_(parameter)
        other.data.copy_(parameter.data)
    x = torch.randn(2, 3, 12) * 5 + 2
    mine, other = x.clone().requires_grad_(), x.clone().requires_grad_()
    output, expected = ours(mine), theirs(other)
    torch.testing.assert_close(output, expected)
    output.sin().sum().backward()
    expected.sin().sum().backward()
    torch.testing.assert_close(mine.grad, other.grad)
    torch.testing.assert_close(ours.weight.grad, theirs.weight.grad)
    torch.testing.assert_close(ours.bias.grad, theirs.bias.grad)


def test_one_and_three_zeros_by_hand():
    output = LayerNorm(4)(torch.tensor([1.0, 0.0, 0.0, 0.0]))
    expected = torch.tensor([1.7320, -0.5773, -0.5773, -0.5773])
    torch.testing.assert_close(output, expected, atol=1e-4, rtol=0)


def test_any_scale_becomes_mean_zero_and_variance_one():
    x = torch.randn(7, 64) * torch.logspace(0, 4, 7)[:, None] + 100
    output = LayerNorm(64)(x)
    torch.testing.assert_close(output.mean(-1), torch.zeros(7), atol=1e-4, rtol=0)
    torch.testing.assert_close(
        output.var(-1, correction=0), torch.ones(7), atol=1e-3, rtol=0
    )


def test_a_constant_vector_gives_zeros_and_finite_gradients():
    x = torch.full((3, 8), 5.0, requires_grad=True)
    output = LayerNorm(8)(x)
    output.sum().backward()
    assert (output == 0).all()
    assert x.grad.isfinite().all()


def test_no_vector_sees_another():
    norm, x = LayerNorm(8), torch.randn(2, 5, 8)
    changed = x.clone()
    changed[0, 2] = 100 * torch.randn(8)
    same = torch.ones(2, 5, dtype=torch.bool)
    same[0, 2] = False
    assert norm(x)[same].equal(norm(changed)[same])


def test_gradients_are_right():
    x = torch.randn(2, 6, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(LayerNorm(6).double(), x)


def test_an_empty_width_is_refused():
    with pytest.raises(ValueError, match=r"d_model \(0\) must be at least 1"):
        LayerNorm(0)
