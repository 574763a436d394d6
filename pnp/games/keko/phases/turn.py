"""The turn: the draw, sections, its end, giving up, confirmations. In: a trial and a move.
Out: the trial after it, or a refusal.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import refuse_before_game, refuse_out, what_comes_first
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
from pnp.games.keko.phases.elimination import eliminate_outside_effects, withdraw_questions
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
    phase_name,
)
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Shuffle
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

DECK, DISCARD_PILE = "deck", "discard"


# the turn


def draw(t: Trial, move: Draw) -> Refusal:
    """The draw of the Draw phase (KEK-17)."""
    refusal = _refuse_active(t, move.seat, "draws")
    if refusal:
        return refusal
    if t.phase != DRAW:
        rule = rule_ids.DRAW_REPLACED if t.phase == PART_ONE else rule_ids.DRAW
        return Illegal(rule, f"cards are drawn in the Draw phase; this is {phase_name(t.phase)}")
    due = t.draw_due(move.seat)
    if move.count != due:
        return Illegal(rule_ids.DRAW, f"{t.name(move.seat)} draws {due}, not {move.count}")
    card_data = t.data.cards[t.players[move.seat].character]
    if due != card_data.draw:
        t.note(rule_ids.DRAW_NUMBER, f"{card_data.draw} printed, {due} with what is in play and in the piles")
    t.push(DRAWING, card_data.id, move.seat, is_resolving=True, effects_left=(DrawVerb(due, "you"),))
    return None


def _refuse_active(t: Trial, seat: Seat, does: str) -> Illegal | None:
    refusal = refuse_out(t, seat) or refuse_before_game(t)
    if refusal:
        return refusal
    if seat != t.active:
        return Illegal(rule_ids.CLOCKWISE, f"{t.name(t.active)} {does}, not {t.name(seat)}")
    if t.question is not None or t.stack:
        rule = t.question.rule if t.question and not t.question.is_soft else rule_ids.NOTHING_WAITS
        return Illegal(rule, f"first: {what_comes_first(t)}")
    return None


def next_section(t: Trial, move: Next) -> Refusal:
    """The next section (KEK-19)."""
    refusal = _refuse_active(t, move.seat, "is in turn")
    if refusal:
        return refusal
    if t.phase not in SECTIONS:
        return Illegal(rule_ids.PHASES, f"{phase_name(t.phase)} has no sections: the draw comes first")
    following = flow.NEXT_SECTION.get(t.phase, "")
    if not following and t.data.switches.section_back:
        following = PART_ONE
        t.note(rule_ids.FORWARD, "at this table the sections go round")
    if move.section:
        named = dict(zip(SECTION_WORDS, (PART_ONE, COMES_IN, PART_TWO), strict=True))[move.section]
        if named != following:
            return Illegal(rule_ids.SECTIONS, f"from {phase_name(t.phase)} the sections go forward only, one by one")
    t.note(rule_ids.SECTIONS, f"from {phase_name(t.phase)} to {phase_name(following or END_COUNTERS)}")
    flow.enter_phase(t, following or END_COUNTERS)
    return None


def end_turn(t: Trial, move: EndTurn) -> Refusal:
    """The end of the Action Phase."""
    refusal = _refuse_active(t, move.seat, "is in turn")
    if refusal:
        return refusal
    if t.phase not in SECTIONS:
        return Illegal(rule_ids.PHASES, f"this is {phase_name(t.phase)}: the draw comes first")
    t.note(rule_ids.PHASES, f"{t.name(move.seat)} ends the Action Phase")
    flow.enter_phase(t, END_COUNTERS)
    return None


def leave(t: Trial, move: Leave) -> Refusal:
    """A player gives up: as if life became 0 now (KEK-60)."""
    seat = move.seat
    if not t.players[seat].alive:
        return Illegal(rule_ids.ZERO, f"{t.name(seat)} is out already")
    t.change_player(seat, life=0)
    t.note(rule_ids.WIN, f"{t.name(seat)} gives up")
    withdraw_questions(t, seat)
    if t.phase.startswith("SETUP"):
        leave_setup(t, seat)
    else:
        eliminate_outside_effects(t)
    return None


# confirmations


def shuffle(t: Trial, move: Shuffle) -> Refusal:
    """`table: shuffle deck` confirms; the discard pile is never mixed (KEK-58)."""
    refusal = refuse_table(move, "what was shuffled")
    if refusal:
        return refusal
    if DISCARD_PILE.startswith(move.zone[:4]) and move.zone[:1] == DISCARD_PILE[:1] and move.zone != DECK:
        return Illegal(rule_ids.DISCARD_ORDER, "the discard pile keeps its order, whoever looks through it")
    if move.zone != DECK:
        return Illegal(REF_SEAT, f"there is no pile “{move.zone}”: deck or discard")
    if any(known for _, known in (*t.deck_top, *t.deck_bottom)):
        return Illegal(rule_ids.FLIP, "the order of the deck is known: it is not shuffled")
    t.note(rule_ids.SEARCH_SHUFFLES, "the deck was shuffled")
    return None


def flip(t: Trial, move: Flip) -> Refusal:
    """`table: flip` confirms that the discard pile was turned over (KEK-55)."""
    refusal = refuse_table(move, "that the discard pile was turned over")
    if refusal:
        return refusal
    if t.deck_middle or t.deck_bottom or any(known != EVERYBODY for _, known in t.deck_top):
        there = f"the deck has {counted(t.deck_count, 'card')}"
        return Illegal(rule_ids.FLIP, f"{there}: it is not time to turn the discard pile over")
    t.note(rule_ids.FLIP, "the discard pile was turned over")
    return None
