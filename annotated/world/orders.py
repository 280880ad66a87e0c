"""Other orders: 把 brings the object before the verb, 被 makes it the subject.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.events import said, same, time_for
from annotated.world.lexicon import NUMBERS, THIEF
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    counted,
    one_person,
    owned,
    pointed,
    subject,
    the,
)
from annotated.world.predicates import CHANGES, GIFTS, PUT, TREATMENTS
from annotated.world.settings import SPOTS
from annotated.world.words import Clause, Noun, Phrase, Tense, Verb


def _known(rng: Random, noun: Noun, owner: str) -> Phrase:
    """Draw an object that both speakers know: the cup, this cup, my cup."""
    phrases = (
        the(noun),
        the(noun),
        pointed(noun, far=rng.random() < 0.5),
        owned(owner, noun),
    )
    return rng.choice(phrases)


def _goal(rng: Random, verb: Verb, who: Phrase, thing: Noun) -> Bilingual:
    """Draw to whom it is given, or where it is put; nothing for other verbs."""
    if verb is PUT:
        return rng.choice([spot for spot, things in SPOTS[:5] if thing in things])
    if verb not in GIFTS:
        return Bilingual("", "")
    person = one_person(rng)
    while same(person, who):
        person = one_person(rng)
    return Bilingual(person.chinese, f"to {person.english}")


def ba(rng: Random) -> Pair:
    """学生把书还给了老师: 把, the object, and then what became of it.

    Source: ours.
    """
    who, negative = subject(rng), rng.random() < 0.2
    verb = rng.choice((rng.choice(CHANGES), rng.choice(GIFTS), PUT))
    if verb.english == "steal":
        who, negative = the(THIEF), False
    noun = rng.choice(verb.objects)
    thing = _known(rng, noun, who.pronoun if verb.english != "steal" else "我")
    tense: Tense = "past"
    if "future" in verb.tenses:
        tense = rng.choice(("past", "past", "future"))
    goal = _goal(rng, verb, who, noun)
    clause = Clause(who, verb, tense, thing, time=time_for(rng, verb, tense))
    clause = replace(clause, place=goal, negative=negative)
    if tense == "future":
        mark, le = ("不会" if negative else "会"), ""
    else:
        mark, le = ("没", "") if negative else ("", "了")
    text = f"{who.chinese}{chinese.when(clause)}{mark}把{thing.chinese}"
    text += f"{verb.chinese}{le}{goal.chinese}"
    return said(text, english.statement(clause), "ba")


def _harmed(rng: Random) -> tuple[Verb, Phrase]:
    """Draw what happens and whom or what it happens to."""
    if rng.random() < 0.3:
        return rng.choice(TREATMENTS), one_person(rng)
    verb = rng.choice(CHANGES)
    noun = rng.choice(verb.objects)
    if rng.random() < 0.25:
        return verb, counted(rng.choice(NUMBERS[1:4]), noun)
    return verb, _known(rng, noun, rng.choice(("我", "他", "她")))


_PASSIVE: tuple[Tense, ...] = ("past", "past", "future", "done")


def bei(rng: Random) -> Pair:
    """杯子昨天被男孩打破了: The cup was broken by the boy yesterday.

    Source: ours.
    """
    verb, thing = _harmed(rng)
    by = rng.choice((None, one_person(rng)))
    if by and same(by, thing):
        by = None
    if verb.english == "steal":
        by = the(THIEF) if by else None
    tense: Tense = rng.choice([tense for tense in _PASSIVE if tense in verb.tenses])
    negative = tense == "past" and rng.random() < 0.25
    time = time_for(rng, verb, tense)
    mark = {"past": "没" if negative else "", "future": "会", "done": "已经"}[tense]
    le = "" if negative or tense == "future" else "了"
    agent = by.chinese if by else ""
    when = time.chinese if time else ""
    text = f"{thing.chinese}{when}{mark}被{agent}{verb.chinese}{le}"
    if tense == "done":
        words = ["has" if thing.person == "he" else "have", "already been"]
    else:
        words = [english.be(thing.person, tense, negative)]
    words = [thing.english, *words, english.participle(verb)]
    words += [f"by {by.as_object or by.english}"] if by else []
    words += [time.english] if time else []
    return said(text, " ".join(words), "bei")
