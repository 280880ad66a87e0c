"""Exercise: count the neighbours in all pieces, as often as each piece occurs."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from annotated.byte_pair import count_pairs
from annotated.exercises.checks import Case, Check, call
from annotated.exercises.registry import Exercise, Mutant


def _as_lists(answer: object, case: Case) -> object:
    counted = call(answer, case)
    if not isinstance(counted, Mapping):
        raise TypeError(
            f"result ({type(counted).__name__}) must be a dictionary: "
            "from a pair to its count"
        )
    # A pair that was counted zero times may stand in it or not.
    return [
        [[left, right], int(count)]
        for (left, right), count in sorted(counted.items())
        if count
    ]


def _across_pieces(pieces, counts):
    row = [
        i for ids, n in zip(pieces, counts, strict=True) for _ in range(n) for i in ids
    ]
    return Counter(pairwise(row))


def _counts_ignored(pieces, counts):
    return Counter(pair for ids in pieces for pair in pairwise(ids))


def _no_overlap(pieces, counts):
    found: Counter = Counter()
    for ids, count in zip(pieces, counts, strict=True):
        i = 0
        while i < len(ids) - 1:
            found[ids[i], ids[i + 1]] += count
            same = ids[i] == ids[i + 1] and ids[i + 1 : i + 3] == ids[i : i + 2]
            i += 2 if same else 1
    return found


def _once_a_piece(pieces, counts):
    found: Counter = Counter()
    for ids, count in zip(pieces, counts, strict=True):
        for pair in sorted(set(pairwise(ids))):
            found[pair] += count
    return found


def _in_any_order(pieces, counts):
    found: Counter = Counter()
    for (left, right), count in count_pairs(pieces, counts).items():
        found[min(left, right), max(left, right)] += count
    return found


def _last_left_out(pieces, counts):
    return count_pairs([ids[:-1] for ids in pieces], counts)


def _every_other(pieces, counts):
    found: Counter = Counter()
    for ids, count in zip(pieces, counts, strict=True):
        for i in range(0, len(ids) - 1, 2):
            found[ids[i], ids[i + 1]] += count
    return found


def _overwritten(pieces, counts):
    return {
        pair: count
        for ids, count in zip(pieces, counts, strict=True)
        for pair in pairwise(ids)
    }


PAIRS = Exercise(
    name="tokens.pairs",
    title="Count the pairs",
    level=1,
    minutes=8,
    stub='''\
def my_pairs(pieces, counts):
    """Return a dictionary from each pair (left, right) to how often it occurs.

    pieces is a list of lists of ids. counts[i] says how often piece i occurs in
    the text. A pair never reaches from one piece into the next.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"pieces": [[7, 8]], "counts": [1]}),
            Case({"pieces": [[7]], "counts": [4]}),
            Case({"pieces": [[7, 8, 9]], "counts": [3]}),
            Case({"pieces": [[7, 8], [9, 7]], "counts": [1, 1]}),
            Case({"pieces": [[7, 8], [8, 7]], "counts": [1, 1]}),
            Case({"pieces": [[7, 7, 7]], "counts": [1]}),
            Case({"pieces": [[7, 8, 7, 8]], "counts": [1]}),
            Case({"pieces": [[7, 8], [9, 7, 8]], "counts": [2, 5]}),
            Case({"pieces": [], "counts": []}),
        ),
        parts=("pairs",),
        behave=_as_lists,
    ),
    reference=count_pairs,
    hints=(
        "Two loops: over the pieces, and inside each piece over its neighbours.",
        "zip(ids, ids[1:]) gives the neighbours of one piece. A pair in a piece that "
        "occurs five times counts five times.",
        "Start with found = Counter(). For ids, count in zip(pieces, counts), and for "
        "each pair in zip(ids, ids[1:]), do found[pair] += count. Return found.",
    ),
    mutants=(
        Mutant(
            "across-pieces",
            _across_pieces,
            "a pair reaches from one piece into the next. Count inside each piece.",
        ),
        Mutant(
            "counts-ignored",
            _counts_ignored,
            "every piece was counted once. Add counts[i], not 1.",
        ),
        Mutant(
            "no-overlap",
            _no_overlap,
            "in 7 7 7 the pair (7, 7) stands twice, at two places that overlap. Count "
            "every place.",
        ),
        Mutant(
            "once-a-piece",
            _once_a_piece,
            "a pair that stands twice in a piece was counted once. A set forgets how "
            "often.",
        ),
        Mutant(
            "in-any-order",
            _in_any_order,
            "(7, 8) and (8, 7) were put together. The order matters: th is not ht.",
        ),
        Mutant(
            "last-left-out",
            _last_left_out,
            "the last pair of each piece is missing. n ids have n - 1 pairs.",
        ),
        Mutant(
            "every-other",
            _every_other,
            "only every other pair was counted. The right half of one pair is the left "
            "half of the next.",
        ),
        Mutant(
            "overwritten",
            _overwritten,
            "a later piece overwrites the count of an earlier one. Add to it.",
        ),
    ),
)

EXERCISES = (PAIRS,)
