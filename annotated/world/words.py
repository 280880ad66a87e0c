"""The shapes of the lexicon's entries, and of a meaning before it is put into words.

An entry equals only itself, so that looking one up costs nothing.

Source: ours.
"""

from dataclasses import dataclass
from typing import Literal

from annotated.world.pairs import Bilingual

Tense = Literal["past", "future", "habit", "now", "done"]


@dataclass(frozen=True, eq=False)
class Noun:
    """A common noun.

    Args:
        classifier: the word between a number and the noun, 本 in 三本书.
        plural: given where it is not regular.
        measure: English for the classifier where the noun is not counted itself:
            "cup" for 一杯茶, a cup of tea.
        many: True for a measured noun that is plural in English: noodles, shoes.
        pronoun: 他 or 她 for people, 它 for the rest.

    Source: ours.
    """

    chinese: str
    english: str
    classifier: str
    plural: str = ""
    measure: str = ""
    many: bool = False
    pronoun: str = "它"


@dataclass(frozen=True, eq=False)
class Name:
    """A person called by name; 妈妈 (Mom) is one.

    Source: ours.
    """

    chinese: str
    english: str
    pronoun: str


@dataclass(frozen=True, eq=False)
class Place:
    """Somewhere to be or to go.

    Args:
        english: with its article, "the park".
        preposition: "in" the park, "at" school.
        to: given where it is not "to" and the place, as in "go home".

    Source: ours.
    """

    chinese: str
    english: str
    preposition: str
    to: str = ""


@dataclass(frozen=True, eq=False)
class Time:
    """A time word, and the tense that it sets.

    Args:
        long: True for a year or a month, in which nobody eats just one apple.
        early: True where English puts it before the verb: often.

    Source: ours.
    """

    chinese: str
    english: str
    tense: Tense
    long: bool = False
    early: bool = False


@dataclass(frozen=True, eq=False)
class Verb:
    """A verb with the objects it goes with.

    Args:
        past: given where it is not regular.
        participle: given where it is not the past.
        objects: the nouns it may act on; none for 睡觉 (sleep).
        tenses: those in which the action makes sense.
        bare: True where the object may stand without a number, as in 看书.
        long: True where the action goes with years.

    Source: ours.
    """

    chinese: str
    english: str
    past: str = ""
    participle: str = ""
    objects: tuple[Noun, ...] = ()
    tenses: tuple[Tense, ...] = ()
    bare: bool = True
    long: bool = False


@dataclass(frozen=True, eq=False)
class Adjective:
    """An adjective with the nouns it describes.

    Args:
        comparative: given where it is neither -er nor "more".
        of: the nouns that may have the property.
        before: how it stands before a noun: 新 in 新书, 聪明的 in 聪明的学生.

    Source: ours.
    """

    chinese: str
    english: str
    comparative: str = ""
    of: tuple[Noun, ...] = ()
    before: str = ""


@dataclass(frozen=True)
class Phrase:
    """A noun phrase in both languages, with what the verb must know of it.

    Args:
        person: "I", "he" or "they", as the English verb agrees.
        as_object: English where it is not the same after a verb: me, him.
        whole: True where 了 goes before it: 买了一本书, but 买书了.
        pronoun: the Chinese pronoun that may stand for it.

    Source: ours.
    """

    chinese: str
    english: str
    person: str = "he"
    as_object: str = ""
    whole: bool = True
    pronoun: str = "它"


@dataclass(frozen=True)
class Clause:
    """Who does what, where and when: one meaning, said in two languages.

    Source: ours.
    """

    subject: Phrase
    verb: Verb
    tense: Tense
    object: Phrase | None = None
    place: Bilingual | None = None
    time: Time | None = None
    negative: bool = False
