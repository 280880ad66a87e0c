"""The sizes of a model, in one frozen record: a Transformer's, and its rival's.

Vaswani et al. (2017), Table 3, rows base and big; Bahdanau et al. (2015), Appendix A.
"""

import dataclasses
from typing import Any


def check_sizes(config: Any) -> None:
    """Refuse a record that holds a size below 1, or a dropout of all or more.

    Raises:
        ValueError: if so.

    Source: ours.
    """
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if field.type is int and value < 1:
            raise ValueError(f"{field.name} ({value}) must be at least 1")
    if not 0 <= config.dropout < 1:
        raise ValueError(f"dropout ({config.dropout}) must be at least 0 and below 1")


@dataclasses.dataclass(frozen=True, kw_only=True)
class TransformerConfig:
    """Every size that shapes a Transformer. The defaults are the paper's base model.

    Raises:
        ValueError: if a size is not positive, d_model cannot be split over the heads
            or is odd, dropout is not a probability below 1, or a shared vocabulary
            is given two sizes.

    Source: Vaswani et al. (2017), Table 3.
    Differs: `max_len` bounds the table of positions; the paper names no bound.
    """

    # Byte-pair vocabularies: about 37,000 shared for English-German (§5.1).
    source_vocab_size: int
    target_vocab_size: int

    # Width of every vector between the layers (§3.1: "outputs of dimension 512").
    d_model: int = 512

    # Heads per attention, each d_model / num_heads wide (§3.2.2: 8 of 64).
    num_heads: int = 8

    # Layers in the encoder, and again in the decoder (§3.1: N = 6).
    num_layers: int = 6

    # Inner width of the feed-forward network (§3.3: 2048).
    d_ff: int = 2048

    # Share of values dropped after each sublayer and in the embeddings (§5.4).
    dropout: float = 0.1

    # Longest sequence that has a position.
    max_len: int = 1024

    # One vocabulary for both languages lets three matrices be one (§3.4).
    shared_vocab: bool = False

    # False: normalise after the residual sum, as the paper does (§3.1).
    norm_first: bool = False

    def __post_init__(self) -> None:
        """Refuse sizes that cannot make a model."""
        check_sizes(self)
        if self.d_model % self.num_heads:
            raise ValueError(
                f"num_heads ({self.num_heads}) must divide d_model ({self.d_model})"
            )
        if self.d_model % 2:
            raise ValueError(
                f"d_model ({self.d_model}) must be even: each sine has a cosine"
            )
        if self.shared_vocab and self.source_vocab_size != self.target_vocab_size:
            raise ValueError(
                f"source_vocab_size ({self.source_vocab_size}) must equal "
                f"target_vocab_size ({self.target_vocab_size}) for a shared vocabulary"
            )

    @classmethod
    def tiny(
        cls, source_vocab_size: int = 1000, target_vocab_size: int = 1000, **sizes
    ) -> "TransformerConfig":
        """Give a model that learns the book's small world on a laptop.

        Source: ours.
        """
        ours = dict(d_model=128, num_heads=4, num_layers=2, d_ff=512, max_len=128)
        return cls(
            source_vocab_size=source_vocab_size,
            target_vocab_size=target_vocab_size,
            **{**ours, **sizes},
        )

    @classmethod
    def base(cls, vocab_size: int = 37_000, **sizes) -> "TransformerConfig":
        """Give the paper's base model, one vocabulary for both languages.

        Source: Vaswani et al. (2017), Table 3, row base.
        """
        shared = dict(source_vocab_size=vocab_size, target_vocab_size=vocab_size)
        return cls(**{**shared, "shared_vocab": True, **sizes})

    @classmethod
    def big(cls, vocab_size: int = 37_000, **sizes) -> "TransformerConfig":
        """Give the paper's big model: twice as wide, sixteen heads.

        Source: Vaswani et al. (2017), Table 3, row big.
        """
        paper = dict(d_model=1024, num_heads=16, d_ff=4096, dropout=0.3)
        return cls.base(vocab_size, **{**paper, **sizes})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Seq2SeqConfig:
    """Every size that shapes a recurrent translator.

    Raises:
        ValueError: if a size is not positive, d_model is odd, or dropout is not a
            probability below 1.

    Source: Bahdanau, Cho and Bengio (2015), Appendix A.2.3: 1000 and 620.
    Differs: one width for token vectors and states alike.
    """

    source_vocab_size: int
    target_vocab_size: int

    # Width of a token's vector, of the memory and of the decoder's state.
    d_model: int = 1000

    # Share of values dropped in the embeddings and before the output.
    dropout: float = 0.1

    # False: the decoder is given one vector for the whole sentence.
    attention: bool = True

    def __post_init__(self) -> None:
        """Refuse sizes that cannot make a model."""
        check_sizes(self)
        if self.d_model % 2:
            raise ValueError(
                f"d_model ({self.d_model}) must be even: each reader has one half"
            )

    @classmethod
    def tiny(
        cls, source_vocab_size: int = 1000, target_vocab_size: int = 1000, **sizes
    ) -> "Seq2SeqConfig":
        """Give the rival of `TransformerConfig.tiny`, with about as many parameters.

        Source: ours.
        """
        return cls(
            source_vocab_size=source_vocab_size,
            target_vocab_size=target_vocab_size,
            **{"d_model": 208, **sizes},
        )
