"""Merges: against Hugging Face's trainer, a slow and plain one, and hand values."""

import json
import os
import random
import subprocess
import sys
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from pydoc_data.topics import topics

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers, trainers

from annotated.byte_pair import (
    Pair,
    apply_merges,
    count_pairs,
    learn_merges,
    merge_pair,
    split_pieces,
    take_most_frequent,
)

NUM_MERGES = 4000

HARD = [
    "",
    " ",
    "   ",
    "a  b   c ",
    "\n\n  x\r\n\r\n\ty \n",
    "it's IT'S don't we'll they've 'tis d'accord '",
    "3.14 x2 2x 1,000 ½ Ⅷ ٣٤",
    'hello,world!?... (a) [b] "c" #d_e __f__',
    "明天会更好。我买了三本书！",
    "नमस्ते दुनिया क्षत्रिय",
    "cafe\u0301 ncf\u0303 e\u0301\u0302",
    "👍🏽 👩\u200d👩\u200d👧 🇨🇳!",
    "a\u00a0b\u2003c\u3000d\u2028e\u0085f\x0bg\x0ch",
    "a\x1cb\x1dc\x1ed\x1ff\u180eg\u200bh\ufeffi\x00j",
    "<eos> <|endoftext|>",
    "ไทย العربية עברית 한국어 カタカナ",
]


@cache
def corpus() -> tuple[str, ...]:
    """Collect a megabyte of text that every Python has: its help and its source."""
    texts = list(topics.values())
    for path in sorted(Path(os.__file__).parent.glob("*.py")):
        if sum(map(len, texts)) >= 1_000_000:
            break
        texts.append(path.read_text(encoding="utf-8"))

    # Chinese too, where merges join parts of characters: frequent ones more often.
    chance = random.Random(0)
    characters = [chr(0x4E00 + 7 * i) for i in range(400)]
    weights = [1 / (i + 1) for i in range(400)]
    texts += [
        "".join(chance.choices(characters, weights, k=chance.randint(3, 30))) + "。"
        for _ in range(1000)
    ]
    return tuple(texts)


def counted(texts: tuple[str, ...] | list[str]) -> Counter[str]:
    return Counter(piece for text in texts for piece in split_pieces(text))


@cache
def corpus_merges() -> tuple[Pair, ...]:
    return tuple(learn_merges(counted(corpus()), NUM_MERGES))


def spellings(merges: tuple[Pair, ...], letters: list[str]) -> list[str]:
    """Spell each id with one letter for each byte."""
    names = list(letters)
    for left, right in merges:
        names.append(names[left] + names[right])
    return names


def byte_level_letters() -> list[str]:
    """Give the visible letter by which Hugging Face's ByteLevel writes each byte."""
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in visible]
    letters = {byte: chr(byte) for byte in visible}
    letters |= {byte: chr(256 + i) for i, byte in enumerate(hidden)}
    return [letters[byte] for byte in range(256)]


# --- parity -----------------------------------------------------------------------


def test_merges_equal_those_of_hugging_face_on_a_megabyte() -> None:
    assert sum(map(len, corpus())) >= 1_000_000

    # Among equal counts Hugging Face takes the smallest pair of its own ids, this
    # package the largest. So its ids are made to run the other way: letters by
    # falling byte, and the merged tokens, the last first, as special tokens. These
    # only number the tokens; which pairs to merge it counts itself.
    letters = [chr(0x4E00 + 255 - byte) for byte in range(256)]
    names = spellings(corpus_merges(), letters)
    assert len(set(names)) == len(names) == 256 + NUM_MERGES
    theirs = tokenizers.Tokenizer(models.BPE())
    theirs.train_from_iterator(
        (
            "".join(letters[byte] for byte in piece.encode("utf-8"))
            for piece in counted(corpus()).elements()
        ),
        trainers.BpeTrainer(
            vocab_size=256 + NUM_MERGES,
            special_tokens=names[256:-1][::-1],
            initial_alphabet=letters,
            min_frequency=2,
            show_progress=False,
        ),
    )
    merges = json.loads(theirs.to_str())["model"]["merges"]
    mine = [[names[left], names[right]] for left, right in corpus_merges()]
    assert merges == mine


@cache
def hugging_face() -> tokenizers.Tokenizer:
    """Build a plain byte-level tokenizer of theirs with this package's merges."""
    names = spellings(corpus_merges(), byte_level_letters())
    theirs = tokenizers.Tokenizer(
        models.BPE(
            vocab={name: i for i, name in enumerate(names)},
            merges=[(names[left], names[right]) for left, right in corpus_merges()],
        )
    )
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return theirs


def encode(text: str) -> list[int]:
    new_ids = {pair: i for i, pair in enumerate(corpus_merges(), 256)}
    return [
        token
        for piece in split_pieces(text)
        for token in apply_merges(list(piece.encode("utf-8")), new_ids)
    ]


def test_ids_equal_those_of_hugging_face() -> None:
    chinese = corpus()[-100:]
    for text in [*HARD, *chinese, topics["lambda"], topics["strings"], "ab" * 500]:
        assert encode(text) == hugging_face().encode(text).ids


def pieces_of_hugging_face(text: str) -> list[str]:
    cut = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return [piece for piece, _ in cut.pre_tokenize_str(text)]


def pieces_in_letters(text: str) -> list[str]:
    letters = byte_level_letters()
    return [
        "".join(letters[byte] for byte in piece.encode("utf-8"))
        for piece in split_pieces(text)
    ]


@pytest.mark.parametrize("text", HARD)
def test_pieces_equal_those_of_hugging_face(text: str) -> None:
    assert pieces_in_letters(text) == pieces_of_hugging_face(text)


def is_old(text: str) -> bool:
    """Tell whether all characters are so old that both sides class them alike."""
    return all(unicodedata.ucd_3_2_0.category(sign) != "Cn" for sign in text)


# Spaces before words and line ends are rare among all characters; the short alphabet
# makes them common.
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])).filter(is_old),
    st.text("ab 1'\n\t\r.!sté中\u0301\u3000👍🏽"),
)


@settings(deadline=None)
@given(TEXTS)
def test_any_pieces_equal_those_of_hugging_face(text: str) -> None:
    assert pieces_in_letters(text) == pieces_of_hugging_face(text)


def plain_merges(counts: Counter[str], num_merges: int) -> list[Pair]:
    """Count everything again for each merge, as the paper's listing does."""
    pieces = {piece: list(piece.encode("utf-8")) for piece in counts}
    merges: list[Pair] = []
    while len(merges) < num_merges:
        pair_counts: Counter[Pair] = Counter()
        for piece, ids in pieces.items():
            for pair in pairwise(ids):
                pair_counts[pair] += counts[piece]
        best = max(pair_counts, key=lambda p: (pair_counts[p], p), default=None)
        if best is None or pair_counts[best] < 2:
            break
        for piece, ids in pieces.items():
            pieces[piece] = merge_pair(ids, best, 256 + len(merges))
        merges.append(best)
    return merges


def test_merges_equal_those_of_a_trainer_that_counts_again() -> None:
    counts = counted([topics["lambda"], topics["strings"], *corpus()[-20:]])
    merges = learn_merges(counts, 300)
    assert merges == plain_merges(counts, 300)


@settings(deadline=None)
@given(st.dictionaries(st.text("ab", min_size=1), st.integers(1, 3), max_size=5))
def test_any_merges_equal_those_of_a_trainer_that_counts_again(
    counts: dict[str, int],
) -> None:
    assert learn_merges(counts, 50) == plain_merges(Counter(counts), 50)


# --- properties -------------------------------------------------------------------


@settings(deadline=None)
@given(TEXTS)
def test_the_pieces_together_are_the_text(text: str) -> None:
    assert "".join(split_pieces(text)) == text


def test_the_order_of_the_texts_does_not_matter() -> None:
    texts = list(corpus()[:40])
    counts = counted(texts)
    assert learn_merges(counted(texts[::-1]), 500) == learn_merges(counts, 500)


def test_the_hash_seed_does_not_matter() -> None:
    program = (
        "from annotated.byte_pair import learn_merges, split_pieces\n"
        "from pydoc_data.topics import topics\n"
        "pieces = {piece for piece in split_pieces(topics['strings'])}\n"
        "import sys; sys.stdout.write(str(learn_merges(dict.fromkeys(pieces, 2), 300)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).resolve().parent.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ["0", "1", "2"]
    }
    (output,) = outputs
    assert len(json.loads(output.replace(b"(", b"[").replace(b")", b"]"))) == 300


def test_a_piece_that_was_learned_becomes_one_token() -> None:
    merges = learn_merges({" lambda": 9, " lamb": 2}, 20)
    new_ids = {pair: i for i, pair in enumerate(merges, 256)}
    assert len(apply_merges(list(b" lambda"), new_ids)) == 1


# --- numbers by hand --------------------------------------------------------------


def test_three_merges_by_hand() -> None:
    merges = learn_merges({"aaabdaaabac": 1}, 3)
    assert merges == [(97, 97), (256, 97), (257, 98)]
    new_ids = {pair: i for i, pair in enumerate(merges, 256)}
    assert apply_merges(list(b"aaabdaaabac"), new_ids) == [258, 100, 258, 97, 99]


def test_overlapping_pairs_count_twice_and_merge_once() -> None:
    assert count_pairs([[97, 97, 97], [97, 98]], [1, 5]) == {(97, 97): 2, (97, 98): 5}
    assert merge_pair([97, 97, 97], (97, 97), 256) == [256, 97]
    assert merge_pair([97, 97, 97, 97], (97, 97), 256) == [256, 256]
    assert merge_pair([98, 97, 98, 97], (97, 98), 256) == [98, 256, 97]


def test_among_equal_counts_the_largest_pair_is_taken() -> None:
    assert learn_merges({"ab": 2, "cd": 2, "ca": 2}, 3) == [
        (99, 100),
        (99, 97),
        (97, 98),
    ]


def test_a_stale_count_is_passed_over() -> None:
    heap = [(-5, -97, -98), (-3, -97, -99), (-2, -97, -98)]
    counts = Counter({(97, 98): 2, (97, 99): 3})
    assert take_most_frequent(heap, counts) == (97, 99)
    assert take_most_frequent(heap, counts) == (97, 98)
    assert take_most_frequent(heap, counts) is None


def test_learning_stops_when_no_pair_occurs_twice() -> None:
    assert learn_merges({"abc": 1}, 10) == []
    assert learn_merges({"ab": 2}, 10) == [(97, 98)]
    assert learn_merges({}, 10) == []


def test_the_earliest_merge_goes_first() -> None:
    new_ids = {(98, 99): 256, (97, 98): 257}
    assert apply_merges(list(b"abc"), new_ids) == [97, 256]
