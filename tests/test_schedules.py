import pytest

from annotated.schedules import warmup_inverse_sqrt


def rate(step):
    return warmup_inverse_sqrt(step, d_model=512, warmup_steps=4000)


def test_the_papers_rates_by_hand():
    assert rate(1) == pytest.approx(1.7469e-07, rel=1e-4)
    assert rate(4000) == pytest.approx(6.9877e-04, rel=1e-4)


def test_it_rises_evenly_then_falls_with_the_root():
    assert rate(2000) == pytest.approx(2 * rate(1000))
    assert rate(16_000) == pytest.approx(rate(4000) / 2)
    assert max(range(1, 10_000), key=rate) == 4000


@pytest.mark.parametrize("wrong", ["step", "d_model", "warmup_steps"])
def test_zero_is_refused(wrong):
    arguments = {**dict(step=1, d_model=512, warmup_steps=4000), wrong: 0}
    with pytest.raises(ValueError, match=rf"{wrong} \(0\)"):
        warmup_inverse_sqrt(**arguments)
