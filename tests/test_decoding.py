import pytest
import torch

from annotated.config import TransformerConfig
from annotated.decoding import greedy_decode
from annotated.masks import padding_mask
from annotated.transformer import Transformer

IDS = dict(bos_id=1, eos_id=2)


@pytest.fixture
def model():
    return Transformer(TransformerConfig.tiny(12, 12, d_model=16, d_ff=16, dropout=0.5))


class Scripted(Transformer):
    """Write for each sentence the tokens that its source lists, one a step."""

    def decode(self, decoder_input, memory, source_mask=None, target_mask=None):
        assert (decoder_input[:, 0] == 1).all()
        step = decoder_input.size(1) - 1
        logits = torch.zeros(*decoder_input.shape, 12)
        wanted = self.script[:, min(step, self.script.size(1) - 1)]
        logits[range(len(wanted)), -1, wanted] = 1.0
        return logits


@pytest.fixture
def scripted():
    model = Scripted(TransformerConfig.tiny(12, 12, d_model=16, d_ff=16))
    model.script = torch.tensor([[5, 6, 2, 9, 9], [7, 7, 7, 7, 2], [2, 8, 8, 8, 8]])
    return model


def test_each_sentence_ends_at_its_first_eos(scripted):
    source = torch.full((3, 2), 4)
    written = greedy_decode(scripted, source, **IDS, max_len=10)
    assert written == [[5, 6], [7, 7, 7, 7], []]


def test_it_stops_at_max_len(scripted):
    source = torch.full((3, 2), 4)
    written = greedy_decode(scripted, source, **IDS, max_len=3)
    assert written == [[5, 6], [7, 7, 7], []]


def test_each_token_is_the_best_after_those_before(model):
    source = torch.tensor([[4, 5, 6]])
    (written,) = greedy_decode(model, source, **IDS, max_len=8)
    model.eval()
    prefix = [1]
    for token in [*written, 2][:8]:
        logits = model(source, torch.tensor([prefix]))
        assert logits[0, -1].argmax() == token
        prefix.append(token)


def test_a_batch_gives_what_each_sentence_gives_alone(model):
    sources = [[4, 5, 6, 7, 8], [9, 4], [3]]
    batch = torch.tensor([[*row, *[0] * (5 - len(row))] for row in sources])
    together = greedy_decode(model, batch, padding_mask(batch, 0), **IDS, max_len=8)
    alone = [
        greedy_decode(model, torch.tensor([row]), **IDS, max_len=8)[0]
        for row in sources
    ]
    assert together == alone


def test_training_mode_is_left_as_it_was_and_dropout_is_off_meanwhile(model):
    source = torch.tensor([[4, 5, 6]])
    model.train()
    runs = [greedy_decode(model, source, **IDS, max_len=8) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert model.training
    model.eval()
    greedy_decode(model, source, **IDS, max_len=2)
    assert not model.training


def test_nothing_to_do_is_refused(model):
    with pytest.raises(ValueError, match=r"max_len \(0\)"):
        greedy_decode(model, torch.tensor([[4]]), **IDS, max_len=0)
    with pytest.raises(ValueError, match=r"sources \(0\)"):
        empty = torch.empty(0, 3, dtype=torch.long)
        greedy_decode(model, empty, **IDS, max_len=3)
