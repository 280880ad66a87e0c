"""A page fragment that shows where each token looks: choose a query, see its keys.

Axes: heads (or layers, or steps); query, positions that ask; key, positions that are
asked.
"""

import hashlib
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from jaxtyping import Float
from torch import Tensor

DARK = (
    "--card:#1b1f24;--text:#f0f3f6;--soft:#b1bac4;--line:#444c56;--hot:#0d1117;"
    "--pick:#8cc8ff;--on:#0d1117;color-scheme:dark"
)
# Weights in thousandths, a row for each query.
Table = Sequence[Sequence[int]]

# In thousandths: from here up the shade wants dark text on a dark page as well.
DARK_TEXT_FROM = 550


def checked_weights(
    weights: Tensor, queries: Sequence[str], keys: Sequence[str]
) -> list[list[list[float]]]:
    """Return the weights as lists, a table per head, if they fit the tokens.

    Raises:
        ValueError: if the weights are no table of weights, or have other tokens.

    Source: ours.
    """
    if weights.dim() not in (2, 3) or not weights.numel():
        raise ValueError(
            f"weights ({tuple(weights.shape)}) must have the axes (query, key) or "
            "(heads, query, key), none empty: pick one sentence of the batch"
        )
    for name, tokens, size in zip(
        ("queries", "keys"), (queries, keys), weights.shape[-2:], strict=True
    ):
        if isinstance(tokens, str):
            raise ValueError(f"{name} ({tokens!r}) must be a list of tokens: split it")
        if len(tokens) != size:
            raise ValueError(
                f"{name} ({len(tokens)} tokens) must be as many as the weights have "
                f"({size})"
            )
    numbers = weights.detach().cpu().double()
    low, high = numbers.min().item(), numbers.max().item()
    if not (low >= -1e-6 and high <= 1 + 1e-3):
        raise ValueError(
            f"weights (from {low:.4g} to {high:.4g}) must lie between 0 and 1: "
            "give the weights after the softmax"
        )
    return numbers.reshape(-1, *weights.shape[-2:]).tolist()


@dataclass(frozen=True)
class AttentionView:
    """Hold a page fragment that shows where each query looks; it needs no kernel.

    Source: ours.
    """

    page: str
    summary: str

    def __repr__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        return self.page


def _looks_at(query: str, keys: Sequence[str], row: Sequence[int]) -> str:
    """Say in words which keys weigh most. The script in the template says the same."""
    best = sorted((-w, j) for j, w in enumerate(row) if w)[:3]
    seen = ", ".join(f"{keys[j]} {-w / 1000:.2f}" for w, j in best)
    return f"{query} looks at {seen or 'nothing'}"


def _first_state(
    name: str, queries: Sequence[str], keys: Sequence[str], table: Table, start: int
) -> dict[str, str]:
    """Draw what stands on the page before the script runs, piece by piece."""
    q, k = ([html.escape(token) for token in tokens] for tokens in (queries, keys))
    chips = "".join(
        f'<label><input type="radio" name="{name}"{" checked" * (i == start)}>'
        f"<span>{token}</span></label>"
        for i, token in enumerate(q)
    )
    shades = "".join(
        f'<li{" class=hot" * (w >= DARK_TEXT_FROM)} style="--w:{w / 1000:g}">'
        f"<b>{token}</b><i>{w / 1000:.2f}</i></li>"
        for token, w in zip(k, table[start], strict=True)
    )
    rows = "".join(
        f'<tr><th scope="row">{token}</th>'
        + "".join(f"<td>{w / 1000:.3f}</td>" for w in row)
        + "</tr>"
        for token, row in zip(q, table, strict=True)
    )
    return {
        "queries": chips,
        "keys": shades,
        "rows": rows,
        "columns": "".join(f'<th scope="col">{token}</th>' for token in k),
        "say": html.escape(_looks_at(queries[start], keys, table[start])),
    }


def _slider(axis: str, count: int) -> str:
    """Draw a native slider over several heads, hidden until the script can move it."""
    if count == 1:
        return ""
    label = html.escape(axis)
    return (
        f'<div class="slide" hidden><output>{label} 1 of {count}</output>'
        f'<input type="range" min="1" max="{count}" value="1" aria-label="{label}"'
        f' data-name="{label}"></div><noscript><p>{label} 1 of {count}</p></noscript>'
    )


def _paragraph(css: str, text: str | None) -> str:
    return f'<p class="{css}">{html.escape(text)}</p>' if text else ""


def _fill(
    name: str, title: str | None, whole: Sequence[Table], pieces: dict[str, str]
) -> str:
    """Put the pieces and the data into the template."""
    template = files("annotated").joinpath("attention_view.html")
    return Template(template.read_text(encoding="utf-8")).substitute(
        pieces,
        id=name,
        label=html.escape(title or "Attention weights"),
        dark=DARK,
        flip=DARK_TEXT_FROM,
        data=json.dumps(whole, separators=(",", ":")),
    )


def attention_view(
    weights: Float[Tensor, "*heads query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    *,
    title: str | None = None,
    note: str | None = None,
    start: int = 0,
    axis: str = "head",
) -> AttentionView:
    """Show the tokens; choosing a query shades the keys by their weights.

    Works in the book, in Colab and with the network cut. A third axis of the weights
    becomes a slider.

    Args:
        start: place of the query that is chosen at first.
        axis: what the slider moves over: "head", "layer" or "step".

    Raises:
        ValueError: if tokens and weights do not fit, or `start` is no query.

    Source: ours.
    """
    tables = checked_weights(weights, queries, keys)
    if not 0 <= start < len(queries):
        raise ValueError(f"start ({start}) must be from 0 to {len(queries) - 1}")

    # (1) Thousandths are exact in text, so the stored page compares to the letter.
    whole = [[[round(1000 * w) for w in row] for row in table] for table in tables]
    content = [whole, list(queries), list(keys), title, note, start, axis]
    name = "av-" + hashlib.sha256(json.dumps(content).encode()).hexdigest()[:10]

    # (2) Draw the first state as plain HTML: it stands even where scripts do not run.
    pieces = _first_state(name, queries, keys, whole[0], start) | {
        "title": _paragraph("title", title),
        "note": _paragraph("note", note),
        "slider": _slider(axis, len(whole)),
    }
    heads = f"{len(whole)} {axis}s, " if len(whole) > 1 else ""
    summary = f"<attention view: {heads}{len(queries)} queries, {len(keys)} keys>"
    return AttentionView(_fill(name, title, whole, pieces), summary)
