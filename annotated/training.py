"""Train a Transformer: one plain loop that can be stopped and taken up again.

Vaswani et al. (2017), §5.

The state of a run is its weights, the optimiser's moments, the number of updates made
and the state of chance. All four are in a checkpoint, so that a run that was killed
goes on to the same numbers as one that was not.
"""

import dataclasses
import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import nn
from torch.optim import Adam
from tqdm.auto import tqdm

from annotated.checkpoints import (
    check_same_config,
    load_tensors,
    load_weights,
    save_tensors,
    save_weights,
)
from annotated.data import Batch, BucketedBatches
from annotated.losses import label_smoothed_loss
from annotated.schedules import warmup_inverse_sqrt
from annotated.transformer import Transformer


@dataclasses.dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Say how long and how fast to train. The defaults are the paper's.

    Raises:
        ValueError: if a number is out of its range.

    Source: Vaswani et al. (2017), §5.
    Differs: gradients are clipped, which the paper does not mention.
    """

    # Updates of the weights (§5.2: 100,000 for base, 300,000 for big).
    num_updates: int

    # Updates while the learning rate rises (§5.3).
    warmup_steps: int = 4000

    # Multiplies the schedule's rate: small models bear more.
    learning_rate_scale: float = 1.0

    # Batches whose gradients are summed before each update.
    accumulate: int = 1

    # Share of belief spread over the vocabulary (§5.4).
    label_smoothing: float = 0.1

    # Longest gradient that is taken as it is; a longer one is shortened to this.
    clip_norm: float = 1.0

    # Updates between two checkpoints, if a folder is given.
    save_every: int = 1000

    def __post_init__(self) -> None:
        """Refuse numbers that no run could use."""
        for name in ("num_updates", "warmup_steps", "accumulate", "save_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} ({getattr(self, name)}) must be at least 1")
        for name in ("learning_rate_scale", "clip_norm"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} ({getattr(self, name)}) must be above 0")
        if not 0 <= self.label_smoothing < 1:
            raise ValueError(
                f"label_smoothing ({self.label_smoothing}) must be from 0 to below 1"
            )


def gradient_groups(
    data: BucketedBatches, accumulate: int, skip: int = 0
) -> Iterator[list[Batch]]:
    """Give, without end, the batches of each update; an epoch's last may be fewer.

    Args:
        skip: how many updates are behind us; their batches are not even built.

    Source: ours.
    """
    plans = (data.plan(epoch) for epoch in itertools.count())
    groups = (
        plan[start : start + accumulate]
        for plan in plans
        for start in range(0, len(plan), accumulate)
    )
    for group in itertools.islice(groups, skip, None):
        yield [data.batch(indices) for indices in group]


def backward(model: nn.Module, group: list[Batch], config: TrainingConfig) -> float:
    """Add up the gradients of one update, and give its loss in nats per token.

    Each token weighs the same, whichever batch of the group it came in.

    Source: Vaswani et al. (2017), §5.4; ours for the accumulation.
    """
    num_tokens = max(1, sum(batch.num_tokens for batch in group))
    device = next(model.parameters()).device
    total = 0.0
    for batch in (batch.to(device) for batch in group):
        logits = model(batch.source, batch.decoder_input, batch.source_mask)
        loss = label_smoothed_loss(
            logits,
            batch.labels,
            pad_id=batch.pad_id,
            smoothing=config.label_smoothing,
            reduction="sum",
        )
        (loss / num_tokens).backward()
        total += loss.item()
    return total / num_tokens


def train(
    model: Transformer,
    data: BucketedBatches,
    config: TrainingConfig,
    *,
    folder: str | Path | None = None,
    after_update: Callable[[int, float], None] | None = None,
    progress: bool = True,
) -> list[float]:
    """Train a model in place, from the folder's last checkpoint if it has one.

    Args:
        folder: where checkpoints go and are looked for.
        after_update: called with the number of updates made and the last loss.
        progress: show a bar.

    Returns:
        The training loss of every update, in nats per token, those before an
        interruption included.

    Raises:
        ValueError: if the folder's checkpoint belongs to another model or another
            training config, or is damaged.

    Source: Vaswani et al. (2017), §5.
    """
    # (1) Adam with the paper's constants; the rate is set before each update.
    optimizer = Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)
    losses = resume(folder, model, optimizer, config) if folder else []
    width = model.config.d_model

    # (2) Go on where the run stopped: the same batches in the same order.
    model.train()
    groups = gradient_groups(data, config.accumulate, skip=len(losses))
    steps = range(len(losses) + 1, config.num_updates + 1)
    bar = tqdm(steps, disable=not progress, desc="training", unit="update")
    for step, group in zip(bar, groups, strict=False):
        # (3) The size of this step, by the paper's schedule.
        rate = warmup_inverse_sqrt(
            step, d_model=width, warmup_steps=config.warmup_steps
        )
        optimizer.param_groups[0]["lr"] = config.learning_rate_scale * rate

        # (4) Gradients, shortened if one bad batch made them huge; then the update.
        losses.append(backward(model, group, config))
        nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm)
        optimizer.step()
        optimizer.zero_grad()

        # (5) Keep what was reached, and let the caller look.
        if folder and (step % config.save_every == 0 or step == config.num_updates):
            save_checkpoint(folder, model, optimizer, config, losses)
        if after_update:
            after_update(step, losses[-1])
        bar.set_postfix(loss=f"{losses[-1]:.3f}")
    model.eval()
    return losses


def save_checkpoint(
    folder: str | Path,
    model: nn.Module,
    optimizer: Adam,
    config: TrainingConfig,
    losses: list[float],
) -> Path:
    """Write all that a run needs to go on, into a folder of its own.

    It is written under another name and renamed when whole; only then are older
    checkpoints removed.

    Source: ours.
    """
    folder = Path(folder)
    final = folder / f"step-{len(losses):08d}"
    unfinished = folder / f".unfinished-{final.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)

    # (1) The weights, the optimiser's moments and the state of chance.
    save_weights(model, unfinished / "model.safetensors")
    moments = optimizer.state_dict()["state"]
    tensors = {
        f"{index}.{name}": value
        for index, state in moments.items()
        for name, value in state.items()
    }
    tensors["chance.cpu"] = torch.get_rng_state()
    if torch.cuda.is_available():
        tensors["chance.cuda"] = torch.cuda.get_rng_state()
    save_tensors(tensors, unfinished / "optimizer.safetensors")

    # (2) The small facts, readable by eye.
    state = dict(training=dataclasses.asdict(config), losses=losses)
    text = json.dumps(state, indent=1)
    (unfinished / "state.json").write_text(text, encoding="utf-8")

    # (3) One rename makes it count.
    shutil.rmtree(final, ignore_errors=True)
    unfinished.rename(final)
    for older in checkpoints_in(folder)[:-1]:
        shutil.rmtree(older)
    return final


def checkpoints_in(folder: str | Path) -> list[Path]:
    """List a folder's whole checkpoints, oldest first.

    Source: ours.
    """
    return sorted(Path(folder).glob("step-*"))


def resume(
    folder: str | Path, model: nn.Module, optimizer: Adam, config: TrainingConfig
) -> list[float]:
    """Load a folder's last checkpoint, and give the losses so far; none if none.

    Raises:
        ValueError: if it belongs to another model or training config, or is damaged.

    Source: ours.
    """
    if not (found := checkpoints_in(folder)):
        return []
    last = found[-1]

    # (1) A run may be made longer; any other change would make it another run.
    try:
        state = json.loads((last / "state.json").read_text(encoding="utf-8"))
        saved, losses = state["training"], state["losses"]
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(
            f"{last} must be a whole checkpoint: state.json cannot be read ({error})"
        ) from error
    free = dict(num_updates=0, save_every=0)
    here = dataclasses.asdict(config)
    check_same_config({**saved, **free}, {**here, **free}, last)

    # (2) The weights, the moments and the state of chance.
    load_weights(model, last / "model.safetensors")
    tensors, _ = load_tensors(last / "optimizer.safetensors")
    torch.set_rng_state(tensors.pop("chance.cpu"))
    cuda = tensors.pop("chance.cuda", None)
    if cuda is not None and torch.cuda.is_available():
        torch.cuda.set_rng_state(cuda)
    moments: dict[int, dict] = {}
    for name, value in tensors.items():
        index, quantity = name.split(".")
        moments.setdefault(int(index), {})[quantity] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})
    return losses
