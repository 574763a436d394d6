"""Timing: when a card may be played, when an ability may be used. In: a trial, a seat, a card. Out: why not, or
None.

Invariant: what is refused here is legal at some other moment; hands, targets and costs are not looked at.
"""

from __future__ import annotations

from pnp.games.keko import rule_ids
from pnp.games.keko.game_data import ACTION, CardData
from pnp.games.keko.state import BETWEEN_MOVES, COMES_IN, DRAW, SECTIONS, phase_name
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import DAMAGE_WINDOW, WINDOW, WINDOWS
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

OWN_TURN = "own_turn_or_answer"


def refuse_out(t: Trial, seat: Seat) -> Illegal | None:
    """The table plays nothing; who is at 0 is out (KEK-61)."""
    if seat < 0:
        return Illegal(REF_SEAT, "the table plays no cards")
    player = t.players[seat]
    if player.character and (not player.alive or not player.life):
        return Illegal(rule_ids.ZERO, f"{t.name(seat)} is at 0 and out of the game")
    return None


def refuse_before_game(t: Trial) -> Illegal | None:
    """The game has not begun (KEK-70)."""
    if t.phase.startswith("SETUP"):
        return Illegal(rule_ids.PHASES, "the game has not begun: this is the set-up")
    return None


def what_comes_first(t: Trial) -> str:
    """What must be done first, as words."""
    question = t.question
    return question.why if question else "something is half done"


def refuse_moment(t: Trial, seat: Seat, card_data: CardData) -> Illegal | None:
    """Why a card cannot be played from hand now (KEK-21, KEK-22, KEK-25, KEK-70 to KEK-76)."""
    refusal = refuse_before_game(t)
    if refusal:
        return refusal
    if card_data.sudden:
        return _refuse_sudden(t, seat, card_data)
    if seat != t.active:
        who = t.name(t.active)
        return Illegal(rule_ids.OTHERS_TURN, f"it is the turn of {who}; {card_data.label} is no Sudden Action")
    if t.phase not in SECTIONS:
        rule = rule_ids.ACTIONS if card_data.type == ACTION else rule_ids.COMES_INTO_PLAY
        return Illegal(rule, f"{card_data.label} is played in the Action Phase, not in {phase_name(t.phase)}")
    if card_data.type != ACTION and t.phase != COMES_IN:
        return Illegal(
            rule_ids.COMES_INTO_PLAY, f"{card_data.label} is played in the Comes into Play section: `next` goes on"
        )
    if t.question is not None or t.stack:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {what_comes_first(t)}")
    return None


def _refuse_sudden(t: Trial, seat: Seat, card_data: CardData) -> Illegal | None:
    question = t.question
    kind = question.kind if question else None
    if card_data.ability_numbers("response"):
        to = getattr(card_data.abilities[card_data.ability_numbers("response")[0]], "to", "")
        if to == "damage_to_you":
            if kind == DAMAGE_WINDOW and question is not None and question.seat == seat:
                return None
            if kind in WINDOWS:
                return Illegal(
                    rule_ids.DAMAGE_WINDOW, f"{card_data.label} answers damage to {t.name(seat)}, nothing else"
                )
        elif kind == WINDOW:
            return None
        elif kind == DAMAGE_WINDOW:
            return Illegal(rule_ids.DAMAGE_WINDOW, f"{card_data.label} does not answer damage")
        return Illegal(rule_ids.OWN_MOMENT, f"{card_data.label} prints a moment of its own, and this is not it")
    if kind == DAMAGE_WINDOW:
        return Illegal(rule_ids.DAMAGE_WINDOW, f"{card_data.label} does not answer damage: {what_comes_first(t)}")
    if kind == WINDOW:
        return None
    if kind:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {what_comes_first(t)}")
    if t.phase not in BETWEEN_MOVES:
        return Illegal(rule_ids.SUDDEN, f"{phase_name(t.phase)} runs without a stop")
    if t.data.switches.sudden_timing == OWN_TURN and seat != t.active:
        return Illegal(rule_ids.SUDDEN_TIMES, "at this table: in another's turn only in answer to a card or an ability")
    return None


def refuse_use(t: Trial, seat: Seat, card_data: CardData, trigger: str, answers: bool) -> Illegal | None:
    """Why an ability cannot be used now (KEK-20, KEK-25, KEK-75)."""
    refusal = refuse_before_game(t)
    if refusal:
        return refusal
    question = t.question
    if answers:
        if not card_data.ability_numbers("response"):
            return Illegal(rule_ids.WINDOW, f"{card_data.label} answers nothing")
        if question is None or question.kind != DAMAGE_WINDOW or question.seat != seat:
            return Illegal(rule_ids.DAMAGE_WINDOW, f"{card_data.label} answers damage to {t.name(seat)}, nothing else")
        return None
    if seat != t.active:
        return Illegal(rule_ids.USE, f"it is the turn of {t.name(t.active)}, not of {t.name(seat)}")
    if trigger == "draw_phase":
        if t.phase != DRAW:
            if card_data.ability_numbers("draw_phase"):
                return Illegal(rule_ids.DRAW_REPLACED, f"{card_data.label} replaces the draw, which is over")
            return Illegal(rule_ids.USE, f"{card_data.label} has no ability that is used")
        if not card_data.ability_numbers("draw_phase"):
            return Illegal(
                rule_ids.USE, f"{card_data.label} is used in Part One and Part Two, not in {phase_name(t.phase)}"
            )
    elif t.phase == COMES_IN and not t.data.switches.abilities_in_comes_into_play_section:
        return Illegal(rule_ids.USE, "abilities are used in Part One and Part Two, not in the Comes into Play section")
    elif t.phase not in SECTIONS:
        return Illegal(rule_ids.USE, f"abilities are used in Part One and Part Two, not in {phase_name(t.phase)}")
    if question is not None or t.stack:
        return Illegal(rule_ids.NOTHING_WAITS, f"first: {what_comes_first(t)}")
    return None
