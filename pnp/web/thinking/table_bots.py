"""The bots of one hosted table. In: its session, which bots sit where. Out: their turns and lines, and in words what
people do for them.

Invariant: all of it is done in the table's thread, but for thinking; what it says, everybody may know.
"""

from __future__ import annotations

from typing import Any

from pnp.playtest.seat_bots import BotTrouble, SeatBots, Turn
from pnp.referee.seat import Seat
from pnp.table.session import Session
from pnp.web.thinking.bot_words import bot_sentence
from pnp.web.thinking.piece_words import BotPieces, hand_question


class TableBots:
    """The bots of a table, and what became of their lines."""

    def __init__(self, session: Session, bots: SeatBots) -> None:
        self.session, self._bots = session, bots
        self.names = bots.names
        self.pieces = BotPieces()

    def turn(self) -> Turn | None:
        """The turn of a bot that is to act; None when people are."""
        return self._bots.turn(self.session)

    def is_awaited(self, turn: Turn) -> bool:
        """Whether a line of this turn would still count."""
        return self._bots.is_awaited(self.session, turn)

    def move(self, turn: Turn, line: str) -> None:
        """Make a bot's move; of one that others overtook, or that is refused, nothing is left but the reason."""
        result = self._bots.submit(self.session, turn, line)
        if result.written:
            self.pieces.add(result.entries)

    def note(self, trouble: BotTrouble) -> None:
        """There is no line of a bot, or not yet."""
        self._bots.note(trouble)

    def ask_again(self, name: str) -> bool:
        """A bot that does not move thinks again; False for one that does."""
        trouble = self._trouble(name)
        if trouble is None:
            return False
        self._bots.ask_again(trouble.seat)
        return True

    def stop(self, name: str, by: Seat) -> bool:
        """A bot that thinks does so no more; False for one that does not."""
        turn = self.turn()
        if turn is None or self.session.setup.name(turn.seat) != name:
            return False
        self._bots.note(turn.trouble("stopped_by", by=self.session.setup.name(by)))
        return True

    def values(self, lang: str) -> dict[str, Any]:
        """What everybody is told: what to do with printed pieces, and which bots do not move."""
        asked = hand_question(self._bots, self.session, lang)
        sentences = self.pieces.sentences(self.session.replay, lang)
        stuck, turn = self._bots.troubles(self.session), self.turn()
        return {
            "bots": self.names,
            "pieces": [*sentences, *([asked] if asked else [])],
            "thinking": [] if turn is None else [self.session.setup.name(turn.seat)],
            "stuck": [
                {"seat": self._name(it), "words": self._sentence(it, lang), "is_thinking": it.is_slow} for it in stuck
            ],
        }

    def sentence(self, turn: Turn, lang: str) -> str:
        """Why the bot of this turn does not move; "" when it does."""
        found = (it for it in self._bots.troubles(self.session) if it.seat == turn.seat)
        return next((self._sentence(it, lang) for it in found), "")

    def _trouble(self, name: str) -> BotTrouble | None:
        found = self._bots.troubles(self.session)
        return next((it for it in found if self._name(it) == name and not it.is_slow), None)

    def _name(self, trouble: BotTrouble) -> str:
        return self.session.setup.name(trouble.seat)

    def _sentence(self, trouble: BotTrouble, lang: str) -> str:
        name = self._name(trouble)
        return bot_sentence(trouble, name, self.names[name], "then_stop" if trouble.is_slow else "then_move", lang)
