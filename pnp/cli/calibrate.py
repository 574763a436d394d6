"""`pnp calibrate`. In: a printer's name and readings. Out: a sheet to print, or readings for `pnp build --printer`."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from pnp.base.files import write_file
from pnp.base.places import shown_path
from pnp.cli import completing
from pnp.export.sheets.papers import (
    Printer,
    check_printer,
    find_printer,
    forget_printer,
    format_printer,
    load_printers,
    printers_file,
    store_printer,
)

PrinterName = Annotated[str, typer.Option("--printer", metavar="NAME", help="any name for the printer")]
Offset = Annotated[
    str, typer.Option("--offset", metavar="X,Y", help="where the front's cross is on the scales of the back, in mm")
]
Angle = Annotated[str, typer.Option("--angle", metavar="A", help="clockwise rotation of the front, in degrees")]
Scale = Annotated[
    str, typer.Option("--scale", metavar="MM[,MM]", help="measured length of the 100 mm bars: horizontal, vertical")
]
PaperName = Annotated[str, typer.Option("--paper", help="a4, letter, a3, a5 …", autocompletion=completing.papers)]
Wide = Annotated[bool, typer.Option("--wide", help="landscape sheet, for cards on landscape paper")]
Forget = Annotated[bool, typer.Option("--forget", help="delete the readings of the printer")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="where to write the sheet")]


def calibrate(
    printer: PrinterName = "",
    offset: Offset = "",
    angle: Angle = "",
    scale: Scale = "",
    paper: PaperName = "a4",
    wide: Wide = False,
    forget: Forget = False,
    output: Output = Path("output"),
) -> None:
    """Write a sheet that shows how far a printer's backs are off, and store its readings for pnp build --printer."""

    if not printer:
        if offset or angle or scale or forget:
            raise typer.BadParameter("expected a printer; add --printer NAME", param_hint="--printer")
        _print_sheet(paper, wide, output)
        return
    if not printer.isprintable() or len(printer) > 60:
        raise typer.BadParameter("expected 1 to 60 printable characters", param_hint="--printer")
    if forget:
        _forget(printer)
    elif offset or angle or scale:
        _store(printer, offset, angle, scale, wide)
    else:
        known = load_printers()
        if printer not in known:
            find_printer(printer)
        print(format_printer(printer, known[printer]))
        print(printers_file())


def _print_sheet(paper: str, wide: bool, output: Path) -> None:
    from pnp.export.disk_shelf import DiskShelf
    from pnp.export.sheets.calibration import calibration_pdf
    from pnp.export.sheets.papers import read_paper_stock

    chosen = read_paper_stock(DiskShelf()).paper(paper)
    path = output / f"calibration-{chosen.id}{'-wide' if wide else ''}.pdf"
    write_file(path, calibration_pdf(chosen, wide))
    for name, readings in load_printers().items():
        print(format_printer(name, readings))
    print(
        f"print it on both sides at 100 %, then: pnp calibrate --printer NAME --offset X,Y{' --wide' if wide else ''}"
    )
    print(shown_path(str(path)))


def _store(name: str, offset: str, angle: str, scale: str, wide: bool) -> None:
    """What is not given stays as it was."""

    printer = load_printers().get(name, Printer())
    if offset:
        x, y = _numbers(offset, "--offset", "1.5,-0.5", (2,))
        printer = replace(printer, wide=(x, y)) if wide else replace(printer, offset=(x, y))
    if angle:
        printer = replace(printer, angle=_numbers(angle, "--angle", "0.3", (1,))[0])
    if scale:
        bars = _numbers(scale, "--scale", "99.5,100.2", (1, 2))
        printer = replace(printer, bar=(bars[0], bars[-1]))
    try:
        check_printer(printer)
    except ValueError as fault:
        hint = "--offset" if "offset" in str(fault) else "--angle" if "angle" in str(fault) else "--scale"
        raise typer.BadParameter(str(fault), param_hint=hint) from None
    path = store_printer(name, printer)
    print(format_printer(name, printer))
    print(path)


def _forget(name: str) -> None:

    find_printer(name)
    print(forget_printer(name))


def _numbers(text: str, option: str, example: str, counts: tuple[int, ...]) -> list[float]:

    try:
        numbers = [float(part) for part in text.replace(";", ",").split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in counts or not all(map(isfinite, numbers)):
        raise typer.BadParameter(f"expected a value such as {example}, got “{text}”", param_hint=option)
    return numbers
