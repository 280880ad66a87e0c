"""The recurrent translator: its attention, its two variants, and that it learns."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from annotated.config import Seq2SeqConfig, TransformerConfig
from annotated.data import BucketedBatches, Example, collate
from annotated.decoding import greedy_decode
from annotated.seq2seq import AdditiveAttention, Seq2Seq
from annotated.tokenizer import CharacterTokenizer, WordTokenizer
from annotated.training import TrainingConfig, train
from annotated.transformer import Transformer
from annotated.world.corpus import make_splits

SPECIAL = dict(pad_id=0, bos_id=1, eos_id=2)
BOTH = pytest.mark.parametrize("attention", [True, False])


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def small(attention: bool = True, **sizes) -> Seq2Seq:
    config = Seq2SeqConfig(
        source_vocab_size=11,
        target_vocab_size=13,
        attention=attention,
        **{"d_model": 8, "dropout": 0.0, **sizes},
    )
    return Seq2Seq(config).eval()


def test_additive_attention_is_the_formula():
    attention = AdditiveAttention(d_query=3, d_key=4, d_hidden=5)
    query, memory = torch.randn(2, 3), torch.randn(2, 6, 4)
    average, weights = attention(query, attention.key_proj(memory), memory)
    (v,) = attention.score.weight
    for row in range(2):
        scores = torch.stack(
            [
                v @ torch.tanh(attention.q_proj(query[row]) + attention.key_proj(key))
                for key in memory[row]
            ]
        )
        assert_close(weights[row], scores.softmax(dim=0))
        assert_close(average[row], weights[row] @ memory[row])


def test_a_hidden_key_has_no_weight_and_no_say():
    attention = AdditiveAttention(d_query=3, d_key=4, d_hidden=5)
    query, memory = torch.randn(2, 3), torch.randn(2, 6, 4)
    mask = torch.tensor([[True] * 6, [True] * 2 + [False] * 4])
    keys = attention.key_proj(memory)
    average, weights = attention(query, keys, memory, mask)
    assert_close(weights.sum(-1), torch.ones(2))
    assert weights[1, 2:].eq(0).all()
    alone, _ = attention(query[1:], keys[1:, :2], memory[1:, :2])
    assert_close(average[1:], alone)


@pytest.mark.parametrize("wrong", ["d_query", "d_key", "d_hidden"])
def test_a_size_below_one_is_refused(wrong):
    sizes = dict(d_query=3, d_key=4, d_hidden=5)
    with pytest.raises(ValueError, match=rf"{wrong} \(0\)"):
        AdditiveAttention(**{**sizes, wrong: 0})


def test_the_readers_equal_torchs_two_way_gru():
    """What the encoder gives at real positions is nn.GRU's on packed sentences."""
    model = small()
    half = model.config.d_model // 2
    reference = nn.GRU(8, half, batch_first=True, bidirectional=True)
    with torch.no_grad():
        for suffix, reader in (
            ("_l0", model.forward_reader),
            ("_l0_reverse", model.backward_reader),
        ):
            for name, proj in (
                ("ih", reader.cell.input_proj),
                ("hh", reader.cell.hidden_proj),
            ):
                getattr(reference, f"weight_{name}{suffix}").copy_(proj.weight)
                getattr(reference, f"bias_{name}{suffix}").copy_(proj.bias)
    source = torch.randint(4, 11, (3, 6))
    lengths = torch.tensor([6, 3, 1])
    mask = torch.arange(6) < lengths[:, None]
    packed = nn.utils.rnn.pack_padded_sequence(
        model.source_embedding(source),
        lengths,
        batch_first=True,
        enforce_sorted=False,
    )
    expected, _ = reference(packed)
    expected, _ = nn.utils.rnn.pad_packed_sequence(expected, batch_first=True)
    assert_close(model.encode(source, mask)[mask], expected[mask], atol=1e-5, rtol=1e-5)


@BOTH
def test_a_sentence_is_translated_alike_alone_and_among_longer_ones(attention):
    model = small(attention)
    source = torch.randint(4, 11, (2, 7))
    mask = torch.tensor([[True] * 7, [True] * 3 + [False] * 4])
    target = torch.randint(4, 13, (2, 5))
    together = model(source, target, mask)
    alone = model(source[1:, :3], target[1:])
    assert together.shape == (2, 5, 13)
    assert_close(together[1:], alone)


@BOTH
def test_later_words_do_not_change_earlier_scores(attention):
    model = small(attention)
    source = torch.randint(4, 11, (2, 4))
    target = torch.randint(4, 13, (2, 6))
    changed = target.clone()
    changed[:, 3:] = (target[:, 3:] - 3) % 9 + 4
    assert torch.equal(model(source, target)[:, :3], model(source, changed)[:, :3])


def test_the_weights_are_one_row_for_each_step_or_none():
    source = torch.randint(4, 11, (2, 4))
    target = torch.randint(4, 13, (2, 6))
    model = small()
    scores, weights = model.write(target, model.encode(source))
    assert len(weights) == 6
    assert_close(torch.stack(weights).sum(-1), torch.ones(6, 2))
    assert torch.equal(scores, model(source, target))
    model = small(attention=False)
    assert model.write(target, model.encode(source))[1] == []


def test_without_attention_all_that_passes_is_one_vector():
    """Two memories that agree where the readers ended give the same scores."""
    model = small(attention=False)
    half = model.config.d_model // 2
    memory, other = torch.randn(2, 1, 6, 8)
    other[:, -1, :half] = memory[:, -1, :half]
    other[:, 0, half:] = memory[:, 0, half:]
    target = torch.randint(4, 13, (1, 5))
    assert torch.equal(model.decode(target, memory), model.decode(target, other))
    with_attention = small()
    assert not torch.allclose(
        with_attention.decode(target, memory), with_attention.decode(target, other)
    )


def test_a_token_that_no_table_has_is_refused():
    model = small()
    with pytest.raises(ValueError, match="token id 11 must be from 0 to 10"):
        model.encode(torch.tensor([[11]]))
    with pytest.raises(ValueError, match="token id 13 must be from 0 to 12"):
        model(torch.tensor([[4]]), torch.tensor([[13]]))


@BOTH
@pytest.mark.slow
def test_it_learns_one_batch_by_heart_and_writes_it(attention):
    examples = [
        Example([4, 5, 6], [7, 8]),
        Example([6, 5, 4], [8, 7, 9]),
        Example([5], [10]),
        Example([5, 5, 5, 6], [9, 9]),
    ]
    data = BucketedBatches(examples, batch_tokens=64, **SPECIAL)
    model = small(attention, d_model=32)
    settings = TrainingConfig(num_updates=200, warmup_steps=20, label_smoothing=0.0)
    losses = train(model, data, settings, progress=False)
    assert losses[-1] < 0.1 < losses[0]
    batch = collate(examples, **SPECIAL)
    written = greedy_decode(
        model, batch.source, batch.source_mask, bos_id=1, eos_id=2, max_len=5
    )
    assert written == [example.target for example in examples]


def test_it_races_the_transformer_with_as_many_parameters():
    """On the book's world, within 5 %."""
    splits = make_splits(num_train=20_000, num_valid=500, num_test=500, seed=0)
    sizes = (
        CharacterTokenizer.train(pair.chinese for pair in splits.train).vocab_size,
        WordTokenizer.train(pair.english for pair in splits.train).vocab_size,
    )

    def count(model: nn.Module) -> int:
        return sum(weights.numel() for weights in model.parameters())

    transformer = count(Transformer(TransformerConfig.tiny(*sizes)))
    recurrent = count(Seq2Seq(Seq2SeqConfig.tiny(*sizes)))
    assert abs(recurrent / transformer - 1) < 0.05
