"""Keep a training run on disk, so that a run that was killed can go on.

The state of a run is its weights, the optimiser's moments, the losses so far, whose
number is that of the updates made, and the state of chance. With all of them a run
goes on to the same numbers as one that was never stopped.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from annotated.checkpoints import (
    check_same_config,
    load_tensors,
    load_weights,
    save_tensors,
    save_weights,
)


def checkpoints_in(folder: str | Path) -> list[Path]:
    """List a folder's whole checkpoints, oldest first.

    Source: ours.
    """
    return sorted(Path(folder).glob("step-*"))


def save_run(
    folder: str | Path,
    model: nn.Module,
    optimizer: Optimizer,
    losses: list[float],
    settings: dict[str, Any],
) -> Path:
    """Write all that a run needs to go on, into a folder of its own.

    It is written under another name and renamed when whole; only then are older
    checkpoints removed.

    Args:
        settings: how the run is trained, for the check when it is taken up again.

    Source: ours.
    """
    folder = Path(folder)
    final = folder / f"step-{len(losses):08d}"
    unfinished = folder / f".unfinished-{final.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)

    # (1) The weights, and what the optimiser and the generators of chance remember.
    save_weights(model, unfinished / "model.safetensors")
    save_tensors(memory_of(optimizer), unfinished / "memory.safetensors")

    # (2) The small facts, readable by eye.
    text = json.dumps(dict(settings=settings, losses=losses), indent=1)
    (unfinished / "run.json").write_text(text, encoding="utf-8")

    # (3) One rename makes it count.
    shutil.rmtree(final, ignore_errors=True)
    unfinished.rename(final)
    for older in checkpoints_in(folder)[:-1]:
        shutil.rmtree(older)
    return final


def load_run(
    folder: str | Path,
    model: nn.Module,
    optimizer: Optimizer,
    settings: dict[str, Any],
) -> list[float]:
    """Load a folder's last checkpoint, and give the losses so far; none if none.

    Raises:
        ValueError: if it belongs to another model or other settings, or is damaged.

    Source: ours.
    """
    if not (found := checkpoints_in(folder)):
        return []
    last = found[-1]
    try:
        run = json.loads((last / "run.json").read_text(encoding="utf-8"))
        saved, losses = run["settings"], run["losses"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{last} must be a whole checkpoint: run.json cannot be read ({error})"
        ) from error
    check_same_config(saved, settings, last)
    load_weights(model, last / "model.safetensors")
    remember(optimizer, load_tensors(last / "memory.safetensors")[0])
    return losses


def memory_of(optimizer: Optimizer) -> dict[str, Tensor]:
    """Name every tensor that the optimiser and the generators of chance remember.

    Source: ours.
    """
    tensors = {
        f"{index}.{name}": value
        for index, moments in optimizer.state_dict()["state"].items()
        for name, value in moments.items()
    }
    tensors["chance.cpu"] = torch.get_rng_state()
    if torch.cuda.is_available():
        tensors["chance.cuda"] = torch.cuda.get_rng_state()
    return tensors


def remember(optimizer: Optimizer, tensors: dict[str, Tensor]) -> None:
    """Put back what `memory_of` named.

    Source: ours.
    """
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in tensors.items():
        index, _, quantity = name.partition(".")
        if name == "chance.cpu":
            torch.set_rng_state(value)
        elif name == "chance.cuda":
            if torch.cuda.is_available():
                torch.cuda.set_rng_state(value)
        else:
            state.setdefault(int(index), {})[quantity] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
