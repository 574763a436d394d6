"""Which cards a move uses. In: a game. Out: for every move class the field that names cards.

Invariant: of several such fields the first one counts: the card that is played, not what it is played on.
"""

from __future__ import annotations

from typing import Any, get_type_hints

from msgspec import Struct

from pnp.referee.game import Game
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.params import CardParam, ListParam


class CardField(Struct, frozen=True):
    """The field of a move class that names cards: its verb, the field, and whether it holds several."""

    verb: str
    name: str
    many: bool


def card_fields(game: Game[Any]) -> dict[type[Move], CardField]:
    """The first card parameter of every move class that has one, in the game's order."""
    found: dict[type[Move], CardField] = {}
    for kind in game.moves:
        hints = get_type_hints(kind, include_extras=True)
        for name in kind.__struct_fields__[1:]:
            param = (getattr(hints[name], "__metadata__", ()) or (None,))[0]
            many = isinstance(param, ListParam)
            if isinstance(param.each if isinstance(param, ListParam) else param, CardParam):
                found[kind] = CardField(verb_of(kind), name, many)
                break
    return found
