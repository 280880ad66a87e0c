"""Translate with two recurrent networks, with attention between them or without.

Sutskever, Vinyals and Le (2014); Bahdanau, Cho and Bengio (2015). This is what the
Transformer replaced, and it can be trained and asked in the same way.

Axes: batch, sentences; source and target, positions of the two; key, positions that
are asked; d_query, d_key, d_value, widths of what asks, is asked, and is averaged;
vocab, tokens of the target language; d_model, width of a token's vector, of the
memory, and of the decoder's state.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, finfo, nn

from annotated.config import Seq2SeqConfig
from annotated.embeddings import TokenEmbedding
from annotated.recurrent import GRUCell, Recurrent


class AdditiveAttention(nn.Module):
    """Score each key with a small network, softmax, and average the values.

    score_j = v · tanh(W query + U key_j)

    `key_proj`, the U of the formula, is left to the caller: the keys stay the same
    while the queries change, so they are projected once for each sentence.

    Raises:
        ValueError: if a size is below 1.

    Source: Bahdanau, Cho and Bengio (2015), §3.1 and Appendix A.1.2.
    """

    def __init__(self, *, d_query: int, d_key: int, d_hidden: int) -> None:
        super().__init__()
        if min(d_query, d_key, d_hidden) < 1:
            raise ValueError(
                f"d_query ({d_query}), d_key ({d_key}) and d_hidden ({d_hidden}) "
                f"must be at least 1"
            )
        self.q_proj = nn.Linear(d_query, d_hidden)
        self.key_proj = nn.Linear(d_key, d_hidden, bias=False)
        self.score = nn.Linear(d_hidden, 1, bias=False)

    def forward(
        self,
        query: Float[Tensor, "batch d_query"],
        keys: Float[Tensor, "batch key d_hidden"],
        values: Float[Tensor, "batch key d_value"],
        mask: Bool[Tensor, "batch key"] | None = None,
    ) -> tuple[Float[Tensor, "batch d_value"], Float[Tensor, "batch key"]]:
        """Give the average of the values, and the weights; they sum to 1.

        Args:
            keys: already projected.
            mask: True at keys that may be looked at, at least one in each row.

        Source: Bahdanau, Cho and Bengio (2015), §3.1, eqs. 5 and 6.
        """
        # (1) One hidden layer for each pair of the query and a key, and one score.
        pairs = torch.tanh(self.q_proj(query)[:, None] + keys)
        scores = self.score(pairs).squeeze(-1)

        # (2) Pads get no weight.
        if mask is not None:
            scores = scores.masked_fill(~mask, finfo(scores.dtype).min)

        # (3) From scores to weights, and from weights to one average.
        weights = scores.softmax(dim=-1)
        return (weights[:, None] @ values).squeeze(1), weights


class Seq2Seq(nn.Module):
    """Read the source in both directions, and write the target word by word.

    With attention, the decoder looks at the whole memory before each word. Without,
    it is given one vector: where each of the two directions ended.

    Source: Bahdanau, Cho and Bengio (2015), §3 and Appendix A.2.
    Differs: one width for all; a tanh layer in place of maxout before the output;
    output tied to the target embedding; dropout.
    """

    def __init__(self, config: Seq2SeqConfig) -> None:
        super().__init__()
        self.config = config
        width, half = config.d_model, config.d_model // 2

        # (1) Tokens to vectors, one table for each language.
        self.source_embedding = TokenEmbedding(
            vocab_size=config.source_vocab_size, d_model=width
        )
        self.target_embedding = TokenEmbedding(
            vocab_size=config.target_vocab_size, d_model=width
        )
        self.dropout = nn.Dropout(config.dropout)

        # (2) Two readers of half the width: together they are as wide as the rest.
        self.forward_reader = Recurrent(GRUCell(d_input=width, d_hidden=half))
        self.backward_reader = Recurrent(GRUCell(d_input=width, d_hidden=half))

        # (3) One writer, which is given a word and an average of the memory.
        self.start_proj = nn.Linear(half, width)
        self.attention = (
            AdditiveAttention(d_query=width, d_key=width, d_hidden=width)
            if config.attention
            else None
        )
        self.writer = GRUCell(d_input=2 * width, d_hidden=width)
        self.out_proj = nn.Linear(3 * width, width)

    def encode(
        self,
        source: Int[Tensor, "batch source"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
    ) -> Float[Tensor, "batch source d_model"]:
        """Read the source: at each position, what both directions have read so far.

        Args:
            source_mask: True at real tokens, False at pads.

        Raises:
            ValueError: if a token id lies outside the vocabulary.

        Source: Bahdanau, Cho and Bengio (2015), §3.2.
        """
        x = self.dropout(self.source_embedding(source))
        ahead, _ = self.forward_reader(x, mask=source_mask)

        # Backwards, pads come first: the state stays at zero until the last word.
        turned = None if source_mask is None else source_mask.flip(1)
        back, _ = self.backward_reader(x.flip(1), mask=turned)
        return torch.cat([ahead, back.flip(1)], dim=-1)

    def write(
        self,
        decoder_input: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch source d_model"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
    ) -> tuple[Float[Tensor, "batch target vocab"], list[Tensor]]:
        """Score the next token after each token of the input, one after the other.

        Returns:
            The scores, and for each step the weights over the source (batch, source),
            if the model has attention.

        Raises:
            ValueError: as `encode`.

        Source: Bahdanau, Cho and Bengio (2015), §3.1 and Appendix A.2.2.
        """
        # (1) What all steps share. The backward reader ended at position 0, the forward
        # one at the last word; beyond it, pads have left its state alone.
        half = self.config.d_model // 2
        summary = torch.cat([memory[:, -1, :half], memory[:, 0, half:]], dim=-1)
        keys = self.attention.key_proj(memory) if self.attention else memory
        state = torch.tanh(self.start_proj(memory[:, 0, half:]))

        steps, all_weights = [], []
        for word in self.dropout(self.target_embedding(decoder_input)).unbind(dim=1):
            # (2) The state from before this word asks the memory.
            average = summary
            if self.attention:
                average, weights = self.attention(state, keys, memory, source_mask)
                all_weights.append(weights)

            # (3) One step of the writer.
            (state,) = self.writer(torch.cat([word, average], dim=-1), state)
            steps.append(torch.cat([word, average, state], dim=-1))

        # (4) Nothing waits for the scores, so all positions get theirs at once.
        x = self.dropout(torch.tanh(self.out_proj(torch.stack(steps, dim=1))))
        return self.target_embedding.logits(x), all_weights

    def decode(
        self,
        decoder_input: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch source d_model"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Score the next token after each token of the input.

        Args:
            decoder_input: the target moved one place right: it begins with BOS.
            memory: what `encode` made of the source.

        Raises:
            ValueError: as `encode`.

        Source: Bahdanau, Cho and Bengio (2015), §3.1.
        """
        return self.write(decoder_input, memory, source_mask)[0]

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        decoder_input: Int[Tensor, "batch target"],
        source_mask: Bool[Tensor, "batch source"] | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Encode the source, and score every target position.

        Raises:
            ValueError: as `encode`.

        Source: Bahdanau, Cho and Bengio (2015), §3.
        """
        return self.decode(decoder_input, self.encode(source, source_mask), source_mask)
