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
            yield "--cut", f"“{kind}” is not svg or dxf"
    if order.registration == "silhouette" and order.crop not in ("", "none"):
        yield "--crop", "crop marks would mislead the plotter's eye; leave them out"
    if order.registration == "silhouette" and order.duplex == "fold":
        yield "--duplex", "a folded sheet has no registration marks"
    if order.side != "both" and order.duplex == "fold":
        yield "--side", "faces and backs of a folded sheet stand on one side; leave it out"
    if order.since and (order.cards or order.once):
        yield "--since", "an update pack looks at whole decks: leave --cards and --once out"
    for option, choice in (("--cards", order.cards), ("--once", order.once), ("--since", order.since)):
        if order.blank and choice:
            yield option, "--blank prints blank cards and nothing else; leave it out"
    if order.draft and (order.press or order.service):
        yield "--draft", "little ink is for printers at home; leave it out"
    if order.draft and order.since:
        yield "--draft", "an update pack goes into the printed set; leave it out"
    if order.blank and order.service:
        yield "--blank", "blank cards are printed at home; leave it out"
    if order.mark and games > 1:
        yield "--deck", "a deck is of one game"
    if order.since and (order.service or games > 1):
        yield "--since", "an update pack is of one game, printed at home"
    if order.side != "both" and order.service:
        yield "--side", "a card printer gets faces and backs; leave it out"
    if order.fit and not order.service:
        yield "--fit", "cards are fitted to a card printer; say --for too"
    if order.press and order.service in ("gamecrafter", "makeplayingcards"):
        yield "--press", "that card printer takes pictures in a screen's colours; leave it out"
    if 0 < order.ink < LEAST_INK:
        yield "--ink", f"a black letter alone is {LEAST_INK} percent of ink; say that much or more"
    for option, value in (("--pdfx", order.pdfx), ("--ink", order.ink)):
        if value and not order.press:
            yield option, "it is about files for a press; say --press PROFILE.icc too"
