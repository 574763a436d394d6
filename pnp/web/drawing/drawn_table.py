"""The table as HTML. In: the state of a seat, its present choices, where they lead, how the game looks. Out: a Drawing.

    draw(state, choices, "/s/KEY?lang=en&at=place", look).html

A piece or free place whose card, key or spot is a choice is its control: a button of the form that is the table, or a
link into the options. Invariant: nothing is drawn that is not in the state; the same for every game, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from pnp.base.templates import templates
from pnp.web.drawing.arrange import Arranged, Laid, Memory, SeatBox, column, screen
from pnp.web.drawing.blocks import Spot
from pnp.web.drawing.look import LARGE, SMALL, USUAL, WIDE, Look
from pnp.web.drawing.places import place
from pnp.web.drawing.zones import ZoneView, by_owner, hidden_only, off_board, zones_of
from pnp.web.words import words

HERE = Path(__file__).parents[1] / "templates"
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


class DrawnSpot(Struct):
    """A piece or a free place as the template draws it; a control has a `line` or an `href`."""

    classes: str
    key: str
    id: str = ""
    card: str = ""
    tag: str = "div"
    line: str = ""
    href: str = ""
    label: str = ""  # of a free place
    name: str = ""
    picture: str = ""
    count: int = 0
    says: str = ""  # what a control does, where its name does not say so


class DrawnZone(Struct):
    """A zone as the template draws it. of: whose it is, if the title says so; board: the picture below its pieces."""

    id: str
    key: str
    words: str
    classes: str
    has_title: bool
    of: str
    count: int
    board: str
    spots: list[DrawnSpot]


class DrawnSeat(Struct):
    """What stands above the zones of a seat."""

    name: str
    acts: bool
    where: str
    counters: list[tuple[str, int]]


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
        html = (
            templates(HERE)
            .get_template("drawn.html")
            .render(
                zones=[self._zone(laid) for laid in arranged.zones],
                seats=[self._seat(box) for box in arranged.seats],
                level=3 if self.is_screen else 2,  # of the headings around it, none is left out
                kind="screen-table" if self.is_screen else "phone-table",
                empty=self.look.word("empty", self.lang),
                art=self.look.art(self.lang),
                is_form=any(LINE in node for node in self.choices.values()),
                href=self.href,
                hidden={**({"ply": self.state["ply"]} if self.once else {}), "lang": self.lang}
                | ({"id": self.once} if self.once else {}),
            )
        )
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

    def _seat(self, box: SeatBox) -> DrawnSeat:
        its = [(what, of[box.name]) for what, of in self.state["counters"].items() if box.name in of]
        counters = [pair for at, pair in enumerate(its) if not at or (pair[1] and box.w > NARROW)]
        return DrawnSeat(box.name, box.name in self.state["to_act"], place(box.x, box.y, box.w, box.h), counters)

    def _zone(self, laid: Laid) -> DrawnZone:
        zone, form = laid.zone, laid.zone.data.form
        lines = f"lines{laid.title_lines}" if laid.title_lines > 1 else ""
        classes = (form, "own" if zone.owner else "", lines, place(laid.x, laid.y, laid.w, laid.h))
        beside = laid.spots if form == "grid" else ()
        return DrawnZone(
            zone.id,
            zone.key,
            zone.words,
            " ".join(filter(None, classes)),
            laid.has_title,
            zone.owner if zone.owner not in ("", self.state["you"]) and not self.is_screen else "",
            zone.count if zone.count > 1 and form not in ("grid", "spots") else 0,
            self._board(zone),
            [self._spot(spot, beside) for spot in laid.spots],
        )

    def _board(self, zone: ZoneView) -> str:
        """The picture of the printed board below its pieces."""
        if zone.data.form != "spots" or self.look.board is None:
            return ""
        return self._shown(self.look.picture(self.look.board, LARGE if self.is_screen else WIDE))

    def _shown(self, picture: str) -> str:
        if picture:
            self.faces.add(picture)
        return picture

    def _spot(self, spot: Spot, beside: Sequence[Spot]) -> DrawnSpot:
        where = place(spot.x, spot.y, spot.w, spot.h)
        if spot.piece is None:
            return self._free(spot, where, beside)
        piece = spot.piece
        stack = f" stack{min(3, spot.under)}" if spot.under else ""
        turned, hidden = " turned" if piece.is_turned else "", "" if piece.is_known else " hidden"
        drawn = DrawnSpot(f"at piece{stack}{turned}{hidden} {where}", piece.key, piece.id, piece.card)
        drawn.name, drawn.count = piece.name, piece.count if piece.count > 1 and not spot.under else 0
        if piece.face is not None:
            size = USUAL if self.is_screen or max(spot.w, spot.h) > BELOW else SMALL
            drawn.picture = self._shown(self.look.picture(piece.face, size))
        own = (piece.card, piece.key, piece.spot)
        key = next((key for key in own if piece.id in self.preferred.get(key, ())), "")
        return self._control(key, drawn, piece.name) if key else drawn

    def _free(self, spot: Spot, where: str, beside: Sequence[Spot]) -> DrawnSpot:
        drawn = DrawnSpot(f"at place {where}", spot.key)
        if spot.key not in self.choices:
            return drawn
        drawn.label = self.choices[spot.key]["label"]
        around = "; ".join(neighbours_in_words(spot, beside, self.lang))
        return self._control(spot.key, drawn, drawn.label, around)

    def _control(self, key: str, drawn: DrawnSpot, name: str, around: str = "") -> DrawnSpot:
        node = self.choices[key]
        self.drawn.add(key)
        says = f"{node['label']}: {around}" if around else node["label"]
        drawn.key, drawn.says = key, says if says != name else ""
        drawn.classes = f"{node.get('kind', 'choice')} {drawn.classes}"
        drawn.line = node.get(LINE, "")
        drawn.tag = "button" if drawn.line else "a"
        drawn.href = node.get("href") or f"{self.href}{'&' if '?' in self.href else '?'}at={quote(key)}"
        return drawn
