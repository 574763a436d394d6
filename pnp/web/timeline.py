"""The timeline: pages of the table as it was after each line. In: what a seat knew then, what everybody did. Out: HTML.

Invariant: a page holds nothing that is not in the bytes that `SeatFeed.past` gives its seat or the public; what only
the seat may know is under its cover.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import json
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pnp.base.system import quote_word
from pnp.referee.seat import Seat
from pnp.web.drawing import Look, draw
from pnp.web.drawing.zones import UNKNOWN
from pnp.web.hosted_table import HostedTable
from pnp.web.live_parts import Place
from pnp.web.pages import render
from pnp.web.requests import number_of
from pnp.web.seat_page import Asked

Values = Mapping[str, Any]
STEPS = (("first", "«"), ("before", "‹"), ("after", "›"), ("last", "»"))


def asked_line(request: Request) -> int | None:
    """The line that an address asks for; None where it asks for none."""
    return number_of(request.query_params.get("ply"))


async def past_page(table: HostedTable, viewer: Seat | None, look: Look, place: Place, ply: int) -> Response:
    """The table after a line: of a seat, or of the public screen (None)."""
    lang = place.lang
    public = json.decode(await table.ask(table.feeds.past, None, lang, ply))
    own = public if viewer is None else json.decode(await table.ask(table.feeds.past, viewer, lang, ply))
    page = PastPage(own, public, place.here, place.title, look, place.asked)
    return HTMLResponse(render("timeline.html", lang, page=page, own=own, past=page.shown, asked=page.asked))


class PastPage:
    """What the templates ask for."""

    def __init__(self, own: Values, public: Values, here: str, title: str, look: Look, asked: Asked) -> None:
        self.here, self.title, self.asked, self.is_wide = here, title, asked, own["you"] is None
        hidden = {piece["zone"] for piece in public["scene"] if self._is_of(own, piece) and piece["card"] in UNKNOWN}
        held = [
            piece
            for piece in own["scene"]
            if self._is_of(own, piece) and piece["zone"] in hidden and piece["card"] not in UNKNOWN
        ]
        rest = [piece for piece in own["scene"] if piece not in held]
        self.is_covered = bool(held) and look.data.cover
        self.shown = public if self.is_covered else own  # whose words stand where others may read them
        table = draw({**own, "scene": rest}, {}, "", look, is_screen=self.is_wide)
        hand = draw({**own, "scene": held}, {}, "", look, is_hand=True) if held else None
        self.table, self.hand = Markup(table.html), Markup(hand.html) if hand else ""
        self.sheet = look.sheet(own["lang"], table.faces | (hand.faces if hand else frozenset()))

    @staticmethod
    def _is_of(own: Values, piece: Values) -> bool:
        return own["you"] is not None and bool(piece["owner"] == own["you"])

    def link(self, **more: Any) -> str:
        """An address of this seat, or of the screen, as this phone wants it."""
        query = urlencode(self.asked.kept(**more))
        return f"{self.here}?{query}" if query else self.here

    def branch(self) -> str:
        """The command that plays on from this line."""
        return f"pnp referee branch {quote_word(self.shown['branch']['file'])} {self.shown['ply']}"

    def steps(self) -> list[tuple[str, str, str]]:
        """The ways to other lines: their names, signs and addresses; none where there is no such line."""
        at = {"first": 0 if self.shown["ply"] else None, "before": self.shown["before"], "after": self.shown["after"]}
        at["last"] = None if at["after"] is None else self.shown["last"]
        return [(name, sign, "" if at[name] is None else self.link(ply=f"{at[name]:d}")) for name, sign in STEPS]
