"""Exercise: predict how many tokens a handful of merges makes of three texts."""

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant
from annotated.tokenizer import BytePairTokenizer

_TEXTS = ("that sat", "The cat", "我 sat on")
_TRAINED_ON = "the cat sat on the mat, the rat sat on the hat"
_TOKENIZER = BytePairTokenizer.train([_TRAINED_ON], vocab_size=256 + 3 + 8)


def _as_counts(answer: object, case: Case) -> Tensor:
    numbers = torch.as_tensor(answer, dtype=torch.float32).squeeze()
    if numbers.shape != (len(_TEXTS),):
        raise ValueError(
            f"answer must be three numbers, not shape {tuple(numbers.shape)}"
        )
    return numbers


PREDICT = Exercise(
    name="tokens.predict",
    title="Predict three numbers of tokens",
    level=1,
    minutes=6,
    stub="""\
# Merges, in order: at, th, the, ␣the, sat, on, ␣on, ␣sat. The sign ␣ is a space.
# Texts: "that sat"  |  "The cat"  |  "我 sat on"
# How many tokens is each? Three whole numbers.
my_counts = ...
""",
    check=Check(
        cases=(Case({"texts": " | ".join(_TEXTS)}),),
        parts=("counts",),
        behave=_as_counts,
        reveal=False,
    ),
    reference=[len(_TOKENIZER.encode(text)) for text in _TEXTS],
    hints=(
        "Write the text as single bytes. Then go through the merges in order, and join "
        "each pair wherever it stands.",
        "T is another byte than t, so no merge with th touches it. A character that is "
        "not in the list of merges stays as its bytes; 我 has three.",
        "that becomes th and at; ␣sat and ␣on are one token each; in The cat only at "
        "is joined: T, h, e, ␣, c, at.",
    ),
    mutants=(
        Mutant(
            "characters",
            [8, 7, 8],
            "these are the characters. The merges join some of them.",
        ),
        Mutant(
            "bytes",
            [8, 7, 10],
            "these are the bytes, before any merge. Now apply the eight merges.",
        ),
        Mutant(
            "words",
            [2, 2, 3],
            "these are the words. A word is one token only if the merges build it "
            "whole.",
        ),
        Mutant(
            "one-for-a-chinese-character",
            [3, 6, 3],
            "我 was counted as one token. It is three bytes, and no merge joins them.",
        ),
        Mutant(
            "case-ignored",
            [3, 4, 5],
            "The was taken for the. To the tokenizer T and t are two different bytes.",
        ),
        Mutant(
            "spaces-alone",
            [4, 6, 7],
            "the spaces were counted on their own. The last two merges join a space "
            "to the word behind it.",
        ),
        Mutant(
            "that-not-cut-at-th",
            [4, 6, 5],
            "in that only one pair was joined. Both th and at are merges, and both "
            "stand in it.",
        ),
        Mutant(
            "space-and-c-joined",
            [3, 5, 5],
            "in The cat a space was joined with a c, or the T with an h. No merge does "
            "that.",
        ),
    ),
)

EXERCISES = (PREDICT,)
