"""The table of a declared game as text. In: a state already projected, its reader, a language. Out: what `show` prints:
what the table has, then a line for each seat.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from pnp.library.words import localise
from pnp.referee.kernel.counter import Fact
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import ANY, EACH_SEAT, EVERYBODY, Field, Key
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone, kinds_of
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat
from pnp.referee.text_view import TextPage
from pnp.referee.words import REFEREE_WORDS

OVER = "over"  # the phase of a game that has ended
NAME = "kernel.name."
WIDTH = 120  # characters; a longer line is wrapped
USUAL_NAMES = {id_.removeprefix(NAME): words for id_, words in REFEREE_WORDS.items() if id_.startswith(NAME)}


class TablePage(TextPage[Any]):
    """One table in one language. What is not there takes no line: a fact without values, an emptied place that people
    had named.
    """

    def __init__(
        self, held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]
    ) -> None:
        super().__init__(state, seat, lang)
        self.held, self.phase, self.acting = held, phase, acting

    def word(self, key: str) -> str:
        """A card's name, a word of the game or of most games; else an id as it is written, without underscores."""
        card = self.book.cards.get(key)
        words = card.name if card is not None else self.book.names.get(key) or USUAL_NAMES.get(key)
        return localise(words, self.lang) if words else key.replace("_", " ")

    def text(self) -> str:
        """Return the page; lines with many cards are wrapped, and what follows is indented."""
        return "\n".join(map(_wrapped, super().text().splitlines()))

    def lines(self) -> Iterator[str]:
        phase = self.message("kernel.over") if self.phase == OVER else self.word(self.phase)
        yield " · ".join([localise(self.book.title, self.lang), *([phase] if phase else [])])
        for field in self.held.fields:
            if field.of != EACH_SEAT:
                for key in field.keys_at(self.state):
                    value = field.read(self.state, key)
                    if value != () or field.constant or (isinstance(field, Zone) and field.of != ANY):
                        shown = self._value(field, value)
                        if shown:
                            yield f"  {self._name_of(field, key)}: {shown}"
        own = [field for field in self.held.fields if field.of == EACH_SEAT]
        for seat, name in enumerate(self.state.setup.seats):
            values = " · ".join(filter(None, (self._of_seat(field, field.read(self.state, seat)) for field in own)))
            yield f"{'▸' if seat in self.acting else ' '} {name}: {values}"

    def _of_seat(self, field: Field[Any], value: Any) -> str:
        """`hand 3 (Fox)`; what a mapping holds bears names of its own."""
        shown = self._value(field, value)
        return (shown if value else "") if isinstance(value, dict) else f"{self.word(field.id)} {shown}"

    def _name_of(self, field: Field[Any], key: Key) -> str:
        """`hand`, `pier fish`; what people have named is called so alone."""
        if key == TABLE:
            return self.word(field.id)
        return str(key) if field.of == ANY and not field.constant else f"{self.word(field.id)} {self.word(str(key))}"

    def _value(self, field: Field[Any], value: Any) -> str:
        if isinstance(field, Fact) and field.words is not None:
            return field.words(self, value)
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
        """`Fox, Bear` where everybody sees them; elsewhere how many there are, and those that this page knows."""
        kinds = kinds_of(entries)
        known = [self.word(kind) for kind in kinds if kind not in UNSEEN]
        hidden = len(kinds) - len(known)
        if zone.seen_by == EVERYBODY:
            return ", ".join([*known, *([f"{hidden} {UNKNOWN}"] if hidden else [])]) or "–"
        return f"{len(kinds)} ({', '.join(known)})" if known else str(len(kinds))


def _wrapped(line: str) -> str:
    """Break a long line between words."""
    indent = " " * 6
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def show(held: Holdings, state: Any, seat: Seat | None, lang: str, phase: str, acting: tuple[Seat, ...]) -> str:
    """The table as text; `phase` (its id, or "") is said above, those who may act are marked."""
    return TablePage(held, state, seat, lang, phase, acting).text()
