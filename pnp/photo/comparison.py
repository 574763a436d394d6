"""What a photo shows beside what the referee knows. In: cards that were seen, a scene. Out: what lies where it should,
what is new, what was not seen.

On a board of squares the place counts; elsewhere only which cards lie there, for people lay rows as they like.
Invariant: a card seen is the same as one of the scene, or new, never both; nothing is said of what is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from pnp.photo.board import Anchor, SeenCard, Square, anchors, squares_of
from pnp.photo.projection import Point, projection_of
from pnp.referee.params import UNKNOWN
from pnp.referee.scene import Piece
from pnp.referee.seat import Seat

CONCEALED = "*"
_SQUARE = re.compile(r"(-?\d{1,3}),(-?\d{1,3})")


class FoundCard(Struct, frozen=True):
    """A card and its place: a zone and a key of it; "" where only the card is known."""

    card: str
    zone: str = ""
    key: Seat | str = ""


class Comparison(Struct, frozen=True):
    """See the module. is_sure: False when the cards seen fit on the board in more ways than one."""

    same: tuple[FoundCard, ...]
    new: tuple[FoundCard, ...]
    missing: tuple[FoundCard, ...]
    is_sure: bool = True

    @property
    def differences(self) -> int:
        """How many cards are otherwise than the referee knows them."""
        return len(self.new) + len(self.missing)


class SeenTable:
    """The cards of one photo, to be compared with scenes.

    zone: what the photo shows; "" for all that lies open. viewer: whose cards are meant where each seat has some.
    private: zones of which only their owner knows the cards · size: of the picture, in pixels
    now: the scene as it is, which tells how the photo lies on its board
    """

    def __init__(
        self,
        cards: Sequence[SeenCard],
        zone: str,
        viewer: Seat | None,
        private: frozenset[str],
        size: Point,
        now: Sequence[Piece],
    ) -> None:
        self.cards = list(cards)
        self.zone, self.viewer, self.private, self.size = zone, viewer, private, size
        self._squares = squares_of(self.cards)
        self._anchors: list[Anchor] = []
        pieces = [piece for piece in now if self._is_meant(piece)]
        self._anchors = self._ways({square: piece.card for piece in pieces if (square := _square(piece))})

    def compare(self, scene: Sequence[Piece]) -> Comparison:
        """The cards beside a scene."""
        pieces = [piece for piece in scene if self._is_meant(piece)]
        board = next((piece.zone for piece in pieces if _square(piece)), "")
        same: list[FoundCard] = []
        new: list[FoundCard] = []
        missing: list[FoundCard] = []
        loose = list(range(len(self.cards)))
        if board:
            known = {square: piece for piece in pieces if piece.zone == board and (square := _square(piece))}
            on_board = self._on_board({square: piece.card for square, piece in known.items()})
            loose = [number for number in loose if number not in on_board]
            for number, square in on_board.items():
                card, there = self.cards[number].card, known.get(square)
                place = FoundCard(card, board, f"{square[0]},{square[1]}")
                (same if there is not None and there.card == card else new).append(place)
            seen = set(on_board.values())
            is_in_picture = self._in_picture(on_board)
            missing += [
                _found(piece) for square, piece in known.items() if square not in seen and is_in_picture(square)
            ]
            pieces = [piece for piece in pieces if piece.zone != board]
        self._count([self.cards[number].card for number in loose], pieces, same, new, missing)
        return Comparison(tuple(same), tuple(new), tuple(missing), len(self._anchors) < 2)

    def _is_meant(self, piece: Piece) -> bool:
        if piece.card in (UNKNOWN, CONCEALED) or not (piece.is_face_up or piece.zone == self.zone):
            return False
        if self.zone:
            return piece.zone == self.zone and (piece.owner is None or self.viewer in (None, piece.owner))
        return piece.zone not in self.private

    def _on_board(self, known: dict[Square, str]) -> dict[int, Square]:
        """The cards that lie on the board, by their numbers, and their squares on it."""
        ways = self._anchors or self._ways(known)
        return {number: ways[0](square) for number, square in self._squares.items()} if ways else {}

    def _ways(self, known: dict[Square, str]) -> list[Anchor]:
        """How the photo may lie on a board; none when nothing that lies there is seen."""
        return anchors({square: self.cards[number].card for number, square in self._squares.items()}, known)

    def _in_picture(self, on_board: dict[int, Square]) -> Callable[[Square], bool]:
        """Whether a square is in the picture, by the plane in which the cards that were seen lie."""
        try:
            onto = projection_of([(square, self.cards[number].middle) for number, square in on_board.items()])
        except ValueError:  # too few cards, or all in one line
            return lambda square: True
        width, height = self.size

        def is_in(square: Square) -> bool:
            x, y = onto(square)
            return 0 <= x < width and 0 <= y < height

        return is_in

    def _count(
        self,
        cards: Sequence[str],
        pieces: Sequence[Piece],
        same: list[FoundCard],
        new: list[FoundCard],
        missing: list[FoundCard],
    ) -> None:
        """Which of the cards lie in these places. A place of which less than half is seen is a pile, or not in the
        picture, so nothing of it is missing, unless it is asked about.
        """
        left = list(cards)
        unseen: list[Piece] = []
        counts: dict[tuple[str, Seat | str], list[int]] = {}
        for piece in pieces:
            count = counts.setdefault((piece.zone, piece.key), [0, 0])
            count[1] += 1
            if piece.card in left:
                left.remove(piece.card)
                same.append(_found(piece))
                count[0] += 1
            else:
                unseen.append(piece)
        new += [FoundCard(card, self.zone) for card in left]
        for piece in unseen:
            seen, there = counts[piece.zone, piece.key]
            if self.zone or 2 * seen >= there:
                missing.append(_found(piece))


def _found(piece: Piece) -> FoundCard:
    return FoundCard(piece.card, piece.zone, piece.key)


def _square(piece: Piece) -> Square | None:
    """The square of a piece that lies on a board of squares."""
    match = _SQUARE.fullmatch(piece.key) if isinstance(piece.key, str) else None
    return (int(match[1]), int(match[2])) if match else None
