"""Two clauses in one sentence: because, but, if.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.lexicon import PLACES
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    BY_PRONOUN,
    DAYTIMES,
    bare,
    event,
    one_person,
    place_for,
    said,
    subject,
    time_for,
)
from annotated.world.predicates import (
    ACTIONS,
    DEEDS,
    FEELINGS,
    GO,
    LIKE,
    RAIN,
    SNOW,
    WEATHER,
)
from annotated.world.qualities import DEGREES, is_so
from annotated.world.words import Clause, Noun, Phrase, Tense, Time, Verb

_IT = Phrase("", "it")
_LATER = tuple(t for t in DAYTIMES if t.tense == "future")
_EARLIER = tuple(t for t in DAYTIMES if t.tense == "past")
_DOING = (*ACTIONS, *DEEDS)


def _outing(rng: Random, who: Phrase, tense: Tense, negative: bool) -> Clause:
    """Draw what one does or leaves undone, without a time word."""
    if rng.random() < 0.4:
        goal = rng.choice(PLACES[2:])
        verb = replace(GO, chinese=f"去{goal.chinese}")
        way = Phrase("", english.whither(goal))
        return Clause(who, verb, tense, way, negative=negative)
    verb = rng.choice(DEEDS)
    return Clause(who, verb, tense, negative=negative)


def _cause(rng: Random, who: Phrase, time: Time) -> Bilingual:
    """Draw a reason to stay at home: the weather, or how one feels."""
    match rng.randrange(4):
        case 0:
            verb = rng.choice((RAIN, SNOW))
            clause = Clause(_IT, verb, time.tense, time=time)
            return Bilingual(chinese.statement(clause), english.statement(clause))
        case 1:
            return is_so(_IT, DEGREES[0], rng.choice(WEATHER[:2]), time)
        case _:
            return is_so(who, DEGREES[0], rng.choice(FEELINGS), time)


def because(rng: Random) -> Pair:
    """因为老师昨天很累，所以他没去公园: Because ..., he didn't go to the park.

    Source: ours.
    """
    time = rng.choice((*_EARLIER, *_LATER))
    who = one_person(rng)
    cause = _cause(rng, who, time)
    told = who.chinese in cause.chinese
    actor = BY_PRONOUN[who.pronoun] if told else who
    effect = _outing(rng, actor, time.tense, negative=True)
    if rng.random() < 0.5:
        text = f"因为{cause.chinese}，所以{chinese.statement(effect)}"
        words = f"because {cause.english}, {english.statement(effect)}"
        return said(text, words, "because")
    effect = replace(effect, subject=who)
    again = Phrase(who.chinese, who.english)
    cause = (
        cause
        if not told
        else Bilingual(
            cause.chinese.replace(who.chinese, actor.chinese, 1),
            cause.english.replace(again.english, actor.english, 1),
        )
    )
    text = f"{chinese.statement(effect)}，因为{cause.chinese}"
    words = f"{english.statement(effect)} because {cause.english}"
    return said(text, words, "because")


def _acting(verb: Verb, noun: Noun) -> Phrase:
    """Say what one likes to do: to drink tea."""
    thing = bare(noun, general=True)
    return Phrase(
        f"{verb.chinese}{thing.chinese}", f"to {verb.english} {thing.english}"
    )


def but(rng: Random) -> Pair:
    """小明喜欢猫，但是不喜欢狗: Xiaoming likes cats, but doesn't like dogs.

    Source: ours.
    """
    who, tense = subject(rng), rng.choice(("past", "future", "likes"))
    verb = rng.choice([v for v in ACTIONS if v.bare and len(v.objects) > 1])
    one, other = rng.sample(verb.objects, 2)
    if tense == "likes":
        first = Clause(who, LIKE, "habit", _acting(verb, one))
        second = Clause(who, LIKE, "habit", _acting(verb, other), negative=True)
    else:
        time = time_for(rng, verb, tense)
        first = Clause(who, verb, tense, bare(one), time=time)
        second = Clause(who, verb, tense, bare(other), negative=True)
    text = f"{chinese.statement(first)}，但是{chinese.predicate(second)}"
    words = f"{english.statement(first)}, but {english.predicate(second)}"
    return said(text, words, "but")


def although(rng: Random) -> Pair:
    """虽然老师昨天很累，但是他去了学校: Although ..., he went to school.

    Source: ours.
    """
    who, time = one_person(rng), rng.choice((*_EARLIER, *_LATER))
    cause = _cause(rng, who, time)
    actor = BY_PRONOUN[who.pronoun] if who.chinese in cause.chinese else who
    effect = _outing(rng, actor, time.tense, negative=False)
    text = f"虽然{cause.chinese}，但是{chinese.statement(effect)}"
    words = f"although {cause.english}, {english.statement(effect)}"
    return said(text, words, "although")


def if_so(rng: Random) -> Pair:
    """如果明天下雨，小明就不会去公园: If it rains tomorrow, ... won't go to the park.

    Source: ours.
    """
    time, who = rng.choice(_LATER), subject(rng)
    adjective, verb = rng.choice(FEELINGS), rng.choice((RAIN, SNOW))
    match rng.randrange(3):
        case 0:
            cause = Bilingual(
                f"{time.chinese}{verb.chinese}",
                f"it {verb.english}s {time.english}",
            )
            actor = who
        case 1:
            cold = rng.choice(WEATHER)
            cause = Bilingual(
                f"{time.chinese}很{cold.chinese}",
                f"it is very {cold.english} {time.english}",
            )
            actor = who
        case _:
            who = one_person(rng)
            cause = Bilingual(
                f"{who.chinese}{time.chinese}很{adjective.chinese}",
                f"{who.english} is very {adjective.english} {time.english}",
            )
            actor = BY_PRONOUN[who.pronoun]
    effect = _outing(rng, actor, "future", negative=rng.random() < 0.5)
    text = f"{actor.chinese}就{chinese.predicate(effect)}"
    words = f"if {cause.english}, {english.statement(effect)}"
    return said(f"如果{cause.chinese}，{text}", words, "if_so")


def long(rng: Random) -> Pair:
    """Join three clauses, longer than a sentence of any kind: the length split's.

    Source: ours.
    """
    two = rng.choice((because, because, although, if_so))(rng)
    tense: Tense = rng.choice(("past", "future"))
    last = event(rng, tense)
    last = replace(last, place=place_for(rng, last.verb))
    link, conjunction = rng.choice((("但是", "but"), ("所以", "so")))
    if "所以" in two.chinese or "但是" in two.chinese:
        link, conjunction = "可是", "but"
    text = f"{two.chinese}，{link}{chinese.statement(last)}"
    words = f"{two.english[:-1]}, {conjunction} {english.statement(last)}"
    return said(text, words, "long")
