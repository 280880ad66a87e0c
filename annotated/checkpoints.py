"""Keep a model's weights in a file that says what it holds, and never lose it.

Files are safetensors: numbers only, so that opening a stranger's file can run no code.
"""

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn


def save_tensors(
    tensors: dict[str, Tensor], path: str | Path, about: dict | None = None
) -> None:
    """Write tensors by name, with a note about them, to a new file, then rename it.

    An interruption leaves the file that was there before as it was.

    Source: ours.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        whole = {name: tensor.detach().contiguous() for name, tensor in tensors.items()}
        save_file(whole, unfinished, metadata={"about": json.dumps(about or {})})
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def load_tensors(path: str | Path) -> tuple[dict[str, Tensor], dict]:
    """Read what `save_tensors` wrote: the tensors, and the note about them.

    Raises:
        ValueError: if the file is truncated or no safetensors file of ours.
        FileNotFoundError: if there is no such file.

    Source: ours.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"there is no checkpoint at {path}")
    try:
        with safe_open(path, framework="pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            about = json.loads((file.metadata() or {})["about"])
    except (SafetensorError, KeyError, json.JSONDecodeError) as error:
        raise ValueError(
            f"{path} must be a whole checkpoint of this package: it is truncated, or "
            f"something else ({error})"
        ) from error
    return tensors, about


def save_weights(model: nn.Module, path: str | Path) -> None:
    """Write a model's weights and its config to one file.

    Tied weights are written once.

    Source: ours.
    """
    save_tensors(dict(model.named_parameters()), path, about=config_of(model))


def load_weights(model: nn.Module, path: str | Path) -> None:
    """Read weights into a model of the same config.

    Raises:
        ValueError: if the file belongs to a model of another config, or is no whole
            checkpoint; the model is then left as it was.
        FileNotFoundError: if there is no such file.

    Source: ours.
    """
    tensors, about = load_tensors(path)
    check_same_config(about, config_of(model), path)
    weights = dict(model.named_parameters())
    missing = sorted(weights.keys() ^ tensors.keys())
    if missing:
        raise ValueError(
            f"{path} and the model must have the same weights: only one of them has "
            f"{', '.join(missing)}"
        )
    for name, weight in weights.items():
        if tensors[name].shape != weight.shape:
            raise ValueError(
                f"{name} in {path} has shape {tuple(tensors[name].shape)} and must "
                f"have {tuple(weight.shape)}"
            )
    for name, weight in weights.items():
        weight.data.copy_(tensors[name])


def config_of(model: nn.Module) -> dict:
    """Give a model's config as plain data, with the name of its class.

    Source: ours.
    """
    config: Any = getattr(model, "config", None)
    sizes = dataclasses.asdict(config) if config is not None else {}
    return {"model": type(model).__name__, **sizes}


def check_same_config(saved: dict, here: dict, path: str | Path) -> None:
    """Refuse a checkpoint that was made with other sizes, and name them.

    Raises:
        ValueError: if any entry differs.

    Source: ours.
    """
    names = sorted(saved.keys() | here.keys())
    differing = [
        f"{name} (checkpoint {saved.get(name)!r}, here {here.get(name)!r})"
        for name in names
        if saved.get(name) != here.get(name)
    ]
    if differing:
        raise ValueError(f"{path} must match in {', '.join(differing)}")
