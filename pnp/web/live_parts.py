"""What is live on a page, part by part. In: a table, whose page it is, how it is wanted. Out: HTML; what of it changed.

A part is an element that says `data-part`; the script of a page puts it in the place of the one with its id.
Invariant: parts are made from the bytes that their viewer is sent, and kept by viewer, address, language and all else
that the page asks for, as long as nothing changes at the table: what one seat is shown never stands for another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct, json

from pnp.referee.seat import Seat
from pnp.web.drawing import Look
from pnp.web.hosted_table import HostedTable
from pnp.web.pages import screen_page
from pnp.web.seat_form import NO_NOTICE, Notice
from pnp.web.seat_page import Asked, SeatPage

Parts = dict[str, str]
_BEGIN = re.compile(r'<\w+ id="(\w+)" data-part')


class Place(Struct, frozen=True):
    """The page of a seat, or the big screen, as one browser wants it.

    here: its address · join: where people sit down
    """

    here: str
    title: str
    lang: str
    asked: Asked = Asked()
    join: str = ""


def split_parts(html: str) -> Parts:
    """The parts of a page by their ids, in their order."""
    found = list(_BEGIN.finditer(html))
    ends = [*(it.start() for it in found[1:]), len(html)]
    return {it[1]: html[it.start() : end] for it, end in zip(found, ends, strict=True)}


# In the table's thread.


def parts_of(table: HostedTable, look: Look, place: Place, viewer: Seat | None) -> Parts:
    """The parts as they are now, kept until something changes; not those of one phone's way into its options."""
    if place.asked.at:
        return split_parts(_html(table, look, place, viewer))
    return table.feeds.kept(("parts", viewer, place), lambda: split_parts(_html(table, look, place, viewer)))


def _html(table: HostedTable, look: Look, place: Place, viewer: Seat | None) -> str:
    if viewer is not None:
        return seat_page(table, look, place, viewer).html()
    state = json.decode(table.feeds.state(None, place.lang))
    return screen_page(state, look, place.here, place.title, place.join, True, table.memory)


def seat_page(table: HostedTable, look: Look, place: Place, viewer: Seat, notice: Notice = NO_NOTICE) -> SeatPage:
    """The page of a seat."""
    state = json.decode(table.feeds.state(viewer, place.lang, None, place.asked.at))
    public = table.feeds.kept(("values", None, place.lang), lambda: json.decode(table.feeds.state(None, place.lang)))
    return SeatPage(state, place.here, place.title, table.languages, look, place.asked, notice, public)


# The same of a record that others may have written to.


def fresh_state(table: HostedTable, viewer: Seat | None, lang: str, since: int | None, at: Sequence[str]) -> bytes:
    """What a seat, or the public screen, is sent now."""
    table.refresh()
    return table.feeds.state(viewer, lang, since, at)


def fresh_parts(table: HostedTable, look: Look, place: Place, viewer: Seat | None) -> Parts:
    """The parts of a page now."""
    table.refresh()
    return parts_of(table, look, place, viewer)


def fresh_page(table: HostedTable, look: Look, place: Place, viewer: Seat, notice: Notice) -> SeatPage:
    """The page of a seat now."""
    table.refresh()
    return seat_page(table, look, place, viewer, notice)


class NewParts:
    """The events of a page: all parts at first, later those that are not as they were sent."""

    def __init__(self, table: HostedTable, look: Look, place: Place, viewer_of: Callable[[], Seat | None]) -> None:
        self.table, self.look, self.place, self.viewer_of = table, look, place, viewer_of
        self.sent: Parts = {}

    def __call__(self) -> tuple[int, bytes]:
        """The version of the table, and the event that tells it; nothing, where the page shows it already."""
        now = parts_of(self.table, self.look, self.place, self.viewer_of())
        changed = "".join(html for id_, html in now.items() if self.sent.get(id_) != html)
        self.sent = now
        return self.table.version, _event(self.table.session.replay.plies, changed) if changed else b""


def _event(ply: int, html: str) -> bytes:
    lines = html.replace("\r", "&#13;").encode().split(b"\n")
    return b"event: page\nid: %d\ndata: %s\n\n" % (ply, b"\ndata: ".join(lines))
