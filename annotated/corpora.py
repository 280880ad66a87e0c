"""Make a fair test of a pile of sentence pairs: clean it, divide it, compare it.

A corpus on disk repeats itself, and is not always translated. A sentence that stands
in training and in the test measures memory, so what repeats goes, the split looks at
the text alone, and what is nearly the same can be told apart. The pairs come from
`annotated.sentence_pairs`.

Source: ours.
"""

import hashlib
import statistics
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from annotated.sentence_pairs import SentencePair

_HAN_OR_OTHER = regex.compile(r"\p{Han}+|\P{Han}+")


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
