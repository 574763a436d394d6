"""Players who stall. In: the state, everything of it: they look for holes in the rules, not for a win. Out: a move.

A habit says how: by refusing to score, by going back to where the game was before, by always taking the first or the
last of the moves, or by liking some verbs more than others. Habits that made long games are kept and changed a little.
Invariant: a habit follows from a seed and the habits kept before it, a move from the habit and the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pnp.referee.game import Game
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import Seat

REFUSE, REPEAT, PROLONG, FIRST, LAST = "refuse", "repeat", "prolong", "first", "last"
KINDS = (PROLONG, REFUSE, PROLONG, REPEAT, PROLONG, FIRST, PROLONG, LAST)
LOOKED_AT = 12  # moves of a position that are tried out
KEPT = 4  # habits that made the longest games


class Habit(Struct, frozen=True):
    """kind: what the player is after · likes: how much each verb is liked, for `prolong`"""

    kind: str
    likes: Mapping[str, float] = {}

    @property
    def name(self) -> str:
        """What stands in the record."""
        most = sorted(self.likes, key=lambda verb: -self.likes[verb])[:2]
        return f"stall:{self.kind}" + (f"({'+'.join(most)})" if most else "")


class Habits:
    """The habits of a search: new ones, and those kept."""

    def __init__(self, game: Game[Any]) -> None:
        self._verbs = tuple(dict.fromkeys(verb_of(kind) for kind in game.moves))
        self._kept: list[tuple[int, Habit]] = []

    def pick(self, seed: int) -> Habit:
        """The habit of a game."""
        draw = random.Random(f"{seed}/habit")
        kind = KINDS[seed % len(KINDS)]
        if kind != PROLONG:
            return Habit(kind)
        if self._kept and draw.random() < 0.6:
            _, known = draw.choice(self._kept)
            return Habit(PROLONG, {verb: like * 4 ** draw.uniform(-1, 1) for verb, like in known.likes.items()})
        return Habit(PROLONG, {verb: 50 ** draw.uniform(-1, 1) for verb in self._verbs})

    def learn(self, habit: Habit, length: int) -> None:
        """Keep the habit if its game was among the longest."""
        if habit.kind == PROLONG:
            self._kept = sorted([*self._kept, (length, habit)], key=lambda item: -item[0])[:KEPT]


def choose(
    game: Game[Any],
    state: Any,
    seat: Seat,
    moves: Sequence[Move],
    habit: Habit,
    draw: random.Random,
    was_there: Callable[[Any], bool],
) -> Move:
    """The move of a player with this habit; `was_there` knows the positions of the game so far."""
    if habit.kind == FIRST:
        return moves[0]
    if habit.kind == LAST:
        return moves[-1]
    if habit.kind == PROLONG:
        return draw.choices(moves, [habit.likes.get(verb_of(type(move)), 1.0) for move in moves])[0]
    some = list(moves) if len(moves) <= LOOKED_AT else draw.sample(list(moves), LOOKED_AT)
    return min(some, key=lambda move: _gain(game, state, seat, move, habit, was_there) + draw.random() / 1000)


def _gain(game: Game[Any], state: Any, seat: Seat, move: Move, habit: Habit, was_there: Callable[[Any], bool]) -> float:
    """What is to be small: points won, or a position that is new. The end of the game is worst."""
    ruling = game.judge(state, move)
    if not isinstance(ruling, ACCEPTED):
        return 0.0  # a move that is offered and refused: whoever plays it sees
    after = ruling.after
    if game.outcome(after) is not None:
        return 1e9
    if habit.kind == REPEAT:
        return 0.0 if was_there(after) else 1.0
    scores = game.scores(after)
    return float(sum(scores)) if scores else 0.0
