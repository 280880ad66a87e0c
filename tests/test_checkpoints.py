import os

import pytest
import torch
from safetensors.torch import save_file

from annotated.checkpoints import (
    load_tensors,
    load_weights,
    save_tensors,
    save_weights,
)
from annotated.config import TransformerConfig
from annotated.transformer import Transformer


def small(**sizes):
    sizes = dict(d_model=16, d_ff=16, **sizes)
    return Transformer(TransformerConfig.tiny(9, 9, **sizes))


@pytest.mark.parametrize("shared", [False, True])
def test_what_was_saved_is_loaded_again(tmp_path, shared):
    first, second = small(shared_vocab=shared), small(shared_vocab=shared)
    save_weights(first, tmp_path / "deep" / "model.safetensors")
    load_weights(second, tmp_path / "deep" / "model.safetensors")
    tokens = torch.tensor([[3, 4]])
    first.eval(), second.eval()
    assert first(tokens, tokens).equal(second(tokens, tokens))
    if shared:
        assert second.source_embedding.weight is second.target_embedding.weight


def test_notes_and_shapes_of_any_kind_survive(tmp_path):
    tensors = {"scalar": torch.tensor(3.0), "bytes": torch.get_rng_state()}
    tensors["turned"] = torch.randn(3, 4).T
    save_tensors(tensors, tmp_path / "t", about={"名": [1, 2.5, None]})
    loaded, about = load_tensors(tmp_path / "t")
    assert about == {"名": [1, 2.5, None]}
    assert all(loaded[name].equal(tensor) for name, tensor in tensors.items())


def test_an_interrupted_save_leaves_the_file_before_whole(tmp_path, monkeypatch):
    path = tmp_path / "model.safetensors"
    save_tensors({"x": torch.zeros(3)}, path)

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        save_tensors({"x": torch.ones(3)}, path)
    monkeypatch.undo()
    assert load_tensors(path)[0]["x"].equal(torch.zeros(3))
    assert os.listdir(tmp_path) == ["model.safetensors"]


def test_another_config_is_refused_by_the_names_that_differ(tmp_path):
    path = tmp_path / "model.safetensors"
    save_weights(small(), path)
    other = small(num_layers=1)
    before = {name: p.clone() for name, p in other.named_parameters()}
    message = r"must match in num_layers \(checkpoint 2, here 1\)$"
    with pytest.raises(ValueError, match=message):
        load_weights(other, path)
    assert all(p.equal(before[name]) for name, p in other.named_parameters())


def test_weights_under_other_names_or_shapes_are_refused(tmp_path):
    path, model = tmp_path / "m", small()
    save_weights(model, path)
    tensors, about = load_tensors(path)
    tensors["extra"] = torch.zeros(1)
    save_tensors(tensors, path, about)
    with pytest.raises(ValueError, match="only one of them has extra"):
        load_weights(model, path)
    del tensors["extra"]
    tensors["target_embedding.weight"] = torch.zeros(2, 3)
    save_tensors(tensors, path, about)
    with pytest.raises(ValueError, match=r"shape \(2, 3\) and must have \(9, 16\)"):
        load_weights(model, path)


@pytest.mark.parametrize("kept", [0, 5, 100, 4000])
def test_a_truncated_file_is_refused(tmp_path, kept):
    path = tmp_path / "model.safetensors"
    save_weights(small(), path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ValueError, match=r"must be a whole checkpoint.*truncated"):
        load_weights(small(), path)


def test_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "x"
    torch.save({"x": torch.zeros(1)}, path)
    with pytest.raises(ValueError, match="must be a whole checkpoint"):
        load_tensors(path)
    save_file({"x": torch.zeros(1)}, path)
    with pytest.raises(ValueError, match="must be a whole checkpoint"):
        load_tensors(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no checkpoint at .*nowhere"):
        load_weights(small(), tmp_path / "nowhere")
