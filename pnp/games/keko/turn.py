"""The turn: the draw, sections, its end, giving up, confirmations. In: a course and a move.
Out: the course after it, or a refusal.
"""

from __future__ import annotations

from pnp.games.keko import phases, rules
from pnp.games.keko.announce import Refusal
from pnp.games.keko.elimination import ask_no_more, fall_outside
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
from pnp.games.keko.setup_moves import leave_setup, refuse_table
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
from pnp.games.keko.timing import refuse_begun, refuse_out, waits
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Shuffle
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

DECK, DISCARD_PILE = "deck", "discard"


# the turn


def draw(course: Course, move: Draw) -> Refusal:
    """The draw of the Draw phase (KEK-17)."""
    refusal = _refuse_active(course, move.seat, "draws")
    if refusal:
        return refusal
    if course.phase != DRAW:
        rule = rules.DRAW_REPLACED if course.phase == PART_ONE else rules.DRAW
        return Illegal(rule, f"cards are drawn in the Draw phase; this is {called(course.phase)}")
    due = course.draw_due(move.seat)
    if move.count != due:
        return Illegal(rules.DRAW, f"{course.name(move.seat)} draws {due}, not {move.count}")
    face = course.kit.faces[course.players[move.seat].character]
    if due != face.draw:
        course.tell(rules.DRAW_NUMBER, f"{face.draw} printed, {due} with what is in play and in the piles")
    course.push(DRAWING, face.id, move.seat, begun=True, todo=(DrawVerb(due, "you"),))
    return None


def _refuse_active(course: Course, seat: Seat, does: str) -> Illegal | None:
    refusal = refuse_out(course, seat) or refuse_begun(course)
    if refusal:
        return refusal
    if seat != course.active:
        return Illegal(rules.CLOCKWISE, f"{course.name(course.active)} {does}, not {course.name(seat)}")
    if course.question is not None or course.stack:
        rule = course.question.rule if course.question and course.question.kind not in SOFT else rules.NOTHING_WAITS
        return Illegal(rule, f"first: {waits(course)}")
    return None


def next_section(course: Course, move: Next) -> Refusal:
    """The next section (KEK-19)."""
    refusal = _refuse_active(course, move.seat, "is in turn")
    if refusal:
        return refusal
    if course.phase not in SECTIONS:
        return Illegal(rules.PHASES, f"{called(course.phase)} has no sections: the draw comes first")
    following = phases.NEXT_SECTION.get(course.phase, "")
    if not following and course.kit.switches.section_back:
        following = PART_ONE
        course.tell(rules.FORWARD, "at this table the sections go round")
    if move.section:
        named = dict(zip(SECTION_WORDS, (PART_ONE, COMES_IN, PART_TWO), strict=True))[move.section]
        if named != following:
            return Illegal(rules.SECTIONS, f"from {called(course.phase)} the sections go forward only, one by one")
    course.tell(rules.SECTIONS, f"from {called(course.phase)} to {called(following or END_COUNTERS)}")
    phases.enter(course, following or END_COUNTERS)
    return None


def end_turn(course: Course, move: EndTurn) -> Refusal:
    """The end of the Action Phase."""
    refusal = _refuse_active(course, move.seat, "is in turn")
    if refusal:
        return refusal
    if course.phase not in SECTIONS:
        return Illegal(rules.PHASES, f"this is {called(course.phase)}: the draw comes first")
    course.tell(rules.PHASES, f"{course.name(move.seat)} ends the Action Phase")
    phases.enter(course, END_COUNTERS)
    return None


def leave(course: Course, move: Leave) -> Refusal:
    """A player gives up: as if life became 0 now (KEK-60)."""
    seat = move.seat
    if not course.players[seat].alive:
        return Illegal(rules.ZERO, f"{course.name(seat)} is out already")
    course.change_player(seat, life=0)
    course.tell(rules.WIN, f"{course.name(seat)} gives up")
    ask_no_more(course, seat)
    if course.phase.startswith("SETUP"):
        leave_setup(course, seat)
    else:
        fall_outside(course)
    return None


# confirmations


def shuffle(course: Course, move: Shuffle) -> Refusal:
    """`table: shuffle deck` confirms; the discard pile is never mixed (KEK-58)."""
    refusal = refuse_table(move, "what was shuffled")
    if refusal:
        return refusal
    if DISCARD_PILE.startswith(move.zone[:4]) and move.zone[:1] == DISCARD_PILE[:1] and move.zone != DECK:
        return Illegal(rules.DISCARD_ORDER, "the discard pile keeps its order, whoever looks through it")
    if move.zone != DECK:
        return Illegal(REF_SEAT, f"there is no pile “{move.zone}”: deck or discard")
    if any(known for _, known in (*course.top, *course.bottom)):
        return Illegal(rules.FLIP, "the order of the deck is known: it is not shuffled")
    course.tell(rules.SEARCH_SHUFFLES, "the deck was shuffled")
    return None


def flip(course: Course, move: Flip) -> Refusal:
    """`table: flip` confirms that the discard pile was turned over (KEK-55)."""
    refusal = refuse_table(move, "that the discard pile was turned over")
    if refusal:
        return refusal
    if course.middle or course.bottom or any(known != EVERYBODY for _, known in course.top):
        there = f"the deck has {counted(course.deck_count, 'card')}"
        return Illegal(rules.FLIP, f"{there}: it is not time to turn the discard pile over")
    course.tell(rules.FLIP, "the discard pile was turned over")
    return None
