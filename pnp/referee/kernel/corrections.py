"""Corrections of fact: `table: adjust <zone|counter|fact|turn> …`, one for everything a game declares. In: a state and
what is so in truth. Out: the state in which it is so.

Invariant: no card is lost or made: what a correction takes away goes into a pile, what it brings comes out of it. What
was proved of hidden cards rests on lines that may have been wrong, so the story begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import defstruct
from msgspec.structs import replace

from pnp.referee.correction import HandParam, SetTurn, of_a_player
from pnp.referee.game import Adjustment
from pnp.referee.kernel.counter import Counter
from pnp.referee.kernel.message import make_message
from pnp.referee.kernel.place import EACH_SEAT, Field
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.zone import EVERYBODY, NOBODY, UNSEEN, Cards, Zone, kinds_of
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Move
from pnp.referee.params import NUMBER, SEAT, UNKNOWN, WordParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

if TYPE_CHECKING:
    from pnp.referee.kernel.declaration import Declaration


def adjustments(game: Declaration, module: str) -> tuple[Adjustment, ...]:
    """A correction for whose turn it is, each counter and each zone that is no pile."""
    found = [Adjustment(SetTurn, of_a_player(_set_turn, "turn"), "whose turn it is")]
    for field in game.fields:
        if isinstance(field, Counter):
            move = _move_class(field, module, Annotated[int, NUMBER])
            found.append(Adjustment(move, _correct(game, field, _set_counter), f"{field.id}: the number"))
        elif isinstance(field, Zone) and field.seen_by != NOBODY:
            move = _move_class(field, module, Annotated[Any, HandParam()])
            found.append(Adjustment(move, _correct(game, field, _set_zone), f"{field.id}: how many cards, or which"))
    return tuple(found)


def _move_class(field: Field[Any], module: str, value: Any) -> type[Move]:
    """`adjust hand anna …`, `adjust sold …`, `adjust number fish 3`."""
    whose: list[tuple[str, Any]] = []
    if field.of == EACH_SEAT:
        whose = [("of", Annotated[Seat, SEAT])]
    elif isinstance(field.of, tuple):
        whose = [("of", Annotated[str, WordParam(field.of)])]
    name = f"Set{field.id.title().replace('_', '')}"
    made = defstruct(
        name, [*whose, ("value", value)], bases=(Move,), module=module, namespace={"verb": field.id}, frozen=True
    )
    made.__annotations__["verb"] = ClassVar[str]
    return made  # type: ignore[return-value]


Refusal = tuple[str, dict[str, Any]]
"""The id of a message and its arguments."""


def _correct(
    game: Declaration, field: Field[Any], put: Callable[[Declaration, Draft, Any, Any, Any], Refusal | None]
) -> Callable[[Any, Any], Any]:
    def corrected(state: Any, move: Any) -> Any:
        key = getattr(move, "of", TABLE)
        if field.of == EACH_SEAT and key == TABLE:
            return Illegal(REF_PLACES, make_message("kernel.seats_only", {}, state.setup))
        d = Draft(state, game.places)
        refused = put(game, d, field, key, move.value)
        if refused is not None:
            return Illegal(REF_PLACES, make_message(*refused, state.setup))
        if state.knowledge is not None:
            d.set("knowledge", game.fresh_knowledge(d))
        return d.done()

    return corrected


def _set_turn(state: Any, move: SetTurn) -> Any:
    return replace(state, turn=move.of)


def _set_counter(game: Declaration, d: Draft, field: Counter, key: Any, value: int) -> Refusal | None:
    if field.bounded(value) != value:
        return "kernel.out_of_range", {"count": value}
    d.write(field[key], value)
    return None


def _set_zone(game: Declaration, d: Draft, zone: Zone, key: Any, said: int | Cards) -> Refusal | None:
    place, now = zone[key], kinds_of(d.read(zone[key]))
    known = tuple(kind for kind in now if kind not in UNSEEN)
    if isinstance(said, int):
        if said < len(known) or (zone.seen_by == EVERYBODY and said != len(known)):
            return "kernel.too_few", {}
        said = known + (UNKNOWN,) * (said - len(known))
    pile = next((zone.whole for zone in game.zones if zone.seen_by == NOBODY and zone.of == TABLE), None)
    more = len(said) - len(now)
    if more and pile is None:
        return "kernel.no_pile", {}
    if pile is not None and more > len(d.read(pile)):
        return "kernel.too_few", {}
    d.write(place, said)
    if pile is not None:
        entries = d.read(pile)
        d.write(pile, entries[more:] if more > 0 else (*entries, *(UNKNOWN,) * -more))
    seen, copies = game.seen(d), game.copies(d.state.setup)
    for kind, count in seen.items():
        if count > copies.get(kind, 0):
            return "kernel.too_many", {"card": kind}
    if set(known) - set(said):
        d.set("concealed", d.get("concealed") + 1)
    return None


def redact_zone(game: Declaration, move: Move, seat: Seat | None) -> Move:
    """A correction of a hand as others hear it: how many cards."""
    if getattr(type(move), "verb", "") in game.hands and hasattr(move, "value"):
        value = move.value
        if isinstance(value, tuple) and getattr(move, "of", TABLE) != seat:
            return replace(move, value=(UNKNOWN,) * len(value))
    return move
