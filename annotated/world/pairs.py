"""What the world hands out: a sentence in both languages, and what its pronoun means.

Source: ours.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bilingual:
    """One thing said in both languages.

    Source: ours.
    """

    chinese: str
    english: str


@dataclass(frozen=True)
class Referent:
    """What the pronoun of a sentence means, and what it might have meant.

    The Chinese of a pronoun is empty where Chinese leaves the pronoun out and
    English cannot: 小红没买那条裙子，因为太贵了 ... because it was too expensive.
    Nouns are given without their articles. Each of the texts stands exactly once
    in its sentence, the noun before the pronoun.

    Args:
        pronoun: 它 and "it", 他 and "him", ...
        noun: the noun that the pronoun means.
        other: the noun that it does not mean.

    Source: ours.
    """

    pronoun: Bilingual
    noun: Bilingual
    other: Bilingual


@dataclass(frozen=True)
class Pair:
    """A Chinese sentence and its translation.

    A Chinese statement ends without 。, so that a source is exactly 明天会更好;
    a question ends with ？. English always ends with its mark.

    Args:
        kind: the construction that made the sentence, a key of `grammar.KINDS`.
        referent: set where the sentence has a pronoun and two nouns to choose from.

    Source: ours.
    """

    chinese: str
    english: str
    kind: str
    referent: Referent | None = None
