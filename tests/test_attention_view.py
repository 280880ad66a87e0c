"""Attention views: what they show, and that they work alone in a browser."""

import re
import shutil

import pytest
import torch

from annotated import attention_view as module
from annotated.display import attention_view

WORDS = ["it", "is", "<late>"]
WEIGHTS = torch.tensor([[0.5, 0.25, 0.25], [0.0, 0.6, 0.4], [0.0, 0.0, 0.0]])


def test_the_view_is_reached_through_display():
    assert attention_view is module.attention_view


def test_a_view_names_the_keys_that_weigh_most():
    page = attention_view(WEIGHTS, WORDS, WORDS)._repr_html_()
    assert "it looks at it 0.50, is 0.25, &lt;late&gt; 0.25" in page


def test_a_view_says_that_a_query_looks_at_nothing():
    page = attention_view(WEIGHTS, WORDS, WORDS, start=2)._repr_html_()
    assert "&lt;late&gt; looks at nothing" in page


def test_a_view_escapes_text():
    page = attention_view(
        WEIGHTS, WORDS, WORDS, title="<b>", note="<script>", axis="a"
    )._repr_html_()
    assert "<late>" not in page
    assert page.count("<script>") == 1
    assert '<p class="title">&lt;b&gt;</p>' in page


def test_equal_views_are_equal_text_and_others_differ_in_id():
    one, two = (attention_view(WEIGHTS, WORDS, WORDS)._repr_html_() for _ in "ab")
    other = attention_view(WEIGHTS.flip(1), WORDS, WORDS)._repr_html_()
    assert one == two
    assert re.search('id="(.*?)"', one)[1] != re.search('id="(.*?)"', other)[1]


def test_a_view_of_one_sentence_stays_small_and_alone():
    view = attention_view(WEIGHTS, WORDS, WORDS)
    assert len(view._repr_html_()) < 8_000
    assert "http" not in view._repr_html_()
    assert repr(view) == "<attention view: 3 queries, 3 keys>"


def test_tokens_must_be_as_many_as_the_weights():
    with pytest.raises(ValueError, match=r"keys \(2 tokens\).*\(3\)"):
        attention_view(WEIGHTS, WORDS, WORDS[:2])
    with pytest.raises(ValueError, match=r"queries \('itx'\) must be a list"):
        attention_view(WEIGHTS, "itx", WORDS)


def test_scores_are_not_weights():
    with pytest.raises(
        ValueError, match=r"weights \(from 0 to 2.4\).*after the softmax"
    ):
        attention_view(WEIGHTS * 4, WORDS, WORDS)
    with pytest.raises(ValueError, match="between 0 and 1"):
        attention_view(WEIGHTS * torch.nan, WORDS, WORDS)


def test_a_batch_is_refused():
    with pytest.raises(ValueError, match="pick one sentence"):
        attention_view(WEIGHTS[None, None], WORDS, WORDS)


def test_the_start_must_be_a_query():
    with pytest.raises(ValueError, match=r"start \(3\) must be from 0 to 2"):
        attention_view(WEIGHTS, WORDS, WORDS, start=3)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
@pytest.mark.parametrize("width", [1440, 390])
def test_a_view_works_in_a_browser_with_no_network(width):
    sync_api = pytest.importorskip("playwright.sync_api")
    heads = torch.stack([WEIGHTS, WEIGHTS.flip(-1)])
    page_text = attention_view(heads, WORDS, WORDS, title="t")._repr_html_()
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(viewport={"width": width, "height": 800})
        trouble = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda request: trouble.append(request.url))
        page.set_content(page_text)
        said, chips = page.locator(".say"), page.get_by_role("radio")
        assert said.inner_text() == "it looks at it 0.50, is 0.25, <late> 0.25"

        # The pointer shows a query, and gives way to the chosen one when it leaves.
        page.locator("label").nth(1).hover()
        assert said.inner_text().startswith("is looks at is 0.60")
        page.locator(".title").hover()
        assert said.inner_text().startswith("it looks")

        # A tap and the arrow keys choose; the slider turns to the other head.
        page.locator("label").nth(1).click()
        assert chips.nth(1).is_checked()
        page.keyboard.press("ArrowRight")
        assert said.inner_text() == "<late> looks at nothing"
        page.locator("label").nth(1).click()
        page.get_by_role("slider", name="head").fill("2")
        assert said.inner_text() == "is looks at is 0.60, it 0.40"
        assert page.locator("td").first.text_content() == "0.250"
        assert page.locator("output").inner_text() == "head 2 of 2"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert trouble == []
        browser.close()
