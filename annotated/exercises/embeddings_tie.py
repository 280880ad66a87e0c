"""Exercise: two weights that start equal and drift apart.

Axes: as in annotated/embeddings.py.
"""

from collections.abc import Callable
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from annotated.exercises.attention_variants import numbers
from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _linear(embedding: nn.Embedding, *, bias: bool = False) -> nn.Linear:
    vocab_size, d_model = embedding.weight.shape
    return nn.Linear(d_model, vocab_size, bias=bias)


def _tied(embedding: nn.Embedding) -> nn.Linear:
    output = _linear(embedding)
    output.weight = embedding.weight
    return output


def _copied(embedding: nn.Embedding) -> nn.Linear:
    output = _linear(embedding)
    with torch.no_grad():
        output.weight.copy_(embedding.weight)
    return output


def _same_memory(embedding: nn.Embedding) -> nn.Linear:
    output = _linear(embedding)
    output.weight.data = embedding.weight.data
    return output


def _wrong_way_round(embedding: nn.Embedding) -> nn.Linear:
    output = _linear(embedding)
    embedding.weight = output.weight
    return output


def _with_bias(embedding: nn.Embedding) -> nn.Linear:
    output = _linear(embedding, bias=True)
    output.weight = embedding.weight
    return output


def _of_its_own(embedding: nn.Embedding) -> nn.Linear:
    return _linear(embedding)


def _frozen(embedding: nn.Embedding) -> Callable[[Tensor], Tensor]:
    return lambda x: x @ embedding.weight.detach().T


def _scaled(embedding: nn.Embedding) -> Callable[[Tensor], Tensor]:
    return lambda x: x @ embedding.weight.T * embedding.weight.size(1) ** 0.5


def _before_and_after(
    answer: Callable[[nn.Embedding], Callable[[Tensor], Tensor]], case: Case
) -> tuple[Tensor, Tensor, Tensor, int]:
    """Score some vectors, take one step of gradient descent, score them again."""
    if not callable(answer):
        raise TypeError(
            f"answer ({type(answer).__name__}) must be the function itself: "
            "give its name, without brackets"
        )
    table, tokens, x = cast(list[Tensor], case.fresh())
    # nn.Linear draws its first weights: neither they nor the reader's own draws change.
    with torch.random.fork_rng(devices=[]), torch.enable_grad():
        torch.manual_seed(0)
        embedding = nn.Embedding.from_pretrained(table, freeze=False)
        layer = answer(embedding)
        before = layer(x).detach().clone()
        used = [*embedding.parameters()]
        if isinstance(layer, nn.Module):
            used += layer.parameters()
        different = list({id(weight): weight for weight in used}.values())
        scores = layer(embedding(tokens))
        F.cross_entropy(scores, tokens.roll(1)).backward()
        torch.optim.SGD(different, lr=1.0).step()
        after = layer(x).detach().clone()
    return before, after, embedding.weight.detach().clone(), len(different)


def _case(tokens: list[int], vocab_size: int, d_model: int, seed: int) -> Case:
    return Case(
        {
            "table": numbers(vocab_size, d_model, seed=seed),
            "tokens": torch.tensor(tokens),
            "x": numbers(2, d_model, seed=seed + 1),
        }
    )


TIE = Exercise(
    name="embeddings.tie",
    title="Tied at the start, apart after one step",
    level=2,
    minutes=15,
    stub='''\
def almost_tied(embedding):
    vocab_size, d_model = embedding.weight.shape
    output = torch.nn.Linear(d_model, vocab_size, bias=False)
    with torch.no_grad():
        output.weight.copy_(embedding.weight)
    return output


def mended(embedding):
    """Return a layer that scores the vocabulary with the embedding's own table.

    embedding is an nn.Embedding. layer(x) must be x @ embedding.weight.T, now and
    after every update, and both must be trained as one parameter.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            _case([0, 1], 3, 2, seed=1),
            _case([4, 2, 2, 0], 6, 3, seed=3),
        ),
        parts=(
            "scores at first",
            "scores after one update",
            "embedding after one update",
            "different parameters",
        ),
        behave=_before_and_after,
    ),
    reference=_tied,
    hints=(
        "After almost_tied: is output.weight is embedding.weight? How many parameters "
        "would an optimizer see?",
        "A copy has the same numbers today. What is needed is the same object under "
        "two names.",
        "output.weight = embedding.weight. A module takes a Parameter that is given to "
        "it, whoever else has it.",
    ),
    mutants=(
        Mutant(
            "copied",
            _copied,
            "the numbers were copied. From the first update on there are two tables, "
            "each with a gradient of its own.",
        ),
        Mutant(
            "same-memory",
            _same_memory,
            "two parameters share one memory. An optimizer sees both and keeps two "
            "records: Adam would step twice in the same place. Share the parameter.",
        ),
        Mutant(
            "wrong-way-round",
            _wrong_way_round,
            "they are tied, but the embedding got the new layer's random weights. Its "
            "own were to stay.",
        ),
        Mutant(
            "with-a-bias",
            _with_bias,
            "the table is shared, and a bias was added to the scores. Say bias=False.",
        ),
        Mutant(
            "of-its-own",
            _of_its_own,
            "the layer has weights of its own. It was to use the embedding's.",
        ),
        Mutant(
            "frozen",
            _frozen,
            "detach cuts the gradient: the table learns from the look-up only, and not "
            "from the scores.",
        ),
        Mutant(
            "scaled",
            _scaled,
            "the scores were multiplied by the root of d_model. That scale belongs to "
            "the look-up.",
        ),
    ),
)

EXERCISES = (TIE,)
