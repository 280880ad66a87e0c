"""Rules for the project as a whole, each with a bad sample that it must catch.

A check of one file takes its text and returns faults, each "line: what is wrong".
What the rules are for stands in .github/CONTRIBUTING.md.
"""

import ast
import re
import subprocess
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def project_files() -> list[str]:
    """List every file of the project that git knows or would take, as text paths."""
    listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(ROOT), *listing],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this check reads the list of files from git")
    names = sorted(set(done.stdout.split("\0")) - {""})
    return [name for name in names if (ROOT / name).is_file()]


# --- every Python file, and the code of the chapters ------------------------------


def given(call: ast.Call, name: str, place: int) -> str | None:
    """Give an argument of a call, by its name or its place, if it is written out."""
    values = [one.value for one in call.keywords if one.arg == name]
    values += call.args[place : place + 1]
    return (
        str(values[0].value) if values and isinstance(values[0], ast.Constant) else None
    )


# These have an open of their own, which takes no encoding or is not for text.
OTHER_OPEN = {"os", "tarfile", "zipfile", "Image", "webbrowser", "safetensors"}


def encoding_of(call: ast.Call) -> str | None:
    """Give the encoding that a call names, "" if it needs none, None if it forgot."""
    func = call.func
    name = getattr(func, "id", getattr(func, "attr", ""))
    owner = getattr(getattr(func, "value", None), "id", "")
    if name in {"read_text", "write_text"}:
        return given(call, "encoding", 0 if name == "read_text" else 1)
    if name == "open" and owner not in OTHER_OPEN:
        # Path.open is told no path, so its arguments stand one place earlier.
        place = 1 if isinstance(func, ast.Name) or owner in {"io", "gzip"} else 0
        binary = "b" in (given(call, "mode", place) or "r")
        return "" if binary else given(call, "encoding", place + 2)
    if name in {"run", "Popen", "check_output"} and owner == "subprocess":
        text = {"text", "universal_newlines", "encoding"} & {
            one.arg for one in call.keywords
        }
        return given(call, "encoding", len(call.args)) if text else ""
    return ""


def encoding_faults(text: str) -> list[str]:
    """Ask for utf-8 by name wherever text is read or written.

    Without a name Windows takes the code page of the country, and Chinese breaks.
    """
    return [
        f'{node.lineno}: {ast.unparse(node.func)} must name encoding="utf-8"'
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and encoding_of(node) not in {"", "utf-8", "utf-8-sig"}
    ]


def chapter_code(path: Path) -> str:
    """Join the code cells of a chapter, its magic lines left out."""
    cells = nbformat.read(path, as_version=4).cells
    lines = "\n".join(one.source for one in cells if one.cell_type == "code")
    return re.sub(r"^(\s*)[%!].*$", r"\1pass", lines, flags=re.MULTILINE)


def future_faults(text: str) -> list[str]:
    """Refuse the import that turns types into text that nothing checks."""
    return [
        f"{node.lineno}: without `from __future__ import annotations`"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]


# --- what the project says of itself ----------------------------------------------

# Each pattern is written so that it does not find itself.
FOREIGN = {
    "a path of the machine it was written on": (
        r"(?<![\w.])/(?:w[o]rk|ro[o]t|home/(?!r[u]nner)\w+|Us[e]rs/\w+)/"
        r"|\b[A-Z]:\\Us[e]rs"
    ),
    "a note that is not part of the project": (
        r"\bshar[e]d/\w|\bscratc[h]/\w|\bCONTRAC[T]\.md\b|\bCO-?AUTHORED-B[Y]\b"
    ),
    "a way of working that readers do not share": (
        r"\b(?:sub-?agent|helper sessio[n]|language model wrot[e]|as an A[I]\b)"
    ),
    "an unfinished thought": r"\b(?:TOD[O]|FIXM[E]|XX[X]|lorem ipsu[m])\b",
}


def workplace_faults(text: str) -> list[str]:
    """Refuse traces of the place where the project was written."""
    return [
        f"{number}: {what}: {found[0]}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in FOREIGN.items()
        for found in [re.search(pattern, line, re.IGNORECASE)]
        if found
    ]


def may_hold_the_address(name: str) -> bool:
    """Name the files that may: the source, and first cells, which Colab runs alone."""
    return name == "pyproject.toml" or name.endswith(".ipynb")


def address_faults(text: str) -> list[str]:
    """Refuse the repository's address; pyproject.toml is where it stands."""
    settings = tomllib.loads(read(ROOT / "pyproject.toml"))
    owner = settings["project"]["urls"]["Repository"].split("/")[3]
    return [
        f"{number}: the repository's address stands in pyproject.toml alone"
        for number, line in enumerate(text.splitlines(), 1)
        if f"{owner}/" in line
    ]


def version_faults(package: str, citation: str, changelog: str) -> list[str]:
    """Compare the three places that name the version."""
    patterns = {
        "annotated/__init__.py": (package, r'^__version__ = "(.+)"$'),
        "CITATION.cff": (citation, r"^version: (.+)$"),
        "CHANGELOG.md": (changelog, r"^## (\S+)"),
    }
    found = {
        name: (re.search(pattern, text, re.MULTILINE) or ["", "nothing"])[1]
        for name, (text, pattern) in patterns.items()
    }
    return [] if len({*found.values()}) == 1 else [f"versions differ: {found}"]


def tree_of(readme: str) -> list[str]:
    """Read the paths of the README's tree: two spaces deeper is one folder down."""
    block = re.search(r"^## The tree$.*?^```text\n(.*?)^```$", readme, re.M | re.S)
    assert block, "README.md must show the tree in a block ```text under '## The tree'"
    paths, folders = [], []
    for line in block[1].splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        folders = [*folders[:depth], name.rstrip("/")]
        paths.append("/".join(folders))
    return paths


def tree_faults(shown: list[str], files: list[str]) -> list[str]:
    """Compare the tree with the files: nothing that is gone, nothing left out.

    A folder that shows any of its contents shows all of them.
    """
    there = {*files} | {
        str(one) for name in files for one in PurePosixPath(name).parents
    }
    opened = {path.rpartition("/")[0] for path in shown}
    gone = sorted({*shown} - there)
    left_out = sorted(
        path for path in there - {*shown, "."} if path.rpartition("/")[0] in opened
    )
    return [f"{path} is in the tree and nowhere else" for path in gone] + [
        f"{path} is not in the tree" for path in left_out
    ]


def map_faults(index: str, chapters: list[str]) -> list[str]:
    """Compare the map of chapters: a chapter is linked if, and only if, it is there."""
    linked = {*re.findall(r"\]\(([\w]+\.(?:ipynb|md))\)", index)}
    missing = sorted({*chapters} - linked - {"index.md"})
    gone = sorted(linked - {*chapters})
    return [f"{one} is there and not in the map" for one in missing] + [
        f"{one} is in the map and not there" for one in gone
    ]


def mirror_faults(modules: list[str], tests: list[str]) -> list[str]:
    """Ask for a test file for every module; a folder's modules may share one."""
    faults = []
    for module in modules:
        parts = module.removesuffix(".py").split("/")
        names = {f"test_{'_'.join(parts)}.py", f"test_{parts[-1]}.py"}
        if len(parts) > 1:
            names.add(f"test_{parts[0]}.py")
        if parts[-1] != "__init__" and not names & {*tests}:
            faults.append(f"annotated/{module} has no test file")
    return faults


# --- the checks, on the project ---------------------------------------------------

Check = Callable[[str], list[str]]


@pytest.mark.parametrize("check", [encoding_faults, future_faults])
def test_every_python_file_and_chapter_keeps(check: Check) -> None:
    faults = []
    for name in project_files():
        if name.endswith(".py"):
            faults += [f"{name}:{fault}" for fault in check(read(ROOT / name))]
        elif name.endswith(".ipynb"):
            faults += [f"{name}:{fault}" for fault in check(chapter_code(ROOT / name))]
    assert faults == []


NOT_TEXT = {".png", ".jpg", ".gif", ".ico", ".woff", ".woff2", ".pdf", ".zip", ".gz"}
NOT_TEXT |= {".safetensors"}


@pytest.mark.parametrize("check", [workplace_faults, address_faults])
def test_every_text_file_keeps(check: Check) -> None:
    faults = [
        f"{name}:{fault}"
        for name in project_files()
        if Path(name).suffix not in NOT_TEXT
        if check is not address_faults or not may_hold_the_address(name)
        for fault in check(read(ROOT / name))
    ]
    assert faults == []


def test_the_three_versions_agree() -> None:
    names = ["annotated/__init__.py", "CITATION.cff", "CHANGELOG.md"]
    assert version_faults(*(read(ROOT / name) for name in names)) == []


def test_the_tree_in_the_readme_is_the_tree() -> None:
    assert tree_faults(tree_of(read(ROOT / "README.md")), project_files()) == []


def test_the_map_links_every_chapter_that_is_there() -> None:
    there = [Path(name) for name in project_files() if name.startswith("chapters/")]
    names = [path.name for path in there if path.suffix in {".md", ".ipynb"}]
    assert map_faults(read(ROOT / "chapters" / "index.md"), names) == []


def test_every_module_has_a_test_file() -> None:
    package = ROOT / "annotated"
    modules = [path.relative_to(package).as_posix() for path in package.rglob("*.py")]
    tests = [path.name for path in (ROOT / "tests").glob("test_*.py")]
    assert mirror_faults(modules, tests) == []


# --- the checks, on samples that they must catch ----------------------------------

BAD: list[tuple[Check, str]] = [
    (future_faults, "from __future__ import annotations"),
    (encoding_faults, "open(path)"),
    (encoding_faults, 'open(path, "w", encoding="latin-1")'),
    (encoding_faults, "path.read_text()"),
    (encoding_faults, "path.write_text(text)"),
    (encoding_faults, 'path.write_text("utf-8")'),
    (encoding_faults, 'path.open("w")'),
    (encoding_faults, 'gzip.open(path, "rt")'),
    (encoding_faults, "subprocess.run(command, text=True)"),
    (workplace_faults, "see /wo" + "rk/main"),
    (workplace_faults, "saved to /ho" + "me/ada/run"),
    (workplace_faults, "as sha" + "red/rules says"),
    (workplace_faults, "# TO" + "DO later"),
    (address_faults, "https://github.com/your_" + "name/attention"),
]


GOOD = """
with open(path, "rb"), path.open("wb"), path.open(encoding="utf-8"):
    path.read_text("utf-8")
    path.write_text(text, encoding="utf-8-sig")
subprocess.run(command, check=True)
"""


@pytest.mark.parametrize("check", {check: None for check, _ in BAD})
def test_good_code_has_no_faults(check: Check) -> None:
    assert check(GOOD) == []


@pytest.mark.parametrize("check, sample", BAD)
def test_a_bad_sample_is_caught(check: Check, sample: str) -> None:
    assert check(sample) != []


def test_a_version_that_differs_is_caught() -> None:
    same = ('__version__ = "1.0"', "version: 1.0", "# Changes\n\n## 1.0 (today)")
    assert version_faults(*same) == []
    assert version_faults(same[0], same[1], "## 1.1") != []
    assert version_faults(same[0], "version: 1.1", same[2]) != []
    assert version_faults("", same[1], same[2]) != []


TREE = """
## The tree

```text
README.md     this
code/         the code
  a.py        one
chapters/     not opened
```
"""


def test_a_tree_that_is_not_the_tree_is_caught() -> None:
    shown = tree_of(TREE)
    assert shown == ["README.md", "code", "code/a.py", "chapters"]
    files = ["README.md", "code/a.py", "chapters/one.md"]
    assert tree_faults(shown, files) == []
    assert tree_faults(shown, files[1:]) != []
    assert tree_faults(shown, [*files, "LICENSE"]) != []
    assert tree_faults(shown, [*files, "code/b.py"]) != []


def test_a_map_that_is_not_the_book_is_caught() -> None:
    index = "| [Attention](21_attention.ipynb) | ready |"
    assert map_faults(index, ["21_attention.ipynb", "index.md"]) == []
    assert map_faults(index, ["index.md"]) != []
    assert map_faults(index, ["21_attention.ipynb", "22_heads.ipynb"]) != []


def test_a_module_without_a_test_file_is_caught() -> None:
    tests = ["test_masks.py", "test_world.py"]
    assert mirror_faults(["masks.py", "world/pairs.py", "__init__.py"], tests) == []
    assert mirror_faults(["losses.py"], tests) != []
    assert mirror_faults(["exercises/attention.py"], tests) != []
