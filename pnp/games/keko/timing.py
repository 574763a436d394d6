"""The moment: when a card may be played, when an ability may be used. In: a course, a seat, a card. Out: why not, or
None.

Invariant: what is refused here is legal at some other moment; nothing is said about hands, targets and costs.
"""

from __future__ import annotations

from pnp.games.keko import rules
from pnp.games.keko.game_data import ACTION, Face
from pnp.games.keko.state import BETWEEN_MOVES, COMES_IN, DAMAGE_WINDOW, DRAW, SECTIONS, WINDOW, called
from pnp.games.keko.trial import Course
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

OWN_TURN = "own_turn_or_answer"


def refuse_out(course: Course, seat: Seat) -> Illegal | None:
    """The table plays nothing; who is at 0 is out (KEK-61)."""
    if seat < 0:
        return Illegal(REF_SEAT, "the table plays no cards")
    player = course.players[seat]
    if player.character and (not player.alive or not player.life):
        return Illegal(rules.ZERO, f"{course.name(seat)} is at 0 and out of the game")
    return None


def refuse_begun(course: Course) -> Illegal | None:
    """The game has not begun (KEK-70)."""
    if course.phase.startswith("SETUP"):
        return Illegal(rules.PHASES, "the game has not begun: this is the set-up")
    return None


def waits(course: Course) -> str:
    """What must be done first, as words."""
    question = course.question
    return question.why if question else "something is half done"


def refuse_moment(course: Course, seat: Seat, face: Face) -> Illegal | None:
    """Why a card cannot be played from hand now (KEK-21, KEK-22, KEK-25, KEK-70 to KEK-76)."""
    refusal = refuse_begun(course)
    if refusal:
        return refusal
    if face.sudden:
        return _refuse_sudden(course, seat, face)
    if seat != course.active:
        who = course.name(course.active)
        return Illegal(rules.OTHERS_TURN, f"it is the turn of {who}; {face.label} is no Sudden Action")
    if course.phase not in SECTIONS:
        rule = rules.ACTIONS if face.type == ACTION else rules.COMES_INTO_PLAY
        return Illegal(rule, f"{face.label} is played in the Action Phase, not in {called(course.phase)}")
    if face.type != ACTION and course.phase != COMES_IN:
        return Illegal(rules.COMES_INTO_PLAY, f"{face.label} is played in the Comes into Play section: `next` goes on")
    if course.question is not None or course.stack:
        return Illegal(rules.NOTHING_WAITS, f"first: {waits(course)}")
    return None


def _refuse_sudden(course: Course, seat: Seat, face: Face) -> Illegal | None:
    question = course.question
    kind = question.kind if question else ""
    if face.numbers("response"):
        to = getattr(face.abilities[face.numbers("response")[0]], "to", "")
        if to == "damage_to_you":
            if kind == DAMAGE_WINDOW and question is not None and question.seat == seat:
                return None
            if kind in (WINDOW, DAMAGE_WINDOW):
                return Illegal(rules.DAMAGE_WINDOW, f"{face.label} answers damage to {course.name(seat)}, nothing else")
        elif kind == WINDOW:
            return None
        elif kind == DAMAGE_WINDOW:
            return Illegal(rules.DAMAGE_WINDOW, f"{face.label} does not answer damage")
        return Illegal(rules.OWN_MOMENT, f"{face.label} prints a moment of its own, and this is not it")
    if kind == DAMAGE_WINDOW:
        return Illegal(rules.DAMAGE_WINDOW, f"{face.label} does not answer damage: {waits(course)}")
    if kind == WINDOW:
        return None
    if kind:
        return Illegal(rules.NOTHING_WAITS, f"first: {waits(course)}")
    if course.phase not in BETWEEN_MOVES:
        return Illegal(rules.SUDDEN, f"{called(course.phase)} runs without a stop")
    if course.kit.switches.sudden_timing == OWN_TURN and seat != course.active:
        return Illegal(rules.SUDDEN_TIMES, "at this table: in another's turn only in answer to a card or an ability")
    return None


def refuse_use(course: Course, seat: Seat, face: Face, trigger: str, answers: bool) -> Illegal | None:
    """Why an ability cannot be used now (KEK-20, KEK-25, KEK-75)."""
    refusal = refuse_begun(course)
    if refusal:
        return refusal
    question = course.question
    if answers:
        if not face.numbers("response"):
            return Illegal(rules.WINDOW, f"{face.label} answers nothing")
        if question is None or question.kind != DAMAGE_WINDOW or question.seat != seat:
            return Illegal(rules.DAMAGE_WINDOW, f"{face.label} answers damage to {course.name(seat)}, nothing else")
        return None
    if seat != course.active:
        return Illegal(rules.USE, f"it is the turn of {course.name(course.active)}, not of {course.name(seat)}")
    if trigger == "draw_phase":
        if course.phase != DRAW:
            if face.numbers("draw_phase"):
                return Illegal(rules.DRAW_REPLACED, f"{face.label} replaces the draw, which is over")
            return Illegal(rules.USE, f"{face.label} has no ability that is used")
        if not face.numbers("draw_phase"):
            return Illegal(rules.USE, f"{face.label} is used in Part One and Part Two, not in {called(course.phase)}")
    elif course.phase == COMES_IN and not course.kit.switches.abilities_in_comes_into_play_section:
        return Illegal(rules.USE, "abilities are used in Part One and Part Two, not in the Comes into Play section")
    elif course.phase not in SECTIONS:
        return Illegal(rules.USE, f"abilities are used in Part One and Part Two, not in {called(course.phase)}")
    if question is not None or course.stack:
        return Illegal(rules.NOTHING_WAITS, f"first: {waits(course)}")
    return None
