"""A table that is about to be opened: seats, switches and who deals are chosen on the first screen. In: a game, and
what the form holds. Out: a record, and its table.

Invariant: nothing is written before everything that was chosen makes a table; the screen's address stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook, Option, format_value
from pnp.library.words import localise
from pnp.playtest.seat_bots import SeatBots
from pnp.referee.game import DIGITAL, PHYSICAL, Game
from pnp.table.clock import ClockSetting
from pnp.table.seat_keys import SeatKeys, fresh_key
from pnp.table.session import Finder, Session
from pnp.web.hosted_table import HostedTable

BOT = "="  # `ilmari=greedy` among the seats
BOT_EXAMPLE = f"ilmari{BOT}greedy"
SWITCH = "option-"  # the name of a switch's field begins so; its value is the number of one of the switch's values


class Switch(Struct, frozen=True):
    """A switch as a page shows it."""

    field: str
    about: str
    rule: str
    choices: list[tuple[int, str, bool]]  # number, words, whether it is selected


class Opening:
    """What the first screen asks, and what its answer opens."""

    def __init__(
        self,
        game: Game[Any],
        book: CardBook,
        finder: Finder,
        free_name: Callable[[str], Path],
        bots: Mapping[str, str] = MappingProxyType({}),
        clock: ClockSetting | None = None,
    ) -> None:
        self.game, self.book, self._clock = game, book, clock
        self.seats = " ".join(f"{name}{BOT}{bot}" for name, bot in bots.items())  # what the field begins with
        self.key = fresh_key()
        self._finder, self._free_name = finder, free_name

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the game."""
        return (*self.book.languages, *self.book.drafts)

    def switches(self, lang: str, fields: Mapping[str, str]) -> list[Switch]:
        """Return the switches that have values to choose from, as `fields` have chosen them."""
        known = [option for option in self.book.options.values() if option.values]
        return [_switch(option, lang, _chosen(option, fields)) for option in known]

    def open(self, fields: dict[str, str]) -> HostedTable:
        """The table of these choices, with its record. Raises InputError for seats or switches that make none."""
        typed = [word.partition(BOT) for word in fields.get("seats", "").replace(",", " ").split()]
        seats = [name for name, _, _ in typed]
        options: dict[str, Any] = {"deal": DIGITAL if fields.get("deal") == DIGITAL else PHYSICAL}
        chosen = ((option, _chosen(option, fields)) for option in self.book.options.values())
        options |= {option.id: value for option, value in chosen if value != option.default}
        path = self._free_name(self.game.slug)
        bots = SeatBots(self.game, seats, {name: bot for name, sign, bot in typed if sign}, options["deal"])
        session = Session.create(path, self.game, self.book, seats, options, self._finder, bots=bots.names)
        return HostedTable(session, SeatKeys(path, seats, self.key), bots, self._clock)


def _chosen(option: Option, fields: Mapping[str, str]) -> Any:
    """Return the value that a form chose for a switch, its default where the form names none."""
    number = fields.get(f"{SWITCH}{option.id}", "")
    is_known = number.isascii() and number.isdecimal() and len(number) < 4 and int(number) < len(option.values)
    return option.values[int(number)] if is_known else option.default


def _switch(option: Option, lang: str, chosen: Any) -> Switch:
    choices = []
    for number, value in enumerate(option.values):
        words = localise(option.choices.get(str(value), {}), lang)
        choices.append((number, words or format_value(value), value == chosen))
    return Switch(f"{SWITCH}{option.id}", localise(option.words, lang) or option.id, option.rule, choices)
