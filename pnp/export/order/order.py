"""An order: what somebody wants printed. In: what was asked for. Out: the same as one value, and what in it cannot be
had together.

Invariant: a PrintOrder holds names only (of papers, cards, languages …); whether they exist is found out by `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Protocol

from msgspec import Meta, Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from pnp.layout.sheets.components import ComponentPart
    from pnp.library.card_folder import CardFolder


LEAST_INK = 100  # percent: of a black letter


class GameFolders(Protocol):
    """Where a game's files are; the catalog's Entry is one."""

    @property
    def slug(self) -> str: ...

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]: ...

    def card_folder(self) -> CardFolder: ...


def _about(what: str, *, ge: int | None = None, le: int | None = None, **extra: str | tuple[str, ...]) -> Meta:
    """What the command line says about a field. extra: `names` of its option, where that is not the field's name, its
    `metavar`, its `choices`.
    """
    return Meta(description=what, ge=ge, le=le, extra=dict(extra))


class PrintOrder(Struct, frozen=True):
    """What to make. Empty texts and None stand for what the layouts and `sheets.yaml` ask for.

    The options of `pnp build` are these fields, in this order.

    skip: slots of every sheet that stay empty, from 1 · gutter: in mm, negative for as wide as fits
    mark: put behind the folder's name, for sets that must not replace the usual one (a deck of one's own); what makes
    less than the whole set gets such a name by itself, see `own_folder`.
    """

    paper: Annotated[str, _about("a4, letter, a3, a5 …: a name in layouts/_stock/papers.yaml")] = "a4"
    lang: Annotated[str, _about("language (default: the game's first)")] = ""
    theme: Annotated[str, _about("theme of the game, such as colour, ink or accessible (default: its first)")] = ""
    only: Annotated[tuple[str, ...], _about("only these components, such as tiles,rules; may be repeated")] = ()
    cards: Annotated[
        str, _about("only these cards: ukko,KV3..KV9,type=action,'value>=5&copies=1',new", metavar="CHOICE")
    ] = ""
    copies: Annotated[int, _about("print everything N times", ge=1, le=99)] = 1
    once: Annotated[bool, _about("one copy of each card")] = False
    duplex: Annotated[
        str,
        _about(
            "edge over which the printer flips the paper, or fold, or none: no backs",
            choices=("long", "short", "fold", "none"),
        ),
    ] = ""
    side: Annotated[str, _about("print both sides, or only fronts or backs", choices=("both", "front", "back"))] = (
        "both"
    )
    crop: Annotated[
        str,
        _about(
            "crop marks: outer, full (also between cards), edge (of the paper), none",
            choices=("outer", "full", "edge", "none"),
        ),
    ] = ""
    bleed: Annotated[
        str, _about("full: around every card; outer: only around the block of cards", choices=("full", "outer"))
    ] = ""
    gutter: Annotated[float | None, _about("gap between two cards: auto, 0, 3mm …", metavar="WIDTH")] = None
    skip: Annotated[tuple[int, ...], _about("slots to leave empty on every page: 1,5-8", metavar="SLOTS")] = ()
    registration: Annotated[
        str, _about("marks for a cutting plotter: silhouette, none", choices=("none", "silhouette"))
    ] = ""
    cut: Annotated[tuple[str, ...], _about("also write cut lines: svg, dxf")] = ()
    boards: Annotated[
        str,
        _about(
            "boards larger than the paper: in tiles, in one piece, or both",
            names=("--board",),
            choices=("both", "tiles", "whole"),
        ),
    ] = "both"
    printer: Annotated[str, _about("apply the readings of this printer (see pnp calibrate)", metavar="NAME")] = ""
    since: Annotated[
        str,
        _about(
            "update pack: only what differs from the printed set of MANIFEST, or of the last print: last",
            metavar="MANIFEST",
        ),
    ] = ""
    blank: Annotated[int, _about("only blank cards with backs, N for each deck", ge=0, le=999)] = 0
    draft: Annotated[bool, _about("save ink in any theme: pale areas, dark letters")] = False
    backs: Annotated[str, _about("another theme for the backs of cards and chits, such as ink", metavar="THEME")] = ""
    service: Annotated[
        str,
        _about(
            "print service: write its pictures or PDFs, and a README",
            names=("--for",),
            choices=("gamecrafter", "makeplayingcards", "drivethrucards"),
        ),
    ] = ""
    fit: Annotated[bool, _about("with --for: scale components that match no size of the service")] = False
    press: Annotated[str, _about("PDF/X for a print shop, in the inks of this ICC profile", metavar="PROFILE")] = ""
    pdfx: Annotated[str, _about("with --press: x4, or x1a (no transparency)", choices=("x4", "x1a"))] = ""
    ink: Annotated[int, _about("with --press: maximum ink on one spot, in percent", ge=0, le=400)] = 0
    share: Annotated[bool, _about("components share sheets where that saves paper", names=("--share/--no-share",))] = (
        True
    )
    png: Annotated[bool, _about("also write one PNG per face")] = False
    dpi: Annotated[int, _about("resolution of the PNGs", ge=36, le=1200)] = 300
    trim: Annotated[bool, _about("PNGs without bleed")] = False
    codes: Annotated[bool, _about("print each card's code on its face, for a camera")] = False
    force: Annotated[bool, _about("overwrite files that pnp build did not write, or that changed since")] = False
    forecast: Annotated[
        bool, _about("write nothing: report how many sheets, how many cuts and how much ink it takes")
    ] = False
    folder: Annotated[str, _about("where to create the game's folder", names=("-o", "--output"), metavar="DIR")] = (
        "output"
    )
    mark: str = ""


def printed_parts(parts: Sequence[ComponentPart], order: PrintOrder) -> list[ComponentPart]:
    """Parts of the set with as many copies as the order prints of them."""
    return [replace(part, copies=order.copies * (min(part.copies, 1) if order.once else part.copies)) for part in parts]


def contradictions(order: PrintOrder, games: int = 1) -> Iterator[tuple[str, str]]:
    """What cannot be had together, for an order of so many games: the option that is to give way, and why."""
    for kind in order.cut:
        if kind not in ("svg", "dxf"):
            yield "--cut", f"expected svg or dxf, got “{kind}”"
    if order.registration == "silhouette" and order.crop not in ("", "none"):
        yield "--crop", "crop marks would mislead the plotter's sensor; remove --crop"
    if order.registration == "silhouette" and order.duplex == "fold":
        yield "--duplex", "--duplex fold and --registration are mutually exclusive"
    if order.side != "both" and order.duplex == "fold":
        yield "--side", "--duplex fold prints faces and backs on one side; remove --side"
    if order.since and (order.cards or order.once):
        yield "--since", "an update pack compares whole decks; remove --cards and --once"
    for option, choice in (("--cards", order.cards), ("--once", order.once), ("--since", order.since)):
        if order.blank and choice:
            yield option, f"--blank prints only blank cards; remove {option}"
    if order.draft and (order.press or order.service):
        yield "--draft", "--draft is only for printing at home; remove it"
    if order.draft and order.since:
        yield "--draft", "an update pack must look like the printed set; remove --draft"
    if order.blank and order.service:
        yield "--blank", "--blank and --for are mutually exclusive"
    if order.mark and games > 1:
        yield "--deck", "--deck works with one game at a time"
    if order.since and (order.service or games > 1):
        yield "--since", "an update pack is for one game and printed at home"
    if order.side != "both" and order.service:
        yield "--side", "a print service needs both faces and backs; remove --side"
    if order.fit and not order.service:
        yield "--fit", "--fit needs --for"
    if order.press and order.service in ("gamecrafter", "makeplayingcards"):
        yield "--press", "that print service takes pictures in RGB; remove --press"
    if 0 < order.ink < LEAST_INK:
        yield "--ink", f"expected at least {LEAST_INK} percent, the ink of black text; got {order.ink}"
    for option, value in (("--pdfx", order.pdfx), ("--ink", order.ink)):
        if value and not order.press:
            yield option, f"{option} needs --press PROFILE.icc"
