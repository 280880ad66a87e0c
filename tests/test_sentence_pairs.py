"""Text that nobody here wrote is read as it lies there."""

import html

import pytest

from annotated.sentence_pairs import (
    SentencePair,
    help_paragraphs,
    libreoffice_help,
    plain_text,
    read_pairs,
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


# Sentences.


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


def test_pages_survive_what_html_escapes():
    text = "a < b & c > \"d\" 'e'"
    page = f'<div id="DisplayArea"><p id="x" dir="auto">{html.escape(text)}</p></div>'
    assert help_paragraphs(page) == {("x", 0): text}
