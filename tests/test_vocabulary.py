"""What all tokenizers share: the checks of text and ids, and the file."""

import json
from functools import partial
from pathlib import Path

import pytest

from annotated.tokenizer import BytePairTokenizer, CharacterTokenizer, WordTokenizer
from annotated.vocabulary import Tokenizer, check_text, check_texts

TOKENIZERS: list[Tokenizer] = [
    CharacterTokenizer(["a", "中"]),
    WordTokenizer(["a", "中"]),
    BytePairTokenizer([(97, 98), (256, 99)], ["<user>"]),
]

every_tokenizer = pytest.mark.parametrize(
    "tokenizer", TOKENIZERS, ids=lambda one: type(one).__name__
)


@every_tokenizer
def test_an_id_outside_the_vocabulary_is_refused(tokenizer: Tokenizer) -> None:
    size = tokenizer.vocab_size
    for wrong in [-1, size, 10**9]:
        message = rf"token id \({wrong}\) .* vocab_size \({size}\)"
        with pytest.raises(ValueError, match=message):
            tokenizer.decode([0, wrong])
        with pytest.raises(ValueError, match=message):
            tokenizer.token(wrong)
    assert tokenizer.decode([size - 1]) is not None


@pytest.mark.usefixtures("no_shape_hook")
@every_tokenizer
def test_what_is_no_string_is_refused(tokenizer: Tokenizer) -> None:
    for wrong in [None, 5, b"a", ["a", "b"]]:
        name = type(wrong).__name__
        with pytest.raises(TypeError, match=rf"text \({name}\) must be a string"):
            tokenizer.encode(wrong)  # pyright: ignore[reportArgumentType]


@pytest.mark.usefixtures("no_shape_hook")
def test_one_string_is_no_list_of_texts() -> None:
    byte_pairs = partial(BytePairTokenizer.train, vocab_size=300)
    for train in [CharacterTokenizer.train, WordTokenizer.train, byte_pairs]:
        with pytest.raises(TypeError, match="must be a list of strings"):
            train("one text")
        with pytest.raises(TypeError, match=r"text \(bytes\) must be a string"):
            train([b"bytes"])
    with pytest.raises(TypeError, match="must be a list of strings"):
        BytePairTokenizer([], "<user>")


def test_half_of_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(ValueError, match=r"character 2 \('\\ud83d'\) is half"):
        check_text("ab\ud83d")
    with pytest.raises(ValueError, match="character 0"):
        list(check_texts(["good", "\ude00"]))


@every_tokenizer
def test_the_file_is_readable_text(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.json"
    tokenizer.save(str(path))
    text = path.read_bytes().decode("utf-8")
    assert "\\u" not in text
    assert json.loads(text)["tokenizer"] == type(tokenizer).__name__


@every_tokenizer
def test_a_file_cut_short_is_refused(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.json"
    tokenizer.save(path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match="must be a whole file saved by"):
            type(tokenizer).load(path)


FOREIGN = [
    "[1, 2]",
    "3",
    "null",
    "{}",
    '{"model": {"type": "BPE"}}',
    '{"tokenizer": "BytePairTokenizer"}',
    '{"tokenizer": "BytePairTokenizer", "merges": [[1]]}',
    '{"tokenizer": "BytePairTokenizer", "merges": [["a", "b"]]}',
    '{"tokenizer": "BytePairTokenizer", "merges": [[97, 300]]}',
    '{"tokenizer": "BytePairTokenizer", "merges": 7}',
    '{"tokenizer": "BytePairTokenizer", "merges": [], "more": 1}',
    '{"tokenizer": "BytePairTokenizer", "merges": [], "special_tokens": [1]}',
    '{"tokenizer": "WordTokenizer", "vocabulary": ["a"]}',
    '{"tokenizer": "CharacterTokenizer", "vocabulary": [1, 2]}',
    '{"tokenizer": "CharacterTokenizer", "vocabulary": "ab"}',
]


@pytest.mark.usefixtures("no_shape_hook")
@pytest.mark.parametrize("content", FOREIGN)
def test_a_foreign_file_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.json"
    path.write_text(content, encoding="utf-8")
    for kind in [BytePairTokenizer, CharacterTokenizer]:
        with pytest.raises(ValueError, match=rf"saved by {kind.__name__}"):
            kind.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="saved by WordTokenizer"):
        WordTokenizer.load(path)


def test_an_interrupted_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vocabulary.json"
    TOKENIZERS[0].save(path)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("annotated.vocabulary.os.replace", stop)
    with pytest.raises(KeyboardInterrupt):
        CharacterTokenizer(["b"]).save(path)
    assert CharacterTokenizer.load(path) == TOKENIZERS[0]
