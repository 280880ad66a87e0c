import jaxtyping
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from annotated.attention import (
    MultiHeadAttention,
    record_attention,
    scaled_dot_product_attention,
)
from annotated.masks import attention_mask, causal_mask, padding_mask


def qkv(*batch, query=4, key=5, d_k=8, d_v=6, **options):
    shapes = (query, d_k), (key, d_k), (key, d_v)
    return [torch.randn(*batch, *shape, **options) for shape in shapes]


MASKS = {
    "none": None,
    "query and key": torch.rand(4, 5, generator=torch.Generator().manual_seed(1)) > 0.4,
    "key alone": torch.tensor([[[[True, False, True, True, False]]]] * 2),
    "nothing to see": torch.tensor([[True] * 5, [False] * 5, [True] * 5, [True] * 5]),
}
EVERY_MASK = pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS.keys())


# -- shapes ---------------------------------------------------------------------


def test_the_shape_hook_is_on():
    query, key, value = qkv()
    with pytest.raises(jaxtyping.TypeCheckError):
        scaled_dot_product_attention(query, key[:, :3], value)


def test_shapes_follow_queries_and_values():
    output, weights = scaled_dot_product_attention(*qkv(2, 3))
    assert output.shape == (2, 3, 4, 6)
    assert weights.shape == (2, 3, 4, 5)


@pytest.mark.parametrize(("d_k", "d_v"), [(None, None), (3, 7)])
def test_multi_head_shapes(d_k, d_v):
    attention = MultiHeadAttention(d_model=12, num_heads=4, d_k=d_k, d_v=d_v)
    query, memory = torch.randn(2, 3, 12), torch.randn(2, 5, 12)
    output, weights = attention(query, memory, memory, need_weights=True)
    assert output.shape == (2, 3, 12)
    assert weights.shape == (2, 4, 3, 5)


# -- parity ---------------------------------------------------------------------


@EVERY_MASK
def test_it_equals_torchs_function(mask):
    ours = qkv(2, 3, dtype=torch.float64)
    for tensor in ours:
        tensor.requires_grad_()
    output, _ = scaled_dot_product_attention(*ours, mask)
    theirs = [tensor.detach().clone().requires_grad_() for tensor in ours]
    expected = F.scaled_dot_product_attention(*theirs, attn_mask=mask)
    torch.testing.assert_close(output, expected)
    output.sin().sum().backward()
    expected.sin().sum().backward()
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine.grad, other.grad)


def torch_twin(attention, d_model, num_heads, bias):
    twin = nn.MultiheadAttention(d_model, num_heads, bias=bias, batch_first=True)
    projections = attention.q_proj, attention.k_proj, attention.v_proj
    with torch.no_grad():
        twin.in_proj_weight.copy_(torch.cat([p.weight for p in projections]))
        twin.out_proj.weight.copy_(attention.out_proj.weight)
        if bias:
            twin.in_proj_bias.copy_(torch.cat([p.bias for p in projections]))
            twin.out_proj.bias.copy_(attention.out_proj.bias)
    return twin


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_equals_torchs_module_in_outputs_weights_and_gradients(bias, masked):
    attention = MultiHeadAttention(d_model=12, num_heads=3, bias=bias)
    twin = torch_twin(attention, 12, 3, bias)
    query, memory = torch.randn(2, 4, 12), torch.randn(2, 5, 12)
    real = torch.tensor([[True] * 5, [True, True, False, True, False]])
    mask = attention_mask(real) if masked else None

    output, weights = attention(query, memory, memory, mask, need_weights=True)
    expected, expected_weights = twin(
        query,
        memory,
        memory,
        key_padding_mask=~real if masked else None,
        average_attn_weights=False,
    )
    torch.testing.assert_close(output, expected)
    torch.testing.assert_close(weights, expected_weights)

    output.sin().sum().backward()
    expected.sin().sum().backward()
    names = "q_proj", "k_proj", "v_proj"
    gradient = torch.cat([getattr(attention, name).weight.grad for name in names])
    torch.testing.assert_close(gradient, twin.in_proj_weight.grad)
    torch.testing.assert_close(
        attention.out_proj.weight.grad, twin.out_proj.weight.grad
    )


@EVERY_MASK
def test_the_fused_kernel_equals_the_explicit_formula(mask):
    attention = MultiHeadAttention(d_model=12, num_heads=3)
    query, memory = torch.randn(2, 4, 12), torch.randn(2, 5, 12)
    grads = []
    for need_weights in (True, False):
        attention.zero_grad()
        output, _ = attention(query, memory, memory, mask, need_weights)
        output.sin().sum().backward()
        grads.append([output, *(p.grad.clone() for p in attention.parameters())])
    torch.testing.assert_close(grads[0], grads[1])


# -- properties -----------------------------------------------------------------


@EVERY_MASK
def test_rows_of_weights_sum_to_one_or_to_nothing(mask):
    _, weights = scaled_dot_product_attention(*qkv(2, 3), mask)
    sums = weights.sum(-1)
    sees = torch.ones(2, 3, 4, dtype=torch.bool)
    if mask is not None:
        sees = mask.any(-1).expand(2, 3, 4)
        assert (weights[~mask.expand_as(weights)] == 0).all()
    torch.testing.assert_close(sums, sees.float())


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_a_query_that_may_look_at_nothing_gives_zeros_and_harms_nobody():
    query, key, value = qkv(2)
    for tensor in (query, key, value):
        tensor.requires_grad_()
    alone, _ = scaled_dot_product_attention(query, key, value)
    mask = torch.ones(2, 4, 5, dtype=torch.bool)
    mask[0, 1] = False
    with torch.autograd.set_detect_anomaly(True, check_nan=True):
        output, weights = scaled_dot_product_attention(query, key, value, mask)
        output.sum().backward()
    assert (output[0, 1] == 0).all()
    assert (weights[0, 1] == 0).all()
    assert all(tensor.grad.isfinite().all() for tensor in (query, key, value))
    torch.testing.assert_close(output[1], alone[1])
    torch.testing.assert_close(output[0, 2:], alone[0, 2:])


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("need_weights", [False, True])
def test_a_padded_sentence_gives_what_it_gives_alone_whatever_the_pads_hold(
    left, need_weights
):
    attention = MultiHeadAttention(d_model=12, num_heads=3)
    sentence, pads = torch.randn(1, 4, 12), torch.full((1, 3, 12), 1e4)
    order = [pads, sentence] if left else [sentence, pads]
    padded = torch.cat(order, dim=1)
    mask = padding_mask(torch.tensor([[0] * 3 + [1] * 4]), 0)
    mask = mask if left else mask.flip(1)
    output, _ = attention(padded, padded, padded, attention_mask(mask), need_weights)
    alone, _ = attention(sentence, sentence, sentence, None, need_weights)
    torch.testing.assert_close(output[mask], alone[0])


def test_masks_of_two_and_four_axes_agree():
    attention = MultiHeadAttention(d_model=12, num_heads=2)
    x = torch.randn(2, 5, 12)
    flat = torch.tensor([True, True, False, True, False])
    masks = [
        flat.expand(5, 5),
        flat.expand(2, 1, 1, 5),
        flat.expand(2, 1, 5, 5),
        flat.expand(2, 2, 5, 5),
    ]
    outputs = [attention(x, x, x, mask)[0] for mask in masks]
    for output in outputs[1:]:
        torch.testing.assert_close(output, outputs[0])


@pytest.mark.parametrize("need_weights", [False, True])
def test_future_tokens_do_not_change_the_past(need_weights):
    attention = MultiHeadAttention(d_model=12, num_heads=3)
    x = torch.randn(1, 6, 12)
    changed = x.clone()
    changed[:, 4] = torch.randn(12)
    mask = causal_mask(6)
    before, _ = attention(x, x, x, mask, need_weights)
    after, _ = attention(changed, changed, changed, mask, need_weights)
    assert before[:, :4].equal(after[:, :4])
    assert not before[:, 4:].equal(after[:, 4:])


def test_without_positions_attention_is_blind_to_order():
    attention = MultiHeadAttention(d_model=12, num_heads=3)
    x = torch.randn(1, 6, 12)
    order = torch.randperm(6)
    mixed = x[:, order]
    torch.testing.assert_close(
        attention(mixed, mixed, mixed)[0], attention(x, x, x)[0][:, order]
    )


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_does_not_overflow_at_the_mask(dtype):
    query, key, value = qkv(dtype=dtype)
    mask = MASKS["nothing to see"]
    output, weights = scaled_dot_product_attention(query, key, value, mask)
    assert output.isfinite().all()
    assert (weights[1] == 0).all()


def test_dividing_by_root_d_k_gives_scores_of_variance_one():
    query, key = torch.randn(2000, 1, 64), torch.randn(2000, 1, 64)
    raw = (query @ key.transpose(-2, -1)).flatten()
    assert 58 < raw.var() < 70
    assert 0.9 < (raw / 8).var() < 1.1


# -- by hand --------------------------------------------------------------------


def test_three_words_by_hand():
    """Scores 2 and 0 over √4: weights e / (e + 1) and 1 / (e + 1)."""
    query = torch.tensor([[1.0, 1.0, 0.0, 0.0]])
    key = torch.tensor([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    value = torch.tensor([[1.0], [0.0]])
    output, weights = scaled_dot_product_attention(query, key, value)
    torch.testing.assert_close(weights, torch.tensor([[0.731059, 0.268941]]))
    torch.testing.assert_close(output, torch.tensor([[0.731059]]))


# -- gradients ------------------------------------------------------------------


@EVERY_MASK
def test_gradients_are_right(mask):
    batch = (2, 1) if mask is not None and mask.dim() == 4 else ()
    inputs = [
        tensor.requires_grad_()
        for tensor in qkv(*batch, d_k=3, d_v=2, dtype=torch.float64)
    ]
    assert torch.autograd.gradcheck(
        lambda *inputs: scaled_dot_product_attention(*inputs, mask), inputs
    )


# -- recording ------------------------------------------------------------------


def test_recording_sees_every_attention_and_leaves_the_model_as_it_was():
    model = nn.ModuleDict(
        {name: MultiHeadAttention(d_model=8, num_heads=2) for name in ("a", "b")}
    )
    x = torch.randn(1, 3, 8)
    with record_attention(model) as weights:
        _, asked = model["a"](x, x, x, need_weights=True)
        model["b"](x, x, x)
    assert weights.keys() == {"a", "b"}
    assert weights["a"].equal(asked)
    torch.testing.assert_close(weights["b"].sum(-1), torch.ones(1, 2, 3))
    assert model["a"](x, x, x)[1] is None


def test_recording_ends_even_if_the_model_fails():
    model = MultiHeadAttention(d_model=8, num_heads=2)
    with pytest.raises(RuntimeError, match="stop"), record_attention(model):
        raise RuntimeError("stop")
    assert not model._forward_hooks
    assert not model._forward_pre_hooks


# -- errors ---------------------------------------------------------------------


@pytest.mark.usefixtures("no_shape_hook")
def test_masks_that_do_not_fit_are_refused():
    query, key, value = qkv(2)
    with pytest.raises(ValueError, match=r"must be torch\.bool"):
        scaled_dot_product_attention(query, key, value, torch.ones(4, 5))
    with pytest.raises(ValueError, match=r"\(5, 4\) and must fit"):
        mask = torch.ones(5, 4, dtype=torch.bool)
        scaled_dot_product_attention(query, key, value, mask)
    attention = MultiHeadAttention(d_model=12, num_heads=2)
    x = torch.randn(2, 5, 12)
    with pytest.raises(ValueError, match=r"shape \(2, 5, 5\) and must have the axes"):
        attention(x, x, x, torch.ones(2, 5, 5, dtype=torch.bool))
    with pytest.raises(ValueError, match=r"must be torch\.bool"):
        attention(x, x, x, torch.zeros(5, 5))


def test_sizes_that_do_not_divide_are_refused():
    with pytest.raises(ValueError, match=r"num_heads \(5\) must divide d_model \(12\)"):
        MultiHeadAttention(d_model=12, num_heads=5)
    with pytest.raises(ValueError, match=r"num_heads \(0\) must be at least 1"):
        MultiHeadAttention(d_model=12, num_heads=0)
    MultiHeadAttention(d_model=12, num_heads=5, d_k=2, d_v=3)
