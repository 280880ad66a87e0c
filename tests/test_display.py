"""Listings and figures."""

import re
import sys

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib import font_manager

from annotated import attention, display, masks
from annotated.attention import MultiHeadAttention, scaled_dot_product_attention
from annotated.display import (
    attention_map,
    figure_style,
    show_source,
)

mpl.use("Agg")
WORDS = ["it", "is", "<late>"]
WEIGHTS = torch.tensor([[0.5, 0.25, 0.25], [0.0, 0.6, 0.4], [0.0, 0.0, 0.0]])


def markdown(obj, step=None):
    return show_source(obj, step)._repr_markdown_()


def test_a_listing_is_the_text_of_the_file():
    text = markdown(scaled_dot_product_attention)
    assert text.startswith("**`annotated/attention.py`** · `scaled_dot_product_att")
    code = re.search("```python\n(.*)\n```$", text, re.DOTALL)[1]
    with open(attention.__file__, encoding="utf-8") as file:
        assert code in file.read()


def test_a_method_is_shown_without_its_indentation():
    text = markdown(MultiHeadAttention.forward)
    assert "`MultiHeadAttention.forward`" in text
    assert "\ndef forward(\n" in text


def test_a_module_is_shown_whole():
    text = markdown(masks)
    assert text.startswith("**`annotated/masks.py`**\n")
    assert '"""Say who may look at whom' in text


def test_a_step_ends_where_the_next_begins():
    text = markdown(scaled_dot_product_attention, step=3)
    name = "scaled_dot_product_attention"
    assert text.startswith(f"**`annotated/attention.py`** · `{name}`, step 3\n")
    assert "\n# (3) " in text
    assert "# (4)" not in text
    assert "softmax(dim=-1)" in text


def test_the_last_step_ends_with_the_function():
    text = markdown(MultiHeadAttention, step=3)
    assert text.rstrip("`\n").endswith("return self.out_proj(together), weights")


def test_steps_of_another_depth_do_not_end_a_step(tmp_path, monkeypatch):
    code = (
        "def f(x):\n    # (1) One.\n    if x:\n        # (2) Deeper.\n"
        "        x = 2\n    y = 3\n\n    # (3) Three.\n    return y\n\n\n"
        'def g():\n    """```"""\n    # (1) One.\n\n\n'
        "class C:\n    def a(self):\n        # (1) One.\n        return 1\n\n"
        "    def b(self):\n        # (1) One.\n        return 2\n\n"
        "    @property\n    def p(self):\n        return 3\n"
    )
    (tmp_path / "stepped.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import stepped  # noqa: PLC0415  # pyright: ignore

    try:
        assert markdown(stepped.f, 1).endswith("    x = 2\ny = 3\n```")
        assert markdown(stepped.f, 2).endswith("# (2) Deeper.\nx = 2\n```")
        assert "````python\n" in markdown(stepped.g)
        assert "`C.p`" in markdown(stepped.C.p)
        with pytest.raises(ValueError, match="stand once"):
            show_source(stepped.C, 1)
    finally:
        del sys.modules["stepped"]


def test_an_unknown_step_names_those_there_are():
    with pytest.raises(ValueError, match=r"step \(9\) must be one of.*1, 2, 3, 4, 5"):
        show_source(scaled_dot_product_attention, step=9)


def test_what_has_no_source_is_refused():
    with pytest.raises(ValueError, match="must be a function, class"):
        show_source(len)


def test_a_map_holds_the_weights_and_their_numbers():
    axes = attention_map(WEIGHTS, WORDS, WORDS, title="t")
    shown = torch.tensor(axes.images[0].get_array().data)
    torch.testing.assert_close(shown, WEIGHTS.double())
    assert [text.get_text() for text in axes.texts][:4] == [
        "0.50",
        "0.25",
        "0.25",
        "0.00",
    ]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == WORDS
    plt.close(axes.figure)


def test_a_map_refuses_tokens_that_do_not_fit():
    with pytest.raises(ValueError, match=r"keys \(2 tokens\).*\(3\)"):
        attention_map(WEIGHTS, WORDS, WORDS[:2])


def test_chinese_tokens_without_a_font_are_a_clear_error(monkeypatch):
    monkeypatch.setattr(font_manager.fontManager, "ttflist", [])
    with pytest.raises(ValueError, match=r"猫追狗.*install one.*attention_view"):
        attention_map(WEIGHTS, list("猫追狗"), WORDS)


def test_chinese_tokens_are_drawn_where_a_font_is_installed():
    installed = {font.name for font in font_manager.fontManager.ttflist}
    if not installed & set(display.CHINESE_FONTS):
        pytest.skip("no Chinese font here")
    # A missing glyph is a warning, and warnings are errors.
    axes = attention_map(torch.eye(6), list("明天会更好！"), list("明天会更好！"))
    axes.figure.canvas.draw()
    plt.close(axes.figure)


def test_the_figure_style_ends_with_its_block():
    before = mpl.rcParams["font.size"]
    with figure_style():
        assert mpl.rcParams["font.size"] / mpl.rcParams["figure.figsize"][0] >= 11 / 7
        figure, axes = plt.subplots()
        lines = [axes.plot([0, i])[0] for i in range(6)]
    assert len({line.get_color() for line in lines}) == 6
    assert len({str(line.get_linestyle()) for line in lines}) >= 4
    assert mpl.rcParams["font.size"] == before
    plt.close(figure)
