"""A small book, built as the real one is: what the reader's page holds in the end."""

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import site_tools
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from annotated.claims import close_claim

notebooks = importlib.import_module("notebooks")
pytestmark = pytest.mark.slow

ALT = "A line that rises from left to right."
# One pixel.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)
INDEX = """# A book

[The chapter](21_attention.ipynb) cites {cite:t}`vaswani2017attention`.

```{claims-table}
```

```{bibliography}
```
"""
TOC = """format: jb-book
root: chapters/index
chapters:
  - file: chapters/21_attention
"""


def chapter():
    """Make a chapter with a formula, a figure and a closed claim."""
    box = close_claim(
        "root-dk", verdict="holds if", condition=True, figure="1 of 2", but="it is so"
    )
    data = {
        kind: value
        for kind, value in box._repr_mimebundle_().items()
        if kind != "text/markdown"
    }
    figure = new_output("display_data", data={"image/png": PNG})
    closed = new_output("execute_result", data=data, execution_count=2)
    return new_notebook(
        cells=[
            new_markdown_cell("# Attention\n\n$$\\sqrt{d_k} \\tag{1}$$"),
            new_code_cell(
                "plot()",
                execution_count=1,
                outputs=[figure],
                metadata={"mystnb": {"image": {"alt": ALT}}},
            ),
            new_code_cell("close_claim()", execution_count=2, outputs=[closed]),
        ]
    )


def build(folder: Path) -> subprocess.CompletedProcess:
    surroundings = {
        **os.environ,
        "GITHUB_REPOSITORY": "Someone/attention",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_REF_NAME": "main",
        "PYTHONUTF8": "1",
    }
    start = "from jupyter_book.cli.main import main; main()"
    options = ["build", ".", "-W", "--keep-going", "--quiet"]
    return subprocess.run(
        [sys.executable, "-c", start, *options],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Build the small book with the real settings; return its folder."""
    folder = tmp_path_factory.mktemp("book")
    chapters = folder / "chapters"
    chapters.mkdir()
    for name in ("_config.yml", "pyproject.toml", "chapters/references.bib"):
        shutil.copy(site_tools.ROOT / name, folder / name)
    shutil.copytree(
        site_tools.ROOT / "web",
        folder / "web",
        ignore=shutil.ignore_patterns("node_modules", "__pycache__"),
    )
    (folder / "_toc.yml").write_text(TOC, encoding="utf-8")
    (chapters / "index.md").write_text(INDEX, encoding="utf-8")
    (chapters / "claims.yml").write_text("[]", encoding="utf-8")
    text = notebooks.text_of(notebooks.normalise(chapter()))
    notebooks.write(chapters / "21_attention.ipynb", text)
    done = build(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def page(book):
    path = book / "_build" / "html" / "chapters" / "21_attention.html"
    return path.read_text(encoding="utf-8")


@pytest.fixture
def index(book):
    path = book / "_build" / "html" / "chapters" / "index.html"
    return path.read_text(encoding="utf-8")


def test_a_closed_claim_stands_in_the_table_with_its_figure_and_its_cell(index):
    row = re.search(r'<tr class="claim-condition.*?</tr>', index, re.S)[0]
    for text in ("holds if", "1 of 2", "Holds if: it is so"):
        assert text in row
    assert 'href="21_attention.html#claim-root-dk"' in row


def test_the_link_of_a_claim_leads_to_its_box(page):
    assert page.count('id="claim-root-dk"') == 1


def test_an_open_claim_says_so(index):
    row = re.search(r'<tr class="claim-open.*?</tr>', index, re.S)[0]
    assert "not yet measured" in row
    assert index.count('<tr class="claim-') > 30


def test_buttons_and_canonical_links_lead_to_the_fork(page):
    colab = "https://colab.research.google.com/github/Someone/attention/blob/colab/"
    assert f'href="{colab}chapters/21_attention.ipynb"' in page
    edit = "https://github.com/Someone/attention/edit/main/chapters/21_attention.ipynb"
    assert f'href="{edit}"' in page
    canonical = "https://someone.github.io/attention/chapters/21_attention.html"
    assert f'<link rel="canonical" href="{canonical}"' in page
    assert "your_name" not in page


def test_a_figure_carries_the_description_of_its_cell(page):
    assert f'alt="{ALT}"' in page


def test_scripts_come_from_the_site_and_thebe_is_gone(page):
    assert "_static/mathjax/tex-chtml.js" in page
    assert "thebe" not in page
    assert re.findall(r'<script[^>]*src="(?:https?:)?//', page) == []


def test_a_chapter_that_is_missing_stops_the_build(book, tmp_path):
    copy = tmp_path / "book"
    shutil.copytree(book, copy, ignore=shutil.ignore_patterns("_build"))
    (copy / "_toc.yml").write_text(
        TOC + "  - file: chapters/22_heads\n", encoding="utf-8"
    )
    done = build(copy)
    assert done.returncode != 0
    assert "22_heads" in done.stderr
