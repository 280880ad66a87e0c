"""Rows of coloured tokens: the same texts, cut in different ways, below each other."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Okabe and Ito's colours as a tint: neighbours differ, and the text keeps its ink.
TINTS = ("86,180,233", "230,159,0", "0,158,115", "204,121,167")

# White space and control characters would not be seen.
SIGNS = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍"}


def visible(token: str) -> str:
    r"""Write a token so that all of it is seen: a space as ␣, a control as `\x00`.

    Source: ours.
    """
    return "".join(
        SIGNS.get(one)
        or (one if one.isprintable() or one == "\u200d" else f"\\x{ord(one):02x}")
        for one in token
    )


@dataclass(frozen=True)
class TokenView:
    """Hold rows of tokens, and show them as coloured strips; they need no kernel.

    Source: ours.
    """

    rows: Mapping[str, Sequence[str]]

    def __repr__(self) -> str:
        return "\n".join(
            f"{name}: {len(tokens)}: {'|'.join(map(visible, tokens))}"
            for name, tokens in self.rows.items()
        )

    def _repr_html_(self) -> str:
        cell = "text-align:left;vertical-align:top;padding:.3em .6em .3em 0;border:0"
        lines = "".join(
            f'<tr style="background:none">'
            f'<th scope="row" style="{cell};font-weight:600">{html.escape(name)}</th>'
            f'<td style="{cell};text-align:right">{len(tokens)}</td>'
            f'<td style="{cell};line-height:1.9">{_strip(tokens)}</td></tr>'
            for name, tokens in self.rows.items()
        )
        return (
            '<div class="tokens" style="overflow-x:auto"><table style="font-size:1rem;'
            'border-collapse:collapse;margin:.6em 0;color:inherit">'
            f"{lines}</table></div>"
        )


def _strip(tokens: Sequence[str]) -> str:
    """Draw one row; a piece of a character stands in small code letters."""
    spans = []
    for i, token in enumerate(tokens):
        small = ";font:.75em monospace" * bool(re.search(r"\\x[0-9a-f]{2}", token))
        spans.append(
            f'<span style="background:rgba({TINTS[i % len(TINTS)]},.35);'
            "border-radius:3px;padding:.1em .25em;margin-right:2px;"
            f'white-space:pre-wrap{small}">{html.escape(visible(token))}</span>'
        )
    # A line may break between two tokens, and only there.
    return "<wbr>".join(spans)


def token_view(rows: Mapping[str, Sequence[str]]) -> TokenView:
    """Show tokens as coloured strips, a row for each name, with their number.

    Raises:
        ValueError: if a row is one string, whose items would be characters.

    Source: ours.
    """
    for name, tokens in rows.items():
        if isinstance(tokens, str):
            raise ValueError(f"row {name!r} ({tokens!r}) must be a list of tokens")
    return TokenView({name: tuple(tokens) for name, tokens in rows.items()})
