"""What can be checked in the built pages without a browser: links, ids, texts."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

# What a reader should never see in running text: Markdown that was not read.
RAW = re.compile(
    r"```|^\s*:::+|\$\$|\]\([\w./#-]+\)"
    r"|\{(?:cite|ref|numref|eq|doc|term|note|warning|figure|code-cell)[:\w]*\}",
    re.MULTILINE,
)
# Elements whose text is code or is not shown.
VERBATIM = {"pre", "code", "script", "style", "textarea", "title", "template"}
VOID = {"img", "br", "hr", "input", "link", "meta", "source", "path", "wbr", "col"}
# Pages that Sphinx makes and that hold no text of ours.
GENERATED = {"genindex.html", "search.html"}


@dataclass(frozen=True, order=True)
class Problem:
    """One finding on one page."""

    page: str
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}: {self.kind}: {self.text}"


@dataclass
class Page:
    """What one HTML file holds, as far as the checks ask."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)
    without_alt: list[str] = field(default_factory=list)
    nameless_drawings: int = 0
    text: str = ""
    redirect: str = ""


class _Reader(HTMLParser):
    """Read one page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.parts: list[str] = []
        self.verbatim = 0
        self.math: list[str] = []
        self.stack: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        page = self.page
        if "id" in at:
            page.ids.append(at["id"])
        if tag == "a" and "href" in at:
            page.links.append(at["href"])
        if tag == "link" and at.get("rel") not in {"canonical", "search"}:
            kind = at.get("rel", "")
            (page.links if kind in {"next", "prev"} else page.assets).append(at["href"])
        if "src" in at and tag in {"img", "script", "iframe", "source", "video"}:
            page.assets.append(at["src"])
        if tag == "img" and not at.get("alt", "").strip():
            page.without_alt.append(at.get("src", "")[:80])
        if tag == "meta" and at.get("http-equiv", "").lower() == "refresh":
            page.redirect = at.get("content", "").partition("url=")[2].strip("'\" ")
        silent = (
            tag in VERBATIM
            or "math" in at.get("class", "").split()
            or at.get("hidden") == "hidden"
        )
        named = bool(at.get("aria-label") or at.get("aria-labelledby"))
        hidden = at.get("aria-hidden") == "true"
        inside_named = any(name for _, name in self.stack if name)
        if tag == "svg" and not (named or hidden or inside_named):
            page.nameless_drawings += 1
        if tag == "title" and any(name == "svg" for name, _ in self.stack):
            page.nameless_drawings -= 1
        if tag in VOID:
            return
        self.stack.append((tag, (named and at.get("role") == "img") or hidden))
        if silent:
            self.math.append(tag)
        elif self.math:
            self.math.append("")
        self.parts.append("\n" if tag in {"p", "li", "div", "td", "h1", "h2"} else "")

    def handle_endtag(self, tag: str) -> None:
        # Close up to the matching start: HTML lets some end tags out.
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth][0] == tag:
                closed = len(self.stack) - depth
                del self.stack[depth:]
                for _ in range(min(closed, len(self.math))):
                    self.math.pop()
                break

    def handle_data(self, data: str) -> None:
        if not self.math:
            self.parts.append(data)


def read(path: Path) -> Page:
    """Read a built page."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.page.text = "".join(reader.parts)
    return reader.page


def read_site(site: Path) -> dict[str, Page]:
    """Read every page of the site, keyed by its address from the site's root."""
    return {
        path.relative_to(site).as_posix(): read(path)
        for path in sorted(site.rglob("*.html"))
        if "_static" not in path.parts
    }


def _target(site: Path, name: str, link: str) -> tuple[str, str] | None:
    """Return the file and the anchor that a link leads to; None outside the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    address, anchor = urldefrag(link)
    address = unquote(address.partition("?")[0])
    if not address:
        return name, unquote(anchor)
    if address.startswith("/"):
        return address, unquote(anchor)
    full = (site / name).parent.joinpath(address).resolve()
    if full.is_dir():
        full /= "index.html"
    try:
        return full.relative_to(site.resolve()).as_posix(), unquote(anchor)
    except ValueError:
        return str(full), unquote(anchor)


def check_links(site: Path, pages: dict[str, Page]) -> list[Problem]:
    """Find links and files that lead nowhere, and files taken from other hosts."""
    found = []
    for name, page in pages.items():
        for link in {*page.links, *page.assets, page.redirect}:
            target = _target(site, name, link)
            if target is None:
                if link in page.assets and urlsplit(link).scheme != "data":
                    found.append(Problem(name, "other host", link))
                continue
            file, anchor = target
            if file.startswith("/") or not (site / file).is_file():
                found.append(Problem(name, "dead link", link))
            elif anchor and file in pages and anchor not in pages[file].ids:
                found.append(Problem(name, "dead anchor", link))
    return found


def check_texts(pages: dict[str, Page]) -> list[Problem]:
    """Find pictures without a description, doubled ids, and unread Markdown."""
    found = []
    for name, page in pages.items():
        if name in GENERATED:
            continue
        found += [Problem(name, "no alt text", src) for src in page.without_alt]
        if page.nameless_drawings:
            text = f"{page.nameless_drawings} svg without a name or aria-hidden"
            found.append(Problem(name, "no alt text", text))
        doubled = {one for one in page.ids if page.ids.count(one) > 1}
        found += [Problem(name, "doubled id", one) for one in sorted(doubled)]
        for match in RAW.finditer(page.text):
            start = max(0, match.start() - 30)
            piece = page.text[start : match.end() + 30].strip().replace("\n", " ")
            found.append(Problem(name, "raw Markdown", piece))
    return found


def check_files(site: Path) -> list[Problem]:
    """Carry out all checks that need no browser."""
    pages = read_site(site)
    return check_links(site, pages) + check_texts(pages)
