"""Let every position look at every other: scaled dot-product and multi-head attention.

Vaswani et al. (2017), §3.2.

Axes: batch, any number of leading axes; query, positions that ask; key, positions
that are asked, each with one key and one value; d_k, width of queries and keys; d_v,
width of values; heads; d_model, width of what goes in and comes out.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import torch.nn.functional as F
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor, finfo, nn

from annotated.masks import check_head_mask, check_mask


def scaled_dot_product_attention(
    query: Float[Tensor, "*batch query d_k"],
    key: Float[Tensor, "*batch key d_k"],
    value: Float[Tensor, "*batch key d_v"],
    mask: Bool[Tensor, "*#batch #query key"] | None = None,
) -> tuple[Float[Tensor, "*batch query d_v"], Float[Tensor, "*batch query key"]]:
    """Average the values, weighing each by how well its key answers the query.

    softmax(Q Kᵀ / √d_k) V

    Args:
        mask: True where a query may look at a key; shape (query, key), or more axes
            that stretch over the batch.

    Returns:
        The averages, and the weights. Each row of weights sums to 1; the row of a
        query that may look at nothing is all zeros, and so is its average.

    Raises:
        ValueError: if the mask is not boolean or does not fit (query, key).

    Source: Vaswani et al. (2017), §3.2.1, eq. 1.
    """
    # (1) Score every key against every query. A sum of d_k random products has
    # variance d_k; dividing by √d_k keeps softmax away from its flat ends.
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))

    # (2) Hide keys: the lowest number there is before softmax is weight 0 after it.
    # (The paper's −∞ would turn a row with nothing to see into NaN.)
    if mask is not None:
        check_mask(mask, scores.shape)
        scores = scores.masked_fill(~mask, finfo(scores.dtype).min)

    # (3) Turn each query's scores into weights that sum to 1.
    weights = scores.softmax(dim=-1)

    # (4) A row with nothing to see came out even; its true weights are none.
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)

    # (5) Average the values with the weights.
    return weights @ value, weights


class MultiHeadAttention(nn.Module):
    """Attend several times at once, each head in its own narrow subspace.

    Concat(head_1 … head_h) W_O,  head_i = Attention(Q W_Q_i, K W_K_i, V W_V_i)

    Without a wish for the weights it runs PyTorch's fused kernel, which gives the
    same output and never holds the weights in memory.

    Args:
        d_k, d_v: width of one head's keys and values; d_model / num_heads if not given.
        bias: add a bias to each projection. The paper's equations have none.

    Raises:
        ValueError: if a size is not positive, or if num_heads does not divide d_model
            and d_k or d_v is not given.

    Source: Vaswani et al. (2017), §3.2.2.
    """

    def __init__(
        self,
        *,
        d_model: int,
        num_heads: int,
        d_k: int | None = None,
        d_v: int | None = None,
        bias: bool = False,
    ) -> None:
        super().__init__()
        if min(d_model, num_heads) < 1:
            raise ValueError(
                f"d_model ({d_model}) and num_heads ({num_heads}) must be at least 1"
            )
        if None in (d_k, d_v) and d_model % num_heads:
            raise ValueError(
                f"num_heads ({num_heads}) must divide d_model ({d_model}), or give "
                f"both d_k and d_v"
            )
        self.num_heads = num_heads
        self.d_k = d_k or d_model // num_heads
        self.d_v = d_v or d_model // num_heads

        # One wide matrix holds the narrow ones of all heads, side by side.
        self.q_proj = nn.Linear(d_model, num_heads * self.d_k, bias=bias)
        self.k_proj = nn.Linear(d_model, num_heads * self.d_k, bias=bias)
        self.v_proj = nn.Linear(d_model, num_heads * self.d_v, bias=bias)
        self.out_proj = nn.Linear(num_heads * self.d_v, d_model, bias=bias)

    def split_heads(
        self, x: Float[Tensor, "batch seq heads_x_width"]
    ) -> Float[Tensor, "batch heads seq width"]:
        """Give each head its own slice of every vector.

        Source: Vaswani et al. (2017), §3.2.2.
        """
        return rearrange(
            x, "batch seq (heads width) -> batch heads seq width", heads=self.num_heads
        )

    def forward(
        self,
        query: Float[Tensor, "batch query d_model"],
        key: Float[Tensor, "batch key d_model"],
        value: Float[Tensor, "batch key d_model"],
        mask: Bool[Tensor, "*stretched #query key"] | None = None,
        need_weights: bool = False,
    ) -> tuple[
        Float[Tensor, "batch query d_model"],
        Float[Tensor, "batch heads query key"] | None,
    ]:
        """Attend in every head, and mix what the heads found.

        Args:
            mask: True where a query may look at a key; shape (query, key), or four
                axes that stretch over (batch, heads, query, key).
            need_weights: also return every head's weights, by the explicit formula.

        Raises:
            ValueError: if the mask is not boolean or does not fit.

        Source: Vaswani et al. (2017), §3.2.2.
        """
        # (1) Project, then split: every head sees each word from its own side.
        q = self.split_heads(self.q_proj(query))
        k = self.split_heads(self.k_proj(key))
        v = self.split_heads(self.v_proj(value))
        if mask is not None:
            check_head_mask(mask, (*q.shape[:-1], k.size(-2)))

        # (2) Attend. All heads at once: to the formula they are one more batch axis.
        if need_weights:
            heads, weights = scaled_dot_product_attention(q, k, v, mask)
        else:
            heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
            weights = None

        # (3) Put the heads' answers side by side again, and mix them.
        together = rearrange(heads, "batch heads seq width -> batch seq (heads width)")
        return self.out_proj(together), weights


@contextmanager
def record_attention(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Collect the weights of every attention inside a model while it runs.

    Inside the `with` block each call of a MultiHeadAttention leaves its weights,
    (batch, heads, query, key), under the name it has in the model; a later call of
    the same attention replaces those of an earlier one.

    Source: ours.
    """
    weights: dict[str, Tensor] = {}
    hooks = []

    def ask(_module: nn.Module, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        return args, {**kwargs, "need_weights": True}

    for name, module in model.named_modules():
        if isinstance(module, MultiHeadAttention):

            def keep(_module, _args, outputs, name=name) -> None:
                weights[name] = outputs[1].detach()

            hooks.append(module.register_forward_pre_hook(ask, with_kwargs=True))
            hooks.append(module.register_forward_hook(keep))
    try:
        yield weights
    finally:
        for hook in hooks:
            hook.remove()
