import pytest
import torch
from torch import nn

from annotated.feed_forward import FeedForward


def test_it_equals_two_linear_layers_around_a_relu():
    ours = FeedForward(d_model=6, d_ff=10)
    theirs = nn.Sequential(ours.widen, nn.ReLU(), ours.narrow)
    x = torch.randn(2, 3, 6)
    torch.testing.assert_close(ours(x), theirs(x))


def test_it_has_the_papers_number_of_parameters():
    ours = FeedForward(d_model=512, d_ff=2048)
    assert sum(p.numel() for p in ours.parameters()) == 2 * 512 * 2048 + 2048 + 512


def test_each_position_is_treated_by_itself():
    ours, x = FeedForward(d_model=6, d_ff=10), torch.randn(1, 5, 6)
    changed = x.clone()
    changed[:, 2] += 1
    same = [0, 1, 3, 4]
    assert ours(x)[:, same].equal(ours(changed)[:, same])
    assert not ours(x)[:, 2].equal(ours(changed)[:, 2])


def test_negatives_inside_count_as_zero():
    ours = FeedForward(d_model=1, d_ff=2)
    with torch.no_grad():
        ours.widen.weight.copy_(torch.tensor([[1.0], [-1.0]]))
        ours.widen.bias.zero_()
        ours.narrow.weight.copy_(torch.tensor([[10.0, 100.0]]))
        ours.narrow.bias.fill_(0.5)
    torch.testing.assert_close(ours(torch.tensor([2.0])), torch.tensor([20.5]))
    torch.testing.assert_close(ours(torch.tensor([-2.0])), torch.tensor([200.5]))


@pytest.mark.parametrize("sizes", [dict(d_model=0, d_ff=4), dict(d_model=4, d_ff=0)])
def test_empty_sizes_are_refused(sizes):
    message = rf"d_model \({sizes['d_model']}\) and d_ff \({sizes['d_ff']}\) must be"
    with pytest.raises(ValueError, match=message):
        FeedForward(**sizes)
