"""The position exercises accept right answers that look different from ours."""

import itertools
import math

import pytest
import torch

from annotated.exercises.registry import check


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))


def number_by_number(max_len, d_model):
    table = torch.zeros(max_len, d_model)
    for place, j in itertools.product(range(max_len), range(d_model)):
        angle = place / 10_000 ** (2 * (j // 2) / d_model)
        table[place, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return table


def by_complex_numbers(max_len, d_model):
    speeds = 10_000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    hands = torch.exp(1j * torch.arange(max_len)[:, None] * speeds)
    return torch.view_as_real(hands).flip(-1).flatten(1)


def place_by_place(offset, d_model):
    matrix = torch.zeros(d_model, d_model)
    for j in range(0, d_model, 2):
        turn = offset / 10_000 ** (j / d_model)
        matrix[j, j] = matrix[j + 1, j + 1] = math.cos(turn)
        matrix[j, j + 1], matrix[j + 1, j] = math.sin(turn), -math.sin(turn)
    return matrix


def by_relabelling(layer, x):
    # The word that comes to place i in the new order is word order[i].
    right = layer(x)
    for order in itertools.permutations(range(x.size(1))):
        moved = layer(torch.stack([x[:, i] for i in order], dim=1))
        for place, word in enumerate(order):
            if not torch.allclose(moved[:, place], right[:, word], atol=1e-4):
                return False
    return True


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("positions.predict", (0.5, 7, 32)),
        ("positions.predict", torch.tensor([[0.5, 7.0, 32.0]])),
        ("positions.table", number_by_number),
        ("positions.table", by_complex_numbers),
        ("positions.fault", number_by_number),
        ("positions.shift", place_by_place),
        ("positions.blind", by_relabelling),
        ("positions.blind", lambda layer, x: torch.tensor(by_relabelling(layer, x))),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


def test_a_verdict_that_is_no_truth_value_is_told_so():
    report = check("positions.blind", lambda layer, x: "blind")
    assert not report.passed
    assert "True or False" in str(report)
