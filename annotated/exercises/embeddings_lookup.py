"""Exercise: embed tokens with one-hot vectors and a matrix product.

Axes: as in annotated/embeddings.py; seq, places in a sentence.
"""

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _rows(tokens: Tensor, table: Tensor) -> Tensor:
    return table[tokens]


def _variant(
    *,
    look_up: Callable[[Tensor, Tensor], Tensor] = _rows,
    scale: Callable[[Tensor], float] = lambda table: math.sqrt(table.size(1)),
) -> Callable[[Tensor, Tensor], Tensor]:
    """Build the embedding with one of its parts exchanged."""

    def embed(tokens, table):
        return look_up(tokens, table) * scale(table)

    return embed


def _case(tokens: list[list[int]], vocab_size: int, d_model: int, seed: int) -> Case:
    return Case(
        {
            "tokens": torch.tensor(tokens),
            "table": numbers(vocab_size, d_model, seed=seed),
        }
    )


LOOKUP = Exercise(
    name="embeddings.lookup",
    title="Embed without a look-up",
    level=1,
    minutes=10,
    stub='''\
def my_embedding(tokens, table):
    """Return what TokenEmbedding gives, (batch, seq, d_model), by a matrix product.

    tokens is (batch, seq), whole numbers from 0. table is (vocab, d_model). Make a
    one-hot vector of each token, and do not forget the scale.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case([[1]], 3, 2, seed=1),
            _case([[2, 0, 2]], 4, 3, seed=2),
            _case([[3, 1, 0], [6, 6, 2]], 7, 5, seed=3),
        ),
        parts=("vectors",),
    ),
    reference=_variant(),
    hints=(
        "torch.eye(vocab) has a one-hot vector in each row.",
        "One-hot vectors of shape (batch, seq, vocab) times a table of (vocab, "
        "d_model) give (batch, seq, d_model).",
        "torch.eye(len(table))[tokens] @ table, times math.sqrt(table.size(1)).",
    ),
    mutants=(
        Mutant(
            "not-scaled",
            _variant(scale=lambda table: 1.0),
            "the rows are right, but not scaled. They are multiplied by the root of "
            "d_model (§3.4).",
        ),
        Mutant(
            "scaled-by-width",
            _variant(scale=lambda table: table.size(1)),
            "the scale is d_model. It is its square root.",
        ),
        Mutant(
            "divided",
            _variant(scale=lambda table: 1 / math.sqrt(table.size(1))),
            "the rows were divided by the root of d_model, as scores are in "
            "attention. Embeddings are multiplied by it.",
        ),
        Mutant(
            "root-of-vocab",
            _variant(scale=lambda table: math.sqrt(table.size(0))),
            "the scale is the root of the number of rows. It is the root of their "
            "width.",
        ),
        Mutant(
            "counts-from-one",
            _variant(look_up=lambda tokens, table: table[tokens - 1]),
            "each token got the row before its own. The first row belongs to token 0.",
        ),
        Mutant(
            "unit-length",
            _variant(look_up=lambda tokens, table: F.normalize(table, dim=1)[tokens]),
            "the rows were brought to length 1 first. They keep their lengths.",
        ),
        Mutant(
            "flattened",
            _variant(look_up=lambda tokens, table: table[tokens.flatten()]),
            "batch and seq have become one axis. They stay apart: (batch, seq, "
            "d_model).",
        ),
        Mutant(
            "bag-of-words",
            _variant(look_up=lambda tokens, table: table[tokens].sum(dim=1)),
            "the vectors of a sentence were added up. Each place keeps its own.",
        ),
        Mutant(
            "one-hot-only",
            _variant(look_up=lambda tokens, table: torch.eye(len(table))[tokens]),
            "these are the one-hot vectors. The product with the table is missing.",
        ),
    ),
)

EXERCISES = (LOOKUP,)
