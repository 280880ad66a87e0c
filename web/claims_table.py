"""The directive `{claims-table}`: every claim, with the verdict that a cell printed.

The rows come from chapters/claims.yml, the verdicts from the stored outputs of the
chapters. A claim that no cell has closed says so: the table cannot claim more.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import yaml
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

MIME = "application/vnd.annotated.claim+json"
OPEN = "not yet measured"
# The first words of a verdict decide its colour; web/static/book.css has the rules.
CLASSES = (
    ("holds with", "claim-condition"),
    ("holds", "claim-holds"),
    ("does not hold", "claim-not"),
)


@dataclass(frozen=True)
class Closed:
    """What a chapter's cell printed about one claim."""

    claim: str
    verdict: str
    figure: str
    but: str
    chapter: str
    anchor: str


def verdict_class(verdict: str) -> str:
    """Return the CSS class of a verdict."""
    for start, name in CLASSES:
        if verdict.lower().startswith(start):
            return name
    return "claim-open"


def chapter_file(name: str, folder: Path) -> str | None:
    """Return the stem of the chapter that claims.yml calls `name`, if it is there."""
    for path in sorted(folder.glob("*.ipynb")):
        if name in (path.stem, re.sub(r"^\d+_", "", path.stem)):
            return path.stem
    return None


def closed_claims(folder: Path) -> list[Closed]:
    """Return the claims that the stored outputs of the notebooks close."""
    found = []
    for path in sorted(folder.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if MIME not in data:
                    continue
                claim = data[MIME]
                if isinstance(claim, list | str):
                    claim = json.loads("".join(claim))
                html = "".join(data.get("text/html", ""))
                anchor = f"claim-{claim['id']}"
                found.append(
                    Closed(
                        claim=claim["id"],
                        verdict=claim["verdict"],
                        figure=str(claim.get("figure") or ""),
                        but=str(claim.get("but") or ""),
                        chapter=path.stem,
                        anchor=anchor if f'id="{anchor}"' in html else "",
                    )
                )
    return found


class ClaimsTable(SphinxDirective):
    """A table of the claims of chapters/claims.yml."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """Build the table."""
        folder = Path(self.env.srcdir) / "chapters"
        source = folder / "claims.yml"
        if not source.exists():
            text = "The list of claims is not written yet."
            return [nodes.paragraph(text, text)]
        for path in (source, *folder.glob("*.ipynb")):
            self.env.note_dependency(str(path))
        rows = yaml.safe_load(source.read_text(encoding="utf-8"))
        closed = {item.claim: item for item in closed_claims(folder)}
        known = {row["id"] for row in rows}
        for name in sorted(set(closed) - known):
            self.state.document.reporter.warning(
                f"{closed[name].chapter} closes the claim {name}, "
                "which chapters/claims.yml does not list"
            )
        return [self.table(rows, closed, folder)]

    def table(self, rows: list, closed: dict[str, Closed], folder: Path) -> nodes.table:
        """Return the table's node."""
        titles = ("Claim", "Verdict", "Measured", "Chapter")
        table = nodes.table(classes=["claims-table"])
        group = nodes.tgroup(cols=len(titles))
        table += group
        for width in (38, 18, 30, 14):
            group += nodes.colspec(colwidth=width)
        head = nodes.thead()
        group += head
        head += self.row([self.text(title) for title in titles])
        body = nodes.tbody()
        group += body
        for row in rows:
            body += self.claim_row(row, closed.get(row["id"]), folder)
        return table

    def claim_row(self, row: dict, closed: Closed | None, folder: Path) -> nodes.row:
        """Return one claim's row."""
        stem = closed.chapter if closed else chapter_file(row["chapter"], folder)
        # Only a page that is in the table of contents can be linked to.
        page = f"chapters/{stem}"
        listed = stem is not None and page in self.env.found_docs
        label = (stem or str(row["chapter"])).split("_", 1)[-1].replace("_", " ")
        if listed:
            uri = self.env.app.builder.get_relative_uri(self.env.docname, page)
            if closed and closed.anchor:
                uri += f"#{closed.anchor}"
            link = nodes.paragraph()
            link += nodes.reference("", label, refuri=uri, internal=True)
        else:
            link = self.text(label)
        if closed is None:
            verdict = self.text(OPEN)
            figure = self.text("")
        else:
            verdict = self.text(closed.verdict)
            figure = self.text(closed.figure)
            if closed.but:
                figure = self.text(f"{closed.figure}. But: {closed.but}")
        name = verdict_class(closed.verdict) if closed else "claim-open"
        cells = [self.parsed(row["claim"]), verdict, figure, link]
        return self.row(cells, classes=[name])

    def row(self, cells: list[nodes.Node], classes: list[str] | None = None):
        """Return a row of the given cells."""
        row = nodes.row(classes=classes or [])
        for cell in cells:
            entry = nodes.entry()
            entry += cell
            row += entry
        return row

    def text(self, text: str) -> nodes.paragraph:
        """Return text as it stands."""
        return nodes.paragraph(text, text)

    def parsed(self, text: str) -> nodes.Node:
        """Return text with its Markdown read."""
        holder = nodes.container()
        self.state.nested_parse(StringList([text], source=""), 0, holder)
        return holder[0] if len(holder) == 1 else holder
