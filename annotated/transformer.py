"""Assemble the whole model: an encoder that reads, a decoder that writes.

Vaswani et al. (2017), §3 and Fig. 1.

Axes: batch, sentences; source and target, positions of the two; vocab, tokens of the
target language; d_model, width of every vector between the layers.
"""

from typing import Any

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from annotated.config import TransformerConfig
from annotated.embeddings import TokenEmbedding
from annotated.layers import DecoderLayer, EncoderLayer
from annotated.masks import attention_mask, causal_mask
from annotated.normalization import LayerNorm
from annotated.positions import SinusoidalPositions


class Transformer(nn.Module):
    """Read a source sentence, and score the next token after each target token.

    With a shared vocabulary one matrix serves three times: source embedding, target
    embedding and output layer. Without, the target's two are one.

    Source: Vaswani et al. (2017), §3, §3.4, Fig. 1.
    Differs: Glorot's uniform start for every projection; the paper names none.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        width = config.d_model

        # (1) Tokens to vectors. One object under two names is one table.
        self.source_embedding = TokenEmbedding(
            vocab_size=config.source_vocab_size, d_model=width
        )
        self.target_embedding = (
            self.source_embedding
            if config.shared_vocab
            else TokenEmbedding(vocab_size=config.target_vocab_size, d_model=width)
        )
        self.positions = SinusoidalPositions(d_model=width, max_len=config.max_len)
        self.dropout = nn.Dropout(config.dropout)

        # (2) The two stacks, every layer of the same build with weights of its own.
        sizes: dict[str, Any] = dict(
            d_model=width,
            num_heads=config.num_heads,
            d_ff=config.d_ff,
            dropout=config.dropout,
            norm_first=config.norm_first,
        )
        layers = range(config.num_layers)
        self.encoder = nn.ModuleList(EncoderLayer(**sizes) for _ in layers)
        self.decoder = nn.ModuleList(DecoderLayer(**sizes) for _ in layers)

        # (3) Normalising first leaves the last sum of a stack without a norm.
        self.encoder_norm = LayerNorm(width) if config.norm_first else nn.Identity()
        self.decoder_norm = LayerNorm(width) if config.norm_first else nn.Identity()

        # (4) Start the projections so that signals neither grow nor fade.
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)

    def encode(
        self,
        source: Int[Tensor, "batch source"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
    ) -> Float[Tensor, "batch source d_model"]:
        """Read the source: one vector per token, each knowing its sentence.

        Args:
            source_mask: True at real tokens, False at pads.

        Raises:
            ValueError: if a token id lies outside the vocabulary, or the sentence
                beyond the table of positions.

        Source: Vaswani et al. (2017), §3.1, encoder.
        """
        x = self.dropout(self.positions(self.source_embedding(source)))
        mask = attention_mask(source_mask)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.encoder_norm(x)

    def decode(
        self,
        decoder_input: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch source d_model"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
        target_mask: Bool[Tensor, "batch target"] | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Score the token that follows each token of the decoder's input.

        Args:
            decoder_input: the target moved one place right: it begins with BOS.
            memory: what `encode` made of the source.

        Raises:
            ValueError: as `encode`.

        Source: Vaswani et al. (2017), §3.1, decoder, and §3.4.
        """
        # (1) No position may look at what it has to predict.
        causal = causal_mask(decoder_input.size(1), device=decoder_input.device)
        mask = attention_mask(target_mask, causal)
        memory_mask = attention_mask(source_mask)

        # (2) Up through the layers; each one asks the same memory.
        x = self.dropout(self.positions(self.target_embedding(decoder_input)))
        for layer in self.decoder:
            x = layer(x, memory, mask, memory_mask)

        # (3) Compare each vector with every token's: the closest scores highest.
        return self.target_embedding.logits(self.decoder_norm(x))

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        decoder_input: Int[Tensor, "batch target"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
        target_mask: Bool[Tensor, "batch target"] | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Encode the source and decode all target positions at once.

        Raises:
            ValueError: as `encode`.

        Source: Vaswani et al. (2017), Fig. 1.
        """
        memory = self.encode(source, source_mask)
        return self.decode(decoder_input, memory, source_mask, target_mask)
