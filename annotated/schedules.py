"""Say how large each step of training may be.

Vaswani et al. (2017), §5.3.
"""


def warmup_inverse_sqrt(step: int, *, d_model: int, warmup_steps: int) -> float:
    """Raise the learning rate evenly, then let it fall with the root of the step.

    d_model^−0.5 · min(step^−0.5, step · warmup_steps^−1.5)

    Args:
        step: which update this is, counted from 1.

    Raises:
        ValueError: if step, d_model or warmup_steps is below 1.

    Source: Vaswani et al. (2017), §5.3, eq. 3.
    """
    if min(step, d_model, warmup_steps) < 1:
        raise ValueError(
            f"step ({step}), d_model ({d_model}) and warmup_steps ({warmup_steps}) "
            f"must be at least 1: the first update is step 1"
        )
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
