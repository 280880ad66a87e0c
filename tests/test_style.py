"""How the package is written: each rule a check, with a bad sample that it must catch.

The rules are told in .github/CONTRIBUTING.md and chapters/notation.md; names and axes
are read from the tables of chapters/notation.md, so that they stand once.

A check takes the text of one file and returns its faults, each "line: what is wrong".
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = sorted((ROOT / "annotated").rglob("*.py"))

FUNCTION_LINES = 45
MODULE_LINES = 250

# A file or a function may be longer, for a reason: "file.py" or "file.py: function".
LONGER: dict[str, str] = {}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# --- the tables of chapters/notation.md -------------------------------------------


def table(text: str, heading: str) -> list[dict[str, str]]:
    """Read the first table below a heading: one dictionary for each row."""
    section = re.split(rf"^## {heading}$", text, flags=re.MULTILINE)[1]
    lines = re.split(r"^## ", section, flags=re.MULTILINE)[0].splitlines()
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    head, _, *body = rows
    return [dict(zip(head, row, strict=True)) for row in body]


def codes(rows: list[dict[str, str]], column: str) -> set[str]:
    """Collect what stands in code marks in one column of a table."""
    return {code for row in rows for code in re.findall(r"`([^`]+)`", row[column])}


@cache
def notation() -> tuple[set[str], set[str]]:
    """Give the names that code must not use, and the axes that types may use."""
    text = read(ROOT / "chapters" / "notation.md")
    return codes(table(text, "Names"), "Not"), codes(table(text, "Axes"), "Axis")


def test_the_notation_names_nothing_both_right_and_wrong() -> None:
    text = read(ROOT / "chapters" / "notation.md")
    banned, axes = notation()
    assert banned
    assert axes
    assert banned & (codes(table(text, "Names"), "Name in code") | axes) == set()


# --- docstrings -------------------------------------------------------------------


def definitions(tree: ast.Module) -> Iterator[Definition]:
    """Walk the public functions and classes of a module, not their methods."""
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node


PLACE = (
    r"(?:§+ ?[\dA-Z]|eqs?\. \(?\d|Figs?\. \d|Tables? \d|Algorithms? \d|Appendix [A-Z]"
    r"|Lemma \d|pp?\. \d|footnote \d|abstract\b|title\b)[^;]*"
)
CITED = rf"[^\W\d_][^();]* \(\d{{4}}[a-z]?\), {PLACE}"
ONE = rf"(?:{CITED}|ours(?: for [^;]+)?)"
SOURCE = re.compile(rf"Source: {ONE}(?:; {ONE})*\.")


def source_line(docstring: str) -> str | None:
    """Find the Source line, joined to one line where it runs over two."""
    lines = iter(docstring.splitlines())
    for line in lines:
        if line.startswith("Source:"):
            rest = []
            for more in lines:
                if not more.strip() or re.match(r"[A-Z]\w+:", more):
                    break
                rest.append(more.strip())
            return " ".join([line.strip(), *rest])
    return None


def docstring_faults(text: str) -> list[str]:
    """Ask of each public function and class one sentence first, and a source."""
    faults = []
    for node in definitions(ast.parse(text)):
        docstring = ast.get_docstring(node) or ""
        where = f"{node.lineno}: {node.name}"
        if not re.search(r"[.?!:]$", docstring.partition("\n")[0]):
            faults.append(f"{where}: the first line must be a whole sentence")
        source = source_line(docstring)
        if source is None:
            faults.append(f"{where}: must have a line 'Source: …'")
        elif not SOURCE.fullmatch(source):
            faults.append(f"{where}: not in the grammar: {source}")
    return faults


def errors_named(docstring: str) -> list[str]:
    """List the exceptions of the section Raises, one for each condition."""
    section = re.search(r"^Raises:\n((?:[ ]+.*\n?|\n)+)", docstring, re.MULTILINE)
    return re.findall(r"^ +(\w+): ", section[1], re.MULTILINE) if section else []


def errors_raised(node: ast.AST) -> list[str]:
    """List the exceptions that a piece of code raises itself; "" is one it hands on."""
    calls = [one.exc for one in ast.walk(node) if isinstance(one, ast.Raise)]
    names = [one.func if isinstance(one, ast.Call) else one for one in calls]
    known = [one.id for one in names if isinstance(one, ast.Name)]
    return [one for one in known if one[0].isupper()] + [""] * (None in calls)


def names_used(node: ast.AST) -> set[str]:
    """Collect every name that a piece of code mentions."""
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return names | {
        one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)
    }


def raises_faults(text: str) -> list[str]:
    """Hold the section Raises against what the code does, in both directions."""
    tree = ast.parse(text)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("annotated")
        for alias in node.names
    }
    parts = {node.name: node for node in ast.walk(tree) if isinstance(node, Definition)}
    faults = []
    for node in definitions(tree):
        # What a function raises through another of this file counts as its own. One
        # that leans on another file of the package is believed.
        reached, queue = set(), [node.name]
        while queue:
            name = queue.pop()
            reached.add(name)
            queue += (names_used(parts[name]) & parts.keys()) - reached - {*queue}
        could = {error for name in reached for error in errors_raised(parts[name])}
        borrowed = any(names_used(parts[name]) & imported for name in reached)
        docstrings = [
            ast.get_docstring(one) or ""
            for one in ast.walk(node)
            if isinstance(one, Definition)
        ]
        named = {error for text in docstrings for error in errors_named(text)}
        where = f"{node.lineno}: {node.name}"
        for error in sorted(named - could):
            if not borrowed and "" not in could:
                faults.append(f"{where}: says that it raises {error}, and never does")
        for error in sorted({*errors_raised(node)} - named - {""}):
            faults.append(f"{where}: raises {error}, and does not say so")
    return faults


def message_faults(text: str) -> list[str]:
    """Ask of each ValueError that it says what must be."""
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            call = node.exc
            if isinstance(call.func, ast.Name) and call.func.id == "ValueError":
                words = [
                    one.value for one in ast.walk(call) if isinstance(one, ast.Constant)
                ]
                if not re.search(r"\bmust\b", " ".join(map(str, words))):
                    faults.append(f"{node.lineno}: the message must say what must be")
    return faults


# --- names, types, sizes, comments ------------------------------------------------


def bound_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Walk every name that a file gives to something, with its line.

    A lambda is a formula of its own: its letters are free.
    """
    formulas = [one.args for one in ast.walk(tree) if isinstance(one, ast.Lambda)]
    free = {id(arg) for one in formulas for arg in ast.walk(one)}
    for node in ast.walk(tree):
        if id(node) in free:
            continue
        if isinstance(node, Definition):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def name_faults(text: str) -> list[str]:
    """Refuse other people's names for what has a name here."""
    banned, _ = notation()
    return [
        f"{line}: {name} has another name in chapters/notation.md"
        for line, name in bound_names(ast.parse(text))
        if name in banned
    ]


def axis_faults(text: str) -> list[str]:
    """Refuse axes in tensor types that the notation does not explain."""
    _, axes = notation()
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            shape = node.slice.elts[-1]
            kind = node.value.id if isinstance(node.value, ast.Name) else ""
            if kind in {"Float", "Int", "Bool", "Shaped", "Num", "UInt8"}:
                assert isinstance(shape, ast.Constant)
                for axis in str(shape.value).split():
                    name = axis.lstrip("*#")
                    if name not in axes and not name.isdigit() and name != "...":
                        faults.append(f"{node.lineno}: axis {name} is not explained")
    return faults


def functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Walk all functions and methods of a file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def parameter_faults(text: str) -> list[str]:
    """Refuse a list of parameters longer than ruff's settings allow."""
    settings = tomllib.loads(read(ROOT / "pyproject.toml"))
    most = settings["tool"]["ruff"]["lint"]["pylint"]["max-args"]
    faults = []
    for node in functions(text):
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        count = len([one for one in given if one.arg not in {"self", "cls"}])
        if count > most:
            faults.append(f"{node.lineno}: {node.name} has {count} parameters")
    return faults


def too_long(text: str) -> list[str]:
    """Name the functions that fit no page; "" is the module itself."""
    long = [
        node.name
        for node in functions(text)
        if (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
    ]
    return [*long, ""] if text.count("\n") > MODULE_LINES else long


def comment_faults(text: str) -> list[str]:
    """Refuse comments behind code; what tools read may stand there."""
    return [
        f"{token.start[0]}: a comment stands on its own line, above the code"
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
        and token.line[: token.start[1]].strip()
        and not re.match(r"# (noqa|pyright|type):", token.string)
    ]


def init_faults(text: str) -> list[str]:
    """Allow a docstring and a version in an __init__ file, and nothing else."""
    return [
        f"{node.lineno}: an __init__ file holds a docstring only"
        for node in ast.parse(text).body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        and not ast.unparse(node).startswith("__version__ = ")
    ]


# --- the checks, on the project ---------------------------------------------------

Check = Callable[[str], list[str]]

PACKAGE_CHECKS: list[Check] = [
    docstring_faults,
    raises_faults,
    message_faults,
    name_faults,
    axis_faults,
    parameter_faults,
    comment_faults,
]


@pytest.mark.parametrize("check", PACKAGE_CHECKS)
def test_the_package_keeps(check: Check) -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in PACKAGE
        # The world speaks of people and things: an actor there is no model.
        if not (check is name_faults and path.parent.name == "world")
        for fault in check(read(path))
    ]
    assert faults == []


def test_functions_and_modules_stay_short() -> None:
    long = {
        f"{path.relative_to(ROOT / 'annotated').as_posix()}: {name}".removesuffix(": ")
        for path in PACKAGE
        for name in too_long(read(path))
    }
    assert sorted(long - LONGER.keys()) == []
    assert sorted(LONGER.keys() - long) == [], "an exception that nothing needs"
    assert all(LONGER.values()), "an exception needs a reason"


def test_init_files_hold_a_docstring_only() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in PACKAGE
        if path.name == "__init__.py"
        for fault in init_faults(read(path))
    ]
    assert faults == []


# --- the checks, on samples that they must catch ----------------------------------

GOOD = '''
def halve(count: int) -> float:
    """Halve a number.

    Raises:
        ValueError: if it is negative.

    Source: Vaswani et al. (2017), §3.2.1, eq. 1; Ba, Kiros and Hinton (2016), §3;
        ours for the rest.
    Differs: nothing is masked.
    """
    # Nothing is left to do.
    if count < 0:
        raise ValueError(f"count ({count}) must be 0 or more")
    return count / 2


def read_it(path: Path, tokens: Int[Tensor, "*#batch seq 1"]) -> str:
    """Read a file.

    Source: ours.
    """
    return sorted(path.read_text(encoding="utf-8"), key=lambda h: h)
'''


def documented(docstring: str, body: str = "pass") -> str:
    return f'def f():\n    """{docstring}"""\n    {body}\n'


BAD: list[tuple[Check, str]] = [
    (docstring_faults, "def f(): pass"),
    (docstring_faults, documented("Do it.")),
    (docstring_faults, documented("Do it\n\n    Source: ours.\n    ")),
    (docstring_faults, documented("Do it.\n\n    Source: Ours\n    ")),
    (docstring_faults, documented("Do it.\n\n    Source: the paper.\n    ")),
    (docstring_faults, documented("Do it.\n\n    Source: Ba (2016).\n    ")),
    (docstring_faults, documented("Do it.\n\n    Source: Ba (2016), somewhere.\n    ")),
    (docstring_faults, documented("Do it.\n\n    Source: Ba (16), §3.\n    ")),
    (raises_faults, documented("Do.\n\n    Raises:\n        ValueError: if.\n    ")),
    (raises_faults, documented("Do.", 'raise ValueError("x (1) must be 2")')),
    (message_faults, 'raise ValueError("bad value")'),
    (name_faults, "def f(n_embd): pass"),
    (name_faults, "hidden_size = 1"),
    (name_faults, "self.head_dim = 1"),
    (name_faults, "for idx in range(3): pass"),
    (axis_faults, 'def f(x: Float[Tensor, "batch time"]): pass'),
    (axis_faults, 'def f(x: Bool[Tensor, "*#batch #keys"] | None): pass'),
    (too_long, "def f():\n" + "    pass\n" * FUNCTION_LINES),
    (too_long, "\n" * (MODULE_LINES + 1)),
    (parameter_faults, "def f(a, b, c, d, *, e, g, i, j): pass"),
    (comment_faults, "scale = 1  # the scale"),
    (init_faults, '"""Docstring."""\nfrom annotated.masks import causal_mask'),
]


@pytest.mark.parametrize("check", {check: None for check, _ in BAD})
def test_good_code_has_no_faults(check: Check) -> None:
    if check is not init_faults:
        assert check(GOOD) == []
    else:
        assert check('"""Docstring."""\n__version__ = "1.0"') == []


@pytest.mark.parametrize("check, sample", BAD)
def test_a_bad_sample_is_caught(check: Check, sample: str) -> None:
    assert check(sample) != []
