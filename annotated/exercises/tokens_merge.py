"""Exercise: replace one pair by its new id."""

from annotated.byte_pair import merge_pair
from annotated.exercises.checks import Case, Check, call
from annotated.exercises.registry import Exercise, Mutant


def _as_list(answer: object, case: Case) -> object:
    merged = call(answer, case)
    return list(merged) if isinstance(merged, tuple) else merged


def _from_the_right(ids, pair, new_id):
    turned = merge_pair(ids[::-1], (pair[1], pair[0]), new_id)
    return turned[::-1]


def _first_only(ids, pair, new_id):
    for i in range(len(ids) - 1):
        if (ids[i], ids[i + 1]) == tuple(pair):
            return [*ids[:i], new_id, *ids[i + 2 :]]
    return list(ids)


def _last_lost(ids, pair, new_id):
    merged, i = [], 0
    while i < len(ids) - 1:
        found = (ids[i], ids[i + 1]) == tuple(pair)
        merged.append(new_id if found else ids[i])
        i += 2 if found else 1
    return merged


def _in_any_order(ids, pair, new_id):
    merged, i = [], 0
    while i < len(ids):
        found = sorted(ids[i : i + 2]) == sorted(pair)
        merged.append(new_id if found else ids[i])
        i += 2 if found else 1
    return merged


def _right_half_stays(ids, pair, new_id):
    pairs = zip(ids, [*ids[1:], None], strict=True)
    return [new_id if each == tuple(pair) else each[0] for each in pairs]


def _used_twice(ids, pair, new_id):
    hits = [i for i in range(len(ids) - 1) if (ids[i], ids[i + 1]) == tuple(pair)]
    return [
        new_id if i in hits else token
        for i, token in enumerate(ids)
        if i in hits or i - 1 not in hits
    ]


def _each_half(ids, pair, new_id):
    return [new_id if token in pair else token for token in ids]


def _dropped(ids, pair, new_id):
    return [token for token in merge_pair(ids, pair, new_id) if token != new_id]


_PAIR = {"pair": (7, 8), "new_id": 256}

MERGE = Exercise(
    name="tokens.merge",
    title="Merge one pair",
    level=2,
    minutes=12,
    stub='''\
def my_merge(ids, pair, new_id):
    """Return the ids as a list, each place of the pair replaced by new_id.

    Go from left to right. An id belongs to one merge at most. ids, a list, stays
    as it is.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"ids": [7, 8], **_PAIR}),
            Case({"ids": [9], **_PAIR}),
            Case({"ids": [8, 7], **_PAIR}),
            Case({"ids": [7, 9, 8], **_PAIR}),
            Case({"ids": [7, 8, 7], **_PAIR}),
            Case({"ids": [7, 8, 9, 7, 8], **_PAIR}),
            Case({"ids": [7, 7, 7], "pair": (7, 7), "new_id": 256}),
            Case({"ids": [7, 7, 7, 7, 7, 9], "pair": (7, 7), "new_id": 256}),
            Case({"ids": [256, 256, 8], "pair": (256, 8), "new_id": 257}),
            Case({"ids": [], **_PAIR}),
        ),
        parts=("ids",),
        behave=lambda answer, case: (_as_list(answer, case),),
    ),
    reference=merge_pair,
    hints=(
        "Walk along the ids with an index, and build a new list.",
        "At each place compare two ids with the pair. If they are the pair, append "
        "new_id and go on by two places; if not, append the id and go on by one.",
        "Start with merged = [] and i = 0. While i < len(ids): if "
        "tuple(ids[i:i + 2]) == pair, append new_id and add 2 to i; otherwise append "
        "ids[i] and add 1. The last id, with no neighbour, goes the second way.",
    ),
    mutants=(
        Mutant(
            "from-the-right",
            _from_the_right,
            "the merging went from right to left. In 7 7 7 the first two are joined.",
        ),
        Mutant(
            "first-only",
            _first_only,
            "only the first place was merged. Go on to the end.",
        ),
        Mutant(
            "last-lost",
            _last_lost,
            "an id at the end is lost when it belongs to no pair.",
        ),
        Mutant(
            "in-any-order",
            _in_any_order,
            "8 7 was merged as well. The pair is (7, 8), in this order.",
        ),
        Mutant(
            "right-half-stays",
            _right_half_stays,
            "the right half of the pair is still there. After a merge go on by two "
            "places.",
        ),
        Mutant(
            "used-twice",
            _used_twice,
            "one id went into two merges. Once it is joined it is gone.",
        ),
        Mutant(
            "each-half",
            _each_half,
            "each half was replaced wherever it stands. Only the two side by side are "
            "the pair.",
        ),
        Mutant(
            "dropped",
            _dropped,
            "the pair was taken out, and nothing put in its place.",
        ),
    ),
)

EXERCISES = (MERGE,)
