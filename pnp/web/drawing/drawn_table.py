"""The table as HTML. In: the state of a seat, its present choices, where they lead, how the game looks. Out: a Drawing.

    draw(state, choices, "/s/KEY?lang=en&at=place", look).html

A piece or free place whose card, key or spot is a choice is its control: a button of the form that is the table, or a
link into the options. Invariant: nothing is drawn that is not in the state; the same for every game, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from pnp.web.drawing.arrange import Arranged, Laid, Memory, SeatBox, column, screen
from pnp.web.drawing.blocks import Spot
from pnp.web.drawing.face_sheet import face_mark
from pnp.web.drawing.look import LARGE, SMALL, USUAL, WIDE, Look
from pnp.web.drawing.places import place
from pnp.web.drawing.zones import Piece, ZoneView, by_owner, hidden_only, off_board, zones_of
from pnp.web.words import words

LINE = "line"
NARROW = 110.0  # units of a seat's width below which its first counter alone has room beside the name
BELOW = 62.0  # units of a piece's longer side below which a phone shows its small picture


class Drawing(Struct, frozen=True):
    """The table, and the keys of the choices that are on it.

    faces: the pictures on it · hidden: what lies before each seat of which nobody sees a card: words and how many ·
    has_seats: they lie on it
    """

    html: str
    drawn: frozenset[str]
    faces: frozenset[str] = frozenset()
    hidden: dict[str, list[tuple[str, int]]] = {}
    has_seats: bool = False


def draw(
    state: Mapping[str, Any],
    choices: Mapping[str, Any],
    href: str,
    look: Look,
    is_screen: bool = False,
    once: str = "",
    memory: Memory | None = None,
    is_hand: bool = False,
) -> Drawing:
    """The table of a state.

    href: where the choices lead: a leaf is posted to it, `&at=KEY` is added for a branch without an `href` of its own;
    `kind`: what a control is, if no choice: what was chosen, or may be in its place · once: what tells a request from
    the same sent again; without it the script says that, and the ply · is_screen: everything at once, for a wide
    screen; else one zone below the other · memory: how the same screen was laid out last
    is_hand: without the printed board, on which a hand does not lie
    """
    return _Draft(state, choices, href, look, is_screen, once, memory or Memory(), is_hand).drawing()


def neighbours_in_words(free: Spot, spots: Sequence[Spot], lang: str) -> list[str]:
    """What lies beside a free square, for those who do not see the board: `left of it Louhi`."""
    found: dict[str, str] = {}
    for spot in spots:
        if spot.piece is None or not spot.piece.name:
            continue
        right, down = (spot.x - free.x) / free.w, (spot.y - free.y) / free.h
        if max(abs(right), abs(down)) < 1.5 and min(abs(right), abs(down)) < 0.5:
            side = ("right" if right > 0 else "left") if abs(right) > abs(down) else "below" if down > 0 else "above"
            found[side] = words(f"square_{side}", lang, name=spot.piece.name)
    return [found[side] for side in ("left", "right", "above", "below") if side in found]


class _Draft:
    """One drawing while it is made."""

    def __init__(
        self,
        state: Mapping[str, Any],
        choices: Mapping[str, Any],
        href: str,
        look: Look,
        is_screen: bool,
        once: str,
        memory: Memory,
        is_hand: bool,
    ) -> None:
        self.memory = memory
        self.state, self.choices, self.href, self.look, self.once = state, choices, href, look, once
        self.is_screen, self.lang = is_screen, state["lang"]
        self.drawn: set[str] = set()
        self.faces: set[str] = set()
        found = zones_of(state, look)
        self.zones = by_owner([off_board(it) for it in found if it.pieces] if is_hand else found, state["seats"])
        self.preferred = self._preferred()

    def _preferred(self) -> dict[str, set[str]]:
        """For each choice the pieces that stand for it: one's own before all others of the same card."""
        found: dict[str, dict[bool, set[str]]] = {}
        for zone in (zone for own in self.zones.values() for zone in own):
            for piece in zone.pieces:
                for key in (piece.card, piece.key, piece.spot):
                    if key and key in self.choices:
                        found.setdefault(key, {}).setdefault(piece.owner == self.state["you"], set()).add(piece.id)
        return {key: ids.get(True) or ids[False] for key, ids in found.items()}

    def _hidden(self) -> dict[str, list[tuple[str, int]]]:
        return {
            seat: [(zone.words, zone.count) for zone in own if hidden_only([zone])]
            for seat, own in self.zones.items()
            if seat
        }

    def drawing(self) -> Drawing:
        """The whole."""
        arranged = self._arranged()
        zones = "".join(self._zone(laid) for laid in arranged.zones)
        seats = "".join(self._seat(box) for box in arranged.seats)
        kind = "screen-table" if self.is_screen else "phone-table"
        inside = f"{seats}{zones}" or f'<p class="nothing">{escape(self.look.word("empty", self.lang))}</p>'
        common = f'class="drawn {kind}" data-art="{self.look.art(self.lang)}"'
        if not any("line" in node for node in self.choices.values()):
            return self._as_drawing(f"<div {common}>{inside}</div>", arranged)
        hidden = {"ply": self.state["ply"], "lang": self.lang, "id": self.once} if self.once else {"lang": self.lang}
        fields = "".join(f'<input type="hidden" name="{name}" value="{escape(str(v))}">' for name, v in hidden.items())
        form = f'<form {common} method="post" action="{escape(self.href)}">{fields}{inside}</form>'
        return self._as_drawing(form, arranged)

    def _as_drawing(self, html: str, arranged: Arranged) -> Drawing:
        return Drawing(html, frozenset(self.drawn), frozenset(self.faces), self._hidden(), bool(arranged.seats))

    def _arranged(self) -> Arranged:
        table = self.zones[""]
        seats = [(name, own) for name, own in self.zones.items() if name]
        if not self.is_screen:
            you = self.state["you"]
            mine = [zone for name, own in seats if name == you for zone in own]
            others = [zone for name, own in seats if name != you and not hidden_only(own) for zone in own]
            return column([*table, *mine, *others], self.look, you or "")
        on_table = [] if all(hidden_only(own) for _, own in seats) else seats
        middle = [zone for zone in table if zone.data.form in ("grid", "spots")]
        beside = [zone for zone in table if zone not in middle]
        return screen(middle, beside, on_table, self.look, self.memory)

    # Parts.

    def _seat(self, box: SeatBox) -> str:
        acts = " acts" if box.name in self.state["to_act"] else ""
        numbers = ""
        for what, of in self.state["counters"].items():
            if box.name in of and (not numbers or (of[box.name] and box.w > NARROW)):
                data = f'data-counter="{escape(box.name)}" data-what="{escape(what)}"'
                numbers += f'<span class="counter" {data}><small>{escape(what)}</small> <b>{of[box.name]}</b></span>'
        head = f'<h3 class="seat-name" data-seat="{escape(box.name)}">{escape(box.name)}</h3><p>{numbers}</p>'
        where = place(box.x, box.y, box.w, box.h)
        return f'<div class="at seat{acts} {where}"><div class="head">{head}</div></div>'

    def _zone(self, laid: Laid) -> str:
        zone = laid.zone
        count = zone.count
        words = escape(zone.words)
        is_others = zone.owner not in ("", self.state["you"]) and not self.is_screen
        of = f'<span class="of">{escape(zone.owner)}: </span>' if is_others else ""
        number = f' <span class="count">{count}</span>' if count > 1 and zone.data.form not in ("grid", "spots") else ""
        level = 3 if self.is_screen else 2  # of the headings around it, none is left out
        title = f'<h{level} class="zone-title">{of}{words}{number}</h{level}>' if laid.has_title else ""
        label = "" if laid.has_title else f' role="group" aria-label="{words}"'
        beside = laid.spots if zone.data.form == "grid" else ()
        spots = self._board(zone) + "".join(self._spot(spot, zone, beside) for spot in laid.spots)
        where = place(laid.x, laid.y, laid.w, laid.h)
        key = escape(str(zone.key))
        data = f'data-zone="{escape(zone.id)}" data-key="{key}"{label}'
        own = (" own" if zone.owner else "") + (f" lines{laid.title_lines}" if laid.title_lines > 1 else "")
        return f'<section class="at zone {zone.data.form}{own} {where}" {data}>{title}{spots}</section>'

    def _board(self, zone: ZoneView) -> str:
        """The printed board below its pieces."""
        if zone.data.form != "spots" or self.look.board is None:
            return ""
        return self._mark(self.look.picture(self.look.board, LARGE if self.is_screen else WIDE), "board")

    def _mark(self, picture: str, kind: str = "") -> str:
        if not picture:
            return ""
        self.faces.add(picture)
        return face_mark(picture, kind)

    def _spot(self, spot: Spot, zone: ZoneView, beside: Sequence[Spot]) -> str:
        where = place(spot.x, spot.y, spot.w, spot.h)
        if spot.piece is None:
            return self._free(spot, where, beside)
        piece = spot.piece
        inside = self._face(piece, spot)
        stack = f" stack{min(3, spot.under)}" if spot.under else ""
        turned = " turned" if piece.is_turned else ""
        classes = f"at piece{stack}{turned}{'' if piece.is_known else ' hidden'} {where}"
        data = f'id="{piece.id}" data-card="{escape(piece.card)}" data-zone="{escape(zone.id)}"'
        own = (piece.card, piece.key, piece.spot)
        key = next((key for key in own if piece.id in self.preferred.get(key, ())), "")
        if key:
            return self._control(key, classes, data, inside, piece.name)
        return f'<div class="{classes}" {data} data-key="{escape(piece.key)}">{inside}</div>'

    def _free(self, spot: Spot, where: str, beside: Sequence[Spot]) -> str:
        if spot.key in self.choices:
            label = self.choices[spot.key]["label"]
            inside = f'<span class="label">{escape(label)}</span>'
            around = "; ".join(neighbours_in_words(spot, beside, self.lang))
            return self._control(spot.key, f"at place {where}", "", inside, label, around)
        return f'<div class="at place {where}" data-key="{escape(spot.key)}"></div>'

    def _face(self, piece: Piece, spot: Spot) -> str:
        """A blank card with its name, and over it its picture."""
        name = f'<span class="name">{escape(piece.name)}</span>' if piece.name else ""
        count = f'<span class="count">{piece.count}</span>' if piece.count > 1 and not spot.under else ""
        if piece.face is None:
            return name + count
        size = USUAL if self.is_screen or max(spot.w, spot.h) > BELOW else SMALL
        return f"{name}{self._mark(self.look.picture(piece.face, size))}{count}"

    def _control(self, key: str, classes: str, data: str, inside: str, name: str, around: str = "") -> str:
        node = self.choices[key]
        self.drawn.add(key)
        label_words = f"{node['label']}: {around}" if around else node["label"]
        label = f'aria-label="{escape(label_words)}"' if label_words != name else ""
        kind = node.get("kind", "choice")
        common = f'class="{kind} {classes}" data-key="{escape(key)}" {data} {label}'
        if LINE in node:
            line = escape(node[LINE])
            return f'<button name="line" value="{line}" data-line="{line}" {common}>{inside}</button>'
        address = node.get("href") or f"{self.href}{'&' if '?' in self.href else '?'}at={quote(key)}"
        return f'<a href="{escape(address)}" {common}>{inside}</a>'
