"""A bot that thinks ahead. In: the view of a seat, a number of simulations, numbers from `pick`. Out: the move it tried
most.

Each simulation begins with a world that the seat can believe in (`Worlds`) and walks down one tree of moves
that all worlds share (information set Monte Carlo tree search, ADR 28). What is dealt on the way is not branched.
At a place in the tree that seat moves whose turn it is, by what is best for itself: the mean of what came of
a move so far, and a bonus for what the game rates highly (`Game.rate`) and was tried seldom for how often it could be.
Below the tree some moves are made as they are rated, and the game is asked who will win (`Game.value`).

Invariant: nothing decides but the view and `pick`, so a seed repeats its game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import exp, sqrt
from operator import attrgetter
from typing import Any

from msgspec import Struct

from pnp.playtest.luck import Luck
from pnp.referee.game import Game, Pick
from pnp.referee.move import Move
from pnp.referee.opponents.rating import rate_moves
from pnp.referee.opponents.sampling import Worlds
from pnp.referee.opponents.valuing import value_of
from pnp.referee.ruling import ACCEPTED
from pnp.referee.seat import TABLE, Seat


class Habits(Struct, frozen=True):
    """How a search weighs: numbers that were tried, not derived.

    curiosity: how much a rated move that was tried seldom counts against the mean of those that were
    trust: how much better ratings count than worse ones, where it is not the game that says (`Game.trust`)
    plies: moves made as rated below the tree, where it is not the game that says (`Game.horizon`)
    width: moves of a place that are looked at, the best rated ones
    """

    curiosity: float = 0.4
    trust: float | None = None
    plies: int | None = None
    width: int = 20


class Considered(Struct):
    """What a search found of one move: how often it was tried, the mean chance to win after it, how it was rated."""

    move: Move
    tries: int
    chance: float
    prior: float


class _Edge:
    """A move at a place in the tree."""

    __slots__ = ("available", "move", "node", "prior", "total", "visits")

    def __init__(self, move: Move, prior: float) -> None:
        self.move, self.prior = move, prior
        self.visits = self.available = 0
        self.total = 0.0
        self.node: _Node | None = None


_PRIOR = attrgetter("prior")


class _Node:
    """A place in the tree: the moves that were possible there in some world."""

    __slots__ = ("edges", "first", "last", "moves")

    def __init__(self) -> None:
        self.edges: dict[Move, _Edge] = {}
        self.moves: Sequence[Move] | None = None  # of the last visit, and its edges: mostly those of the next, too
        self.last: list[_Edge] = []
        self.first = 0.5  # what was thought of this place before anything was tried


class Search:
    """A bot: `search(view, seat, pick) -> move`. Its views should keep what the lines proved (`remembers`)."""

    remembers = True

    def __init__(
        self, game: Game[Any], simulations: int = 0, seconds: float = 0.0, habits: Habits | None = None
    ) -> None:
        self.game, self.simulations, self.seconds = game, simulations, seconds
        self.habits = habits or Habits()

    def __call__(self, view: Any, seat: Seat, pick: Pick) -> Move:
        """The move that was tried most; of equals the one after which the chance was best."""
        return max(self.consider(view, seat, pick), key=lambda one: (one.tries, one.chance)).move

    def consider(self, view: Any, seat: Seat, pick: Pick) -> list[Considered]:
        """Every move that was looked at, in the order of the legal moves. RuntimeError where there is none."""
        moves = self.game.legal_moves(view, seat)
        if not moves:
            raise RuntimeError(f"{self.game.slug}: seat {seat} is to act and has no legal move")
        if len(moves) == 1:
            return [Considered(moves[0], 0, 0.5, 1.0)]
        thinking = self.think(view, seat, pick)
        if self.seconds:
            end = time.monotonic() + self.seconds
            while time.monotonic() < end:
                thinking.simulate()
        for _ in range(self.simulations):
            thinking.simulate()
        return thinking.considered(moves)

    def think(self, view: Any, seat: Seat, pick: Pick) -> Thinking:
        """A tree to be grown by whoever decides how far."""
        return Thinking(self.game, self.habits, view, seat, quick_pick(pick))


def quick_pick(pick: Pick) -> Pick:
    """Many random numbers at little cost, all of which follow from one of `pick`."""
    draw = random.Random(pick(1 << 32)).random
    return lambda count: int(draw() * count)


class Thinking:
    """The tree of one decision."""

    def __init__(self, game: Game[Any], habits: Habits, view: Any, seat: Seat, pick: Pick) -> None:
        self.game, self.habits, self.seat, self.pick = game, habits, seat, pick
        self.moves = game.legal_moves(view, seat)  # the same in every world: a seat sees what it may do
        self.worlds = Worlds(game, view, pick)
        self.root = _Node()

    def considered(self, moves: Sequence[Move]) -> list[Considered]:
        """What was found so far of those of the moves that were looked at."""
        edges = [self.root.edges[move] for move in moves if move in self.root.edges]
        return [Considered(e.move, e.visits, e.total / e.visits if e.visits else 0.0, e.prior) for e in edges]

    def foresee(self, world: Any) -> Sequence[float]:
        """The chances of all seats in a world, as they are thought of below the tree."""
        return self._look_below(world, Luck(self.game, self.pick))

    def simulate(self, world: Any = None, begin: Move | None = None) -> Sequence[float]:
        """One world, one way down the tree, and the chances of all seats at its end.

        begin: the first move, which some world had before; else it is chosen like all others
        """
        game, state = self.game, self.worlds.draw() if world is None else world
        luck = Luck(game, self.pick)
        node, path = self.root, list[tuple[_Edge, Seat]]()
        seat, moves = self.seat, self.moves
        while True:
            if len(moves) > 1:
                if begin is None:
                    edge = self._select(node, state, seat, moves)
                else:
                    edge, begin = node.edges[begin], None
                path.append((edge, seat))
                state = self._after(state, edge.move)
                if edge.node is None:
                    chances = self._look_below(state, luck)
                    edge.node = _Node()
                    break
                node = edge.node
            else:
                state = self._after(state, moves[0])
            state, acting = self._to_decision(state, luck)
            if acting is None:
                chances = value_of(game, state)
                break
            seat, moves = acting, game.legal_moves(state, acting)
        for edge, mover in path:
            edge.visits += 1
            edge.total += chances[mover]
        return chances

    def _select(self, node: _Node, state: Any, seat: Seat, moves: Sequence[Move]) -> _Edge:
        """The move to try: the best by what came of it, and by what was not tried enough."""
        edges = self._edges(node, state, seat, moves)
        curiosity = self.habits.curiosity
        visited = total = 0.0
        for edge in edges:
            edge.available += 1
            visited += edge.visits
            total += edge.total
        unknown = total / visited if visited else 0.5
        best, most = edges[0], -1.0
        for edge in edges:
            visits = edge.visits
            mean = edge.total / visits if visits else unknown
            score = mean + curiosity * edge.prior * sqrt(edge.available) / (1 + visits)
            if score > most:
                best, most = edge, score
        return best

    def _edges(self, node: _Node, state: Any, seat: Seat, moves: Sequence[Move]) -> list[_Edge]:
        """The moves of a place that are looked at in this world, those rated best."""
        if node.moves == moves:
            return node.last
        known = node.edges
        found = [known.get(move) for move in moves]
        if None in found:
            priors = self._priors(rate_moves(self.game, state, seat, moves))
            for at, edge in enumerate(found):
                if edge is None:
                    found[at] = known[moves[at]] = _Edge(moves[at], priors[at])
        edges: list[Any] = sorted(found, key=_PRIOR, reverse=True)[: self.habits.width]
        node.moves, node.last = moves, edges
        return edges

    def _priors(self, ratings: Sequence[float]) -> list[float]:
        """Ratings as shares of 1."""
        count = len(ratings)
        mean = sum(ratings) / count
        deviation = sqrt(sum((rating - mean) ** 2 for rating in ratings) / count)
        if not deviation:
            return [1 / count] * count
        trust = self.game.trust if self.habits.trust is None else self.habits.trust
        most, slope = max(ratings), trust / deviation
        weights = [exp(slope * (rating - most)) for rating in ratings]
        total = sum(weights)
        return [weight / total for weight in weights]

    def _to_decision(self, state: Any, luck: Luck) -> tuple[Any, Seat | None]:
        """Deals and what goes by itself, up to a seat that decides; None when the game is over."""
        game = self.game
        while acting := game.to_act(state):
            if acting[0] == TABLE and len(acting) == 1:
                luck.state = state
                state = self._after(state, game.chance(state, luck))
            elif (forced := game.forced(state)) is not None:
                state = self._after(state, forced)
            else:
                return state, acting[0] if acting[0] != TABLE else acting[1]
        return state, None

    def _look_below(self, state: Any, luck: Luck) -> Sequence[float]:
        """The chances after some moves that everybody makes as they are rated."""
        game = self.game
        plies = self.habits.plies
        for _ in range(game.horizon if plies is None else plies):
            state, seat = self._to_decision(state, luck)
            if seat is None:
                break
            moves = game.legal_moves(state, seat)
            if len(moves) > 1:
                ratings = rate_moves(game, state, seat, moves)
                most = max(ratings)
                best = [move for move, rating in zip(moves, ratings, strict=True) if rating == most]
                move = best[self.pick(len(best))]
            else:
                move = moves[0]
            state = self._after(state, move)
        return value_of(game, state)

    def _after(self, state: Any, move: Move) -> Any:
        ruling: Any = self.game.judge(state, move)
        if not isinstance(ruling, ACCEPTED):
            raise RuntimeError(
                f"{self.game.slug}: {move} was listed as legal, but refused in a sampled state: {ruling}"
            )
        return ruling.after
