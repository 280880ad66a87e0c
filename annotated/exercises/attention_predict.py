"""Exercise: predict attention weights by hand, before running anything.

Axes: as in annotated/attention.py.
"""

from functools import partial

import torch
from torch import Tensor

from annotated.attention import scaled_dot_product_attention
from annotated.exercises.checks import Case, Check, close
from annotated.exercises.registry import Exercise, Mutant


def _as_numbers(answer: object, case: Case) -> Tensor:
    numbers = torch.as_tensor(answer, dtype=torch.float32).squeeze()
    if numbers.shape != (3,):
        raise ValueError(
            f"answer must be three numbers, not shape {tuple(numbers.shape)}"
        )
    return numbers


_PREDICT = {
    "query": torch.tensor([[1.0, 2.0, 0.0, 1.0]]),
    "key": torch.tensor(
        [[0.0, 1.0, 3.0, 0.0], [2.0, -1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0]]
    ),
}

PREDICT = Exercise(
    name="attention.predict",
    title="Predict three weights by hand",
    level=1,
    minutes=8,
    stub="""\
# query: 1 2 0 1
# keys:  0 1 3 0  |  2 -1 1 0  |  1 1 0 1
# Three weights, to two places. Use a pocket calculator for e**x only.
my_weights = ...
""",
    check=Check(
        cases=(Case(_PREDICT),),
        parts=("weights",),
        behave=_as_numbers,
        accepts=partial(close, tolerance=0.01),
        alike=partial(close, tolerance=0.01),
        reveal=False,
    ),
    reference=scaled_dot_product_attention(
        _PREDICT["query"], _PREDICT["key"], torch.zeros(3, 1)
    )[1][0],
    hints=(
        "There are three steps: one dot product per key, one division, one softmax.",
        "The dot products are 2, 0 and 4. The width d_k is 4, so divide each by 2.",
        "The weights are e¹, e⁰ and e², each divided by the sum of the three.",
    ),
    mutants=(
        Mutant(
            "no-scale",
            [0.1173, 0.0159, 0.8668],
            "these are the weights without the scale. Divide the scores by √d_k = 2 "
            "before the softmax.",
        ),
        Mutant(
            "scale-by-d-k",
            [0.3072, 0.1863, 0.5065],
            "the scores were divided by d_k = 4. Divide by its square root.",
        ),
        Mutant(
            "scale-by-root-of-keys",
            [0.2222, 0.0700, 0.7078],
            "the scores were divided by √3, from the number of keys. The scale comes "
            "from the width of a key, d_k = 4.",
        ),
        Mutant(
            "no-exponential",
            [1 / 3, 0.0, 2 / 3],
            "the scores were divided by their sum. Softmax takes e to the power of "
            "each score first; so a score of 0 still gets some weight.",
        ),
        Mutant(
            "scores-only",
            [1.0, 0.0, 2.0],
            "these are the scaled scores. They still have to go through the softmax.",
        ),
        Mutant(
            "sigmoid",
            [0.7311, 0.5, 0.8808],
            "each score went through a sigmoid on its own. Softmax lets the keys "
            "compete: the weights sum to 1.",
        ),
        Mutant(
            "over-the-queries",
            [1.0, 1.0, 1.0],
            "each score was compared with the other queries' scores for that key, and "
            "there is one query only. Normalise over the keys.",
        ),
        Mutant(
            "exponentials-only",
            [2.7183, 1.0, 7.3891],
            "these are the exponentials. Divide each by their sum.",
        ),
        Mutant(
            "hard-maximum",
            [0.0, 0.0, 1.0],
            "the best key took everything. Softmax gives every key a share.",
        ),
    ),
)

EXERCISES = (PREDICT,)
