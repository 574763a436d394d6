"""The state of a declared game: one field a zone, a counter, a fact; whose turn it is; what is open.

In: declarations. Out: a frozen class that lives in the game's module, so that its states pickle. Invariant: a state
changes only by folding events (`events.py`) over a `Draft`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import defstruct
from msgspec.structs import asdict

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
    hidden_values: the counters and facts whose values are not public
    """

    turn: Seat = 0
    phase: int = 0
    stack: tuple[Item, ...] = ()
    over: Outcome | None = None
    concealed: int = 0
    chances: int = 0
    knowledge: Knowledge | None = None
    hidden_values: tuple[Where, ...] = ()


def table_class(module: str, name: str, fields: Iterable[Field[Any]]) -> type[Table]:
    """The state's class, with a field for each zone, counter and fact."""
    own = [(field.id, Any, field.initial) for field in fields]
    taken = {id for id, *_ in own} & set(Table.__struct_fields__)
    if taken or len({id for id, *_ in own}) < len(own):
        raise ValueError(f"{module}: two declarations have the same id {', '.join(sorted(taken))}".rstrip())
    return defstruct(name, own, bases=(Table,), module=module, frozen=True, gc=False)  # type: ignore[return-value]


class Draft:
    """A state in the making: the values of its fields, read and written by place, made a state again by `done`."""

    __slots__ = ("places", "state", "values")

    def __init__(self, state: Any, places: Mapping[Where, Place[Any]]) -> None:
        self.state = state
        self.places = places
        self.values: dict[str, Any] = asdict(state)

    def copy(self) -> Draft:
        """Return a draft with the same values that changes independently."""
        other = Draft(self.state, self.places)
        other.values.update(self.values)
        return other

    def get(self, name: str) -> Any:
        """Return a field of the state as it stands now."""
        return self.values[name]

    def read(self, place: Place[T]) -> T:
        """Return what is in a place now."""
        return place.read(self.values)  # type: ignore[no-any-return]

    def write(self, place: Place[T], value: T) -> None:
        """Put something else in a place."""
        at = place.index
        if at is None:
            self.values[place.name] = value
        else:
            self.values[place.name] = with_cell(self.values[place.name], at, value)

    def done(self) -> Any:
        """Return the state with all changes."""
        return type(self.state)(**self.values)
