"""Thinking ahead in a process of its own. In: a turn of a bot, or another task with a view. Out: a result.

Who thinks ahead takes a processor for seconds, which whoever serves a table has not. Invariant: the process is handed
what a seat may see, and how chance follows, but no cards, which it reads itself; it answers as would be answered here,
and where it cannot (it was ended, or finds another game than the table plays) the thread that asks thinks here.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from pnp.base.diagnostics import InputError
from pnp.base.workers import Pool
from pnp.library.card import CardBook
from pnp.playtest.bots import find_bots
from pnp.playtest.seat_bots import Turn
from pnp.referee.game import Game
from pnp.referee.move import Move
from pnp.referee.seat import Seat
from pnp.table.dealer import SeededChance

# A function of a module (the process looks it up by its name): slug and folders -> the game and its cards.
Finder = Callable[[str, Sequence[str]], tuple[Game[Any], CardBook]]
BOOK = "book"  # stands for the cards, which the process reads itself

T = TypeVar("T")


class SentView(Struct, frozen=True):
    """What is to be thought about: which game, with which cards (their digest), and what is seen, without the cards."""

    find: Finder
    folders: tuple[str, ...]
    slug: str
    cards: str
    data: bytes

    def open(self) -> tuple[Game[Any], Any]:
        """The game and the view, in the process. Raises OtherCards, InputError."""
        game, book = _found(self.find, self.folders, self.slug)
        if book.digest != self.cards:
            raise OtherCards
        return game, _Reader(io.BytesIO(self.data), book).load()


class OtherCards(Exception):
    """The cards in the process are not those of the table."""


class GameProcess:
    """The process, there from the first question on."""

    def __init__(self, find: Finder, folders: Sequence[str] = ()) -> None:
        self._find, self._folders = find, tuple(folders)
        self._pool: Pool | None = None
        self._is_closed = False

    def send(self, view: Any) -> SentView:
        """A view as the process is handed it."""
        book, file = view.setup.book, io.BytesIO()
        _Writer(file).dump(view)
        return SentView(self._find, self._folders, book.slug, book.digest, file.getvalue())

    def ask(self, task: Callable[[Any], T], question: Any, here: Callable[[], T]) -> T:
        """What the task makes of a question; else what is thought `here`. Called in a thread that may wait.

        Raises CancelledError once it is closed.
        """
        try:
            if self._pool is None:
                self._pool = Pool(1, _begin)
            result: T = self._pool.submit(task, question).result()
        except (BrokenExecutor, CancelledError, InputError, OtherCards, OSError):
            if self._is_closed:
                raise CancelledError from None
            self._end()
            return here()
        return result

    def close(self) -> None:
        """End the process, whatever it thinks about; nobody waits for it any more."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.end()


class Question(Struct, frozen=True):
    """What a bot is to think about: which bot, what it sees, whence chance comes."""

    view: SentView
    bot: str
    seat: Seat
    seed: int
    key: str


class BotProcess(GameProcess):
    """The process of the bots."""

    def line(self, turn: Turn) -> str:
        """What the bot of a turn does; called in a thread that may wait. Raises CancelledError once it is closed."""
        if not turn.is_long:
            return turn.line()
        return turn.format(self.ask(think, self._question(turn), turn.move))

    def _question(self, turn: Turn) -> Question:
        return Question(self.send(turn.view), turn.name, turn.seat, turn.chance.seed, turn.key)


# In the process.


def think(question: Question) -> Move:
    """The move of the bot. Raises OtherCards, InputError."""
    game, view = question.view.open()
    bot = find_bots(game, [question.bot], at_table=True)[question.bot]
    chance, numbers = SeededChance(question.seed), iter(range(1 << 62))
    return bot(view, question.seat, lambda count: chance.pick(f"{question.key}/{next(numbers)}", count))


@lru_cache(32)
def _found(find: Finder, folders: tuple[str, ...], slug: str) -> tuple[Game[Any], CardBook]:
    return find(slug, folders)


def _begin() -> None:
    """Others go before it."""
    if hasattr(os, "nice"):
        os.nice(5)


class _Writer(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return BOOK if isinstance(value, CardBook) else None


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, book: CardBook) -> None:
        super().__init__(file)
        self._book = book

    def persistent_load(self, name: str) -> CardBook:
        return self._book
