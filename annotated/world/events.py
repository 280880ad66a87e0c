"""Clauses drawn at random: who does what, where and when.

Source: ours.
"""

from functools import cache
from random import Random

from annotated.world import english
from annotated.world.lexicon import PLACES, TIMES
from annotated.world.pairs import Bilingual, Pair, Referent
from annotated.world.phrases import (
    PRONOUNS,
    bare,
    counted,
    number,
    one_person,
    owned,
    pointed,
    subject,
    the,
)
from annotated.world.predicates import ACTIONS, DEEDS, GO, GO_HOME, MEETINGS
from annotated.world.settings import places_for
from annotated.world.words import Clause, Noun, Phrase, Place, Tense, Time, Verb

DAYTIMES = tuple(t for t in TIMES if t.tense != "habit" and not t.long)


def said(chinese: str, text: str, kind: str, referent: Referent | None = None) -> Pair:
    """Finish a sentence: English gets its capital and its mark, ? where Chinese has ？.

    Source: ours.
    """
    end = "?" if chinese.endswith("？") else "."
    return Pair(chinese, english.sentence(text, end), kind, referent)


@cache
def _times(tense: Tense, long: bool) -> tuple[Time, ...]:
    return tuple(t for t in TIMES if t.tense == tense and (long or not t.long))


def time_for(rng: Random, verb: Verb, tense: Tense) -> Time | None:
    """Draw a time word that sets this tense; 已经 needs none, 正在 only sometimes.

    Source: ours.
    """
    times = _times(tense, verb.long)
    if not times or (tense == "now" and rng.random() < 0.5):
        return None
    return rng.choice(times)


def object_for(
    rng: Random, verb: Verb, owner: str, tense: Tense, few: bool = True
) -> Phrase | None:
    """Draw what the verb acts on, in a form that suits the verb and the tense.

    Args:
        owner: the Chinese pronoun of who may own it.
        few: False where no number fits, as after 没.

    Source: ours.
    """
    if not verb.objects:
        return None
    noun = rng.choice(verb.objects)
    if noun.pronoun != "它":
        return rng.choice((the(noun), the(noun), one_person(rng), rng.choice(PRONOUNS)))
    if noun.measure == "-" or (tense == "habit" and verb.bare):
        return bare(noun, general=tense == "habit")
    phrases = [owned(owner, noun), pointed(noun, far=rng.random() < 0.5)]
    if verb.bare:
        phrases = [bare(noun), bare(noun), phrases[1]]
    if few:
        phrases.append(counted(number(rng), noun))
    return rng.choice(phrases)


@cache
def _verbs(family: tuple[Verb, ...], tense: Tense) -> tuple[Verb, ...]:
    return tuple(verb for verb in family if tense in verb.tenses)


def same(one: Phrase, other: Phrase) -> bool:
    """Tell whether two phrases name the same people, as far as words can show.

    Source: ours.
    """
    if "它" in (one.pronoun, other.pronoun):
        return False
    a, b = (phrase.chinese.removesuffix("们")[-2:] for phrase in (one, other))
    return a in other.chinese or b in one.chinese


def event(
    rng: Random,
    tense: Tense,
    who: Phrase | None = None,
    *,
    negative: bool = False,
    family: tuple[Verb, ...] = (),
) -> Clause:
    """Draw a clause: somebody does something, at a time that sets the tense.

    Source: ours.
    """
    who = who or subject(rng)
    family = family or rng.choice((ACTIONS, ACTIONS, ACTIONS, MEETINGS, DEEDS))
    verb = rng.choice(_verbs(family, tense))
    thing = object_for(rng, verb, who.pronoun, tense, not negative)
    while thing and same(who, thing):
        thing = object_for(rng, verb, who.pronoun, tense, not negative)
    time = None if negative and tense == "habit" else time_for(rng, verb, tense)
    return Clause(who, verb, tense, thing, None, time, negative)


@cache
def spot(place: Place) -> Bilingual:
    """Say where: 公园 (在 is added by the clause), in the park.

    Source: ours.
    """
    return Bilingual(place.chinese, english.where(place))


def place_for(rng: Random, verb: Verb) -> Bilingual | None:
    """Draw where something is done; nothing where the verb has no special places.

    Source: ours.
    """
    places = places_for(verb)
    return spot(rng.choice(places)) if places else None


def trip(
    rng: Random,
    who: Phrase,
    tense: Tense,
    negative: bool = False,
    goals: tuple[Place, ...] = PLACES,
) -> Clause:
    """Draw a clause of going somewhere, home too, without a time word.

    Source: ours.
    """
    goal = rng.choice(goals)
    if goal.to:
        return Clause(
            who, GO_HOME, tense, Phrase("", goal.to, whole=False), negative=negative
        )
    return Clause(who, GO, tense, toward(goal), negative=negative)


@cache
def toward(place: Place) -> Phrase:
    """Say where one goes, as an object of 去: 北京, to Beijing.

    Source: ours.
    """
    return Phrase(place.chinese, english.whither(place), whole=False)


@cache
def acting(verb: Verb, noun: Noun) -> Phrase:
    """Say what one likes to do, as an object of 喜欢: 喝茶, to drink tea.

    Source: ours.
    """
    thing = bare(noun, general=True)
    text = f"to {verb.english} {thing.english}"
    return Phrase(f"{verb.chinese}{thing.chinese}", text)
