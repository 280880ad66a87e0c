"""Real text is read as it lies there, and the test never stands in training."""

import html
import random
import string
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotated.corpora import (
    SentencePair,
    character_grams,
    clean,
    copied_share,
    count_words,
    deduplicate,
    help_paragraphs,
    libreoffice_help,
    near_duplicates,
    normalise,
    plain_text,
    read_pairs,
    split_by_hash,
    split_sentences,
)

# Pages in the shape of the help's own, with sentences of ours.
ENGLISH_PAGE = """<!DOCTYPE html><html><head><title>Clouds</title></head><body>
<nav><p id="par_menu" dir="auto">A menu, not the text</p></nav>
<div id="DisplayArea" itemprop="softwareHelp">
<a name="bm_id1"></a><meta itemprop="keywords" content="clouds,counting">
<h1 id="hd_id1" dir="auto"><a name="clouds"></a>Counting &lt;Clouds&gt;</h1>
<p id="par_id2" class="paragraph" dir="auto">Look up. <span class="avis">Count
 the clouds.</span></p>
<ol dir="auto"><li dir="auto"><p id="par_id3" class="listitem" dir="auto">Press
 <span id="swlnsys_1" class="switchinline"><span hidden="true" id="MAC_1"
 class="MAC"><span class="keycode">Command</span></span><span hidden="true"
 id="default_1"><span class="keycode">Ctrl</span></span></span>+C.</p></li></ol>
<p id="par_id4" dir="auto"> <img src="media/cloud.svg" alt="Icon"></p>
<p id="par_id5" class="paragraph" dir="auto">Only in English.</p>
<p id="par_id6" dir="auto">Shown twice.</p><p id="par_id6" dir="auto">Again.</p>
<p dir="auto">This one has no id.</p>
</div></body></html>"""
CHINESE_PAGE = """<html><body><p id="par_menu" dir="auto">菜单</p>
<div id="DisplayArea" itemprop="softwareHelp">
<h1 id="hd_id1" dir="auto">数&lt;云&gt;</h1>
<p id="par_id6" dir="auto">出现两次。</p><p id="par_id6" dir="auto">又来了。</p>
<p id="par_id2" class="paragraph" dir="auto">抬头看。<span
 class="avis">数一数云。</span></p>
<p id="par_id3" dir="auto">按 <span id="swlnsys_1" class="switchinline"><span
 hidden="true" id="MAC_1" class="MAC">Command</span><span hidden="true"
 id="default_1">Ctrl</span></span>+C。</p>
<p id="par_id4" dir="auto">图标</p>
</div></body></html>"""


@pytest.fixture
def help_folder(tmp_path):
    root = tmp_path / "usr" / "share" / "libreoffice" / "help"
    for language, page in (("en-US", ENGLISH_PAGE), ("zh-CN", CHINESE_PAGE)):
        folder = root / language / "text" / "sky"
        folder.mkdir(parents=True)
        (folder / "clouds.html").write_text(page, encoding="utf-8")
    extra = root / "zh-CN" / "text" / "sky" / "extra.html"
    extra.write_text(CHINESE_PAGE, encoding="utf-8")
    return tmp_path


# Reading the help.


def test_paragraphs_are_paired_by_id_in_either_order(help_folder):
    assert libreoffice_help(help_folder) == [
        SentencePair("数<云>", "Counting <Clouds>"),
        SentencePair("出现两次。", "Shown twice."),
        SentencePair("又来了。", "Again."),
        SentencePair("抬头看。数一数云。", "Look up. Count the clouds."),
        SentencePair("按 Ctrl+C。", "Press Ctrl+C."),
    ]


def test_the_direction_can_be_turned(help_folder):
    there = libreoffice_help(help_folder)
    back = libreoffice_help(help_folder, source="en-US", target="zh-CN")
    assert {(p.source, p.target) for p in back} == {(p.target, p.source) for p in there}


def test_text_outside_the_display_area_is_no_paragraph():
    assert ("par_menu", 0) not in help_paragraphs(ENGLISH_PAGE)


def test_entities_are_read_after_the_tags():
    assert plain_text("1 &lt;p&gt; &amp;amp; <b>2</b><br/>3") == "1 <p> &amp; 2 3"


def test_hidden_words_of_other_systems_are_left_out():
    body = '<span hidden="true" class="MAC">A<span>B</span></span><span>C</span>'
    assert plain_text(body) == "C"


def test_a_folder_without_the_pages_says_what_to_unpack(tmp_path):
    with pytest.raises(ValueError, match="unpack the package libreoffice-help-zh-cn"):
        libreoffice_help(tmp_path)


# Reading a table.


def write(tmp_path, content, encoding="utf-8"):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content.encode(encoding))
    return path


def test_a_table_is_read_by_the_names_of_its_columns(tmp_path):
    path = write(tmp_path, 'id\ten\tzh\n1\tGood day.\t你好。\n\n2\t "Yes"\t是\n')
    assert read_pairs(path, source="zh", target="en") == [
        SentencePair("你好。", "Good day."),
        SentencePair("是", '"Yes"'),
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_no_text(tmp_path):
    path = write(tmp_path, "zh\ten\r\n你好\tHello\r\n", encoding="utf-8-sig")
    assert read_pairs(path, source="zh", target="en") == [SentencePair("你好", "Hello")]


def test_only_a_newline_ends_a_row(tmp_path):
    path = write(tmp_path, "zh\ten\n你\u2028好\tHel\x0clo\u0085!\n")
    (pair,) = read_pairs(path, source="zh", target="en")
    assert pair == SentencePair("你 好", "Hel lo !")


@pytest.mark.parametrize(
    ("content", "encoding", "message"),
    [
        ("", "utf-8", "must not be empty"),
        ("\n \n", "utf-8", "must not be empty"),
        ("de\ten\nJa\tYes\n", "utf-8", "column (zh) must be one of 'de', 'en'"),
        ("zh en\n是 yes\n", "utf-8", "column (zh) must be one of 'zh en'"),
        ("zh\ten\n是\tYes\n不\n", "utf-8", "line 3 of"),
        ("zh\ten\n是\tYes\tJa\n", "utf-8", "must have 2 columns"),
        ("zh\ten\n是\tYes\n", "gb18030", "must be UTF-8 text; byte 6 is not"),
    ],
)
def test_a_faulty_table_says_what_is_wrong(tmp_path, content, encoding, message):
    path = write(tmp_path, content, encoding)
    with pytest.raises(ValueError) as error:
        read_pairs(path, source="zh", target="en")
    assert message in str(error.value)


# Sentences, and what is kept.


def test_sentences_are_split_where_the_counts_agree():
    pair = SentencePair("抬头看。数云！好吗？", "Look up. Count clouds! Is it fine?")
    assert split_sentences(pair) == [
        SentencePair("抬头看。", "Look up."),
        SentencePair("数云！", "Count clouds!"),
        SentencePair("好吗？", "Is it fine?"),
    ]


def test_a_pair_whose_counts_differ_stays_whole():
    pair = SentencePair("抬头看，数云。", "Look up. Count the clouds.")
    assert split_sentences(pair) == [pair]


def test_a_point_inside_a_word_or_before_a_small_letter_ends_no_sentence():
    pair = SentencePair("打开 a.txt 等文件。", "Open a.txt etc. as files.")
    assert split_sentences(pair) == [pair]


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
    code = (
        "from annotated.corpora import *; pairs = [SentencePair(str(i), f'n{i}') "
        "for i in range(30)]; print([p.source for p in split_by_hash(pairs, "
        "valid_share=0.2, test_share=0.2).test])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    pairs = [SentencePair(str(i), f"n{i}") for i in range(30)]
    here = split_by_hash(pairs, valid_share=0.2, test_share=0.2)
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


def test_pages_survive_what_html_escapes():
    text = "a < b & c > \"d\" 'e'"
    page = f'<div id="DisplayArea"><p id="x" dir="auto">{html.escape(text)}</p></div>'
    assert help_paragraphs(page) == {("x", 0): text}
