"""Ask a small model what a pronoun means, and watch where its attention goes.

The reader is an encoder with one attention head a layer, and an answer that is read
off at the pronoun: whatever the answer needs, attention must have brought there.

Axes: batch, sentences; seq, positions; nouns, all answers there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from annotated.attention import record_attention
from annotated.data import pad
from annotated.embeddings import TokenEmbedding
from annotated.layers import EncoderLayer
from annotated.masks import attention_mask, padding_mask
from annotated.positions import SinusoidalPositions
from annotated.vocabulary import Tokenizer
from annotated.world.pairs import Pair

Language = Literal["chinese", "english"]


@dataclass(frozen=True)
class Riddles:
    """Hold sentences as one batch: what is read, where it is asked, what is right.

    Source: ours.
    """

    tokens: Int[Tensor, "batch seq"]
    is_real: Bool[Tensor, "batch seq"]
    pronoun: Int[Tensor, " batch"]
    is_noun: Bool[Tensor, "batch seq"]
    is_other: Bool[Tensor, "batch seq"]
    answer: Int[Tensor, " batch"]


def find_tokens(tokens: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Mark with 1 where a run of tokens stands in a sentence, with 0 elsewhere.

    Raises:
        ValueError: if it stands nowhere.

    Source: ours.
    """
    size = len(wanted)
    for start in range(len(tokens) - size + 1):
        if list(tokens[start : start + size]) == list(wanted):
            rest = len(tokens) - start - size
            return [0] * start + [1] * size + [0] * rest
    raise ValueError(f"wanted ({list(wanted)}) must stand in tokens ({list(tokens)})")


def make_riddles(
    pairs: Sequence[Pair],
    language: Language,
    tokenizer: Tokenizer,
    nouns: Sequence[str],
) -> Riddles:
    """Turn sentences with a referent into riddles: what does the pronoun mean?

    Args:
        nouns: the English names of all answers; both languages share them.

    Raises:
        ValueError: if a pair has no referent, or its noun is none of `nouns`.

    Source: ours.
    """
    tokens, pronoun, is_noun, is_other, answer = [], [], [], [], []
    for pair in pairs:
        referent = pair.referent
        if referent is None or referent.noun.english not in nouns:
            raise ValueError(f"pair ({pair.english}) must have a referent among nouns")
        sentence = tokenizer.encode(getattr(pair, language))
        marks = [
            find_tokens(sentence, tokenizer.encode(getattr(text, language)))
            for text in (referent.pronoun, referent.noun, referent.other)
        ]
        tokens.append(sentence)
        pronoun.append(marks[0].index(1))
        is_noun.append(marks[1])
        is_other.append(marks[2])
        answer.append(nouns.index(referent.noun.english))
    padded = pad(tokens, tokenizer.pad_id)
    return Riddles(
        padded,
        padding_mask(padded, tokenizer.pad_id),
        torch.tensor(pronoun),
        pad(is_noun, 0).bool(),
        pad(is_other, 0).bool(),
        torch.tensor(answer),
    )


class PronounReader(nn.Module):
    """Read a sentence, and name the noun that its pronoun means.

    Source: ours, of encoder layers after Vaswani et al. (2017), §3.1.
    """

    def __init__(
        self, *, vocab_size: int, num_nouns: int, d_model: int = 64, num_layers: int = 2
    ) -> None:
        super().__init__()
        self.embedding = TokenEmbedding(vocab_size=vocab_size, d_model=d_model)
        self.positions = SinusoidalPositions(d_model=d_model, max_len=64)

        # One head a layer, so that there is one place to look for each.
        self.layers = nn.ModuleList(
            EncoderLayer(d_model=d_model, num_heads=1, d_ff=4 * d_model, dropout=0.1)
            for _ in range(num_layers)
        )
        self.answer = nn.Linear(d_model, num_nouns)

    def forward(self, riddles: Riddles) -> Float[Tensor, "batch nouns"]:
        """Score every noun, from the vector at the pronoun alone.

        Source: ours.
        """
        x = self.positions(self.embedding(riddles.tokens))
        mask = attention_mask(riddles.is_real)
        for layer in self.layers:
            x = layer(x, mask)
        return self.answer(x[torch.arange(len(x)), riddles.pronoun])


def train_reader(reader: PronounReader, riddles: Riddles, *, num_updates: int) -> float:
    """Train on random batches of 64, and give the last loss in nats.

    The rate rises over 50 updates, then falls evenly to nothing.

    Source: ours.
    """
    optimizer = torch.optim.Adam(reader.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1.0, (n + 1) / 50) * (1 - n / num_updates)
    )
    loss = torch.zeros(())
    reader.train()
    for _ in range(num_updates):
        batch = pick(riddles, torch.randint(len(riddles.answer), (64,)))
        loss = F.cross_entropy(reader(batch), batch.answer)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    reader.eval()
    return loss.item()


def pick(riddles: Riddles, rows: Int[Tensor, " batch"]) -> Riddles:
    """Take some of the riddles.

    Source: ours.
    """
    return Riddles(**{name: tensor[rows] for name, tensor in vars(riddles).items()})


@torch.no_grad()
def attention_on_nouns(
    reader: PronounReader, riddles: Riddles
) -> tuple[
    Float[Tensor, " batch"], Float[Tensor, " batch"], Float[Tensor, "batch seq"]
]:
    """Measure where the pronoun looks in the last layer.

    Returns:
        The weight on the noun that is meant, on the other noun, and all weights of
        the pronoun's row.

    Source: ours.
    """
    with record_attention(reader) as weights:
        reader(riddles)
    *_, last = weights.values()
    row = last[torch.arange(len(last)), 0, riddles.pronoun]
    on_noun = (row * riddles.is_noun).sum(dim=-1)
    on_other = (row * riddles.is_other).sum(dim=-1)
    return on_noun, on_other, row
