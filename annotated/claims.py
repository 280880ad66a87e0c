"""The popular claims about the Transformer, and the verdicts that chapters reach.

A chapter closes a claim with a condition it has measured. Were the measurement to
change, the cell would fail, so the table of claims says only what a cell showed.
"""

import difflib
import functools
import html
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import yaml

MIME = "application/vnd.annotated.claim+json"


@dataclass(frozen=True)
class Look:
    """Say how a verdict is drawn; the word and the sign tell it without the colour.

    Source: ours.
    """

    css: str
    sign: str
    colour: str
    tint: str
    lead: str


# Colours from Okabe and Ito's palette, darkened until white text on them has contrast.
VERDICTS = {
    "holds": Look("claim-holds", "✓", "#00694d", "0,158,115", ""),
    "holds if": Look("claim-condition", "◐", "#7a5200", "230,159,0", "Holds if: "),
    "does not hold as told": Look(
        "claim-not", "✗", "#a03d00", "213,94,0", "What does hold: "
    ),
}


class ClaimError(AssertionError):
    """Say that a measurement no longer supports the verdict of its claim.

    Source: ours.
    """


@dataclass(frozen=True)
class Claim:
    """Hold one claim as articles tell it, where it is tested, and how.

    Args:
        chapter: the page that closes it, by file stem.
        also: pages that come back to it.

    Source: ours.
    """

    id: str
    claim: str
    chapter: str
    measure: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """Hold a closed claim, and show it as a box.

    Source: ours.
    """

    id: str
    claim: str
    verdict: str
    figure: str
    but: str | None = None

    def __repr__(self) -> str:
        return f"<claim {self.id}: {self.verdict}>"

    def _lines(self) -> list[str]:
        lines = [f"Measured: {self.figure}"]
        return lines + ([VERDICTS[self.verdict].lead + self.but] if self.but else [])

    def _markdown(self) -> str:
        sign = VERDICTS[self.verdict].sign
        head = f"> **{sign} {self.verdict.capitalize()}** — *{self.claim}*"
        return "\n>\n".join([head, *(f"> {line}" for line in self._lines())])

    def _html(self) -> str:
        # A tint over the page's own ground, and the page's own ink: readable in
        # light and dark, in the book and in Colab.
        look = VERDICTS[self.verdict]
        box = (
            f"border-left:5px solid {look.colour};background:rgba({look.tint},.13);"
            "border-radius:4px;padding:.7em 1em;margin:.8em 0;max-width:48em;"
            "font-size:1rem;line-height:1.5"
        )
        chip = (
            f"background:{look.colour};color:#fff;border-radius:4px;padding:.1em .5em;"
            "margin-right:.5em;font-weight:600;white-space:nowrap"
        )
        body = "".join(
            f'<p style="margin:.35em 0 0">{html.escape(line)}</p>'
            for line in self._lines()
        )
        return (
            f'<div class="claim {look.css}" id="claim-{self.id}" style="{box}">'
            f'<p style="margin:0"><span style="{chip}">{look.sign} '
            f"{self.verdict.capitalize()}</span> <em>{html.escape(self.claim)}</em></p>"
            f"{body}</div>"
        )

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, object]:
        return {
            "text/html": self._html(),
            "text/markdown": self._markdown(),
            "text/plain": repr(self),
            MIME: asdict(self),
        }


@dataclass(frozen=True)
class ClosedClaim:
    """Hold a verdict as a stored notebook shows it, and the cell that shows it.

    Source: ours.
    """

    verdict: Verdict
    chapter: str
    cell: str


def _ledger() -> Path:
    """Find the list of claims: in the installed package, or in the repository."""
    here = Path(__file__).resolve().parent
    places = [here / "claims.yml", here.parent / "chapters" / "claims.yml"]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(
        f"claims.yml must lie at {places[0]} or {places[1]}; install the package again"
    )


@functools.cache
def read_claims() -> dict[str, Claim]:
    """Return every claim of the course by its id, in the order of the course.

    Raises:
        FileNotFoundError: if the list is neither installed nor in the repository.
        ValueError: if an entry lacks a field or an id comes twice.

    Source: ours.
    """
    claims: dict[str, Claim] = {}
    for entry in yaml.safe_load(_ledger().read_text(encoding="utf-8")):
        try:
            claim = Claim(**{**entry, "also": tuple(entry.get("also", ()))})
        except TypeError as error:
            raise ValueError(f"claims.yml: entry ({entry}) must {error}") from error
        if claim.id in claims:
            raise ValueError(f"claims.yml: id ({claim.id}) must stand once")
        claims[claim.id] = claim
    return claims


def _truth(condition: object) -> bool:
    """Accept one truth value: a list or a number that happens to be true is a slip."""
    if isinstance(condition, torch.Tensor):
        if condition.dtype == torch.bool and condition.dim() == 0:
            return bool(condition)
    elif isinstance(condition, bool | np.bool_):
        return bool(condition)
    raise ValueError(
        f"condition ({type(condition).__name__}) must be one true or false: "
        "compare the figure with a bound"
    )


def close_claim(
    id: str, *, verdict: str, condition: object, figure: str, but: str | None = None
) -> Verdict:
    """Give a claim its verdict, if the measurement supports it.

    Args:
        verdict: "holds", "holds if" or "does not hold as told".
        condition: the measured comparison that the verdict rests on.
        figure: what was measured, with its numbers and units.
        but: for "holds if" the condition; for "does not hold as told" what does hold.

    Raises:
        ClaimError: if the condition is false.
        ValueError: if the id or the verdict is unknown, the condition is not one truth
            value, the figure is empty, or `but` is missing or out of place.

    Source: ours.
    """
    claims = read_claims()
    if id not in claims:
        near = (
            ", ".join(difflib.get_close_matches(id, claims, cutoff=0.4)) or "none near"
        )
        raise ValueError(f"id ({id}) must be in chapters/claims.yml: {near}")
    if verdict not in VERDICTS:
        raise ValueError(f"verdict ({verdict}) must be one of: {', '.join(VERDICTS)}")
    if not figure.strip():
        raise ValueError(f"figure ({figure!r}) must say what was measured for {id}")
    if (verdict == "holds") == bool(but):
        rule = (
            "be left out" if verdict == "holds" else "say the condition or what holds"
        )
        raise ValueError(f"but ({but!r}) must {rule} when verdict is {verdict!r}")
    if not _truth(condition):
        raise ClaimError(
            f"claim {id!r} cannot be closed as {verdict!r}: measured {figure}"
        )
    return Verdict(id, claims[id].claim, verdict, figure, but or None)


def closed_claims(notebooks: Iterable[str | Path]) -> list[ClosedClaim]:
    """Collect the verdicts that stand in the notebooks' stored outputs.

    Source: ours.
    """
    closed = []
    for path in map(Path, notebooks):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for cell in cells:
            for output in cell.get("outputs", ()):
                fields = output.get("data", {}).get(MIME)
                if fields:
                    verdict = Verdict(**fields)
                    closed.append(ClosedClaim(verdict, path.stem, cell.get("id", "")))
    return closed
