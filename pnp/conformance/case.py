"""A case: one game with one number of seats, played at digital and at physical tables. In: a game, its cards, a number
of seats and of games. Out: whole games and their lines, for the promises to check.

Invariant: every game is played once and follows from its number alone; a promise makes its checks with `holds`, which
counts them, so that a promise that checked nothing is noticed; `BrokenPromise` names the table and the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from pnp.catalog import CatalogEntry
from pnp.conformance.scenario import Lay, Scenario
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES, seeded_pick, simulate
from pnp.referee.game import PHYSICAL, Game
from pnp.referee.move import KERNEL_MOVES, Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance

PHYSICAL_SPACING = 4  # factor by which samples of physical lines are sparser: reasoning about hidden cards is slow
MAX_IRREGULARITIES = 40  # after so many a physical game is abandoned: random claims slow the reasoning down
MAX_LINES = 150  # of a game at a physical table; a longer one is not played to its end


class BrokenPromise(AssertionError):
    """A promise is broken: what was found, at which line of which table."""


class NothingToCheck(Exception):
    """A promise does not apply to this game: why."""


class PlayedLine(Struct, frozen=True):
    """An accepted line of a game: the state before it, and its entry."""

    table: Replay[Any]
    before: Any
    entry: Entry

    @property
    def move(self) -> Any:
        """The move of the line."""
        return self.entry.move

    @property
    def after(self) -> Any:
        """The state after it."""
        return self.entry.state


class Case:
    """One game with one number of seats."""

    def __init__(self, slug: str, game: Game[Any], book: CardBook, players: int, seeds: int) -> None:
        self.slug, self.game, self.book, self.seeds = slug, game, book, seeds
        self.seats = SEAT_NAMES[:players]
        self.name = f"{slug}-{players}"
        self.checks = 0
        self.cited: dict[str, str] | None = None  # rule ids cited in these games, and where
        self.stuck: list[tuple[Replay[Any], str]] = []  # physical games that could not continue, and why
        self._at: tuple[Replay[Any], Entry | None] | None = None

    def holds(self, true: bool, words: str, *about: Any) -> None:
        """Count a check; when it fails, raise BrokenPromise with `words`, formatted with `about`."""
        self.checks += 1
        if not true:
            raise BrokenPromise(words.format(*about) + self._place())

    def at(self, table: Replay[Any], entry: Entry | None = None) -> None:
        """Set the table and the line that are checked now."""
        self._at = (table, entry)

    def nothing(self, why: str) -> None:
        """End a promise that does not apply to this game."""
        raise NothingToCheck(why)

    def _place(self) -> str:
        if self._at is None:
            return ""
        table, entry = self._at
        line = f", line {entry.ply} “{table.format(entry)}”" if entry is not None else ""
        return f"\n  at a {table.setup.deal} table of {len(self.seats)}{line}"

    @cached_property
    def digital(self) -> list[Replay[Any]]:
        """Games that the referee dealt, played to their end by bots."""
        return [simulate(self.game, self.book, self.seats, seed) for seed in range(self.seeds)]

    @cached_property
    def physical(self) -> list[Replay[Any]]:
        """Games at a physical table, in which everybody types only what the referee offers; half as many, because
        reasoning about hidden cards is slow.
        """
        return [self._play_physical(seed) for seed in range(max(1, self.seeds // 2))]

    @property
    def tables(self) -> list[Replay[Any]]:
        """All games."""
        return [*self.digital, *self.physical]

    def lines(self, tables: Sequence[Replay[Any]] | None = None, every: int = 1) -> Iterator[PlayedLine]:
        """Every accepted line of the game's own moves (or about every n-th), with the state before it."""
        for table in self.tables if tables is None else tables:
            step = every * PHYSICAL_SPACING if every > 1 and table.setup.deal == PHYSICAL else every
            before = table.positions[0].state
            for entry in table.entries:
                if type(entry.move) not in KERNEL_MOVES and entry.ply % step == 0:
                    self.at(table, entry)
                    yield PlayedLine(table, before, entry)
                before = entry.state
        self._at = None

    def _play_physical(self, seed: int) -> Replay[Any]:
        table = Replay(self.game, replace(self.digital[0].setup, deal=PHYSICAL))
        pick, chance = seeded_pick(seed), SeededChance(seed)
        while (
            len(table.entries) < MAX_LINES
            and len(table.irregularities) < MAX_IRREGULARITIES
            and (acting := table.to_act)
        ):
            seat = acting[pick(len(acting))]
            offered = self._offered(table, seat)
            if not offered and seat == TABLE:
                move = self.game.chance(table.state, chance)
                if not is_accepted(self.game.judge(table.state, move)):
                    break  # only people with real cards could know which cards lay there
                offered = [move]
            if not offered:
                self.stuck.append((table, f"{table.setup.name(seat)} must act and nothing is offered"))
                break
            savepoint = table.savepoint()
            move = offered[pick(len(offered))]
            entry = table.apply_move(move)
            if not entry.accepted and move not in (possible := self.game.legal_moves(table.state, seat)):
                # Offered to who cannot see why not: with real cards it could not be said.
                table.rollback(savepoint)
                offered = [other for other in offered if other in possible]
                if not offered:
                    break
                entry = table.apply_move(offered[pick(len(offered))])
            if not entry.accepted:
                self.stuck.append((table, f"“{table.format(entry)}” was offered, and is refused: {entry.ruling}"))
                table.rollback(savepoint)
                break
        return table

    def _offered(self, table: Replay[Any], seat: int) -> Sequence[Move]:
        forced = self.game.forced(table.state)
        if forced is not None:
            return [forced]
        view = table.state if seat == TABLE else self.game.project(table.state, seat)
        return self.game.legal_moves(view, seat)


class Subject(Struct):
    """One game as a whole: its cases, the scenarios of its author, and the function that reads their pictures.

    entry: where its files are; None for a game that has none.
    """

    slug: str
    game: Game[Any]
    book: CardBook
    cases: list[Case]
    scenarios: tuple[Scenario, ...] = ()
    lay: Lay | None = None
    no_scenarios: str = ""  # why there are none: a built-in game outside its checkout
    is_sandbox: bool = False
    entry: CatalogEntry | None = None


def is_accepted(ruling: Any) -> TypeGuard[Legal | Unverified]:
    """True for legal and unverified lines."""
    return isinstance(ruling, ACCEPTED)
