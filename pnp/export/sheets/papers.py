"""Papers and sheets from YAML. In: `layouts/_stock/papers.yaml` and `sheets.yaml`. Out: Papers, SheetStyles, words.

Invariant: whatever the files hold, the outcome is a usable value or an InputError with every fault's place.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.base.units import parse_length
from pnp.base.yaml.spans import Spans
from pnp.layout.painting.shelf import Shelf
from pnp.layout.sheets.grid import BLEEDS, CROPS, DUPLEX, REGISTRATIONS, Paper, SheetStyle
from pnp.library.words import Words, localise

PAPERS = "_stock/papers.yaml"
SHEETS = "_stock/sheets.yaml"
_SHORTEST, _LONGEST = 40.0, 3000.0
_CHOICES = {"crop": CROPS, "duplex": DUPLEX, "bleed": BLEEDS, "registration": REGISTRATIONS}


class PaperStock(Struct, frozen=True):
    """All papers by name, the style of sheets on the first of them, and the words printed on sheets."""

    papers: dict[str, Paper]
    style: SheetStyle
    words: dict[str, Words]

    def paper(self, name: str) -> Paper:
        """The paper of that name, upper or lower case; UsageError when there is none."""
        found = self.papers.get(name.lower())
        if found is None:
            hint = hint_nearest(name.lower(), self.papers)
            raise UsageError.single(Span("--paper"), f"there is no paper “{name}”", hint, "unknown-paper")
        return found

    def word(self, key: str, lang: str) -> str:
        """A word in a language."""
        return localise(self.words.get(key, {}), lang) or key


def read_paper_stock(shelf: Shelf) -> PaperStock:
    """Read both files."""
    report = Report()
    papers = _papers(*shelf.yaml(PAPERS), report)
    value, spans = shelf.yaml(SHEETS)
    sheets = value.get("sheets") if isinstance(value, dict) else None
    settings = _settings(sheets, spans, report)
    words = _words(value.get("words") if isinstance(value, dict) else None, spans, report)
    report.raise_errors()
    return PaperStock(papers, SheetStyle(next(iter(papers.values())), **settings), words)


def _papers(value: Any, spans: Spans, report: Report) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    entries = value.get("papers") if isinstance(value, dict) else None
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        place = ("papers", name)
        if not isinstance(entry, dict):
            report.error(spans.at(place), "expected {width: …, height: …}", code="paper")
            continue
        sides = [_length(entry.get(key), spans, (*place, key), report) for key in ("width", "height")]
        if all(_SHORTEST <= side <= _LONGEST for side in sides):
            papers[str(name).lower()] = Paper(
                str(name).lower(), min(sides), max(sides), str(entry.get("title") or name)
            )
        else:
            report.error(
                spans.at(place), f"expected a width and a height of {_SHORTEST:g} to {_LONGEST:g} mm", code="paper"
            )
    if not papers:
        report.error(spans.at(), "expected at least one paper", "papers: {a4: {width: 210, height: 297}}", "paper")
    return papers


def _settings(value: Any, spans: Spans, report: Report) -> dict[str, Any]:
    known = ("margin", "gutter", "crop", "mark", "duplex", "bleed", "registration")
    settings: dict[str, Any] = {}
    for key, entry in value.items() if isinstance(value, dict) else ():
        place = ("sheets", key)
        if key not in known:
            report.error(spans.key(place), f"unknown key “{key}”", hint_nearest(str(key), known), "unknown-key")
        elif key in _CHOICES:
            settings[key] = entry
            if entry not in _CHOICES[key]:
                report.error(spans.at(place), f"expected one of {', '.join(_CHOICES[key])}, got “{entry}”", code=key)
        elif entry == "auto" and key == "gutter":
            settings[key] = -1.0
        else:
            settings[key] = _length(entry, spans, place, report)
            if not 0 <= settings[key] <= 50:
                report.error(spans.at(place), f"expected 0 to 50 mm, got {settings[key]:g} mm", code=key)
    return settings


def _words(value: Any, spans: Spans, report: Report) -> dict[str, Words]:
    words: dict[str, Words] = {}
    for key, entry in value.items() if isinstance(value, dict) else ():
        if isinstance(entry, dict) and all(isinstance(text, str) for text in entry.values()):
            words[str(key)] = {str(lang): text for lang, text in entry.items()}
        else:
            report.error(spans.at(("words", key)), "expected {en: …, fi: …}", code="words")
    return words


def _length(value: Any, spans: Spans, place: tuple[str | int, ...], report: Report) -> float:
    try:
        return parse_length(value)
    except ValueError as fault:
        report.error(spans.at(place), str(fault), code="length")
        return 0.0
