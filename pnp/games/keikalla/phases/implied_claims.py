"""What a line of the current player says besides itself (KEI-102, KEI-154, KEI-H10).

In: a Trial and a line. Out: the Trial with the claims that follow, or a refusal. Invariant: lines of which `implied_by`
is equal imply the same.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.keikalla import moves
from pnp.games.keikalla.game_data import MOVE
from pnp.games.keikalla.phases.stashes import keep_just_drawn
from pnp.games.keikalla.state import MOVING
from pnp.games.keikalla.trial import Trial
from pnp.referee.move import Move
from pnp.referee.seat import Seat


class Implied(NamedTuple):
    """What a line of the current player says besides itself: that the turn is begun, that the card drawn is kept."""

    acts: bool
    keeps: bool


ACTS_AND_KEEPS = Implied(True, True)
OPEN = (moves.Lay, moves.Play, moves.Stash, moves.Draw)  # lines that may imply less


def implied_by(t: Trial, move: Move) -> Implied:
    """A kept warn card comes before the first act; some lines leave open what becomes of the card just drawn."""
    if type(move) not in OPEN:
        return ACTS_AND_KEEPS
    is_warn = isinstance(move, moves.Lay) and move.card in t.data.warns
    waives = isinstance(move, moves.Play) and move.use[0] == moves.WAIVER
    return Implied(not is_warn, isinstance(move, moves.Play) and not waives)


def check_implied_claims(t: Trial, seat: Seat, implied: Implied) -> None:
    """A line of the current player without a question: it may imply a claim (KEI-102, KEI-H10)."""
    player, turn = t.player(seat), t.state.turn
    if turn.hamper:
        t.change_turn(hamper="")
    if not turn.has_acted and implied.acts:
        if player.turns == 1 and t.state.phase == MOVING:
            _claim_opening(t, seat)
        t.change_turn(has_acted=True)
    if implied.keeps and t.state.turn.just_drawn:
        keep_just_drawn(t, seat)


def _claim_opening(t: Trial, seat: int) -> None:
    data, hand = t.data, t.player(seat).move
    kept = [card for card in hand.cards if card in data.warns]
    if kept:
        t.refuse("KEI-102", "laid_first", cards=kept, line=f"lay {kept[0]}")
    t.claim((MOVE, seat), data.warns, "KEI-102", "kept_no_warn", seat=seat)
