"""What happens instead of something else. In: an event that is about to happen. Out: the ability that replaces it.

Invariant: an ability replaces nothing that it caused itself.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.reading import holds
from pnp.referee.effects.resolving.run import DEEPEST
from pnp.referee.effects.resolving.triggers import start
from pnp.referee.seat import Seat

MET = "replaced"  # the abilities that an event has met, as pairs of a card in play and a number


def instead(t: Any, of: str, seat: Seat, amount: int, doing: Doing | None, phase: str = "", met: Any = ()) -> bool:
    """Whether an ability replaces what would happen to a seat, or its player is asked.

    doing: the text that causes it, None for the rules of the game · met: the abilities that have declined
    """
    depth = doing.depth + 1 if doing is not None else 0
    met = (*met, *(doing.get(MET, ()) if doing is not None else ()))
    for piece, number, ability in effects_of(t).in_force(t).by_trigger.get("instead", ()):
        key = (piece.number, number)
        if ability.of != of or ability.phase != phase or key in met or depth > DEEPEST:
            continue
        if ability.who != "any" and (ability.who == "you") != (piece.seat == seat):
            continue
        own = Doing(piece.text, (number, "do"), piece.seat, 0, piece.number, depth)
        own = own.with_names({"trigger_player": seat, "amount": amount, MET: (*met, key)})
        if not piece.can_use(number, ability.limit) or (ability.when is not None and not holds(t, ability.when, own)):
            continue
        if ability.may:
            about = {"of": of, "seat": seat, "amount": amount, "cause": doing, "phase": phase, "met": (*met, key)}
            t.ask(effects_of(t).ask.instead, piece.seat, doing=own, card=piece.text, **about)
        else:
            replace_now(t, own)
        return True
    return False


def replace_now(t: Any, own: Doing) -> None:
    """The ability happens, and what it replaces does not."""
    effects_of(t).say(t, "instead", card=own.card)
    t.later(start, own)
