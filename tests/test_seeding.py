import random

import numpy as np
import pytest
import torch

from annotated.seeding import seed_everything


def draw():
    return random.random(), np.random.rand(), torch.rand(1).item()


def test_the_same_seed_gives_the_same_numbers_everywhere():
    seed_everything(7)
    first = draw()
    seed_everything(7)
    assert draw() == first
    seed_everything(8)
    assert all(a != b for a, b in zip(draw(), first, strict=True))


def test_it_returns_nothing_so_that_a_notebook_shows_nothing():
    assert seed_everything(0) is None


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=rf"seed \({seed}\) must be from 0"):
        seed_everything(seed)
