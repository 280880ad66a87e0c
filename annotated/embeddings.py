"""Turn token ids into vectors, and vectors back into a score for every token.

Vaswani et al. (2017), §3.4.

Axes: batch, any number of leading axes; vocab, all tokens there are; d_model, width
of each vector.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn


class TokenEmbedding(nn.Module):
    """Look each token up in a table, and scale it up to the size of a position.

    table[token] · √d_model

    The same table, transposed, scores every token of the vocabulary (`logits`).

    Raises:
        ValueError: if a size is below 1.

    Source: Vaswani et al. (2017), §3.4.
    Differs: drawn with standard deviation 1/√d_model; the paper does not say how.
    """

    def __init__(self, *, vocab_size: int, d_model: int) -> None:
        super().__init__()
        if min(vocab_size, d_model) < 1:
            raise ValueError(
                f"vocab_size ({vocab_size}) and d_model ({d_model}) must be at least 1"
            )
        self.scale = math.sqrt(d_model)
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / self.scale)

    def forward(self, tokens: Int[Tensor, "*batch"]) -> Float[Tensor, "*batch d_model"]:
        """Give the scaled vector of each token.

        Raises:
            ValueError: if a token id lies outside the vocabulary.

        Source: Vaswani et al. (2017), §3.4.
        """
        check_tokens(tokens, self.weight.size(0))
        return F.embedding(tokens, self.weight) * self.scale

    def logits(
        self, x: Float[Tensor, "*batch d_model"]
    ) -> Float[Tensor, "*batch vocab"]:
        """Score every token by its dot product with each vector.

        Source: Press and Wolf (2017), §2; Vaswani et al. (2017), §3.4.
        """
        return x @ self.weight.T


def check_tokens(tokens: Int[Tensor, "*batch"], vocab_size: int) -> None:
    """Refuse token ids that no row of the table belongs to.

    On a GPU the check would stop the device at every call, so there it is left to
    the kernel, and batches are checked where they are made.

    Raises:
        ValueError: if an id is negative, or not below vocab_size.

    Source: ours.
    """
    if (
        tokens.device.type != "cpu"
        or torch.compiler.is_compiling()
        or not tokens.numel()
    ):
        return
    low, high = tokens.aminmax()
    if low < 0 or high >= vocab_size:
        wrong = int(low if low < 0 else high)
        raise ValueError(
            f"token id {wrong} must be from 0 to {vocab_size - 1}, as vocab_size is "
            f"{vocab_size}: was the text encoded with the tokenizer of this model?"
        )
