"""Exercise: make the decoder's input and the labels from target sentences.

Axes: as in annotated/data.py.
"""

import copy
from typing import Any

import torch
from torch import Tensor

from annotated.data import Example, collate
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _shift(targets, pad_id, bos_id, eos_id):
    examples = [Example([], target) for target in targets]
    batch = collate(examples, pad_id=pad_id, bos_id=bos_id, eos_id=eos_id)
    return batch.decoder_input, batch.labels


def _rows(rows, fill, left=False):
    """Fill rows up to the longest, on the right or on the left."""
    longest = max(map(len, rows))
    filled = [
        [fill] * (longest - len(row)) * left
        + list(row)
        + [fill] * (longest - len(row)) * (not left)
        for row in rows
    ]
    return torch.tensor(filled)


def _variant(given, asked, *, fill=None, fill_labels=None, left=False):
    """Build an answer from what the decoder is given and what it is asked."""

    def answer(targets, pad_id, bos_id, eos_id):
        pad_input = pad_id if fill is None else fill
        marks = {"bos": bos_id, "eos": eos_id, "pad": pad_id}
        pad_labels = marks[fill_labels] if fill_labels else pad_input
        inputs = _rows([given(t, bos_id, eos_id) for t in targets], pad_input, left)
        return inputs, _rows(
            [asked(t, bos_id, eos_id) for t in targets], pad_labels, left
        )

    return answer


def _with_bos(t, bos, eos):
    return [bos, *t]


def _with_eos(t, bos, eos):
    return [*t, eos]


def _cut_to_the_shortest(targets, pad_id, bos_id, eos_id):
    inputs, labels = _shift(targets, pad_id, bos_id, eos_id)
    shortest = min(map(len, targets)) + 1
    return inputs[:, :shortest], labels[:, :shortest]


def _judged_where_it_counts(answer: Any, case: Case) -> tuple[Any, Any]:
    """Call the answer; at a pad of the labels the input may be anything."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    made = answer(*copy.deepcopy(list(case.inputs.values())))
    if not isinstance(made, tuple | list) or len(made) != 2:
        raise ValueError("answer must return two tensors: decoder_input, labels")
    inputs, labels = made
    pad_id: Any = case.inputs["pad_id"]
    if isinstance(inputs, Tensor) and inputs.shape == labels.shape:
        inputs = inputs.masked_fill(labels == pad_id, pad_id)
    return inputs, labels


def _case(targets, pad_id=0, bos_id=1, eos_id=2) -> Case:
    return Case(dict(targets=targets, pad_id=pad_id, bos_id=bos_id, eos_id=eos_id))


SHIFT = Exercise(
    name="training.shift",
    title="Move the target one place right",
    level=2,
    minutes=12,
    stub='''\
def my_shift(targets, pad_id, bos_id, eos_id):
    """Return decoder_input and labels, two tensors of shape (batch, target).

    targets is a list of lists of token ids, without special tokens. Shorter rows
    are filled with pad_id on the right.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case([[5, 6, 7]]),
            _case([[4, 5], [6, 7, 8]]),
            _case([[9], [4, 5, 6, 7], [8, 8]], pad_id=3, bos_id=0, eos_id=1),
        ),
        parts=("decoder_input", "labels"),
        behave=_judged_where_it_counts,
    ),
    reference=_shift,
    hints=(
        "Write down both rows for the target 5 6 7. Below each input token stands "
        "the token that must be predicted from it.",
        "The input begins with BOS and does not need EOS. The labels end with EOS "
        "and do not need BOS. Both have one token more than the target.",
        "inputs = [[bos_id, *t] for t in targets]; labels = [[*t, eos_id] for t in "
        "targets]; then append pad_id to each row until it is as long as the "
        "longest.",
    ),
    mutants=(
        Mutant(
            "no-shift",
            _variant(_with_eos, _with_eos),
            "input and labels are the same row. Each token would only have to be "
            "copied: the model learns nothing about the next one.",
        ),
        Mutant(
            "no-shift-with-bos",
            _variant(
                lambda t, b, e: [b, *t, e],
                lambda t, b, e: [b, *t, e],
            ),
            "both rows hold the whole sentence with both marks. The labels must stand "
            "one place further on than the input.",
        ),
        Mutant(
            "shifted-left",
            _variant(_with_eos, _with_bos),
            "the two rows have changed places: from each word the model would have to "
            "predict the one before it.",
        ),
        Mutant(
            "no-eos",
            _variant(lambda t, b, e: [b, *t[:-1]], lambda t, b, e: list(t)),
            "the labels lack EOS, so the model never learns to stop.",
        ),
        Mutant(
            "no-bos",
            _variant(lambda t, b, e: list(t), lambda t, b, e: [*t[1:], e]),
            "the input lacks BOS, so nothing teaches the model the first word.",
        ),
        Mutant(
            "eos-before-the-input",
            _variant(lambda t, b, e: [e, *t], _with_eos),
            "the input begins with EOS. Here the mark of the beginning is BOS, and "
            "decoding starts from it.",
        ),
        Mutant(
            "two-places",
            _variant(lambda t, b, e: [b, b, *t[:-1]], _with_eos),
            "the input is moved two places. Then the model predicts each word "
            "without the one just before it.",
        ),
        Mutant(
            "padded-left",
            _variant(_with_bos, _with_eos, left=True),
            "the pads stand on the left. They belong on the right, so that the first "
            "word has the first position in every sentence.",
        ),
        Mutant(
            "pad-is-zero",
            _variant(_with_bos, _with_eos, fill=0),
            "the rows are filled with 0, and not with pad_id. In another vocabulary 0 "
            "is a real token.",
        ),
        Mutant(
            "filled-with-eos",
            _variant(_with_bos, _with_eos, fill_labels="eos"),
            "the labels are filled with EOS. The loss would count every one of them; "
            "only pad_id is left out.",
        ),
        Mutant(
            "cut-to-the-shortest",
            _cut_to_the_shortest,
            "the rows are cut to the shortest sentence. Fill the short ones instead.",
        ),
    ),
)

EXERCISES = (SHIFT,)
