"""Thinking in a process of its own. In: a turn of a bot, or another task with a view. Out: a result, some time.

Who thinks ahead takes a processor for seconds, and a bot may be anybody's code: it may hang, end its process, or take
all memory. Invariant: whoever serves tables does not think where it serves, waits no longer than it wants to (`end`),
and has another process for the next question. The process is handed what a seat may see, and how chance follows, but no
cards, which it reads itself.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from pnp.base.system import step_back
from pnp.base.workers import Pool
from pnp.library.card import CardBook
from pnp.playtest.bots import find_bots
from pnp.playtest.seat_bots import BotTrouble, Turn
from pnp.referee.game import Game
from pnp.referee.notation import Notation
from pnp.referee.seat import Seat
from pnp.table.dealer import SeededChance

# A function of a module (the process looks it up by its name): slug, folders, the folder near which it may lie -> the
# game and its cards.
Finder = Callable[[str, Sequence[str], str], tuple[Game[Any], CardBook]]
BOOK = "book"  # stands for the cards, which the process reads itself

T = TypeVar("T")


class Source(Struct, frozen=True):
    """Where the process finds games."""

    find: Finder
    folders: tuple[str, ...] = ()
    beside: str = ""


class SentView(Struct, frozen=True):
    """What is to be thought about: which game, with which cards (their digest), and what is seen, without the cards."""

    source: Source
    slug: str
    cards: str
    data: bytes

    def open(self) -> tuple[Game[Any], Any]:
        """The game and the view, in the process. Raises OtherCards, InputError."""
        game, book = found(self.source, self.slug)
        if book.digest != self.cards:
            raise OtherCards
        return game, _Reader(io.BytesIO(self.data), book).load()


class OtherCards(Exception):
    """The cards in the process are not those of the table."""


class GameProcess:
    """The process: there from `warm` or the first question on, and again after it was ended."""

    def __init__(self, find: Finder, folders: Sequence[str] = (), beside: str = "") -> None:
        self._source = Source(find, tuple(folders), beside)
        self._pool: Pool | None = None

    def warm(self, slug: str) -> None:
        """Begin, and read a game before anybody asks."""
        self.begin(read, self._source, slug)

    def begin(self, task: Callable[..., T], *question: Any) -> Future[T]:
        """What the task makes of a question, some time; BrokenExecutor in it when the process was ended meanwhile."""
        if self._pool is not None:
            with suppress(BrokenExecutor):  # it was ended while nobody asked
                return self._pool.submit(task, *question)
            self.end()
        self._pool = Pool(1, _begin)
        return self._pool.submit(task, *question)

    def end(self) -> None:
        """End the process, whatever it thinks about."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.end()

    def _send(self, view: Any) -> SentView:
        """A view as the process is handed it."""
        book, file = view.setup.book, io.BytesIO()
        _Writer(file).dump(view)
        return SentView(self._source, book.slug, book.digest, file.getvalue())


class Question(Struct, frozen=True):
    """What a bot is to think about: which bot, what it sees, whence chance comes."""

    ply: int
    seat: Seat
    bot: str
    view: SentView
    seed: int
    key: str


class BotProcess(GameProcess):
    """The process of the bots of one table."""

    def line(self, turn: Turn) -> Future[str | BotTrouble]:
        """What the bot of a turn does, or why it does nothing; OtherCards, InputError and BrokenExecutor in it."""
        return self.begin(think, self._question(turn))

    def _question(self, turn: Turn) -> Question:
        return Question(turn.ply, turn.seat, turn.name, self._send(turn.view), turn.chance.seed, turn.key)


# In the process.


def think(asked: Question) -> str | BotTrouble:
    """The line of the bot. Raises OtherCards, InputError."""
    game, view = asked.view.open()
    bot, chance = find_bots(game, [asked.bot], at_table=True)[asked.bot], SeededChance(asked.seed)
    notation = Notation(game, view.setup)
    return Turn(asked.ply, asked.seat, asked.bot, bot, view, chance, asked.key, notation.format).line()


def read(source: Source, slug: str) -> None:
    """Have a game at hand. Raises InputError."""
    found(source, slug)


@lru_cache(32)
def found(source: Source, slug: str) -> tuple[Game[Any], CardBook]:
    """A game and its cards, read once. Raises InputError."""
    return source.find(slug, source.folders, source.beside)


def _begin() -> None:
    """Others go before it, and what a bot prints is no answer of the program."""
    step_back()
    sys.stdout = sys.stderr


class _Writer(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return BOOK if isinstance(value, CardBook) else None


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, book: CardBook) -> None:
        super().__init__(file)
        self._book = book

    def persistent_load(self, name: str) -> CardBook:
        return self._book
