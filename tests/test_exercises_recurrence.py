"""The recurrence exercises accept right answers that look different from ours."""

import pytest
import torch
from torch import nn

from annotated.exercises.registry import check


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))


def by_torchs_cell(gates, cell):
    # The gates go in through the bias: both inputs and the old hidden state are 0.
    hidden = cell.size(-1)
    steps = []
    for row, old in zip(gates, cell, strict=True):
        theirs = nn.LSTMCell(1, hidden)
        with torch.no_grad():
            theirs.bias_ih.copy_(row)
            theirs.bias_hh.zero_()
            zeros = torch.zeros(1, hidden)
            steps.append(theirs(torch.zeros(1, 1), (zeros, old[None])))
    return tuple(torch.cat(parts) for parts in zip(*steps, strict=True))


def sequence_by_sequence(step, x, mask):
    # Only the real steps are run; the states in between are copied afterwards.
    states = torch.zeros_like(x)
    last = torch.zeros_like(x[:, 0])
    for row in range(len(x)):
        state = torch.zeros_like(x[row : row + 1, 0])
        for time in range(x.size(1)):
            if mask[row, time]:
                state = step(x[row : row + 1, time], state)
            states[row, time] = state[0]
        last[row] = state[0]
    return states, last


def by_torchs_clipping(gradients, max_norm):
    parameters = [nn.Parameter(torch.zeros_like(g)) for g in gradients]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = gradient
    nn.utils.clip_grad_norm_(parameters, max_norm)
    return [parameter.grad for parameter in parameters]


def loud_latch():
    return {"write": (0, 90, -45), "forget": (0, -70, 30), "new": (4, 0, 0)}


def latch_that_tells_noise_by_its_size():
    # The sign itself may move the gates a little, if the mark moves them much more.
    return {"write": (1, 60, -30), "forget": (1, -60, 30), "new": (5.0, 0.0, 0.1)}


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("recurrence.predict", (0.12, 7, 69)),
        ("recurrence.predict", torch.tensor([[0.1216, 7.0, 69.0]])),
        ("recurrence.lstm", by_torchs_cell),
        ("recurrence.run", sequence_by_sequence),
        ("recurrence.clip", by_torchs_clipping),
        ("recurrence.latch", loud_latch),
        ("recurrence.latch", latch_that_tells_noise_by_its_size),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


def test_a_latch_without_a_gate_is_told_which_one_is_missing():
    report = check("recurrence.latch", {"write": (0, 1, 0), "new": (1, 0, 0)})
    assert not report.passed
    assert "write, forget and new" in str(report)
