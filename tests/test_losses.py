import math

import pytest
import torch
from torch import nn

from annotated.losses import label_smoothed_loss


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_it_equals_torchs_loss_in_value_and_gradient(smoothing, reduction):
    labels = torch.tensor([[1, 4, 0], [2, 0, 0]])
    ours = torch.randn(2, 3, 5, requires_grad=True)
    theirs = ours.detach().clone().requires_grad_()
    torch_loss = nn.CrossEntropyLoss(
        label_smoothing=smoothing, ignore_index=0, reduction=reduction
    )
    loss = label_smoothed_loss(
        ours, labels, pad_id=0, smoothing=smoothing, reduction=reduction
    )
    expected = torch_loss(theirs.flatten(0, 1), labels.flatten())
    torch.testing.assert_close(loss, expected)
    loss.backward()
    expected.backward()
    torch.testing.assert_close(ours.grad, theirs.grad)


def test_even_logits_over_five_tokens_by_hand():
    loss = label_smoothed_loss(torch.zeros(1, 5), torch.tensor([2]), pad_id=0)
    assert loss.item() == pytest.approx(math.log(5))


def test_pads_count_nothing():
    logits, labels = torch.randn(1, 3, 5), torch.tensor([[1, 2, 3]])
    padded = torch.cat([logits, torch.randn(1, 4, 5)], dim=1)
    longer = torch.cat([labels, torch.zeros(1, 4, dtype=torch.long)], dim=1)
    torch.testing.assert_close(
        label_smoothed_loss(padded, longer, pad_id=0),
        label_smoothed_loss(logits, labels, pad_id=0),
    )


def test_nothing_but_pads_gives_zero_and_no_gradient():
    logits = torch.randn(1, 3, 5, requires_grad=True)
    loss = label_smoothed_loss(logits, torch.zeros(1, 3, dtype=torch.long), pad_id=0)
    loss.backward()
    assert loss.item() == 0
    assert (logits.grad == 0).all()


def test_certainty_does_not_turn_into_nan():
    logits = torch.tensor([[1000.0, 0.0, 0.0]], requires_grad=True)
    loss = label_smoothed_loss(logits, torch.tensor([0]), pad_id=2)
    loss.backward()
    assert loss.isfinite()
    assert logits.grad.isfinite().all()


def test_smoothing_punishes_too_much_certainty():
    labels = torch.tensor([1])
    calm, sure = torch.tensor([[0.0, 3.0, 0.0]]), torch.tensor([[0.0, 30.0, 0.0]])
    smoothed = [label_smoothed_loss(x, labels, pad_id=2) for x in (calm, sure)]
    plain = [
        label_smoothed_loss(x, labels, pad_id=2, smoothing=0.0) for x in (calm, sure)
    ]
    assert smoothed[1] > smoothed[0]
    assert plain[1] < plain[0]


@pytest.mark.parametrize("smoothing", [-0.1, 1.0])
def test_smoothing_out_of_range_is_refused(smoothing):
    with pytest.raises(ValueError, match=rf"smoothing \({smoothing}\) must be"):
        label_smoothed_loss(
            torch.zeros(1, 5), torch.tensor([2]), pad_id=0, smoothing=smoothing
        )
