"""What a check shows: a few lines of text, the same in a notebook and as plain text."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from annotated.exercises.checks import Case, Fault, Stopped, close

# State: sign and colour. Dark enough to stand out on light pages, and tinted behind.
LOOKS = {
    "unwritten": ("○", "#6e7781", "110,119,129"),
    "right": ("✓", "#00694d", "0,158,115"),
    "wrong": ("✗", "#a03d00", "213,94,0"),
    "hint": ("→", "#0063a0", "0,114,178"),
    "progress": ("•", "#0063a0", "0,114,178"),
}


@dataclass(frozen=True)
class Report:
    """Show a headline and lines below it; `code` lines come between `lines`.

    Args:
        state: "unwritten", "right", "wrong", "hint" or "progress".
        lines: text, or a tuple of lines to be set as code.

    Source: ours.
    """

    state: str
    headline: str
    lines: tuple[str | tuple[str, ...], ...] = ()

    @property
    def passed(self) -> bool:
        """Tell whether this reports a right answer.

        Source: ours.
        """
        return self.state == "right"

    def __repr__(self) -> str:
        shown = [f"{LOOKS[self.state][0]} {self.headline}"]
        for line in self.lines:
            shown += (
                ["  " + line] if isinstance(line, str) else [f"    {x}" for x in line]
            )
        return "\n".join(shown)

    def _repr_markdown_(self) -> str:
        parts = [f"**{LOOKS[self.state][0]} {self.headline}**"]
        for line in self.lines:
            code = not isinstance(line, str)
            parts.append("\n".join(["```text", *line, "```"]) if code else line)
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        sign, colour, tint = LOOKS[self.state]
        box = (
            f"border-left:5px solid {colour};background:rgba({tint},.12);"
            "border-radius:4px;padding:.6em 1em;margin:.6em 0;max-width:48em;"
            "font-size:1rem;line-height:1.5"
        )
        code = (
            "margin:.4em 0;padding:0;background:none;border:0;color:inherit;"
            "font-size:.875em;white-space:pre-wrap;overflow-wrap:anywhere"
        )
        weight = 400 if self.state == "unwritten" else 600
        body = "".join(
            f'<p style="margin:.35em 0 0">{html.escape(line)}</p>'
            if isinstance(line, str)
            else f'<pre style="{code}">{html.escape(chr(10).join(line))}</pre>'
            for line in self.lines
        )
        return (
            f'<div class="check check-{self.state}" role="status" style="{box}">'
            f'<p style="margin:0;font-weight:{weight}">{sign} '
            f"{html.escape(self.headline)}</p>{body}</div>"
        )


def _rounded(x: object) -> object:
    """Round nested numbers to four places, and make −0.0 a plain zero."""
    if isinstance(x, list):
        return [_rounded(y) for y in x]
    return round(x, 4) + 0.0 if isinstance(x, float) else x


def shown(x: object) -> str:
    """Write a value in one line: small tensors in full, others by their shape.

    Source: ours.
    """
    if isinstance(x, Tensor):
        return str(_rounded(x.tolist())) if x.numel() <= 16 else _kind(x)
    return repr(x) if isinstance(x, int | float | str) else str(x)


def _kind(x: object) -> str:
    """Say what kind of thing an outcome is."""
    if isinstance(x, Tensor):
        return f"a tensor of shape {tuple(x.shape)}"
    if isinstance(x, tuple):
        return f"a tuple of {len(x)}"
    return "None" if x is None else f"a value of type {type(x).__name__}"


def _inputs(case: Case) -> tuple[str, ...]:
    return tuple(f"{name} = {shown(x)}" for name, x in case.inputs.items())


def _pieces(outcome: object, parts: Sequence[str]) -> list[object] | None:
    """Split an outcome into its named parts, or None if it has other ones."""
    pieces = list(outcome) if isinstance(outcome, tuple | list) else [outcome]
    return pieces if len(pieces) == len(parts) else None


def _gap(name: str, mine: object, right: object) -> list[str]:
    """Say how far apart two tensors are that are too large to print."""
    if not (isinstance(mine, Tensor) and isinstance(right, Tensor)):
        return []
    if mine.shape != right.shape or mine.numel() <= 16:
        return []
    gap = (mine.double() - right.double()).abs().max().item()
    return [f"{name}, largest difference: {gap:.4g}"]


def _differences(got: object, expected: object, parts: Sequence[str]) -> list[str]:
    """Set what came out beside what should have, part by part."""
    ours, theirs = _pieces(got, parts), _pieces(expected, parts)
    if ours is None or theirs is None:
        return [f"yours:    {_kind(got)}", f"expected: {', '.join(parts)}"]
    lines = []
    for name, mine, right in zip(parts, ours, theirs, strict=True):
        if not close(mine, right):
            write = shown if _kind(mine) == _kind(right) else _kind
            lines += [f"{name}, yours:    {write(mine)}"]
            lines += [f"{name}, expected: {write(right)}"]
            lines += _gap(name, mine, right)
    return lines


def wrong(
    headline: str, fault: Fault, parts: Sequence[str], reason: str, *, reveal: bool
) -> Report:
    """Report a wrong answer: the input, what came out, what should have, and why.

    Source: ours.
    """
    lines: list[str | tuple[str, ...]] = []
    opening = "The smallest input that shows it:" if reveal else "The input:"
    lines += [opening, _inputs(fault.case)]
    if isinstance(fault.got, Stopped):
        sizes = ", ".join(
            f"{name} {tuple(x.shape)}"
            for name, x in fault.case.inputs.items()
            if isinstance(x, Tensor)
        )
        lines.append("It stopped there" + (f", with {sizes}:" if sizes else ":"))
        lines.append((f"{fault.got.error}: {fault.got.message}".strip(": "),))
    elif fault.got is None:
        lines.append("It returned None. Is the return line missing?")
    elif reveal:
        lines.append(tuple(_differences(fault.got, fault.expected, parts)))
    else:
        lines.append((f"yours: {shown(fault.got)}",))
    return Report("wrong", headline, (*lines, reason))
