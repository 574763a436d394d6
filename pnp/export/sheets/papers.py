"""Papers and sheets from YAML, and printers. In: `papers.yaml`, `sheets.yaml` of the stock; readings of a printer. Out:
Papers, SheetStyles, words; sheets that come out true to size and in register.

Invariant: whatever the files hold, the outcome is a usable value or an InputError with every fault's place.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.base.files import reason_of, write_file
from pnp.base.places import config_dir
from pnp.base.suggest import hint_nearest
from pnp.base.units import parse_length
from pnp.base.yaml.spans import Spans
from pnp.layout.drawing.frame import Matrix, Sheet
from pnp.layout.drawing.path import IDENTITY, multiply
from pnp.layout.sheets.grid import BLEEDS, CROPS, DUPLEX, REGISTRATIONS, Paper, SheetStyle
from pnp.layout.shelf import Shelf
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


MOST_OFFSET, MOST_ANGLE, LEAST_BAR, MOST_BAR = 20.0, 5.0, 90.0, 110.0


class Printer(Struct, frozen=True):
    """Readings of one printer. `wide`: the offset on a sheet that lies wide, when it was read; see the module."""

    offset: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    bar: tuple[float, float] = (100.0, 100.0)
    wide: tuple[float, float] | None = None


def printers_file() -> str:
    """Where the readings are kept."""
    return os.path.join(config_dir(), "printers.json")


def load_printers() -> dict[str, Printer]:
    """All printers by name; none when nothing was ever read. InputError for a file that is spoilt."""
    path = printers_file()
    try:
        with open(path, "rb") as stream:
            data = stream.read(1_000_000)
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise InputError.single(
            Span(path), f"cannot be read: {reason_of(fault)}", "check the folder", "unreadable"
        ) from None
    try:
        printers = json.decode(data, type=dict[str, Printer])
        for printer in printers.values():
            check_printer(printer)
    except (DecodeError, ValueError) as fault:
        hint = "delete the file and calibrate again"
        raise InputError.single(Span(path), f"expected printer readings: {fault}", hint, "printers") from None
    return printers


def store_printer(name: str, printer: Printer) -> str:
    """Keep the readings beside those of other printers; returns the file."""
    check_printer(printer)
    path = printers_file()
    _write(load_printers() | {name: printer})
    return path


def forget_printer(name: str) -> str:
    """Drop a printer's readings; returns the file."""
    _write({other: printer for other, printer in load_printers().items() if other != name})
    return printers_file()


def _write(printers: dict[str, Printer]) -> None:
    write_file(printers_file(), json.format(json.encode(dict(sorted(printers.items()))), indent=2) + b"\n")


def find_printer(name: str) -> Printer:
    """A printer's readings; InputError when there are none."""
    printers = load_printers()
    if name not in printers:
        hint = hint_nearest(name, printers) or f"pnp calibrate --printer {name} --offset X,Y stores them"
        raise UsageError.single(Span("--printer"), f"no readings are stored for printer “{name}”", hint, "printer")
    return printers[name]


def check_printer(printer: Printer) -> None:
    """ValueError with a sentence for people when a reading cannot be true."""
    offsets = [*printer.offset, *(printer.wide or ())]
    if not all(abs(offset) <= MOST_OFFSET for offset in offsets):
        raise ValueError(f"expected an offset of at most {MOST_OFFSET:g} mm")
    if not abs(printer.angle) <= MOST_ANGLE:
        raise ValueError(f"expected an angle of at most {MOST_ANGLE:g} degrees")
    if not all(LEAST_BAR <= bar <= MOST_BAR for bar in printer.bar):
        raise ValueError(
            f"expected {LEAST_BAR:g} to {MOST_BAR:g} mm for the 100 mm bar; print the sheet at 100 %, not to fit"
        )


def correct_sheets(sheets: Sequence[Sheet], printer: Printer, duplex: str) -> list[Sheet]:
    """The sheets as they must be sent to that printer."""
    return [replace(sheet, matrix=_matrix(sheet, printer, duplex)) for sheet in sheets]


def lacks_reading(sheets: Sequence[Sheet], printer: Printer) -> bool:
    """True when a back lies wide and the printer was only ever read upright."""
    return printer.wide is None and any(sheet.side == "back" and sheet.width > sheet.height for sheet in sheets)


def _matrix(sheet: Sheet, printer: Printer, duplex: str) -> Matrix:
    """Scale about the paper's middle; on backs turn and move too."""
    is_wide = sheet.width > sheet.height
    across, down = printer.bar[::-1] if is_wide else printer.bar
    x, y = sheet.width / 2, sheet.height / 2
    sx, sy = 100 / across, 100 / down
    scale: Matrix = (sx, 0.0, 0.0, sy, x - sx * x, y - sy * y)
    if sheet.side != "back":
        return scale if printer.bar != (100.0, 100.0) else IDENTITY
    dx, dy = (printer.wide or (0.0, 0.0)) if is_wide else printer.offset
    if duplex == "short":  # the driver turns the page round, but the paper slips the same way
        dx, dy = -dx, -dy
    turn = radians(printer.angle)
    a, b = cos(turn), sin(turn)
    move: Matrix = (a, b, -b, a, x - a * x + b * y + dx, y - b * x - a * y + dy)
    return multiply(move, scale)


def format_printer(name: str, printer: Printer) -> str:
    """The readings in one line."""
    x, y = printer.offset
    wide = f", landscape {printer.wide[0]:g},{printer.wide[1]:g} mm" if printer.wide else ""
    across, down = printer.bar
    return f"{name}: backs move {x:g},{y:g} mm{wide}, turn {printer.angle:g}°; bar {across:g},{down:g} mm"
