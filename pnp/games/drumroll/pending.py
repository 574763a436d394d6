"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions in words."""

from __future__ import annotations

from pnp.games.drumroll.queries import question_of, to_act
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.game import Decision


def pending(state: DrumRollState) -> tuple[Decision, ...]:
    """The decisions of each seat that must act."""
    question = question_of(state)
    asked = ((question.of(seat), seat) for seat in to_act(state))
    return tuple(decision for each, seat in asked if each for decision in each.decisions(state, seat))
