"""A headless Chromium reports each kind of fault, and nothing on a good page."""

import importlib
from collections import Counter

import pytest
import site_tools

check_site = importlib.import_module("check_site")
vendor = importlib.import_module("vendor")

BROWSER = check_site.find_browser()
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome here")

PAGE = """<!doctype html><html lang="en"><head><title>Page</title>
<meta name="viewport" content="width=device-width"></head>
<body style="margin:0"><main><h1>Title</h1><p>Text.</p>{}</main></body></html>"""
MATHJAX = """<script>MathJax = {options: {enableMenu: false}}</script>
<script src="tex-chtml.js"></script>"""
FORMULA = '<span class="math notranslate">\\({}\\)</span>'
SCROLLER = (
    '<div style="overflow-x:auto" tabindex="0"><p style="width:3000px">x</p></div>'
)

GOOD = MATHJAX + FORMULA.format(r"\sqrt{d_k}") + SCROLLER
# A piece of a page, the kind of its fault, and in how many of the four looks it shows:
# two widths, each in light and in dark.
FAULTS = {
    "script": ('<script src="https://cdn.example.org/a.js"></script>', "other host", 4),
    "fetch": (
        "<script>fetch('http://example.org/').catch(() => 0)</script>",
        "other host",
        4,
    ),
    "complaint": ("<script>console.error('no')</script>", "console", 4),
    "picture": ('<img src="gone.png" alt="A line.">', "picture not shown", 4),
    "exception": ("<script>throw new Error('no')</script>", "page error", 4),
    "formula": (FORMULA.format("x"), "formula not drawn", 4),
    "mistake": (MATHJAX + FORMULA.format(r"\frac{1}"), "formula wrong", 4),
    "cut": (
        MATHJAX
        + '<div style="display:flex;justify-content:center;overflow-x:auto"'
        + f' tabindex="0" class="math notranslate">\\({"x + " * 20} 1\\)</div>',
        "formula cut off",
        2,
    ),
    "wide": ('<p style="width:1000px">x</p>', "page scrolls sideways", 2),
    "pale": ('<p style="color:#aaa">Hard to read.</p>', "accessibility", 4),
    "colours": (
        "<script>document.documentElement.dataset.theme = 'light'</script>",
        "colours",
        2,
    ),
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """Look at one good page and all broken ones; return the folder and the kinds."""
    folder = tmp_path_factory.mktemp("site")
    mathjax = site_tools.ROOT / "web" / "static" / "mathjax"
    for name in ("tex-chtml.js", "output"):
        (folder / name).symlink_to(mathjax / name)
    pieces = {name: piece for name, (piece, _, _) in FAULTS.items()}
    for name, piece in {"good": GOOD, **pieces}.items():
        page = PAGE.replace("{}", piece)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    found = {name: Counter() for name in ("good", *FAULTS)}
    pictures = folder / "pictures"
    pictures.mkdir()
    for problem in check_site.check_browser(
        folder, executable=BROWSER, axe=vendor.axe(), screenshots=pictures
    ):
        found[problem.page.partition(".")[0]][problem.kind] += 1
    return folder, found


def test_a_good_page_has_no_problems(seen):
    assert seen[1]["good"] == Counter()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_by_its_kind(seen, name):
    _, kind, times = FAULTS[name]
    found = seen[1][name]
    assert found[kind] == times
    # A missing picture also shows in the console, and MathJax paints a mistake in
    # yellow on white; nothing else may show.
    assert set(found) <= {kind, "console", "accessibility"}


def test_a_page_is_pictured_at_every_size_in_both_schemes(seen):
    names = sorted(path.name for path in (seen[0] / "pictures").glob("good-*"))
    assert names == [
        "good-1440-dark.png",
        "good-1440-light.png",
        "good-390-dark.png",
        "good-390-light.png",
    ]


def test_without_a_browser_the_check_says_how_to_get_one(tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    monkeypatch.setattr(check_site, "find_browser", lambda: None)
    with pytest.raises(SystemExit, match="apt-get install chromium"):
        check_site.main([str(tmp_path)])
