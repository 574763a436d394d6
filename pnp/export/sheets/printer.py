"""What printers do to a sheet. In: readings from a calibration sheet. Out: Printers, kept in the user's config folder,
and sheets moved so that their backs lie behind their faces.

Readings are taken from the back of the calibration sheet, looking at it: `offset` is where the front's middle cross
shows on the scales (mm, right and down positive), `angle` how far the front is turned clockwise (degrees), `bar` what a
bar of 100 mm measures, across and down. Invariant: a printer's file is whole, old or new; a sheet is only moved, turned
and scaled, never changed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import cos, radians, sin

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import reason_of, write_file
from pnp.base.places import config_dir
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.frame import Matrix, Sheet
from pnp.layout.drawing.path import IDENTITY, multiply

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
