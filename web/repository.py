"""Know the repository's address: from GitHub Actions, else from pyproject.toml.

A fork's own workflow sees the fork's own name, so a fork's links lead to the fork
and nobody edits an address by hand.
"""

import os
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The publish workflow keeps this branch: the chapters with the real address in the
# first cell, for Colab to open.
COLAB_BRANCH = "colab"


def written_address() -> str:
    """Return the address in pyproject.toml, which the notebooks hold too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["project"]["urls"]["Repository"]


def address() -> str:
    """Return the repository's web address."""
    name = os.environ.get("GITHUB_REPOSITORY")
    if not name:
        return written_address()
    server = os.environ.get("GITHUB_SERVER_URL", "https://github.com")
    return f"{server}/{name}"


def branch() -> str:
    """Return the branch that the site's links lead to."""
    # In a pull request GITHUB_REF_NAME reads 12/merge, which is no branch.
    if os.environ.get("GITHUB_REF_TYPE") == "branch":
        name = os.environ.get("GITHUB_REF_NAME", "")
        if name and not name.endswith("/merge"):
            return name
    return "main"


def site() -> str:
    """Return the published site's address, with a final slash, or nothing.

    Only a build that GitHub Actions runs knows it; SITE_URL, which the publish
    workflow takes from GitHub Pages, knows a domain of one's own too.
    """
    known = os.environ.get("SITE_URL")
    if known:
        return known.rstrip("/") + "/"
    owner, _, name = os.environ.get("GITHUB_REPOSITORY", "").partition("/")
    if not name:
        return ""
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"
