import subprocess
import sys

import pytest
import torch
from torch import nn
from torch_twins import copy_layer

from annotated.config import TransformerConfig
from annotated.losses import label_smoothed_loss
from annotated.masks import padding_mask
from annotated.transformer import Transformer

SMALL = dict(d_model=16, num_heads=4, num_layers=2, d_ff=24, dropout=0.0, max_len=32)
BOTH_ORDERS = pytest.mark.parametrize("norm_first", [False, True])


def small(source_vocab_size=11, target_vocab_size=13, **sizes):
    sizes = {**SMALL, **sizes}
    return Transformer(
        TransformerConfig.tiny(source_vocab_size, target_vocab_size, **sizes)
    )


def tokens(*shape, vocab_size=11):
    return torch.randint(3, vocab_size, shape)


def test_logits_have_one_score_for_each_target_token():
    assert small()(tokens(2, 5), tokens(2, 4)).shape == (2, 4, 13)


def torch_twin(model, norm_first):
    """Build torch's whole Transformer from our weights.

    Torch's stacks end in a norm even where each layer has normalised its sum; the
    paper's do not, so there the twin's last norm is taken away.
    """
    config = model.config
    twin = nn.Transformer(
        d_model=config.d_model,
        nhead=config.num_heads,
        num_encoder_layers=config.num_layers,
        num_decoder_layers=config.num_layers,
        dim_feedforward=config.d_ff,
        dropout=0.0,
        batch_first=True,
        norm_first=norm_first,
    )
    for mine, other in zip(model.encoder, twin.encoder.layers, strict=True):
        copy_layer(mine, other)
    for mine, other in zip(model.decoder, twin.decoder.layers, strict=True):
        copy_layer(mine, other)
    if not norm_first:
        twin.encoder.norm = twin.decoder.norm = None
    return twin


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@BOTH_ORDERS
def test_it_equals_torchs_transformer_in_outputs_and_gradients(norm_first):
    model = small(norm_first=norm_first)
    twin = torch_twin(model, norm_first)
    source, target = tokens(2, 6), tokens(2, 4)
    source[1, 4:] = 0
    mask = padding_mask(source, 0)

    logits = model(source, target, mask)
    logits.sin().sum().backward()
    table = model.target_embedding.weight.grad.clone()
    inner = model.encoder[0].self_attention.out_proj.weight.grad.clone()
    model.zero_grad()

    embed = [model.source_embedding, model.target_embedding]
    vectors = [
        model.positions(e(x)) for e, x in zip(embed, (source, target), strict=True)
    ]
    x = twin(
        *vectors,
        tgt_mask=~torch.ones(4, 4, dtype=torch.bool).tril(),
        src_key_padding_mask=~mask,
        memory_key_padding_mask=~mask,
    )
    expected = model.target_embedding.logits(x)
    torch.testing.assert_close(logits, expected)
    expected.sin().sum().backward()
    torch.testing.assert_close(
        table, model.target_embedding.weight.grad, rtol=1e-4, atol=1e-4
    )
    torch.testing.assert_close(
        inner,
        twin.encoder.layers[0].self_attn.out_proj.weight.grad,
        rtol=1e-4,
        atol=1e-4,
    )


@BOTH_ORDERS
def test_future_target_tokens_do_not_change_the_past(norm_first):
    model, source, target = small(norm_first=norm_first), tokens(1, 5), tokens(1, 7)
    changed = target.clone()
    changed[0, 4] = (changed[0, 4] - 2) % 8 + 3
    before, after = model(source, target), model(source, changed)
    assert before[:, :4].equal(after[:, :4])
    assert not before[:, 4:].equal(after[:, 4:])


def test_all_steps_at_once_equal_one_step_at_a_time():
    model, source, target = small(), tokens(2, 5), tokens(2, 6)
    memory = model.encode(source)
    at_once = model.decode(target, memory)
    for seq in range(1, 7):
        step = model.decode(target[:, :seq], memory)
        torch.testing.assert_close(step[:, -1], at_once[:, seq - 1])


def test_a_padded_batch_gives_what_each_sentence_gives_alone():
    model = small()
    sources, target = [tokens(1, 5), tokens(1, 3)], tokens(2, 4)
    batch = torch.zeros(2, 5, dtype=torch.long)
    batch[0], batch[1, :3] = sources[0], sources[1]
    together = model(batch, target, padding_mask(batch, 0))
    for row, source in enumerate(sources):
        torch.testing.assert_close(
            together[row : row + 1], model(source, target[row : row + 1])
        )


def test_an_empty_source_among_others_harms_nobody():
    model = small()
    batch = torch.tensor([[4, 5, 6], [0, 0, 0]])
    target = tokens(2, 4)
    logits = model(batch, target, padding_mask(batch, 0))
    torch.testing.assert_close(logits[:1], model(batch[:1], target[:1]))
    logits.sum().backward()
    assert all(p.grad.isfinite().all() for p in model.parameters())


def test_two_vocabularies_tie_the_targets_two_matrices():
    model = small()
    names = {name for name, _ in model.named_parameters() if "embedding" in name}
    assert names == {"source_embedding.weight", "target_embedding.weight"}


def test_a_shared_vocabulary_ties_all_three():
    model = small(13, 13, shared_vocab=True)
    assert model.source_embedding is model.target_embedding
    loose = small(13, 13)
    count = [sum(p.numel() for p in m.parameters()) for m in (model, loose)]
    assert count[1] - count[0] == 13 * 16


def test_only_normalising_first_needs_a_norm_at_the_end():
    assert isinstance(small().decoder_norm, nn.Identity)
    assert not isinstance(small(norm_first=True).encoder_norm, nn.Identity)


def test_projections_start_as_glorot_and_biases_at_zero():
    model = small()
    for module in model.modules():
        if isinstance(module, nn.Linear):
            bound = (6 / sum(module.weight.shape)) ** 0.5
            assert 0.8 * bound < module.weight.abs().max() <= bound
            assert module.bias is None or (module.bias == 0).all()


def millions(config):
    with torch.device("meta"):
        model = Transformer(config)
    return sum(p.numel() for p in model.parameters()) / 1e6


@pytest.mark.parametrize(
    ("changed", "papers"),
    [
        (dict(num_layers=2), 36 - 65),
        (dict(num_layers=4), 50 - 65),
        (dict(num_layers=8), 80 - 65),
        (dict(d_ff=1024), 53 - 65),
        (dict(d_ff=4096), 90 - 65),
    ],
)
def test_layers_hold_what_the_rows_of_the_papers_table_3_differ_by(changed, papers):
    """Two figures rounded to a million: their difference is right to one."""
    base, other = TransformerConfig.base(), TransformerConfig.base(**changed)
    assert abs((millions(other) - millions(base)) - papers) <= 1


def test_base_and_big_have_nearly_the_papers_sizes():
    """The vocabulary is "about 37,000" there, so no exact figure can be reached."""
    assert millions(TransformerConfig.base()) == pytest.approx(65, rel=0.04)
    assert millions(TransformerConfig.big()) == pytest.approx(213, rel=0.01)


@BOTH_ORDERS
def test_it_can_learn_one_batch_by_heart(norm_first):
    model = small(norm_first=norm_first)
    source, target = tokens(4, 5), tokens(4, 6)
    start = torch.ones(4, 1, dtype=torch.long)
    decoder_input = torch.cat([start, target[:, :-1]], dim=1)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(80):
        logits = model(source, decoder_input)
        loss = label_smoothed_loss(logits, target, pad_id=0, smoothing=0.0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert (logits.argmax(-1) == target).all()


def test_it_compiles_to_one_graph_without_the_shape_hook():
    code = (
        "import torch; from annotated.transformer import Transformer;"
        "from annotated.config import TransformerConfig as C;"
        "m = Transformer(C.tiny(9, 9, d_model=8, num_heads=2, d_ff=8)).eval();"
        "x = torch.tensor([[4, 5]]);"
        "c = torch.compile(m, fullgraph=True, backend='eager');"
        "torch.testing.assert_close(c(x, x), m(x, x))"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_bad_tokens_and_long_sentences_are_refused():
    model = small()
    with pytest.raises(ValueError, match="token id 11 must be from 0 to 10"):
        model(torch.tensor([[11]]), tokens(1, 3))
    with pytest.raises(ValueError, match="token id -1 must be from 0 to 12"):
        model(tokens(1, 3), torch.tensor([[-1]]))
    with pytest.raises(ValueError, match=r"33 tokens must not exceed max_len \(32\)"):
        model(tokens(1, 33), tokens(1, 3))
