"""The bots of one hosted table. In: the table, which bots sit where. Out: their turns and lines, and in words what
people do for them.

Invariant: all of it is done in the table's thread, but for thinking; what it says, everybody may know.
"""

from __future__ import annotations

from typing import Any

from pnp.playtest.seat_bots import BotTrouble, SeatBots, Turn
from pnp.referee.seat import Seat
from pnp.web.live_table import LiveTable
from pnp.web.thinking.bot_words import bot_sentence
from pnp.web.thinking.piece_words import BotPieces, hand_question


class TableBots:
    """The bots of a table, mostly none, and what became of their lines. names: the bot of each seat that has one."""

    def __init__(self, table: LiveTable, bots: SeatBots) -> None:
        self._table, self._session, self._bots = table, table.session, bots
        self.names = bots.names
        self.pieces = BotPieces()

    def turn(self) -> Turn | None:
        """Read the record, and return the turn of a bot that is to act; None when people are."""
        self._table.refresh()
        return self._bots.turn(self._session)

    def is_awaited(self, turn: Turn) -> bool:
        """Whether a line of this turn would still count."""
        return self._bots.is_awaited(self._session, turn)

    def answer(self, turn: Turn, answered: str | BotTrouble, lang: str) -> str:
        """Make a bot's move, or note why there is none; return why it does not move, "" when it does.

        Of a line that others overtook, or that is refused, nothing is left but the reason.
        """
        if isinstance(answered, str):
            result = self._bots.submit(self._session, turn, answered)
            if result.written:
                self.pieces.add(result.entries)
        elif self.is_awaited(turn):
            self._bots.note(answered)
        self._table.changed()
        found = (it for it in self._bots.troubles(self._session) if it.seat == turn.seat)
        return next((self._sentence(it, lang) for it in found), "")

    def ask_again(self, name: str) -> bool:
        """A bot that does not move thinks again; False for one that does."""
        for trouble in self._bots.troubles(self._session):
            if self._name(trouble.seat) == name and not trouble.is_slow:
                self._bots.ask_again(trouble.seat)
                return True
        return False

    def stop(self, name: str, by: Seat) -> bool:
        """A bot that thinks does so no more; False for one that does not."""
        turn = self._bots.turn(self._session)
        if turn is None or self._name(turn.seat) != name:
            return False
        self._bots.note(turn.trouble("stopped_by", by=self._name(by)))
        return True

    def values(self, lang: str) -> dict[str, Any]:
        """What everybody is told: what to do with printed pieces, and which bots do not move."""
        asked = hand_question(self._bots, self._session, lang)
        sentences = self.pieces.sentences(self._session.replay, lang)
        stuck, turn = self._bots.troubles(self._session), self._bots.turn(self._session)
        return {
            "bots": self.names,
            "pieces": [*sentences, *([asked] if asked else [])],
            "thinking": [] if turn is None else [self._name(turn.seat)],
            "stuck": [
                {"seat": self._name(it.seat), "words": self._sentence(it, lang), "is_thinking": it.is_slow}
                for it in stuck
            ],
        }

    def _name(self, seat: Seat) -> str:
        return self._session.setup.name(seat)

    def _sentence(self, trouble: BotTrouble, lang: str) -> str:
        name = self._name(trouble.seat)
        return bot_sentence(trouble, name, self.names[name], "then_stop" if trouble.is_slow else "then_move", lang)
