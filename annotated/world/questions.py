"""Questions. Chinese leaves the question word in its place; English moves it.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.events import (
    DAYTIMES,
    event,
    said,
    time_for,
    toward,
)
from annotated.world.lexicon import CITIES, COUNTRIES, PLACES
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import bare, owned, pointed, subject
from annotated.world.predicates import ACTIONS, GO, GO_HOME, GOODS, HAVE, MEETINGS
from annotated.world.properties import TRAITS
from annotated.world.qualities import feeling
from annotated.world.settings import BELONGINGS, SPOTS, places_for
from annotated.world.words import Clause, Phrase, Tense

_ASKED: tuple[Tense, ...] = ("past", "future", "habit", "now")
_WHO = Phrase("谁", "who", pronoun="我")
# 看什么 asks what one reads or watches, 做什么 what one makes or does: not asked.
_UNASKED = ("read", "watch", "play", "feed", "make", "take")
_WHAT = tuple(verb for verb in ACTIONS if verb.english not in _UNASKED)
_SETTLED = tuple(
    verb
    for verb in ACTIONS
    if verb.bare and "habit" in verb.tenses and places_for(verb)
)


def _asked(rng: Random) -> Phrase:
    """Draw whom the question is about; nobody asks what he does himself."""
    who = subject(rng)
    return _asked(rng) if who.chinese == "我" else who


def yes_no(rng: Random) -> Pair:
    """学生昨天买书了吗？: 吗 asks; English moves the helper to the front.

    Source: ours.
    """
    clause = event(rng, rng.choice(_ASKED), _asked(rng))
    text = f"{chinese.statement(clause)}吗？"
    return said(text, english.question(clause), "yes_no")


def who(rng: Random) -> Pair:
    """谁昨天买书了？: Who bought a book yesterday?

    Source: ours.
    """
    clause = event(rng, rng.choice(_ASKED), _WHO)
    return said(f"{chinese.statement(clause)}？", english.statement(clause), "who")


def whom(rng: Random) -> Pair:
    """学生昨天帮助了谁？: Who did the student help yesterday?

    Source: ours.
    """
    tense = rng.choice(("past", "future"))
    clause = event(rng, tense, _asked(rng), family=MEETINGS)
    asked = replace(clause, object=_WHO)
    text = english.question(replace(clause, object=None), "who")
    return said(f"{chinese.statement(asked)}？", text, "whom")


def what(rng: Random) -> Pair:
    """学生昨天买了什么？: What did the student buy yesterday?

    Source: ours.
    """
    clause = event(rng, rng.choice(_ASKED), _asked(rng), family=_WHAT)
    asked = replace(clause, object=Phrase("什么", ""))
    text = english.question(replace(clause, object=None), "what")
    return said(f"{chinese.statement(asked)}？", text, "what")


def where(rng: Random) -> Pair:
    """小明明天会在哪里看书？, 我的书在哪里？: places asked for.

    Source: ours.
    """
    match rng.randrange(3):
        case 0:
            noun = rng.choice(BELONGINGS)
            owner = rng.choice(("我", "你", "他", "她", "我们"))
            thing = owned(owner, noun)
            text = f"where {english.be(thing.person)} {thing.english}"
            return said(f"{thing.chinese}在哪里？", text, "where")
        case 1:
            tense: Tense = rng.choice(("past", "future"))
            time = time_for(rng, GO_HOME, tense)
            going = Clause(_asked(rng), GO, tense, Phrase("哪里", ""), time=time)
            text = english.question(replace(going, object=None), "where")
            return said(f"{chinese.statement(going)}？", text, "where")
        case _:
            tense = rng.choice(("future", "habit"))
            verb = rng.choice(_SETTLED)
            time, spot = time_for(rng, verb, tense), Bilingual("哪里", "")
            thing = None
            if verb.objects:
                thing = bare(rng.choice(verb.objects), general=tense == "habit")
            clause = Clause(_asked(rng), verb, tense, thing, spot, time)
            text = english.question(clause, "where")
            return said(f"{chinese.statement(clause)}？", text, "where")


def when(rng: Random) -> Pair:
    """小明什么时候去的北京？, 小明什么时候会去北京？: When did he go, when will he?

    Source: ours.
    """
    goal = rng.choice(rng.choice((PLACES[2:], CITIES, COUNTRIES)))
    somebody, way = _asked(rng), toward(goal)
    tense: Tense = rng.choice(("past", "future"))
    ask = "去的" if tense == "past" else "会去"
    text = english.question(Clause(somebody, GO, tense, way), "when")
    return said(f"{somebody.chinese}什么时候{ask}{goal.chinese}？", text, "when")


def why(rng: Random) -> Pair:
    """学生昨天为什么没买书？: Why didn't the student buy a book yesterday?

    Source: ours.
    """
    tense: Tense = rng.choice(("past", "future"))
    clause = event(rng, tense, _asked(rng), negative=True)
    time = clause.time.chinese if clause.time else ""
    text = f"{clause.subject.chinese}{time}为什么{chinese.predicate(clause)}？"
    return said(text, english.question(clause, "why"), "why")


def how_many(rng: Random) -> Pair:
    """老师有几本书？: How many books does the teacher have? 这本书多少钱？ How much ...

    Source: ours.
    """
    if rng.random() < 0.25:
        thing = pointed(rng.choice(GOODS), far=rng.random() < 0.5)
        text = f"how much is {thing.english}"
        return said(f"{thing.chinese}多少钱？", text, "how_many")
    spot, things = rng.choice(SPOTS)
    if here := rng.random() < 0.4:
        noun = rng.choice(things)
    else:
        noun = rng.choice(BELONGINGS)
    if noun.measure:
        return how_many(rng)
    many = f"how many {english.plural(noun)}"
    ask = f"几{noun.classifier}{noun.chinese}？"
    if here:
        text = f"{many} are there {spot.english}"
        return said(f"{spot.chinese}有{ask}", text, "how_many")
    somebody = _asked(rng)
    text = english.question(Clause(somebody, HAVE, "habit"), many)
    return said(f"{somebody.chinese}有{ask}", text, "how_many")


def is_it(rng: Random) -> Pair:
    """老师昨天忙吗？: Was the teacher busy yesterday?

    Source: ours.
    """
    person, adjective, time = _asked(rng), rng.choice(TRAITS), None
    if rng.random() < 0.5:
        time = rng.choice(DAYTIMES)
        adjective = feeling(rng, time)
    tense = time.tense if time else "now"
    verb, *rest = english.be(person.person, tense).split()
    words = [verb, person.english, *rest, adjective.english]
    words += [time.english] if time else []
    when = time.chinese if time else ""
    will = "会很" if tense == "future" else ""
    text = f"{person.chinese}{when}{will}{adjective.chinese}吗？"
    return said(text, " ".join(words), "is_it")
