"""Tell the model where each word stands: attention alone cannot know.

Vaswani et al. (2017), §3.5.

Axes: batch, sentences; seq, positions; d_model, width of each vector; pairs, its
dimensions two by two, one sine and one cosine.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn


def clock_speeds(d_model: int) -> Float[Tensor, " pairs"]:
    """Say how far each pair of dimensions turns from one position to the next.

    10000^(-2i / d_model) radians, for i = 0, 1 … d_model / 2 - 1

    Raises:
        ValueError: if d_model is odd or below 2, since sines and cosines come in pairs.

    Source: Vaswani et al. (2017), §3.5.
    """
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model ({d_model}) must be even: one sine for each cosine")

    # From 1 down to almost 1/10000. Computed as exp(log), in double precision.
    pairs = torch.arange(0, d_model, 2, dtype=torch.float64)
    return torch.exp(-math.log(10_000.0) * pairs / d_model)


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

    # (1) One speed per pair of dimensions, in radians per position.
    speeds = clock_speeds(d_model)

    # (2) The angle of each hand at each position.
    positions = torch.arange(max_len, dtype=torch.float64)
    angles = positions[:, None] * speeds

    # (3) Even dimensions hold the sines, odd ones the cosines of the same angle.
    # Rounded once, here at the end.
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)
    return table.float()


def position_shift(offset: int, d_model: int) -> Float[Tensor, "d_model d_model"]:
    """Build the matrix that moves every position's row on by the same offset.

    PE(pos + offset) = R PE(pos), with one R for all pos

    Args:
        offset: how many positions to move on; a negative one moves back.

    Raises:
        ValueError: if d_model is odd or below 2.

    Source: Vaswani et al. (2017), §3.5; ours for the matrix itself.
    """
    # (1) Every hand turns by its own speed, times the offset.
    turns = offset * clock_speeds(d_model)

    # (2) sin(a + t) = cos t · sin a + sin t · cos a
    #     cos(a + t) = cos t · cos a - sin t · sin a
    sine, cosine = turns.sin(), turns.cos()
    blocks = torch.stack([cosine, sine, -sine, cosine], dim=-1).view(-1, 2, 2)

    # (3) No hand needs to know of another: two-by-two blocks, zeros elsewhere.
    return torch.block_diag(*blocks).float()


def check_length(seq: int, max_len: int) -> None:
    """Refuse a sequence that runs past the table: a cut would lose words unseen.

    Raises:
        ValueError: if seq is above max_len.

    Source: ours.
    """
    if seq > max_len:
        raise ValueError(
            f"sequence of {seq} tokens must not exceed max_len ({max_len}): cut "
            f"it, or build the model with a larger max_len"
        )


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

        Raises:
            ValueError: if a sequence is longer than the table.

        Source: Vaswani et al. (2017), §3.5.
        """
        seq = x.size(1)
        check_length(seq, self.table.size(0))
        return x + self.table[:seq].to(x.dtype)


class LearnedPositions(nn.Module):
    """Add to each vector a row of its position that training finds.

    A position that no training sentence reaches keeps the random row it began with.

    Args:
        max_len: how many positions the table holds.

    Raises:
        ValueError: if a size is below 1, and for a sequence beyond the table.

    Source: Vaswani et al. (2017), §3.5 and Table 3, row E; Gehring et al. (2017), §3.1.
    Differs: starts with variance 1 / d_model; the papers name no start for row E.
    """

    def __init__(self, *, d_model: int, max_len: int) -> None:
        super().__init__()
        if min(d_model, max_len) < 1:
            raise ValueError(
                f"d_model ({d_model}) and max_len ({max_len}) must be at least 1"
            )
        self.table = nn.Parameter(torch.randn(max_len, d_model) / math.sqrt(d_model))

    def forward(
        self, x: Float[Tensor, "batch seq d_model"]
    ) -> Float[Tensor, "batch seq d_model"]:
        """Add rows 0, 1, 2 … of the table to a batch of sequences.

        Raises:
            ValueError: if a sequence is longer than the table.

        Source: Vaswani et al. (2017), §3.5.
        """
        seq = x.size(1)
        check_length(seq, self.table.size(0))
        return x + self.table[:seq].to(x.dtype)
