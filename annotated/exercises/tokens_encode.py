"""Exercise: cut a new piece into tokens with merges that were learned before."""

from collections import Counter
from itertools import pairwise

from annotated.byte_pair import apply_merges, merge_pair
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.exercises.tokens_merge import _as_list


def _pick(choose):
    """Merge again and again the pair that `choose` takes from the known ones."""

    def encode(ids, new_ids):
        ids = list(ids)
        while known := [pair for pair in pairwise(ids) if pair in new_ids]:
            pair = choose(known, new_ids)
            ids = merge_pair(ids, pair, new_ids[pair])
        return ids

    return encode


def _once(ids, new_ids):
    known = [pair for pair in pairwise(ids) if pair in new_ids]
    if not known:
        return list(ids)
    pair = min(known, key=new_ids.get)
    return merge_pair(ids, pair, new_ids[pair])


def _spelled(token, new_ids):
    halves = {new: pair for pair, new in new_ids.items()}
    if token not in halves:
        return [token]
    return [byte for half in halves[token] for byte in _spelled(half, new_ids)]


def _longest_from_the_left(ids, new_ids):
    words = sorted(
        ((_spelled(new, new_ids), new) for new in new_ids.values()),
        key=lambda word: -len(word[0]),
    )
    tokens, i = [], 0
    while i < len(ids):
        for word, new in words:
            if list(ids[i : i + len(word)]) == word:
                tokens.append(new)
                i += len(word)
                break
        else:
            tokens.append(ids[i])
            i += 1
    return tokens


def _backwards(ids, new_ids):
    ids = list(ids)
    for pair in reversed(list(new_ids)):
        ids = merge_pair(ids, pair, new_ids[pair])
    return ids


def _bytes_only(ids, new_ids):
    tokens, i = [], 0
    while i < len(ids):
        pair = tuple(ids[i : i + 2])
        tokens.append(new_ids.get(pair, ids[i]))
        i += 2 if pair in new_ids else 1
    return tokens


def _the_commonest(known, new_ids):
    counts = Counter(known)
    return max(known, key=lambda pair: counts[pair])


# on, no, son, ␣n ... small enough to work by hand: o 111, n 110, s 115, e 101.
_ORDER = {(110, 101): 256, (111, 110): 257, (115, 257): 258, (256, 115): 259}
_CHAIN = {(1, 2): 256, (256, 3): 257, (257, 4): 258}
_OVERLAP = {(2, 3): 256, (1, 256): 257, (1, 2): 258}
_RUN = {(1, 1): 256, (256, 256): 257}

ENCODE = Exercise(
    name="tokens.encode",
    title="Cut a new piece into tokens",
    level=3,
    minutes=20,
    stub='''\
def my_encode(ids, new_ids):
    """Return the tokens of one piece, as a list.

    ids are the bytes of the piece. new_ids maps each learned pair to its id, in
    the order of learning: the pair with the smallest id was learned first, and
    is merged first, wherever it stands.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"ids": [1], "new_ids": _CHAIN}),
            Case({"ids": [1, 2], "new_ids": _CHAIN}),
            Case({"ids": [2, 1], "new_ids": _CHAIN}),
            Case({"ids": [1, 2, 3, 4], "new_ids": _CHAIN}),
            Case({"ids": [111, 110, 101], "new_ids": _ORDER}),
            Case({"ids": [1, 2, 3], "new_ids": {(2, 3): 256, (1, 2): 257}}),
            Case({"ids": [1, 2, 3], "new_ids": {(1, 2): 256, (2, 3): 257}}),
            Case({"ids": [1, 2, 3], "new_ids": _OVERLAP}),
            Case({"ids": [1, 2, 3, 2, 3], "new_ids": {(1, 2): 256, (2, 3): 257}}),
            Case({"ids": [1, 1, 1, 1, 1], "new_ids": _RUN}),
            Case({"ids": [115, 111, 110, 101, 115], "new_ids": _ORDER}),
            Case({"ids": [115, 111, 110, 111, 110, 101], "new_ids": _ORDER}),
            Case(
                {
                    "ids": [111, 110, 111, 110, 101, 115, 111, 110],
                    "new_ids": _ORDER,
                }
            ),
            Case({"ids": [], "new_ids": _CHAIN}),
        ),
        parts=("tokens",),
        behave=lambda answer, case: (_as_list(answer, case),),
    ),
    reference=apply_merges,
    hints=(
        "Repeat one step until it changes nothing: find the pair to merge, merge it.",
        "Of the neighbours that stand in new_ids take the one with the smallest id, "
        "not the first one from the left and not the longest. merge_pair, or your "
        "my_merge, does the rest.",
        "Loop: known = [p for p in zip(ids, ids[1:]) if p in new_ids]; if it is empty, "
        "return list(ids); pair = min(known, key=new_ids.get); ids = merge_pair(ids, "
        "pair, new_ids[pair]).",
    ),
    mutants=(
        Mutant(
            "once",
            _once,
            "it stops after one merge. A merge makes new neighbours: look again until "
            "none is known.",
        ),
        Mutant(
            "leftmost",
            _pick(lambda known, new_ids: known[0]),
            "the leftmost known pair went first. The pair that was learned first must "
            "go first.",
        ),
        Mutant(
            "latest",
            _pick(lambda known, new_ids: max(known, key=new_ids.get)),
            "the pair that was learned last went first. Take the smallest id.",
        ),
        Mutant(
            "longest-from-the-left",
            _longest_from_the_left,
            "the longest token was cut off at the left, again and again. Byte pairs "
            "follow the order of learning instead.",
        ),
        Mutant(
            "backwards",
            _backwards,
            "the merges were applied from the last to the first. A later merge needs "
            "the tokens of an earlier one.",
        ),
        Mutant(
            "bytes-only",
            _bytes_only,
            "only bytes were joined, never tokens that came out of a merge.",
        ),
        Mutant(
            "commonest",
            _pick(_the_commonest),
            "the commonest pair of this piece went first. Counts belong to training; "
            "here the order of learning decides.",
        ),
        Mutant(
            "unchanged",
            lambda ids, new_ids: list(ids),
            "nothing was merged.",
        ),
    ),
)

EXERCISES = (ENCODE,)
