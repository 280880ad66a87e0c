"""Execute chapters in place and store them so that a second run changes no byte.

    python web/notebooks.py run [NAME ...]          execute and normalise
    python web/notebooks.py normalise [NAME ...]    only normalise
    python web/notebooks.py check [NAME ...]        fail where normalising would write

Without names: every notebook of chapters/.
"""

import argparse
import base64
import io
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from PIL import Image

CHAPTERS = Path(__file__).resolve().parent.parent / "chapters"
PNG = "image/png"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

# Metadata that editors and kernels add, and that says nothing about the chapter.
# Without `name` and `pygments_lexer` the book's listings would lose their colours.
LANGUAGE_KEYS = ("name", "pygments_lexer")
NOTEBOOK_KEYS = {"kernelspec", "language_info", "mystnb", "accelerator"}
CELL_KEYS = {"tags", "mystnb"}
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def merge_streams(outputs: Iterable[NotebookNode]) -> list[NotebookNode]:
    """Join neighbouring pieces of one stream: where they were cut is chance."""
    merged: list[NotebookNode] = []
    for output in outputs:
        last = merged[-1] if merged else None
        if (
            last is not None
            and output.output_type == last.output_type == "stream"
            and output.name == last.name
        ):
            last.text += output.text
        else:
            merged.append(output)
    return merged


def small_picture(encoded: str) -> str:
    """Store a picture in 256 colours: a third of the bytes, and hardly to be seen.

    One that is stored so already stays as it is.
    """
    picture = Image.open(io.BytesIO(base64.b64decode(encoded)))
    if picture.mode == "P":
        return encoded
    small, stored = picture.convert("RGB"), io.BytesIO()
    small = small.quantize(256, dither=Image.Dither.NONE)
    small.save(stored, "PNG", optimize=True)
    return base64.b64encode(stored.getvalue()).decode()


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook without all that differs from run to run."""
    metadata = {k: v for k, v in notebook.metadata.items() if k in NOTEBOOK_KEYS}
    language = notebook.metadata.get("language_info", {})
    metadata["kernelspec"] = KERNEL
    metadata["language_info"] = {
        "name": language.get("name", "python"),
        "pygments_lexer": language.get("pygments_lexer", "ipython3"),
    }
    notebook.metadata = nbformat.from_dict(metadata)
    for index, cell in enumerate(notebook.cells):
        cell.metadata = nbformat.from_dict(
            {k: v for k, v in cell.metadata.items() if k in CELL_KEYS}
        )
        # An editor without ids leaves them out; the place makes one that stays.
        if "id" not in cell:
            cell.id = f"cell-{index:03d}"
        if cell.cell_type != "code":
            continue
        cell.outputs = [
            output
            for output in merge_streams(cell.outputs)
            # A widget is for a live kernel: its state has random names, and shown
            # without a kernel it does nothing.
            if WIDGET_VIEW not in output.get("data", {})
        ]
        for data in (output.get("data", {}) for output in cell.outputs):
            if PNG in data:
                data[PNG] = small_picture(data[PNG])
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def text_of(notebook: NotebookNode) -> str:
    """Return the file's text, as nbformat writes it, with one final line end."""
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def write(path: Path, text: str) -> None:
    """Write to a new name first, so that a stopped run leaves the old file whole."""
    fresh = path.with_suffix(".ipynb.new")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    os.replace(fresh, path)


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Run all cells in a fresh kernel of this Python."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=int(os.environ.get("CELL_TIMEOUT", "3600")),
        record_timing=False,
        # The kernel warns at each start that its port is on this machine.
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()


def paths(names: list[str]) -> list[Path]:
    """Return the named chapters, or all."""
    if not names:
        return sorted(CHAPTERS.glob("*.ipynb"))
    found = [CHAPTERS / f"{Path(name).stem}.ipynb" for name in names]
    missing = [path.stem for path in found if not path.exists()]
    if missing:
        have = ", ".join(path.stem for path in sorted(CHAPTERS.glob("*.ipynb")))
        sys.exit(f"no chapter {', '.join(missing)}; there are: {have}")
    return found


def main(arguments: list[str]) -> None:
    """Carry out one of the three commands."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("run", "normalise", "check"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    changed = []
    for path in paths(options.names):
        before = path.read_text(encoding="utf-8")
        notebook = nbformat.reads(before, as_version=4)
        start = time.perf_counter()
        if options.command == "run":
            try:
                execute(notebook, path.parent)
            except CellExecutionError as error:
                sys.exit(f"{path.stem} stopped; the file is as it was.\n{error}")
        after = text_of(normalise(notebook))
        if after != before:
            changed.append(path.stem)
            if options.command != "check":
                write(path, after)
        seconds = time.perf_counter() - start
        state = "changed" if after != before else "unchanged"
        print(f"{path.stem}: {state}, {seconds:.1f} s", flush=True)
    if options.command == "check" and changed:
        sys.exit("not normalised: " + ", ".join(changed) + " (run 'make notebooks')")


if __name__ == "__main__":
    main(sys.argv[1:])
