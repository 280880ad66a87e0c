"""The directive `{claims-table}`: every claim, with the verdict that a cell printed.

The rows come from chapters/claims.yml, the verdicts from the stored outputs of the
chapters. A claim that no cell has closed says so: the table cannot claim more.
"""

from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from annotated.claims import (
    MIME,
    VERDICTS,
    Claim,
    ClosedClaim,
    closed_claims,
    read_claims,
)

__all__ = ["MIME", "ClaimsTable"]

OPEN = "not yet measured"
TITLES = ("Claim", "Verdict", "Measured", "Chapter")
WIDTHS = (36, 18, 32, 14)


class ClaimsTable(SphinxDirective):
    """A table of the claims of chapters/claims.yml."""

    def run(self) -> list[nodes.Node]:
        """Build the table."""
        folder = Path(self.env.srcdir) / "chapters"
        notebooks = sorted(folder.glob("*.ipynb"))
        for path in (folder / "claims.yml", *notebooks):
            self.env.note_dependency(str(path))
        closed = {one.verdict.id: one for one in closed_claims(notebooks)}
        # A wide table scrolls by itself: the theme wraps it.
        table = nodes.table(classes=["claims-table", "colwidths-given"])
        group = nodes.tgroup(cols=len(TITLES))
        table += group
        for width in WIDTHS:
            group += nodes.colspec(colwidth=width)
        head = nodes.thead()
        head += row([text(title) for title in TITLES])
        group += head
        body = nodes.tbody()
        for claim in read_claims().values():
            body += self.claim_row(claim, closed.get(claim.id))
        group += body
        return [table]

    def claim_row(self, claim: Claim, closed: ClosedClaim | None) -> nodes.row:
        """Return one claim's row."""
        page = closed.chapter if closed else claim.chapter
        anchor = f"claim-{claim.id}" if closed else ""
        link = self.link(page, anchor)
        if closed is None:
            return row([self.parsed(claim.claim), text(OPEN), text(""), link], OPEN)
        verdict = closed.verdict
        figure = nodes.entry()
        figure += text(verdict.figure)
        if verdict.but:
            figure += text(VERDICTS[verdict.verdict].lead + verdict.but)
        cells = [
            self.parsed(claim.claim),
            text(verdict.verdict),
            figure,
            link,
        ]
        return row(cells, verdict.verdict)

    def link(self, stem: str, anchor: str) -> nodes.Node:
        """Return a link to a chapter's page, or its name where there is no page yet."""
        label = stem.partition("_")[2].replace("_", " ") or stem
        page = f"chapters/{stem}"
        if page not in self.env.found_docs:
            return text(label)
        address = self.env.app.builder.get_relative_uri(self.env.docname, page)
        address += f"#{anchor}" if anchor else ""
        paragraph = nodes.paragraph()
        paragraph += nodes.reference("", label, refuri=address, internal=True)
        return paragraph

    def parsed(self, markdown: str) -> nodes.Node:
        """Return a sentence with its Markdown read."""
        entry = nodes.entry()
        self.state.nested_parse(StringList([markdown], source=""), 0, entry)
        return entry


def row(cells: list[nodes.Node], verdict: str = "") -> nodes.row:
    """Return a row of cells, coloured by the verdict."""
    look = VERDICTS.get(verdict)
    css = look.css if look else "claim-open"
    made = nodes.row(classes=[css] if verdict else [])
    for cell in cells:
        entry = cell
        if not isinstance(cell, nodes.entry):
            entry = nodes.entry()
            entry += cell
        made += entry
    return made


def text(words: str) -> nodes.paragraph:
    """Return words as they stand."""
    return nodes.paragraph(words, words)
