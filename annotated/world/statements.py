"""Plain statements: what people do, have, like and want; what lies where.

Each function draws one sentence. Its name is the kind of the pair.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.events import (
    acting,
    event,
    object_for,
    place_for,
    said,
    same,
    time_for,
    toward,
    trip,
)
from annotated.world.lexicon import ANIMALS, CITIES, COUNTRIES, FAR, NEAR, PLACES
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import bare, counted, number, one, subject
from annotated.world.predicates import (
    COME,
    DELIBERATE,
    GO,
    GO_HOME,
    HAVE,
    LIKE,
    MEETINGS,
    PLEASURES,
    WANT,
)
from annotated.world.settings import BELONGINGS, SPOTS
from annotated.world.words import Clause, Phrase, Tense, Verb

# Past and future are at home in other constructions too; here the rest comes often.
TENSES: tuple[Tense, ...] = (
    *("past", "future", "habit", "habit", "now", "now"),
    *("done", "done", "done"),
)


def _say(clause: Clause, kind: str) -> Pair:
    return said(chinese.statement(clause), english.statement(clause), kind)


def tense(rng: Random) -> Pair:
    """学生昨天买书了: the time word, 了, 会, 正在 or 已经 sets the English tense.

    Source: ours.
    """
    return _say(event(rng, rng.choice(TENSES)), "tense")


def negation(rng: Random) -> Pair:
    """学生昨天没买书: each tense has its own no: 没, 不会, 不, 没在, 还没.

    Source: ours.
    """
    return _say(event(rng, rng.choice(TENSES), negative=True), "negation")


def place(rng: Random) -> Pair:
    """学生昨天在图书馆看书了: the place before the verb, in English after the object.

    Source: ours.
    """
    clause = event(rng, rng.choice(TENSES), negative=rng.random() < 0.2)
    while (somewhere := place_for(rng, clause.verb)) is None:
        clause = event(rng, clause.tense)
    return _say(replace(clause, place=somewhere), "place")


def _by(rows: tuple[Bilingual, ...]) -> tuple[tuple[Verb, str], ...]:
    """Join each means of transport with 去: 坐火车去."""
    return tuple((replace(GO, chinese=f"{way.chinese}去"), way.english) for way in rows)


_BY_FAR, _BY_NEAR = _by(FAR), _by(NEAR)


def travel(rng: Random) -> Pair:
    """小明明天会坐火车去北京: Xiaoming will go to Beijing by train tomorrow.

    Source: ours.
    """
    when: Tense = rng.choice(("past", "future"))
    who, negative = subject(rng), rng.random() < 0.2
    verb, way = (
        rng.choice((GO, COME)),
        toward(rng.choice(rng.choice((CITIES, COUNTRIES)))),
    )
    match rng.randrange(5):
        case 0:
            by = rng.choice(_BY_FAR)
            verb, way = by[0], replace(way, english=f"{way.english} {by[1]}")
        case 1:
            by, way = rng.choice(_BY_NEAR), toward(rng.choice(PLACES[2:]))
            verb, way = by[0], replace(way, english=f"{way.english} {by[1]}")
            when = rng.choice(("past", "future", "habit"))
        case 2:
            when = rng.choice(("past", "future", "habit"))
            going = trip(rng, who, when)
            verb, way = going.verb, going.object
    negative = negative and when != "habit"
    clause = Clause(who, verb, when, way, negative=negative)
    clause = replace(
        clause, time=time_for(rng, verb if verb is COME else GO_HOME, when)
    )
    return _say(clause, "travel")


def possession(rng: Random) -> Pair:
    """老师有三本书: classifiers and numbers; 没有 is the negation.

    Source: ours.
    """
    noun, who = rng.choice(BELONGINGS), subject(rng)
    if rng.random() < 0.2:
        clause = Clause(who, HAVE, "habit", bare(noun), negative=True)
        text = f"{who.chinese}没有{noun.chinese}"
        return said(text, english.statement(clause), "possession")
    thing = counted(number(rng, many=True), noun)
    return _say(Clause(who, HAVE, "habit", thing), "possession")


def existence(rng: Random) -> Pair:
    """桌子上有三本书: There are three books on the table.

    Source: ours.
    """
    where, things = rng.choice(SPOTS)
    noun = rng.choice(things)
    if rng.random() < 0.2 and not noun.measure:
        text = f"there isn't {one(noun).english} {where.english}"
        return said(f"{where.chinese}没有{noun.chinese}", text, "existence")
    thing = counted(number(rng, many=True), noun)
    text = f"there {english.be(thing.person)} {thing.english} {where.english}"
    return said(f"{where.chinese}有{thing.chinese}", text, "existence")


def liking(rng: Random) -> Pair:
    """小明喜欢喝茶, 小明不喜欢猫: what people like, and like to do.

    Source: ours.
    """
    who, negative = subject(rng), rng.random() < 0.3
    if rng.random() < 0.3:
        thing = bare(rng.choice(ANIMALS[1:]), general=True)
        return _say(Clause(who, LIKE, "habit", thing, negative=negative), "liking")
    verb = rng.choice(PLEASURES)
    act = acting(verb, rng.choice(verb.objects))
    return _say(Clause(who, LIKE, "habit", act, negative=negative), "liking")


MODALS = (
    Bilingual("应该", "should"),
    Bilingual("可以", "can"),
    Bilingual("必须", "must"),
)


def modal(rng: Random) -> Pair:
    """学生应该看这本书, 小明想买书: should, can, must; want to.

    Source: ours.
    """
    who, verb = subject(rng), rng.choice((*DELIBERATE, *MEETINGS[:2]))
    negative = rng.random() < 0.3
    thing = object_for(rng, verb, who.pronoun, "past", few=not negative)
    while thing is None or same(who, thing):
        thing = object_for(rng, verb, who.pronoun, "past", few=not negative)
    act = Bilingual(
        f"{verb.chinese}{thing.chinese}",
        f"{verb.english} {thing.as_object or thing.english}",
    )
    if rng.random() < 0.5:
        wish = Phrase(act.chinese, f"to {act.english}")
        return _say(Clause(who, WANT, "habit", wish, negative=negative), "modal")
    may = rng.choice(MODALS)
    text = f"{who.chinese}{may.chinese}{act.chinese}"
    return said(text, f"{who.english} {may.english} {act.english}", "modal")
