"""The book's own Sphinx extension: addresses, a directive, and mended output."""

from typing import Any

import claims_table
import repository
from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer
from sphinx.application import Sphinx
from sphinx.config import Config


def set_addresses(app: Sphinx, config: Config) -> None:
    """Let edit, issue, Colab and canonical links follow the repository."""
    options = config.html_theme_options
    options["repository_url"] = repository.address()
    options["repository_branch"] = repository.branch()
    for button in ("repository", "edit_page", "issues"):
        options[f"use_{button}_button"] = True
    config.html_baseurl = repository.site()


def drop_thebe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Leave out a script that Jupyter Book adds though it is off, and that fails."""
    context["script_files"] = [
        script
        for script in context.get("script_files", [])
        if "thebe" not in str(getattr(script, "filename", script) or "")
        and "thebe" not in str(getattr(script, "attributes", {}).get("body") or "")
    ]
    context["css_files"] = [
        style
        for style in context.get("css_files", [])
        if "thebe" not in str(getattr(style, "filename", style) or "")
    ]


def drop_thebe_settings(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Leave out the settings of that script too, which stand in every page's text."""
    for raw in list(doctree.findall(nodes.raw)):
        text = raw.astext()
        if "x-thebe-config" in text or "<script>kernelName = " in text:
            raw.parent.remove(raw)


def open_stamped_notebooks(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Point the Colab button at the branch whose first cells know the address."""
    old = f"/blob/{repository.branch()}/"
    new = f"/blob/{repository.COLAB_BRANCH}/"
    for group in context.get("header_buttons", []):
        for button in group.get("buttons", []):
            if button.get("text") == "Colab":
                button["url"] = button["url"].replace(old, new, 1)


def pass_over_claims() -> None:
    """Let myst-nb know a verdict's data, which `{claims-table}` reads by itself.

    An unknown kind of output is a warning, which fails a strict build; the reader
    sees the same verdict's text/html.
    """
    strict = NbElementRenderer.render_unhandled

    def render(self: NbElementRenderer, data: MimeData) -> list[nodes.Element]:
        return [] if data.mime_type == claims_table.MIME else strict(self, data)

    NbElementRenderer.render_unhandled = render


def setup(app: Sphinx) -> dict[str, bool]:
    """Register all of it."""
    pass_over_claims()
    app.connect("config-inited", set_addresses, priority=1)
    app.connect("doctree-resolved", drop_thebe_settings, priority=900)
    app.connect("html-page-context", open_stamped_notebooks, priority=502)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.add_directive("claims-table", claims_table.ClaimsTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
