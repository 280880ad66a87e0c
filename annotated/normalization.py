"""Bring every vector to mean 0 and variance 1: layer normalisation.

Ba, Kiros and Hinton (2016); used by Vaswani et al. (2017), §3.1.

Axes: batch, any number of leading axes; d_model, width of each vector.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


class LayerNorm(nn.Module):
    """Normalise each vector by its own mean and variance, then stretch and shift it.

    gain · (x − mean) / √(variance + ε) + bias

    Args:
        eps: added to the variance, under the root, so that a constant vector does not
            divide by zero.

    Raises:
        ValueError: if d_model is below 1.

    Source: Ba, Kiros and Hinton (2016), §3, eq. 4.
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        if d_model < 1:
            raise ValueError(f"d_model ({d_model}) must be at least 1")
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(
        self, x: Float[Tensor, "*batch d_model"]
    ) -> Float[Tensor, "*batch d_model"]:
        """Normalise over the last axis: no vector sees another.

        Source: Ba, Kiros and Hinton (2016), §3, eq. 4.
        """
        # (1) The mean square distance from the mean: divided by d_model, not by one
        # less, as these are all the numbers there are and no sample of more.
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.pow(2).mean(dim=-1, keepdim=True)

        # (2) Any scale becomes 1; what is learned may then choose another.
        return self.weight * centred * torch.rsqrt(variance + self.eps) + self.bias
