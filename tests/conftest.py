"""Fixtures that several test files share."""

import jaxtyping
import pytest
import torch

# The tests run two at a time, and their tensors are small.
torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def seeded():
    """Start every test from the same state of chance."""
    torch.manual_seed(0)


@pytest.fixture
def no_shape_hook():
    """Switch the shape checks of the test run off, to reach the package's own.

    Readers have no such hook: what they meet is the package's error.
    """
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
