"""The whole grammar: every kind of sentence, by name.

Source: ours.
"""

from collections.abc import Callable
from random import Random

from annotated.world import (
    joined,
    orders,
    qualities,
    questions,
    referents,
    relatives,
    statements,
)
from annotated.world.events import said
from annotated.world.pairs import Pair

SAYINGS = (
    ("熟能生巧", "practice makes perfect"),
    ("时间就是金钱", "time is money"),
    ("失败是成功之母", "failure is the mother of success"),
    ("有志者事竟成", "where there is a will, there is a way"),
    ("百闻不如一见", "seeing is believing"),
    ("活到老，学到老", "it is never too late to learn"),
    ("入乡随俗", "when in Rome, do as the Romans do"),
    ("千里之行，始于足下", "a long journey begins with a single step"),
    ("三思而后行", "think twice before you act"),
    ("知识就是力量", "knowledge is power"),
)


def saying(rng: Random) -> Pair:
    """熟能生巧: Practice makes perfect. A whole that no part explains.

    Source: ours.
    """
    return said(*rng.choice(SAYINGS), "saying")


KINDS: dict[str, Callable[[Random], Pair]] = {
    construction.__name__: construction
    for construction in (
        statements.tense,
        statements.negation,
        statements.place,
        statements.travel,
        statements.possession,
        statements.existence,
        statements.liking,
        statements.modal,
        qualities.description,
        qualities.modifier,
        qualities.comparison,
        qualities.weather,
        qualities.tomorrow,
        questions.yes_no,
        questions.is_it,
        questions.who,
        questions.whom,
        questions.what,
        questions.where,
        questions.when,
        questions.why,
        questions.how_many,
        orders.ba,
        orders.bei,
        relatives.relative_subject,
        relatives.relative_object,
        joined.because,
        joined.although,
        joined.but,
        joined.if_so,
        referents.referent_cross,
        referents.referent_reason,
        referents.referent_result,
        referents.referent_ba,
        referents.referent_fit,
        referents.referent_dropped,
        saying,
    )
}
REFERENT_KINDS = tuple(kind for kind in KINDS if kind.startswith("referent_"))
# How often a kind comes, where not once a round: it has many words to show.
WEIGHTS = {
    "tense": 6,
    "negation": 3,
    "place": 3,
    "modal": 2,
    "possession": 2,
    "modifier": 3,
    "comparison": 3,
    "weather": 2,
    "tomorrow": 2,
    "yes_no": 2,
    "who": 2,
    "ba": 3,
    "bei": 2,
    "relative_subject": 2,
    "relative_object": 2,
    "referent_cross": 2,
    "referent_reason": 3,
    "referent_result": 2,
    "referent_dropped": 2,
}
