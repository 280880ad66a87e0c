"""Make `.venv`, with everything that `requirements.txt` names, when it is due.

Run by `make setup` with the machine's own Python, so it uses the standard library
alone. A stamp holds a hash of what was installed: a second run does nothing.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.sha256"
PYTHON = VENV / "bin" / "python"


def fingerprint() -> str:
    """Return a hash of all that decides what `.venv` holds."""
    digest = hashlib.sha256()
    for name in ("requirements.txt", "pyproject.toml"):
        # One content, one hash, whatever line ends git wrote.
        text = (ROOT / name).read_text(encoding="utf-8")
        digest.update(text.encode("utf-8"))
    return digest.hexdigest()


def check_python() -> None:
    """Stop with advice when this Python cannot make the environment."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < (3, 11):  # noqa: UP036 (an old Python must say so itself)
        sys.exit(
            f"Python {version} is too old: the course needs 3.11 or newer.\n"
            "Install one, then name it: make setup PYTHON=python3.11"
        )
    try:
        import ensurepip  # noqa: F401, PLC0415
        import venv  # noqa: F401, PLC0415
    except ImportError:
        short = f"{sys.version_info[0]}.{sys.version_info[1]}"
        sys.exit(
            f"Python {version} has no venv module.\n"
            f"On Debian or Ubuntu: sudo apt-get install python{short}-venv"
        )


def main() -> None:
    """Install, unless the stamp says that it was done."""
    wanted = fingerprint()
    if PYTHON.exists() and STAMP.exists():
        if STAMP.read_text(encoding="utf-8").strip() == wanted:
            return
        print("requirements.txt or pyproject.toml changed: updating .venv")
    check_python()
    if not PYTHON.exists():
        print(f"Making .venv with Python {sys.version.split()[0]}")
        # --clear: an earlier try may have been interrupted half way.
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    print("Installing requirements.txt and the package (1.3 GB, a few minutes)")
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    extra = os.environ.get("PIP_FLAGS", "").split()
    subprocess.run(
        [*pip, *extra, "-r", ROOT / "requirements.txt", "-e", ROOT], check=True
    )
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(wanted + "\n", encoding="utf-8")
    os.replace(fresh, STAMP)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"make setup failed: {error}")
