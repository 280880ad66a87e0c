"""Plain statements: what people do, have, like and are; what lies where; the weather.

Each function draws one sentence. Its name is the kind of the pair.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.lexicon import (
    ANIMALS,
    CITIES,
    COUNTRIES,
    PLACES,
    SPOTS,
    THINGS,
    TRANSPORT,
)
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    bare,
    counted,
    event,
    number,
    object_for,
    place_for,
    said,
    subject,
    time_for,
)
from annotated.world.predicates import (
    ACTIONS,
    COME,
    GO,
    HAVE,
    LIKE,
    WANT,
)
from annotated.world.words import Clause, Phrase, Tense

TENSES: tuple[Tense, ...] = ("past", "future", "habit", "now", "done")


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


def travel(rng: Random) -> Pair:
    """小明明天会坐火车去北京: Xiaoming will go to Beijing by train tomorrow.

    Source: ours.
    """
    by = rng.choice(TRANSPORT) if rng.random() < 0.4 else None
    when: Tense = rng.choice(("past", "future"))
    verb, goals = GO, (*PLACES, *CITIES, *COUNTRIES)
    if by is None and rng.random() < 0.3:
        verb, goals = COME, (*PLACES[:1], *PLACES[2:], *CITIES, *COUNTRIES)
    goal = rng.choice(
        PLACES if by and by.english in ("by bus", "by bicycle") else goals
    )
    if by is None and goal in PLACES and rng.random() < 0.5:
        when = "habit"
    name = "回家" if goal.chinese == "家" else verb.chinese + goal.chinese
    way = Phrase("", english.whither(goal) + (f" {by.english}" if by else ""))
    moved = replace(verb, chinese=(by.chinese if by else "") + name)
    who, negative = subject(rng), when != "habit" and rng.random() < 0.2
    clause = Clause(who, moved, when, way, None, time_for(rng, moved, when), negative)
    return _say(clause, "travel")


def possession(rng: Random) -> Pair:
    """老师有三本书: classifiers and numbers; 没有 is the negation.

    Source: ours.
    """
    noun, who = rng.choice((*THINGS, *ANIMALS[1:])), subject(rng)
    if rng.random() < 0.2:
        text = english.statement(
            Clause(who, HAVE, "habit", bare(noun), None, None, True)
        )
        return said(f"{who.chinese}没有{noun.chinese}", text, "possession")
    thing = counted(number(rng, many=True), noun)
    return _say(Clause(who, HAVE, "habit", thing), "possession")


def existence(rng: Random) -> Pair:
    """桌子上有三本书: There are three books on the table.

    Source: ours.
    """
    where, noun = rng.choice(SPOTS), rng.choice((*THINGS[:43], *ANIMALS[1:3]))
    while noun.chinese in where.chinese:
        noun = rng.choice(THINGS[:40])
    if rng.random() < 0.2:
        verb = "aren't" if noun.many else "isn't"
        some = f"any {english.plural(noun)}" if noun.measure else bare(noun).english
        text = f"there {verb} {some} {where.english}"
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
    verb = rng.choice(
        [verb for verb in ACTIONS if "habit" in verb.tenses and verb.bare]
    )
    thing = bare(rng.choice(verb.objects), general=True)
    acts = f"to {verb.english} {thing.english}"
    like = Clause(who, LIKE, "habit", Phrase("", acts), negative=negative)
    text = chinese.statement(like) + verb.chinese + thing.chinese
    return said(text, english.statement(like), "liking")


MODALS = (
    Bilingual("应该", "should"),
    Bilingual("可以", "can"),
    Bilingual("必须", "must"),
)


def modal(rng: Random) -> Pair:
    """学生应该看这本书, 小明想买书: should, can, must; want to.

    Source: ours.
    """
    who, verb = subject(rng), rng.choice(ACTIONS)
    thing = object_for(rng, verb, who.pronoun, "past")
    act = verb.chinese + (thing.chinese if thing else "")
    text = f"{verb.english} {thing.english if thing else ''}"
    if rng.random() < 0.5:
        negative = rng.random() < 0.3
        want = Clause(who, WANT, "habit", Phrase("", f"to {text}"), negative=negative)
        return said(chinese.statement(want) + act, english.statement(want), "modal")
    may = rng.choice(MODALS)
    return said(
        f"{who.chinese}{may.chinese}{act}",
        f"{who.english} {may.english} {text}",
        "modal",
    )
