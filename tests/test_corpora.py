"""What repeats is dropped, and the test never stands in training."""

import random
import string
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotated.corpora import (
    character_grams,
    clean,
    copied_share,
    count_words,
    deduplicate,
    near_duplicates,
    normalise,
    split_by_hash,
)
from annotated.sentence_pairs import SentencePair

# What is kept.


def test_words_are_counted_on_the_side_with_spaces():
    assert count_words(SentencePair("数一数云", "Count the clouds")) == 3
    assert count_words(SentencePair("Count the clouds", "数一数云")) == 3


def test_the_share_of_copied_words_ignores_case_and_punctuation():
    assert copied_share(SentencePair("按 ok 键", "Press OK.")) == 0.5
    assert copied_share(SentencePair("按", "...")) == 0


def test_pairs_that_are_no_translations_are_dropped():
    good = [SentencePair("数一数今天的云", "Count the clouds of today")] * 3
    bad = [
        SentencePair("Not translated at all", "Not translated at all"),
        SentencePair("……", "and so on and on"),
        SentencePair("等等等等", "... ... ..."),
        SentencePair("一", "This is far too long for one"),
        SentencePair("很长" * 30, "much too short"),
        SentencePair("短", "Too short"),
        SentencePair("这个句子太长", "This one has more words than there may be"),
    ]
    assert clean([*bad, *good], min_words=3, max_words=8) == good


def test_a_side_left_in_the_other_language_is_no_translation():
    good = [SentencePair("Zähle die Wolken heute", "Count the clouds today")] * 3
    bad = [SentencePair("Count the stars today", "Count the stars today!")]
    assert clean([*good, *bad], min_words=3, max_words=8) == good


def test_cleaning_nothing_gives_nothing():
    assert clean([], min_words=1, max_words=5) == []


@pytest.mark.parametrize(("low", "high"), [(0, 5), (6, 5)])
def test_impossible_limits_are_refused(low, high):
    with pytest.raises(ValueError, match="must be at least 1 and at most max_words"):
        clean([], min_words=low, max_words=high)


# Repetition.


def test_case_width_and_punctuation_do_not_make_a_new_sentence():
    assert normalise("Click “OK”.") == normalise("click ok") == "clickok"
    assert normalise("按「ＯＫ」！") == normalise("按 OK。")
    assert normalise("—…") == ""


def test_the_first_pair_of_a_source_and_of_a_target_stays():
    pairs = [
        SentencePair("云", "Cloud"),
        SentencePair("云。", "A cloud"),
        SentencePair("云朵", "cloud!"),
        SentencePair("雨", "Rain"),
    ]
    assert deduplicate(pairs) == [pairs[0], pairs[3]]


texts = st.text(alphabet="aBc云雨 .", max_size=4)
pairs_of_texts = st.lists(st.builds(SentencePair, texts, texts), max_size=40)


@given(pairs_of_texts)
def test_no_side_repeats_after_deduplication(pairs):
    kept = deduplicate(pairs)
    assert len({normalise(p.source) for p in kept}) == len(kept)
    assert len({normalise(p.target) for p in kept}) == len(kept)
    assert deduplicate(kept) == kept


# The split.


@given(pairs_of_texts)
def test_no_sentence_stands_on_two_sides_of_the_split(pairs):
    splits = split_by_hash(pairs, valid_share=0.3, test_share=0.3)
    sides = [splits.train, splits.valid, splits.test]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        for side in ("source", "target"):
            seen = {normalise(getattr(p, side)) for p in sides[one]}
            assert seen.isdisjoint(normalise(getattr(p, side)) for p in sides[other])


def generated_pairs(count):
    return [SentencePair(f"第 {i} 句", f"Sentence number {i}") for i in range(count)]


def test_the_split_depends_on_the_text_alone():
    pairs = generated_pairs(500)
    shuffled = random.Random(0).sample(pairs, len(pairs))
    one = split_by_hash(pairs, valid_share=0.1, test_share=0.1)
    other = split_by_hash(shuffled, valid_share=0.1, test_share=0.1)
    assert set(one.test) == set(other.test)
    assert set(one.valid) == set(other.valid)


def test_the_split_is_the_same_in_another_process():
    code = """
from annotated.corpora import split_by_hash
from annotated.sentence_pairs import SentencePair
pairs = [SentencePair(f"n{i}", f"m{i}") for i in range(30)]
splits = split_by_hash(pairs, valid_share=0.2, test_share=0.2)
print([pair.source for pair in splits.test])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    pairs = [SentencePair(f"n{i}", f"m{i}") for i in range(30)]
    here = split_by_hash(pairs, valid_share=0.2, test_share=0.2)
    assert here.test
    assert done.stdout.strip() == str([pair.source for pair in here.test])


def test_more_text_moves_no_pair_from_the_test_into_training():
    small = split_by_hash(generated_pairs(300), valid_share=0.1, test_share=0.1)
    large = split_by_hash(generated_pairs(600), valid_share=0.1, test_share=0.1)
    assert set(small.test) <= set(large.test)


def test_the_shares_are_about_what_was_asked_for():
    splits = split_by_hash(generated_pairs(4000), valid_share=0.1, test_share=0.2)
    assert len(splits.train) + len(splits.valid) + len(splits.test) == 4000
    # Three standard deviations of a share of 4000: 57 for 0.1, 76 for 0.2.
    assert abs(len(splits.valid) - 400) < 57
    assert abs(len(splits.test) - 800) < 76


@pytest.mark.parametrize(("valid", "test"), [(-0.1, 0.1), (0.1, -0.1), (0.5, 0.5)])
def test_impossible_shares_are_refused(valid, test):
    with pytest.raises(ValueError, match="must be 0 or more"):
        split_by_hash([], valid_share=valid, test_share=test)


# Near-duplicates.


def test_grams_are_two_chinese_characters_or_four_others():
    assert character_grams("数一数云") == {"数一", "一数", "数云"}
    assert character_grams("Clouds!") == {"clou", "loud", "ouds"}
    assert character_grams("按 OK 键") == {"按", "ok", "键"}
    assert character_grams("...") == set()


def test_the_similarity_is_shared_grams_over_all_grams():
    # "abcdef" and "abcdex" share abcd and bcde of abcd, bcde, cdef, cdex: 2 / 4.
    pair, other = SentencePair("甲", "abcdef"), SentencePair("乙", "abcdex")
    assert near_duplicates([pair], [other], threshold=0.5) == [True]
    assert near_duplicates([pair], [other], threshold=0.51) == [False]


@pytest.mark.parametrize(
    ("pair", "near"),
    [
        (SentencePair("打开云的对话框", "Something else here"), True),
        (SentencePair("完全不同", "Opens the dialog of clouds."), True),
        (SentencePair("完全不同", "Nothing in common"), False),
        (SentencePair("打开文件", "Opens the file"), False),
    ],
)
def test_either_side_makes_a_near_duplicate(pair, near):
    training = [
        SentencePair("关上门", "Close a door"),
        SentencePair("打开云的对话框。", "Opens the dialog of the clouds"),
    ]
    assert near_duplicates([pair], training) == [near]


def test_nothing_is_near_an_empty_training_set():
    assert near_duplicates(generated_pairs(2), []) == [False, False]


@given(st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=9), min_size=1))
def test_every_sentence_is_a_near_duplicate_of_itself(words):
    pairs = [SentencePair(word, word) for word in words]
    assert all(near_duplicates(pairs, pairs, threshold=1.0))


@pytest.mark.parametrize("threshold", [0.0, -1.0, 1.1])
def test_impossible_thresholds_are_refused(threshold):
    with pytest.raises(ValueError, match="must be above 0 and at most 1"):
        near_duplicates([], [], threshold=threshold)
