"""Addresses, stamps, stored notebooks and the set-up: what `make` relies on."""

import importlib
import sys

import nbformat
import pytest
import site_tools
from nbformat.v4 import new_code_cell, new_notebook, new_output

environment = importlib.import_module("environment")
notebooks = importlib.import_module("notebooks")
repository = importlib.import_module("repository")
stamp = importlib.import_module("stamp")

WRITTEN = repository.written_address()
FORK = "https://github.com/someone/attention"


@pytest.fixture
def actions(monkeypatch):
    """Look like a run of a fork's workflow."""
    names = {
        "GITHUB_REPOSITORY": "Someone/attention",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_REF_NAME": "main",
    }
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SITE_URL", raising=False)
    return monkeypatch


@pytest.fixture
def alone(monkeypatch):
    for name in ("GITHUB_REPOSITORY", "GITHUB_REF_TYPE", "SITE_URL"):
        monkeypatch.delenv(name, raising=False)


# --- addresses ------------------------------------------------------------------------


def test_outside_of_actions_the_address_is_pyprojects(alone):
    assert repository.address() == repository.written_address()
    assert repository.branch() == "main"
    assert repository.site() == ""


def test_in_a_forks_workflow_the_address_is_the_forks(actions):
    assert repository.address() == "https://github.com/Someone/attention"
    assert repository.site() == "https://someone.github.io/attention/"


def test_a_users_own_site_lies_at_its_root(actions):
    actions.setenv("GITHUB_REPOSITORY", "Someone/someone.github.io")
    assert repository.site() == "https://someone.github.io/"


def test_a_domain_of_ones_own_comes_first(actions):
    actions.setenv("SITE_URL", "https://course.example")
    assert repository.site() == "https://course.example/"


def test_a_pull_request_links_to_main(actions):
    actions.setenv("GITHUB_REF_NAME", "12/merge")
    assert repository.branch() == "main"
    actions.setenv("GITHUB_REF_NAME", "next")
    assert repository.branch() == "next"


# --- stamps ---------------------------------------------------------------------------


def stored(path, source):
    notebook = new_notebook(cells=[new_code_cell(source), new_code_cell("1")])
    notebooks.write(path, notebooks.text_of(notebooks.normalise(notebook)))
    return path


def test_a_stamp_changes_the_address_and_nothing_else(tmp_path):
    path = stored(tmp_path / "21_a.ipynb", stamp.install_cell(WRITTEN))
    before = path.read_text(encoding="utf-8")
    stamp.stamp(path, written=WRITTEN, real=FORK)
    after = path.read_text(encoding="utf-8")
    assert after == before.replace(WRITTEN, FORK)
    assert before.count(WRITTEN) == 1


def test_a_chapter_without_the_install_cell_is_not_stamped(tmp_path):
    path = stored(tmp_path / "21_a.ipynb", "import torch")
    with pytest.raises(ValueError, match=r"21_a\.ipynb: the first code cell must"):
        stamp.stamp(path, written=WRITTEN, real=FORK)


def test_without_a_fork_there_is_nothing_to_stamp(alone):
    with pytest.raises(SystemExit, match="GITHUB_REPOSITORY is not set"):
        stamp.main()


# --- stored notebooks -----------------------------------------------------------------


def messy():
    outputs = [
        new_output("stream", name="stdout", text="one "),
        new_output("stream", name="stdout", text="line\n"),
        new_output("stream", name="stderr", text="other\n"),
        new_output("display_data", data={notebooks.WIDGET_VIEW: {"model_id": "1f"}}),
    ]
    metadata = {"tags": ["hide-input"], "collapsed": True, "execution": {"a": "1:02"}}
    cell = new_code_cell("f()", outputs=outputs, metadata=metadata, execution_count=1)
    return new_notebook(
        cells=[cell],
        metadata={
            "widgets": {"state": {}},
            "kernelspec": {"name": "mine", "display_name": "My kernel"},
            "language_info": {
                "name": "python",
                "version": "3.11.7",
                "pygments_lexer": "ipython3",
            },
        },
    )


def test_a_stored_notebook_keeps_no_trace_of_the_run():
    notebook = notebooks.normalise(messy())
    cell = notebook.cells[0]
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {
        "name": "python",
        "pygments_lexer": "ipython3",
    }
    assert notebook.metadata.kernelspec.name == "python3"
    assert cell.metadata == {"tags": ["hide-input"]}
    assert [output.text for output in cell.outputs] == ["one line\n", "other\n"]
    assert cell.execution_count == 1


def test_normalising_twice_changes_nothing():
    once = notebooks.text_of(notebooks.normalise(messy()))
    again = notebooks.normalise(nbformat.reads(once, as_version=4))
    assert notebooks.text_of(again) == once


def test_an_executed_notebook_is_stored_with_the_same_bytes_again(tmp_path):
    path = stored(tmp_path / "a.ipynb", "print('x')\nprint({1: 2})")
    texts = []
    for _ in range(2):
        notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        notebooks.execute(notebook, tmp_path)
        notebooks.write(path, notebooks.text_of(notebooks.normalise(notebook)))
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert b"{1: 2}" in texts[0]


def test_an_unknown_chapter_is_named_with_those_that_exist():
    with pytest.raises(SystemExit, match="no chapter 99_nothing; there are: "):
        notebooks.paths(["99_nothing"])


# --- the environment ------------------------------------------------------------------


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Let `make setup` work in an empty folder, and note what it would run."""
    ran = []
    for name in ("requirements.txt", "pyproject.toml"):
        (tmp_path / name).write_text("a==1\n", encoding="utf-8")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "STAMP", venv / "installed.sha256")
    monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")

    def run(command, check):
        ran.append([str(part) for part in command])
        if "venv" in command:
            (venv / "bin").mkdir(parents=True, exist_ok=True)
            (venv / "bin" / "python").touch()

    monkeypatch.setattr(environment.subprocess, "run", run)
    return tmp_path, ran


def test_setup_installs_once_and_again_when_a_requirement_changes(place, monkeypatch):
    folder, ran = place
    monkeypatch.setenv("PIP_FLAGS", "--extra-index-url https://example.org/cpu")
    environment.main()
    assert len(ran) == 2
    assert "--extra-index-url" in ran[1]
    environment.main()
    assert len(ran) == 2
    (folder / "requirements.txt").write_text("a==2\n", encoding="utf-8")
    environment.main()
    assert len(ran) == 3
    assert "install" in ran[2]


def test_an_interrupted_setup_is_taken_up_again(place):
    _, ran = place
    environment.main()
    environment.STAMP.unlink()
    environment.main()
    assert len(ran) == 3


def test_an_old_python_is_told_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit, match=r"Python 3\.9\.2 is too old.*3\.11 or newer"):
        environment.check_python()


def test_a_python_without_venv_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match=r"apt-get install python3\.\d+-venv"):
        environment.check_python()


# --- the files that the site serves ---------------------------------------------------


def test_no_built_file_is_committed_beside_the_sources():
    static = site_tools.ROOT / "web" / "static"
    names = {path.name for path in static.iterdir()}
    assert names == {"book.css", "book.js", "favicon.svg", "logo.svg", "mathjax"}
