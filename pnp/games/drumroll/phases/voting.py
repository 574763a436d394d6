"""The vote after turns 5 and 6. In: a state and a move. Out: why it is refused, or what it does to a trial (DR-090 to
DR-099). Invariant: votes are open only when all are in.
"""

from __future__ import annotations

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Decline, Next, Vote
from pnp.games.drumroll.state import DrumRollState, Phase, double_vote_possible
from pnp.games.drumroll.trial import Trial
from pnp.games.drumroll.words import DELAY, SHOW
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal


def begin_vote(trial: Trial) -> None:
    """All take a marker into the hand (DR-090)."""
    table = trial.table
    seats = len(table.players)
    trial.set(phase=Phase.VOTE, votes=("",) * seats, vote_since=table.ply, doubled=(), content=())
    trial.note(rule_ids.VOTE, f"after turn {table.turn} all vote: show or delay")


def refuse_vote(state: DrumRollState, move: Vote) -> Illegal | None:
    """One vote for each seat (DR-090, DR-097)."""
    if state.phase == Phase.DOUBLE_VOTE:
        return Illegal(rule_ids.VOTE_STAYS, "the votes are open and cannot be changed")
    if state.phase != Phase.VOTE:
        return Illegal(rule_ids.VOTE, "there is no vote now")
    closed = state.votes[move.seat] == UNKNOWN and not state.data.is_digital  # such a fist may be opened later
    if state.votes[move.seat] and not closed:
        return Illegal(rule_ids.VOTE, f"{state.name(move.seat)} has voted")
    return None


def vote(trial: Trial, move: Vote) -> None:
    """A fist, closed until all are in (DR-194)."""
    votes, seat = trial.table.votes, move.seat
    trial.set(votes=(*votes[:seat], move.choice, *votes[seat + 1 :]))
    trial.note(rule_ids.SECRET_VOTES, f"{trial.name(seat)} has voted; nobody is told how before all have")


def votes_are_in(trial: Trial) -> bool:
    """All have voted and the fists are open."""
    table = trial.table
    if not all(table.votes) or UNKNOWN in table.votes:
        return False
    if trial.notes is not None:
        told = ", ".join(f"{table.name(seat)} {choice}" for seat, choice in enumerate(table.votes))
        trial.tell(rule_ids.VOTE, f"the votes: {told}")
        if table.data.number.virtual_vote == table.turn:
            trial.tell(rule_ids.VIRTUAL_VOTE, "the player who is not there votes for delay")
    return True


def refuse_next(state: DrumRollState, move: Next) -> Illegal | None:
    """The table closes the vote (DR-096)."""
    return None if state.phase == Phase.DOUBLE_VOTE else Illegal(rule_ids.DOUBLE_VOTE, "there is no open vote to close")


def refuse_content(state: DrumRollState, move: Decline) -> Illegal | None:
    """In a digital deal who holds cards says that no Double Vote comes (DR-096)."""
    if not state.data.is_digital or move.seat not in undecided(state):
        return Illegal(rule_ids.DOUBLE_VOTE, f"nothing is asked of {state.name(move.seat)} that could be declined")
    return None


def undecided(state: DrumRollState) -> tuple[int, ...]:
    """Who may still want to play a Double Vote at a digital table: the cards are counted, not looked at."""
    if not state.data.is_digital:
        return ()
    done = (*state.content, *state.doubled)
    return tuple(seat for seat, player in enumerate(state.players) if player.hand and seat not in done)


def be_content(trial: Trial, move: Decline) -> None:
    """No Double Vote comes from this seat, unless another one is played first."""
    trial.set(content=(*trial.table.content, move.seat))
    trial.note(rule_ids.DOUBLE_VOTE, f"{trial.name(move.seat)} plays no Double Vote")


def needs_double_vote(trial: Trial) -> bool:
    """The table asks for Double Votes when some hand may hold one (DR-098)."""
    if double_vote_possible(trial.table):
        return True
    trial.note(rule_ids.NO_DOUBLE_VOTE, "no hand can hold a Double Vote, so nobody is asked")
    return False


def is_delayed(state: DrumRollState) -> bool:
    """The result: the majority, in a tie the starting player's own vote (DR-091, DR-095, DR-096)."""
    weights = [state.data.double if seat in state.doubled else 1 for seat in range(len(state.votes))]
    delay = sum(weight for weight, choice in zip(weights, state.votes, strict=True) if choice == DELAY)
    show = sum(weights) - delay
    if state.data.number.virtual_vote == state.turn:
        delay += 1
    if delay == show:
        return state.votes[state.starter or 0] == DELAY
    return delay > show


def close_vote(trial: Trial) -> bool:
    """Take the result and the price of voting for delay; True when another turn follows (DR-092 to DR-094, DR-099)."""
    table = trial.table
    data, delayed = table.data, is_delayed(table)
    if trial.notes is not None:
        trial.tell(rule_ids.MAJORITY, f"result: {DELAY if delayed else SHOW}")
        if delayed:
            last = table.turn + 1 == data.number.last_turn
            trial.note(rule_ids.SEVENTH if last else rule_ids.SIXTH, f"turn {table.turn + 1} is played")
    if table.turn == data.number.delay_after and (delayed or not data.switch.delay_penalty_only_if_delayed):
        for seat, choice in enumerate(table.votes):
            if choice == DELAY:
                trial.prestige(seat, -data.number.delay_penalty, rule_ids.DELAY_PENALTY, "voted for delay")
                if seat in table.doubled:
                    trial.note(rule_ids.ONE_PENALTY, f"{trial.name(seat)} pays once for a vote that counted twice")
    trial.set(votes=(), doubled=(), content=(), vote_since=table.ply + 1)
    return delayed
