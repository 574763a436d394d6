"""Games worth a look: the longest, the most one-sided, those that did not end. In: games played. Out: their seeds.

Invariant: which games are noted does not depend on the order in which they were counted: those with the largest number,
of equals the one with the lowest seed. A seed repeats its game, so that is all that is noted.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.playtest.statistics import Number

LONGEST, ONE_SIDED, STOPPED = "longest", "one-sided", "stopped"
MOST_STOPPED = 20  # games without an end that are noted; all of them are counted


class OddGame(Struct):
    """One game: its seed, and the number it is noted for (moves of the players; points)."""

    seed: int
    number: Number

    def comes_before(self, other: OddGame) -> bool:
        """Whether this one is noted rather than the other."""
        return (-self.number, self.seed) < (-other.number, other.seed)


class OddGames(Struct):
    """The games noted of those counted. most: by kind, one of each · stopped: those with the lowest seeds"""

    most: dict[str, OddGame] = {}
    stopped: dict[int, OddGame] = {}

    def note(self, kind: str, game: OddGame) -> None:
        """Note a game if it is the most so."""
        known = self.most.get(kind)
        if known is None or game.comes_before(known):
            self.most[kind] = game

    def note_stopped(self, game: OddGame) -> None:
        """Note a game that did not end."""
        self.stopped[game.seed] = game
        if len(self.stopped) > MOST_STOPPED:
            del self.stopped[max(self.stopped)]

    def add(self, other: OddGames) -> None:
        """Add others to these."""
        for kind, game in other.most.items():
            self.note(kind, game)
        for game in other.stopped.values():
            self.note_stopped(game)
