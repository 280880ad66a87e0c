"""Relative clauses: before the noun in Chinese, after it in English.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.events import event, said, same, time_for, trip
from annotated.world.lexicon import PEOPLE
from annotated.world.pairs import Pair
from annotated.world.phrases import PRONOUNS, subject, the
from annotated.world.predicates import DELIBERATE, GO_HOME, KNOW
from annotated.world.properties import FEELINGS, TRAITS, qualities_of
from annotated.world.qualities import DEGREES, is_so
from annotated.world.words import Clause, Phrase, Tense


def _deed(rng: Random, who: Phrase) -> Clause:
    """Draw what somebody does; 帮助我 or 帮助我的老师 before 的 could be misread."""
    if rng.random() < 0.3:
        tense: Tense = rng.choice(("past", "future", "habit"))
        going = trip(rng, who, tense)
        return replace(going, time=time_for(rng, GO_HOME, tense))
    clause = event(rng, rng.choice(("past", "habit", "now")), who)
    thing = clause.object
    misread = thing and (thing in PRONOUNS or "的" in thing.chinese)
    return _deed(rng, who) if misread else clause


def _doing(clause: Clause) -> str:
    """Say what somebody does as a modifier: no 了, no 会; the time word is enough."""
    time = clause.time.chinese if clause.time else ""
    if clause.tense == "now":
        return time + chinese.predicate(clause)
    thing = clause.object.chinese if clause.object else ""
    return f"{time}{clause.verb.chinese}{thing}"


def who_did(rng: Random) -> Phrase:
    """Draw 昨天买书的学生: the student who bought a book yesterday.

    Source: ours.
    """
    noun = rng.choice(PEOPLE)
    clause = _deed(rng, the(noun))
    text = f"{the(noun).english} who {english.predicate(clause)}"
    chinese_text = f"{_doing(clause)}的{noun.chinese}"
    return Phrase(chinese_text, text, pronoun=noun.pronoun)


def relative_subject(rng: Random) -> Pair:
    """昨天买书的学生很高兴: The student who bought a book yesterday is very happy.

    Source: ours.
    """
    person = who_did(rng)
    match rng.randrange(3):
        case 0:
            so = is_so(person, DEGREES[0], rng.choice((*FEELINGS, *TRAITS)))
            return said(so.chinese, so.english, "relative_subject")
        case 1:
            whose, friend = rng.choice((("我", "my"), ("他", "his"), ("她", "her")))
            text = f"{person.chinese}是{whose}的朋友"
            words = f"{person.english} is {friend} friend"
            return said(text, words, "relative_subject")
        case _:
            somebody = subject(rng)
            while same(somebody, person):
                somebody = subject(rng)
            clause = Clause(somebody, KNOW, "habit", person)
            clause = replace(clause, negative=rng.random() < 0.3)
            return said(
                chinese.statement(clause), english.statement(clause), "relative_subject"
            )


_HOW = (DEGREES[0], DEGREES[1], DEGREES[3])
_MAKING = tuple(
    verb for verb in DELIBERATE if any(qualities_of(noun) for noun in verb.objects)
)


def relative_object(rng: Random) -> Pair:
    """我昨天买的书很贵: The book that I bought yesterday is very expensive.

    Source: ours.
    """
    tense: Tense = rng.choice(("past", "past", "habit"))
    clause = event(rng, tense, family=_MAKING)
    if clause.subject.english.startswith("that"):
        clause = replace(clause, subject=rng.choice(PRONOUNS))
    noun = rng.choice([n for n in clause.verb.objects if qualities_of(n)])
    adjective = rng.choice(qualities_of(noun))
    short = replace(clause, object=None)
    when = clause.time.chinese if clause.time else ""
    thing = the(noun)
    text = f"{clause.subject.chinese}{when}{clause.verb.chinese}的{noun.chinese}"
    words = f"{thing.english} that {english.statement(short)}"
    so = is_so(Phrase(text, words, thing.person), rng.choice(_HOW), adjective)
    return said(so.chinese, so.english, "relative_object")
