import dataclasses
import itertools
import math
import os
import pathlib

import pytest
import torch

from annotated.config import TransformerConfig
from annotated.data import BucketedBatches, Example, collate
from annotated.losses import label_smoothed_loss
from annotated.runs import checkpoints_in
from annotated.schedules import warmup_inverse_sqrt
from annotated.training import (
    TrainingConfig,
    backward,
    gradient_groups,
    train,
)
from annotated.transformer import Transformer

SPECIAL = dict(pad_id=0, bos_id=1, eos_id=2)
CONFIG = TrainingConfig(num_updates=12, warmup_steps=5, save_every=5)


def model(**sizes):
    torch.manual_seed(3)
    sizes = {**dict(d_model=16, num_heads=2, num_layers=1, d_ff=16), **sizes}
    return Transformer(TransformerConfig.tiny(9, 9, **sizes))


def data(count=30, batch_tokens=20):
    chance = torch.Generator().manual_seed(5)
    rows = torch.randint(3, 9, (count, 5), generator=chance).tolist()
    examples = [
        Example(row[: 2 + n % 4], row[: 2 + n % 4]) for n, row in enumerate(rows)
    ]
    return BucketedBatches(examples, batch_tokens=batch_tokens, **SPECIAL)


def quiet(*args, **kwargs):
    return train(*args, **kwargs, progress=False)


def test_it_learns_to_copy():
    config = TrainingConfig(num_updates=150, warmup_steps=50, learning_rate_scale=0.3)
    copier = model(dropout=0.0)
    losses = quiet(copier, data(), config)
    assert losses[0] > 2
    assert losses[-1] < 1
    assert not copier.training


def test_a_run_that_was_killed_reaches_the_same_numbers(tmp_path):
    whole = model()
    losses = quiet(whole, data(), CONFIG)

    def stop_at(limit):
        def after_update(step, loss):
            if step == limit:
                raise KeyboardInterrupt

        return after_update

    # Killed twice: between two checkpoints, and right after one.
    for limit in (8, 10):
        with pytest.raises(KeyboardInterrupt):
            quiet(model(), data(), CONFIG, folder=tmp_path, after_update=stop_at(limit))
        torch.rand(limit)
    resumed = model()
    again = quiet(resumed, data(), CONFIG, folder=tmp_path)
    assert again == losses
    for mine, other in zip(resumed.parameters(), whole.parameters(), strict=True):
        assert mine.equal(other)


def test_a_finished_run_is_only_loaded(tmp_path):
    losses = quiet(model(), data(), CONFIG, folder=tmp_path)
    assert quiet(model(), data(), CONFIG, folder=tmp_path) == losses


def test_a_finished_run_can_be_made_longer(tmp_path):
    longer = dataclasses.replace(CONFIG, num_updates=20)
    quiet(model(), data(), CONFIG, folder=tmp_path)
    assert quiet(model(), data(), longer, folder=tmp_path) == quiet(
        model(), data(), longer
    )


def test_only_the_last_checkpoint_is_kept(tmp_path):
    quiet(model(), data(), CONFIG, folder=tmp_path)
    assert [path.name for path in checkpoints_in(tmp_path)] == ["step-00000012"]
    assert os.listdir(tmp_path) == ["step-00000012"]


def test_an_interrupted_save_leaves_the_checkpoint_before_whole(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    short = dataclasses.replace(CONFIG, num_updates=5)
    losses = quiet(model(), data(), short, folder=tmp_path)
    monkeypatch.setattr(pathlib.Path, "rename", stop)
    with pytest.raises(KeyboardInterrupt):
        quiet(model(), data(), CONFIG, folder=tmp_path)
    monkeypatch.undo()
    assert quiet(model(), data(), short, folder=tmp_path) == losses
    assert quiet(model(), data(), CONFIG, folder=tmp_path)[:5] == losses
    assert os.listdir(tmp_path) == ["step-00000012"]


def test_ten_batches_by_four_are_three_updates():
    examples = [Example([4, 5], [6, 7])] * 10
    batches = BucketedBatches(examples, batch_tokens=3, **SPECIAL)
    assert len(batches.plan(0)) == 10
    sizes = [len(group) for group in itertools.islice(gradient_groups(batches, 4), 6)]
    assert sizes == [4, 4, 2, 4, 4, 2]


def test_skipped_groups_are_the_first_ones():
    def sources(skip, count):
        groups = gradient_groups(data(), 2, skip=skip)
        return [
            [batch.source.tolist() for batch in group]
            for group in itertools.islice(groups, count)
        ]

    assert sources(5, 9) == sources(0, 14)[5:]


def test_accumulated_gradients_weigh_every_token_the_same():
    examples = [Example([4], []), Example([5, 6], [5, 6])]
    alone = [collate([example], **SPECIAL) for example in examples]
    together = collate(examples, **SPECIAL)
    grads = []
    for group in (alone, [together]):
        net = model(dropout=0.0)
        loss = backward(net, group, CONFIG)
        grads.append([loss, *(p.grad for p in net.parameters())])
    torch.testing.assert_close(grads[0], grads[1])


def test_one_token_of_loss_two_and_three_of_loss_one_give_five_quarters():
    class Fixed(torch.nn.Module):
        """Be surprised by so many nats as the source's first token says."""

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(()))

        def forward(self, source, decoder_input, source_mask):
            p = torch.exp(-source[:, :1, None].double())
            p = p.expand(*decoder_input.shape, 1)
            return torch.cat([p, 1 - p], dim=-1).log() * self.weight

    config = dataclasses.replace(CONFIG, label_smoothing=0.0)
    special = dict(pad_id=1, bos_id=0, eos_id=0)
    one = collate([Example([2], [])], **special)
    three = collate([Example([1], [0, 0])], **special)
    assert backward(Fixed(), [one, three], config) == pytest.approx(1.25)


def test_each_update_uses_the_schedules_rate_and_clips(monkeypatch):
    rates, norms = [], []
    step = torch.optim.Adam.step

    def spy(self):
        rates.append(self.param_groups[0]["lr"])
        grads = [p.grad.norm() for p in self.param_groups[0]["params"]]
        norms.append(torch.stack(grads).norm().item())
        return step(self)

    monkeypatch.setattr(torch.optim.Adam, "step", spy)
    config = dataclasses.replace(CONFIG, learning_rate_scale=0.5, clip_norm=0.01)
    quiet(model(), data(), config)
    expected = [
        0.5 * warmup_inverse_sqrt(n, d_model=16, warmup_steps=5) for n in range(1, 13)
    ]
    assert rates == pytest.approx(expected)
    assert max(norms) <= 0.01 * 1.001


def test_the_first_loss_is_that_of_the_untrained_model():
    net = model(dropout=0.0)
    (batch,) = next(gradient_groups(data(), 1))
    logits = net(batch.source, batch.decoder_input, batch.source_mask)
    expected = label_smoothed_loss(logits, batch.labels, pad_id=0).item()
    assert quiet(net, data(), CONFIG)[0] == pytest.approx(expected, rel=1e-5)


def test_a_bar_is_shown_if_wished(capsys):
    train(model(), data(), CONFIG)
    assert "12/12" in capsys.readouterr().err


def test_another_models_checkpoint_is_refused(tmp_path):
    quiet(model(), data(), CONFIG, folder=tmp_path)
    with pytest.raises(ValueError, match=r"d_ff \(checkpoint 16, here 20\)"):
        quiet(model(d_ff=20), data(), CONFIG, folder=tmp_path)


def test_another_way_of_training_is_refused(tmp_path):
    quiet(model(), data(), CONFIG, folder=tmp_path)
    other = dataclasses.replace(CONFIG, warmup_steps=6)
    with pytest.raises(ValueError, match=r"warmup_steps \(checkpoint 5, here 6\)"):
        quiet(model(), data(), other, folder=tmp_path)


@pytest.mark.parametrize(
    "name", ["run.json", "model.safetensors", "memory.safetensors"]
)
@pytest.mark.parametrize("damage", ["cut", "foreign"])
def test_a_damaged_checkpoint_is_refused(tmp_path, name, damage):
    quiet(model(), data(), CONFIG, folder=tmp_path)
    path = tmp_path / "step-00000012" / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage == "cut" else b"{}")
    with pytest.raises(ValueError, match="must be a whole checkpoint"):
        quiet(model(), data(), CONFIG, folder=tmp_path)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (dict(num_updates=0), r"num_updates \(0\) must be at least 1"),
        (dict(warmup_steps=0), r"warmup_steps \(0\) must be at least 1"),
        (dict(accumulate=0), r"accumulate \(0\) must be at least 1"),
        (dict(save_every=0), r"save_every \(0\) must be at least 1"),
        (dict(learning_rate_scale=0.0), r"learning_rate_scale \(0.0\) must be above"),
        (dict(clip_norm=-1.0), r"clip_norm \(-1.0\) must be above 0"),
        (dict(label_smoothing=1.0), r"label_smoothing \(1.0\) must be from 0"),
    ],
)
def test_impossible_numbers_are_refused_by_name(wrong, message):
    with pytest.raises(ValueError, match=message):
        dataclasses.replace(CONFIG, **wrong)


def test_losses_are_in_nats():
    assert quiet(model(dropout=0.0), data(), CONFIG)[0] < 3 * math.log(9)
