"""Simulated games of one plan. In: a Plan, a seed. Out: the game of that seed, counted, and its record.

Workers receive the game's name, the folders to search, seeds, bots and switches, never a state. Invariant: a game
follows from its plan and seed alone, and counts are whole numbers, so it does not matter where it is played.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.playtest.bots import RANDOM, lineup
from pnp.playtest.counts import Counts, GameCounter
from pnp.playtest.simulate import SEAT_NAMES, RefusedMove, Simulator
from pnp.referee.game import Game


class Finder(Protocol):
    """`pnp.catalog.load_game`, a function of a module: workers look it up by its name."""

    def __call__(self, slug: str, extra: Sequence[str], *, vary: Sequence[str]) -> tuple[Game[Any], CardBook]:
        """The game of that name in these folders, and its cards with other values: `tiles.ukko.value=9`."""


class Plan(Struct, frozen=True):
    """What a worker receives. `games` are the folders to search first, `find` is `pnp.catalog.load_game`.

    vary: what its cards are to hold instead: `tiles.ukko.value=9`
    lineup: who sits where in every game; without it the bots rotate
    """

    find: Finder
    slug: str
    players: int
    bots: tuple[str, ...] = (RANDOM,)
    options: dict[str, Any] = {}
    games: tuple[str, ...] = ()
    records: bool = False
    vary: tuple[str, ...] = ()
    lineup: tuple[str, ...] = ()


class Fault(Struct, frozen=True):
    """A game that could not be played to its end: its seed, what went wrong, and where in the code.

    arm: which of several plans of an experiment played it
    """

    seed: int
    message: str
    trace: str = ""
    arm: int = 0


class GameFault(Exception):
    """A simulated game failed; the seed in `fault` repeats it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"the game with seed {fault.seed} failed: {fault.message}")
        self.fault = fault


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats of simulated games."""
    return (*SEAT_NAMES[:players], *(f"player{number}" for number in range(len(SEAT_NAMES) + 1, players + 1)))


class SimulationBatch:
    """A plan prepared in this process. InputError for a plan that cannot be played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game, self.book = plan.find(plan.slug, plan.games, vary=plan.vary)
        self.simulator = Simulator(self.game, self.book, seat_names(plan.players), plan.bots, plan.options)
        self.counter = GameCounter(self.game, plan.bots)

    def play(self, counts: Counts, seed: int) -> str:
        """Count the game of a seed; its record, "" where the plan asks for none. Raises GameFault."""
        plan = self.plan
        try:
            played = self.simulator.play(seed, plan.lineup or lineup(plan.bots, plan.players, seed), plan.records)
            self.counter.count(counts, played)
            return self.simulator.record(played) if plan.records else ""
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a game's code may raise whatever it likes
            raise GameFault(Fault(seed, message_of(error), traceback.format_exc())) from None


def message_of(error: BaseException) -> str:
    """What went wrong in a game's code, in a line, whatever that code raised."""
    kind = type(error).__name__
    try:
        words = " ".join(str(error).split())
    except Exception:  # even its words fail
        return kind
    return words if isinstance(error, RefusedMove) else f"{kind}: {words}" if words else kind
