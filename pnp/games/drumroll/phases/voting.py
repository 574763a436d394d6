"""The vote after turns 5 and 6: its question, and what comes of the answers. In: a trial and a move. Out: what is
refused, and what it does (DR-090 to DR-099). Invariant: votes are open only when all are in.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.games.drumroll.moves import Vote
from pnp.games.drumroll.params import DELAY, SHOW
from pnp.games.drumroll.phases.double_vote import DOUBLE_VOTE
from pnp.games.drumroll.phases.secret_choice import SecretChoice
from pnp.games.drumroll.state import DrumRollState, level_of
from pnp.games.drumroll.trial import Trial
from pnp.referee.message import LateMessage
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def begin_vote(t: Trial) -> None:
    """All take a marker into the hand (DR-090)."""
    state = t.state
    seats = len(state.players)
    t.set(phase=VOTE.id, answers=("",) * seats, asked_since=state.ply)
    t.note("DR-090", "all_vote", turn=state.turn)


def _both(state: DrumRollState, seat: Seat) -> Iterator[Vote]:
    yield from (Vote(seat, SHOW), Vote(seat, DELAY))


def _appeal(state: DrumRollState, move: Vote) -> float:
    """Whoever would have to fire somebody rather waits, unless the next turn comes without a vote."""
    hungry = any(not each.flipped and not level_of(state.data, each) for each in state.players[move.seat].troupe)
    wants_delay = hungry and state.turn not in state.data.numbers.votes_after[1:]
    return float((move.choice == DELAY) == wants_delay)


VOTE: SecretChoice = SecretChoice(
    "VOTE",
    "DR-090",
    "vote_in_secret",
    offers=_both,
    field="answers",
    is_closed=lambda state: True,
    redact=lambda move: replace(move, choice=UNKNOWN),
    is_open=lambda state, ply: state.phase != VOTE.id or ply <= state.asked_since,
    appeal=_appeal,
)


@VOTE.answer(Vote)
def vote(t: Trial, move: Vote) -> None:
    """A fist for each seat, closed until all are in (DR-090, DR-097, DR-194)."""
    state, seat, votes = t.state, move.seat, t.state.answers
    if state.phase not in (VOTE.id, DOUBLE_VOTE.id):
        t.bar("DR-090", "no_vote_now")
    if state.phase == DOUBLE_VOTE.id:
        t.refuse("DR-097", "votes_stay")
    # With real cards a fist may be closed first and opened later; where the referee deals, only when all else is said.
    is_closed = votes[seat] == UNKNOWN and (all(votes) or not state.data.is_digital)
    if votes[seat] and not is_closed:
        t.refuse("DR-090", "has_voted", seat=seat)
        if move.choice == UNKNOWN:
            t.bar("DR-097", "not_closed_again")
    t.agreed()
    t.set(answers=(*votes[:seat], move.choice, *votes[seat + 1 :]))
    t.note("DR-194", "voted_in_secret", seat=seat)


def announce_votes(t: Trial) -> None:
    """All have voted, and the fists are open (DR-090, DR-095)."""
    state = t.state
    votes = tuple(LateMessage("vote_of", {"seat": seat, "choice": choice}) for seat, choice in enumerate(state.answers))
    t.announce("DR-090", "the_votes", votes=votes)
    if state.data.numbers.virtual_vote == state.turn:
        t.announce("DR-095", "virtual_vote")


def is_delayed(state: DrumRollState) -> bool:
    """The result: the majority, in a tie the starting player's own vote (DR-091, DR-095, DR-096)."""
    weights = [state.data.double if seat in state.double_voters else 1 for seat in range(len(state.answers))]
    delay = sum(weight for weight, choice in zip(weights, state.answers, strict=True) if choice == DELAY)
    show = sum(weights) - delay
    if state.data.numbers.virtual_vote == state.turn:
        delay += 1
    if delay == show:
        return state.answers[state.starter or 0] == DELAY
    return delay > show


def close_vote(t: Trial) -> bool:
    """Take the result and the price of voting for delay; True when another turn follows (DR-092 to DR-094, DR-099)."""
    state = t.state
    data, delayed = state.data, is_delayed(state)
    t.announce("DR-091", "result", choice=DELAY if delayed else SHOW)
    if delayed:
        last = state.turn + 1 == data.numbers.last_turn
        t.note("DR-093" if last else "DR-092", "turn_is_played", turn=state.turn + 1)
    if state.turn == data.numbers.delay_after and (delayed or not data.switches.delay_penalty_only_if_delayed):
        for seat, choice in enumerate(state.answers):
            if choice == DELAY:
                t.add_prestige(seat, -data.numbers.delay_penalty, "DR-094", "for_delay")
                if seat in state.double_voters:
                    t.note("DR-099", "pays_once", seat=seat)
    t.set(answers=(), double_voters=(), no_double_vote=(), asked_since=state.ply + 1)
    return delayed
