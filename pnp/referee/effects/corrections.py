"""Corrections of what is on cards in play: `table: adjust counters fox 3`. In: a state and what is so in truth. Out:
the state in which it is so.

The zones say which cards are in play; they are corrected as every zone is.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from pnp.referee.effects.effect_table import EffectTable
from pnp.referee.effects.plain import Piece
from pnp.referee.effects.questions import spelled
from pnp.referee.game import Adjustment
from pnp.referee.kernel.trial import Trial
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, SEAT, WordParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat


class SetCounters(Move, frozen=True):
    """`table: adjust counters fox 3`, `adjust counters fox 3 of=ben nth=2`: how many counters are on a card in play."""

    verb: ClassVar[str] = "counters"
    card: Annotated[str, CARD]
    count: Annotated[int, AMOUNT]
    of: Annotated[Seat, SEAT] = TABLE
    nth: Annotated[int, AMOUNT] = 0


class SetSilenced(Move, frozen=True):
    """`table: adjust silenced fox on`: whether an effect took the abilities of a card in play."""

    verb: ClassVar[str] = "silenced"
    card: Annotated[str, CARD]
    how: Annotated[str, WordParam(("on", "off"))]
    of: Annotated[Seat, SEAT] = TABLE
    nth: Annotated[int, AMOUNT] = 0


def corrections_of(cards: EffectTable, game: Any) -> tuple[Adjustment, ...]:
    """The corrections of cards in play; none where a game has no such zone."""
    if cards.play is None:
        return ()
    return (
        Adjustment(SetCounters, partial(_corrected, cards, game), "effects.adjust_counters"),
        Adjustment(SetSilenced, partial(_corrected, cards, game), "effects.adjust_silenced"),
    )


def _corrected(cards: EffectTable, game: Any, state: Any, move: SetCounters | SetSilenced) -> Any:
    t = Trial(game, state)
    pieces = cards.in_play(t)
    found = spelled(pieces, pieces).get((move.card, move.of, move.nth))
    if found is None:
        return Illegal(REF_PLACES, state.message("effects.not_in_play", card=move.card))
    changed = _changed(cards, t, found, move)
    if changed is None:
        return Illegal(REF_PLACES, state.message("effects.no_counters", card=move.card))
    cards.change(t, changed)
    return t.done()


def _changed(cards: EffectTable, t: Trial, piece: Piece, move: SetCounters | SetSilenced) -> Piece | None:
    """The card as it is in truth; None where it has no counters."""
    if isinstance(move, SetSilenced):
        return replace(piece, is_silenced=move.how == "on")
    if move.count and piece.card not in cards.taking(t):
        return None
    return replace(piece, counters=move.count)
