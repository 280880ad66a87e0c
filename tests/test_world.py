"""The bilingual world: same data everywhere, one right answer, clean splits."""

import hashlib
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random

import pytest

from annotated.world import lexicon, predicates, properties, roles
from annotated.world.corpus import (
    HELD_OUT,
    TOMORROW,
    generate,
    is_held_out,
    make_splits,
    referent_twins,
)
from annotated.world.grammar import KINDS, REFERENT_KINDS, SAYINGS

_FIRST_THOUSAND = "06b6335e79caa98000c91e8512f091ab90a51e423419028ef2bbafb77cd71265"
_DIGEST = """
import hashlib
from annotated.world.corpus import generate, make_splits
def digest(pairs):
    return hashlib.sha256(repr(pairs).encode("utf-8")).hexdigest()
splits = make_splits(num_train=300, num_valid=50, num_test=50)
print(digest(generate(1000)), digest(splits))
"""


_DRAW = """
import pickle, sys
from annotated.world.corpus import generate, make_splits
many = generate(100_000)
splits = make_splits(num_train=20_000, num_valid=500, num_test=500)
others = [generate(15_000, seed=seed) for seed in (1, 2)]
sys.stdout.buffer.write(pickle.dumps((many, splits, others)))
"""


def _digest(pairs):
    return hashlib.sha256(repr(pairs).encode("utf-8")).hexdigest()


def _run(code, **environment):
    """Run code in a process of its own, where no types are checked: it is faster."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        check=True,
    ).stdout


def _words(pair):
    return re.findall("[A-Za-z']+", pair.english)


@pytest.fixture(scope="module")
def drawn():
    return pickle.loads(_run(_DRAW))


@pytest.fixture(scope="module")
def many(drawn):
    return drawn[0]


@pytest.fixture(scope="module")
def splits(drawn):
    return drawn[1]


def test_the_first_thousand_pairs_are_the_same_on_every_machine():
    assert _digest(generate(1000)) == _FIRST_THOUSAND


def test_neither_process_nor_hash_seed_changes_the_data():
    outputs = {_run(_DIGEST, PYTHONHASHSEED=seed) for seed in ("0", "1", "12345")}
    assert len(outputs) == 1
    assert outputs.pop().split()[0].decode("ascii") == _FIRST_THOUSAND


def test_another_seed_gives_other_pairs():
    assert generate(50, seed=1) != generate(50, seed=2)
    assert generate(50, seed=1) == generate(50, seed=1)


def test_a_hundred_thousand_pairs_are_distinct_in_both_languages(many):
    assert len({pair.chinese for pair in many}) == 100_000
    assert len({pair.english for pair in many}) == 100_000


def test_one_source_has_one_translation_whatever_the_seed(many, drawn):
    translation = {pair.chinese: pair.english for pair in many}
    for others in drawn[2]:
        for pair in others:
            assert translation.setdefault(pair.chinese, pair.english) == pair.english


def test_one_construction_never_contradicts_another():
    translation = {}
    for kind, construction in KINDS.items():
        rng = Random(5)
        for _ in range(300):
            pair = construction(rng)
            assert pair.kind == kind
            known = translation.setdefault(pair.chinese, pair.english)
            assert known == pair.english


def test_every_kind_is_made_and_only_what_was_asked_for():
    assert {pair.kind for pair in generate(2000)} == set(KINDS)
    asked = ("ba", "referent_cross")
    assert {pair.kind for pair in generate(100, kinds=asked)} == set(asked)


def test_pairs_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        TOMORROW.chinese = "明天会更冷"


def test_chinese_statements_end_without_a_mark_and_questions_with_one(many):
    for pair in many:
        assert not re.search("[。.?!]", pair.chinese)
        assert pair.chinese.count("？") == pair.chinese.endswith("？")
        assert pair.chinese.endswith("？") == pair.english.endswith("?")
        assert re.fullmatch("[A-Z][A-Za-z,' ]*[a-z][.?]", pair.english), pair
        assert "  " not in pair.english
        assert re.fullmatch("[\u4e00-\u9fff，]+？?", pair.chinese), pair


def test_sentences_are_short(many):
    lengths = [len(pair.chinese) for pair in many]
    assert sum(4 <= length <= 18 for length in lengths) > 0.95 * len(many)
    assert max(lengths) <= 26


def test_the_world_has_hundreds_of_characters_and_words(many):
    assert 400 <= len({char for pair in many for char in pair.chinese}) <= 520
    words = {word for pair in many for word in re.findall("[a-z']+", pair.english)}
    assert 450 <= len(words) <= 700


def _entries():
    yield from (*lexicon.PEOPLE, *lexicon.ANIMALS, *lexicon.THINGS, *lexicon.STUDIES)
    yield from (*lexicon.NAMES, *lexicon.CITIES, *lexicon.COUNTRIES, *lexicon.PLACES)
    yield from (*lexicon.TIMES, *lexicon.NUMBERS)
    yield from (*predicates.ACTIONS, *predicates.MEETINGS, *predicates.DEEDS)
    yield from (*predicates.CHANGES, *predicates.GIFTS)
    yield from (*properties.FEELINGS, *properties.TRAITS, *properties.QUALITIES)
    yield from (*properties.COLORS, *properties.DAYS, *properties.CITY_QUALITIES)
    for role in (*roles.CROSSINGS, *roles.REASONS, *roles.RESULTS, *roles.DROPPED):
        yield from (role.act, *role.doer, *role.other, *role.others)


def test_every_word_of_the_lexicon_is_reached_and_often(splits):
    text = "\n".join(pair.chinese for pair in splits.train)
    counts = {entry.chinese: text.count(entry.chinese) for entry in _entries()}
    assert len(counts) > 280
    rare = {word: count for word, count in counts.items() if count < 25}
    assert not rare
    assert sum(count >= 40 for count in counts.values()) > 0.9 * len(counts)


def test_the_splits_have_the_asked_sizes(splits):
    sizes = {name: len(pairs) for name, pairs in vars(splits).items()}
    assert sizes == {
        "train": 20_000,
        "valid": 500,
        "test": 500,
        "compositional": 500,
        "length": 500,
    }


def test_no_two_splits_share_a_sentence_in_either_language(splits):
    everything = [pair for pairs in vars(splits).values() for pair in pairs]
    assert max(Counter(pair.chinese for pair in everything).values()) == 1
    assert max(Counter(pair.english for pair in everything).values()) == 1


def test_every_word_of_the_tests_was_seen_in_training(splits):
    seen = {word for pair in splits.train for word in _words(pair)}
    chars = {char for pair in splits.train for char in pair.chinese}
    for pair in (*splits.valid, *splits.test, *splits.compositional):
        assert set(pair.chinese) <= chars
        assert set(_words(pair)) <= seen, pair


def test_tomorrow_will_be_better_is_in_test_only(splits):
    assert splits.test[0] == TOMORROW
    assert TOMORROW.english == "Tomorrow will be better."
    everything = [pair for pairs in vars(splits).values() for pair in pairs]
    holding = [pair for pair in everything if TOMORROW.chinese in pair.chinese]
    assert holding == [TOMORROW]
    assert TOMORROW.english not in {pair.english for pair in splits.train}
    small = make_splits(num_train=5, num_valid=1, num_test=1, seed=3)
    assert small.test == [TOMORROW]


def test_enough_siblings_of_tomorrow_are_in_train(splits):
    known = {pair.chinese for pair in splits.train}
    assert sum("会更好" in sentence for sentence in known) > 20
    assert sum(sentence.startswith("明天不会更") for sentence in known) > 3
    assert sum(sentence.startswith("明天会更") for sentence in known) > 3


def test_generate_never_draws_what_is_kept_for_the_test(many):
    assert all(TOMORROW.chinese not in pair.chinese for pair in many)


def test_sayings_are_for_training_only(splits):
    sayings = {chinese for chinese, _ in SAYINGS}
    assert sayings == {p.chinese for p in splits.train if p.kind == "saying"}
    for pairs in (splits.valid, splits.test, splits.compositional, splits.length):
        assert all(pair.kind != "saying" for pair in pairs)


def test_compositional_couples_are_unseen_and_their_parts_seen(splits):
    ordinary = (*splits.train, *splits.valid, *splits.test, *splits.length)
    for verb, noun in HELD_OUT:
        assert not any(verb in p.chinese and noun in p.chinese for p in ordinary)
        assert sum(verb in pair.chinese for pair in splits.train) > 40
        assert sum(noun in pair.chinese for pair in splits.train) > 40
        assert any(
            verb in pair.chinese and noun in pair.chinese
            for pair in splits.compositional
        )
    assert all(is_held_out(pair) for pair in splits.compositional)


def test_the_length_split_is_longer_than_anything_else(splits):
    ordinary = (*splits.train, *splits.valid, *splits.test)
    longest = max(len(pair.chinese) for pair in ordinary)
    wordiest = max(len(pair.english.split()) for pair in ordinary)
    assert all(len(pair.chinese) > longest for pair in splits.length)
    assert all(len(pair.english.split()) > wordiest for pair in splits.length)


def test_a_split_too_large_is_refused_with_its_number():
    with pytest.raises(ValueError, match=r"num_train \(0\) must be at least 1"):
        make_splits(num_train=0, num_valid=1, num_test=1)
    with pytest.raises(ValueError, match=r"num_valid \(-1\) must be at least 1"):
        make_splits(num_train=1, num_valid=-1, num_test=1)
    with pytest.raises(ValueError, match=r"num_test \(0\) must be at least 1"):
        make_splits(num_train=1, num_valid=1, num_test=0)


def test_generate_refuses_what_it_cannot_make():
    with pytest.raises(ValueError, match=r"num_pairs \(-1\) must not be negative"):
        generate(-1)
    with pytest.raises(ValueError, match=r"num_pairs \(11\) must be at most about 10"):
        generate(11, kinds=("saying",))
    with pytest.raises(ValueError, match=r"kind \(rhyme\) must be one of tense"):
        generate(1, kinds=("rhyme",))
    with pytest.raises(ValueError, match=r"kinds \(\) must name a kind"):
        generate(1, kinds=())
    assert generate(0) == []


def test_twins_refuse_what_they_cannot_make():
    with pytest.raises(ValueError, match=r"num_twins \(-1\) must not be negative"):
        referent_twins(-1)
    assert referent_twins(0) == []


def test_referent_kinds_can_be_asked_for():
    pairs = generate(300, kinds=REFERENT_KINDS)
    assert all(pair.referent for pair in pairs)
