"""Work on each word by itself: the position-wise feed-forward network.

Vaswani et al. (2017), §3.3.

Axes: batch, any number of leading axes; d_model, width in and out; d_ff, width inside.
"""

from jaxtyping import Float
from torch import Tensor, nn


class FeedForward(nn.Module):
    """Widen each vector, keep what is positive, and narrow it again.

    max(0, x W_1 + b_1) W_2 + b_2

    Raises:
        ValueError: if a size is below 1.

    Source: Vaswani et al. (2017), §3.3, eq. 2.
    """

    def __init__(self, *, d_model: int, d_ff: int) -> None:
        super().__init__()
        if min(d_model, d_ff) < 1:
            raise ValueError(
                f"d_model ({d_model}) and d_ff ({d_ff}) must be at least 1"
            )
        self.widen = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)

    def forward(
        self, x: Float[Tensor, "*batch d_model"]
    ) -> Float[Tensor, "*batch d_model"]:
        """Apply the same two layers at every position.

        Source: Vaswani et al. (2017), §3.3, eq. 2.
        """
        return self.narrow(self.widen(x).relu())
