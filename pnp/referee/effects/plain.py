"""What effects leave on the table, as plain values that pickle and compare: how far a list of effects is, cards in play
with what was done to them, what lasts for a time.

Invariant: text is named by card and path, never copied: what a card does stands in its YAML alone.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.referee.seat import Seat

Path = tuple[str | int, ...]
Typed = tuple[tuple[str, Any], ...]
TIMES = {"once": 1, "twice": 2}
PLANNING = "planning"  # the number of the announced card whose choices are made
TRYING = -1  # in its place, while it is only asked whether the choices that a line names can be made
TYPED = "typed"  # the choices that a line names, as pairs
MARK = "@"  # before names that are forgotten when the next effect begins


class Doing(Struct, frozen=True):
    """A list of effects that is carried out, and how far it is.

    card, path: whose text, and where in its abilities the list stands · at: the effect that is next
    you: the player whom the text calls “you” · piece: the card in play that it belongs to, 0 for none
    depth: how many texts set each other off before · names: what was chosen and saved, as pairs
    """

    card: str
    path: Path
    you: Seat
    at: int = 0
    piece: int = 0
    depth: int = 0
    names: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """What was saved under a name."""
        for key, value in self.names:
            if key == name:
                return value
        return default

    def with_(self, **values: Any) -> Doing:
        """The same with more saved."""
        return self.with_names(values)

    def with_names(self, values: dict[str, Any]) -> Doing:
        """The same with more saved."""
        return replace(self, names=tuple({**dict(self.names), **values}.items()))

    def next(self) -> Doing:
        """The next effect of the list."""
        kept = tuple(pair for pair in self.names if not pair[0].startswith(MARK))
        return replace(self, at=self.at + 1, names=kept)

    def inner(self, *path: str | int) -> Doing:
        """A list inside the effect that is being done."""
        kept = tuple(pair for pair in self.names if not pair[0].startswith(MARK))
        return replace(self, path=(*self.path, self.at, *path), at=0, names=kept)


class Piece(Struct, frozen=True):
    """A card in play.

    number: its own as long as it is in play · seat: who controls it, TABLE for nobody · owner: whose pile it goes to
    host: the piece it is attached to, 0 for none · copy_of: whose text it has, "" for its own
    used: the abilities with a limit that were used, each with what the limit counts by: turn, round or game
    counters: how many are on it · is_silenced: an effect took its abilities away
    bearer: the player it is attached to, -1 for none · is_front: it is in front of its player and not in play
    copy: the lowest number that no other card of its name had when it came
    """

    number: int
    card: str
    seat: Seat
    owner: Seat
    host: int = 0
    copy_of: str = ""
    used: tuple[tuple[int, str], ...] = ()
    counters: int = 0
    is_silenced: bool = False
    bearer: Seat = -1
    is_front: bool = False
    copy: int = 1

    @property
    def you(self) -> Seat:
        """The player whom its text calls “you”: of a card that is nobody's, who put it into play."""
        return self.seat if self.seat >= 0 else self.owner

    @property
    def text(self) -> str:
        """The card whose abilities it has."""
        return self.copy_of or self.card

    def can_use(self, number: int, limit: str | None) -> bool:
        """Whether an ability with a limit can be used once more: `twice_per_turn`."""
        if limit is None:
            return True
        times, _, period = limit.split("_")
        return self.used.count((number, period)) < TIMES[times]

    def after_use(self, number: int, limit: str) -> Piece:
        """The card after one use of an ability with a limit."""
        return replace(self, used=(*self.used, (number, limit.rpartition("_")[2])))


class Announced(Struct, frozen=True):
    """A card that was played and has not happened yet.

    to: the number of the announced card that it answers, 0 for none · hit: the number of the damage that it answers
    doing: what an ability does that was used, None for a card · names: what was chosen when it was played
    """

    number: int
    card: str
    seat: Seat
    to: int = 0
    hit: int = 0
    is_cancelled: bool = False
    doing: Doing | None = None
    names: tuple[tuple[str, Any], ...] = ()


class Hit(Struct, frozen=True):
    """Damage that is about to be done, by which text and to whom."""

    number: int
    doing: Doing
    seat: Seat
    amount: int


class SetOff(Struct, frozen=True):
    """An ability that was set off and waits until nothing is half done.

    event: abilities of one event have the same number · is_automatic: nobody decides anything in it
    is_ordered: its player has said where it comes
    """

    event: int
    doing: Doing
    is_automatic: bool = False
    is_ordered: bool = False


class Lasting(Struct, frozen=True):
    """What holds, or waits, until a point of the game: modifiers, effects, or a card that changed sides.

    kind: `mods`, `do` or `control` · doing: where its words stand · until: `end_of_turn` or `your_next_turn`
    piece, back: the card that goes back, and to whom
    """

    kind: str
    doing: Doing
    until: str
    piece: int = 0
    back: Seat = 0
