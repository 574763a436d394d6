"""What people do with the printed pieces when a bot has moved. In: what became of its line. Out: sentences.

Invariant: only what everybody sees is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.library.words import localise
from pnp.referee.game import Setup
from pnp.referee.replay import Entry, Replay
from pnp.referee.scene import Piece
from pnp.referee.seat import TABLE
from pnp.table.pieces_moved import MovedPiece, moved_pieces
from pnp.ui.wording import phrase


def piece_sentences(replay: Replay[Any], entries: Sequence[Entry], lang: str) -> list[str]:
    """`put down Louhi: board 1,0`, for each piece that lies elsewhere after these lines than before them."""
    game = replay.game
    states = (entries[0].state_before, entries[-1].state)
    before, after = (game.scene(game.project(state, None)) for state in states)
    return [_sentence(moved, replay.setup, lang) for moved in moved_pieces(before, after)]


def _sentence(moved: MovedPiece, setup: Setup, lang: str) -> str:
    known = setup.book.cards.get(moved.card)
    card = localise(known.name, lang) if known is not None else setup.book.name(moved.card, lang)
    if moved.to is None:
        return phrase("piece_taken", lang, card=card, place=_place(moved.source, setup, lang))
    place = _place(moved.to, setup, lang)
    if moved.source is None:
        return phrase("piece_put", lang, card=card, place=place)
    return phrase("piece_moved", lang, card=card, source=_place(moved.source, setup, lang), place=place)


def _place(piece: Piece | None, setup: Setup, lang: str) -> str:
    """`board 1,0`, `troupe of mia`."""
    assert piece is not None, "a piece that moved lies somewhere"
    words = [setup.book.name(piece.zone, lang).replace("_", " ")]
    if isinstance(piece.key, str) and piece.key:
        words.append(setup.book.name(piece.key, lang))
    elif piece.spot:
        words.append(setup.book.name(piece.spot, lang))
    place = " ".join(words)
    owner = piece.owner if piece.owner is not None else piece.key if isinstance(piece.key, int) else TABLE
    return place if owner == TABLE else phrase("piece_of", lang, place=place, name=setup.name(owner))
