"""What holds for a time, and what happens later. In: an effect, or a point of the game that has come. Out: what is kept
until then, what ends, what happens now.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import Lasting
from pnp.referee.effects.resolving.pieces import change_sides
from pnp.referee.effects.resolving.run import Run, go_on, resolves
from pnp.referee.seat import Seat


@resolves("lasting")
def _lasting(run: Run, effect: Any) -> None:
    for mod in effect.mods:
        run.seats(getattr(mod, "who", "you"))  # who is chosen now is meant until then
    run.cards.last(run.t, Lasting("mods", run.doing.inner("mods"), effect.until))


@resolves("delayed")
def _delayed(run: Run, effect: Any) -> None:
    run.cards.last(run.t, Lasting("do", run.doing.inner("do"), effect.at))


def time_comes(t: Any, point: str, seat: Seat | None) -> None:
    """A point of the game: what lasted until then ends, what waited for it happens. seat: whose turn begins."""
    cards = effects_of(t)
    waiting = cards.waiting(t)
    due = [each for each in waiting if each.until == point and (seat is None or each.doing.you == seat)]
    if not due:
        return
    t.put(cards.lasting, tuple(each for each in waiting if each not in due), cards.rule)
    for each in due:
        if each.kind == "control":
            piece = cards.piece(t, each.piece)
            if piece is not None and piece.seat == each.doing.you:
                change_sides(t, piece, each.back)
        elif each.kind == "do":
            cards.say(t, "time_comes", card=each.doing.card)
            t.later(go_on, each.doing)
