"""Turn text into token ids and back: by characters, by words, by byte pairs.

Vaswani et al. (2017), §5.1 use byte pairs; the other two show what they cure. How
text is cut is in `annotated.words` and `annotated.byte_pair`.

A text is cut into pieces, and a token is the id of a piece. Encoding adds no special
token; decoding skips padding and the marks of begin and end.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import regex

from annotated.byte_pair import (
    NUM_BYTES,
    Pair,
    apply_merges,
    learn_merges,
    split_pieces,
)
from annotated.vocabulary import (
    SPECIALS,
    TableTokenizer,
    Tokenizer,
    check_text,
    check_texts,
)
from annotated.words import join_words, split_words

# Pieces a byte-pair tokenizer remembers.
CACHE_SIZE = 100_000


class CharacterTokenizer(TableTokenizer):
    """One token for each character: few ids, long sequences.

    Source: ours.
    """

    @staticmethod
    def split(text: str) -> list[str]:
        """Cut between all characters."""
        return list(text)

    @staticmethod
    def join(pieces: Iterable[str]) -> str:
        """Put the characters side by side."""
        return "".join(pieces)


class WordTokenizer(TableTokenizer):
    """One token for each word or sign: short sequences, and many unknown words.

    Source: ours.
    """

    @staticmethod
    def split(text: str) -> list[str]:
        """Cut into words and signs."""
        return split_words(text)

    @staticmethod
    def join(pieces: Iterable[str]) -> str:
        """Put the spaces back that ordinary sentences have."""
        return join_words(pieces)


class BytePairTokenizer(Tokenizer):
    """Bytes, joined to longer tokens where training saw them often together.

    Ids 0 to 255 are the bytes, 256 + k is merge number k, then pad, bos, eos and the
    special tokens.

    Differs: merges join bytes, not characters, so that no text is unknown.

    Source: Sennrich et al. (2016), §3.2.
    """

    def __init__(
        self, merges: Iterable[Sequence[int]], special_tokens: Sequence[str] = ()
    ) -> None:
        # (1) A token spells the bytes of its two halves; both must exist by then.
        self.merges: list[Pair] = []
        self._bytes = [bytes([byte]) for byte in range(NUM_BYTES)]
        for left, right in merges:
            new_id = len(self._bytes)
            if not (0 <= left < new_id and 0 <= right < new_id):
                raise ValueError(
                    f"merge ({left}, {right}) must join ids below its own ({new_id})"
                )
            self.merges.append((left, right))
            self._bytes.append(self._bytes[left] + self._bytes[right])
        self._new_ids = {pair: i for i, pair in enumerate(self.merges, NUM_BYTES)}
        if len(self._new_ids) != len(self.merges):
            raise ValueError("merges must not hold a pair twice")

        # (2) The special tokens come last, so that merge k is always 256 + k.
        self.special_tokens = list(check_texts(special_tokens))
        names = [*SPECIALS, *self.special_tokens]
        if "" in names or len(set(names)) != len(names):
            raise ValueError(f"special tokens ({names}) must differ and not be empty")
        self.special_ids = {n: i for i, n in enumerate(names, len(self._bytes))}
        self.pad_id, self.bos_id, self.eos_id = (self.special_ids[n] for n in SPECIALS)
        self._bytes += [name.encode("utf-8") for name in names]
        self.vocab_size = len(self._bytes)
        self._cache: dict[str, list[int]] = {}

    @classmethod
    def train(
        cls,
        texts: Iterable[str],
        *,
        vocab_size: int,
        special_tokens: Sequence[str] = (),
    ) -> "BytePairTokenizer":
        """Learn merges until the vocabulary is full or no pair occurs twice.

        Args:
            vocab_size: bytes, merges and special tokens together.
            special_tokens: names beside pad, bos and eos, such as `<user>`.

        Raises:
            ValueError: if vocab_size leaves no room for bytes and special tokens, or
                if there is no text.

        Source: Sennrich et al. (2016), §3.2, Algorithm 1.
        """
        special_tokens = list(check_texts(special_tokens))
        num_specials = len(SPECIALS) + len(special_tokens)
        num_merges = vocab_size - NUM_BYTES - num_specials
        if num_merges < 0:
            raise ValueError(
                f"vocab_size ({vocab_size}) must be at least {NUM_BYTES} bytes "
                f"+ {num_specials} special tokens = {NUM_BYTES + num_specials}"
            )

        # A piece that occurs a thousand times is worked on once.
        counts: Counter[str] = Counter()
        for text in check_texts(texts):
            counts.update(split_pieces(text))
        if not counts:
            raise ValueError("texts (all empty) must hold at least one character")
        return cls(learn_merges(counts, num_merges), special_tokens)

    def encode(self, text: str, allow_special: bool = False) -> list[int]:
        """Cut the text into pieces, and merge the bytes of each.

        Args:
            allow_special: True reads the names of special tokens as those tokens.
                Text from outside must not be able to end a message: leave it False.

        Source: Radford et al. (2019), §2.2.
        """
        parts = [check_text(text)]
        if allow_special:
            # The longest name first, should one begin like another.
            names = sorted(self.special_ids, key=len, reverse=True)
            parts = regex.split(f"({'|'.join(map(regex.escape, names))})", text)

        ids: list[int] = []
        for place, part in enumerate(parts):
            # Splitting puts the text at even places and the names at odd ones.
            if place % 2:
                ids.append(self.special_ids[part])
            else:
                for piece in split_pieces(part):
                    ids += self._encode_piece(piece)
        return ids

    def _encode_piece(self, piece: str) -> list[int]:
        """Merge the bytes of one piece, or remember what came out last time."""
        ids = self._cache.get(piece)
        if ids is None:
            ids = apply_merges(list(piece.encode("utf-8")), self._new_ids)

            # Most pieces come again soon. The limit keeps the memory bounded.
            if len(self._cache) < CACHE_SIZE:
                self._cache[piece] = ids
        return ids

    def decode(self, ids: Iterable[SupportsIndex]) -> str:
        """Join the bytes; those that are no UTF-8 become U+FFFD."""
        skipped = {self.pad_id, self.bos_id, self.eos_id}
        kept = (i for i in map(self.check_id, ids) if i not in skipped)
        return b"".join(self._bytes[i] for i in kept).decode("utf-8", errors="replace")

    def token(self, token_id: SupportsIndex) -> str:
        r"""Return the token's text; half a character shows as `\xe4`."""
        text = self._bytes[self.check_id(token_id)]
        return text.decode("utf-8", errors="backslashreplace")

    def state(self) -> dict[str, Any]:
        """Return the merges and the special tokens."""
        return {"merges": self.merges, "special_tokens": self.special_tokens}
