"""Two clauses in one sentence: because, although, but, if.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.events import (
    DAYTIMES,
    acting,
    event,
    place_for,
    said,
    time_for,
    trip,
)
from annotated.world.lexicon import PLACES
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import BY_PRONOUN, bare, one_person, subject
from annotated.world.predicates import ACTIONS, LIKE, PLEASURES, RAIN, SNOW, SPORTS
from annotated.world.properties import COLD, HOT, MILD
from annotated.world.qualities import DEGREES, feeling, is_so
from annotated.world.words import Clause, Phrase, Tense, Time

_IT = Phrase("", "it")
_LATER = tuple(t for t in DAYTIMES if t.tense == "future")
_TWO = tuple(verb for verb in ACTIONS if verb.bare and len(verb.objects) > 1)
_TWO_LIKED = tuple(verb for verb in PLEASURES if len(verb.objects) > 1)
_EARLIER = tuple(t for t in DAYTIMES if t.tense == "past")
# Where one goes because the day is fine; nobody goes to the bank for that.
_TREATS = tuple(
    p for p in PLACES if p.chinese in ["公园", "商店", "饭店", "动物园", "博物馆"]
)


def _outing(rng: Random, who: Phrase, tense: Tense, *, go: bool, fine: bool) -> Clause:
    """Draw what one does outside, or does not, on a fine day or on another."""
    if rng.random() < 0.5:
        goals = _TREATS if fine else PLACES
        return trip(rng, who, tense, negative=not go, goals=goals)
    return Clause(who, rng.choice(SPORTS), tense, negative=not go)


def _cause(rng: Random, who: Phrase, time: Time, *, if_so: bool = False) -> tuple:
    """Draw the weather or a feeling; also whether it is a good one for going out.

    After 如果 (if) the future needs no 会, and in English no will.
    """
    told = replace(time, tense="now") if if_so else time
    match rng.randrange(4):
        case 0:
            verb = rng.choice((RAIN, SNOW))
            if if_so:
                words = f"it {verb.english}s {time.english}"
                return Bilingual(f"{time.chinese}{verb.chinese}", words), False
            clause = Clause(_IT, verb, time.tense, time=time)
            said = Bilingual(chinese.statement(clause), english.statement(clause))
            return said, False
        case 1:
            weather = rng.choice((COLD, HOT, *MILD))
            return is_so(_IT, DEGREES[0], weather, told), weather in MILD
        case _:
            mood = feeling(rng, time)
            while mood.english == "happy" and time.tense == "future":
                mood = feeling(rng, time)
            return is_so(who, DEGREES[0], mood, told), mood.english == "happy"


def because(rng: Random) -> Pair:
    """因为老师昨天很累，所以他没去公园: Because ..., he didn't go to the park.

    The clauses also stand the other way round, without 所以.

    Source: ours.
    """
    who, time = one_person(rng), rng.choice((*_EARLIER, *_LATER))
    he = BY_PRONOUN[who.pronoun]
    if rng.random() < 0.5:
        cause, good = _cause(rng, who, time)
        actor = he if who.chinese in cause.chinese else who
        effect = _outing(rng, actor, time.tense, go=good, fine=good)
        text = f"因为{cause.chinese}，所以{chinese.statement(effect)}"
        words = f"because {cause.english}, {english.statement(effect)}"
        return said(text, words, "because")
    cause, good = _cause(rng, he, time)
    effect = _outing(rng, who, time.tense, go=good, fine=good)
    text = f"{chinese.statement(effect)}，因为{cause.chinese}"
    words = f"{english.statement(effect)} because {cause.english}"
    return said(text, words, "because")


def although(rng: Random) -> Pair:
    """虽然老师昨天很累，但是他去学校了: Although ..., he went to school.

    Source: ours.
    """
    who, time = one_person(rng), rng.choice((*_EARLIER, *_LATER))
    cause, good = _cause(rng, who, time)
    actor = BY_PRONOUN[who.pronoun] if who.chinese in cause.chinese else who
    effect = _outing(rng, actor, time.tense, go=not good, fine=good)
    text = f"虽然{cause.chinese}，但是{chinese.statement(effect)}"
    words = f"although {cause.english}, {english.statement(effect)}"
    return said(text, words, "although")


def but(rng: Random) -> Pair:
    """小明喜欢猫，但是不喜欢狗: Xiaoming likes cats, but doesn't like dogs.

    Source: ours.
    """
    who, tense = subject(rng), rng.choice(("past", "future", "likes"))
    verb = rng.choice(_TWO_LIKED if tense == "likes" else _TWO)
    one, other = rng.sample(verb.objects, 2)
    if tense == "likes":
        first = Clause(who, LIKE, "habit", acting(verb, one))
        second = Clause(who, LIKE, "habit", acting(verb, other), negative=True)
    else:
        time = time_for(rng, verb, tense)
        first = Clause(who, verb, tense, bare(one), time=time)
        second = Clause(who, verb, tense, bare(other), negative=True)
    text = f"{chinese.statement(first)}，但是{chinese.predicate(second)}"
    words = f"{english.statement(first)}, but {english.predicate(second)}"
    return said(text, words, "but")


def if_so(rng: Random) -> Pair:
    """如果明天下雨，小明就不会去公园: If it rains tomorrow, ... won't go to the park.

    Source: ours.
    """
    who, time = one_person(rng), rng.choice(_LATER)
    cause, good = _cause(rng, who, time, if_so=True)
    actor = BY_PRONOUN[who.pronoun] if who.chinese in cause.chinese else who
    effect = _outing(rng, actor, "future", go=good, fine=good)
    text = f"如果{cause.chinese}，{actor.chinese}就{chinese.predicate(effect)}"
    words = f"if {cause.english}, {english.statement(effect)}"
    return said(text, words, "if_so")


def long(rng: Random) -> Pair:
    """Join three clauses, longer than a sentence of any kind: the length split's.

    Source: ours.
    """
    two = rng.choice((because, because, although, if_so))(rng)
    tense: Tense = rng.choice(("past", "future"))
    last = event(rng, tense)
    last = replace(last, place=place_for(rng, last.verb))
    link = "可是" if "但是" in two.chinese else "但是"
    text = f"{two.chinese}，{link}{chinese.statement(last)}"
    words = f"{two.english[:-1]}, but {english.statement(last)}"
    return said(text, words, "long")
