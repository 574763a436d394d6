"""A scene by zones. In: the pieces of a state, a Look. Out: what is drawn together, in the order it is drawn.

Invariant: every piece is in one zone; a seat of which only hidden cards are known is no zone, but numbers beside its
name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.web.drawing.look import FaceName, Look
from pnp.web.drawing.screen_data import ZoneData

UNKNOWN = ("?", "*")
BOARD = "board"  # what the zone is called that holds all pieces on a printed board
PILE_OF = 24  # more open cards than this in a place lie on each other, unless the game says how they lie

Size = tuple[float, float]


class Piece(Struct, frozen=True):
    """A piece of the scene, with what it looks like. face: None for what nothing prints; size: in mm, as it lies."""

    card: str
    name: str
    zone: str
    key: str
    spot: str
    owner: str
    count: int
    is_known: bool
    face: FaceName | None
    size: Size
    at: tuple[float, float]
    is_turned: bool
    id: str


class ZoneView(Struct, frozen=True):
    """Pieces that lie together. `key` is that of the scene; `words` what it is called."""

    id: str
    key: str
    words: str
    owner: str
    data: ZoneData
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(piece.count for piece in self.pieces)


def zones_of(state: Mapping[str, Any], look: Look) -> list[ZoneView]:
    """The zones of a state, as its game orders them."""
    lang, seats = state["lang"], state["seats"]
    groups: dict[tuple[str, str, str, str], list[Piece]] = {}
    seen: dict[str, int] = {}
    for values in state["scene"]:
        piece = _piece(values, look, seen)
        data = look.data.zones.get(piece.zone, ZoneData())
        key, group = "" if data.form == "grid" else piece.key, _group(piece.card, data.by, look)
        if data.form == "spots":  # all of them lie on one board
            groups.setdefault((BOARD, "", "", ""), []).append(piece)
            continue
        groups.setdefault((piece.zone, key, piece.owner, group), []).append(piece)
    order = list(look.data.zones)
    found = [
        _zone(zone, key, owner, group, pieces, look, lang, seats)
        for (zone, key, owner, group), pieces in groups.items()
    ]
    rank = {BOARD: -1} | {zone: number for number, zone in enumerate(order)}
    if look.board is not None and all(zone.id != BOARD for zone in found):
        found.append(_zone(BOARD, "", "", "", [], look, lang, seats))
    found.sort(key=lambda zone: (rank.get(zone.id, len(rank)), seats.index(zone.owner) if zone.owner in seats else -1))
    return [zone for zone in found if zone.data.form != "hidden"]


def hidden_only(zones: Iterable[ZoneView]) -> bool:
    """Whether nobody here knows any card of these zones."""
    return not any(piece.is_known for zone in zones for piece in zone.pieces)


def by_owner(zones: Sequence[ZoneView], seats: Sequence[str]) -> dict[str, list[ZoneView]]:
    """The zones of the table (""), and of each seat that has any."""
    found: dict[str, list[ZoneView]] = {"": []}
    for seat in seats:
        found[seat] = []
    for zone in zones:
        found.setdefault(zone.owner, []).append(zone)
    return {owner: own for owner, own in found.items() if own or not owner}


def _zone(
    zone: str, key: str, owner: str, group: str, pieces: list[Piece], look: Look, lang: str, seats: Sequence[str]
) -> ZoneView:
    data = look.data.zones.get(zone)
    if data is None:
        data = ZoneData(form="spots" if zone == BOARD else _usual_form(pieces))
    words = look.zone_word(zone, lang)
    if group:
        words = look.word(group, lang)
    elif key and key not in seats:
        place = look.word(data.keys.get(key, key), lang)
        words = place if data.keys and not data.title else f"{words} {place}"
    return ZoneView(zone, key or group, words, owner, data, tuple(pieces))


def _usual_form(pieces: Sequence[Piece]) -> str:
    """How pieces lie of which the game says nothing."""
    if len({piece.at for piece in pieces}) > 1 and len({piece.key for piece in pieces}) > 1:
        return "grid"
    return "pile" if len(pieces) > PILE_OF or (not pieces[0].is_known and pieces[0].count > 1) else "row"


def _group(card: str, by: str, look: Look) -> str:
    found = look.book.cards.get(card)
    return str(found.fields.get(by, "")) if by and found is not None else ""


def _piece(values: Mapping[str, Any], look: Look, seen: dict[str, int]) -> Piece:
    zone, card, key = values["zone"], values["card"], str(values["key"])
    data = look.data.zones.get(zone, ZoneData())
    is_known = card not in UNKNOWN
    if is_known and values["is_face_up"]:
        face = look.face(card, data.component)
    else:
        back = data.back.get(key, "") if isinstance(data.back, dict) else data.back
        face = look.back(back or (_component_of(card, look) if is_known else ""))
    width, height = look.size(face)
    if data.form == "spots":
        width, height = width * data.large, height * data.large
    is_turned = round(values["turn"]) % 180 == 90
    size = (height, width) if is_turned else (width, height)
    return Piece(
        card,
        values["name"] if is_known else "",
        zone,
        key,
        values["spot"],
        values["owner"] or "",
        values["count"],
        is_known and values["is_face_up"],
        face,
        size,
        (values["x"], values["y"]),
        is_turned,
        _id_of(card, zone, key, values["owner"] or "", look, seen),
    )


def _component_of(card: str, look: Look) -> str:
    face = look.face(card)
    return face.component if face is not None else ""


def _id_of(card: str, zone: str, key: str, owner: str, look: Look, seen: dict[str, int]) -> str:
    """A name that stays while the piece does: that of a card of which there is one, else its place."""
    found = look.book.cards.get(card)
    name = card if found is not None and found.copies == 1 else f"{card} {zone} {key} {owner}"
    number = seen[name] = seen.get(name, 0) + 1
    return _plain_id(name) + (f"-{number}" if number > 1 else "")


@lru_cache(10_000)
def _plain_id(name: str) -> str:
    """A name as an id of a page."""
    return "p-" + "".join(sign if sign.isascii() and sign.isalnum() else f"_{ord(sign):x}_" for sign in name)


def off_board(zone: ZoneView) -> ZoneView:
    """The zone side by side, where its pieces would lie on a printed board."""
    return replace(zone, data=replace(zone.data, form="row")) if zone.data.form == "spots" else zone


def without(zone: ZoneView, hidden: bool) -> ZoneView:
    """The zone with only its known pieces, or only the others."""
    return replace(zone, pieces=tuple(piece for piece in zone.pieces if piece.is_known != hidden))
