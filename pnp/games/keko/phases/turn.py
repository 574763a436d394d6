"""The turn: the draw, sections, its end, giving up, confirmations. In: a trial and a move.
Out: the trial after it, or a refusal.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import refuse_begun, refuse_out, waits
from pnp.games.keko.game_data import counted
from pnp.games.keko.moves import (
    SECTIONS as SECTION_WORDS,
)
from pnp.games.keko.moves import (
    Draw,
    EndTurn,
    Flip,
    Leave,
    Next,
)
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import ask_no_more, fall_outside
from pnp.games.keko.phases.setup_moves import leave_setup, refuse_table
from pnp.games.keko.state import (
    COMES_IN,
    DRAW,
    DRAWING,
    END_COUNTERS,
    EVERYBODY,
    PART_ONE,
    PART_TWO,
    SECTIONS,
    SOFT,
    called,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Shuffle
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

DECK, DISCARD_PILE = "deck", "discard"


# the turn


def draw(trial: Trial, move: Draw) -> Refusal:
    """The draw of the Draw phase (KEK-17)."""
    refusal = _refuse_active(trial, move.seat, "draws")
    if refusal:
        return refusal
    if trial.phase != DRAW:
        rule = rule_ids.DRAW_REPLACED if trial.phase == PART_ONE else rule_ids.DRAW
        return Illegal(rule, f"cards are drawn in the Draw phase; this is {called(trial.phase)}")
    due = trial.draw_due(move.seat)
    if move.count != due:
        return Illegal(rule_ids.DRAW, f"{trial.name(move.seat)} draws {due}, not {move.count}")
    face = trial.data.faces[trial.players[move.seat].character]
    if due != face.draw:
        trial.tell(rule_ids.DRAW_NUMBER, f"{face.draw} printed, {due} with what is in play and in the piles")
    trial.push(DRAWING, face.id, move.seat, begun=True, todo=(DrawVerb(due, "you"),))
    return None


def _refuse_active(trial: Trial, seat: Seat, does: str) -> Illegal | None:
    refusal = refuse_out(trial, seat) or refuse_begun(trial)
    if refusal:
        return refusal
    if seat != trial.active:
        return Illegal(rule_ids.CLOCKWISE, f"{trial.name(trial.active)} {does}, not {trial.name(seat)}")
    if trial.question is not None or trial.stack:
        rule = trial.question.rule if trial.question and trial.question.kind not in SOFT else rule_ids.NOTHING_WAITS
        return Illegal(rule, f"first: {waits(trial)}")
    return None


def next_section(trial: Trial, move: Next) -> Refusal:
    """The next section (KEK-19)."""
    refusal = _refuse_active(trial, move.seat, "is in turn")
    if refusal:
        return refusal
    if trial.phase not in SECTIONS:
        return Illegal(rule_ids.PHASES, f"{called(trial.phase)} has no sections: the draw comes first")
    following = flow.NEXT_SECTION.get(trial.phase, "")
    if not following and trial.data.switches.section_back:
        following = PART_ONE
        trial.tell(rule_ids.FORWARD, "at this table the sections go round")
    if move.section:
        named = dict(zip(SECTION_WORDS, (PART_ONE, COMES_IN, PART_TWO), strict=True))[move.section]
        if named != following:
            return Illegal(rule_ids.SECTIONS, f"from {called(trial.phase)} the sections go forward only, one by one")
    trial.tell(rule_ids.SECTIONS, f"from {called(trial.phase)} to {called(following or END_COUNTERS)}")
    flow.enter(trial, following or END_COUNTERS)
    return None


def end_turn(trial: Trial, move: EndTurn) -> Refusal:
    """The end of the Action Phase."""
    refusal = _refuse_active(trial, move.seat, "is in turn")
    if refusal:
        return refusal
    if trial.phase not in SECTIONS:
        return Illegal(rule_ids.PHASES, f"this is {called(trial.phase)}: the draw comes first")
    trial.tell(rule_ids.PHASES, f"{trial.name(move.seat)} ends the Action Phase")
    flow.enter(trial, END_COUNTERS)
    return None


def leave(trial: Trial, move: Leave) -> Refusal:
    """A player gives up: as if life became 0 now (KEK-60)."""
    seat = move.seat
    if not trial.players[seat].alive:
        return Illegal(rule_ids.ZERO, f"{trial.name(seat)} is out already")
    trial.change_player(seat, life=0)
    trial.tell(rule_ids.WIN, f"{trial.name(seat)} gives up")
    ask_no_more(trial, seat)
    if trial.phase.startswith("SETUP"):
        leave_setup(trial, seat)
    else:
        fall_outside(trial)
    return None


# confirmations


def shuffle(trial: Trial, move: Shuffle) -> Refusal:
    """`table: shuffle deck` confirms; the discard pile is never mixed (KEK-58)."""
    refusal = refuse_table(move, "what was shuffled")
    if refusal:
        return refusal
    if DISCARD_PILE.startswith(move.zone[:4]) and move.zone[:1] == DISCARD_PILE[:1] and move.zone != DECK:
        return Illegal(rule_ids.DISCARD_ORDER, "the discard pile keeps its order, whoever looks through it")
    if move.zone != DECK:
        return Illegal(REF_SEAT, f"there is no pile “{move.zone}”: deck or discard")
    if any(known for _, known in (*trial.top, *trial.bottom)):
        return Illegal(rule_ids.FLIP, "the order of the deck is known: it is not shuffled")
    trial.tell(rule_ids.SEARCH_SHUFFLES, "the deck was shuffled")
    return None


def flip(trial: Trial, move: Flip) -> Refusal:
    """`table: flip` confirms that the discard pile was turned over (KEK-55)."""
    refusal = refuse_table(move, "that the discard pile was turned over")
    if refusal:
        return refusal
    if trial.middle or trial.bottom or any(known != EVERYBODY for _, known in trial.top):
        there = f"the deck has {counted(trial.deck_count, 'card')}"
        return Illegal(rule_ids.FLIP, f"{there}: it is not time to turn the discard pile over")
    trial.tell(rule_ids.FLIP, "the discard pile was turned over")
    return None
