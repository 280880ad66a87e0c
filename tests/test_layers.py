import pytest
import torch
from torch import nn
from torch_twins import copy_layer

from annotated.layers import DecoderLayer, EncoderLayer, Residual
from annotated.masks import attention_mask, causal_mask

SIZES = dict(d_model=12, num_heads=3, d_ff=20)
TORCH = dict(d_model=12, nhead=3, dim_feedforward=20, dropout=0.0, batch_first=True)
BOTH_ORDERS = pytest.mark.parametrize("norm_first", [False, True])


def assert_same_gradients(ours, theirs, inputs, twins):
    for mine, other in zip(inputs, twins, strict=True):
        torch.testing.assert_close(mine.grad, other.grad)
    torch.testing.assert_close(
        ours.self_attention.out_proj.weight.grad, theirs.self_attn.out_proj.weight.grad
    )
    torch.testing.assert_close(
        ours.feed_forward.widen.weight.grad, theirs.linear1.weight.grad
    )
    torch.testing.assert_close(
        ours.around_feed_forward.norm.weight.grad,
        (theirs.norm3 if hasattr(theirs, "norm3") else theirs.norm2).weight.grad,
    )


REAL = torch.tensor([[True] * 5, [True, True, True, False, False]])


@BOTH_ORDERS
@pytest.mark.parametrize("masked", [False, True])
def test_the_encoder_layer_equals_torchs_in_outputs_and_gradients(norm_first, masked):
    ours = EncoderLayer(**SIZES, norm_first=norm_first)
    theirs = nn.TransformerEncoderLayer(**TORCH, norm_first=norm_first)
    copy_layer(ours, theirs)
    x = torch.randn(2, 5, 12, requires_grad=True)
    twin = x.detach().clone().requires_grad_()
    output = ours(x, attention_mask(REAL) if masked else None)
    expected = theirs(twin, src_key_padding_mask=~REAL if masked else None)
    torch.testing.assert_close(output, expected)
    output.sin().sum().backward()
    expected.sin().sum().backward()
    assert_same_gradients(ours, theirs, [x], [twin])


@BOTH_ORDERS
@pytest.mark.parametrize("masked", [False, True])
def test_the_decoder_layer_equals_torchs_in_outputs_and_gradients(norm_first, masked):
    ours = DecoderLayer(**SIZES, norm_first=norm_first)
    theirs = nn.TransformerDecoderLayer(**TORCH, norm_first=norm_first)
    copy_layer(ours, theirs)
    inputs = [torch.randn(2, seq, 12, requires_grad=True) for seq in (4, 5)]
    twins = [tensor.detach().clone().requires_grad_() for tensor in inputs]
    causal = causal_mask(4)
    output = ours(
        *inputs,
        attention_mask(causal=causal),
        attention_mask(REAL) if masked else None,
    )
    expected = theirs(
        *twins,
        tgt_mask=~causal,
        memory_key_padding_mask=~REAL if masked else None,
    )
    torch.testing.assert_close(output, expected)
    output.sin().sum().backward()
    expected.sin().sum().backward()
    assert_same_gradients(ours, theirs, inputs, twins)


def test_the_residual_path_keeps_x_when_the_sublayer_says_nothing():
    x = torch.randn(2, 3, 12)
    first = Residual(d_model=12, dropout=0.0, norm_first=True)
    torch.testing.assert_close(first(x, torch.zeros_like), x)
    last = Residual(d_model=12, dropout=0.0, norm_first=False)
    torch.testing.assert_close(last(x, torch.zeros_like), last.norm(x))


def test_dropout_falls_on_the_sublayer_not_on_the_residual_path():
    x = torch.ones(1, 1000, 12)
    residual = Residual(d_model=12, dropout=0.5, norm_first=True)
    output = residual(x, torch.ones_like)
    assert set(output.unique().tolist()) == {1.0, 3.0}
    residual.eval()
    assert (residual(x, torch.ones_like) == 2).all()


def test_dropout_leaves_the_residual_path_alone_before_the_norm_too():
    x = torch.randn(1, 1000, 12)
    residual = Residual(d_model=12, dropout=0.5, norm_first=False)
    torch.testing.assert_close(residual(x, torch.zeros_like), residual.norm(x))


@pytest.mark.parametrize("dropout", [-0.1, 1.0])
def test_impossible_dropout_is_refused(dropout):
    with pytest.raises(ValueError, match=rf"dropout \({dropout}\) must be"):
        Residual(d_model=12, dropout=dropout, norm_first=False)
