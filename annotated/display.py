"""What a chapter shows: the package's own source, and where attention looks.

Axes: query, positions that ask; key, positions that are asked.
"""

import inspect
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from jaxtyping import Float
from matplotlib import font_manager
from matplotlib.axes import Axes
from torch import Tensor

from annotated.attention_view import attention_view, checked_weights

__all__ = ["attention_map", "attention_view", "figure_style", "show_source"]

# Okabe and Ito's colours: told apart with any kind of colour vision.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
CHINESE_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC"),
    *("Source Han Sans CN", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "PingFang SC"),
    *("Hiragino Sans GB", "Heiti SC", "Microsoft YaHei", "SimHei"),
)


@dataclass(frozen=True)
class Source:
    """Hold a piece of the package's text, and show it as a listing.

    Source: ours.
    """

    file: str
    name: str
    code: str
    step: int | None = None

    def __repr__(self) -> str:
        return f"<source of {self.name or self.file}{self._which()}>"

    def _which(self) -> str:
        return "" if self.step is None else f", step {self.step}"

    def _repr_markdown_(self) -> str:
        ticks = [len(run) for run in re.findall("`{3,}", self.code)]
        fence = "`" * (max(ticks, default=2) + 1)
        name = f" · `{self.name}`" if self.name else ""
        head = f"**`{self.file}`**{name}{self._which()}"
        return f"{head}\n\n{fence}python\n{self.code}\n{fence}"


def _step_lines(code: str, step: int, name: str) -> str:
    """Cut one numbered step out of a function's text."""
    lines = code.splitlines()
    found = [(i, re.match(r"( *)# \((\d+)\)", line)) for i, line in enumerate(lines)]
    heads = [(i, len(m[1]), int(m[2])) for i, m in found if m]
    starts = [(i, indent) for i, indent, number in heads if number == step]
    if len(starts) != 1:
        there = ", ".join(str(number) for _, _, number in heads) or "none"
        why = "be one of the steps" if not starts else "stand once; name the method:"
        raise ValueError(f"step ({step}) must {why} of {name}: {there}")
    start, indent = starts[0]

    # The step ends at the next number, or where its block does.
    end = start + 1
    while end < len(lines):
        line = lines[end]
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            break
        if (end, indent) in [(i, depth) for i, depth, _ in heads]:
            break
        end += 1
    return textwrap.dedent("\n".join(lines[start:end])).rstrip()


def show_source(
    obj: ModuleType | type | property | Callable[..., object], step: int | None = None
) -> Source:
    """Show the text of a function, class, method or module, as it is in the package.

    Args:
        step: print only the lines under the comment with this number, `# (2)`.

    Raises:
        ValueError: if `obj` has no text of its own, or no such step.

    Source: ours.
    """
    target: Any = obj.fget if isinstance(obj, property) else obj
    target = inspect.unwrap(target)
    try:
        code = textwrap.dedent(inspect.getsource(target)).rstrip()
    except (OSError, TypeError) as error:
        raise ValueError(
            f"obj ({obj!r}) must be a function, class, method or module with a "
            "Python source file"
        ) from error
    is_module = isinstance(target, ModuleType)
    module = target.__name__ if is_module else target.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    file = module.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    name = "" if is_module else target.__qualname__
    file = "this notebook" if module == "__main__" else file
    if step is not None:
        code = _step_lines(code, step, name or file)
    return Source(file, name, code, step)


def figure_style() -> AbstractContextManager[None]:
    """Give the figures drawn inside `with figure_style():` the look of the book.

    Text stays readable on a phone, colours differ for every kind of colour vision
    and lines also differ in their dashes. The white ground suits dark pages too.

    Source: ours.
    """
    dashes = ["-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1))]
    look: dict[Any, object] = {
        **{"figure.figsize": (6.4, 4.0), "figure.dpi": 120, "font.size": 13},
        **{"axes.titlesize": 14, "axes.labelsize": 13, "legend.fontsize": 12},
        **{"xtick.labelsize": 12, "ytick.labelsize": 12, "lines.linewidth": 2.2},
        **{"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True},
        **{"grid.color": "#d9dee3", "grid.linewidth": 0.8, "axes.axisbelow": True},
        **{"axes.edgecolor": "#57606a", "text.color": "#1b1f24"},
        **{"figure.facecolor": "white", "axes.facecolor": "white"},
        **{"savefig.facecolor": "white", "legend.frameon": False},
        **{"figure.constrained_layout.use": True, "svg.hashsalt": "annotated"},
        **{"svg.fonttype": "none", "axes.titlelocation": "left"},
        "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=dashes),
    }
    return mpl.rc_context(look)


def _font_families(tokens: Sequence[str]) -> list[str]:
    """Name the fonts that can draw these tokens."""
    wide = [c for t in tokens for c in t if unicodedata.east_asian_width(c) in "WF"]
    if not wide:
        return ["DejaVu Sans"]
    installed = {font.name for font in font_manager.fontManager.ttflist}
    fonts = [name for name in CHINESE_FONTS if name in installed]
    if not fonts:
        raise ValueError(
            f"tokens ({''.join(wide[:8])}) must have a font that draws Chinese: "
            "install one (fonts-noto-cjk on Debian), or call attention_view, "
            "which uses the browser's"
        )
    return ["DejaVu Sans", fonts[0]]


def attention_map(
    weights: Float[Tensor, "query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the weights as a map: a row for each query, a column for each key.

    Raises:
        ValueError: if tokens and weights do not fit, or no font draws the tokens.

    Source: ours.
    """
    table = checked_weights(weights, queries, keys)[0]
    families = _font_families([*queries, *keys])
    if ax is None:
        _, ax = plt.subplots()
    ax.imshow(table, cmap="YlOrBr", vmin=0, vmax=1, aspect="auto")
    ax.set_xticks(range(len(keys)), keys, fontfamily=families)
    ax.set_yticks(range(len(queries)), queries, fontfamily=families)
    if sum(map(len, keys)) > 40:
        plt.setp(ax.get_xticklabels(), rotation=45, ha="right", rotation_mode="anchor")
    ax.set(xlabel="key", ylabel="query", title=title or "")
    ax.grid(False)

    # Numbers only where they have room to be read.
    if max(len(queries), len(keys)) <= 10:
        for i, row in enumerate(table):
            for j, weight in enumerate(row):
                ink = "white" if weight > 0.72 else "#1b1f24"
                ax.text(j, i, f"{weight:.2f}", ha="center", va="center", color=ink)
    return ax
