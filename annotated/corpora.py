"""Sentence pairs that nobody here wrote: read, split, cleaned, divided, compared.

A corpus on disk is paragraphs, often twice the same, often not translated. Between
it and a fair BLEU lie five steps: read it, split it into sentences, clean it, drop
what repeats, and keep the test apart from the training. Each step is one function.

LibreOffice's help is the corpus `make real` uses. Its text is under the Mozilla
Public License 2.0 (MPL-2.0); it is downloaded, and never part of this repository.

Source: ours.
"""

import hashlib
import html
import os
import statistics
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
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
_SENTENCE_END = regex.compile(r"(?<=[.!?])\s+(?=[\"“‘(]?\p{Lu})|(?<=[。！？])\s*")
_HAN_OR_OTHER = regex.compile(r"\p{Han}+|\P{Han}+")


@dataclass(frozen=True)
class SentencePair:
    """Hold a sentence and its translation.

    Source: ours.
    """

    source: str
    target: str


@dataclass(frozen=True)
class CorpusSplits:
    """Hold pairs to train on, to choose settings with, and to report.

    Source: ours.
    """

    train: list[SentencePair]
    valid: list[SentencePair]
    test: list[SentencePair]


def normalise(text: str) -> str:
    """Reduce a text to what makes it the same text: its letters and digits.

    Case, spaces, punctuation and full-width forms do not count: "Click OK." and
    "click ok" are one sentence, and must not stand on both sides of a split.

    Source: ours.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())


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

    Args:
        folder: where the Debian packages libreoffice-help-* were unpacked; the
            pages lie in usr/share/libreoffice/help/<language> below it.

    Raises:
        ValueError: if the folder lacks the pages of one of the languages.

    Source: ours; the text is LibreOffice's, MPL-2.0.
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


def read_pairs(
    path: str | os.PathLike[str], *, source: str, target: str
) -> list[SentencePair]:
    """Read pairs from a tab-separated file whose first line names its columns.

    Args:
        source: the name of the column to translate from.
        target: the name of the column to translate to.

    Raises:
        ValueError: if the file is not UTF-8.
        ValueError: if the file is empty.
        ValueError: if a column is missing; the message names those there are.
        ValueError: if a line has another number of columns than the header.

    Source: ours.
    """
    # (1) Decode at once, so that a file in another encoding fails here. The lines
    # end at newlines only: str.splitlines would also cut at rare separators.
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"path ({path}) must be UTF-8 text; byte {error.start} is not "
            "(save the file as UTF-8)"
        ) from None
    if not text.strip():
        raise ValueError(f"path ({path}) must not be empty (a header, then pairs)")
    header, *lines = text.split("\n")

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


def count_words(pair: SentencePair) -> int:
    """Count what stands between spaces, on the side that has more of it.

    Chinese writes no spaces: of a Chinese-English pair the English side counts.

    Source: ours.
    """
    return max(len(pair.source.split()), len(pair.target.split()))


def copied_share(pair: SentencePair) -> float:
    """Return the share of the target's words that stand in the source as they are.

    Source: ours.
    """
    source_words = set(regex.findall(r"\w+", pair.source.casefold()))
    target_words = regex.findall(r"\w+", pair.target.casefold())
    copied = sum(word in source_words for word in target_words)
    return copied / max(1, len(target_words))


def clean(
    pairs: Sequence[SentencePair], *, min_words: int, max_words: int
) -> list[SentencePair]:
    """Keep the pairs that are translations, and short enough.

    Dropped are pairs with a side that has no letter or digit, of which more than
    half of the target is copied (not translated, or code), whose word count is
    outside the limits, or whose lengths differ three times more than is usual.

    Raises:
        ValueError: if the limits are not 1 ≤ min_words ≤ max_words.

    Source: ours.
    """
    if not 1 <= min_words <= max_words:
        raise ValueError(
            f"min_words ({min_words}) must be at least 1 and at most max_words "
            f"({max_words})"
        )
    kept = [
        pair
        for pair in pairs
        if min_words <= count_words(pair) <= max_words
        and normalise(pair.source)
        and normalise(pair.target)
        and copied_share(pair) <= 0.5
    ]
    if not kept:
        return []

    # How long a language is beside another differs from pair of languages to pair
    # of languages; the median of this corpus says what is usual.
    ratios = [len(pair.target) / len(pair.source) for pair in kept]
    usual = statistics.median(ratios)
    return [
        pair
        for pair, ratio in zip(kept, ratios, strict=True)
        if usual / 3 <= ratio <= usual * 3
    ]


def deduplicate(pairs: Iterable[SentencePair]) -> list[SentencePair]:
    """Keep the first pair of each source, and of each target, as `normalise` sees it.

    Help text repeats itself. A sentence that stands in training and in the test
    would measure memory; see also `near_duplicates`.

    Source: ours.
    """
    sources: set[str] = set()
    targets: set[str] = set()
    kept = []
    for pair in pairs:
        source, target = normalise(pair.source), normalise(pair.target)
        if source not in sources and target not in targets:
            kept.append(pair)
            sources.add(source)
            targets.add(target)
    return kept


def _hash_fraction(text: str) -> float:
    """Return a number in [0, 1) that depends on the text alone.

    Source: ours.
    """
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return int.from_bytes(digest[:6], "big") / 256**6


def split_by_hash(
    pairs: Sequence[SentencePair], *, valid_share: float, test_share: float
) -> CorpusSplits:
    """Divide pairs by a hash of their source, so that no sentence is on two sides.

    The hash sees only the text. The split is the same on every machine and in every
    order, and a longer corpus moves no pair from the test into training.

    Raises:
        ValueError: if a share is negative, or both together are 1 or more.

    Source: ours.
    """
    if min(valid_share, test_share) < 0 or valid_share + test_share >= 1:
        raise ValueError(
            f"valid_share ({valid_share}) and test_share ({test_share}) must be 0 or "
            "more and leave something to train on"
        )
    # (1) The source's hash decides, so one source never falls on two sides.
    groups: tuple[list[SentencePair], ...] = ([], [], [])
    for pair in pairs:
        fraction = _hash_fraction(normalise(pair.source))
        side = (fraction >= test_share) + (fraction >= test_share + valid_share)
        groups[side].append(pair)

    # (2) Two sources can share one target. The test keeps it; the others give way.
    targets: set[str] = set()
    kept = []
    for group in groups:
        rest = [pair for pair in group if normalise(pair.target) not in targets]
        targets |= {normalise(pair.target) for pair in rest}
        kept.append(rest)
    test, valid, train = kept
    return CorpusSplits(train=train, valid=valid, test=test)


def character_grams(text: str) -> set[str]:
    """Return the runs of 4 characters of a normalised text, of 2 where it is Chinese.

    Two Chinese characters say about as much as four letters.

    Source: ours.
    """
    grams = set()
    for run in _HAN_OR_OTHER.findall(normalise(text)):
        size = min(len(run), 2 if regex.match(r"\p{Han}", run) else 4)
        grams |= {run[i : i + size] for i in range(len(run) - size + 1)}
    return grams


def _closest(text: str, index: dict[str, list[int]], sizes: list[int]) -> float:
    """Return the largest Jaccard similarity of a text to those in the index.

    Source: ours.
    """
    grams = character_grams(text)
    shared = Counter(number for gram in grams for number in index.get(gram, ()))
    return max(
        (
            count / (len(grams) + sizes[number] - count)
            for number, count in shared.items()
        ),
        default=0.0,
    )


def near_duplicates(
    pairs: Sequence[SentencePair],
    training: Sequence[SentencePair],
    *,
    threshold: float = 0.5,
) -> list[bool]:
    """Say of each pair whether training holds one that is nearly the same.

    Nearly the same: the sources, or the targets, share at least `threshold` of their
    character grams: |A ∩ B| / |A ∪ B|, the Jaccard similarity of `character_grams`.

    Raises:
        ValueError: if threshold is not above 0 and at most 1.

    Source: ours.
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold ({threshold}) must be above 0 and at most 1")
    near = [False] * len(pairs)
    for side in ("source", "target"):
        # An index from gram to training sentence: only those that share a gram
        # with the text are ever compared with it.
        index: dict[str, list[int]] = defaultdict(list)
        sizes = []
        for number, pair in enumerate(training):
            grams = character_grams(getattr(pair, side))
            sizes.append(len(grams))
            for gram in grams:
                index[gram].append(number)
        for i, pair in enumerate(pairs):
            near[i] |= _closest(getattr(pair, side), index, sizes) >= threshold
    return near
