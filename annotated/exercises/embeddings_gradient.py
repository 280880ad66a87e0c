"""Exercise: the gradient of a table whose rows were looked up.

Axes: as in annotated/embeddings.py; seq, places in a sentence.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _add(row: Tensor, new: Tensor) -> Tensor:
    return row + new


def _variant(
    *,
    combine: Callable[[Tensor, Tensor], Tensor] = _add,
    finish: Callable[[Tensor, Tensor], Tensor] = lambda result, tokens: result,
    sentences: slice = slice(None),
    shift: int = 0,
) -> Callable[[Tensor, Tensor, int], Tensor]:
    """Build the gradient with one of its parts exchanged."""

    def table_gradient(tokens, gradient, vocab_size):
        result = torch.zeros(vocab_size, gradient.size(-1))
        places = gradient[sentences].flatten(0, 1)
        for token, new in zip(tokens[sentences].flatten(), places, strict=True):
            row = (int(token) + shift) % vocab_size
            result[row] = combine(result[row], new)
        return finish(result, tokens)

    return table_gradient


def _by_count(result: Tensor, tokens: Tensor) -> Tensor:
    counts = torch.bincount(tokens.flatten(), minlength=len(result))
    return result / counts.clamp(min=1)[:, None]


def _case(tokens: list[list[int]], vocab_size: int, d_model: int, seed: int) -> Case:
    return Case(
        {
            "tokens": torch.tensor(tokens),
            "gradient": numbers(len(tokens), len(tokens[0]), d_model, seed=seed),
            "vocab_size": vocab_size,
        }
    )


GRADIENT = Exercise(
    name="embeddings.gradient",
    title="Send the gradient back into the table",
    level=2,
    minutes=15,
    stub='''\
def my_gradient(tokens, gradient, vocab_size):
    """Return the gradient of the table, (vocab_size, d_model).

    The forward step was table[tokens], with no scale. tokens is (batch, seq), and
    gradient is (batch, seq, d_model): what came back for each vector looked up.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case([[1]], 3, 2, seed=1),
            _case([[0, 2, 0]], 4, 3, seed=2),
            _case([[2, 1, 2], [2, 0, 0]], 5, 4, seed=3),
        ),
        parts=("gradient",),
    ),
    reference=_variant(),
    hints=(
        "How much does the loss change if one row changes a little, and that row was "
        "looked up at two places?",
        "Start from zeros. Go through all places, and add what came back there to the "
        "row of that place's token.",
        "result.index_add_(0, tokens.flatten(), gradient.flatten(0, 1)) does the whole "
        "loop.",
    ),
    mutants=(
        Mutant(
            "last-one-wins",
            _variant(combine=lambda row, new: new),
            "a token that stands at several places kept the last gradient only. They "
            "add up. result[tokens] += gradient looks as if it added, but it reads "
            "all rows once and writes them once.",
        ),
        Mutant(
            "averaged-per-token",
            _variant(finish=_by_count),
            "a repeated token's gradients were averaged. The row was used each time, "
            "so the effects add up.",
        ),
        Mutant(
            "averaged-over-places",
            _variant(finish=lambda result, tokens: result / tokens.numel()),
            "the sum was divided by the number of places. If the loss is an average, "
            "the gradient that comes back contains that already.",
        ),
        Mutant(
            "averaged-over-sentences",
            _variant(finish=lambda result, tokens: result / len(tokens)),
            "the sum was divided by the number of sentences. Nothing is averaged here.",
        ),
        Mutant(
            "first-sentence",
            _variant(sentences=slice(0, 1)),
            "only the first sentence of the batch came back.",
        ),
        Mutant(
            "downhill",
            _variant(finish=lambda result, tokens: -result),
            "the sign is turned. Asked is the gradient, not the step of the optimizer.",
        ),
        Mutant(
            "scaled",
            _variant(finish=lambda result, tokens: result * result.size(1) ** 0.5),
            "the rows were multiplied by the root of d_model. This look-up has no "
            "scale.",
        ),
        Mutant(
            "counts-from-one",
            _variant(shift=-1),
            "each gradient went to the row before its own. Token 0 is the first row.",
        ),
        Mutant(
            "transposed",
            _variant(finish=lambda result, tokens: result.T),
            "rows and columns have changed places: (vocab_size, d_model) is asked for.",
        ),
    ),
)

EXERCISES = (GRADIENT,)
