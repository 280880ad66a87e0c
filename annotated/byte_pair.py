r"""Learn and apply byte pair merges: the algorithm, on bytes and ids alone.

Sennrich et al. (2016), §3.2 learn the merges; Radford et al. (2019), §2.2 start
from bytes, so that no text is unknown. `annotated.tokenizer` keeps the vocabulary.

A text is cut into pieces; a piece is a list of ids: 0 to 255 are the bytes, and
256 + k stands for the pair that merge number k joined.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import regex

Pair = tuple[int, int]

NUM_BYTES = 256

# The alternatives are tried from left to right at each place, so every character
# falls into exactly one piece. One space travels with the word behind it: " dog"
# and "dog" are different pieces, and decoding needs no rule for spaces.
PIECE = regex.compile(
    r"""
      '(?:s|t|re|ve|m|ll|d)     # the end of a contraction: it's, don't, we're
    | [ ]?\p{L}+                # letters of any script, one space before them
    | [ ]?\p{N}+                # digits, so that 2017 is not glued to a word
    | [ ]?[^\s\p{L}\p{N}]+      # the rest that is visible: punctuation, emoji
    | \s+(?!\S)                 # white space, all but the last before a word
    | \s+                       # white space that is left: a tab, a line end
    """,
    regex.VERBOSE,
)


def split_pieces(text: str) -> list[str]:
    """Cut a text into the pieces that no merge may cross.

    The pieces, put together again, are the text. A combining vowel sign, as in
    Hindi, is no letter to this pattern and starts a piece of its own.

    Source: Radford et al. (2019), §2.2.
    """
    return PIECE.findall(text)


def count_pairs(
    pieces: Sequence[Sequence[int]], counts: Sequence[int]
) -> Counter[Pair]:
    """Count the neighbours in all pieces; piece i occurs counts[i] times.

    Pairs may overlap: in `aaa` the pair `aa` counts twice, though it can be merged
    only once.

    Source: Sennrich et al. (2016), §3.2, Algorithm 1.
    """
    pair_counts: Counter[Pair] = Counter()
    for ids, count in zip(pieces, counts, strict=True):
        for pair in pairwise(ids):
            pair_counts[pair] += count
    return pair_counts


def merge_pair(ids: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """Replace the pair by its new id, from left to right: `aaa` becomes `(aa)a`.

    Source: Sennrich et al. (2016), §3.2, Algorithm 1.
    """
    merged: list[int] = []
    for token in ids:
        # The left half waits at the end of the list until its right half comes.
        if token == pair[1] and merged and merged[-1] == pair[0]:
            merged[-1] = new_id
        else:
            merged.append(token)
    return merged


def find_places(pieces: Sequence[Sequence[int]]) -> defaultdict[Pair, set[int]]:
    """Note the pieces that hold each pair, so that a merge visits these alone.

    Source: ours.
    """
    places = defaultdict[Pair, set[int]](set)
    for place, ids in enumerate(pieces):
        for pair in pairwise(ids):
            places[pair].add(place)
    return places


def take_most_frequent(
    heap: list[tuple[int, int, int]], pair_counts: Counter[Pair]
) -> Pair | None:
    """Take the pair with the highest count; among equals the largest pair of ids.

    Args:
        heap: (-count, -left, -right) of every count a pair has ever had.

    Returns:
        The pair, or None when no pair occurs twice.

    Source: Sennrich et al. (2016), §3.2, Algorithm 1.
    """
    while heap:
        count, left, right = (-number for number in heapq.heappop(heap))

        # A count that has changed since is stale: the new one is in the heap too.
        if count == pair_counts[left, right]:
            return (left, right) if count > 1 else None
    return None


def merge_everywhere(
    pieces: list[list[int]],
    counts: Sequence[int],
    places: defaultdict[Pair, set[int]],
    pair: Pair,
    new_id: int,
) -> Counter[Pair]:
    """Merge the pair in each piece that holds it; changes `pieces` and `places`.

    Returns:
        By how much the count of each pair has changed.

    Source: Sennrich et al. (2016), §3.2, Algorithm 1.
    """
    change: Counter[Pair] = Counter()
    for place in places.pop(pair):
        # (1) Take the pairs of the piece out of the counts.
        for old in pairwise(pieces[place]):
            change[old] -= counts[place]

        # (2) Merge, and count the pairs that the piece has now.
        pieces[place] = merge_pair(pieces[place], pair, new_id)
        for new in pairwise(pieces[place]):
            change[new] += counts[place]
            places[new].add(place)
    return change


def learn_merges(piece_counts: Mapping[str, int], num_merges: int) -> list[Pair]:
    """Find the pairs to merge, in order; fewer when no pair occurs twice any more.

    Source: Sennrich et al. (2016), §3.2, Algorithm 1.
    """
    # (1) Spell each different piece in bytes, once, however often it occurs.
    pieces = [list(piece.encode("utf-8")) for piece in piece_counts]
    counts = list(piece_counts.values())

    # (2) Count all pairs, once; later steps only correct these counts.
    pair_counts, places = count_pairs(pieces, counts), find_places(pieces)
    heap = [(-count, -left, -right) for (left, right), count in pair_counts.items()]
    heapq.heapify(heap)

    # (3) The most frequent pair gets the next id. The order of the texts plays no
    # part: counts are sums, and equal counts are told apart by the ids.
    merges: list[Pair] = []
    while len(merges) < num_merges and (best := take_most_frequent(heap, pair_counts)):
        new_id = NUM_BYTES + len(merges)
        merges.append(best)

        # (4) Merge it where it stands, and correct the counts that this changes.
        change = merge_everywhere(pieces, counts, places, best, new_id)
        for (left, right), difference in change.items():
            if difference:
                pair_counts[left, right] += difference
                heapq.heappush(heap, (-pair_counts[left, right], -left, -right))
    return merges


def apply_merges(ids: Sequence[int], new_ids: Mapping[Pair, int]) -> list[int]:
    """Merge the pairs of one piece, always the pair that was learned first.

    Args:
        new_ids: the id of each learned pair; a smaller id was learned earlier.

    Source: Sennrich et al. (2016), §3.2.
    """
    ids = list(ids)
    while len(ids) > 1:
        # (1) Among the neighbours, find the pair that training merged first.
        pair = min(pairwise(ids), key=lambda pair: new_ids.get(pair, float("inf")))

        # (2) Stop when none of them was ever merged.
        if pair not in new_ids:
            break
        ids = merge_pair(ids, pair, new_ids[pair])
    return ids
