"""The state of a declared game: one field a zone, a counter, a fact; whose turn it is; what is open.

In: declarations. Out: a frozen class that lives in the game's module, so that its states pickle. Invariant: a state
changes only by folding events (`events.py`) over a `Draft`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import defstruct
from msgspec.structs import replace

from pnp.referee.game import Outcome, State
from pnp.referee.kernel.place import Field, Place, T, Where, with_cell
from pnp.referee.kernel.question import Item
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge


class Table(State, frozen=True, gc=False):
    """What every declared game keeps besides its zones, counters and facts.

    phase: number of the phase · stack: what is open, the last is on top · concealed: how often cards went out of sight
    chances: how often chance was asked · knowledge: what the lines prove of hidden cards, with real cards only
    """

    turn: Seat = 0
    phase: int = 0
    stack: tuple[Item, ...] = ()
    over: Outcome | None = None
    concealed: int = 0
    chances: int = 0
    knowledge: Knowledge | None = None


def table_class(module: str, name: str, fields: Iterable[Field[Any]]) -> type[Table]:
    """The state's class, with a field for each zone, counter and fact."""
    own = [(field.id, Any, field.initial) for field in fields]
    taken = {id for id, *_ in own} & set(Table.__struct_fields__)
    if taken or len({id for id, *_ in own}) < len(own):
        raise ValueError(f"{module}: two declarations have the same id {', '.join(sorted(taken))}".rstrip())
    return defstruct(name, own, bases=(Table,), module=module, frozen=True, gc=False)  # type: ignore[return-value]


class Draft:
    """A state and what changed since; read and written by place, made a state again by `done`.

    changes: of the state's fields · cells: of places that a game keeps in its own way (`get` and `put` of their field)
    """

    __slots__ = ("cells", "changes", "places", "state")

    def __init__(self, state: Any, places: Mapping[Where, Place[Any]]) -> None:
        self.state = state
        self.places = places
        self.changes: dict[str, Any] = {}
        self.cells: dict[Where, Any] = {}

    def copy(self) -> Draft:
        """A draft that goes its own way from here."""
        other = Draft(self.state, self.places)
        other.changes, other.cells = dict(self.changes), dict(self.cells)
        return other

    def clear(self) -> None:
        """Forget all changes."""
        self.changes.clear()
        self.cells.clear()

    def get(self, name: str) -> Any:
        """A field of the state as it stands now."""
        return self.changes[name] if name in self.changes else getattr(self.state, name)

    def set(self, name: str, value: Any) -> None:
        """Change a field."""
        self.changes[name] = value

    def read(self, place: Place[T]) -> T:
        """What is in a place now."""
        get = place.get
        if get is not None:
            return self.cells[place.where] if place.where in self.cells else get(self.state, place.key)
        name = place.name
        value = self.changes[name] if name in self.changes else getattr(self.state, name)
        index = place.index
        if type(index) is str:
            return value.get(index, place.field.initial)  # type: ignore[no-any-return]
        return value if index is None else value[index]  # type: ignore[no-any-return]

    def write(self, place: Place[T], value: T) -> None:
        """Put something else in a place."""
        if place.get is not None:
            self.cells[place.where] = value
            return
        at = place.index
        if at is None:
            self.changes[place.name] = value
        else:
            self.changes[place.name] = with_cell(self.get(place.name), at, value)

    def done(self, **more: Any) -> Any:
        """The state with all changes."""
        state = replace(self.state, **self.changes, **more)
        for where, value in self.cells.items():
            place = self.places[where]
            state = place.field.replaced(state, place.key, value)
        return state
