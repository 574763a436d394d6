"""The Show Organizer at the turn end: given back for the starting player's tile, or kept. In: a trial and a move. Out:
what is refused, and what it does (DR-080, DR-085).
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.drumroll.moves import Decline, Return
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, OfferedCard, owner_of
from pnp.games.drumroll.trial import Trial
from pnp.referee.move import Move
from pnp.referee.seat import Seat


def organizer_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for the Show Organizer at the turn end (DR-080, DR-085)."""
    data = state.data
    if not state.another_turn and data.switches.organizer_before_show == "not_allowed":
        return None
    if len(state.staff_area) >= data.numbers.personnel and data.switches.organizer_over_full_area == "not_allowed":
        return None
    return owner_of(state, data.organizer)


def _asked(state: DrumRollState) -> tuple[Seat, ...]:
    owner = None if state.is_answered else organizer_owner(state)
    return () if owner is None else (owner,)


def _return_or_not(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.data.organizer in state.players[seat].staff:
        yield Return(seat, state.data.organizer)
        yield Decline(seat, "")


TURN_END = Question("TURN_END", "DR-085", "return_organizer_or_decline", whom=_asked, offers=_return_or_not)

# When it is due, by what this table does not allow: before a show, to a full hiring area.
_ORGANIZER_DUE = {
    (False, False): "organizer_due",
    (True, False): "organizer_due_not_before_show",
    (False, True): "organizer_due_not_to_full",
    (True, True): "organizer_due_not_either",
}


@TURN_END.answer(Return)
def return_organizer(t: Trial, move: Return) -> None:
    """The card goes back without tokens, its owner starts next (DR-080)."""
    state, data, seat = t.state, t.state.data, move.seat
    if move.card != data.organizer:
        t.bar("DR-080", "organizer_not_returned", card=move.card)
    if state.phase != TURN_END.id or seat != organizer_owner(state):
        not_before_show = data.switches.organizer_before_show == "not_allowed"
        not_to_full = data.switches.organizer_over_full_area == "not_allowed"
        t.bar("DR-080", _ORGANIZER_DUE[not_before_show, not_to_full])
    t.agreed()
    staff = tuple(card for card in state.players[seat].staff if card != move.card)
    t.change_player(seat, staff=staff)
    t.set(staff_area=(*state.staff_area, OfferedCard(move.card)), next_starter=seat, barred=seat, is_answered=True)
    t.note("DR-080", "next_starter", seat=seat)
    t.note("DR-059", "may_not_hire_it", seat=seat)


@TURN_END.answer(Decline)
def keep_organizer(t: Trial, move: Decline) -> None:
    """The owner keeps the card (DR-085)."""
    if organizer_owner(t.state) != move.seat:
        t.bar("DR-080", "not_organizer_owner", seat=move.seat)
    t.agreed()
    t.set(is_answered=True)
    t.note("DR-085", "keeps_organizer", seat=move.seat)
