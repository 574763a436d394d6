"""A case: one game with one number of seats, played at digital and at physical tables. In: a game, its cards, a number
of seats and of games. Out: whole games and their lines, for the promises to check.

Invariant: every game is played once and follows from its number alone; a promise makes its checks with `holds`, which
counts them, so that a promise that checked nothing is noticed; `BrokenPromise` names the table and the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from typing import Any, TypeGuard

from msgspec import Struct, to_builtins

from pnp.catalog import CatalogEntry
from pnp.conformance.playing import Played, play_digital, play_physical
from pnp.conformance.scenario import Lay, Scenario, Shown, show_scenario
from pnp.conformance.wording import describe_ruling, first_difference
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.game import DIGITAL, PHYSICAL, Game, Setup
from pnp.referee.move import KERNEL_MOVES
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Legal, Ruling, Unverified

MOST_VALUES = 6  # of a switch
PHYSICAL_SPACING = 4  # factor by which samples of physical lines are sparser: reasoning about hidden cards is slow


class Place(Struct, frozen=True):
    """Where a promise is broken: a table, the number of its game, and a line of it (None: the table as a whole)."""

    table: Replay[Any]
    seed: int
    entry: Entry | None = None

    def __str__(self) -> str:
        line = f", line {self.entry.ply} “{self.table.format(self.entry)}”" if self.entry is not None else ""
        setup = self.table.setup
        return f"at a {setup.deal} table of {len(setup.seats)}, game {self.seed + 1}{line}"

    @property
    def lines(self) -> Sequence[Entry]:
        """The lines up to this place."""
        return self.table.entries[: self.entry.ply if self.entry is not None else None]


class BrokenPromise(AssertionError):
    """A promise is broken: what was found, and at which line of which table."""

    def __init__(self, words: str, place: Place | None = None) -> None:
        super().__init__(words, place)
        self.words, self.place = words, place

    def __str__(self) -> str:
        return f"{self.words}\n  {self.place}" if self.place is not None else self.words


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
        self._at: tuple[Replay[Any], Entry | None] | None = None

    def holds(self, true: bool, words: str, *about: Any) -> None:
        """Count a check; when it fails, raise BrokenPromise with `words`, formatted with `about`."""
        self.checks += 1
        if not true:
            about = tuple(describe_ruling(each) if isinstance(each, Ruling) else each for each in about)
            raise BrokenPromise(words.format(*about), self.place())

    def same_facts(self, one: Any, other: Any, words: str) -> None:
        """Count a check: both states have the same facts. `words` tell the first that differs, once of each."""
        mine, theirs = self.game.facts(one), self.game.facts(other)
        if mine == theirs:
            self.checks += 1
        else:
            self.holds(False, words, *first_difference(to_builtins(mine), to_builtins(theirs)))

    def at(self, table: Replay[Any], entry: Entry | None = None) -> None:
        """Set the table and the line that are checked now."""
        self._at = (table, entry)

    def nothing(self, why: str) -> None:
        """End a promise that does not apply to this game."""
        raise NothingToCheck(why)

    def place(self) -> Place | None:
        """The table and the line that are checked now."""
        if self._at is None:
            return None
        table, entry = self._at
        same = (seed for games in (self.digital, self.physical) for seed, one in enumerate(games) if one is table)
        return Place(table, next(same, 0), entry)

    @cached_property
    def _digital(self) -> list[Played]:
        return [self.play(seed) for seed in range(self.seeds)]

    @cached_property
    def _physical(self) -> list[Played]:
        return [play_physical(self.digital[seed], seed) for seed in range(max(1, self.seeds // 2))]

    def play(self, seed: int) -> Played:
        """The digital game of a seed: the first as the switches usually stand, each other with one of them changed."""
        others = self._switches if seed else ()
        switch = others[(seed - 1 + len(self.seats)) % len(others)] if others else {}
        return play_digital(self.game, self.book, self.seats, seed, switch)

    @cached_property
    def _switches(self) -> list[dict[str, Any]]:
        """The switches that these seats may set otherwise, one by one."""
        usual = {name: option.default for name, option in self.book.options.items()}
        found = []
        for name, option in self.book.options.items():
            values = option.values or ((not option.default,) if isinstance(option.default, bool) else ())
            for value in values[:MOST_VALUES]:
                setup = Setup(self.seats, self.book, {**usual, name: value}, DIGITAL)
                if value != option.default and not isinstance(self.game.setup(setup), Illegal):
                    found.append({name: value})
        return found

    @property
    def digital(self) -> list[Replay[Any]]:
        """Games that the referee dealt, played to their end by bots, or as far as they go."""
        return [table for table, _ in self._digital]

    @property
    def physical(self) -> list[Replay[Any]]:
        """Games at a physical table, in which everybody types only what the referee offers; half as many, because
        reasoning about hidden cards is slow.
        """
        return [table for table, _ in self._physical]

    def stuck(self, tables: Sequence[Replay[Any]]) -> Iterator[tuple[Replay[Any], str]]:
        """Those of these games that could not go on, and why."""
        for table, why in (*self._digital, *self._physical):
            if why and any(table is one for one in tables):
                yield table, why

    @property
    def goes_on(self) -> bool:
        """Whether every game could be played to its end."""
        return not any(self.stuck(self.tables))

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


class Subject(Struct, dict=True):
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

    @cached_property
    def shown(self) -> list[Shown]:
        """Its scenarios, played once for all promises."""
        return [show_scenario(scenario, self.game, self.book, self.lay) for scenario in self.scenarios]


def of_cards(promise: Callable[[Case], None]) -> Callable[[Case], None]:
    """Mark a promise about cards: it does not apply to a game without any, such as roll and write."""

    @wraps(promise)
    def applied(case: Case) -> None:
        if not case.book.playing_cards:
            case.nothing("the game has no cards")
        promise(case)

    return applied


def is_accepted(ruling: Any) -> TypeGuard[Legal | Unverified]:
    """True for legal and unverified lines."""
    return isinstance(ruling, ACCEPTED)
