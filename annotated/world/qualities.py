"""Statements with adjectives: description, modifiers, comparison, weather, tomorrow.

Source: ours.
"""

from dataclasses import replace
from functools import cache
from random import Random

from annotated.world import chinese, english
from annotated.world.events import DAYTIMES, said, same, time_for
from annotated.world.lexicon import CITIES, NAMES, PEOPLE, TIMES, nouns
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    counted,
    named,
    number,
    owned,
    pointed,
    subject,
    the,
    this,
)
from annotated.world.predicates import DELIBERATE, MEETINGS, RAIN, SNOW
from annotated.world.properties import (
    BIG,
    CITY_QUALITIES,
    DAYS,
    FEELINGS,
    FORESEEN,
    MOODS,
    QUALITIES,
    SMALL,
    TALL,
    TRAITS,
    WEATHER,
    modifiers_of,
)
from annotated.world.words import Adjective, Clause, Noun, Phrase, Tense, Time

DEGREES = (
    Bilingual("很", "very"),
    Bilingual("非常", "extremely"),
    Bilingual("有点", "a little"),
    Bilingual("不", "not"),
    Bilingual("太", "too"),
)


# 有点 (a little) and 太 (too) complain.
FITTING = {
    adjective: (DEGREES[2], DEGREES[4])
    for adjective in QUALITIES
    if adjective.english in ("expensive", "old", "big", "small", "heavy")
}
NAMING = tuple(trait for trait in TRAITS if trait.before)
BY_SIZE = nouns("老鼠 鸟 兔子 猫 鹅 猴子 狗 羊 老虎 牛 大象")


def _before(adjective: Adjective) -> Bilingual:
    return Bilingual(adjective.before, adjective.english)


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
    so = "没" if so == "不" and adjective.chinese.startswith("有") else so
    end = "了" if so == "太" else ""
    text = f"{who.chinese}{when}{will}{so}{adjective.chinese}{end}"
    return Bilingual(text, " ".join(words).rstrip())


def feeling(rng: Random, time: Time | None) -> Adjective:
    """Draw how somebody feels; nobody foresees anger, or is hungry for a week.

    Source: ours.
    """
    if time and time.tense == "future":
        return rng.choice(FORESEEN)
    week = time and time.english == "last week"
    return rng.choice((*FORESEEN, *MOODS) if week else FEELINGS)


def description(rng: Random) -> Pair:
    """老师昨天很忙, 这本书太贵了: how people feel and are, what things are like.

    Source: ours.
    """
    very, extremely, _, no, _ = DEGREES
    match rng.randrange(4):
        case 0:
            time = rng.choice(DAYTIMES)
            degree = rng.choice((very, extremely, no))
            so = is_so(subject(rng), degree, feeling(rng, time), time)
        case 1:
            degree = rng.choice((very, extremely, no))
            so = is_so(subject(rng), degree, rng.choice(TRAITS))
        case _:
            adjective = rng.choice(QUALITIES)
            noun = rng.choice(adjective.of)
            thing = pointed(noun, far=rng.random() < 0.5)
            if rng.random() < 0.3:
                thing = owned(rng.choice(("我", "你", "他", "她")), noun)
            degree = rng.choice((very, extremely, no, *FITTING.get(adjective, ())))
            so = is_so(thing, degree, adjective)
    return said(so.chinese, so.english, "description")


@cache
def _of_kind(person: Noun, trait: Adjective) -> Noun:
    """Name a kind of person: 勇敢的学生, brave student."""
    text, name = f"{trait.english} {person.english}", f"{trait.before}{person.chinese}"
    return replace(person, chinese=name, english=text)


def modifier(rng: Random) -> Pair:
    """勇敢的学生看见了一个诚实的司机: adjectives before the noun in both languages.

    Source: ours.
    """
    tense: Tense = rng.choice(("past", "future"))
    verb = rng.choice((*DELIBERATE, *DELIBERATE, *MEETINGS))
    noun, tense = rng.choice(verb.objects), "past" if verb in MEETINGS else tense
    while not (fitting := NAMING if noun in PEOPLE else modifiers_of(noun)):
        verb = rng.choice(DELIBERATE)
        noun = rng.choice(verb.objects)
    thing = counted(number(rng), noun, _before(rng.choice(fitting)))
    person, trait = rng.choice(PEOPLE), rng.choice(NAMING)
    who = subject(rng)
    if rng.random() < 0.6 and person is not noun:
        who = rng.choice((the, this))(_of_kind(person, trait))
    if same(who, thing):
        return modifier(rng)
    clause = Clause(who, verb, tense, thing, time=time_for(rng, verb, tense))
    return said(chinese.statement(clause), english.statement(clause), "modifier")


def _two(rng: Random) -> tuple[Phrase, Phrase, Adjective]:
    """Draw two that can be compared, and in what; of animals only what is true."""
    match rng.randrange(4):
        case 0:
            one, other = rng.sample(NAMES, 2)
            return named(one), named(other), rng.choice((TALL, *TRAITS))
        case 1:
            small, big = sorted(rng.sample(range(len(BY_SIZE)), 2))
            less, more = the(BY_SIZE[small]), the(BY_SIZE[big])
            return rng.choice(((more, less, BIG), (less, more, SMALL)))
        case 2:
            one, other = rng.sample(CITIES, 2)
            here, there = (Phrase(c.chinese, c.english) for c in (one, other))
            return here, there, rng.choice((*WEATHER, *CITY_QUALITIES))
        case _:
            adjective = rng.choice(QUALITIES)
            noun = rng.choice(adjective.of)
            return pointed(noun, far=False), pointed(noun, far=True), adjective


def comparison(rng: Random) -> Pair:
    """小明比小红高一点: Xiaoming is a little taller than Xiaohong.

    Source: ours.
    """
    one, other, adjective = _two(rng)
    more, a = english.comparative(adjective), adjective.chinese
    x, y = one.chinese, other.chinese
    forms = (
        (f"{x}比{y}{a}", f"is {more} than"),
        (f"{x}比{y}{a}得多", f"is much {more} than"),
        (f"{x}比{y}更{a}", f"is even {more} than"),
        (f"{x}比{y}{a}一点", f"is a little {more} than"),
        (f"{x}跟{y}一样{a}", f"is as {adjective.english} as"),
        (f"{x}没有{y}{a}", f"isn't as {adjective.english} as"),
    )
    text, link = rng.choice(forms[:2] if adjective in (BIG, SMALL) else forms)
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
    *((Bilingual(t.chinese, t.english), DAYS) for t in TIMES if t.tense == "future"),
    (Bilingual("生活", "life"), DAYS[:6]),
    (Bilingual("天气", "the weather"), (*DAYS[:2], *WEATHER)),
)


_HOPED = tuple(day for day in DAYS[:6] if day.english not in ("bad", "busy"))


def tomorrow(rng: Random) -> Pair:
    """明年会更忙, 我相信生活会更好: what the days to come will be.

    Source: ours.
    """
    sayer, (day, adjectives) = rng.choice(_SAYERS), rng.choice(_DAY_NAMES)
    adjective = rng.choice(adjectives)
    will, text = rng.choice((("会", "will"), ("会", "will"), ("不会", "won't")))
    if sayer.chinese == "我希望":
        adjective, will, text = rng.choice(_HOPED), "会", "will"
    return said(
        f"{sayer.chinese}{day.chinese}{will}更{adjective.chinese}",
        f"{sayer.english}{day.english} {text} be {english.comparative(adjective)}",
        "tomorrow",
    )
