import dataclasses
import subprocess
import sys

import pytest
import torch

from annotated.data import BucketedBatches, Example, collate, encode_pairs, pad
from annotated.tokenizer import BytePairTokenizer, CharacterTokenizer, WordTokenizer

SPECIAL = dict(pad_id=0, bos_id=1, eos_id=2)


def examples(count=200):
    generator = torch.Generator().manual_seed(1)
    sizes = torch.randint(1, 20, (count, 2), generator=generator).tolist()
    return [
        Example([3 + n % 7] * source, [4 + n % 5] * target)
        for n, (source, target) in enumerate(sizes)
    ]


def test_shifted_right_by_hand():
    batch = collate([Example([9], [5, 6, 7])], **SPECIAL)
    assert batch.decoder_input.tolist() == [[1, 5, 6, 7]]
    assert batch.labels.tolist() == [[5, 6, 7, 2]]
    assert batch.num_tokens == 4


def test_pads_are_masked_in_the_source_and_not_counted_in_the_labels():
    batch = collate([Example([9, 8], [5]), Example([9], [5, 6, 7])], **SPECIAL)
    assert batch.source.tolist() == [[9, 8], [9, 0]]
    assert batch.source_mask.tolist() == [[True, True], [True, False]]
    assert batch.labels.tolist() == [[5, 2, 0, 0], [5, 6, 7, 2]]
    assert batch.decoder_input.tolist() == [[1, 5, 0, 0], [1, 5, 6, 7]]
    assert batch.num_tokens == 6


def test_an_empty_sentence_is_a_sentence():
    batch = collate([Example([], []), Example([4], [5])], **SPECIAL)
    assert batch.source_mask.tolist() == [[False], [True]]
    assert batch.labels.tolist() == [[2, 0], [5, 2]]


def test_pairs_are_encoded_each_side_by_its_tokenizer():
    letters = CharacterTokenizer.train(["ab"])
    words = WordTokenizer.train(["c ab"])
    (example,) = encode_pairs([("ab", "c")], letters, words)
    assert (example.source, example.target) == ([4, 5], [5])


def test_every_epoch_holds_every_example_once():
    data = BucketedBatches(examples(), batch_tokens=100, **SPECIAL)
    for epoch in range(3):
        indices = [index for batch in data.plan(epoch) for index in batch]
        assert sorted(indices) == list(range(200))


def test_no_batch_is_larger_than_asked_and_few_pads_are_in_it():
    data = BucketedBatches(examples(), batch_tokens=100, **SPECIAL)
    batches = list(data.epoch(0))
    assert max(max(b.source.numel(), b.labels.numel()) for b in batches) <= 100
    real = sum(b.num_tokens for b in batches)
    padded = sum(b.labels.numel() for b in batches)
    in_order = [collate(examples()[n : n + 8], **SPECIAL) for n in range(0, 200, 8)]
    unsorted = sum(b.labels.numel() for b in in_order)
    assert padded - real < 0.75 * (unsorted - real)


def test_epochs_differ_and_short_batches_do_not_come_first():
    data = BucketedBatches(examples(), batch_tokens=100, **SPECIAL)
    assert data.plan(0) != data.plan(1)
    lengths = [data.lengths[batch[0]] for batch in data.plan(0)]
    assert lengths != sorted(lengths)


def test_sentences_meet_others_in_the_next_epoch():
    data = BucketedBatches([Example([4], [5])] * 100, batch_tokens=20, **SPECIAL)
    first, second = ({frozenset(b) for b in data.plan(epoch)} for epoch in (0, 1))
    assert len(first & second) < 3


def test_the_same_seed_gives_the_same_batches_whatever_the_hash_seed():
    code = (
        "from annotated.data import *;"
        "e = [Example([3] * (n % 7 + 1), [4] * (n % 5)) for n in range(50)];"
        "d = BucketedBatches(e, batch_tokens=20, pad_id=0, bos_id=1, eos_id=2, seed=3);"
        "print(d.plan(4))"
    )
    run = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert run[0] == run[1]
    other = [
        BucketedBatches(examples(), batch_tokens=100, seed=seed, **SPECIAL).plan(0)
        for seed in (3, 4)
    ]
    assert other[0] != other[1]


def test_a_batch_moves_whole():
    batch = collate([Example([9], [5, 6, 7])], **SPECIAL)
    moved = batch.to("meta")
    for field in dataclasses.fields(batch):
        value = getattr(moved, field.name)
        assert value == 0 if field.name == "pad_id" else value.is_meta


def test_nothing_to_batch_is_refused():
    with pytest.raises(ValueError, match="at least 1 sequence: got 0"):
        pad([], 0)
    with pytest.raises(ValueError, match="at least 1 sequence: got 0"):
        collate([], **SPECIAL)
    with pytest.raises(ValueError, match="at least 1 example: got 0"):
        BucketedBatches([], batch_tokens=10, **SPECIAL)


def test_an_example_longer_than_a_batch_is_refused():
    with pytest.raises(
        ValueError, match=r"batch_tokens \(3\) must be at least .* \(5 "
    ):
        BucketedBatches([Example([4], [5] * 4)], batch_tokens=3, **SPECIAL)


def test_two_pad_ids_are_refused():
    letters = CharacterTokenizer.train(["ab"])
    pieces = BytePairTokenizer.train(["ab"], vocab_size=259)
    with pytest.raises(
        ValueError, match=r"pad_id \(0\) must equal the target's \(256\)"
    ):
        encode_pairs([("ab", "c")], letters, pieces)
