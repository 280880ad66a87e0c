"""Rules for every chapter, each with a broken sample that it must catch.

A rule takes a notebook and returns faults. nbval compares the outputs; here stands
what the outputs of a right run cannot tell.
"""

import ast
import base64
import builtins
import importlib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest
import site_tools
import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from annotated.claims import Claim, closed_claims, read_claims
from annotated.display import show_source
from annotated.exercises.registry import all_exercises

ROOT = site_tools.ROOT
notebooks = importlib.import_module("notebooks")
repository = importlib.import_module("repository")
stamp = importlib.import_module("stamp")

CHAPTERS = ROOT / "chapters"
FILES = sorted(CHAPTERS.glob("*.ipynb"))
LARGEST = 400_000
PICTURES = {"image/png", "image/svg+xml", "image/jpeg"}


def read(path: Path) -> NotebookNode:
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def tree(cell: NotebookNode) -> ast.Module:
    """Read a cell's Python, without the lines that only IPython understands."""
    lines = [
        re.sub(r"^(\s*)[%!].*", r"\1pass", line) for line in cell.source.split("\n")
    ]
    return ast.parse("\n".join(lines))


def calls(notebook: NotebookNode, *names: str) -> Iterator[ast.Call]:
    """Yield the calls of the named functions, in all cells."""
    for cell in code_cells(notebook):
        for node in ast.walk(tree(cell)):
            if isinstance(node, ast.Call) and isinstance(
                node.func, ast.Name | ast.Attribute
            ):
                called = node.func
                name = called.id if isinstance(called, ast.Name) else called.attr
                if name in names:
                    yield node


# --- the rules ----------------------------------------------------------------------


def first_cell_faults(notebook: NotebookNode) -> list[str]:
    """Ask for the cell that installs the package where it is missing: in Colab."""
    cells = code_cells(notebook)
    wanted = stamp.install_cell(repository.written_address())
    if not cells or cells[0].source != wanted:
        return [f"the first code cell must be:\n{wanted}"]
    if not tags(cells[0]) & {"hide-input", "hide-cell", "remove-cell"}:
        return ["the install cell must have the tag hide-cell"]
    return []


def run_faults(notebook: NotebookNode) -> list[str]:
    """Ask for one clean run, from the first cell to the last."""
    counts = [cell.execution_count for cell in code_cells(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        return [f"execution counts must be 1 to {len(counts)}, not {counts}"]
    return []


def error_faults(notebook: NotebookNode) -> list[str]:
    """Ask for errors where they are announced, and nowhere else."""
    faults = []
    for number, cell in enumerate(code_cells(notebook), 1):
        failed = any(output.output_type == "error" for output in cell.outputs)
        announced = "raises-exception" in tags(cell)
        if failed and not announced:
            faults.append(f"code cell {number} holds an error")
        if announced and not failed:
            faults.append(f"code cell {number} is said to raise, and did not")
    return faults


def figure_faults(notebook: NotebookNode) -> list[str]:
    """Ask for a description of each figure: cell metadata mystnb, image, alt."""
    faults = []
    for number, cell in enumerate(code_cells(notebook), 1):
        shown = [out for out in cell.outputs if PICTURES & set(out.get("data", {}))]
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        if shown and len(alt.strip()) < 20:
            faults.append(f"code cell {number} needs mystnb.image.alt, a sentence")
        if len(shown) > 1:
            faults.append(f"code cell {number} shows {len(shown)} figures for one alt")
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "markdown" and re.search(r"!\[\s*\]\(", cell.source):
            faults.append(f"cell {number}: ![](...) must say what the picture shows")
    return faults


# What Jupyter Book reads and Colab shows as it stands.
BOOK_ONLY = {
    "(label)=": r"^\([\w-]+\)=\s*$",
    "{role}`...`": r"\{[a-z][\w:-]*\}`",
    "a ```{directive}": r"^\s*(?:`{3,}|~{3,}|:{3,})\s*\{",
    "a ::: fence": r"^:{3,}",
    "$$ (label)": r"\$\$\s*\([\w:-]+\)",
    "an empty link [](...)": r"(?<!!)\[\]\(",
    "{width=...}": r"\{[#.]?[\w-]+=[^}]*\}",
    "a footnote [^1]": r"\[\^\w+\]",
    "a definition list": r"^: {1,3}\S",
    "{{substitution}}": r"\{\{\s*\w+\s*\}\}",
    "a +++ break": r"^\+\+\+",
}


def colab_faults(notebook: NotebookNode) -> list[str]:
    """Ask for Markdown that reads the same in the book and in Colab."""
    faults = []
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "markdown":
            continue
        # Plain code is shown as code in both; formulas have braces of their own.
        text = re.sub(r"^```\w*\n.*?^```$", "", cell.source, flags=re.S | re.M)
        text = re.sub(r"(?<![}`])(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
        text = re.sub(r"(?<!\$)\$[^$\n]+\$(?!\$)", "", text)
        text = re.sub(r"\$\$.*?\$\$", "$$", text, flags=re.S)
        for name, pattern in BOOK_ONLY.items():
            if re.search(pattern, text, flags=re.M):
                faults.append(f"cell {number}: Colab shows {name} raw")
    return faults


def box_faults(notebook: NotebookNode) -> list[str]:
    """Ask for boxes that the book reads whole: an empty line would end them early."""
    faults = []
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "markdown":
            continue
        if cell.source.count("<div") != cell.source.count("</div>"):
            faults.append(f"cell {number}: a div must end in the cell where it begins")
        for box in re.findall(r"<div\b.*?</div>", cell.source, flags=re.S):
            if re.search(r"\n[ \t]*\n", box):
                faults.append(f"cell {number}: no empty line inside <div>: write <p>")
    return faults


def source_faults(notebook: NotebookNode) -> list[str]:
    """Ask that whatever show_source is called on is there, with the step it asks for.

    Only the notebook's imports are carried out.
    """
    space = dict(vars(builtins))
    own = set()
    faults = []
    for cell in code_cells(notebook):
        for node in tree(cell).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                try:
                    exec(compile(ast.Module([node], []), "import", "exec"), space)
                except ImportError as error:
                    faults.append(f"{ast.unparse(node)}: {error}")
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                own.add(node.name)
    for call in calls(notebook, "show_source"):
        name = ast.unparse(call.args[0])
        step = [word for word in call.keywords if word.arg == "step"]
        asked = [
            ast.literal_eval(one)
            for one in (*call.args[1:], *(word.value for word in step))
        ]
        if name.partition(".")[0] in own:
            continue
        try:
            show_source(eval(name, space), *asked)
        except (NameError, AttributeError, ValueError) as error:
            faults.append(f"{ast.unparse(call)}: {error}")
    return faults


def exercise_faults(notebook: NotebookNode) -> list[str]:
    """Ask that each exercise a chapter checks is in the registry."""
    faults = []
    for call in calls(notebook, "check", "hint"):
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Constant) and first.value not in all_exercises():
            faults.append(f"{ast.unparse(call)}: there is no such exercise")
    return faults


@cache
def package_functions() -> frozenset[str]:
    """Return the names of the package's public functions."""
    found = set()
    for path in (ROOT / "annotated").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found.add(node.name)
    return frozenset(found)


def copy_faults(notebook: NotebookNode) -> list[str]:
    """Ask that a function that the package has is compared with it, or not written."""
    compared = {
        node.id
        for call in calls(notebook, "assert_close", "assert_equal", "check")
        for node in ast.walk(call)
        if isinstance(node, ast.Name)
    }
    return [
        f"{node.name} is the package's: import it, or compare the two"
        for cell in code_cells(notebook)
        for node in tree(cell).body
        if isinstance(node, ast.FunctionDef)
        and node.name in package_functions() - compared
    ]


def line_faults(notebook: NotebookNode) -> list[str]:
    """Ask for lines that fit the book's column."""
    return [
        f"code cell {number} has a line of {len(line)} characters, over 88"
        for number, cell in enumerate(code_cells(notebook), 1)
        if number > 1
        for line in cell.source.split("\n")
        if len(line) > 88
    ]


def normal_faults(text: str) -> list[str]:
    """Ask for the file as `make notebooks` writes it."""
    notebook = nbformat.reads(text, as_version=4)
    if notebooks.text_of(notebooks.normalise(notebook)) != text:
        return ["the file is not normalised: run make notebooks"]
    return []


def closing_faults(closed: list[tuple[str, str]], claims: dict[str, Claim]) -> list:
    """Ask that a claim is closed once, in the chapter that claims.yml names."""
    faults = []
    for claim, times in Counter(claim for claim, _ in closed).items():
        if claim not in claims:
            faults.append(f"{claim} is not in claims.yml")
        elif times > 1:
            faults.append(f"{claim} is closed {times} times")
    for claim, chapter in closed:
        known = claims.get(claim)
        if known and chapter not in (known.chapter, *known.also):
            faults.append(f"{claim} belongs to {known.chapter}, not {chapter}")
    return faults


RULES: tuple[Callable[[NotebookNode], list[str]], ...] = (
    first_cell_faults,
    run_faults,
    error_faults,
    figure_faults,
    colab_faults,
    box_faults,
    source_faults,
    exercise_faults,
    copy_faults,
    line_faults,
)


# --- the chapters -------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_chapter_keeps_every_rule(path):
    notebook = read(path)
    faults = [fault for rule in RULES for fault in rule(notebook)]
    faults += normal_faults(path.read_text(encoding="utf-8"))
    if path.stat().st_size > LARGEST:
        faults.append(f"{path.stat().st_size} bytes, over {LARGEST}")
    assert not faults, "\n".join(faults)


def test_each_claim_is_closed_once_and_in_its_chapter():
    closed = [(one.verdict.id, one.chapter) for one in closed_claims(FILES)]
    assert closing_faults(closed, read_claims()) == []


def test_the_table_of_contents_lists_every_chapter_that_is_there():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    listed = {toc["root"]}
    for part in toc["parts"]:
        listed |= {chapter["file"] for chapter in part["chapters"]}
    pages = {path.stem for path in (*FILES, *CHAPTERS.glob("*.md"))}
    assert listed == {f"chapters/{stem}" for stem in pages}


def test_exercises_named_in_the_text_pages_exist():
    for path in CHAPTERS.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"""\b(?:check|hint)\(["']([\w.]+)["']""", text):
            assert name in all_exercises(), f"{path.name}: {name}"


# --- the rules catch what they are for ------------------------------------------------


def chapter(*cells: NotebookNode) -> NotebookNode:
    """Make a notebook that keeps every rule, and add cells to it."""
    install = new_code_cell(
        stamp.install_cell(repository.written_address()),
        metadata={"tags": ["hide-cell"]},
    )
    notebook = new_notebook(cells=[install, *cells])
    for count, cell in enumerate(code_cells(notebook), 1):
        cell.execution_count = count
    return notebook


def code(source: str, *outputs: NotebookNode, **metadata: object) -> NotebookNode:
    return new_code_cell(source, outputs=list(outputs), metadata=metadata)


def picture() -> NotebookNode:
    return new_output("display_data", data={"image/png": "iVBORw0="})


def wrong_counts() -> NotebookNode:
    notebook = chapter(code("1"), code("2"))
    notebook.cells[-1].execution_count = 7
    return notebook


def other_first_cell(source: str, *marks: str) -> NotebookNode:
    notebook = chapter()
    notebook.cells[0] = new_code_cell(source, metadata={"tags": list(marks)})
    notebook.cells[0].execution_count = 1
    return notebook


INSTALL = stamp.install_cell(repository.written_address())
ERROR = new_output("error", ename="ValueError", evalue="no", traceback=[])
TEXT = new_output("stream", name="stdout", text="fine")
ATTENTION = "from annotated.attention import scaled_dot_product_attention\n"
SHOW = "from annotated.display import show_source\n"
ALT = {"image": {"alt": "Two lines; the upper one rises with the width."}}

BROKEN = {
    "another first cell": (first_cell_faults, other_first_cell("import torch")),
    "another address": (
        first_cell_faults,
        other_first_cell(INSTALL.replace("your_name", "someone"), "hide-cell"),
    ),
    "an install cell that shows": (first_cell_faults, other_first_cell(INSTALL)),
    "a skipped count": (run_faults, wrong_counts()),
    "a stored error": (error_faults, chapter(code("f()", ERROR))),
    "an error that stopped": (
        error_faults,
        chapter(code("f()", TEXT, tags=["raises-exception"])),
    ),
    "a figure without alt": (figure_faults, chapter(code("plot()", picture()))),
    "a figure with a word": (
        figure_faults,
        chapter(code("plot()", picture(), mystnb={"image": {"alt": "a plot"}})),
    ),
    "two figures for one alt": (
        figure_faults,
        chapter(code("plot()", picture(), picture(), mystnb=ALT)),
    ),
    "a picture without a text": (
        figure_faults,
        chapter(new_markdown_cell("![](figure.png)")),
    ),
    "a box with an empty line": (
        box_faults,
        chapter(new_markdown_cell('<div class="admonition note">\n\nText\n</div>')),
    ),
    "a box without an end": (
        box_faults,
        chapter(new_markdown_cell('<div class="admonition note">Text')),
    ),
    "a renamed function": (
        source_faults,
        chapter(code(SHOW + "import annotated.masks\nshow_source(annotated.masks.no)")),
    ),
    "an import that is gone": (
        source_faults,
        chapter(code("from annotated.masks import no_such_mask")),
    ),
    "a name never imported": (source_faults, chapter(code("show_source(attend)"))),
    "a step that is gone": (
        source_faults,
        chapter(code(ATTENTION + "show_source(scaled_dot_product_attention, step=99)")),
    ),
    "an unknown exercise": (exercise_faults, chapter(code('check("a.b", f)'))),
    "an unknown hint": (exercise_faults, chapter(code('hint("a.b", 2)'))),
    "a copy of the package": (
        copy_faults,
        chapter(code("def causal_mask(seq):\n    return seq")),
    ),
    "a wide line": (line_faults, chapter(code("x = 1  # " + "x" * 80))),
}


@pytest.mark.parametrize(("rule", "notebook"), BROKEN.values(), ids=BROKEN)
def test_a_rule_catches_a_broken_chapter(rule, notebook):
    assert rule(notebook)


RAW = [
    "(my-label)=",
    "see {cite}`vaswani2017attention`",
    "{numref}`figure-1`",
    "```{note}\ntext\n```",
    ":::{note}\ntext\n:::",
    "$$ x $$ (my-equation)",
    "[](notation.md)",
    "![a line](a.png){width=50%}",
    "text[^1]",
    "term\n: what it means",
    "{{ name }}",
    "+++",
]


@pytest.mark.parametrize("text", RAW)
def test_what_colab_shows_raw_is_found(text):
    assert colab_faults(chapter(new_markdown_cell(text)))


FINE = [
    "Plain **text** with $\\mathrm{softmax}(x)_{i}$ and `code {x}`.",
    "$$\\frac{Q K^\\top}{\\sqrt{d_k}} \\tag{1}$$",
    "$$\n\\begin{aligned}a &= b\\end{aligned}\n$$\n\nmore text (in brackets)",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "[the notation](notation.md), ![a rising line](figure.png)",
    '<div class="admonition note"><p class="title">Differs</p>Text.</div>',
    "<details><summary>More</summary>\n\ntext\n\n</details>",
    "```python\nx = {'a': 1}\n```",
    "Use `{name}` and `::` in code.",
    "A set {1, 2} and f(x)=y.",
]


@pytest.mark.parametrize("text", FINE)
def test_what_both_show_alike_is_let_through(text):
    assert colab_faults(chapter(new_markdown_cell(text))) == []


def test_a_right_chapter_has_no_faults():
    notebook = chapter(
        new_markdown_cell("# A title"),
        code(SHOW + ATTENTION + "show_source(scaled_dot_product_attention, step=1)"),
        code("plot()", picture(), mystnb=ALT),
        code("f()", ERROR, tags=["raises-exception"]),
        code("def causal_mask(seq):\n    return seq"),
        code("assert_close(causal_mask(3), package.causal_mask(3))"),
        code("def own():\n    return 1\n\n\nshow_source(own)"),
    )
    assert [fault for rule in RULES for fault in rule(notebook)] == []


def test_claims_closed_twice_or_elsewhere_or_unknown_are_found():
    claims = {"a": Claim("a", "A.", "21_attention", "m", ("22_heads",))}
    here, again = ("a", "21_attention"), ("a", "22_heads")
    assert closing_faults([here], claims) == []
    assert closing_faults([again], claims) == []
    assert closing_faults([here, again], claims)
    assert closing_faults([("a", "27_training")], claims)
    assert closing_faults([("b", "21_attention")], claims)


def test_a_file_that_was_saved_by_an_editor_is_not_normal():
    notebook = chapter(code("1"))
    text = notebooks.text_of(notebooks.normalise(notebook))
    assert normal_faults(text) == []
    notebook.cells[0].metadata["collapsed"] = False
    assert normal_faults(notebooks.text_of(notebook))


def test_a_picture_is_stored_small_once_and_looks_the_same():
    ramp = np.linspace(0, 255, 200, dtype=np.uint8)
    drawn = np.stack([np.tile(ramp, (150, 1))] * 3, axis=-1)
    stored = io.BytesIO()
    Image.fromarray(drawn).save(stored, "PNG", compress_level=0)
    before = base64.b64encode(stored.getvalue()).decode()
    small = notebooks.small_picture(before)
    assert len(small) < len(before) / 3 and notebooks.small_picture(small) == small
    shown = Image.open(io.BytesIO(base64.b64decode(small))).convert("RGB")
    assert np.abs(np.asarray(shown).astype(int) - drawn).max() < 8
