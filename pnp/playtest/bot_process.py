"""Bots that think in a process of their own. In: a turn of a bot. Out: its line.

A bot that thinks ahead takes a processor for seconds, which whoever serves a table has not. Invariant: the process is
handed what the bot may see and how its chance follows, and answers as the bot would have here; where it cannot (it was
ended, or finds another game than the table plays) the bot thinks here, in the thread that asks.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from functools import lru_cache
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError
from pnp.base.workers import Pool
from pnp.library.card import CardBook
from pnp.playtest.bots import find_bots
from pnp.playtest.seat_bots import Turn
from pnp.referee.game import Bot, Game
from pnp.referee.seat import Seat
from pnp.table.dealer import SeededChance

# A function of a module (the process looks it up by its name): slug and folders -> the game and its cards.
Finder = Callable[[str, Sequence[str]], tuple[Game[Any], CardBook]]
BOOK = "book"  # stands for the cards, which the process reads itself


class Question(Struct, frozen=True):
    """What is to be thought about: which game, by whom, what is seen (without the cards), whence chance comes."""

    find: Finder
    folders: tuple[str, ...]
    slug: str
    cards: str  # their digest
    bot: str
    seat: Seat
    view: bytes
    seed: int
    key: str


class OtherCards(Exception):
    """The cards in the process are not those of the table."""


class BotProcess:
    """The process, there from the first question on."""

    def __init__(self, find: Finder, folders: Sequence[str] = ()) -> None:
        self._find, self._folders = find, tuple(folders)
        self._pool: Pool | None = None
        self._is_closed = False

    def line(self, turn: Turn) -> str:
        """What the bot of a turn does; called in a thread that may wait. Raises CancelledError once it is closed."""
        if not turn.is_long:
            return turn.line()
        try:
            if self._pool is None:
                self._pool = Pool(1, _begin)
            return turn.format(self._pool.submit(think, self._question(turn)).result())
        except (BrokenExecutor, CancelledError, InputError, OtherCards, OSError):
            if self._is_closed:
                raise CancelledError from None
            self._end()
            return turn.line()

    def _question(self, turn: Turn) -> Question:
        book = turn.view.setup.book
        where = self._find, self._folders, book.slug, book.digest
        return Question(*where, turn.name, turn.seat, _dump(turn.view), turn.chance.seed, turn.key)

    def close(self) -> None:
        """End the process, whatever it thinks about; nobody waits for it any more."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.end()


# In the process.


def think(question: Question) -> Any:
    """The move of the bot. Raises OtherCards, InputError."""
    book, bot = _found(question.find, question.folders, question.slug, question.bot)
    if book.digest != question.cards:
        raise OtherCards
    chance, numbers = SeededChance(question.seed), iter(range(1 << 62))
    view = _Reader(io.BytesIO(question.view), book).load()
    return bot(view, question.seat, lambda count: chance.pick(f"{question.key}/{next(numbers)}", count))


@lru_cache(32)
def _found(find: Finder, folders: tuple[str, ...], slug: str, bot: str) -> tuple[CardBook, Bot]:
    game, book = find(slug, folders)
    return book, find_bots(game, [bot], at_table=True)[bot]


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


def _dump(view: Any) -> bytes:
    file = io.BytesIO()
    _Writer(file).dump(view)
    return file.getvalue()
