"""What happened along a game: who led, when it was decided, what could be chosen. In: a game. Out: whole numbers.

The game is looked at before its first move by a seat and after each tenth of those moves. Who leads says the score;
where no points are counted, the game's own judgement of the chances (`Game.value`), in whole per cent.
Invariant: as `Counts`: adding is exact and commutative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from pnp.playtest.adding import Sums, add_maps
from pnp.playtest.moments import Moments, Ratio
from pnp.playtest.statistics import Number
from pnp.referee.game import Game, Outcome, counters_of, standing_of
from pnp.referee.move import Move
from pnp.referee.opponents.valuing import value_of

TENTHS = 10
EVERY = 50  # of so many decisions one is looked at for what else could have been chosen, another in each game
JUDGED = 4  # of so many games without points one is judged along its course: that costs more than all else here
POINTS, CHANCES, NOTHING = "points", "chances", ""
AHEAD, LEVEL, BEHIND = "ahead", "level", "behind"
SIZE, FORCED = (Ratio(((column, 1),), ((0, 1),)) for column in (1, 2))  # legal moves, and forced, of all decisions


def mixed(seed: int) -> int:
    """A number that follows from a seed but goes with nothing else that does, such as who sits where."""
    return (seed + 1) * 0x9E3779B97F4A7C15 >> 32 & 0xFFFFFFFF


class Decisions(Struct, Sums):
    """Decisions of some kind, and between how many moves they were.

    moments: of each game with such decisions how many, their legal moves, and those with one (`SIZES`) · sizes: how
    often each number of legal moves
    """

    moments: Moments = field(default_factory=Moments)
    sizes: dict[int, int] = {}

    def add_game(self, sizes: Sequence[int]) -> None:
        """Add the decisions of one game."""
        self.moments.note((len(sizes), sum(sizes), sizes.count(1)))
        add_maps(self.sizes, Counter(sizes))

    @property
    def count(self) -> int:
        """How many decisions."""
        return sum(self.sizes.values())


class Course(Struct, Sums):
    """Counts over any number of games.

    fans: standings by (tenth, whether the seat won), how often each · changes: games by how often the lead changed
    decided: games by when it changed last, in per cent of the moves · led: games in which one seat led at the end
    kept: of these, games which it won · half: games with a winner and a loser by how the best winner stood at half-time
    phases, tenths: the decisions looked at, by phase and by tenth of the game
    """

    fans: dict[tuple[int, bool], dict[Number, int]] = {}
    changes: dict[int, int] = {}
    decided: dict[int, int] = {}
    led: int = 0
    kept: int = 0
    half: dict[str, int] = {}
    phases: dict[str, Decisions] = {}
    tenths: dict[int, Decisions] = {}


def standing_by(game: Game[Any], start: Any) -> str:
    """How it is told who leads in this game."""
    if counters_of(game, start) and game.scores(start):
        return POINTS
    return CHANCES if game.value is not None else NOTHING


class CourseCounter:
    """Counts along the games of one Game.

    sees_all: the states hide nothing, so what can be chosen and the chances follow from them
    """

    def __init__(self, game: Game[Any], sees_all: bool = True) -> None:
        self._game, self._sees_all = game, sees_all
        self._by: str | None = None

    @property
    def counts_points(self) -> bool:
        """Whether points say who leads, as far as games were counted."""
        return self._by == POINTS

    def count(self, course: Course, seed: int, moves: Sequence[Move], states: Sequence[Any], outcome: Outcome) -> None:
        """Count one game; `states` are those before each move, and the last one."""
        turns = [at for at, move in enumerate(moves) if move.seat >= 0]
        if not turns:
            return
        if self._by is None:
            self._by = standing_by(self._game, states[0])
        # After a move of a seat stand the deals that follow it: the state before the next seat's move.
        after = [*turns, len(states) - 1]
        length = len(turns)
        tenths = [states[after[-(-length * tenth // TENTHS)]] for tenth in range(TENTHS + 1)]
        if self._by == POINTS:
            better = -1 if self._game.fewest_win else 1
            _count_standings(course, [standing_of(self._game, state) for state in tenths], outcome, better)
            series = [standing_of(self._game, states[at]) for at in after]
            if _count_changes(course, series):
                _count_leader(course, series[-1], outcome)
        elif self._by == CHANCES and self._sees_all and mixed(seed) % JUDGED == 0:
            standings = [self._chances(state) for state in tenths]
            _count_standings(course, standings, outcome)
            _count_changes(course, standings)
        if self._sees_all:
            self._count_decisions(course, seed, turns, moves, states)

    def _chances(self, state: Any) -> Sequence[float]:
        return [round(100 * chance) for chance in value_of(self._game, state)]

    def _count_decisions(
        self, course: Course, seed: int, turns: Sequence[int], moves: Sequence[Move], states: Sequence[Any]
    ) -> None:
        game, length = self._game, len(turns)
        phases: dict[str, list[int]] = {}
        tenths: dict[int, list[int]] = {}
        for number in range(mixed(seed) % EVERY, length, EVERY):
            state, seat = states[turns[number]], moves[turns[number]].seat
            if game.forced(state) is not None:
                continue  # the referee wrote it: nobody was asked
            size = len(game.legal_moves(state, seat))
            phases.setdefault(game.phase(state), []).append(size)
            tenths.setdefault(number * TENTHS // length, []).append(size)
        for phase, sizes in phases.items():
            course.phases.setdefault(phase, Decisions()).add_game(sizes)
        for tenth, sizes in tenths.items():
            course.tenths.setdefault(tenth, Decisions()).add_game(sizes)


def _count_standings(course: Course, standings: Sequence[Sequence[float]], outcome: Outcome, better: int = 1) -> None:
    """Count standings, of which more is better; as they are said they are `better` times that."""
    winners = outcome.winners
    for tenth, standing in enumerate(standings):
        for seat, value in enumerate(standing):
            add_maps(course.fans, {(tenth, seat in winners): {better * value: 1}})
    half = standings[TENTHS // 2]
    if winners and len(winners) < len(half):
        best = max(half[seat] for seat in winners)
        other = max(value for seat, value in enumerate(half) if seat not in winners)
        add_maps(course.half, {BEHIND if best < other else AHEAD if best > other else LEVEL: 1})


def _count_changes(course: Course, series: Sequence[Sequence[float]]) -> bool:
    """Count who led when; False when nobody ever led alone."""
    changes, last = lead_changes(series)
    if last is None:
        return False
    add_maps(course.changes, {changes: 1})
    add_maps(course.decided, {round(100 * last / (len(series) - 1)): 1})
    return True


def _count_leader(course: Course, standing: Sequence[float], outcome: Outcome) -> None:
    most = max(standing)
    if standing.count(most) == 1:
        course.led += 1
        course.kept += standing.index(most) in outcome.winners


def lead_changes(series: Sequence[Sequence[float]]) -> tuple[int, int | None]:
    """How often another seat took the lead, and where the last leader took it (None: nobody ever led alone).

    Who is caught up with and leads again has not lost the lead.
    """
    changes, last, leader = 0, None, -1
    before: Sequence[float] = ()
    for at, standing in enumerate(series):
        if standing == before:
            continue
        before = standing
        most = max(standing)
        seat = standing.index(most)
        if seat != leader and standing.count(most) == 1:
            changes += leader >= 0
            leader, last = seat, at
    return changes, last
