"""What a pronoun means, against judgements that are written down only here."""

import re
from collections import Counter
from random import Random

import pytest

from annotated.world.corpus import generate, referent_twins
from annotated.world.grammar import REFERENT_KINDS
from annotated.world.lexicon import ANIMALS
from annotated.world.pairs import Bilingual
from annotated.world.referents import Scene, referent_ba, tell
from annotated.world.roles import CROSSINGS

_ALIVE = {
    "tired",
    "sleepy",
    "lazy",
    "scared",
    "weak",
    "nervous",
    "full",
    "busy",
    "poor",
}
_SHAPED = {"wide", "deep", "narrow", "high", "dark", "sweet", "hard", "salty"}
_SHAPED |= {"expensive", "heavy", "big", "small", "long"}


@pytest.fixture(scope="module")
def pairs():
    return generate(6000, seed=2, kinds=REFERENT_KINDS)


@pytest.fixture(scope="module")
def twins():
    return referent_twins(1000, seed=4)


def _order(pair):
    """Say which noun stands first: "noun", the one that is meant, or "other"."""
    noun, other = pair.referent.noun.chinese, pair.referent.other.chinese
    return "noun" if pair.chinese.index(noun) < pair.chinese.index(other) else "other"


def test_only_referent_kinds_have_referents():
    for pair in generate(1000):
        assert (pair.referent is not None) == (pair.kind in REFERENT_KINDS)


def test_each_text_of_a_referent_stands_once_and_the_pronoun_last(pairs):
    for pair in pairs:
        referent = pair.referent
        for word in (referent.noun, referent.other):
            assert pair.chinese.count(word.chinese) == 1, pair
            found = re.findall(rf"\b{word.english}\b", pair.english)
            assert len(found) == 1, pair
        pronoun = referent.pronoun
        assert len(re.findall(rf"\b{pronoun.english}\b", pair.english)) == 1, pair
        last = max(
            pair.english.index(w.english) for w in (referent.noun, referent.other)
        )
        assert re.search(rf"\b{pronoun.english}\b", pair.english).start() > last, pair
        if pronoun.chinese:
            assert pair.chinese.count(pronoun.chinese) == 1, pair


def test_chinese_pronouns_agree_with_english_ones(pairs):
    forms = {"他": {"he", "him"}, "她": {"she", "her"}, "它": {"it"}}
    for pair in pairs:
        pronoun = pair.referent.pronoun
        if pronoun.chinese:
            assert pronoun.english in forms[pronoun.chinese]
        else:
            assert pair.kind == "referent_dropped"


def test_the_tired_one_is_alive_and_the_wide_one_is_not(pairs):
    for pair in pairs:
        if pair.kind not in ("referent_cross", "referent_dropped"):
            continue
        adjective = pair.english.rstrip(".").split()[-1]
        assert (adjective in _ALIVE) != (adjective in _SHAPED)
        assert _order(pair) == ("noun" if adjective in _ALIVE else "other"), pair


def test_what_is_too_big_does_not_fit_and_what_is_too_small_holds_nothing(pairs):
    for pair in pairs:
        if pair.kind == "referent_fit":
            big = pair.english.endswith(("big.", "long."))
            assert _order(pair) == ("noun" if big else "other"), pair


def test_whom_one_takes_to_prison_is_the_thief(pairs):
    for pair in pairs:
        if pair.kind == "referent_ba":
            assert _order(pair) == "other"
            if "prison" in pair.english:
                assert pair.referent.noun.english == "thief"


def test_verb_and_property_together_decide_between_people(pairs):
    doers = {("helped", "kind"), ("criticized", "angry"), ("cheated", "greedy")}
    doers |= {("defeated", "strong"), ("fears", "timid"), ("envies", "poor")}
    others = {("helped", "sad"), ("criticized", "lazy"), ("cheated", "naive")}
    others |= {("defeated", "weak"), ("fears", "strict"), ("envies", "rich")}
    others |= {("thanked", "kind"), ("praised", "brave")}
    seen = Counter()
    for pair in pairs:
        if pair.kind != "referent_reason":
            continue
        words = pair.english.rstrip(".").split()
        for expected, couples in (("noun", doers), ("other", others)):
            for verb, adjective in couples:
                if verb in words and words[-1] == adjective:
                    assert _order(pair) == expected, pair
                    seen[verb, adjective] += 1
    assert set(seen) == doers | others


def test_a_property_means_now_the_one_and_now_the_other(pairs):
    kind = [p for p in pairs if p.english.endswith("because she was very kind.")]
    assert {_order(pair) for pair in kind} == {"noun", "other"}


def test_both_orders_are_about_equally_frequent(pairs):
    share = sum(_order(pair) == "noun" for pair in pairs) / len(pairs)
    assert 0.3 < share < 0.6


def test_the_two_who_might_be_meant_share_their_pronoun(pairs):
    gender = {}
    for pair in pairs:
        if pair.kind in ("referent_reason", "referent_result", "referent_ba"):
            for word in (pair.referent.noun, pair.referent.other):
                pronoun = pair.referent.pronoun.chinese
                assert gender.setdefault(word.chinese, pronoun) == pronoun


def test_more_than_three_thousand_referent_sentences_exist(pairs):
    assert len({pair.chinese for pair in pairs}) == 6000
    assert len({(p.referent.noun, p.referent.other) for p in pairs}) > 400


def test_the_animal_and_the_street_are_told_as_in_the_book():
    animal, role = ANIMALS[0], CROSSINGS[0]
    scene = Scene("referent_cross", role, animal, role.others[0], None)
    tired, wide = role.doer[0], role.other[0]
    assert tell(scene, tired).chinese == "动物没有过马路，因为它太累了"
    assert tell(scene, wide).chinese == "动物没有过马路，因为它太宽了"
    said = "The animal didn't cross the street because it was too "
    assert tell(scene, tired).english == f"{said}tired."
    assert tell(scene, wide).english == f"{said}wide."
    assert tell(scene, tired).referent.noun.english == "animal"
    assert tell(scene, wide).referent.noun.english == "street"


def test_the_police_officer_and_the_thief_are_told_as_in_the_book():
    rng = Random(0)
    drawn = {pair.chinese: pair for pair in (referent_ba(rng) for _ in range(9000))}
    pair = drawn["警察抓住了小偷，把他关进了监狱"]
    said = "The police officer caught the thief and put him in prison."
    assert pair.english == said
    assert pair.referent.pronoun == Bilingual("他", "him")
    assert pair.referent.noun == Bilingual("小偷", "thief")
    assert pair.referent.other == Bilingual("警察", "police officer")


def test_twins_differ_in_one_word_and_the_pronoun_moves(twins):
    for first, second in twins:
        assert first.kind == second.kind
        assert first.referent.noun == second.referent.other
        assert first.referent.other == second.referent.noun
        assert (_order(first), _order(second)) == ("noun", "other")
        one, other = first.english.split(), second.english.split()
        changed = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        pronouns = {"he", "she", "it"}
        words = [couple for couple in changed if not set(couple) & pronouns]
        assert len(words) == 1, (first, second)
        assert len(changed) == (2 if first.kind == "referent_dropped" else 1)


def test_twins_are_distinct_and_come_again_with_their_seed(twins):
    assert len(set(twins)) == 1000
    assert referent_twins(20, seed=4) == twins[:20]
    assert {first.kind for first, _ in twins} == set(REFERENT_KINDS) - {"referent_ba"}
