"""The table of a declared game as text. In: a state already projected, its reader, a language. Out: what `show` prints:
what the table has, then a line for each seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.library.words import localise
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import ANY, EACH_SEAT, Field, Key
from pnp.referee.kernel.zone import NOBODY, UNSEEN, Cards, Zone, kinds_of
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat
from pnp.referee.text_view import TextPage


class TablePage(TextPage[Any]):
    """One table in one language."""

    def __init__(
        self, held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]
    ) -> None:
        super().__init__(state, seat, lang)
        self.held, self.phase, self.acting = held, phase, acting

    def lines(self) -> Iterator[str]:
        yield f"{localise(self.book.title, self.lang)} · {self.word(self.phase)}"
        for field in self.held.fields:
            if field.of != EACH_SEAT:
                for key in field.keys_at(self.state):
                    name = self._name_of(field, key)
                    yield f"  {name}: {self._value(field, field.read(self.state, key))}"
        for seat, name in enumerate(self.state.setup.seats):
            own = [
                f"{self.word(field.id)} {self._value(field, field.read(self.state, seat))}"
                for field in self.held.fields
                if field.of == EACH_SEAT
            ]
            yield f"{'▸' if seat in self.acting else ' '} {name}: {' · '.join(own)}"

    def _name_of(self, field: Field[Any], key: Key) -> str:
        """`hand`, `pier fish`; what people have named is called so alone."""
        if key == TABLE:
            return self.word(field.id)
        return str(key) if field.of == ANY else f"{self.word(field.id)} {self.word(str(key))}"

    def _value(self, field: Field[Any], value: Any) -> str:
        if isinstance(value, dict):
            return "  ".join(f"{key} {each}" for key, each in value.items()) or "–"
        if isinstance(value, tuple) and not isinstance(field, Zone):
            return " ".join(map(str, value)) or "–"
        if not isinstance(field, Zone):
            return self.word(value) if isinstance(value, str) and value else str(value) if value != "" else "–"
        return self._cards(value, field)

    def _cards(self, entries: Cards, zone: Zone) -> str:
        kinds = kinds_of(entries)
        if zone.seen_by == NOBODY and all(kind in UNSEEN for kind in kinds):
            return str(len(kinds))
        cards = self.book.cards
        known = [localise(cards[kind].name, self.lang) for kind in kinds if kind not in UNSEEN]
        hidden = sum(kind in UNSEEN for kind in kinds)
        return ", ".join([*known, *([f"{hidden} {UNKNOWN}"] if hidden else [])]) or "–"


def show(held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]) -> str:
    """The table as text; `phase` is said above, those who may act are marked."""
    return TablePage(held, state, seat, lang, phase, acting).text()
