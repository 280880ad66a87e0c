"""A module of the package imports only from lower layers.

The list of layers stands once, in pyproject.toml, where `make lint` hands it to
import-linter. Here the files' own import statements are read against that list,
and both readings must agree, on the package and on small packages made wrong.
"""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def layer_of_each_module(pyproject: Path) -> dict[str, int]:
    """Read the layers contract: module or folder -> layer, 0 the lowest."""
    settings = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in contracts if one["type"] == "layers"]
    return {
        name.strip(): level
        for level, line in enumerate(reversed(contract["layers"]))
        for name in line.split("|")
    }


def own_imports(source: str, package: str) -> list[str]:
    """List the modules of `annotated` that a file imports, wherever it does so."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")
            base = base[: len(base) - node.level + 1] if node.level else []
            path = ".".join([*base, node.module] if node.module else base)
            if path == "annotated":
                found += [f"{path}.{alias.name}" for alias in node.names]
            else:
                found.append(path)
    return [name for name in found if name.startswith("annotated.")]


def layer_faults(folder: Path, layers: dict[str, int]) -> list[str]:
    """Name every file that is in no layer, and every import that is not downward."""
    faults = []
    present = set()
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder)
        if place == Path("__init__.py"):
            continue
        own = place.with_suffix("").parts[0]
        present.add(own)
        if own not in layers:
            faults.append(f"{place} is in no layer of pyproject.toml")
            continue
        package = ".".join(["annotated", *place.parent.parts])
        for name in own_imports(path.read_text(encoding="utf-8"), package):
            other = name.split(".")[1]
            if other == own or other.startswith("__"):
                continue
            if layers.get(other, layers[own]) >= layers[own]:
                faults.append(f"{place} imports {name}, which is not below it")
    faults += [f"{name} is a layer without a file" for name in layers.keys() - present]
    return faults


def import_linter_is_content(folder: Path) -> bool:
    """Run import-linter on the package in a folder, with that folder's contract."""
    run = "from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Contracts" in done.stdout, done.stdout + done.stderr
    return done.returncode == 0


def test_every_module_imports_only_from_lower_layers() -> None:
    layers = layer_of_each_module(ROOT / "pyproject.toml")
    assert layer_faults(ROOT / "annotated", layers) == []


def test_import_linter_says_the_same_of_the_package() -> None:
    assert import_linter_is_content(ROOT)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Make a package of empty files under the real contract."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    folder = tmp_path / "annotated"
    for name in ["", "world", "exercises"]:
        (folder / name).mkdir()
        (folder / name / "__init__.py").touch()
    for name in layer_of_each_module(ROOT / "pyproject.toml"):
        if not (folder / name).exists():
            (folder / f"{name}.py").touch()
    for name in ["pairs", "corpus"]:
        (folder / "world" / f"{name}.py").touch()
    return tmp_path


DOWNWARD = {
    "attention.py": "from annotated.seeding import seed_everything",
    "training.py": "import annotated.transformer",
    "layers.py": "from annotated import attention",
    "world/corpus.py": "from annotated.world.pairs import Pair",
    "exercises/__init__.py": "from annotated.training import train",
}

NOT_DOWNWARD = {
    "upward": ("attention.py", "from annotated.layers import EncoderLayer"),
    "sideways": ("attention.py", "from annotated.losses import label_smoothed_loss"),
    "from the package": ("masks.py", "from annotated import attention"),
    "relative": ("masks.py", "from .attention import MultiHeadAttention"),
    "from a folder": ("world/pairs.py", "from ..data import collate"),
    "into a folder": ("masks.py", "import annotated.world.corpus"),
    "in a function": ("masks.py", "def f():\n    import annotated.training"),
    "in no layer": ("utils.py", ""),
}


def test_imports_that_run_downward_pass_both_readings(copy: Path) -> None:
    for name, line in DOWNWARD.items():
        (copy / "annotated" / name).write_text(line, encoding="utf-8")
    layers = layer_of_each_module(copy / "pyproject.toml")
    assert layer_faults(copy / "annotated", layers) == []
    assert import_linter_is_content(copy)


@pytest.mark.parametrize("case", NOT_DOWNWARD)
def test_imports_that_do_not_run_downward_fail_both_readings(
    copy: Path, case: str
) -> None:
    name, line = NOT_DOWNWARD[case]
    (copy / "annotated" / name).write_text(line, encoding="utf-8")
    layers = layer_of_each_module(copy / "pyproject.toml")
    assert layer_faults(copy / "annotated", layers) != []
    assert not import_linter_is_content(copy)


def test_a_circle_inside_a_folder_fails(copy: Path) -> None:
    world = copy / "annotated" / "world"
    (world / "pairs.py").write_text("import annotated.world.corpus", encoding="utf-8")
    (world / "corpus.py").write_text("import annotated.world.pairs", encoding="utf-8")
    assert not import_linter_is_content(copy)


def test_a_layer_without_a_file_fails(copy: Path) -> None:
    (copy / "annotated" / "losses.py").unlink()
    layers = layer_of_each_module(copy / "pyproject.toml")
    assert layer_faults(copy / "annotated", layers) == [
        "losses is a layer without a file"
    ]
