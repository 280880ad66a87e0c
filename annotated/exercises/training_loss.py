"""Exercise: write the label-smoothed loss.

Axes: as in annotated/losses.py.
"""

import math

import torch

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.losses import label_smoothed_loss


def _right(logits, labels, pad_id, smoothing):
    return label_smoothed_loss(logits, labels, pad_id=pad_id, smoothing=smoothing)


def _mean_of_real(loss, real):
    return loss.masked_fill(~real, 0.0).sum() / real.sum().clamp(min=1)


def _smooth(at_label, at_any, smoothing, vocab):
    return (1 - smoothing) * at_label + smoothing * at_any


def _spread_over_the_others(at_label, at_any, smoothing, vocab):
    others = (at_any * vocab - at_label) / (vocab - 1)
    return (1 - smoothing) * at_label + smoothing * others


def _spread_without_the_pad(at_label, at_any, smoothing, vocab):
    others = (at_any * vocab - at_label) / (vocab - 2)
    return (1 - smoothing) * at_label + smoothing * others


def _variant(*, log_probs=None, mix=_smooth, reduce=_mean_of_real):
    """Build an answer that differs from the right one in the parts given."""

    def loss(logits, labels, pad_id, smoothing):
        scores = (log_probs or (lambda x: x.log_softmax(dim=-1)))(logits)
        at_label = -scores.gather(-1, labels[..., None]).squeeze(-1)
        mixed = mix(at_label, -scores.mean(dim=-1), smoothing, logits.size(-1))
        return reduce(mixed, labels != pad_id)

    return loss


def _logits(*shape: int, seed: int) -> torch.Tensor:
    return 2 * torch.randn(shape, generator=torch.Generator().manual_seed(seed))


_SURE = torch.tensor([[0.0, 200.0, 0.0, -50.0]])

LOSS = Exercise(
    name="training.loss",
    title="Write the label-smoothed loss",
    level=3,
    minutes=20,
    stub='''\
def my_loss(logits, labels, pad_id, smoothing):
    """Return the mean loss of the real tokens, in nats, as one number.

    (1 - smoothing) times -log p of the label, plus smoothing times the mean of
    -log p over the whole vocabulary. logits is (batch, target, vocab), labels
    (batch, target). Where a label is pad_id, nothing counts; if all are, return 0.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case(
                {
                    "logits": torch.tensor([[[2.0, 0.0, 0.0, 1.0]]]),
                    "labels": torch.tensor([[3]]),
                    "pad_id": 0,
                    "smoothing": 0.1,
                }
            ),
            Case(
                {
                    "logits": _logits(1, 2, 4, seed=50),
                    "labels": torch.tensor([[1, 3]]),
                    "pad_id": 0,
                    "smoothing": 0.0,
                }
            ),
            Case(
                {
                    "logits": _logits(2, 3, 5, seed=51),
                    "labels": torch.tensor([[2, 4, 1], [3, 0, 0]]),
                    "pad_id": 0,
                    "smoothing": 0.2,
                }
            ),
            Case(
                {
                    "logits": _logits(2, 2, 5, seed=52),
                    "labels": torch.tensor([[0, 4], [0, 0]]),
                    "pad_id": 4,
                    "smoothing": 0.1,
                }
            ),
            Case(
                {
                    "logits": _SURE[None],
                    "labels": torch.tensor([[2]]),
                    "pad_id": 0,
                    "smoothing": 0.1,
                }
            ),
            Case(
                {
                    "logits": _logits(1, 2, 4, seed=53),
                    "labels": torch.tensor([[0, 0]]),
                    "pad_id": 0,
                    "smoothing": 0.1,
                }
            ),
        ),
        parts=("loss",),
    ),
    reference=_right,
    hints=(
        "Three steps: log-probabilities, the two kinds of surprise, the mean of what "
        "is real. Write the shape of each.",
        "Take logits.log_softmax(dim=-1). Pick the label's with gather, and average "
        "over the vocabulary with mean(dim=-1).",
        "at_label = -log_probs.gather(-1, labels[..., None]).squeeze(-1); at_any = "
        "-log_probs.mean(-1); mix them; put 0 where labels == pad_id; divide the sum "
        "by the number of real labels, at least 1.",
    ),
    mutants=(
        Mutant(
            "no-smoothing",
            _variant(mix=lambda at, any_, s, v: at),
            "this is the plain cross-entropy. The mean over the vocabulary has to "
            "take its share.",
        ),
        Mutant(
            "shares-exchanged",
            _variant(mix=lambda at, any_, s, v: s * at + (1 - s) * any_),
            "the shares have changed places: the label must get 1 - smoothing.",
        ),
        Mutant(
            "both-in-full",
            _variant(mix=lambda at, any_, s, v: at + s * any_),
            "the label's surprise is counted in full. The shares must sum to 1, so it "
            "gets 1 - smoothing.",
        ),
        Mutant(
            "over-the-others",
            _variant(mix=_spread_over_the_others),
            "smoothing is spread over the other tokens only. Here the label gets its "
            "part of the even share too: take the mean over the whole vocabulary.",
        ),
        Mutant(
            "over-the-others-but-the-pad",
            _variant(mix=_spread_without_the_pad),
            "smoothing is divided by the size of the vocabulary less two, as older "
            "code does. Here the even share goes to every token.",
        ),
        Mutant(
            "sum-over-the-vocabulary",
            _variant(mix=lambda at, any_, s, v: (1 - s) * at + s * v * any_),
            "the surprise is summed over the vocabulary. Take the mean, or smoothing "
            "weighs more the more words there are.",
        ),
        Mutant(
            "pads-count",
            _variant(reduce=lambda loss, real: loss.mean()),
            "pads count as words. The loss of a batch must not depend on how much of "
            "it is padding.",
        ),
        Mutant(
            "pads-in-the-number",
            _variant(
                reduce=lambda loss, real: loss.masked_fill(~real, 0.0).mean(),
            ),
            "the pads' losses are 0, but they still count in the number. Divide by "
            "the number of real labels.",
        ),
        Mutant(
            "sum",
            _variant(reduce=lambda loss, real: loss.masked_fill(~real, 0.0).sum()),
            "this is the sum over the real tokens. Divide by their number.",
        ),
        Mutant(
            "a-mean-for-each-sentence",
            _variant(
                reduce=lambda loss, real: (
                    (loss * real).sum(-1) / real.sum(-1).clamp(min=1)
                ).mean()
            ),
            "each sentence has a mean of its own, so the words of a short one weigh "
            "more. Average over all real tokens at once.",
        ),
        Mutant(
            "nothing-but-pads",
            _variant(reduce=lambda loss, real: (loss * real).sum() / real.sum()),
            "a batch of nothing but pads gives 0 divided by 0. Divide by at least 1.",
        ),
        Mutant(
            "logarithm-of-a-rounded-probability",
            _variant(log_probs=lambda x: x.softmax(dim=-1).log()),
            "a probability that rounds to 0 has the logarithm minus infinity. Take "
            "log_softmax, which never forms the probability.",
        ),
        Mutant(
            "in-bits",
            _variant(log_probs=lambda x: x.log_softmax(dim=-1) / math.log(2)),
            "the loss is in bits. Use the natural logarithm.",
        ),
        Mutant(
            "negative",
            _variant(log_probs=lambda x: -x.log_softmax(dim=-1)),
            "the sign is wrong: a logarithm of a probability is negative, a loss is "
            "positive.",
        ),
    ),
)

EXERCISES = (LOSS,)
