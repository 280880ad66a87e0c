"""Token ids: what every tokenizer shares, its special tokens and its file.

Vaswani et al. (2017), §5.1 share one vocabulary between the two languages; here one
tokenizer is one vocabulary. The tokenizers themselves are in `annotated.tokenizer`.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from operator import index
from pathlib import Path
from typing import Any, Self

# Padding, and the marks of begin and end.
SPECIALS = ("<pad>", "<bos>", "<eos>")


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
        """Turn a text into token ids, without begin and end. Source: ours."""

    @abstractmethod
    def decode(self, ids: Iterable[int]) -> str:
        """Turn ids into text; padding, begin and end are skipped. Source: ours."""

    @abstractmethod
    def token(self, token_id: int) -> str:
        """Name one id, for people to read; specials have names. Source: ours."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return the arguments that build this tokenizer again. Source: ours."""

    def tokens(self, text: str) -> list[str]:
        """Show the pieces of a text, one for each id.

        Source: ours.
        """
        return [self.token(token_id) for token_id in self.encode(text)]

    def check_id(self, token_id: int) -> int:
        """Return the id as a plain int if it is in the vocabulary.

        Raises:
            ValueError: if it is not. A list would take -1 for its last item.

        Source: ours.
        """
        if not 0 <= index(token_id) < self.vocab_size:
            raise ValueError(
                f"token id ({token_id}) must be at least 0 and below "
                f"vocab_size ({self.vocab_size})"
            )
        return index(token_id)

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
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what `save` wrote.

        Raises:
            ValueError: if the file is cut short or holds something else.

        Source: ours.
        """
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
            if content.pop("tokenizer") != cls.__name__:
                raise ValueError("it was saved by another class")
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
