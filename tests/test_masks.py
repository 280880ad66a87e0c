import pytest
import torch

from annotated.masks import (
    attention_mask,
    causal_mask,
    check_head_mask,
    check_mask,
    padding_mask,
)


def test_padding_mask_is_true_at_real_tokens():
    tokens = torch.tensor([[5, 6, 0], [7, 0, 0]])
    expected = torch.tensor([[True, True, False], [True, False, False]])
    assert padding_mask(tokens, pad_id=0).equal(expected)


def test_causal_mask_lets_row_i_see_columns_up_to_i():
    mask = causal_mask(4)
    for i in range(4):
        for j in range(4):
            assert mask[i, j] == (j <= i)


def test_a_joined_mask_needs_both_permissions():
    keys = torch.tensor([[True, False, True]])
    mask = attention_mask(keys, causal_mask(3))
    expected = [[True, False, False], [True, False, False], [True, False, True]]
    assert mask.shape == (1, 1, 3, 3)
    assert mask[0, 0].tolist() == expected


def test_one_mask_alone_stretches_over_the_axes_it_lacks():
    keys = torch.tensor([[True, False], [True, True]])
    assert attention_mask(keys).shape == (2, 1, 1, 2)
    assert attention_mask(causal=causal_mask(3)).shape == (1, 1, 3, 3)
    assert attention_mask() is None


def test_an_empty_causal_mask_is_refused():
    with pytest.raises(ValueError, match=r"seq \(0\) must be at least 1"):
        causal_mask(0)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.uint8])
def test_a_mask_that_is_not_boolean_is_refused(dtype):
    with pytest.raises(ValueError, match=rf"mask has dtype {dtype} and must be"):
        check_mask(torch.ones(3, 3, dtype=dtype), (3, 3))


@pytest.mark.parametrize("shape", [(4, 3), (3, 1), (2, 1, 3, 3), (3, 4), ()])
def test_a_mask_of_a_wrong_shape_is_refused(shape):
    with pytest.raises(ValueError, match=r"must fit the scores' shape \(5, 3, 3\)"):
        check_mask(torch.ones(shape, dtype=torch.bool), (5, 3, 3))


@pytest.mark.parametrize("shape", [(3, 3), (1, 3), (3,), (5, 1, 3), (1, 3, 3)])
def test_a_mask_that_stretches_is_accepted(shape):
    check_mask(torch.ones(shape, dtype=torch.bool), (5, 3, 3))


def test_a_head_mask_of_three_axes_is_refused_as_ambiguous():
    with pytest.raises(ValueError, match=r"mask has shape \(2, 3, 3\)"):
        check_head_mask(torch.ones(2, 3, 3, dtype=torch.bool), (2, 2, 3, 3))
    check_head_mask(torch.ones(3, 3, dtype=torch.bool), (2, 2, 3, 3))
