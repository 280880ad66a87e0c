"""Exercise: two cosines, the rows that learn, and the numbers that tying saves."""

from functools import partial

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check, close
from annotated.exercises.registry import Exercise, Mutant


def _as_numbers(answer: object, case: Case) -> Tensor:
    numbers = torch.as_tensor(answer, dtype=torch.float32).squeeze()
    if numbers.shape != (4,):
        raise ValueError(
            f"answer must be four numbers, not shape {tuple(numbers.shape)}"
        )
    return numbers


PREDICT = Exercise(
    name="embeddings.predict",
    title="Cosines, rows and sizes",
    level=1,
    minutes=8,
    stub="""\
# (1) What is the cosine of (2, 0) and (3, 4)?
# (2) The second one is made ten times as long: (30, 40). And now?
# (3) A table has 37,000 rows of 512 numbers. "the cat sees the dog" is looked up, one
#     row a word, and the table is used for nothing else. How many rows get a
#     gradient that is not zero?
# (4) How many million numbers does one such table save, if it stands for three?
my_numbers = ...
""",
    check=Check(
        cases=(Case({"one": (2, 0), "other": (3, 4), "rows": 37_000, "width": 512}),),
        parts=("numbers",),
        behave=_as_numbers,
        accepts=partial(close, tolerance=0.01),
        alike=partial(close, tolerance=0.01),
        reveal=False,
    ),
    reference=torch.tensor([0.6, 0.6, 4.0, 37.888]),
    hints=(
        "The cosine is the dot product divided by both lengths. Two of the five words "
        "are the same.",
        "Dot product 6, lengths 2 and 5. Of three tables one stays.",
        "6 / (2 · 5) = 0.6, and 60 / (2 · 50) is the same. the, cat, sees, dog. "
        "2 · 37,000 · 512 numbers are saved.",
    ),
    mutants=(
        Mutant(
            "dot-products",
            [6.0, 60.0, 4.0, 37.888],
            "(1) and (2) are dot products. Divide each by both lengths.",
        ),
        Mutant(
            "one-length",
            [1.2, 1.2, 4.0, 37.888],
            "(1) and (2) were divided by one length only. A cosine is at most 1.",
        ),
        Mutant(
            "in-degrees",
            [53.13, 53.13, 4.0, 37.888],
            "(1) and (2) are angles. Asked are their cosines.",
        ),
        Mutant(
            "longer-is-nearer",
            [0.6, 6.0, 4.0, 37.888],
            "(2) grew with the length. The direction did not change, so the angle did "
            "not either.",
        ),
        Mutant(
            "longer-is-farther",
            [0.6, 0.06, 4.0, 37.888],
            "(2) shrank with the length. The dot product grew as well, by the same "
            "factor.",
        ),
        Mutant(
            "every-word",
            [0.6, 0.6, 5.0, 37.888],
            '(3) counts the words. Both "the" are the same row.',
        ),
        Mutant(
            "every-row",
            [0.6, 0.6, 37_000.0, 37.888],
            "(3) counts the whole table. A row that was not looked up changes nothing "
            "in the result, so its gradient is zero.",
        ),
        Mutant(
            "once-only",
            [0.6, 0.6, 3.0, 37.888],
            '(3) leaves out a word. The row of "the" gets a gradient too, from two '
            "places.",
        ),
        Mutant(
            "one-table",
            [0.6, 0.6, 4.0, 18.944],
            "(4) is the size of one table. Two of the three are saved.",
        ),
        Mutant(
            "three-tables",
            [0.6, 0.6, 4.0, 56.832],
            "(4) is the size of all three tables. One of them stays.",
        ),
        Mutant(
            "not-in-millions",
            [0.6, 0.6, 4.0, 37_888_000.0],
            "(4) is right, but it was asked for in millions.",
        ),
    ),
)

EXERCISES = (PREDICT,)
