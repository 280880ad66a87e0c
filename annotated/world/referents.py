"""Sentences whose pronoun might mean either of two nouns; the meaning decides.

A scene holds all but the last word. Told with one property the pronoun means the
doer, told with another it means the other: such twins differ in one word.

Source: ours.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from annotated.world import english
from annotated.world.events import said
from annotated.world.lexicon import TIMES
from annotated.world.pairs import Bilingual, Pair, Referent
from annotated.world.phrases import named, pointed, the
from annotated.world.roles import (
    CROSSINGS,
    DROPPED,
    FITS,
    FOLLOWED,
    REASONS,
    RESULTS,
    Role,
)
from annotated.world.words import Adjective, Name, Noun, Time

TIMES_PAST = tuple(t for t in TIMES if t.tense == "past" and not t.long)
_CASES = {"他": ("he", "him"), "她": ("she", "her"), "它": ("it", "it")}
_SCENES = {
    "referent_cross": CROSSINGS,
    "referent_reason": REASONS,
    "referent_result": RESULTS,
    "referent_fit": FITS,
    "referent_dropped": DROPPED,
}


@dataclass(frozen=True)
class Scene:
    """Who did what to whom, and when: all but the property that decides.

    Source: ours.
    """

    kind: str
    role: Role
    doer: Noun | Name
    other: Noun | Name
    time: Time | None

    def words(self) -> tuple[str, str, str, str, str, str]:
        """Say the doer, the other and the time, in Chinese and then in English.

        Source: ours.
        """
        who, whom = (
            named(one) if isinstance(one, Name) else the(one)
            for one in (self.doer, self.other)
        )
        time = (self.time.chinese, f" {self.time.english}") if self.time else ("", "")
        return who.chinese, whom.chinese, time[0], who.english, whom.english, time[1]

    def referent(self, doer: bool, case: int = 0, dropped: bool = False) -> Referent:
        """Say what the pronoun means, the doer or the other.

        Args:
            case: 0 for he, 1 for him.
            dropped: True where Chinese leaves the pronoun out.

        Source: ours.
        """
        noun, other = (self.doer, self.other) if doer else (self.other, self.doer)
        pronoun = Bilingual("" if dropped else noun.pronoun, _CASES[noun.pronoun][case])
        return Referent(
            pronoun,
            Bilingual(noun.chinese, noun.english),
            Bilingual(other.chinese, other.english),
        )


@cache
def _alike(role: Role, pronoun: str) -> tuple[Noun | Name, ...]:
    """Name the doers whom this pronoun may mean; all, where it tells them apart."""
    return tuple(who for who in role.doers if who.pronoun == pronoun) or role.doers


def scene(rng: Random, kind: str, role: Role) -> Scene:
    """Draw a doer and another for a role; of two people both are 他 or both 她.

    Source: ours.
    """
    other = rng.choice(role.others)
    doers = _alike(role, other.pronoun)
    doer = rng.choice(doers)
    while doer is other:
        doer = rng.choice(doers)
    still = role.lasting or kind == "referent_fit" or rng.random() < 0.4
    return Scene(kind, role, doer, other, None if still else rng.choice(TIMES_PAST))


def tell(scene: Scene, adjective: Adjective) -> Pair:
    """Complete a scene with the property that decides what the pronoun means.

    Source: ours.
    """
    role, act, a, b = scene.role, scene.role.act, adjective.chinese, adjective.english
    referent = scene.referent(adjective in role.doer)
    it, them = referent.pronoun.chinese, referent.pronoun.english
    who, whom, when, he, him, time = scene.words()
    match scene.kind:
        case "referent_cross":
            text = f"{who}{when}没有{act.chinese}{whom}，因为{it}太{a}了"
            words = f"{he} didn't {act.english} {him}{time} because it was too {b}"
        case "referent_fit":
            text = f"{who}{act.chinese}{whom}，因为{it}太{a}了"
            words = f"{he} doesn't {act.english} {him} because it is too {b}"
        case "referent_dropped":
            that = pointed(scene.other, far=True)
            text = f"{who}{when}没{act.chinese}{that.chinese}，因为太{a}了"
            words = f"{he} didn't {act.english} {that.english}{time} because {them} was"
            words += f" too {b}"
            referent = scene.referent(adjective in role.doer, dropped=True)
        case "referent_result":
            text = f"{who}{when}{act.chinese}了{whom}，所以{it}很{a}"
            words = f"{he} {english.past(act)} {him}{time}, so {them} was very {b}"
        case _ if role.lasting:
            text = f"{who}{act.chinese}{whom}，因为{it}很{a}"
            acts = english.third_person(act)
            words = f"{he} {acts} {him} because {them} is very {b}"
        case _:
            text = f"{who}{when}{act.chinese}了{whom}，因为{it}很{a}"
            words = f"{he} {english.past(act)} {him}{time} because {them} was very {b}"
    return said(text, words, scene.kind, referent)


def _told(rng: Random, kind: str) -> Pair:
    """Draw a scene and a property of either side, the two sides equally often."""
    role = rng.choice(_SCENES[kind])
    sides = [side for side in (role.doer, role.other) if side]
    return tell(scene(rng, kind, role), rng.choice(rng.choice(sides)))


def referent_cross(rng: Random) -> Pair:
    """动物没有过马路，因为它太累了 / 太宽了: ... because it was too tired / wide.

    Source: ours.
    """
    return _told(rng, "referent_cross")


def referent_reason(rng: Random) -> Pair:
    """老师帮助了学生，因为他很善良 / 很难过: ... because he was very kind / sad.

    Source: ours.
    """
    return _told(rng, "referent_reason")


def referent_result(rng: Random) -> Pair:
    """男孩打败了司机，所以他很高兴 / 很失望: ..., so he was very happy / disappointed.

    Source: ours.
    """
    return _told(rng, "referent_result")


def referent_ba(rng: Random) -> Pair:
    """警察抓住了小偷，把他关进了监狱: ... and put him in prison.

    Source: ours.
    """
    role, then = rng.choice(FOLLOWED)
    drawn = scene(rng, "referent_ba", role)
    referent = drawn.referent(doer=False, case=1)
    who, whom, when, he, him, time = drawn.words()
    text = f"{who}{when}{role.act.chinese}了{whom}"
    text += f"，把{referent.pronoun.chinese}{then.chinese}"
    words = f"{he} {english.past(role.act)} {him}{time} and "
    words += then.english.format(referent.pronoun.english)
    return said(text, words, "referent_ba", referent)


def referent_fit(rng: Random) -> Pair:
    """书放不进箱子，因为它太大了 / 太小了: ... because it is too big / small.

    Source: ours.
    """
    return _told(rng, "referent_fit")


def referent_dropped(rng: Random) -> Pair:
    """小红没买那条裙子，因为太贵了 / 太忙了: ... because it was too expensive / she ...

    Source: ours.
    """
    return _told(rng, "referent_dropped")


def twins(rng: Random) -> tuple[Pair, Pair]:
    """Draw one scene told twice: first the pronoun means the doer, then the other.

    Source: ours.
    """
    kind = rng.choice(tuple(_SCENES))
    role = rng.choice([role for role in _SCENES[kind] if role.doer and role.other])
    drawn = scene(rng, kind, role)
    return tell(drawn, rng.choice(role.doer)), tell(drawn, rng.choice(role.other))
