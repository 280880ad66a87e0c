"""The embedding exercises accept right answers that look different from ours."""

import math

import pytest
import torch
from torch import nn

from annotated.exercises.registry import check


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))


def by_one_hot(tokens, table):
    one_hot = torch.nn.functional.one_hot(tokens, len(table)).to(table.dtype)
    return one_hot @ table * math.sqrt(table.size(1))


def by_index(tokens, table):
    return math.sqrt(table.size(1)) * table[tokens]


def by_autograd(tokens, gradient, vocab_size):
    table = torch.zeros(vocab_size, gradient.size(-1), requires_grad=True)
    table[tokens].backward(gradient)
    return table.grad


def by_product(tokens, gradient, vocab_size):
    one_hot = torch.eye(vocab_size)[tokens.flatten()]
    return one_hot.T @ gradient.flatten(0, 1)


def by_sorting(point, table, count, without):
    def cosine(row):
        return float(table[row] @ point / table[row].norm() / point.norm())

    kept = [row for row in range(len(table)) if row not in without]
    return sorted(kept, key=cosine, reverse=True)[:count]


def by_function(embedding):
    return lambda x: torch.nn.functional.linear(x, embedding.weight)


class Keeps(nn.Module):
    """A layer that holds the whole embedding."""

    def __init__(self, embedding):
        super().__init__()
        self.embedding = embedding

    def forward(self, x):
        return x @ self.embedding.weight.T


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("embeddings.predict", (0.6, 0.6, 4, 37.888)),
        ("embeddings.predict", torch.tensor([[0.6, 0.6, 4, 37.89]])),
        ("embeddings.lookup", by_one_hot),
        ("embeddings.lookup", by_index),
        ("embeddings.gradient", by_autograd),
        ("embeddings.gradient", by_product),
        ("embeddings.nearest", by_sorting),
        ("embeddings.tie", by_function),
        ("embeddings.tie", Keeps),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


def test_adding_by_index_is_told_from_adding_up():
    def by_index_assignment(tokens, gradient, vocab_size):
        result = torch.zeros(vocab_size, gradient.size(-1))
        result[tokens] += gradient
        return result

    report = check("embeddings.gradient", by_index_assignment)
    assert not report.passed
    assert "add up" in str(report)


def test_tying_is_judged_without_touching_the_readers_random_numbers():
    state = torch.get_rng_state()
    check("embeddings.tie", Keeps)
    assert torch.equal(state, torch.get_rng_state())
