"""The turn: the draw, sections, its end, giving up, confirmations. In: a trial and a move.
Out: the trial after it, or a refusal.
"""

from __future__ import annotations

from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import refuse_before_game, refuse_out, what_comes_first
from pnp.games.keko.moves import SECTIONS as SECTION_WORDS
from pnp.games.keko.moves import Draw, EndTurn, Flip, Leave, Next
from pnp.games.keko.phases import flow
from pnp.games.keko.phases.elimination import eliminate_outside_effects, withdraw_questions
from pnp.games.keko.phases.setup_moves import leave_setup, refuse_table
from pnp.games.keko.state import COMES_IN, DRAW, DRAWING, END_COUNTERS, EVERYBODY, PART_ONE, PART_TWO, SECTIONS
from pnp.games.keko.trial import Trial, as_typed
from pnp.games.keko.vocabulary.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Shuffle
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

DECK, DISCARD_PILE = "deck", "discard"


# the turn


def draw(t: Trial, move: Draw) -> Refusal:
    """The draw of the Draw phase (KEK-17)."""
    refusal = _refuse_active(t, move.seat, "another_draws")
    if refusal:
        return refusal
    if t.phase != DRAW:
        return t.refusal("KEK-17", "drawn_in_draw_phase", phase=t.phase_name())
    due = t.draw_due(move.seat)
    if move.count != due:
        return t.refusal("KEK-17", "draws_not_so_many", seat=move.seat, due=due, count=move.count)
    card_data = t.data.cards[t.players[move.seat].character]
    if due != card_data.draw:
        t.note("KEK-A27", "draw_number_now", printed=card_data.draw, due=due)
    t.push(DRAWING, card_data.id, move.seat, is_resolving=True, effects_left=(DrawVerb(due, "you"),))
    return None


def _refuse_active(t: Trial, seat: Seat, because: str) -> Illegal | None:
    refusal = refuse_out(t, seat) or refuse_before_game(t)
    if refusal:
        return refusal
    if seat != t.active:
        return t.refusal("KEK-08", because, active_seat=t.active, seat=seat)
    if t.question is not None or t.stack:
        rule = t.question.rule if t.question and not t.question.is_soft else "KEK-25"
        return t.refusal(rule, "first", why=what_comes_first(t))
    return None


def next_section(t: Trial, move: Next) -> Refusal:
    """The next section (KEK-19)."""
    refusal = _refuse_active(t, move.seat, "another_in_turn")
    if refusal:
        return refusal
    if t.phase not in SECTIONS:
        return t.refusal("KEK-15", "no_sections", phase=t.phase_name())
    following = flow.NEXT_SECTION.get(t.phase, "")
    if not following and t.data.switches.section_back:
        following = PART_ONE
        t.note("KEK-A05", "sections_go_round")
    if move.section:
        named = dict(zip(SECTION_WORDS, (PART_ONE, COMES_IN, PART_TWO), strict=True))[move.section]
        if named != following:
            return t.refusal("KEK-19", "forward_only", phase=t.phase_name())
    following = following or END_COUNTERS
    t.note("KEK-19", "from_phase_to", phase=t.phase_name(), following=t.phase_name(following))
    flow.enter_phase(t, following)
    return None


def end_turn(t: Trial, move: EndTurn) -> Refusal:
    """The end of the Action Phase."""
    refusal = _refuse_active(t, move.seat, "another_in_turn")
    if refusal:
        return refusal
    if t.phase not in SECTIONS:
        return t.refusal("KEK-15", "draw_first", phase=t.phase_name())
    t.note("KEK-15", "ends_action_phase", seat=move.seat)
    flow.enter_phase(t, END_COUNTERS)
    return None


def leave(t: Trial, move: Leave) -> Refusal:
    """A player gives up: as if life became 0 now (KEK-60)."""
    seat = move.seat
    if not t.players[seat].alive:
        return t.refusal("KEK-61", "out_already", seat=seat)
    t.change_player(seat, life=0)
    t.note("KEK-60", "gives_up", seat=seat)
    withdraw_questions(t, seat)
    if t.phase.startswith("SETUP"):
        leave_setup(t, seat)
    else:
        eliminate_outside_effects(t)
    return None


# confirmations


def shuffle(t: Trial, move: Shuffle) -> Refusal:
    """`table: shuffle deck` confirms; the discard pile is never mixed (KEK-58)."""
    refusal = refuse_table(t, move, "table_shuffles")
    if refusal:
        return refusal
    if DISCARD_PILE.startswith(move.zone[:4]) and move.zone[:1] == DISCARD_PILE[:1] and move.zone != DECK:
        return t.refusal("KEK-58", "discard_keeps_order")
    if move.zone != DECK:
        return t.refusal(REF_SEAT, "no_such_pile", pile=as_typed(move.zone))
    if any(known for _, known in (*t.deck_top, *t.deck_bottom)):
        return t.refusal("KEK-55", "deck_order_known")
    t.note("KEK-57", "deck_was_shuffled")
    return None


def flip(t: Trial, move: Flip) -> Refusal:
    """`table: flip` confirms that the discard pile was turned over (KEK-55)."""
    refusal = refuse_table(t, move, "table_turns_discard")
    if refusal:
        return refusal
    if t.deck_middle or t.deck_bottom or any(known != EVERYBODY for _, known in t.deck_top):
        return t.refusal("KEK-55", "no_time_to_turn", count=t.deck_count)
    t.note("KEK-55", "discard_was_turned")
    return None
