"""Copy our layers' weights into torch's, for the tests of parity.

Torch's attention has biases and ours has none, so there they become zero.
"""

import torch
from torch import nn

from annotated.attention import MultiHeadAttention
from annotated.layers import DecoderLayer, EncoderLayer


@torch.no_grad()
def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    projections = ours.q_proj, ours.k_proj, ours.v_proj
    theirs.in_proj_weight.copy_(torch.cat([p.weight for p in projections]))
    theirs.in_proj_bias.zero_()
    theirs.out_proj.weight.copy_(ours.out_proj.weight)
    theirs.out_proj.bias.zero_()


@torch.no_grad()
def copy_layer(ours: EncoderLayer | DecoderLayer, theirs: nn.Module) -> None:
    """Copy attention, feed-forward network and norms."""
    copy_attention(ours.self_attention, theirs.self_attn)
    residuals = [ours.around_feed_forward]
    if isinstance(ours, DecoderLayer):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
        residuals[:0] = [ours.around_self_attention, ours.around_cross_attention]
    else:
        residuals[:0] = [ours.around_attention]
    for number, residual in enumerate(residuals, start=1):
        nn.init.normal_(residual.norm.weight)
        nn.init.normal_(residual.norm.bias)
        getattr(theirs, f"norm{number}").load_state_dict(residual.norm.state_dict())
    theirs.linear1.load_state_dict(ours.feed_forward.widen.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.narrow.state_dict())
