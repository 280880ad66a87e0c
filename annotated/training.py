"""Train a translator: one plain loop that can be stopped and taken up again.

Vaswani et al. (2017), §5.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from torch import nn
from torch.optim import Adam
from tqdm.auto import tqdm

from annotated.data import Batch, BucketedBatches
from annotated.losses import label_smoothed_loss
from annotated.runs import load_run, save_run
from annotated.schedules import warmup_inverse_sqrt
from annotated.seq2seq import Seq2Seq
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


def update(
    model: Transformer | Seq2Seq,
    optimizer: Adam,
    group: list[Batch],
    config: TrainingConfig,
    step: int,
) -> float:
    """Make one update of the weights, and give its loss in nats per token.

    Args:
        step: which update this is, counted from 1.

    Source: Vaswani et al. (2017), §5.3; ours for the clipping.
    """
    # (1) The size of this step, by the paper's schedule.
    rate = warmup_inverse_sqrt(
        step, d_model=model.config.d_model, warmup_steps=config.warmup_steps
    )
    optimizer.param_groups[0]["lr"] = config.learning_rate_scale * rate

    # (2) The gradients, shortened if one bad batch made them huge.
    optimizer.zero_grad()
    loss = backward(model, group, config)
    nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm)

    # (3) The step itself.
    optimizer.step()
    return loss


def train(
    model: Transformer | Seq2Seq,
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
        The loss of every update, in nats per token, from the first one on.

    Raises:
        ValueError: if the checkpoint belongs to another run, or is damaged.

    Source: Vaswani et al. (2017), §5.
    """
    # (1) Adam with the paper's constants. A run may be made longer; any other change
    # would make it another run.
    optimizer = Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)
    settings = {**dataclasses.asdict(config), "num_updates": 0, "save_every": 0}
    losses = load_run(folder, model, optimizer, settings) if folder else []

    # (2) Go on where the run stopped: the same batches in the same order.
    model.train()
    groups = gradient_groups(data, config.accumulate, skip=len(losses))
    steps = range(len(losses) + 1, config.num_updates + 1)
    bar = tqdm(steps, "training", disable=not progress, unit="update", mininterval=2)
    for step in bar:
        losses.append(update(model, optimizer, next(groups), config, step))

        # (3) Keep what was reached, and let the caller look.
        if folder and (step % config.save_every == 0 or step == config.num_updates):
            save_run(folder, model, optimizer, losses, settings)
        if after_update:
            after_update(step, losses[-1])
    model.eval()
    return losses
