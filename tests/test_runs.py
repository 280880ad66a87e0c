import pytest
import torch
from torch import nn

from annotated.runs import checkpoints_in, load_run, memory_of, remember, save_run

SETTINGS = dict(rate=0.1)


def pair():
    model = nn.Linear(3, 2)
    return model, torch.optim.Adam(model.parameters(), lr=0.1)


def step(model, optimizer):
    optimizer.zero_grad()
    model(torch.rand(4, 3)).square().sum().backward()
    optimizer.step()


def test_a_run_goes_on_with_the_same_weights_moments_and_chance(tmp_path):
    model, optimizer = pair()
    step(model, optimizer)
    save_run(tmp_path, model, optimizer, [1.5], SETTINGS)
    step(model, optimizer)

    torch.rand(7)
    other, fresh = pair()
    assert load_run(tmp_path, other, fresh, SETTINGS) == [1.5]
    step(other, fresh)
    assert other.weight.equal(model.weight)
    assert other.bias.equal(model.bias)


def test_an_empty_folder_gives_no_losses_and_changes_nothing(tmp_path):
    model, optimizer = pair()
    before = model.weight.clone()
    assert load_run(tmp_path / "none", model, optimizer, SETTINGS) == []
    assert model.weight.equal(before)


def test_only_the_last_of_several_checkpoints_stays(tmp_path):
    model, optimizer = pair()
    for losses in ([1.0], [1.0, 0.5], [1.0, 0.5, 0.25]):
        save_run(tmp_path, model, optimizer, losses, SETTINGS)
    assert [path.name for path in checkpoints_in(tmp_path)] == ["step-00000003"]
    assert load_run(tmp_path, model, optimizer, SETTINGS) == [1.0, 0.5, 0.25]


def test_what_an_interrupted_save_left_is_no_checkpoint(tmp_path):
    (tmp_path / ".unfinished-step-00000009").mkdir(parents=True)
    assert checkpoints_in(tmp_path) == []


def test_memory_is_put_back_whole():
    model, optimizer = pair()
    step(model, optimizer)
    memory = {name: tensor.clone() for name, tensor in memory_of(optimizer).items()}
    assert "0.exp_avg" in memory
    step(model, optimizer)
    remember(optimizer, memory)
    again = memory_of(optimizer)
    assert again.keys() == memory.keys()
    assert all(again[name].equal(memory[name]) for name in memory)


def test_other_settings_are_refused(tmp_path):
    model, optimizer = pair()
    save_run(tmp_path, model, optimizer, [1.0], SETTINGS)
    with pytest.raises(ValueError, match=r"rate \(checkpoint 0\.1, here 0\.2\)"):
        load_run(tmp_path, model, optimizer, dict(rate=0.2))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"losses": []}'])
def test_a_damaged_record_is_refused(tmp_path, text):
    model, optimizer = pair()
    path = save_run(tmp_path, model, optimizer, [1.0], SETTINGS)
    (path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"must be a whole checkpoint: run\.json"):
        load_run(tmp_path, model, optimizer, SETTINGS)
