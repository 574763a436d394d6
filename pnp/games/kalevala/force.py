"""Overruling. In: a move that the table allows against the rules (`red: !place ukko 5,5`). Out: Legal, or Illegal when
no table could do it.

Rules of turn, place, points and passing can be overruled. Physical facts cannot: a tile must be in the hand, a copy
must exist, and the table has an edge.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.apply import lay_aside, settle
from pnp.games.kalevala.board import is_on_table, square_of
from pnp.games.kalevala.judge import deal, legal, place, start
from pnp.games.kalevala.moves import Discard, Place, Start
from pnp.games.kalevala.secrets import hidden_cards
from pnp.games.kalevala.state import Discarded, KalevalaState, Passed
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.ruling import Event, Illegal, Legal
from pnp.referee.seat import TABLE


def force(state: KalevalaState, move: Move) -> Legal | Illegal:
    """The move as the table overruled it."""
    if (move.seat == TABLE) != isinstance(move, Start | Deal):
        return state.refusal(REF_SEAT, "not_for_seat", seat=move.seat)
    if isinstance(move, Start):
        return start(state, move)
    if not state.board.tops:
        return state.refusal(rule_ids.START, "start_first")
    if isinstance(move, Place):
        return force_place(state, move)
    if isinstance(move, Discard):
        _, deduction = lay_aside(state, move.seat, move.tile)
        return deduction if isinstance(deduction, Illegal) else legal(state, Discarded(move.seat, move.tile))
    if isinstance(move, Deal):
        return deal(state, move) if state.is_digital else state.refusal(rule_ids.REPORTED, "not_told_here")
    assert isinstance(move, Pass)
    return legal(state, Passed(move.seat))


def force_place(state: KalevalaState, move: Place) -> Legal | Illegal:
    """A tile from the hand on any square: on an occupied one it covers, or is exchanged if it is an Ilmarinen.

    Points that were typed count as typed.
    """
    seat, tile = move.seat, move.tile
    deduction = None
    if tile not in state.hands[seat]:
        held = hidden_cards.reveal(state, seat, tile)
        if isinstance(held, Illegal):
            return held
        deduction = held
    if not is_on_table(move.at):
        return state.refusal(rule_ids.ADJACENT, "off_the_table", square=f"{move.at[0]},{move.at[1]}")
    event, board = place(state.data, state.board, seat, tile, square_of(move.at))
    if move.points is not None:
        event = replace(event, row=move.points, column=0, row_rule="", column_rule="")
    events: tuple[Event, ...] = (event,) if deduction is None else (event, *deduction.irregularities)
    return Legal(events, settle(state, event, board, deduction))
