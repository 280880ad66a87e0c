"""The exercises on tokens accept right answers that look different from ours."""

import codecs
import itertools
from collections import defaultdict

import pytest
import torch

from annotated.exercises.registry import check
from annotated.tokenizer import BytePairTokenizer


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))


def by_a_plain_dictionary(pieces, counts):
    found = {}
    for i in range(len(pieces)):
        for j in range(1, len(pieces[i])):
            pair = (pieces[i][j - 1], pieces[i][j])
            found[pair] = found.get(pair, 0) + counts[i]
    return found


def with_zeros(pieces, counts):
    found = defaultdict(int)
    for ids, count in zip(pieces, counts, strict=True):
        for pair in itertools.pairwise(ids):
            found[pair] += count
        found[-1, -1] += 0
    return found


def by_an_index(ids, pair, new_id):
    merged, i = [], 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == tuple(pair):
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


def by_recursion(ids, pair, new_id):
    if len(ids) < 2:
        return tuple(ids)
    if (ids[0], ids[1]) == pair:
        return (new_id, *by_recursion(ids[2:], pair, new_id))
    return (ids[0], *by_recursion(ids[1:], pair, new_id))


def one_merge_after_another(ids, new_ids):
    # Right as well: a merge never makes a neighbour for an earlier one.
    for pair, new_id in sorted(new_ids.items(), key=lambda item: item[1]):
        ids = by_an_index(ids, pair, new_id)
    return list(ids)


def one_place_at_a_time(ids, new_ids):
    ids = list(ids)
    while True:
        known = [
            (new_ids[ids[i], ids[i + 1]], i)
            for i in range(len(ids) - 1)
            if (ids[i], ids[i + 1]) in new_ids
        ]
        if not known:
            return ids
        new_id, i = min(known)
        ids[i : i + 2] = [new_id]


def by_an_incremental_decoder(ids, pieces):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    return "".join(decoder.decode(pieces[i]) for i in ids) + decoder.decode(b"", True)


def by_a_byte_array(ids, pieces):
    whole = bytearray()
    for i in ids:
        whole += pieces[i]
    return str(whole, "utf-8", "replace")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("tokens.predict", (3, 6, 5)),
        ("tokens.predict", torch.tensor([[3, 6, 5]])),
        ("tokens.pairs", by_a_plain_dictionary),
        ("tokens.pairs", with_zeros),
        ("tokens.merge", by_an_index),
        ("tokens.merge", by_recursion),
        ("tokens.encode", one_merge_after_another),
        ("tokens.encode", one_place_at_a_time),
        ("tokens.decode", by_an_incremental_decoder),
        ("tokens.decode", by_a_byte_array),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("tokens.predict", [1, 2], "answer must be three numbers"),
        ("tokens.pairs", lambda *a: [(7, 8)], "must be a dictionary"),
        ("tokens.pairs", {(7, 8): 1}, "answer (dict) must be the function itself"),
        ("tokens.merge", lambda *a: None, "None"),
        ("tokens.encode", [1], "answer (list) must be the function itself"),
        ("tokens.decode", lambda *a: None, "None"),
        ("tokens.decode", lambda ids, pieces: b"the", "b'the'"),
    ],
)
def test_an_answer_of_another_kind_is_reported_kindly(name, answer, words):
    report = check(name, answer)
    assert report.state == "wrong"
    assert words in repr(report)


def test_the_smallest_overlap_is_shown():
    report = repr(
        check(
            "tokens.merge",
            lambda ids, pair, new: by_an_index(ids[::-1], pair[::-1], new)[::-1],
        )
    )
    assert "ids = [7, 7, 7]" in report
    assert "[7, 256]" in report


def test_predicted_counts_are_not_given_away():
    report = repr(check("tokens.predict", [1, 2, 4]))
    assert "yours: [1.0, 2.0, 4.0]" in report
    assert "3.0, 6.0, 5.0" not in report


def test_an_answer_cannot_change_the_input_of_the_next():
    def greedy(ids, pair, new_id):
        for i in range(len(ids) - 1, 0, -1):
            if (ids[i - 1], ids[i]) == pair:
                ids[i - 1 : i + 1] = [new_id]
        return ids

    assert not check("tokens.merge", greedy).passed
    assert check("tokens.merge", by_an_index).passed


def test_the_text_to_predict_from_gives_the_merges_of_the_stub():
    tokenizer = BytePairTokenizer.train(
        ["the cat sat on the mat, the rat sat on the hat"], vocab_size=256 + 3 + 8
    )
    names = [tokenizer.token(i).replace(" ", "␣") for i in range(256, 264)]
    assert names == ["at", "th", "the", "␣the", "sat", "on", "␣on", "␣sat"]
