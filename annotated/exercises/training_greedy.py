"""Exercise: write the loop of greedy decoding."""

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Any, SupportsIndex

import torch
from torch import Tensor

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


@dataclass(frozen=True)
class Continues:
    """Stand in for a trained model: score the next token after all that is written.

    Args:
        sentence: what it wants to write, after BOS.

    Source: ours.
    """

    sentence: tuple[int, ...]
    vocab_size: int = 9

    def __call__(self, tokens: Iterable[SupportsIndex]) -> Tensor:
        """Return the scores, (vocab), of the token that follows."""
        written = [index(token) for token in tokens]
        scores = torch.linspace(0.0, 1.0, self.vocab_size)

        # What it says when the beginning is wrong shows in which way it was.
        scores[3 if not written else 4 if written[0] == 2 else 8] = 1.5
        agreed = tuple(written[1:]) == self.sentence[: len(written) - 1]
        if written[:1] == [1] and agreed and len(written) <= len(self.sentence):
            scores[self.sentence[len(written) - 1]] = 2.0
        return scores

    def __str__(self) -> str:
        return f"a model that wants to write {list(self.sentence)}"


def _variant(
    *,
    pick=lambda scores: int(scores.argmax()),
    seen=lambda written: written,
    limit=lambda max_len: max_len,
    give=lambda written, eos_id: written[1:],
    stop=True,
    begin=lambda bos_id, eos_id: bos_id,
    keep_eos=False,
):
    """Build a loop that differs from the right one in the parts given."""

    def greedy(next_logits, bos_id, eos_id, max_len):
        written = [begin(bos_id, eos_id)]
        while len(written) <= limit(max_len):
            token = pick(next_logits(seen(written)))
            if stop and token == eos_id:
                written += [token] * keep_eos
                break
            written.append(token)
        return give(written, eos_id)

    return greedy


def _as_list(answer: Any, case: Case) -> list[int]:
    """Call the answer; whole numbers of any type will do."""
    if not callable(answer):
        raise TypeError("answer must be the function itself: give its name")
    made: Any = answer(*copy.deepcopy(list(case.inputs.values())))
    if made is None:
        raise ValueError("answer must return a list of token ids; it returned None")
    return [int(token) for token in made]


def _case(sentence: tuple[int, ...], max_len: int) -> Case:
    inputs = dict(next_logits=Continues(sentence), bos_id=1, eos_id=2, max_len=max_len)
    return Case(inputs)


GREEDY = Exercise(
    name="training.greedy",
    title="Write the loop of greedy decoding",
    level=3,
    minutes=15,
    stub='''\
def my_greedy(next_logits, bos_id, eos_id, max_len):
    """Return the token ids of one translation, without BOS and EOS.

    next_logits takes the list of ids written so far, BOS first, and returns the
    scores of the next token, (vocab). Write at most max_len tokens.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case((5, 2), 4),
            _case((5, 6, 7, 2), 8),
            _case((2,), 4),
            _case((7, 7, 5, 5, 7, 2), 8),
            _case((3, 4, 5, 6, 7, 2), 3),
        ),
        parts=("tokens",),
        behave=lambda answer, case: (_as_list(answer, case),),
    ),
    reference=_variant(),
    hints=(
        "What does the model need before it can score the first word? When is the "
        "sentence finished, and what else must end the loop?",
        "Begin with written = [bos_id]. Ask for scores of everything written, take "
        "the argmax, append it, and go round again.",
        "Leave the loop when the token is eos_id, before it is appended, or when "
        "max_len tokens are written; return written[1:].",
    ),
    mutants=(
        Mutant(
            "keeps-bos",
            _variant(give=lambda written, eos_id: written),
            "BOS is still there. It was only needed to begin.",
        ),
        Mutant(
            "keeps-eos",
            _variant(keep_eos=True),
            "EOS is still there. It tells the loop to stop, and is no word.",
        ),
        Mutant(
            "never-stops",
            _variant(stop=False),
            "the loop goes on after EOS, up to max_len. What a model writes after "
            "its end has no meaning.",
        ),
        Mutant(
            "loses-the-last-word",
            _variant(give=lambda written, eos_id: written[1:-1]),
            "the last word is cut off. If the loop ends before EOS is appended, "
            "there is nothing to remove at the end.",
        ),
        Mutant(
            "one-too-few",
            _variant(limit=lambda max_len: max_len - 1),
            "it stops one token early. BOS does not count towards max_len.",
        ),
        Mutant(
            "one-too-many",
            _variant(limit=lambda max_len: max_len + 1),
            "it writes one token more than max_len.",
        ),
        Mutant(
            "sees-the-last-token-only",
            _variant(seen=lambda written: written[-1:]),
            "the model is shown the last token only. It needs all that is written, "
            "or it forgets what it has said.",
        ),
        Mutant(
            "without-bos",
            _variant(seen=lambda written: written[1:]),
            "the model is not shown BOS, with which every sentence began in training.",
        ),
        Mutant(
            "begins-with-eos",
            _variant(begin=lambda bos_id, eos_id: eos_id),
            "it begins with EOS. In training every sentence began with BOS.",
        ),
        Mutant(
            "second-best",
            _variant(pick=lambda scores: int(scores.topk(2).indices[1])),
            "it takes the second-best token. Greedy takes the best.",
        ),
        Mutant(
            "worst",
            _variant(pick=lambda scores: int(scores.argmin())),
            "it takes the lowest score. Take the highest: argmax.",
        ),
    ),
)

EXERCISES = (GREEDY,)
