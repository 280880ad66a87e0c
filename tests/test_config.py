import dataclasses

import pytest

from annotated.config import Seq2SeqConfig, TransformerConfig


def test_base_is_the_papers_row():
    base = TransformerConfig.base()
    assert (base.num_layers, base.d_model, base.d_ff, base.num_heads) == (
        6,
        512,
        2048,
        8,
    )
    assert (base.dropout, base.shared_vocab, base.norm_first) == (0.1, True, False)


def test_big_is_the_papers_row():
    big = TransformerConfig.big()
    assert (big.num_layers, big.d_model, big.d_ff, big.num_heads) == (6, 1024, 4096, 16)
    assert big.dropout == 0.3


def test_tiny_is_small_and_needs_no_arguments():
    tiny = TransformerConfig.tiny()
    assert (tiny.d_model, tiny.num_heads, tiny.num_layers, tiny.d_ff) == (
        128,
        4,
        2,
        512,
    )
    assert not tiny.shared_vocab


def test_a_size_can_be_changed_by_name():
    assert TransformerConfig.base(num_layers=2).num_layers == 2
    assert TransformerConfig.big(dropout=0.1).dropout == 0.1
    assert TransformerConfig.tiny(10, 12, d_model=64).d_model == 64


def test_a_config_cannot_be_changed_in_place():
    with pytest.raises(dataclasses.FrozenInstanceError):
        TransformerConfig.base().d_model = 1


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        (
            dict(d_model=100, num_heads=8),
            r"num_heads \(8\) must divide d_model \(100\)",
        ),
        (dict(d_model=9, num_heads=3), r"d_model \(9\) must be even"),
        (dict(dropout=1.0), r"dropout \(1.0\) must be at least 0 and below 1"),
        (dict(dropout=-0.1), r"dropout \(-0.1\)"),
        (dict(num_layers=0), r"num_layers \(0\) must be at least 1"),
        (dict(max_len=0), r"max_len \(0\) must be at least 1"),
        (dict(source_vocab_size=0), r"source_vocab_size \(0\) must be at least 1"),
        (dict(d_ff=-4), r"d_ff \(-4\) must be at least 1"),
        (dict(source_vocab_size=9), r"source_vocab_size \(9\) must equal"),
    ],
)
def test_impossible_sizes_are_refused_by_name(sizes, message):
    with pytest.raises(ValueError, match=message):
        TransformerConfig.base(vocab_size=50, **sizes)


def test_the_recurrent_translator_has_the_papers_width_and_one_rival():
    paper = Seq2SeqConfig(source_vocab_size=30_000, target_vocab_size=30_000)
    assert (paper.d_model, paper.attention) == (1000, True)
    tiny = Seq2SeqConfig.tiny(485, 694)
    assert (tiny.source_vocab_size, tiny.target_vocab_size) == (485, 694)
    assert (tiny.d_model, tiny.dropout) == (208, TransformerConfig.tiny().dropout)
    assert not Seq2SeqConfig.tiny(attention=False).attention


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"d_model": 7}, r"d_model \(7\) must be even"),
        ({"d_model": 0}, r"d_model \(0\) must be at least 1"),
        ({"source_vocab_size": 0}, r"source_vocab_size \(0\) must be at least 1"),
        ({"target_vocab_size": -2}, r"target_vocab_size \(-2\) must be at least 1"),
        ({"dropout": 1.0}, r"dropout \(1.0\) must be at least 0 and below 1"),
        ({"dropout": -0.1}, r"dropout \(-0.1\) must be at least 0 and below 1"),
    ],
)
def test_an_impossible_recurrent_translator_is_refused_by_name(sizes, message):
    with pytest.raises(ValueError, match=message):
        Seq2SeqConfig.tiny(**sizes)
