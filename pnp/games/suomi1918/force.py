"""Overruling. In: a move that the table allows against the rules (`anna: !play white-7`). Out: Legal, or Illegal when
no table could do it.

Rules of turn, order, marks and duty can be overruled. Physical facts cannot: the card must be one that can be in the
hand.
"""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.apply import after_discarded, after_played, after_shown, apply
from pnp.games.suomi1918.dealing import force_deal
from pnp.games.suomi1918.judge import refuse_seat, refuse_victory_held
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Discarded, Passed, Played, Shown, Suomi1918State, Won
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.ruling import Illegal, Legal
from pnp.referee.seat import TABLE


def force(state: Suomi1918State, move: Move) -> Legal | Illegal:
    """The move as the table overruled it. It claims nothing about the other cards of the hand.

    Where no claim proves anything it happens as if it were allowed: what happened is told to everybody, and whether a
    hand forbids it is not.
    """
    if isinstance(move, Deal):
        if move.seat != TABLE:
            return state.refusal(REF_SEAT, "referee.table_deals")
        if state.data.is_digital:
            return force_deal(state, move)
        return state.refusal(rule_ids.REPORTED, "drawn_by_hand")
    seat = move.seat
    refusal = refuse_seat(state, seat)
    if refusal:
        return refusal
    if state.due and state.is_opening:
        return state.refusal(state.due[0].rule, "not_dealt_yet")
    if isinstance(move, Resign):
        return state.refusal(rule_ids.RESIGNED, "no_resigning")
    if isinstance(move, Claim):
        return _force_claim(state, move)
    claims = state.knowledge is None
    if isinstance(move, Pass):
        passed = Passed(seat, claims=claims and bool(state.hands[seat]))
        return Legal((passed,), apply(state, passed))
    assert isinstance(move, Play | Discard | Show)
    held = (
        hidden_cards.show(state, seat, move.card)
        if isinstance(move, Show)
        else hidden_cards.reveal(state, seat, move.card)
    )
    if isinstance(held, Illegal):
        return held
    if isinstance(move, Play):
        played = Played(seat, move.card)
        return Legal((played, *held.irregularities), after_played(state, played, held))
    if isinstance(move, Discard):
        discarded = Discarded(seat, move.card, claims)
        return Legal((discarded, *held.irregularities), after_discarded(state, discarded, held))
    shown = Shown(seat, move.card, claims)
    return Legal((shown, *held.irregularities), after_shown(state, shown, held))


def _force_claim(state: Suomi1918State, move: Claim) -> Legal | Illegal:
    """The table lets a victory stand."""
    if move.card not in state.data.victories:
        return state.refusal(rule_ids.WIN, "no_victory_card", card=state.data.label(move.card))
    refusal = refuse_victory_held(state, move.seat, move.card)
    if refusal:
        return refusal
    won = Won(move.seat, move.card)
    return Legal((won,), apply(state, won))
