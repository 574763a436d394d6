"""Places: where something can lie. In: what a game declares. Out: `Field`, the base of zones, counters and facts, and
`Place`, one cell of it: `HAND[seat]`, `PIER["fish"]`, or the field itself where the table has one.

Invariant: a place is a key, never an index: `HAND[TABLE]` is refused and not the last player's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from pnp.referee.game import Setup, State
from pnp.referee.seat import TABLE, Seat

EACH_SEAT = "each seat"
ANY = "any"
"""Places with names that people give as they play: `play fox to=market`."""
EVERYBODY, OWNER, OTHERS, NOBODY = "everybody", "owner", "others", "nobody"
"""Those who can see a place: all, its own seat, every seat but that one, none."""
SeenBy = str | Callable[[Seat], Iterable[Seat]]
"""One of these words, or the seats that see the place of a seat: `lambda seat: (seat, (seat + 2) % 4)` for partners."""
ALL = "!"
SHOWN = f"@{ALL}"  # how an entry ends that everybody has seen
MOST_SEATS = 16
Key = Seat | str
NO_PLACE = object()  # what is at a place that there is not
Where = tuple[str, Key]
"""A place as plain values, as events and states name it: `("hand", 0)`, `("pile", -1)`."""
T = TypeVar("T")
MOST_PLACES = 1000  # that are remembered


class Place(Generic[T]):
    """One cell of a field. `index` is its position in the state's tuple or, of places that people name, their name in a
    mapping; None where the field is one cell.
    """

    __slots__ = (
        "field",
        "index",
        "is_private",
        "key",
        "name",
        "ordered",
        "place",
        "read",
        "seen",
        "seers",
        "show",
        "where",
    )

    def __init__(
        self,
        field: Field[T],
        key: Key,
        index: int | str | None,
        seers: str = "",
        ordered: bool = False,
        show: Callable[[T], T] | None = None,
    ) -> None:
        self.field, self.key, self.index = field, key, index
        self.name, self.place = field.id, self  # `place` as in a field with one place, so either can be named
        self.where: Where = (field.id, key)
        self.seers = seers  # who sees what is here: "" nobody, "!" everybody, else numbers of seats, "0" or "0,2"
        self.seen = frozenset(seers.split(",")) - {""}
        self.is_private = seers not in ("", ALL)  # only some seats see it, as a hand
        self.ordered = ordered  # the order in which cards lie here matters
        initial = NO_PLACE if field.constant else field.initial
        self.read = _reader(self.name, index, initial)  # (values of a state) -> what is here
        self.show = self.read if show is None else _shower(self.name, index, initial, show)  # as `t[place]` does

    def __repr__(self) -> str:
        return self.name if self.index is None else f"{self.name}[{self.key!r}]"

    def is_seen_by(self, seat: Seat | None) -> bool:
        """Whether a seat (None: everybody) sees what is here."""
        return self.seers == ALL or str(seat) in self.seen


def _reader(name: str, index: int | str | None, initial: Any) -> Callable[[Mapping[str, Any]], Any]:
    """Return how to read a place; once made for each place, because nothing is done more often."""
    if index is None:
        return itemgetter(name)
    if isinstance(index, int) or initial is NO_PLACE:
        return lambda values: values[name][index]
    return lambda values: values[name].get(index, initial)


def _shower(
    name: str, index: int | str | None, initial: Any, show: Callable[[Any], Any]
) -> Callable[[Mapping[str, Any]], Any]:
    if index is None:
        return lambda values: show(values[name])
    if isinstance(index, int) or initial is NO_PLACE:
        return lambda values: show(values[name][index])
    return lambda values: show(values[name].get(index, initial))


class Keys:
    """The keys of a field that a constant of game.yaml lists: `Zone("stacks", of=Keys("colours"))`.

    KeyError for what is in a place of another key.
    """

    __slots__ = ("constant",)

    def __init__(self, constant: str) -> None:
        self.constant = constant


Of = Key | tuple[str, ...] | Keys


class Field(Generic[T]):
    """Something the state holds: once for the table, once for each seat, or once for each of some keys.

    seen_by: who sees what is there
    get, put: how an existing state keeps it, `get(state, key) -> value` and `put(state, key, value) -> state`; without
    them it is the state's field of that name, a tuple where there are several cells. With `get` alone it is only read:
    what lies there follows from something else.
    """

    def __init__(
        self,
        id: str,
        of: Of,
        first: T,
        seen_by: SeenBy = EVERYBODY,
        get: Callable[[Any, Any], T] | None = None,
        put: Callable[[Any, Any, T], Any] | None = None,
    ) -> None:
        if get is None and put is not None:
            raise ValueError(f"{id}: expected `get` beside `put`")
        if isinstance(seen_by, str) and seen_by not in (EVERYBODY, OWNER, OTHERS, NOBODY):
            raise ValueError(f"{id}: expected seen_by to be EVERYBODY, OWNER, OTHERS or NOBODY, got {seen_by!r}")
        if seen_by not in (EVERYBODY, NOBODY) and of != EACH_SEAT:
            raise ValueError(f"{id}: seen_by={seen_by.upper() if isinstance(seen_by, str) else '…'} needs of=EACH_SEAT")
        self.constant = of.constant if isinstance(of, Keys) else ""  # whose keys are those of all places
        if isinstance(of, Keys):
            of = ANY
        self.id, self.of, self.initial, self.seen_by = id, of, first, seen_by
        self.get, self.put = get, put
        self.adjust = True
        self._places: dict[Key, Place[T]] = {}
        self._rows: dict[int, tuple[Place[T], ...]] = {}
        if of == TABLE:
            self._places[TABLE] = self._place(TABLE, None)
        elif isinstance(of, tuple):
            for index, key in enumerate(of):
                self._places[key] = self._place(key, index)

    def __repr__(self) -> str:
        return self.id

    def __getitem__(self, key: Key) -> Place[T]:
        try:
            return self._places[key]
        except KeyError:
            return self._new_place(key)

    def _new_place(self, key: Key) -> Place[T]:
        is_seat = self.of == EACH_SEAT and isinstance(key, int) and key >= 0
        if not is_seat and not (self.of == ANY and isinstance(key, str)):
            raise KeyError(f"{self.id} has no place {key!r}")
        if len(self._places) >= MOST_PLACES:
            return self._place(key, key)
        place = self._places[key] = self._place(key, key)
        return place

    def _place(self, key: Key, index: int | str | None) -> Place[T]:
        return Place(self, key, index, self._seers(key))

    def _seers(self, key: Key) -> str:
        """The viewers of the place of a key, as `Place.seers` has them."""
        if self.seen_by in (EVERYBODY, NOBODY):
            return ALL if self.seen_by == EVERYBODY else ""
        assert isinstance(key, int)
        if self.seen_by == OWNER:
            return str(key)
        if callable(self.seen_by):
            return ",".join(map(str, sorted(self.seen_by(key))))
        return ",".join(str(seat) for seat in range(MOST_SEATS) if seat != key)

    @property
    def is_read_only(self) -> bool:
        """What lies here follows from something else."""
        return self.get is not None and self.put is None

    @cached_property
    def place(self) -> Place[T]:
        """The only place of a field that the table has once; KeyError where there are several."""
        return self[TABLE]

    def keys(self, seats: int) -> tuple[Key, ...]:
        """The keys of all places at a table of so many seats."""
        if self.of == EACH_SEAT:
            return tuple(range(seats))
        if self.of == ANY:
            return ()
        return self.of if isinstance(self.of, tuple) else (TABLE,)

    def places(self, seats: int) -> tuple[Place[T], ...]:
        """All places at a table of so many seats."""
        row = self._rows.get(seats)
        if row is None:
            row = self._rows[seats] = tuple(self[key] for key in self.keys(seats))
        return row

    def start(self, setup: Setup) -> Any:
        """What the state's field holds before the first line."""
        if self.of == ANY:
            return dict.fromkeys(setup.book.constant(self.constant), self.initial) if self.constant else {}
        return self.initial if self.of == TABLE else (self.initial,) * len(self.keys(len(setup.seats)))

    def read(self, state: Any, key: Key) -> T:
        """What is there in a state."""
        if self.get is not None:
            return self.get(state, key)
        value, index = getattr(state, self.id), self[key].index
        if type(index) is str:
            return value.get(index, self.initial)  # type: ignore[no-any-return]
        return value if index is None else value[index]  # type: ignore[no-any-return]

    def replaced(self, state: Any, key: Key, value: T) -> Any:
        """The state with something else there."""
        if self.put is not None:
            return self.put(state, key, value)
        assert not self.is_read_only, f"{self.id} is read-only"
        at = self[key].index
        if at is None:
            return replace(state, **{self.id: value})
        return replace(state, **{self.id: with_cell(getattr(state, self.id), at, value)})

    def keys_at(self, state: State) -> tuple[Key, ...]:
        """The keys of all its places at a table, those that people have named included."""
        return tuple(getattr(state, self.id)) if self.of == ANY else self.keys(len(state.setup.seats))


def pile_of(place: Place[Any]) -> str:
    """The name of a pile in the evidence."""
    return place.name if place.index is None else f"{place.name} {place.key}"


def with_cell(cells: Any, at: int | str, value: Any) -> Any:
    """The cells of a field with another value in one."""
    if type(at) is str:
        return {**cells, at: value} if type(cells) is dict else cells.laid(at, value)
    changed = [*cells]
    changed[at] = value  # type: ignore[index]
    return (*changed,)


class Places(dict[Where, Place[Any]]):
    """All places of some fields; those that people name are made when they are asked for."""

    def __init__(self, fields: Iterable[Field[Any]], seats: int) -> None:
        self.fields = {field.id: field for field in fields}
        super().__init__({place.where: place for field in fields for place in field.places(seats)})

    def __missing__(self, where: Where) -> Place[Any]:
        return self.fields[where[0]][where[1]]
