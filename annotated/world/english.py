"""English: the forms of words, and a clause put into words.

Source: ours.
"""

import re
from functools import cache

from annotated.world.words import Adjective, Clause, Noun, Place, Tense, Verb

_SHORT = "[^aeiou]*[aeiou][^aeiouwxy]"
_PRESENT_BE = {"I": "am", "he": "is", "they": "are"}
_PAST_BE = {"I": "was", "he": "was", "they": "were"}


@cache
def with_article(text: str) -> str:
    """Put a or an before a word, as it sounds: an egg, an honest boy, a uniform.

    Source: ours.
    """
    vowel = text[0] in "aeiou" or text.startswith(("honest", "hour"))
    silent = text.startswith(("uni", "use", "one", "eu"))
    return f"an {text}" if vowel and not silent else f"a {text}"


def _with_s(text: str) -> str:
    """Add the s of plurals and of the third person: boxes, stories, boys."""
    if text.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{text}es"
    return re.sub("([^aeiou])y$", r"\1ie", text) + "s"


@cache
def plural(noun: Noun) -> str:
    """Name many: boxes, thieves, mice; nouns that are measured have no plural.

    Source: ours.
    """
    if noun.measure and not noun.many:
        return noun.english
    return noun.plural or _with_s(noun.english)


@cache
def third_person(verb: Verb) -> str:
    """Inflect for he and she: washes, studies, looks for.

    Source: ours.
    """
    if verb.english == "have":
        return "has"
    first, *rest = verb.english.split()
    return " ".join([_with_s(first), *rest])


def _doubled(word: str) -> str:
    """Double the last letter of a short word: swimm-ing, chatt-ed."""
    return word + word[-1] if re.fullmatch(_SHORT, word) else word


@cache
def past(verb: Verb) -> str:
    """Inflect for the past: went, studied, looked for.

    Source: ours.
    """
    if verb.past:
        return verb.past
    first, *rest = verb.english.split()
    stem = re.sub("([^aeiou])y$", r"\1i", _doubled(first)).removesuffix("e")
    return " ".join([f"{stem}ed", *rest])


@cache
def participle(verb: Verb) -> str:
    """Inflect for the perfect and the passive: gone, written, praised.

    Source: ours.
    """
    return verb.participle or past(verb)


@cache
def gerund(verb: Verb) -> str:
    """Inflect for what goes on: seeing, making, swimming, looking for.

    Source: ours.
    """
    first, *rest = verb.english.split()
    stem = re.sub("([^e])e$", r"\1", _doubled(first))
    return " ".join([f"{stem}ing", *rest])


@cache
def comparative(adjective: Adjective) -> str:
    """Compare: older, bigger, busier, more expensive.

    Source: ours.
    """
    if adjective.comparative:
        return adjective.comparative
    word = adjective.english
    syllables = len(re.findall("[aeiouy]+", word.removesuffix("e")))
    if syllables > 1 and not word.endswith("y"):
        return f"more {word}"
    return re.sub("y$", "i", _doubled(word)).removesuffix("e") + "er"


def be(person: str, tense: Tense = "now", negative: bool = False) -> str:
    """Inflect to be: is, wasn't, will be, am not.

    Source: ours.
    """
    if tense == "future":
        return "won't be" if negative else "will be"
    form = (_PAST_BE if tense == "past" else _PRESENT_BE)[person]
    if not negative:
        return form
    return "am not" if form == "am" else f"{form}n't"


def _auxiliary(clause: Clause) -> tuple[str, str]:
    """Split the verb: the helper that a question moves, and the form after it."""
    verb, person = clause.verb, clause.subject.person
    match clause.tense:
        case "past":
            return "did", verb.english
        case "future":
            return "will", verb.english
        case "habit":
            return ("does" if person == "he" else "do"), verb.english
        case "now":
            return _PRESENT_BE[person], gerund(verb)
        case "done":
            return ("has" if person == "he" else "have"), participle(verb)


def verb_phrase(clause: Clause) -> str:
    """Say the verb of a statement with its helper and its negation.

    Source: ours.
    """
    helper, form = _auxiliary(clause)
    early = clause.time.english + " " if clause.time and clause.time.early else ""
    if clause.negative:
        helper = {"will": "won't", "am": "am not"}.get(helper, f"{helper}n't")
        return f"{helper} {early}{form}"
    match clause.tense:
        case "past":
            return early + past(clause.verb)
        case "habit" if clause.subject.person == "he":
            return early + third_person(clause.verb)
        case "habit":
            return early + form
        case "done":
            return f"{helper} already {form}"
        case _:
            return f"{helper} {early}{form}"


def _rest(clause: Clause) -> list[str]:
    """Say what follows the verb: the object, then the place, then the time."""
    words = []
    if clause.object:
        words.append(clause.object.as_object or clause.object.english)
    if clause.place and clause.place.english:
        words.append(clause.place.english)
    if clause.time and not clause.time.early:
        words.append(clause.time.english)
    if clause.tense == "done" and clause.negative:
        words.append("yet")
    return words


def statement(clause: Clause) -> str:
    """Put a clause into words: subject, verb, object, place, time.

    Source: ours.
    """
    return " ".join([clause.subject.english, verb_phrase(clause), *_rest(clause)])


def predicate(clause: Clause) -> str:
    """Put a clause into words without its subject.

    Source: ours.
    """
    return " ".join([verb_phrase(clause), *_rest(clause)])


def question(clause: Clause, word: str = "") -> str:
    """Ask, with the helper before the subject: did the boy ..., where did the boy ...

    Source: ours.
    """
    helper, form = _auxiliary(clause)
    if clause.negative:
        helper = "won't" if helper == "will" else f"{helper}n't"
    early = [clause.time.english] if clause.time and clause.time.early else []
    parts = [word, helper, clause.subject.english, *early, form, *_rest(clause)]
    return " ".join(part for part in parts if part)


def where(place: Place) -> str:
    """Say that something is there: in the park, at home.

    Source: ours.
    """
    return f"{place.preposition} {place.english}"


def whither(place: Place) -> str:
    """Say that somebody goes there: to the park, home.

    Source: ours.
    """
    return place.to or f"to {place.english}"


def sentence(text: str, end: str = ".") -> str:
    """Begin with a capital letter and end with a mark.

    Source: ours.
    """
    return text[0].upper() + text[1:] + end
