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

OVER = "over"  # the phase of a game that has ended


class TablePage(TextPage[Any]):
    """One table in one language."""

    def __init__(
        self, held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]
    ) -> None:
        super().__init__(state, seat, lang)
        self.held, self.phase, self.acting = held, phase, acting

    def word(self, key: str) -> str:
        """A word of the game, or a card's name; without words an id is read as it is written, less the underscores."""
        card = self.book.cards.get(key)
        return localise(card.name, self.lang) if card is not None else super().word(key).replace("_", " ")

    def lines(self) -> Iterator[str]:
        phase = self.message("kernel.over") if self.phase == OVER else self.word(self.phase)
        yield " · ".join([localise(self.book.title, self.lang), *([phase] if phase else [])])
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
        return self._cards(value, field) if isinstance(field, Zone) else self._plain(value) or "–"

    def _plain(self, value: Any) -> str:
        """A number, a fact: words of the game and names of cards where they are meant."""
        if isinstance(value, bool):
            return self.message("kernel.yes" if value else "kernel.no")
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, dict):
            return "  ".join(f"{self.word(key)} {self._plain(each)}" for key, each in value.items())
        return " ".join(map(self._plain, value)) if isinstance(value, tuple) else str(value)

    def _cards(self, entries: Cards, zone: Zone) -> str:
        kinds = kinds_of(entries)
        if zone.seen_by == NOBODY and all(kind in UNSEEN for kind in kinds):
            return str(len(kinds))
        cards = self.book.cards
        known = [localise(cards[kind].name, self.lang) for kind in kinds if kind not in UNSEEN]
        hidden = sum(kind in UNSEEN for kind in kinds)
        return ", ".join([*known, *([f"{hidden} {UNKNOWN}"] if hidden else [])]) or "–"


def show(held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]) -> str:
    """The table as text; `phase` (its id, or "") is said above, those who may act are marked."""
    return TablePage(held, state, seat, lang, phase, acting).text()
