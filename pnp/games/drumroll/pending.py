"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions in words."""

from __future__ import annotations

from pnp.games.drumroll.game_data import INVESTMENTS
from pnp.games.drumroll.moves import Shuffle
from pnp.games.drumroll.phases.hiring import INVESTING
from pnp.games.drumroll.queries import question_of, to_act
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.game import Decision
from pnp.referee.notation import verb_of
from pnp.referee.seat import TABLE


def pending(state: DrumRollState) -> tuple[Decision, ...]:
    """The decisions of each seat that must act; the table may shuffle an empty deck before a card is drawn (DR-182)."""
    question = question_of(state)
    asked = ((question.of(seat), seat) for seat in to_act(state))
    decisions = [decision for each, seat in asked if each for decision in each.decisions(state, seat)]
    if question is INVESTING and not state.investment_pile and not state.data.is_digital:
        words = state.message("shuffle_discards", deck=INVESTMENTS)
        decisions.append(Decision(TABLE, (verb_of(Shuffle),), words, "DR-182"))
    return tuple(decisions)
