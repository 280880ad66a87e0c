"""Tokenizers: text to ids and back, alone and against Hugging Face."""

import pickle
from functools import cache
from pathlib import Path
from pydoc_data.topics import topics

import pytest
import tokenizers
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers

from annotated.tokenizer import BytePairTokenizer, CharacterTokenizer, WordTokenizer

SENTENCES = [
    "The student, who didn't buy a book, left.",
    "Is it 5 o'clock?",
    "明天会更好。",
]

HARD = [
    "",
    " ",
    "a   b \t  c   ",
    "one\r\ntwo\r\n\r\nthree\n",
    "👍🏽 👩\u200d👩\u200d👧 🇨🇳",
    "नमस्ते दुनिया",
    "明天会更好。",
    "cafe\u0301 e\u0302\u0301",
    "\x00\x01\x7f\u0080\uffff\U0010ffff",
    "<pad><bos><eos><user>",
]

Any = CharacterTokenizer | WordTokenizer | BytePairTokenizer


@cache
def byte_pair() -> BytePairTokenizer:
    texts = [topics["lambda"], topics["strings"]]
    return BytePairTokenizer.train(texts, vocab_size=600, special_tokens=["<user>"])


def each() -> list[Any]:
    return [
        CharacterTokenizer.train(SENTENCES),
        WordTokenizer.train(SENTENCES),
        byte_pair(),
    ]


every_tokenizer = pytest.mark.parametrize(
    "tokenizer", each(), ids=lambda one: type(one).__name__
)


# --- parity -----------------------------------------------------------------------


def test_ids_equal_those_of_hugging_face_special_tokens_included() -> None:
    tokenizer = byte_pair()
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in visible]
    letters = {byte: chr(byte) for byte in visible}
    letters |= {byte: chr(256 + i) for i, byte in enumerate(hidden)}
    names = [letters[byte] for byte in range(256)]
    for left, right in tokenizer.merges:
        names.append(names[left] + names[right])
    theirs = tokenizers.Tokenizer(
        models.BPE(
            vocab={name: i for i, name in enumerate(names)},
            merges=[(names[left], names[right]) for left, right in tokenizer.merges],
        )
    )
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    theirs.add_special_tokens(list(tokenizer.special_ids))
    assert theirs.get_vocab_size() == tokenizer.vocab_size
    for text in [*HARD, "a<user> b<eos>c <user", topics["in"]]:
        assert tokenizer.encode(text, allow_special=True) == theirs.encode(text).ids


# --- what all three do ------------------------------------------------------------


@every_tokenizer
def test_known_sentences_come_back(tokenizer: Any) -> None:
    for sentence in SENTENCES:
        assert tokenizer.decode(tokenizer.encode(sentence)) == sentence


@every_tokenizer
def test_encoding_adds_no_special_token_and_decoding_skips_them(tokenizer: Any) -> None:
    ids = tokenizer.encode(SENTENCES[0])
    marks = {tokenizer.pad_id, tokenizer.bos_id, tokenizer.eos_id}
    assert len(marks) == 3
    assert marks.isdisjoint(ids)
    framed = [tokenizer.bos_id, *ids, tokenizer.eos_id, tokenizer.pad_id]
    assert tokenizer.decode(framed) == SENTENCES[0]
    assert [tokenizer.token(token_id) for token_id in sorted(marks)] == [
        "<pad>",
        "<bos>",
        "<eos>",
    ]


@every_tokenizer
def test_special_text_is_plain_text(tokenizer: Any) -> None:
    ids = tokenizer.encode("<pad><bos><eos>")
    assert {tokenizer.pad_id, tokenizer.bos_id, tokenizer.eos_id}.isdisjoint(ids)


@every_tokenizer
def test_a_tensor_of_ids_decodes(tokenizer: Any) -> None:
    ids = torch.tensor(tokenizer.encode(SENTENCES[1]))
    assert tokenizer.decode(ids) == SENTENCES[1]


@every_tokenizer
def test_a_saved_tokenizer_loads_equal(tokenizer: Any, tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.json"
    path.write_text("an older file", encoding="utf-8")
    tokenizer.save(path)
    loaded = type(tokenizer).load(path)
    assert loaded == tokenizer
    assert hash(loaded) == hash(tokenizer)
    assert [loaded.encode(text) for text in HARD] == [
        tokenizer.encode(text) for text in HARD
    ]
    assert [one.name for one in tmp_path.iterdir()] == ["vocabulary.json"]
    assert pickle.loads(pickle.dumps(tokenizer)) == tokenizer


def test_different_tokenizers_are_not_equal() -> None:
    characters, words, pairs = each()
    assert characters != words
    assert pairs != BytePairTokenizer(pairs.state()["merges"])
    assert CharacterTokenizer(["a"]) != WordTokenizer(["a"])
    assert CharacterTokenizer(["a"]) != "a"


# --- characters and words ---------------------------------------------------------


def test_characters_by_hand() -> None:
    tokenizer = CharacterTokenizer.train(["cab", "bad"])
    assert tokenizer.vocab_size == 8
    assert tokenizer.encode("abcd") == [4, 5, 6, 7]
    assert tokenizer.encode("axb") == [4, tokenizer.unk_id, 5]
    assert tokenizer.decode([4, 3, 5]) == "a<unk>b"
    assert tokenizer.tokens("ax") == ["a", "<unk>"]


def test_words_by_hand() -> None:
    tokenizer = WordTokenizer.train(["I didn't.", "I did, I did!"], min_count=2)
    assert tokenizer.vocabulary == ["I", "did"]
    assert tokenizer.encode("I did it") == [4, 5, 3]
    assert tokenizer.decode([1, 4, 5, 3, 2, 0]) == "I did <unk>"


@pytest.mark.parametrize("kind", [CharacterTokenizer, WordTokenizer])
def test_the_order_of_the_texts_does_not_matter(
    kind: type[CharacterTokenizer] | type[WordTokenizer],
) -> None:
    assert kind.train(SENTENCES) == kind.train(iter(SENTENCES[::-1]))


# --- byte pairs -------------------------------------------------------------------


def test_byte_pairs_by_hand() -> None:
    tokenizer = BytePairTokenizer.train(["aaabdaaabac"], vocab_size=256 + 3 + 3)
    assert tokenizer.merges == [(97, 97), (256, 97), (257, 98)]
    assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]
    assert tokenizer.tokens("aaabdaaabac") == ["aaab", "d", "aaab", "a", "c"]
    assert (tokenizer.pad_id, tokenizer.bos_id, tokenizer.eos_id) == (259, 260, 261)
    assert tokenizer.vocab_size == 262


@pytest.mark.parametrize("text", HARD)
def test_hard_texts_come_back(text: str) -> None:
    assert byte_pair().decode(byte_pair().encode(text)) == text


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str) -> None:
    assert byte_pair().decode(byte_pair().encode(text)) == text


def test_byte_pairs_do_not_depend_on_the_order_of_the_texts() -> None:
    texts = list(topics.values())[:20]
    assert BytePairTokenizer.train(texts, vocab_size=400) == BytePairTokenizer.train(
        iter(texts[::-1]), vocab_size=400
    )


def test_special_text_is_special_on_request() -> None:
    tokenizer = BytePairTokenizer([], ["<user>", "<user>!", "a|b"])
    user, longer, bar = (tokenizer.special_ids[n] for n in tokenizer.special_tokens)
    assert (user, longer, bar, tokenizer.vocab_size) == (259, 260, 261, 262)
    assert tokenizer.encode("x<user>", allow_special=True) == [120, user]
    assert tokenizer.encode("<user>!a|b<eos>", allow_special=True) == [
        longer,
        bar,
        tokenizer.eos_id,
    ]
    assert tokenizer.decode([user, 120, tokenizer.eos_id]) == "<user>x"
    assert max(tokenizer.encode("<user>!a|b<eos>")) < 256


def test_a_part_of_a_character_is_replaced_and_its_byte_shown() -> None:
    tokenizer = BytePairTokenizer([])
    assert tokenizer.decode([0xE4, 97]) == "\ufffda"
    assert tokenizer.tokens("é") == [r"\xc3", r"\xa9"]


def test_training_ends_early_when_no_pair_occurs_twice() -> None:
    assert BytePairTokenizer.train(["abc abc"], vocab_size=1000).vocab_size < 270
    assert BytePairTokenizer.train(["a"], vocab_size=259).merges == []


def test_the_memory_for_pieces_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotated.tokenizer.CACHE_SIZE", 2)
    tokenizer = BytePairTokenizer([(97, 98)])
    assert tokenizer.encode("ab ab cd ab x") == [
        256,
        32,
        256,
        32,
        *b"cd",
        32,
        256,
        *b" x",
    ]
    assert len(tokenizer._cache) == 2


# --- errors -----------------------------------------------------------------------


def test_a_vocabulary_too_small_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"vocab_size \(259\) .* 256 bytes \+ 4 .* = 260"
    ):
        BytePairTokenizer.train(["a"], vocab_size=259, special_tokens=["<user>"])


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one character"):
        BytePairTokenizer.train(["", ""], vocab_size=300)
    with pytest.raises(ValueError, match=r"min_count \(1\)"):
        CharacterTokenizer.train([])
    with pytest.raises(ValueError, match=r"min_count \(3\) .* 2 different"):
        WordTokenizer.train(["a b", "a b"], min_count=3)


@pytest.mark.parametrize("names", [["<eos>"], [""], ["<a>", "<a>"]])
def test_special_tokens_must_differ(names: list[str]) -> None:
    with pytest.raises(ValueError, match="must differ and not be empty"):
        BytePairTokenizer([], names)


@pytest.mark.parametrize("merges", [[(256, 97)], [(97, -1)], [(97, 98), (97, 257)]])
def test_a_merge_of_what_is_not_there_is_refused(merges: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"must join ids below its own"):
        BytePairTokenizer(merges)


def test_what_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="pair twice"):
        BytePairTokenizer([(97, 98), (97, 98)])
    with pytest.raises(ValueError, match="piece twice"):
        WordTokenizer(["a", "a"])
