"""Seed every source of chance, so that a run can be repeated."""

import random

import numpy as np
import torch


def seed_everything(seed: int) -> None:
    """Seed Python, NumPy and PyTorch with one number.

    Args:
        seed: any whole number from 0 to 2³² - 1, which is NumPy's range.

    Raises:
        ValueError: if seed lies outside that range.

    Source: ours.
    """
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed ({seed}) must be from 0 to {2**32 - 1}")
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
