"""Write the repository's real address into the first cells of the chapters.

The notebooks in git hold the placeholder of pyproject.toml. Where GitHub Actions
publishes the book, it puts the chapters, stamped by this script, on the branch that
the Colab buttons open: a fork's readers install the fork, and nobody edits a notebook.
"""

import sys
from pathlib import Path

import nbformat
import notebooks
import repository


def install_cell(address: str) -> str:
    """Return the first code cell of every chapter."""
    return (
        "try:\n"
        "    import annotated\n"
        "except ModuleNotFoundError:\n"
        f'    %pip install -q "annotated-attention[chapters] @ git+{address}"'
    )


def stamp(path: Path, *, written: str, real: str) -> None:
    """Replace the address in one chapter's first code cell."""
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    if first.source != install_cell(written):
        raise ValueError(
            f"{path.name}: the first code cell must be the install cell with the "
            "address of pyproject.toml (see tests/test_chapters.py)"
        )
    first.source = install_cell(real)
    notebooks.write(path, notebooks.text_of(notebook))


def main() -> None:
    """Stamp every chapter of this work tree."""
    written, real = repository.written_address(), repository.address()
    if real == written:
        sys.exit("GITHUB_REPOSITORY is not set: there is no other address to write")
    paths = sorted(notebooks.CHAPTERS.glob("*.ipynb"))
    for path in paths:
        stamp(path, written=written, real=real)
    print(f"{len(paths)} chapters install from {real}")


if __name__ == "__main__":
    main()
