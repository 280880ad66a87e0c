"""Tell the model where each word stands: attention alone cannot know.

Vaswani et al. (2017), §3.5.

Axes: batch, sentences; seq, positions; d_model, width of each vector.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn


def sinusoidal_positions(max_len: int, d_model: int) -> Float[Tensor, "seq d_model"]:
    """Give each position a row of clock hands, from fast ones to slow ones.

    PE(pos, 2i) = sin(pos / 10000^(2i / d_model)),  PE(pos, 2i + 1) = cos(the same)

    Raises:
        ValueError: if max_len is below 1.
        ValueError: if d_model is odd or below 2, since sines and cosines come in pairs.

    Source: Vaswani et al. (2017), §3.5.
    """
    if max_len < 1:
        raise ValueError(f"max_len ({max_len}) must be at least 1")
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model ({d_model}) must be even: one sine for each cosine")

    # (1) One speed per pair of dimensions, in radians per position: from 1 down to
    # almost 1/10000. Computed as exp(log) in double precision, then rounded once.
    pairs = torch.arange(0, d_model, 2, dtype=torch.float64)
    speeds = torch.exp(-math.log(10_000.0) * pairs / d_model)

    # (2) The angle of each hand at each position.
    positions = torch.arange(max_len, dtype=torch.float64)
    angles = positions[:, None] * speeds

    # (3) Even dimensions hold the sines, odd ones the cosines of the same angle.
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)
    return table.float()


class SinusoidalPositions(nn.Module):
    """Add to each vector the fixed row of its position.

    Args:
        max_len: how many positions the table holds.

    Raises:
        ValueError: as `sinusoidal_positions`, and for a sequence beyond the table.

    Source: Vaswani et al. (2017), §3.5.
    """

    table: Tensor

    def __init__(self, *, d_model: int, max_len: int) -> None:
        super().__init__()
        # Nothing here is learned, and a checkpoint need not carry what is computed.
        table = sinusoidal_positions(max_len, d_model)
        self.register_buffer("table", table, persistent=False)

    def forward(
        self, x: Float[Tensor, "batch seq d_model"]
    ) -> Float[Tensor, "batch seq d_model"]:
        """Add positions 0, 1, 2 … to a batch of sequences.

        Source: Vaswani et al. (2017), §3.5.
        """
        seq, max_len = x.size(1), self.table.size(0)
        if seq > max_len:
            raise ValueError(
                f"sequence of {seq} tokens must not exceed max_len ({max_len}): cut "
                f"it, or build the model with a larger max_len"
            )
        return x + self.table[:seq].to(x.dtype)
