"""BLEU is sacrebleu's, of a whole corpus, and its arguments cannot be swapped."""

import math

import pytest
import sacrebleu

from annotated.evaluation import BleuScore, corpus_bleu, exact_match

# Of the first sentence 4, 3, 2 and 1 n-grams match, of 5, 4, 3 and 2.
FOUR_OF_FIVE = ("a b c d f", "a b c d e")
PERFECT = ("a b c d", "a b c d")


def score(*pairs, **options):
    hypotheses, references = zip(*pairs, strict=True)
    return corpus_bleu(
        hypotheses=list(hypotheses), references=list(references), **options
    ).score


# Parity.


@pytest.mark.parametrize("tokenize", ["13a", "zh", "char"])
def test_the_score_is_the_standard_scorers(tokenize):
    hypotheses = ["The cat sat on the mat.", "明天 会 更 好。", "Click OK, then close."]
    references = [
        "A cat sat on the mat.",
        "明天 会 很 好。",
        "Click OK and then close.",
    ]
    ours = corpus_bleu(hypotheses=hypotheses, references=references, tokenize=tokenize)
    theirs = sacrebleu.corpus_bleu(hypotheses, [references], tokenize=tokenize)
    assert ours.score == theirs.score
    assert f"tok:{tokenize}" in ours.signature
    assert f"version:{sacrebleu.__version__}" in ours.signature


# Hand examples.


def test_a_perfect_translation_scores_100():
    assert score(PERFECT) == pytest.approx(100)


def test_the_score_is_the_geometric_mean_of_the_four_precisions():
    expected = 100 * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25
    assert score(FOUR_OF_FIVE) == pytest.approx(expected)
    assert expected == pytest.approx(66.874, abs=1e-3)


def test_counts_are_summed_over_the_corpus_not_scores_averaged():
    expected = 100 * (8 / 9 * 6 / 7 * 4 / 5 * 2 / 3) ** 0.25
    assert score(FOUR_OF_FIVE, PERFECT) == pytest.approx(expected)
    assert expected < (score(FOUR_OF_FIVE) + score(PERFECT)) / 2


def test_a_short_translation_pays_the_brevity_penalty():
    assert score(("a b c d", "a b c d e")) == pytest.approx(100 * math.exp(1 - 5 / 4))


def test_swapped_arguments_differ():
    assert score(("a b c d", "a b c d e")) > score(("a b c d e", "a b c d")) + 10


def test_capital_letters_count():
    assert score(("A b c d e f", "a b c d e f")) < score(PERFECT)


def test_nothing_in_common_scores_zero():
    assert score(("x y z w", "a b c d")) == 0


def test_the_printed_score_carries_its_signature():
    shown = str(corpus_bleu(hypotheses=["a b c d"], references=["a b c d"]))
    assert shown.startswith("BLEU 100.0 (nrefs:1|")
    assert str(BleuScore(score=12.34, signature="sig")) == "BLEU 12.3 (sig)"


def test_exact_match_counts_equal_sentences():
    hypotheses = ["a b", "a  b", "A b", " a b "]
    assert exact_match(hypotheses=hypotheses, references=["a b"] * 4) == 0.5


# Errors.


@pytest.mark.parametrize("measure", [corpus_bleu, exact_match])
def test_arguments_without_names_are_refused(measure):
    with pytest.raises(TypeError):
        measure(["a"], ["a"])


@pytest.mark.parametrize("measure", [corpus_bleu, exact_match])
@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        ("a b", ["a b"], "hypotheses ('a b') must be a list"),
        (["a b"], "a b", "references ('a b') must be a list"),
        (["a", "b"], ["a"], "hypotheses (2) must be as many as references (1)"),
        ([], [], "hypotheses (0) must hold at least one"),
    ],
)
def test_what_cannot_be_compared_is_refused(measure, hypotheses, references, message):
    with pytest.raises(ValueError) as error:
        measure(hypotheses=hypotheses, references=references)
    assert message in str(error.value)
