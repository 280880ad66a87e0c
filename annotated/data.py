"""Turn sentence pairs into batches of tensors, padded and shifted.

Vaswani et al. (2017), §5.1 for the batches, §3.1 for the shift.

Axes: batch, sentences; source and target, positions of the two.
"""

import dataclasses
import random
from collections.abc import Iterable, Iterator, Sequence

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from annotated.masks import padding_mask
from annotated.vocabulary import Tokenizer


@dataclasses.dataclass(frozen=True)
class Example:
    """Hold one sentence pair as token ids, without special tokens.

    Source: ours.
    """

    source: list[int]
    target: list[int]


@dataclasses.dataclass(frozen=True)
class Batch:
    """Hold several examples side by side, padded to the longest.

    `decoder_input` is the target moved one place right: at each position it holds
    what is known when `labels` at the same position has to be predicted.

    Source: Vaswani et al. (2017), §3.1: "offset by one position".
    """

    source: Int[Tensor, "batch source"]
    source_mask: Bool[Tensor, "batch source"]
    decoder_input: Int[Tensor, "batch target"]
    labels: Int[Tensor, "batch target"]
    pad_id: int

    @property
    def num_tokens(self) -> int:
        """Count the tokens to learn, EOS included, pads left out.

        Source: ours.
        """
        return int(padding_mask(self.labels, self.pad_id).sum())

    def to(self, device: torch.device | str) -> "Batch":
        """Give the same batch on another device.

        Source: ours.
        """
        tensors = {
            field.name: getattr(self, field.name).to(device)
            for field in dataclasses.fields(self)
            if field.name != "pad_id"
        }
        return dataclasses.replace(self, **tensors)


def encode_pairs(
    pairs: Iterable[tuple[str, str]], source: Tokenizer, target: Tokenizer
) -> list[Example]:
    """Encode (source text, target text) pairs.

    Raises:
        ValueError: if the two tokenizers pad with different ids.

    Source: ours.
    """
    if source.pad_id != target.pad_id:
        raise ValueError(
            f"the source's pad_id ({source.pad_id}) must equal the target's "
            f"({target.pad_id}): one id pads both sides of a batch"
        )
    return [Example(source.encode(a), target.encode(b)) for a, b in pairs]


def pad(sequences: Sequence[Sequence[int]], pad_id: int) -> Int[Tensor, "batch seq"]:
    """Fill every sequence up to the longest one.

    Raises:
        ValueError: if there is no sequence.

    Source: ours.
    """
    if not sequences:
        raise ValueError("a batch must hold at least 1 sequence: got 0")
    rows = torch.full((len(sequences), max(map(len, sequences))), pad_id)
    for row, sequence in zip(rows, sequences, strict=True):
        row[: len(sequence)] = torch.tensor(sequence, dtype=torch.long)
    return rows


def collate(
    examples: Sequence[Example], *, pad_id: int, bos_id: int, eos_id: int
) -> Batch:
    """Make one batch: pad the sources, shift and pad the targets.

    Raises:
        ValueError: if there is no example.

    Source: Vaswani et al. (2017), §3.1.
    """
    # (1) The decoder is given BOS and all words; it must answer all words and EOS.
    decoder_input = [[bos_id, *example.target] for example in examples]
    labels = [[*example.target, eos_id] for example in examples]

    # (2) The mask remembers which positions of the source are pads.
    source = pad([example.source for example in examples], pad_id)
    return Batch(
        source=source,
        source_mask=padding_mask(source, pad_id),
        decoder_input=pad(decoder_input, pad_id),
        labels=pad(labels, pad_id),
        pad_id=pad_id,
    )


class BucketedBatches:
    """Batches of about equal size, each of sentences of about equal length.

    Little is then padded, and the order is still new in every epoch. The same seed
    and epoch give the same batches on every machine.

    Args:
        batch_tokens: the most positions, pads included, that one side of a batch has.

    Raises:
        ValueError: if there is no example, or one is longer than batch_tokens.

    Source: Vaswani et al. (2017), §5.1: "batched together by approximate sequence
    length".
    """

    def __init__(
        self,
        examples: Sequence[Example],
        *,
        batch_tokens: int,
        pad_id: int,
        bos_id: int,
        eos_id: int,
        seed: int = 0,
    ) -> None:
        # One more than the words: BOS before the input, EOS after the labels.
        sides = [(len(e.source), len(e.target) + 1) for e in examples]
        self.lengths = [max(source, target) for source, target in sides]
        self.order = [(max(lengths), *lengths) for lengths in sides]
        if not examples:
            raise ValueError("examples must hold at least 1 example: got 0")
        if max(self.lengths) > batch_tokens:
            raise ValueError(
                f"batch_tokens ({batch_tokens}) must be at least the longest sequence "
                f"({max(self.lengths)} tokens with EOS)"
            )
        self.examples = examples
        self.batch_tokens = batch_tokens
        self.special = dict(pad_id=pad_id, bos_id=bos_id, eos_id=eos_id)
        self.seed = seed

    def plan(self, epoch: int) -> list[list[int]]:
        """Choose which examples go together in one epoch, by their indices.

        Source: Vaswani et al. (2017), §5.1.
        """
        chance = random.Random(f"{self.seed}, epoch {epoch}")

        # (1) Shuffle, then sort by the longer side, then by the other: equal lengths
        # stay in shuffled order.
        order = list(range(len(self.examples)))
        chance.shuffle(order)
        order.sort(key=self.order.__getitem__)

        # (2) Cut whenever one more sentence would overfill the padded batch. The
        # sentences get longer, so the newest is always the longest.
        batches: list[list[int]] = [[]]
        for index in order:
            if (len(batches[-1]) + 1) * self.lengths[index] > self.batch_tokens:
                batches.append([])
            batches[-1].append(index)

        # (3) Shuffle the batches, or training would go from short to long.
        chance.shuffle(batches)
        return batches

    def epoch(self, epoch: int) -> Iterator[Batch]:
        """Make the batches of one epoch, one at a time.

        Source: ours.
        """
        for indices in self.plan(epoch):
            yield self.batch(indices)

    def batch(self, indices: Sequence[int]) -> Batch:
        """Make the batch of the examples with these indices.

        Source: ours.
        """
        return collate([self.examples[index] for index in indices], **self.special)
