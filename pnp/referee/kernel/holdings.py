"""What a table holds: all zones, counters and facts of a game, read off any state that has them.

In: declared fields, and a state: one whose fields they are, or an older game's, with `get` and `put`. Out: the census,
views, plain facts; with `text.py`, `scene.py` and `corrections.py` the page, the scene and the corrections. Invariant:
nothing is written here of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import S
from pnp.referee.kernel.counter import Counter
from pnp.referee.kernel.place import ANY, EACH_SEAT, EVERYBODY, NOBODY, Field, Place
from pnp.referee.kernel.zone import UNSEEN, Cards, Zone, as_seen_by, kind_of, kinds_of
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


class Holdings:
    """The fields of a game. card_of: the printed card of an entry, where entries say more than that."""

    def __init__(self, fields: Sequence[Field[Any]], card_of: Callable[[str], str] = kind_of) -> None:
        self.card_of = card_of
        self.fields = tuple(fields)
        self.by_id = {field.id: field for field in fields}
        self.zones = tuple(field for field in fields if isinstance(field, Zone))
        self.counters = tuple(field for field in fields if isinstance(field, Counter))
        self.hands = {zone.id: zone for zone in self.zones if zone.is_hand}
        self._single = tuple(zone.id for zone in self.zones if zone.of == TABLE)
        self._several = tuple(zone.id for zone in self.zones if zone.of not in (TABLE, ANY))
        named = [zone for zone in self.zones if zone.of == ANY]
        self._open = tuple(zone.id for zone in named if zone.seen_by == EVERYBODY)
        self._named = tuple(zone.id for zone in named if zone.id not in self._open)
        self._hidden = tuple(zone for zone in self.zones if zone.seen_by != EVERYBODY)

    def places(self, state: Any) -> Iterator[tuple[Place[Cards], Cards]]:
        """All places of cards, with what lies there."""
        for zone in self.zones:
            for key in zone.keys_at(state):
                yield zone[key], zone.read(state, key)

    def kinds(self, values: Mapping[str, Any]) -> Iterator[str]:
        """The kinds of cards in all places, from the values of a declared state; none of a pile that nobody knows."""
        single = [values[id] for id in self._single]
        cells = [cell for cell in single if cell.count(UNKNOWN) < len(cell)]
        cells += chain.from_iterable(values[id] for id in self._several)
        cells += chain.from_iterable(values[id].values() for id in self._named)
        return chain.from_iterable(chain(map(kinds_of, cells), *[values[id].values() for id in self._open]))

    def known(self, state: Any) -> Iterator[str]:
        """All entries that lie in known places."""
        for _, entries in self.places(state):
            for entry in entries:
                if entry not in UNSEEN:
                    yield entry

    def seen(self, state: Any) -> dict[str, int]:
        """How many copies of each card lie in known places."""
        count: dict[str, int] = {}
        for zone in self.zones:  # a world is counted before anything is dealt in it
            for key in zone.keys_at(state):
                for entry in zone.read(state, key):
                    if entry not in UNSEEN:
                        card = self.card_of(entry)
                        count[card] = count.get(card, 0) + 1
        return count

    def census(self, state: Any, copies: Mapping[str, int]) -> dict[str, int]:
        """The same, and `?` counts all other printed cards."""
        seen = self.seen(state)
        return {**seen, UNKNOWN: sum(copies.values()) - sum(seen.values())}

    def project(self, state: S, seat: Seat | None) -> S:
        """The state as a seat (None: everybody) knows it."""
        changes: dict[str, Any] = {}
        seats = len(state.setup.seats)
        for zone in self._hidden:
            if zone.get is not None:
                for key in zone.keys_at(state):
                    entries = zone.read(state, key)
                    shown = as_seen_by(entries, zone[key], seat)
                    if shown != entries:
                        state = zone.replaced(state, key, shown)
                continue
            value = getattr(state, zone.id)
            seen: Any
            if zone.of == TABLE:
                seen = as_seen_by(value, zone.place, seat)
            elif zone.of == ANY:
                seen = {key: as_seen_by(cell, zone[key], seat) for key, cell in value.items()}
            else:
                places = zone.places(seats)
                seen = tuple([as_seen_by(cell, place, seat) for place, cell in zip(places, value, strict=True)])
            if seen != value:
                changes[zone.id] = seen
        return replace(state, **changes) if changes else state

    def laid(self, state: S, card: str, to: Place[Cards] | None) -> S:
        """The state in which a card lies in a place and in no other; None: in no place that is known."""
        for place, entries in self.places(state):
            if card in entries and place is not to:
                state = place.field.replaced(state, place.key, tuple(entry for entry in entries if entry != card))
        if to is None:
            return state
        there = to.field.read(state, to.key)
        return state if card in there else to.field.replaced(state, to.key, (*there, card))

    def scores(self, state: Any) -> tuple[int, ...]:
        """The sum of the counters that score, by seat."""
        scoring = [counter for counter in self.counters if counter.scores]
        return tuple(sum(c.read(state, seat) for c in scoring) for seat in range(len(state.setup.seats)))

    def counted(self, state: Any) -> dict[str, tuple[int, ...]]:
        """The numbers that seats have, by what they count."""
        own = (counter for counter in self.counters if counter.of == EACH_SEAT)
        return {c.id: tuple(c.read(state, key) for key in c.keys_at(state)) for c in own}

    def facts(self, state: Any) -> dict[str, Any]:
        """Everything as plain values; a pile of which nothing is known is its size."""
        found: dict[str, Any] = {}
        for field in self.fields:
            values = {key: _plain(field.read(state, key), field) for key in field.keys_at(state)}
            found[field.id] = values if field.of == ANY else values[TABLE] if field.of == TABLE else [*values.values()]
        return found


def _plain(value: Any, field: Field[Any]) -> Any:
    if not isinstance(field, Zone):
        return value
    kinds = [UNKNOWN if kind in UNSEEN else kind for kind in kinds_of(value)]
    if field.seen_by == NOBODY and all(kind == UNKNOWN for kind in kinds):
        return len(kinds)
    return kinds if field.ordered else sorted(kinds)
