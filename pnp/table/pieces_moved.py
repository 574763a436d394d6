"""What to do with the printed pieces after a line that people did not play themselves. In: two scenes of everybody's.
Out: pieces that are put down, moved and taken away.

Invariant: both scenes are public, so nothing is in the answer that lies hidden; a pile's size is nobody's to lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pnp.referee.scene import Piece

HIDDEN = ("?", "*", "")


class MovedPiece(Struct, frozen=True):
    """A card that lies elsewhere now: where it was, where it is; None where nobody sees it."""

    card: str
    source: Piece | None
    to: Piece | None


def moved_pieces(before: Sequence[Piece], after: Sequence[Piece]) -> list[MovedPiece]:
    """The pieces that differ, those put down first."""
    gone, come = _minus(before, after), _minus(after, before)
    moved = []
    for piece in come:
        source = next((other for other in gone if other.card == piece.card), None)
        if source is not None:
            gone.remove(source)
        moved.append(MovedPiece(piece.card, source, piece))
    return [*moved, *(MovedPiece(piece.card, piece, None) for piece in gone)]


def _minus(these: Sequence[Piece], others: Sequence[Piece]) -> list[Piece]:
    """The known pieces of one scene that are in no such place of the other."""
    there = Counter(_place(piece) for piece in others if piece.card not in HIDDEN)
    left = []
    for piece in these:
        if piece.card in HIDDEN:
            continue
        if there[_place(piece)]:
            there[_place(piece)] -= 1
        else:
            left.append(piece)
    return left


def _place(piece: Piece) -> tuple[str, str, int | str, str, int | None, bool]:
    return piece.card, piece.zone, piece.key, piece.spot, piece.owner, piece.is_face_up
