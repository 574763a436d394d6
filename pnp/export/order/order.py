"""An order: what somebody wants printed. In: what was asked for. Out: the same as one value, and what in it cannot be
had together.

Invariant: a PrintOrder holds names only (of papers, cards, languages …); whether they exist is found out by `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.sheets.components import ComponentPart

if TYPE_CHECKING:
    from pnp.library.card_folder import CardFolder


LEAST_INK = 100  # percent: of a black letter


class GameFolders(Protocol):
    """Where a game's files are; the catalog's Entry is one."""

    @property
    def slug(self) -> str: ...

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]: ...

    def card_folder(self) -> CardFolder: ...


class PrintOrder(Struct, frozen=True):
    """What to make. Empty texts and None stand for what the layouts and `sheets.yaml` ask for.

    only: components · cards: a choice of cards (`layout/sheets/selection.py`) · once: one of each card
    skip: slots of every sheet that stay empty, from 1 · cut: formats of cut lines (svg, dxf) · printer: whose readings
    (`printer.py`) are to be applied · since: the manifest of the set already printed, or `last`: only what differs
    blank: so many blank cards of each deck, and nothing else · draft: little ink
    force: files that somebody else put into the folder, or changed there, are written over
    forecast: nothing is written, what it would take is measured (of a card printer: what would be made is said)
    boards: those larger than the paper in `tiles`, in one piece (`whole`), or `both`
    service: a card printer that makes it (`services/service.py`) · fit: cards are scaled to a size of that printer
    backs: the theme of the backs of cards and chits, where it is another
    press: the profile of a press: PDF/X in its inks · pdfx: `x4` or `x1a` · ink: the most on one place, in percent
    share: components that save paper together share sheets in the file with everything
    codes: faces show their card's code for cameras, where their layouts have a place for it
    mark: put behind the folder's name, for sets that must not replace the usual one (a deck of one's own); what makes
    less than the whole set gets such a name by itself, see `previous.py`.
    """

    paper: str = "a4"
    lang: str = ""
    theme: str = ""
    backs: str = ""
    only: tuple[str, ...] = ()
    cards: str = ""
    copies: int = 1
    once: bool = False
    duplex: str = ""
    side: str = "both"
    crop: str = ""
    bleed: str = ""
    registration: str = ""
    gutter: float | None = None
    skip: tuple[int, ...] = ()
    cut: tuple[str, ...] = ()
    boards: str = "both"
    printer: str = ""
    since: str = ""
    blank: int = 0
    draft: bool = False
    force: bool = False
    forecast: bool = False
    service: str = ""
    fit: bool = False
    share: bool = True
    press: str = ""
    pdfx: str = ""
    ink: int = 0
    png: bool = False
    dpi: int = 300
    trim: bool = False
    codes: bool = False
    folder: str = "output"
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
