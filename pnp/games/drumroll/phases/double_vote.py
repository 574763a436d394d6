"""Double Votes, when the votes lie open: who may still play one, and who says that nobody does. In: a trial and a move.
Out: what is refused, and what it does (DR-096, DR-098).
"""

from __future__ import annotations

from pnp.games.drumroll.moves import Decline, Next
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState
from pnp.games.drumroll.trial import Trial
from pnp.referee.seat import TABLE, Seat


def undecided(state: DrumRollState) -> tuple[Seat, ...]:
    """Who may still want to play a Double Vote at a digital table: the cards are counted, not looked at."""
    if not state.data.is_digital:
        return ()
    done = (*state.no_double_vote, *state.double_voters)
    return tuple(seat for seat, player in enumerate(state.players) if player.hand and seat not in done)


CLOSING = Question(
    "CLOSING",
    "DR-096",
    lambda state, seat: state.message("end_double_votes", first=not state.double_voters),
    offers=lambda state, seat: (Next(TABLE),),
    chance=True,
)
DOUBLE_VOTE = Question(
    "DOUBLE_VOTE",
    "DR-096",
    "play_double_vote_or_decline",
    whom=lambda state: (*undecided(state), TABLE),
    offers=lambda state, seat: (Decline(seat, ""),),
    verbs=lambda state, seat: ("play", "decline"),
    of_table=CLOSING,
)


@DOUBLE_VOTE.answer(Decline)
def waive_double_vote(t: Trial, move: Decline) -> None:
    """In a digital deal, whoever holds cards may decline to play a Double Vote: none comes from this seat, unless
    another one is played first (DR-096).
    """
    if move.seat not in undecided(t.state):
        t.bar("DR-096", "nothing_to_decline", seat=move.seat)
    t.agreed()
    t.set(no_double_vote=(*t.state.no_double_vote, move.seat))
    t.note("DR-096", "no_double_vote_from", seat=move.seat)


def needs_double_vote(t: Trial) -> bool:
    """The table asks for Double Votes when some hand may hold one, as far as everybody knows (DR-098)."""
    state, discards = t.state, t.state.investment_discards
    left = any(card.weight and discards.count(card.id) < card.copies for card in state.data.investments.values())
    if left and any(player.hand for player in state.players):
        return True
    t.note("DR-098", "no_double_vote_held")
    return False
