"""The review of a game: what each seat's chances were, what its moves gave away, what luck brought. In: a table, whose
knowledge is used, how far to think. Out: a `Review`.

Every move is looked at with what its player knew then, beside the move that the search would have made. The dearest
ones are looked at a second time, farther and with new numbers; only this second look says what they gave away, so none
is named because it was unlucky the first time. Luck is what deals and dice changed, for whoever saw them.

Invariant: of a game that goes on nothing is used but what the viewer knows; then nobody else's moves are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from pnp.playtest.advice.course import Stretch, stretches_of, tables_before
from pnp.playtest.advice.hint import knows_its_moves, main_reason
from pnp.playtest.advice.weighing import BATCHES, Estimate, MovesUnknown, beside, by_tries, draw_world, estimate
from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from pnp.referee.game import Game
from pnp.referee.move import Move
from pnp.referee.opponents.valuing import value_of_outcome
from pnp.referee.replay import Replay
from pnp.referee.ruling import Reason
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import view_of

SIMULATIONS = 80  # of the first look at a move; the second has more
SECOND = 5  # times as many
DEAREST = 6  # moves that are looked at twice
LUCKY = 5  # lines of luck that are named
AGAIN = 1 << 20  # added to a ply: other numbers than those of the first look


class Point(Struct, frozen=True):
    """A seat's chance to win before a line, as its viewer knew the table then."""

    ply: int
    seat: Seat
    chance: Estimate


class Judged(Struct, frozen=True):
    """A move beside the one that the search would have made. better: None where it is the same."""

    ply: int
    seat: Seat
    move: Move
    better: Move | None
    worse: Estimate
    reason: Reason | None = None  # what the game says of the better move


class LuckyLine(Struct, frozen=True):
    """What lines of the table changed for a seat that saw them."""

    ply: int
    seat: Seat
    moves: tuple[Move, ...]
    change: Estimate


class SeatReview(Struct, frozen=True):
    """What became of a seat: of its chance when somebody first had to decide, by luck and by its own moves."""

    seat: Seat
    start: Estimate
    end: float | None  # None: the game goes on
    luck: Estimate | None  # None: nobody told the referee what was drawn
    given_away: Estimate | None
    decisions: int  # those that were judged
    alike: int  # decisions that the search would have made, too


class Review(Struct, frozen=True):
    """A whole game."""

    viewer: Seat | None
    is_over: bool
    simulations: int
    seats: tuple[SeatReview, ...]
    points: tuple[Point, ...]
    judged: tuple[Judged, ...]
    not_judged: int  # moves of which nobody told the referee what their player could have done instead
    dearest: tuple[Judged, ...]  # those that gave away something for sure, the dearest first
    looked_twice: int
    deals: int  # lines of the table that told a seat something, each for each seat that it told
    luck: tuple[LuckyLine, ...]  # those that changed a chance for sure, the greatest changes


def review(
    truth: Replay[Any],
    viewer: Seat | None,
    simulations: int = SIMULATIONS,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look at a game. Without a viewer one that is over is looked at by each seat with its own eyes."""
    seats: Sequence[Seat | None]
    if viewer is not None or truth.outcome is None:
        seats = [viewer]
    else:
        seats = range(len(truth.setup.seats))
    reviewer = _Reviewer(truth, seats, simulations, progress)
    reviewer.go_through()
    return reviewer.result(viewer)


class _Reviewer:
    """One review in the making."""

    def __init__(
        self,
        truth: Replay[Any],
        viewers: Sequence[Seat | None],
        simulations: int,
        progress: Callable[[int, int], None],
    ) -> None:
        self.truth, self.game, self.viewers = truth, truth.game, viewers
        self.simulations, self.search, self.progress = simulations, Search(truth.game, simulations), progress
        self.worlds = max(simulations // 2, BATCHES)
        self.points: dict[tuple[int, Seat], Point] = {}
        self.judged: list[Judged] = []
        self.not_judged: list[Seat] = []  # whose move it was
        self.dearest: list[Judged] = []
        self.luck: list[LuckyLine] = []

    def go_through(self) -> None:
        """Look at every line, then at the dearest moves again."""
        stretches = stretches_of(self.truth)
        steps = len(stretches) + DEAREST
        before: dict[Seat, tuple[int, Estimate, tuple[Move, ...]]] = {}  # chances before lines of the table
        has_begun = False
        for at, table in enumerate(tables_before(self.truth, stretches)):
            stretch = stretches[at] if at < len(stretches) else None
            decides = stretch.seat != TABLE if stretch is not None else any(seat != TABLE for seat in table.to_act)
            has_begun = has_begun or decides
            if has_begun and table.outcome is None:
                now = self._look(table, stretch.ply if stretch is not None else table.plies + 1)
                self._count_luck(before, now)
                before = self._before(table, stretch, now) if stretch is not None and not decides else {}
            elif before and table.outcome is not None:
                before = {}
            if stretch is not None and decides and stretch.seat in self.viewers:
                self._judge(table, stretch)
            self.progress(at + 1, steps)
        again = sorted((one for one in self.judged if one.worse.mean > 0), key=lambda one: -one.worse.mean)[:DEAREST]
        self._look_again(stretches, {one.ply for one in again})
        self.looked_twice = len(again)
        self.progress(steps, steps)

    def _look(self, table: Replay[Any], ply: int) -> dict[Seat, Point]:
        """The chances before a line, each seat's with its own eyes or all with those of everybody."""
        found: dict[Seat, Point] = {}
        for viewer in self.viewers:
            numbers = keyed_pick(0, TABLE if viewer is None else viewer, ply)
            thinking = self.search.think(view_of(table, viewer), 0 if viewer is None else viewer, numbers)
            worlds = [thinking.worlds.draw() for _ in range(self.worlds)]
            if not _goes_on(self.game, worlds[0]):
                continue  # somebody else is asked what this viewer cannot even imagine
            chances = [thinking.foresee(world) for world in worlds]
            for seat in range(len(table.setup.seats)) if viewer is None else [viewer]:
                mean = estimate([each[seat] for each in chances])
                bounded = Estimate(mean.mean, max(mean.low, 0.0), min(mean.high, 1.0))
                found[seat] = self.points[ply, seat] = Point(ply, seat, bounded)
        return found

    def _before(
        self, table: Replay[Any], stretch: Stretch, now: dict[Seat, Point]
    ) -> dict[Seat, tuple[int, Estimate, tuple[Move, ...]]]:
        """Whom lines of the table will tell something, and what its chance was before them."""
        found = {}
        for viewer in self.viewers:
            news = tuple(line.move for line in stretch.news_for(table, viewer) if line.move is not None)
            for seat in range(len(table.setup.seats)) if viewer is None else [viewer]:
                if news and seat in now:
                    found[seat] = (stretch.ply, now[seat].chance, news)
        return found

    def _count_luck(self, before: dict[Seat, tuple[int, Estimate, tuple[Move, ...]]], now: dict[Seat, Point]) -> None:
        for seat, (ply, old, moves) in before.items():
            if seat in now:
                self.luck.append(LuckyLine(ply, seat, moves, _minus(now[seat].chance, old)))

    def _judge(self, table: Replay[Any], stretch: Stretch) -> None:
        """The first look at a move, unless there was no choice, or nobody knows what there was."""
        [line], seat = stretch.lines, stretch.seat
        view = view_of(table, seat)
        moves = self.game.legal_moves(view, seat)
        if line.overruled or line.move is None or len(moves) < 2 or line.move not in moves:
            return
        try:
            if not knows_its_moves(self.game, view, seat, keyed_pick(0, seat, stretch.ply)):
                raise MovesUnknown
            self.judged.append(self._weigh(table, stretch, self.simulations, stretch.ply))
        except MovesUnknown:
            self.not_judged.append(seat)

    def _look_again(self, stretches: Sequence[Stretch], plies: set[int]) -> None:
        """The second look at the dearest moves."""
        for stretch, table in zip(stretches, tables_before(self.truth, stretches), strict=False):
            if stretch.seat != TABLE and stretch.ply in plies:
                try:
                    found = self._weigh(table, stretch, SECOND * self.simulations, stretch.ply + AGAIN)
                except MovesUnknown:  # the first look met no world that showed it
                    self.judged = [one for one in self.judged if one.ply != stretch.ply]
                    self.not_judged.append(stretch.seat)
                    continue
                if found.worse.is_sure and found.worse.mean > 0:
                    self.dearest.append(found)
        self.dearest.sort(key=lambda one: -one.worse.mean)

    def _weigh(self, table: Replay[Any], stretch: Stretch, simulations: int, key: int) -> Judged:
        """A move beside the one that is tried most. Raises MovesUnknown."""
        [line], seat = stretch.lines, stretch.seat
        assert line.move is not None, "a judged line has a move"
        view, pick = view_of(table, seat), keyed_pick(0, seat, key)
        thinking = self.search.think(view, seat, pick)
        for _ in range(simulations):
            thinking.simulate(draw_world(thinking))
        best = by_tries(self.search, thinking, view)[0][0]
        if best == line.move:
            return Judged(line.ply, seat, line.move, None, Estimate(0.0, 0.0, 0.0))
        worlds = max(simulations // 2, BATCHES)
        worse = beside(thinking, line.move, best, worlds, pick)
        return Judged(line.ply, seat, line.move, best, worse, main_reason(self.game, view, seat, [best, line.move]))

    def result(self, viewer: Seat | None) -> Review:
        """All that was found."""
        outcome = self.truth.outcome
        ends = None if outcome is None else value_of_outcome(outcome, len(self.truth.setup.seats))
        seats = []
        for seat in sorted({seat for _, seat in self.points}):
            own = [one for one in self.judged if one.seat == seat]
            first = min(ply for ply, its in self.points if its == seat)
            lucky = [one.change for one in self.luck if one.seat == seat]
            seats.append(
                SeatReview(
                    seat,
                    self.points[first, seat].chance,
                    None if ends is None else ends[seat],
                    _sum(lucky) if lucky or (own and seat not in self.not_judged) else None,
                    _sum(one.worse for one in own) if own else None,
                    len(own),
                    sum(one.better is None for one in own),
                )
            )
        lucky_lines = sorted(self.luck, key=lambda one: -abs(one.change.mean))
        return Review(
            viewer,
            outcome is not None,
            self.simulations,
            tuple(seats),
            tuple(self.points[key] for key in sorted(self.points)),
            tuple(self.judged),
            len(self.not_judged),
            tuple(self.dearest),
            self.looked_twice,
            len(self.luck),
            tuple(one for one in lucky_lines if one.change.is_sure)[:LUCKY],
        )


def _goes_on(game: Game[Any], world: Any) -> bool:
    """Whether whoever is to act in a world has a move: a question that was asked in secret has none for others."""
    acting = game.to_act(world)
    asks_table = acting[:1] == (TABLE,) and len(acting) == 1
    return not acting or asks_table or game.forced(world) is not None or bool(game.legal_moves(world, _player(acting)))


def _player(acting: Sequence[Seat]) -> Seat:
    return next(seat for seat in acting if seat != TABLE)


def _minus(one: Estimate, other: Estimate) -> Estimate:
    """A difference of two that were found apart from each other."""
    mean = one.mean - other.mean
    half = sqrt(_half(one) ** 2 + _half(other) ** 2)
    return Estimate(mean, mean - half, mean + half)


def _sum(parts: Iterable[Estimate]) -> Estimate:
    """A sum of such that were found apart from each other."""
    found = list(parts)
    mean, half = sum(one.mean for one in found), sqrt(sum(_half(one) ** 2 for one in found))
    return Estimate(mean, mean - half, mean + half)


def _half(of: Estimate) -> float:
    return max(of.high - of.mean, of.mean - of.low)
