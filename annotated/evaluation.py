"""Score translations: BLEU by the standard scorer, and the share that is exact.

BLEU compares n-grams of one to four tokens, clipped so that no n-gram counts more
often than the reference has it, and punishes translations that are too short. It is
a number of a whole corpus, and its value depends on how the text is cut into tokens;
so the score travels with a signature that says how it was computed.

Source: Papineni et al. (2002), §2; Post (2018), §4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sacrebleu.metrics.bleu import BLEU


@dataclass(frozen=True)
class BleuScore:
    """Hold a BLEU score, from 0 to 100, with the signature that makes it comparable.

    Source: Post (2018), §4.
    """

    score: float
    signature: str

    def __str__(self) -> str:
        return f"BLEU {self.score:.1f} ({self.signature})"


def check_parallel(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    """Refuse hypotheses and references that cannot be compared line by line.

    Raises:
        ValueError: if one of them is a single string, not a list of sentences.
        ValueError: if they differ in length.
        ValueError: if they are empty.

    Source: ours.
    """
    for name, texts in (("hypotheses", hypotheses), ("references", references)):
        if isinstance(texts, str):
            raise ValueError(f"{name} ({texts!r}) must be a list of sentences")
    if len(hypotheses) != len(references):
        raise ValueError(
            f"hypotheses ({len(hypotheses)}) must be as many as references "
            f"({len(references)})"
        )
    if not hypotheses:
        raise ValueError("hypotheses (0) must hold at least one sentence")


def corpus_bleu(
    *, hypotheses: Sequence[str], references: Sequence[str], tokenize: str = "13a"
) -> BleuScore:
    """Score a corpus of translations against one reference each.

    BP · exp(¼ Σₙ log pₙ), n = 1 … 4, with counts summed over the corpus

    The arguments have names because their order matters: the precisions pₙ divide by
    the n-grams of the hypotheses, and the brevity penalty BP punishes only them.

    Args:
        hypotheses: what the model wrote by itself, detokenised. Outputs under
            teacher forcing have seen the reference, and give no BLEU.
        tokenize: sacrebleu's name of how to cut the text: "13a" for languages with
            spaces, "zh" for Chinese, "char" for characters.

    Raises:
        ValueError: if hypotheses and references cannot be compared line by line.

    Source: Papineni et al. (2002), §2.3; Post (2018), §4.
    """
    check_parallel(hypotheses, references)
    metric = BLEU(tokenize=tokenize)
    score = metric.corpus_score(list(hypotheses), [list(references)]).score
    return BleuScore(score=score, signature=str(metric.get_signature()))


def exact_match(*, hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """Return the share of translations that equal their reference, from 0 to 1.

    Raises:
        ValueError: if hypotheses and references cannot be compared line by line.

    Source: ours.
    """
    check_parallel(hypotheses, references)
    equal = (
        hypothesis.strip() == reference.strip()
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    )
    return sum(equal) / len(hypotheses)
