import pytest
import torch
import torch.nn.functional as F

from annotated.embeddings import TokenEmbedding, check_tokens


def test_it_equals_a_look_up_times_the_root_of_the_width():
    embedding, tokens = TokenEmbedding(vocab_size=7, d_model=16), torch.tensor([[3, 6]])
    torch.testing.assert_close(embedding(tokens), embedding.weight[tokens] * 4)


def test_gradients_repeat_to_the_last_bit_with_several_threads():
    """Indexing the table adds up a token's gradients in the order threads finish."""
    embedding = TokenEmbedding(vocab_size=5, d_model=128)
    tokens, upstream = torch.randint(5, (64, 16)), torch.randn(64, 16, 128)
    torch.set_num_threads(2)
    grads = []
    for _ in range(30):
        embedding.zero_grad()
        (embedding(tokens) * upstream).sum().backward()
        grads.append(embedding.weight.grad.clone())
    torch.set_num_threads(1)
    assert all(grad.equal(grads[0]) for grad in grads)


def test_vectors_start_at_the_size_of_the_positions():
    embedding = TokenEmbedding(vocab_size=500, d_model=64)
    assert 0.9 < embedding(torch.arange(500)).var() < 1.1


def test_logits_are_dot_products_with_every_vector():
    embedding, x = TokenEmbedding(vocab_size=7, d_model=4), torch.randn(2, 3, 4)
    expected = F.linear(x, embedding.weight)
    torch.testing.assert_close(embedding.logits(x), expected)


def test_table_and_output_are_one_matrix_with_one_gradient():
    embedding = TokenEmbedding(vocab_size=7, d_model=4)
    embedding.logits(embedding(torch.tensor([2]))).sum().backward()
    assert len(list(embedding.parameters())) == 1
    assert (embedding.weight.grad[2] != embedding.weight.grad[3]).any()
    assert (embedding.weight.grad[3] != 0).any()


@pytest.mark.parametrize("wrong", [-1, 7, 100])
def test_ids_outside_the_vocabulary_are_refused_by_value(wrong):
    embedding = TokenEmbedding(vocab_size=7, d_model=4)
    message = rf"token id {wrong} must be from 0 to 6, as vocab_size is 7"
    with pytest.raises(ValueError, match=message):
        embedding(torch.tensor([[1, wrong]]))


def test_no_tokens_are_fine():
    check_tokens(torch.empty(2, 0, dtype=torch.long), 5)


@pytest.mark.parametrize("sizes", [(0, 4), (4, 0)])
def test_empty_sizes_are_refused(sizes):
    with pytest.raises(ValueError, match=rf"vocab_size \({sizes[0]}\) and d_model"):
        TokenEmbedding(vocab_size=sizes[0], d_model=sizes[1])
