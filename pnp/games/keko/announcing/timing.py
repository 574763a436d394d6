"""The moment: when a card may be played, when an ability may be used. In: a trial, a seat, a card. Out: why not, or
None.

Invariant: what is refused here is legal at some other moment; nothing is said about hands, targets and costs.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import ACTION, Face
from pnp.games.keko.state import BETWEEN_MOVES, COMES_IN, DAMAGE_WINDOW, DRAW, SECTIONS, WINDOW, called
from pnp.games.keko.trial import Trial
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

OWN_TURN = "own_turn_or_answer"


def refuse_out(trial: Trial, seat: Seat) -> Illegal | None:
    """The table plays nothing; who is at 0 is out (KEK-61)."""
    if seat < 0:
        return Illegal(REF_SEAT, "the table plays no cards")
    player = trial.players[seat]
    if player.character and (not player.alive or not player.life):
        return Illegal(rule_ids.ZERO, f"{trial.name(seat)} is at 0 and out of the game")
    return None


def refuse_begun(trial: Trial) -> Illegal | None:
    """The game has not begun (KEK-70)."""
    if trial.phase.startswith("SETUP"):
        return Illegal(rule_ids.PHASES, "the game has not begun: this is the set-up")
    return None


def waits(trial: Trial) -> str:
    """What must be done first, as words."""
    question = trial.question
    return question.why if question else "something is half done"


def refuse_moment(trial: Trial, seat: Seat, face: Face) -> Illegal | None:
    """Why a card cannot be played from hand now (KEK-21, KEK-22, KEK-25, KEK-70 to KEK-76)."""
    refusal = refuse_begun(trial)
    if refusal:
        return refusal
    if face.sudden:
        return _refuse_sudden(trial, seat, face)
    if seat != trial.active:
        who = trial.name(trial.active)
        return Illegal(rule_ids.OTHERS_TURN, f"it is the turn of {who}; {face.label} is no Sudden Action")
    if trial.phase not in SECTIONS:
        rule = rule_ids.ACTIONS if face.type == ACTION else rule_ids.COMES_INTO_PLAY
        return Illegal(rule, f"{face.label} is played in the Action Phase, not in {called(trial.phase)}")
    if face.type != ACTION and trial.phase != COMES_IN:
        return Illegal(
            rule_ids.COMES_INTO_PLAY, f"{face.label} is played in the Comes into Play section: `next` goes on"
        )
    if trial.question is not None or trial.stack:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {waits(trial)}")
    return None


def _refuse_sudden(trial: Trial, seat: Seat, face: Face) -> Illegal | None:
    question = trial.question
    kind = question.kind if question else ""
    if face.numbers("response"):
        to = getattr(face.abilities[face.numbers("response")[0]], "to", "")
        if to == "damage_to_you":
            if kind == DAMAGE_WINDOW and question is not None and question.seat == seat:
                return None
            if kind in (WINDOW, DAMAGE_WINDOW):
                return Illegal(
                    rule_ids.DAMAGE_WINDOW, f"{face.label} answers damage to {trial.name(seat)}, nothing else"
                )
        elif kind == WINDOW:
            return None
        elif kind == DAMAGE_WINDOW:
            return Illegal(rule_ids.DAMAGE_WINDOW, f"{face.label} does not answer damage")
        return Illegal(rule_ids.OWN_MOMENT, f"{face.label} prints a moment of its own, and this is not it")
    if kind == DAMAGE_WINDOW:
        return Illegal(rule_ids.DAMAGE_WINDOW, f"{face.label} does not answer damage: {waits(trial)}")
    if kind == WINDOW:
        return None
    if kind:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {waits(trial)}")
    if trial.phase not in BETWEEN_MOVES:
        return Illegal(rule_ids.SUDDEN, f"{called(trial.phase)} runs without a stop")
    if trial.data.switches.sudden_timing == OWN_TURN and seat != trial.active:
        return Illegal(rule_ids.SUDDEN_TIMES, "at this table: in another's turn only in answer to a card or an ability")
    return None


def refuse_use(trial: Trial, seat: Seat, face: Face, trigger: str, answers: bool) -> Illegal | None:
    """Why an ability cannot be used now (KEK-20, KEK-25, KEK-75)."""
    refusal = refuse_begun(trial)
    if refusal:
        return refusal
    question = trial.question
    if answers:
        if not face.numbers("response"):
            return Illegal(rule_ids.WINDOW, f"{face.label} answers nothing")
        if question is None or question.kind != DAMAGE_WINDOW or question.seat != seat:
            return Illegal(rule_ids.DAMAGE_WINDOW, f"{face.label} answers damage to {trial.name(seat)}, nothing else")
        return None
    if seat != trial.active:
        return Illegal(rule_ids.USE, f"it is the turn of {trial.name(trial.active)}, not of {trial.name(seat)}")
    if trigger == "draw_phase":
        if trial.phase != DRAW:
            if face.numbers("draw_phase"):
                return Illegal(rule_ids.DRAW_REPLACED, f"{face.label} replaces the draw, which is over")
            return Illegal(rule_ids.USE, f"{face.label} has no ability that is used")
        if not face.numbers("draw_phase"):
            return Illegal(rule_ids.USE, f"{face.label} is used in Part One and Part Two, not in {called(trial.phase)}")
    elif trial.phase == COMES_IN and not trial.data.switches.abilities_in_comes_into_play_section:
        return Illegal(rule_ids.USE, "abilities are used in Part One and Part Two, not in the Comes into Play section")
    elif trial.phase not in SECTIONS:
        return Illegal(rule_ids.USE, f"abilities are used in Part One and Part Two, not in {called(trial.phase)}")
    if question is not None or trial.stack:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {waits(trial)}")
    return None
