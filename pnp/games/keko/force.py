"""Overruling. In: a move that the table allows against the rules (`anna: !play moo`). Out: Legal, or Illegal when no
table could do it.

Turn, section, limits and legacies of the turn give way. Matter does not: a card must be one that can be in the hand or
in play, a choice one that can be made, and what is half done is finished first.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko import rules
from pnp.games.keko.decisions import close
from pnp.games.keko.game_data import ACTION
from pnp.games.keko.judge import accepted, attempt
from pnp.games.keko.moves import Draw, EndTurn, Next, Play, Respond, Use
from pnp.games.keko.phases import enter
from pnp.games.keko.resolution import run
from pnp.games.keko.state import DAMAGE_WINDOW, DRAWING, PART_ONE, PART_TWO, SECTIONS, SOFT, WINDOW, Table
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import Draw as DrawVerb
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move
from pnp.referee.ruling import Ambiguous, Illegal, Legal, Ruling, Unverified


def force(state: Table, move: Move) -> Legal | Illegal:
    """The move as the table overruled it."""
    course = Course(state)
    refusal = attempt(course, move)
    if refusal is not None:
        course = Course(state)
        refusal = _bend(course, move)
    if isinstance(refusal, Ambiguous):
        return Illegal(rules.ON_ANNOUNCEMENT, f"{refusal.because}: {', '.join(refusal.readings)}")
    if refusal is not None:
        return refusal
    run(course)
    ruling: Ruling = accepted(course, move, forced=True)
    if isinstance(ruling, Unverified):
        ruling = Legal(ruling.events, ruling.after)
    assert isinstance(ruling, Legal)
    return ruling


def _bend(course: Course, move: Move) -> Illegal | Ambiguous | None:
    if course.winners is not None:
        return Illegal(rules.WIN, f"the game is over: {course.ending}")
    if not isinstance(move, Play | Respond | Use | Draw | Next | EndTurn):
        return attempt(course, move)
    if move.seat < 0 or course.phase.startswith("SETUP"):
        return Illegal(REF_SEAT, "only a player does that, when the game has begun")
    answers = isinstance(move, Respond)
    while course.question is not None and course.question.kind in SOFT:
        if answers and course.question.kind in (WINDOW, DAMAGE_WINDOW):
            break
        close(course)
        run(course)
    if course.question is not None and course.question.kind not in SOFT:
        return Illegal(course.question.rule, f"first: {course.question.why}")
    active, phase, plays = course.active, course.phase, course.plays
    course.active, course.plays = move.seat, 0
    _renew(course, move.seat)
    if isinstance(move, Draw):
        course.push(
            DRAWING,
            course.players[move.seat].character,
            move.seat,
            begun=True,
            todo=(DrawVerb(move.count, "you"),),
        )
        refusal: Illegal | Ambiguous | None = None
    elif isinstance(move, Next | EndTurn):
        if course.phase not in SECTIONS:
            enter(course, PART_ONE)
            course.entered = True
        return attempt(course, replace(move, section="") if isinstance(move, Next) else move)
    else:
        is_action = isinstance(move, Use) or course.kit.faces[move.what.partition(".")[0]].type == ACTION
        course.phase = PART_TWO if is_action else SECTIONS[1]
        refusal = attempt(course, move)
    course.active, course.phase, course.plays = active, phase, plays + course.plays
    return refusal


def _renew(course: Course, seat: int) -> None:
    """Limits of the turn do not hold."""
    course.play = [replace(card, used=()) if card.controller == seat else card for card in course.play]
    course.change_player(seat, used=())
