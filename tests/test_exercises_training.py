"""The training exercises accept right answers that look different from ours."""

import pytest
import torch
import torch.nn.functional as F

from annotated.exercises.registry import check
from annotated.exercises.training_greedy import Continues


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))


def one_sequence_cut_twice(targets, pad_id, bos_id, eos_id):
    # The input keeps EOS above the labels' pads, where nothing counts.
    rows = [torch.tensor([bos_id, *target, eos_id]) for target in targets]
    whole = torch.nn.utils.rnn.pad_sequence(
        rows, batch_first=True, padding_value=pad_id
    )
    return whole[:, :-1], whole[:, 1:]


def by_torch(logits, labels, pad_id, smoothing):
    if (labels == pad_id).all():
        return torch.tensor(0.0)
    return F.cross_entropy(
        logits.flatten(0, 1),
        labels.flatten(),
        ignore_index=pad_id,
        label_smoothing=smoothing,
    )


def by_a_soft_target(logits, labels, pad_id, smoothing):
    vocab = logits.size(-1)
    belief = F.one_hot(labels, vocab) * (1 - smoothing) + smoothing / vocab
    losses = -(belief * F.log_softmax(logits, -1)).sum(-1)[labels != pad_id]
    return losses.sum() / max(1, len(losses))


def all_at_once(weight, batches):
    tokens = torch.tensor([token for batch in batches for token in batch])
    return weight**2 * tokens.mean(), 2 * weight * tokens.mean()


def by_recursion(next_logits, bos_id, eos_id, max_len, written=()):
    token = next_logits([bos_id, *written]).argmax()
    if token == eos_id or len(written) == max_len:
        return list(written)
    return by_recursion(next_logits, bos_id, eos_id, max_len, (*written, token))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("training.shift", one_sequence_cut_twice),
        ("training.loss", by_torch),
        ("training.loss", by_a_soft_target),
        ("training.rate", (0.0017, 7.0, 3.5)),
        ("training.rate", torch.tensor([[0.001747, 6.988, 3.494]])),
        ("training.average", all_at_once),
        ("training.greedy", by_recursion),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("training.shift", lambda *a: torch.ones(2), "must return two tensors"),
        ("training.shift", torch.ones(2), "answer must be the function itself"),
        ("training.rate", [1.0, 2.0], "answer must be three numbers"),
        ("training.average", lambda *a: 1.0, "must return two numbers"),
        ("training.average", 1.0, "answer must be the function itself"),
        ("training.greedy", lambda *a: None, "it returned None"),
        ("training.greedy", [1], "answer must be the function itself"),
    ],
)
def test_an_answer_of_another_kind_is_reported_kindly(name, answer, words):
    report = check(name, answer)
    assert report.state == "wrong"
    assert words in repr(report)


def test_unequal_batches_show_their_numbers():
    def almost_right(weight, batches):
        means = [torch.tensor(batch).mean().item() for batch in batches]
        mean = sum(means) / len(means)
        return weight**2 * mean, 2 * weight * mean

    report = repr(check("training.average", almost_right))
    assert "batches = [[1.0, 1.0, 1.0], [2.0]]" in report
    assert "loss, yours:    1.5" in report
    assert "loss, expected: 1.25" in report


def test_predicted_rates_are_not_given_away():
    report = repr(check("training.rate", [1.0, 2.0, 3.0]))
    assert "yours: [1.0, 2.0, 3.0]" in report
    assert "6.98" not in report


def test_the_stand_in_model_says_its_sentence_and_nothing_else():
    model = Continues((5, 6, 2))
    assert [int(model([1, 5, 6][:n]).argmax()) for n in (1, 2, 3)] == [5, 6, 2]
    assert int(model(torch.tensor([1, 5])).argmax()) == 6
    assert len({int(model(start).argmax()) for start in ([], [2], [1, 4])}) == 3
    assert str(model) == "a model that wants to write [5, 6, 2]"
