"""How the pieces of one zone lie. In: a zone, a scale (units a mm). Out: how much room it takes, and the places in it.

Invariant: the places lie within the room that was measured; pieces overlap only as the zone's form says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from msgspec import Struct

from pnp.web.drawing.look import Look
from pnp.web.drawing.zones import Piece, ZoneView

GAP = 2.0  # between pieces
STRIP = 0.28  # of a card in a column that the next one leaves free
SHOWN = 0.36  # of a card in a row that must be seen
FAN = 0.17  # of a hidden card in a hand that is seen
ASIDE, FOOT = 0.5, 0.88  # of a piece on a spot: how far beside the next one; where its foot is
STACK = 0.9  # by so much the cards of a pile are moved


class Spot(Struct, frozen=True):
    """A piece, or (None) a free place, where it is drawn within its zone, and how many pieces it covers."""

    piece: Piece | None
    x: float
    y: float
    w: float
    h: float
    key: str = ""
    under: int = 0


class Block:
    """A zone side by side: overlapping where there is no room, in lines where cards could not be told apart.

    Hidden cards are alike, so they are held as a fan.
    """

    def __init__(self, zone: ZoneView) -> None:
        self.zone = zone
        self.pieces: Sequence[Piece] = zone.pieces[-zone.data.most :] if zone.data.most else zone.pieces
        self.widest = max((piece.size[0] for piece in self.pieces), default=0.0) * zone.data.large
        self.tallest = max((piece.size[1] for piece in self.pieces), default=0.0) * zone.data.large
        self.length = sum(piece.size[0] for piece in self.pieces) * zone.data.large
        self.title_width = _title_width(zone)
        self.is_fan = len(self.pieces) > 1 and not any(piece.is_known for piece in self.pieces)

    def _lines(self, scale: float, most: float) -> tuple[int, float]:
        """How many pieces lie in a line, and how far apart they begin; 0: as far as they are wide."""
        count, widest = len(self.pieces), self.widest * scale
        if self.is_fan:
            return count, min(widest * FAN, max(1.0, most - widest) / (count - 1))
        if self.length * scale + GAP * (count - 1) <= most:
            return count, 0.0
        each = max(1, int((most - widest) / (widest * SHOWN)) + 1)
        each = ceil(count / ceil(count / each))
        return each, min(widest + GAP, max(0.0, most - widest) / max(1, each - 1))

    def measure(self, scale: float, most: float) -> tuple[float, float]:
        """Width and height, as wide as `most` at the most where that can be."""
        each, step = self._lines(scale, most)
        count = len(self.pieces)
        if not step and each == count:
            return self.length * scale + GAP * (count - 1), self.tallest * scale
        lines = ceil(count / each)
        return (each - 1) * step + self.widest * scale, lines * (self.tallest * scale + GAP) - GAP

    def spots(self, scale: float, most: float) -> list[Spot]:
        """Where everything lies."""
        each, step = self._lines(scale, most)
        found: list[Spot] = []
        large = scale * self.zone.data.large
        for start in range(0, len(self.pieces), each):
            x, y = 0.0, start // each * (self.tallest * scale + GAP)
            for piece in self.pieces[start : start + each]:
                width, height = piece.size[0] * large, piece.size[1] * large
                found.append(Spot(piece, x, y, width, height, piece.key))
                x += step or width + GAP
        return found


def _title_width(zone: ZoneView) -> float:
    """About as much as its title takes."""
    count = zone.count
    return min(120.0, 4.1 * len(f"{zone.words} {count}" if count > 1 else zone.words) + 2)


class Pile(Block):
    """On each other: the last is seen, and the edges of a few."""

    def measure(self, scale: float, most: float) -> tuple[float, float]:
        """Width and height."""
        top, large = self.zone.pieces[-1], scale * self.zone.data.large
        edges = min(3, self.zone.count - 1) * STACK
        return top.size[0] * large + edges, top.size[1] * large + edges

    def spots(self, scale: float, most: float) -> list[Spot]:
        """The one on top."""
        top, large = self.zone.pieces[-1], scale * self.zone.data.large
        return [Spot(top, 0, 0, top.size[0] * large, top.size[1] * large, top.key, self.zone.count - 1)]


class Column(Block):
    """Each shows its head, the last one all of it."""

    def measure(self, scale: float, most: float) -> tuple[float, float]:
        """Width and height."""
        return self.widest * scale, self.tallest * scale * (1 + STRIP * (len(self.pieces) - 1))

    def spots(self, scale: float, most: float) -> list[Spot]:
        """One below the other."""
        large, step = scale * self.zone.data.large, self.tallest * scale * STRIP
        sizes = [(piece.size[0] * large, piece.size[1] * large) for piece in self.pieces]
        return [
            Spot(piece, 0, number * step, *size, piece.key)
            for number, (piece, size) in enumerate(zip(self.pieces, sizes, strict=True))
        ]


class Grid(Block):
    """As the scene has them; with `free`, the places beside them, too."""

    def __init__(self, zone: ZoneView) -> None:
        super().__init__(zone)
        self.taken: dict[tuple[float, float], list[Piece]] = {}
        for piece in zone.pieces:
            self.taken.setdefault(piece.at, []).append(piece)
        self.free = self._free() if zone.data.free else {}
        places = [*self.taken, *self.free]
        self.left, self.top = min(x for x, _ in places), min(y for _, y in places)
        self.right = max(x for x, _ in places) + self.widest
        self.bottom = max(y for _, y in places) + self.tallest

    def _free(self) -> dict[tuple[float, float], str]:
        """The places beside pieces whose keys are `column,row`, with their keys."""
        found: dict[tuple[float, float], str] = {}
        for (x, y), (piece, *_) in self.taken.items():
            column, comma, row = piece.key.partition(",")
            if not comma:
                return {}
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                at = (x + right * piece.size[0], y + down * piece.size[1])
                if at not in self.taken:
                    found[at] = f"{int(column) + right},{int(row) + down}"
        return found

    def measure(self, scale: float, most: float) -> tuple[float, float]:
        """Width and height."""
        return (self.right - self.left) * scale, (self.bottom - self.top) * scale

    def spots(self, scale: float, most: float) -> list[Spot]:
        """Pieces and free places."""
        found = []
        gap = min(GAP, 1.5 * scale)
        for x, y in (*self.taken, *self.free):
            here = self.taken.get((x, y), [])
            piece = here[-1] if here else None
            width, height = piece.size if piece is not None else self.zone.pieces[0].size
            at = ((x - self.left) * scale, (y - self.top) * scale, width * scale - gap, height * scale - gap)
            found.append(Spot(piece, *at, piece.key if piece else self.free[x, y], max(0, len(here) - 1)))
        return found


class Board(Block):
    """A printed board, and the pieces on its spots; several on one spot lie a little aside of each other."""

    def __init__(self, zone: ZoneView, size: tuple[float, float], spots: Mapping[str, tuple[float, float]]) -> None:
        super().__init__(zone)
        self.size, self.at = size, spots

    def measure(self, scale: float, most: float) -> tuple[float, float]:
        """Width and height of the board."""
        return self.size[0] * scale, self.size[1] * scale

    def spots(self, scale: float, most: float) -> list[Spot]:
        """The pieces whose spot the board has."""
        found: list[Spot] = []
        there: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            if piece.spot.lower() in self.at:
                there.setdefault(piece.spot.lower(), []).append(piece)
        for name, pieces in there.items():
            x, y = self.at[name]
            for number, piece in enumerate(pieces):
                w, h = piece.size
                aside = (number - (len(pieces) - 1) / 2) * ASIDE
                left, top = x - w / 2 + aside * w, y - (h / 2 if w == h else h * FOOT) - abs(aside) * h * 0.2
                found.append(Spot(piece, left * scale, top * scale, w * scale, h * scale, piece.spot))
        return found


FORMS: dict[str, type[Block]] = {"row": Block, "pile": Pile, "column": Column, "grid": Grid}


def block_of(zone: ZoneView, look: Look) -> Block:
    """The zone, as its form says."""
    if zone.data.form == "spots" and look.board is not None:
        return Board(zone, look.size(look.board), look.spots)
    return FORMS.get(zone.data.form, Block)(zone)
