"""Pairs by the thousand, split so that what is tested was never seen.

Source: ours.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from annotated.world.events import said
from annotated.world.grammar import KINDS, WEIGHTS
from annotated.world.joined import long
from annotated.world.pairs import Pair
from annotated.world.referents import twins

TOMORROW = said("明天会更好", "tomorrow will be better", "tomorrow")
# No sentence outside the compositional split holds both words of a couple.
HELD_OUT = (
    ("买", "伞"),
    ("卖", "面包"),
    ("写", "歌"),
    ("吃", "鸡蛋"),
    ("骑", "马"),
    ("修", "椅子"),
    ("洗", "裙子"),
    ("借", "笔"),
    ("听", "故事"),
    ("照顾", "护士"),
    ("等", "画家"),
)
# Where a couple is always a verb with its object.
_COMPOSED = ("tense", "negation", "place", "modal", "modifier", "yes_no", "who")
_MEASURES: tuple[Callable[[Pair], Sequence[str]], ...] = (
    lambda pair: pair.chinese,
    lambda pair: pair.english.split(),
)
# So many draws without a new sentence, and a kind counts as exhausted.
_PATIENCE = 400


@dataclass(frozen=True)
class Splits:
    """Sentences to learn from and to be tested on; no two lists share one.

    Args:
        compositional: with a verb and a noun that occur elsewhere, never together.
        length: longer in both languages than anything in train, valid and test.

    Source: ours.
    """

    train: list[Pair]
    valid: list[Pair]
    test: list[Pair]
    compositional: list[Pair]
    length: list[Pair]


def is_held_out(pair: Pair) -> bool:
    """Tell whether a sentence holds both words of a couple that is kept apart.

    Source: ours.
    """
    return any(verb in pair.chinese and noun in pair.chinese for verb, noun in HELD_OUT)


def _is_longer(pair: Pair, longest: Sequence[int]) -> bool:
    lengths = [len(measure(pair)) for measure in _MEASURES]
    known = is_held_out(pair)
    return not known and all(a > b for a, b in zip(lengths, longest, strict=True))


def _with_weights(names: Iterable[str]) -> list[Callable[[Random], Pair]]:
    return [KINDS[name] for name in names for _ in range(WEIGHTS.get(name, 1))]


class _Drawer:
    """Draws sentences that are new in both languages, each kind in its turn."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.seen = {TOMORROW.chinese, TOMORROW.english}

    def is_new(self, pair: Pair) -> bool:
        """Remember a sentence; False if either side of it was drawn before."""
        known = pair.chinese in self.seen or pair.english in self.seen
        if known or TOMORROW.chinese in pair.chinese:
            return False
        self.seen.update((pair.chinese, pair.english))
        return True

    def draw(
        self,
        num_pairs: int,
        constructions: Sequence[Callable[[Random], Pair]],
        accept: Callable[[Pair], bool] = lambda pair: True,
    ) -> list[Pair]:
        """Draw pairs from each construction in its turn, while it lasts."""
        pairs: list[Pair] = []
        order, left = list(constructions), set(constructions)
        while left and len(pairs) < num_pairs:
            for construction in [one for one in order if one in left]:
                for _ in range(_PATIENCE):
                    pair = construction(self.rng)
                    if accept(pair) and self.is_new(pair):
                        pairs.append(pair)
                        break
                else:
                    left.discard(construction)
        self.rng.shuffle(pairs)
        return pairs[:num_pairs]


def generate(
    num_pairs: int, *, seed: int = 0, kinds: Iterable[str] | None = None
) -> list[Pair]:
    """Draw distinct pairs: no Chinese sentence twice, and no English one.

    Kinds come in turn, by `grammar.WEIGHTS`, as long as each lasts. 明天会更好 is
    never drawn: it is kept for the test.

    Args:
        kinds: names from `grammar.KINDS`; all of them by default.

    Raises:
        ValueError: if num_pairs is negative, or more than these kinds can make.
        ValueError: if a kind is unknown, or none is given.

    Source: ours.
    """
    names = list(KINDS if kinds is None else kinds)
    if num_pairs < 0:
        raise ValueError(f"num_pairs ({num_pairs}) must not be negative")
    if not names:
        raise ValueError("kinds () must name a kind (see grammar.KINDS)")
    for name in names:
        if name not in KINDS:
            raise ValueError(f"kind ({name}) must be one of {', '.join(KINDS)}")
    pairs = _Drawer(Random(seed)).draw(num_pairs, _with_weights(names))
    if len(pairs) < num_pairs:
        raise ValueError(
            f"num_pairs ({num_pairs}) must be at most about {len(pairs)}, all that "
            f"these kinds can make ({', '.join(names)})"
        )
    return pairs


def referent_twins(num_twins: int, *, seed: int = 0) -> list[tuple[Pair, Pair]]:
    """Draw twins that differ in one word; the pronoun of the first means the doer.

    动物没有过马路，因为它太累了 has the twin ...，因为它太宽了. In Chinese a pronoun
    keeps its place and its form; only what it means moves.

    Raises:
        ValueError: if num_twins is negative, or more than there are.

    Source: ours.
    """
    if num_twins < 0:
        raise ValueError(f"num_twins ({num_twins}) must not be negative")
    rng, drawn, seen = Random(seed), [], set()
    for _ in range(_PATIENCE * (num_twins + 1)):
        if len(drawn) == num_twins:
            return drawn
        pair = twins(rng)
        if pair not in seen:
            seen.add(pair)
            drawn.append(pair)
    raise ValueError(f"num_twins ({num_twins}) must be at most about {len(drawn)}")


def make_splits(
    *, num_train: int, num_valid: int, num_test: int, seed: int = 0
) -> Splits:
    """Draw all splits at once; 明天会更好 comes first in test, sayings only in train.

    The compositional and the length split are as long as test.

    Raises:
        ValueError: if a number is not positive, or there are not so many sentences.

    Source: ours.
    """
    wanted = {"num_train": num_train, "num_valid": num_valid, "num_test": num_test}
    for name, number in wanted.items():
        if number < 1:
            raise ValueError(f"{name} ({number}) must be at least 1")
    drawer = _Drawer(Random(seed))
    ordinary = num_train + num_valid + num_test - 1
    constructions = _with_weights(KINDS)
    pairs = drawer.draw(ordinary, constructions, lambda pair: not is_held_out(pair))
    parts = [KINDS[kind] for kind in _COMPOSED]
    compositional = drawer.draw(num_test, parts, is_held_out)
    if len(pairs) < ordinary or len(compositional) < num_test:
        raise ValueError(
            f"num_train + num_valid + num_test ({ordinary + 1}) must be at most about "
            f"{len(pairs)}, and num_test ({num_test}) at most {len(compositional)}"
        )

    # Sayings go to the front, so that they fall into train.
    pairs.sort(key=lambda pair: pair.kind != "saying")
    train, rest = pairs[:num_train], pairs[num_train:]
    drawer.rng.shuffle(train)
    test = [TOMORROW, *rest[num_valid:]]
    longest = [
        max(len(measure(pair)) for pair in (*pairs, TOMORROW)) for measure in _MEASURES
    ]
    length = drawer.draw(num_test, [long], lambda pair: _is_longer(pair, longest))
    if len(length) < num_test:
        raise ValueError(f"num_test ({num_test}) must be at most {len(length)}")
    return Splits(train, rest[:num_valid], test, compositional, length)
