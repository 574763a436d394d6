"""What a hunt finds. In: a game that was stalled. Out: a Find: what is wrong there, whose game it was, its record."""

from __future__ import annotations

from msgspec import Struct

ENDLESS, ROUND, NO_MOVE, FAULT, SHORT, LEFT_OUT, NO_CHOICE = (
    "endless",
    "round",
    "no-move",
    "fault",
    "short",
    "left-out",
    "no-choice",
)
MEANINGS = {
    ENDLESS: "games that reach the line limit",
    ROUND: "positions that repeat by moves of players alone: a loop that never ends",
    NO_MOVE: "positions in which a seat to act has no legal move",
    FAULT: "games that cannot continue: a bug in the code of the rules",
    SHORT: "games that end before every seat has moved",
    LEFT_OUT: "games in which a seat never moves",
    NO_CHOICE: "games in which no seat ever has a choice",
}


class Find(Struct, frozen=True):
    """One find. ply: the last line of the record; it shows what is wrong · who: how each seat played"""

    kind: str
    seed: int
    players: int
    ply: int
    what: str
    who: tuple[str, ...]
    record: str


class Hunted(Struct):
    """A whole hunt.

    finds: the first of each kind and number of seats · counts: how often each kind was met · stopped: games that
    only the table ended, in a game whose rules let it go on · longest: lines of the longest game, of how many, its seed
    """

    games: int = 0
    stopped: int = 0
    finds: list[Find] = []
    counts: dict[str, int] = {}
    longest: tuple[int, int, int] = (0, 0, 0)

    def note(self, find: Find) -> None:
        """Note a find; of one kind and number of seats the first is kept."""
        self.counts[find.kind] = self.counts.get(find.kind, 0) + 1
        if all((known.kind, known.players) != (find.kind, find.players) for known in self.finds):
            self.finds.append(find)
