"""Stack attention and feed-forward networks into encoder and decoder layers.

Vaswani et al. (2017), §3.1 and Fig. 1.

Axes: batch, sentences; seq, positions of the sequence itself; source, positions of
the encoder's output; heads; d_model, width of every vector between the sublayers.
"""

from collections.abc import Callable
from functools import partial

from jaxtyping import Bool, Float
from torch import Tensor, nn

from annotated.attention import MultiHeadAttention
from annotated.feed_forward import FeedForward
from annotated.normalization import LayerNorm


class Residual(nn.Module):
    """Add to each vector what a sublayer makes of it, and normalise.

    LayerNorm(x + Dropout(Sublayer(x)))

    Args:
        norm_first: normalise what goes into the sublayer instead of the sum.

    Raises:
        ValueError: if dropout lies outside 0 to 1.

    Source: Vaswani et al. (2017), §3.1 and §5.4.
    Differs: with norm_first, x + Dropout(Sublayer(LayerNorm(x))), after
    Xiong et al. (2020).
    """

    def __init__(self, *, d_model: int, dropout: float, norm_first: bool) -> None:
        super().__init__()
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout ({dropout}) must be at least 0 and below 1")
        self.norm_first = norm_first
        self.norm = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        sublayer: Callable[[Tensor], Tensor],
    ) -> Float[Tensor, "batch seq d_model"]:
        """Let a sublayer correct x instead of replacing it.

        Source: Vaswani et al. (2017), §3.1.
        """
        if self.norm_first:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))


class EncoderLayer(nn.Module):
    """Let each word look at the whole sentence, then think by itself.

    Source: Vaswani et al. (2017), §3.1, encoder.
    """

    def __init__(
        self,
        *,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model=d_model, num_heads=num_heads)
        self.feed_forward = FeedForward(d_model=d_model, d_ff=d_ff)
        residual = partial(
            Residual, d_model=d_model, dropout=dropout, norm_first=norm_first
        )
        self.around_attention = residual()
        self.around_feed_forward = residual()

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        mask: Bool[Tensor, "#batch 1 #seq seq"] | None = None,
    ) -> Float[Tensor, "batch seq d_model"]:
        """Apply self-attention, then the feed-forward network.

        Args:
            mask: True where a position may look at another.

        Source: Vaswani et al. (2017), §3.1, encoder.
        """
        # (1) Queries, keys and values all come from the sentence itself.
        x = self.around_attention(x, lambda x: self.self_attention(x, x, x, mask)[0])

        # (2) Each position by itself.
        return self.around_feed_forward(x, self.feed_forward)


class DecoderLayer(nn.Module):
    """Look at the words written so far, then at the source, then think.

    Source: Vaswani et al. (2017), §3.1, decoder.
    """

    def __init__(
        self,
        *,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model=d_model, num_heads=num_heads)
        self.cross_attention = MultiHeadAttention(d_model=d_model, num_heads=num_heads)
        self.feed_forward = FeedForward(d_model=d_model, d_ff=d_ff)
        residual = partial(
            Residual, d_model=d_model, dropout=dropout, norm_first=norm_first
        )
        self.around_self_attention = residual()
        self.around_cross_attention = residual()
        self.around_feed_forward = residual()

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        memory: Float[Tensor, "batch source d_model"],
        mask: Bool[Tensor, "#batch 1 #seq seq"] | None = None,
        memory_mask: Bool[Tensor, "#batch 1 #seq source"] | None = None,
    ) -> Float[Tensor, "batch seq d_model"]:
        """Apply masked self-attention, cross-attention and the feed-forward network.

        Args:
            memory: what the encoder made of the source.
            mask: True where a position may look at another of the target.
            memory_mask: True where a position may look at one of the source.

        Source: Vaswani et al. (2017), §3.1, decoder, and §3.2.3.
        """
        # (1) Look back over what is written; the mask hides what is to come.
        x = self.around_self_attention(
            x, lambda x: self.self_attention(x, x, x, mask)[0]
        )

        # (2) Ask the source: queries from here, keys and values from the encoder.
        x = self.around_cross_attention(
            x, lambda x: self.cross_attention(x, memory, memory, memory_mask)[0]
        )

        # (3) Each position by itself.
        return self.around_feed_forward(x, self.feed_forward)
