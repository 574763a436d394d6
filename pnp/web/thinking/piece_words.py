"""What people do with the printed pieces when a bot has moved. In: what became of its line. Out: sentences.

Invariant: only what everybody sees is named; places are called as on the screens of a hosted table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pnp.library.words import localise
from pnp.referee.game import Setup
from pnp.referee.replay import Entry, Replay
from pnp.referee.scene import Piece
from pnp.referee.seat import TABLE
from pnp.table.pieces_moved import MovedPiece, moved_pieces
from pnp.table.seat_feed import MOST_LINES
from pnp.table.story.place_names import place_names
from pnp.table.wording import phrase

if TYPE_CHECKING:
    from pnp.playtest.seat_bots import SeatBots
    from pnp.table.session import Session
    from pnp.web.drawing.look import Look


def piece_sentences(replay: Replay[Any], entries: Sequence[Entry], lang: str, look: Look | None = None) -> list[str]:
    """`put down Louhi: board 1,0`, for each piece that lies elsewhere after these lines than before them."""
    game = replay.game
    states = (entries[0].state_before, entries[-1].state)
    before, after = (game.scene(game.project(state, None)) for state in states)
    if look is None:
        from pnp.web.drawing.look import Look

        look = Look(None, replay.setup.book)
    words = _PlaceWords(replay.setup, look, lang)
    return [_sentence(moved, words, lang) for moved in moved_pieces(before, after)]


def hand_question(bots: SeatBots, session: Session, lang: str) -> str:
    """What a bot that waits has to be told, and how it is typed; empty while none does."""
    seat = bots.waiting(session)
    if seat is None:
        return ""
    name, notation = session.setup.name(seat), session.replay.notation
    verbs = [one.move.verb for one in notation.adjustments.values() if "holds" in one.move.__struct_fields__]
    lines = " · ".join(f"table: adjust {verb} {name} …" for verb in verbs)
    return phrase("bot_hand", lang, name=name, bot=bots.names[name], lines=lines)


def _sentence(moved: MovedPiece, words: _PlaceWords, lang: str) -> str:
    book = words.setup.book
    known = book.cards.get(moved.card)
    card = localise(known.name, lang) if known is not None else book.name(moved.card, lang)
    if moved.to is None:
        return phrase("piece_taken", lang, card=card, place=words.place(moved.source))
    place = words.place(moved.to)
    if moved.source is None:
        return phrase("piece_put", lang, card=card, place=place)
    return phrase("piece_moved", lang, card=card, source=words.place(moved.source), place=place)


class _PlaceWords:
    """What places are called in one language."""

    def __init__(self, setup: Setup, look: Look, lang: str) -> None:
        self.setup, self._look, self._lang = setup, look, lang

    def place(self, piece: Piece | None) -> str:
        """`board 1,0`, `performers of mia`, `the map Kuopio`."""
        assert piece is not None, "a piece that moved lies somewhere"
        words = [self._look.zone_word(piece.zone, self._lang), self._within(piece)]
        place = " ".join(filter(None, words))
        owner = piece.owner if piece.owner is not None else piece.key if isinstance(piece.key, int) else TABLE
        return place if owner == TABLE else phrase("piece_of", self._lang, place=place, name=self.setup.name(owner))

    def _within(self, piece: Piece) -> str:
        """Where in its zone."""
        look, data = self._look, self._look.data.zones.get(piece.zone)
        if data is not None and data.by:
            card = self.setup.book.cards.get(piece.card)
            group = str(card.fields.get(data.by, "")) if card is not None else ""
            return look.word(group, self._lang) if group else ""
        if isinstance(piece.key, str) and piece.key:
            return look.word(data.keys.get(piece.key, piece.key) if data is not None else piece.key, self._lang)
        spot, colon, number = piece.spot.partition(":")
        board = look.data.board
        if board is not None and spot in board.grids:
            return number
        return f"{place_names(self.setup.book).get(spot) or look.word(spot, self._lang)}{colon}{number}" if spot else ""


class BotPieces:
    """What people do with the printed pieces for the bots that moved last."""

    def __init__(self) -> None:
        self.look: Look | None = None
        self._lines: list[Sequence[Entry]] = []  # since somebody else moved

    def add(self, entries: Sequence[Entry]) -> None:
        """A bot moved."""
        last = self._lines[-1][-1].ply if self._lines else 0
        if entries[0].ply != last + 1:
            self._lines.clear()
        self._lines.append(entries)

    def sentences(self, replay: Replay[Any], lang: str) -> list[str]:
        """In words; nothing of what was taken back since."""
        stand = {position.ply for position in replay.positions[-MOST_LINES:]} if self._lines else ()
        made = (entries for entries in self._lines if entries[-1].ply in stand)
        return [text for entries in made for text in piece_sentences(replay, entries, lang, self.look)]
