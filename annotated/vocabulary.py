"""Keep the ids of tokens: what all tokenizers share, and the plain table of pieces.

Vaswani et al. (2017), §5.1 share one vocabulary between the two languages; here one
tokenizer is one vocabulary. The tokenizers themselves are in `annotated.tokenizer`.
"""

import json
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar

# Padding, and the marks of begin and end.
SPECIALS = ("<pad>", "<bos>", "<eos>")
UNKNOWN = "<unk>"

# Loading or training a class gives that class, not its parent.
AnyTokenizer = TypeVar("AnyTokenizer", bound="Tokenizer")
AnyTable = TypeVar("AnyTable", bound="TableTokenizer")


def check_text(text: str) -> str:
    """Return the text if it can be written as UTF-8.

    Raises:
        TypeError: if it is not a string.
        ValueError: if it holds half of a surrogate pair.

    Source: ours.
    """
    if not isinstance(text, str):
        raise TypeError(f"text ({type(text).__name__}) must be a string")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"text must be valid Unicode; character {error.start} "
            f"({text[error.start]!r}) is half of a surrogate pair"
        ) from None
    return text


def check_texts(texts: Iterable[str]) -> Iterable[str]:
    """Yield the texts, each checked.

    Raises:
        TypeError: if it is one string, whose items would be characters.

    Source: ours.
    """
    if isinstance(texts, str):
        raise TypeError("texts (one string) must be a list of strings: write [text]")
    return (check_text(text) for text in texts)


class Tokenizer(ABC):
    """What every tokenizer can do; a subclass says how text is cut and joined.

    Source: ours.
    """

    vocab_size: int
    pad_id: int
    bos_id: int
    eos_id: int

    @abstractmethod
    def encode(self, text: str) -> list[int]:
        """Turn a text into token ids, without begin and end."""

    @abstractmethod
    def decode(self, ids: Iterable[SupportsIndex]) -> str:
        """Turn ids into text; padding, begin and end are skipped."""

    @abstractmethod
    def token(self, token_id: SupportsIndex) -> str:
        """Name one id, for people to read; specials have names."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return the arguments that build this tokenizer again."""

    def tokens(self, text: str) -> list[str]:
        """Show the pieces of a text, one for each id.

        Source: ours.
        """
        return [self.token(token_id) for token_id in self.encode(text)]

    def check_id(self, token_id: SupportsIndex) -> int:
        """Return the id as a plain int if it is in the vocabulary.

        Raises:
            ValueError: if it is not. A list would take -1 for its last item.

        Source: ours.
        """
        number = index(token_id)
        if not 0 <= number < self.vocab_size:
            raise ValueError(
                f"token id ({number}) must be at least 0 and below "
                f"vocab_size ({self.vocab_size})"
            )
        return number

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the vocabulary to one JSON file.

        Source: ours.
        """
        content = {"tokenizer": type(self).__name__, **self.state()}

        # A run that dies while writing must leave the old file whole.
        unfinished = Path(f"{os.fspath(path)}.{os.getpid()}.new")
        unfinished.write_text(
            json.dumps(content, ensure_ascii=False), encoding="utf-8", newline="\n"
        )
        os.replace(unfinished, path)

    @classmethod
    def load(cls: type[AnyTokenizer], path: str | os.PathLike[str]) -> AnyTokenizer:
        """Read what `save` wrote.

        Raises:
            ValueError: if the file is cut short or holds something else.

        Source: ours.
        """
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
            if (saved_by := content.pop("tokenizer")) != cls.__name__:
                raise ValueError(f"tokenizer ({saved_by}) must be {cls.__name__}")
            return cls(**content)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(
                f"path ({path}) must be a whole file saved by {cls.__name__}: {error}"
            ) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokenizer) or type(self) is not type(other):
            return NotImplemented
        return self.state() == other.state()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.vocab_size))


class TableTokenizer(Tokenizer):
    """One id for each piece seen in training; the others share `unk_id`.

    Source: ours.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = list(check_texts(vocabulary))
        if len(set(self.vocabulary)) != len(self.vocabulary):
            raise ValueError("vocabulary must not hold a piece twice")
        self._names = [*SPECIALS, UNKNOWN, *self.vocabulary]
        self.vocab_size = len(self._names)
        self.pad_id, self.bos_id, self.eos_id, self.unk_id = range(4)

        # Only the vocabulary is looked up: the text "<pad>" is never padding.
        self._ids = {piece: i for i, piece in enumerate(self.vocabulary, start=4)}

    @staticmethod
    @abstractmethod
    def split(text: str) -> list[str]:
        """Cut a text into pieces."""

    @staticmethod
    @abstractmethod
    def join(pieces: Iterable[str]) -> str:
        """Put pieces together."""

    @classmethod
    def train(
        cls: type[AnyTable], texts: Iterable[str], min_count: int = 1
    ) -> AnyTable:
        """Collect the pieces of the texts.

        Args:
            min_count: a rarer piece stays unknown.

        Raises:
            ValueError: if no piece is that frequent.
        """
        counts: Counter[str] = Counter()
        for text in check_texts(texts):
            counts.update(cls.split(text))

        # Sorted, so that the ids do not depend on the order of the texts.
        vocabulary = sorted(p for p, count in counts.items() if count >= min_count)
        if not vocabulary:
            raise ValueError(
                f"texts must hold a piece at least min_count ({min_count}) times; "
                f"they hold {len(counts)} different pieces"
            )
        return cls(vocabulary)

    def encode(self, text: str) -> list[int]:
        """Look up the id of every piece."""
        return [self._ids.get(p, self.unk_id) for p in self.split(check_text(text))]

    def decode(self, ids: Iterable[SupportsIndex]) -> str:
        """Join the pieces; an unknown one reads `<unk>`."""
        kept = (i for i in map(self.check_id, ids) if i >= len(SPECIALS))
        return self.join(self._names[i] for i in kept)

    def token(self, token_id: SupportsIndex) -> str:
        """Return the piece, or the name of the special token."""
        return self._names[self.check_id(token_id)]

    def state(self) -> dict[str, Any]:
        """Return the vocabulary."""
        return {"vocabulary": self.vocabulary}
