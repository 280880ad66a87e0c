"""Token views: what they show, and that any text can stand in them."""

import pytest

from annotated.token_view import TINTS, token_view, visible


def test_a_view_counts_and_shows_every_token():
    view = token_view({"words": ["I", " am"], "bytes": [r"\xe6", "a"]})
    assert repr(view) == "words: 2: I|␣am\nbytes: 2: \\xe6|a"
    page = view._repr_html_()
    assert page.count("<tr") == 2
    assert page.count("<span") == 4
    assert ">words</th>" in page
    assert ">␣am</span>" in page


def test_neighbours_have_different_tints():
    page = token_view({"a": ["x"] * 8})._repr_html_()
    order = [page.index(f"rgba({tint}") for tint in TINTS]
    assert order == sorted(order)
    assert len(set(TINTS)) == len(TINTS)


def test_parts_of_characters_are_small_and_others_are_not():
    small, large = (
        token_view({"a": [r"\xe6"], "b": ["我"]})._repr_html_().split("</tr>")[:2]
    )
    assert "monospace" in small
    assert "monospace" not in large


def test_a_view_escapes_text():
    page = token_view({"<b>": ["<script>", "&"]})._repr_html_()
    assert "<script>" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert ">&amp;</span>" in page


def test_what_cannot_be_seen_gets_a_sign():
    assert visible(" a\n\t\r\x00") == "␣a⏎⇥␍\\x00"
    assert visible("明👩\u200d👧é") == "明👩\u200d👧é"


def test_a_string_is_no_list_of_tokens():
    with pytest.raises(ValueError, match=r"row 'a' \('xy'\) must be a list"):
        token_view({"a": "xy"})


def test_a_view_of_no_tokens_is_empty():
    assert repr(token_view({"a": []})) == "a: 0: "
    assert "<span" not in token_view({"a": []})._repr_html_()
