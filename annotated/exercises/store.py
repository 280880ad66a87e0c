"""Keep what the reader has solved, in one small file on the reader's machine."""

import datetime
import itertools
import json
import os
import tempfile
from pathlib import Path


def home() -> Path:
    """Return the folder of the progress file; ANNOTATED_HOME moves it.

    Source: ours.
    """
    return Path(os.environ.get("ANNOTATED_HOME") or Path.home() / ".annotated")


def load_progress() -> tuple[dict, str]:
    """Return what the file holds, and a note if it could not be read.

    A file that cannot be read is renamed and kept, never overwritten.

    Source: ours.
    """
    path = home() / "progress.json"
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(record, dict) and isinstance(record.get("solved"), dict):
            return record, ""
    except FileNotFoundError:
        return {"solved": {}}, ""
    except OSError as error:
        return {"solved": {}}, f"Progress could not be read: {error.strerror}."
    except ValueError:
        pass

    # Broken, or not ours: put it aside under the first free name.
    names = (path.with_name(f"progress.broken-{i}.json") for i in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    try:
        os.replace(path, aside)
    except OSError as error:
        return {"solved": {}}, f"Progress could not be read: {error.strerror}."
    return {"solved": {}}, f"Progress could not be read; it is kept as {aside}."


def save_solved(name: str) -> str:
    """Add one solved exercise to the file, and say how that went.

    Source: ours.
    """
    record, note = load_progress()
    day = datetime.date.today().isoformat()
    record["solved"].setdefault(name, day)
    text = json.dumps(record, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    # To a new name first: a crash half-way leaves the old file whole.
    try:
        if note and (home() / "progress.json").exists():
            return note
        home().mkdir(parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(dir=home(), prefix="progress-", suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(new, home() / "progress.json")
    except OSError as error:
        return f"{note} Progress could not be saved: {error.strerror}.".strip()
    return f"{note} Progress saved.".strip()
