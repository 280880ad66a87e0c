"""Measure how surprised the model is by the right answer.

Vaswani et al. (2017), §5.4, for the smoothing.

Axes: batch, any number of leading axes; vocab, all tokens there are.
"""

from typing import Literal

from jaxtyping import Float, Int
from torch import Tensor


def label_smoothed_loss(
    logits: Float[Tensor, "*batch vocab"],
    labels: Int[Tensor, "*batch"],
    *,
    pad_id: int,
    smoothing: float = 0.1,
    reduction: Literal["mean", "sum"] = "mean",
) -> Float[Tensor, ""]:
    """Compare the predictions with labels that are only nearly certain.

    (1 − ε) · (−log p[label]) + ε · mean over the vocabulary of (−log p)

    Args:
        smoothing: ε, the share of belief spread evenly over the vocabulary; 0 gives
            the plain cross-entropy.
        reduction: "mean" over the real tokens, or their "sum", for a caller who
            counts tokens over several batches.

    Returns:
        The loss in nats. Pads count nothing; a batch of nothing but pads gives 0.

    Raises:
        ValueError: if smoothing lies outside 0 to 1.

    Source: Szegedy et al. (2016), §7; Vaswani et al. (2017), §5.4.
    """
    if not 0 <= smoothing < 1:
        raise ValueError(f"smoothing ({smoothing}) must be at least 0 and below 1")

    # (1) Log-probabilities straight from the logits: a probability may round to 0,
    # its logarithm here does not turn infinite.
    log_probs = logits.log_softmax(dim=-1)

    # (2) The surprise at the label itself, and the mean surprise at all tokens.
    at_label = -log_probs.gather(-1, labels[..., None]).squeeze(-1)
    at_any = -log_probs.mean(dim=-1)
    loss = (1 - smoothing) * at_label + smoothing * at_any

    # (3) Pads are no words: they must not count, in the sum or in the number.
    real = labels != pad_id
    total = loss.masked_fill(~real, 0.0).sum()
    return total if reduction == "sum" else total / real.sum().clamp(min=1)
