"""Read pairs of sentences that nobody here wrote: help pages, or a table.

LibreOffice's help is the text `make real` uses: the same pages in many languages,
each paragraph with the same id in all of them. It is under the Mozilla Public
License 2.0 (MPL-2.0); it is downloaded, and never part of this repository.

Source: ours.
"""

import html
import os
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import regex

# A paragraph or a heading of a help page, with the id it has in every language.
_BLOCK = regex.compile(
    r"<(?P<tag>p|h[1-6])\b[^>]*?\bid=\"(?P<id>[^\"]+)\"[^>]*>(?P<body>.*?)</(?P=tag)>",
    regex.DOTALL,
)
_OTHER_TAG = regex.compile(r"<(?!/?span\b)[^<>]*>")
_INNER_SPAN = regex.compile(r"<span\b(?P<attributes>[^<>]*)>(?P<body>[^<>]*)</span>")

# After a point only where white space and a capital follow: not in "a.txt", "etc.".
_SENTENCE_END = regex.compile(r"(?<=[.!?])\s+(?=[\"“‘(]?\p{Lu})|(?<=[。！？])\s*")


@dataclass(frozen=True)
class SentencePair:
    """Hold a sentence and its translation.

    Source: ours.
    """

    source: str
    target: str


def plain_text(body: str) -> str:
    """Return the text that a reader of the help sees in a paragraph's HTML.

    Some words depend on the reader's system ("Command" or "Ctrl"). The page holds
    both, hidden; the one whose id begins with "default" stays.

    Source: ours.
    """

    def replace_span(match: regex.Match[str]) -> str:
        attributes = match["attributes"]
        hidden = "hidden=" in attributes and 'id="default' not in attributes
        return "" if hidden else match["body"]

    # (1) Every tag but <span> goes; a line break is a space.
    text = _OTHER_TAG.sub("", regex.sub(r"<br\b[^<>]*>", " ", body))

    # (2) Spans nest. Resolve the innermost until none is left.
    while (resolved := _INNER_SPAN.sub(replace_span, text)) != text:
        text = resolved

    # (3) Entities only now: a "&lt;" before step 1 would look like a tag.
    return " ".join(unicodedata.normalize("NFC", html.unescape(text)).split())


def help_paragraphs(page: str) -> dict[tuple[str, int], str]:
    """Map (id, which occurrence of that id) to the text of each paragraph of a page.

    Source: ours.
    """
    # A passage shared by two pages can be shown twice in one, under one id.
    seen: Counter[str] = Counter()
    paragraphs = {}
    for block in _BLOCK.finditer(page, pos=max(0, page.find('id="DisplayArea"'))):
        paragraphs[block["id"], seen[block["id"]]] = plain_text(block["body"])
        seen[block["id"]] += 1
    return paragraphs


def libreoffice_help(
    folder: str | os.PathLike[str], *, source: str = "zh-CN", target: str = "en-US"
) -> list[SentencePair]:
    """Pair the paragraphs of LibreOffice's help in two languages by their ids.

    The text is the work of LibreOffice's contributors, under the MPL-2.0.

    Args:
        folder: where the Debian packages libreoffice-help-* were unpacked; the
            pages lie in usr/share/libreoffice/help/<language> below it.

    Raises:
        ValueError: if the folder lacks the pages of one of the languages.

    Source: ours.
    """
    root = Path(folder) / "usr" / "share" / "libreoffice" / "help"
    for language in (source, target):
        if not (root / language).is_dir():
            raise ValueError(
                f"folder ({folder}) must hold {root / language} (unpack the package "
                f"libreoffice-help-{language.lower()} into it with dpkg-deb -x)"
            )
    pairs = []
    for page in sorted((root / source).rglob("*.html")):
        other_page = root / target / page.relative_to(root / source)
        if not other_page.is_file():
            continue
        sources = help_paragraphs(page.read_text(encoding="utf-8"))
        targets = help_paragraphs(other_page.read_text(encoding="utf-8"))
        pairs += [
            SentencePair(source=text, target=targets[key])
            for key, text in sources.items()
            if text and targets.get(key)
        ]
    return pairs


def utf8_text(path: str | os.PathLike[str]) -> str:
    """Read a whole UTF-8 file that holds more than white space.

    Raises:
        ValueError: if the file is not UTF-8.
        ValueError: if the file is empty.

    Source: ours.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"path ({path}) must be UTF-8 text; byte {error.start} is not "
            "(save the file as UTF-8)"
        ) from None
    if not text.strip():
        raise ValueError(f"path ({path}) must not be empty (a header, then pairs)")
    return text


def read_pairs(
    path: str | os.PathLike[str], *, source: str, target: str
) -> list[SentencePair]:
    """Read pairs from a tab-separated file whose first line names its columns.

    Args:
        source: the name of the column to translate from.
        target: the name of the column to translate to.

    Raises:
        ValueError: if the file is empty or not UTF-8.
        ValueError: if a column is missing; the message names those there are.
        ValueError: if a line has another number of columns than the header.

    Source: ours.
    """
    # (1) Lines end at newlines only: str.splitlines also cuts at rare separators.
    header, *lines = utf8_text(path).split("\n")

    # (2) Find the two columns by name.
    names = [name.strip() for name in header.split("\t")]
    for name in (source, target):
        if name not in names:
            raise ValueError(
                f"column ({name}) must be one of {', '.join(map(repr, names))}: "
                f"those are the names in the first line of {path}"
            )

    # (3) Read the rows; a blank line is no row.
    pairs = []
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        cells = [" ".join(cell.split()) for cell in line.split("\t")]
        if len(cells) != len(names):
            raise ValueError(
                f"line {number} of {path} must have {len(names)} columns, as the "
                f"header has, not {len(cells)} (is a tab missing or one too many?)"
            )
        pairs.append(
            SentencePair(cells[names.index(source)], cells[names.index(target)])
        )
    return pairs


def split_sentences(pair: SentencePair) -> list[SentencePair]:
    """Split a pair of paragraphs where both sides hold equally many sentences.

    Where the counts differ nobody knows which sentence belongs to which: the
    paragraphs stay whole.

    Source: ours.
    """
    sources = [part for part in _SENTENCE_END.split(pair.source) if part.strip()]
    targets = [part for part in _SENTENCE_END.split(pair.target) if part.strip()]
    if len(sources) != len(targets):
        return [pair]
    return [
        SentencePair(source.strip(), target.strip())
        for source, target in zip(sources, targets, strict=True)
    ]
