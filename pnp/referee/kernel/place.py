"""Places: where something can lie. In: what a game declares. Out: `Field`, the base of zones, counters and facts, and
`Place`, one cell of it: `HAND[seat]`, `PIER["fish"]`, or the field itself where the table has one.

Invariant: a place is a key, never an index: `HAND[TABLE]` is refused and not the last player's hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from pnp.referee.game import State
from pnp.referee.seat import TABLE, Seat

EACH_SEAT = "each seat"
Key = Seat | str
Where = tuple[str, Key]
"""A place as plain values, as events and states name it: `("hand", 0)`, `("pile", -1)`."""
T = TypeVar("T")


class Place(Generic[T]):
    """One cell of a field. `index` is its position in the state's tuple, None where the field is one cell."""

    __slots__ = ("field", "index", "key", "name", "seers", "where")

    def __init__(self, field: Field[T], key: Key, index: int | None) -> None:
        self.field, self.key, self.index = field, key, index
        self.name = field.id
        self.where: Where = (field.id, key)
        self.seers = ""  # who sees what lies here: "" nobody, "!" everybody, else the seat's number

    def __repr__(self) -> str:
        return self.name if self.index is None else f"{self.name}[{self.key!r}]"


class Field(Generic[T]):
    """Something the state holds: once for the table, once for each seat, or once for each of some keys.

    get, put: how an existing state keeps it, `get(state, key) -> value` and `put(state, key, value) -> state`; without
    them it is the state's field of that name, a tuple where there are several cells.
    """

    def __init__(
        self,
        id: str,
        of: Key | tuple[str, ...],
        first: T,
        get: Callable[[Any, Key], T] | None = None,
        put: Callable[[Any, Key, T], Any] | None = None,
    ) -> None:
        self.id, self.of, self.initial = id, of, first
        self.get, self.put = get, put
        self._places: dict[Key, Place[T]] = {}
        if of == TABLE:
            self._places[TABLE] = self._place(TABLE, None)
        elif isinstance(of, tuple):
            for index, key in enumerate(of):
                self._places[key] = self._place(key, index)

    def __repr__(self) -> str:
        return self.id

    def __getitem__(self, key: Key) -> Place[T]:
        place = self._places.get(key)
        if place is not None:
            return place
        if self.of != EACH_SEAT or not isinstance(key, int) or key < 0:
            raise KeyError(f"{self.id} has no place {key!r}")
        place = self._places[key] = self._place(key, key)
        return place

    def _place(self, key: Key, index: int | None) -> Place[T]:
        return Place(self, key, index)

    @property
    def whole(self) -> Place[T]:
        """The only place of a field that the table has once."""
        return self[TABLE]

    def keys(self, seats: int) -> tuple[Key, ...]:
        """The keys of all places at a table of so many seats."""
        if self.of == EACH_SEAT:
            return tuple(range(seats))
        return self.of if isinstance(self.of, tuple) else (TABLE,)

    def places(self, seats: int) -> tuple[Place[T], ...]:
        """All places at a table of so many seats."""
        return tuple(self[key] for key in self.keys(seats))

    def start(self, seats: int) -> Any:
        """What the state's field holds before the first line."""
        return self.initial if self.of == TABLE else (self.initial,) * len(self.keys(seats))

    def read(self, state: Any, key: Key) -> T:
        """What is there in a state."""
        if self.get is not None:
            return self.get(state, key)
        value, index = getattr(state, self.id), self[key].index
        return value if index is None else value[index]  # type: ignore[no-any-return]

    def replaced(self, state: Any, key: Key, value: T) -> Any:
        """The state with something else there."""
        if self.put is not None:
            return self.put(state, key, value)
        at = self[key].index
        if at is None:
            return replace(state, **{self.id: value})
        cells = getattr(state, self.id)
        return replace(state, **{self.id: (*cells[:at], value, *cells[at + 1 :])})

    def keys_at(self, state: State) -> tuple[Key, ...]:
        """The keys of all its places at a table."""
        return self.keys(len(state.setup.seats))


def place_of(what: Field[T] | Place[T]) -> Place[T]:
    """A place, where the table's only one may be named by its field."""
    return what if isinstance(what, Place) else what.whole
