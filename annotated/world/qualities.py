"""Statements with adjectives: description, modifiers, comparison, weather, tomorrow.

Source: ours.
"""

from dataclasses import replace
from functools import cache
from random import Random

from annotated.world import chinese, english
from annotated.world.lexicon import ANIMALS, CITIES, NAMES, PEOPLE, THINGS, TIMES
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    DAYTIMES,
    counted,
    named,
    number,
    owned,
    pointed,
    said,
    subject,
    the,
    time_for,
)
from annotated.world.predicates import (
    ACTIONS,
    BIG_ANIMAL,
    CITY_QUALITIES,
    DAYS,
    FEELINGS,
    QUALITIES,
    RAIN,
    SNOW,
    TALL,
    TRAITS,
    WEATHER,
)
from annotated.world.words import Adjective, Clause, Noun, Phrase, Tense, Time

DEGREES = (
    Bilingual("很", "very"),
    Bilingual("非常", "extremely"),
    Bilingual("有点", "a little"),
    Bilingual("不", "not"),
)


@cache
def qualities_of(noun: Noun) -> tuple[Adjective, ...]:
    """Name the properties a thing may have.

    Source: ours.
    """
    return tuple(a for a in QUALITIES if noun in a.of)


_DESCRIBED = tuple(noun for noun in THINGS if qualities_of(noun))


def is_so(
    who: Phrase, degree: Bilingual, adjective: Adjective, time: Time | None = None
) -> Bilingual:
    """Say that somebody or something is, was or will be very or not so.

    Source: ours.
    """
    tense: Tense = time.tense if time else "now"
    negative = degree.english == "not"
    will = "会" if tense == "future" else ""
    so, much = degree.chinese, "" if negative else degree.english
    if negative and will:
        will, so, much = "不会", "很", "very"
    words = [who.english, english.be(who.person, tense, negative)]
    words += [much] if much else []
    words += [adjective.english, time.english if time else ""]
    when = time.chinese if time else ""
    text = f"{who.chinese}{when}{will}{so}{adjective.chinese}"
    return Bilingual(text, " ".join(words).rstrip())


def description(rng: Random) -> Pair:
    """老师昨天很忙, 这本书太贵了: how people feel and are, what things are like.

    Source: ours.
    """
    match rng.randrange(4):
        case 0:
            who, degree = subject(rng), rng.choice(DEGREES)
            so = is_so(who, degree, rng.choice(FEELINGS), rng.choice(DAYTIMES))
        case 1:
            degree = rng.choice((DEGREES[0], DEGREES[1], DEGREES[3]))
            so = is_so(subject(rng), degree, rng.choice(TRAITS))
        case _:
            noun = rng.choice(_DESCRIBED)
            adjective = rng.choice(qualities_of(noun))
            thing = pointed(noun, far=rng.random() < 0.5)
            if rng.random() < 0.3:
                thing = owned(rng.choice(("我", "你", "他", "她")), noun)
            if rng.random() < 0.25:
                text = f"{thing.chinese}太{adjective.chinese}了"
                be = english.be(thing.person)
                words = f"{thing.english} {be} too {adjective.english}"
                return said(text, words, "description")
            so = is_so(thing, rng.choice((DEGREES[0], DEGREES[3])), adjective)
    return said(so.chinese, so.english, "description")


def _before(adjective: Adjective) -> Bilingual:
    return Bilingual(adjective.before, adjective.english)


def modifier(rng: Random) -> Pair:
    """聪明的学生买了一本旧书: adjectives before the noun in both languages.

    Source: ours.
    """
    verb = rng.choice([verb for verb in ACTIONS if "past" in verb.tenses])
    noun = rng.choice(verb.objects)
    fitting = [a for a in qualities_of(noun) if a.before]
    if not fitting:
        return modifier(rng)
    thing = counted(number(rng), noun, _before(rng.choice(fitting)))
    tense: Tense = rng.choice(("past", "future"))
    who = subject(rng)
    if rng.random() < 0.6:
        person, trait = rng.choice(PEOPLE), rng.choice(TRAITS)
        who = counted(Bilingual("一", "a"), person, _before(trait))
        if rng.random() < 0.5:
            text = f"the {trait.english} {person.english}"
            who = Phrase(f"{trait.before}{person.chinese}", text)
    clause = Clause(who, verb, tense, thing, None, time_for(rng, verb, tense))
    return said(chinese.statement(clause), english.statement(clause), "modifier")


def _two(rng: Random) -> tuple[Phrase, Phrase, Adjective]:
    """Draw two that can be compared, and in what."""
    match rng.randrange(4):
        case 0:
            one, other = rng.sample(NAMES, 2)
            return named(one), named(other), rng.choice((TALL, *TRAITS))
        case 1:
            one, other = rng.sample(ANIMALS[1:], 2)
            return the(one), the(other), BIG_ANIMAL
        case 2:
            one, other = rng.sample(CITIES, 2)
            here, there = (Phrase(c.chinese, c.english) for c in (one, other))
            return here, there, rng.choice((*WEATHER, *CITY_QUALITIES))
        case _:
            noun = rng.choice(_DESCRIBED)
            one = pointed(noun, far=False)
            other = pointed(noun, far=True)
            return one, other, rng.choice(qualities_of(noun))


def comparison(rng: Random) -> Pair:
    """小明比小红高一点: Xiaoming is a little taller than Xiaohong.

    Source: ours.
    """
    one, other, adjective = _two(rng)
    more, a = english.comparative(adjective), adjective.chinese
    x, y = one.chinese, other.chinese
    forms = (
        (f"{x}比{y}{a}", f"is {more} than"),
        (f"{x}比{y}更{a}", f"is even {more} than"),
        (f"{x}比{y}{a}一点", f"is a little {more} than"),
        (f"{x}比{y}{a}得多", f"is much {more} than"),
        (f"{x}跟{y}一样{a}", f"is as {adjective.english} as"),
        (f"{x}没有{y}{a}", f"isn't as {adjective.english} as"),
    )
    text, link = rng.choice(forms)
    return said(text, f"{one.english} {link} {other.english}", "comparison")


def weather(rng: Random) -> Pair:
    """北京昨天下雨了, 明天会很冷: English needs its empty it.

    Source: ours.
    """
    time, city = rng.choice(DAYTIMES), rng.choice((None, *CITIES))
    name = city.chinese if city else ""
    there = Bilingual("", english.where(city)) if city else None
    if rng.random() < 0.5:
        verb, negative = rng.choice((RAIN, SNOW)), rng.random() < 0.3
        it = Clause(Phrase(name, "it"), verb, time.tense, None, there, time, negative)
        return said(chinese.statement(it), english.statement(it), "weather")
    tail = f" {there.english}" if there else ""
    so = is_so(
        Phrase(name, "it"),
        rng.choice((DEGREES[0], DEGREES[1], DEGREES[3])),
        rng.choice(WEATHER),
        replace(time, english=f"{tail} {time.english}".strip()),
    )
    return said(so.chinese, so.english, "weather")


_SAYERS = (
    Bilingual("", ""),
    Bilingual("", ""),
    Bilingual("我相信", "I believe "),
    Bilingual("我希望", "I hope "),
    Bilingual("大家都说", "everyone says "),
    Bilingual("妈妈说", "Mom says "),
    Bilingual("老师说", "the teacher says "),
)
_DAY_NAMES = (
    *(Bilingual(t.chinese, t.english) for t in TIMES if t.tense == "future"),
    Bilingual("生活", "life"),
    Bilingual("天气", "the weather"),
)


def tomorrow(rng: Random) -> Pair:
    """明年会更忙, 我相信生活会更好: what the days to come will be.

    Source: ours.
    """
    sayer, day = rng.choice(_SAYERS), rng.choice(_DAY_NAMES)
    adjective = rng.choice(DAYS)
    will, text = rng.choice((("会", "will"), ("会", "will"), ("不会", "won't")))
    return said(
        f"{sayer.chinese}{day.chinese}{will}更{adjective.chinese}",
        f"{sayer.english}{day.english} {text} be {english.comparative(adjective)}",
        "tomorrow",
    )
