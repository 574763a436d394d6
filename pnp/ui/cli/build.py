"""`pnp build`. In: games and how to print them. Out: PDFs, PNGs and a manifest; a table of what was made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.ui.cli.arguments import Games, Lang, columns

if TYPE_CHECKING:
    from pnp.export.build import Product


class Duplex(StrEnum):
    """How a back comes behind its face."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


class Side(StrEnum):
    """What is printed of two-sided sheets."""

    both = "both"
    front = "front"
    back = "back"


class Crop(StrEnum):
    """Where crop marks stand."""

    outer = "outer"
    full = "full"
    none = "none"


Names = Annotated[list[str], typer.Argument(metavar="GAME…", help="short names of games, see pnp list")]
PaperName = Annotated[str, typer.Option("--paper", help="a4, letter, a3, a5 …: a name of layouts/_stock/papers.yaml")]
Theme = Annotated[
    str, typer.Option("--theme", help="colour, ink, accessible: a theme of the game; its own unless said")
]
Only = Annotated[list[str] | None, typer.Option("--only", help="components, such as tiles,rules; may be repeated")]
Copies = Annotated[int, typer.Option("--copies", min=1, max=99, help="print everything that many times")]
Flip = Annotated[
    Duplex | None, typer.Option("--duplex", help="edge the printer turns the paper over; fold; none: no backs")
]
Sides = Annotated[Side, typer.Option("--side", help="both, or only the fronts or the backs")]
Marks = Annotated[Crop | None, typer.Option("--crop", help="crop marks: outer, full (between cards too), none")]
Gutter = Annotated[str, typer.Option("--gutter", help="between two cards: auto, 0, 3mm …")]
Png = Annotated[bool, typer.Option("--png", help="also one PNG a face")]
Dpi = Annotated[int, typer.Option("--dpi", min=36, max=1200, help="of the PNGs")]
Trim = Annotated[bool, typer.Option("--trim", help="PNGs without bleed")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="where the game's folder is made")]


def build(
    names: Names,
    paper: PaperName = "a4",
    lang: Lang = "",
    theme: Theme = "",
    only: Only = None,
    copies: Copies = 1,
    duplex: Flip = None,
    side: Side = Side.both,
    crop: Marks = None,
    gutter: Gutter = "",
    png: Png = False,
    dpi: Dpi = 300,
    trim: Trim = False,
    output: Output = Path("output"),
    games: Games = None,
) -> None:
    """Print-ready PDFs (and PNGs) of games."""
    from time import perf_counter

    from pnp.catalog import book_of, find_game
    from pnp.export.build import build_game
    from pnp.export.prepare import Order

    order = Order(
        paper=paper,
        lang=lang,
        theme=theme,
        only=tuple(dict.fromkeys(part.strip() for entry in only or () for part in entry.split(",") if part.strip())),
        copies=copies,
        duplex=duplex.value if duplex else "",
        side=side.value,
        crop=crop.value if crop else "",
        gutter=_gutter(gutter),
        png=png,
        dpi=dpi,
        trim=trim,
        folder=str(output),
    )
    # All games are found and read before the first is built: a misspelt second name must not come after a long wait.
    found = [(entry, book_of(entry)) for entry in (find_game(name, games or ()) for name in dict.fromkeys(names))]
    for number, (entry, book) in enumerate(found):
        began = perf_counter()
        product = build_game(entry, book, order)
        if number:
            print()
        print("\n".join(_told(product, perf_counter() - began)))


def _gutter(text: str) -> float | None:
    """The gutter in mm; None for what the sheets say, negative for as wide as fits."""
    from pnp.base.units import parse_length

    if text in ("", "auto"):
        return -1.0 if text else None
    try:
        width = parse_length(text)
    except ValueError as fault:
        raise typer.BadParameter(str(fault), param_hint="--gutter") from None
    if not 0 <= width <= 50:
        raise typer.BadParameter("0 to 50 mm are possible", param_hint="--gutter")
    return width


def _told(product: Product, seconds: float) -> list[str]:
    """What was made, as lines."""
    import os

    from pnp.base.places import shown_path

    manifest = product.manifest
    rows = [["", "file", "pages", "faces", "size"]]
    pngs = [file for file in manifest.files if file.kind == "png"]
    for file in manifest.files:
        if file.kind != "png":
            rows.append(["", file.file, f"{file.pages:5}", f"{file.faces:5}", _size(file.bytes)])
    if pngs:
        total = _size(sum(file.bytes for file in pngs))
        rows.append(["", f"png{os.sep}", "", f"{len(pngs):5}", total])
    cards = sum(face.copies for component in manifest.components for face in component.faces)
    head = (
        f"{manifest.title}: {cards} pieces on {manifest.paper}, {manifest.lang}, {manifest.theme}, in {seconds:.2f} s"
    )
    lines = [head, *columns(rows)]
    if product.warnings:
        lines.append(f"  {len(product.warnings)} warnings: pnp check {manifest.game}")
    return [*lines, shown_path(product.manifest_path)]


def _size(count: int) -> str:
    return f"{count / 1000:6.0f} kB" if count < 10_000_000 else f"{count / 1_000_000:6.1f} MB"
