"""The checks of the built files report each kind of fault, and no good page."""

import importlib

import pytest
import site_tools

site_files = importlib.import_module("site_files")
vendor = importlib.import_module("vendor")

GOOD = """<!doctype html><html lang="en"><head><title>Page</title>
<link rel="canonical" href="https://example.org/page.html">
<link rel="stylesheet" href="style.css"></head><body>
<h1 id="top">Title</h1><p>Text with <code>{cite}`x`</code> and {braces}.</p>
<pre>```{note}
$$
```</pre>
<span class="math notranslate">\\(x\\)</span> <div class="math">$$ y $$</div>
<a href="#top">up</a> <a href="folder/other.html#place">on</a>
<a href="https://example.org/">away</a> <a href="mailto:a@example.org">mail</a>
<img src="a%20b.png" alt="A rising line."><img src="data:image/png;base64,AA==" alt="b">
<svg aria-hidden="true"><path d="M0 0"/></svg>
<svg><title>A dot</title><circle r="1"/></svg>
<div role="img" aria-label="Weights"><svg></svg></div>
</body></html>"""
OTHER = """<html lang="en"><body><h1 id="place">Other</h1>
<a href="../page.html">back</a></body></html>"""


@pytest.fixture
def site(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "page.html").write_text(GOOD, encoding="utf-8")
    (tmp_path / "folder" / "other.html").write_text(OTHER, encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<meta http-equiv="Refresh" content="0; url=page.html">', encoding="utf-8"
    )
    for name in ("style.css", "a b.png"):
        (tmp_path / name).write_bytes(b"")
    return tmp_path


def kinds(site):
    return {problem.kind for problem in site_files.check_files(site)}


def test_a_good_site_has_no_problems(site):
    assert site_files.check_files(site) == []


FAULTS = {
    '<a href="gone.html">x</a>': "dead link",
    '<a href="/page.html">x</a>': "dead link",
    '<a href="../outside.html">x</a>': "dead link",
    '<a href="#gone">x</a>': "dead anchor",
    '<a href="folder/other.html#gone">x</a>': "dead anchor",
    '<img src="gone.png" alt="A line.">': "dead link",
    '<script src="https://cdn.example.org/a.js"></script>': "other host",
    '<link rel="stylesheet" href="//fonts.example.org/a.css">': "other host",
    '<img src="https://example.org/a.png" alt="A line.">': "other host",
    '<img src="style.css">': "no alt text",
    '<img src="style.css" alt=" ">': "no alt text",
    "<svg><circle/></svg>": "no alt text",
    '<p id="top">x</p>': "doubled id",
    "<p>```{note}</p>": "raw Markdown",
    "<p>:::{note}</p>": "raw Markdown",
    "<p>see {cite}`x`</p>": "raw Markdown",
    "<p>where $$ x $$ is</p>": "raw Markdown",
    "<p>the [notation](notation.md)</p>": "raw Markdown",
    '<span class="math">x</span><p>{numref}`x`</p>': "raw Markdown",
}


@pytest.mark.parametrize(("piece", "kind"), FAULTS.items(), ids=FAULTS)
def test_a_fault_is_reported_by_its_kind(site, piece, kind):
    page = site / "page.html"
    page.write_text(GOOD.replace("</body>", piece + "</body>"), encoding="utf-8")
    assert kinds(site) == {kind}


def test_a_redirect_that_leads_nowhere_is_a_dead_link(site):
    (site / "page.html").unlink()
    assert kinds(site) == {"dead link"}


def test_the_committed_mathjax_is_what_npm_gave():
    folder = site_tools.ROOT / "web" / "static" / "mathjax"
    written = (folder / vendor.SUMS).read_text(encoding="utf-8")
    assert vendor.sums(folder) == written
    assert len(written.splitlines()) > 50
