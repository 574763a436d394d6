"""Timing: when a card may be played, when an ability may be used. In: a trial, a seat, a card. Out: why not, or
None.

Invariant: what is refused here is legal at some other moment; hands, targets and costs are not looked at.
"""

from __future__ import annotations

from pnp.games.keko.game_data import ACTION, CardData
from pnp.games.keko.state import BETWEEN_MOVES, COMES_IN, DRAW, PART_ONE, PART_TWO, SECTIONS
from pnp.games.keko.trial import Trial
from pnp.games.keko.windows import DAMAGE_WINDOW, WINDOW, WINDOWS
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.message import LateMessage
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

OWN_TURN = "own_turn_or_answer"
PARTS = (PART_ONE, PART_TWO)


def refuse_out(t: Trial, seat: Seat) -> Illegal | None:
    """The table plays nothing; who is at 0 is out (KEK-61)."""
    if seat < 0:
        return t.refusal(REF_SEAT, "table_plays_nothing")
    player = t.players[seat]
    if player.character and (not player.alive or not player.life):
        return t.refusal("KEK-61", "at_0_and_out", seat=seat)
    return None


def refuse_before_game(t: Trial) -> Illegal | None:
    """The game has not begun (KEK-70)."""
    if t.phase.startswith("SETUP"):
        return t.refusal("KEK-15", "not_begun")
    return None


def what_comes_first(t: Trial) -> LateMessage:
    """What must be done first."""
    return t.question.why if t.question else t.late("half_done")


def refuse_moment(t: Trial, seat: Seat, card_data: CardData) -> Illegal | None:
    """Why a card cannot be played from hand now (KEK-21, KEK-22, KEK-25, KEK-70 to KEK-76)."""
    refusal = refuse_before_game(t)
    if refusal:
        return refusal
    if card_data.sudden:
        return _refuse_sudden(t, seat, card_data)
    if seat != t.active:
        return t.refusal("KEK-73", "not_sudden", seat=t.active, card=card_data.label)
    if t.phase not in SECTIONS:
        rule = "KEK-22" if card_data.type == ACTION else "KEK-21"
        return t.refusal(rule, "played_in_action_phase", card=card_data.label, phase=t.phase_name())
    if card_data.type != ACTION and t.phase != COMES_IN:
        return t.refusal("KEK-21", "played_in_comes_into_play", card=card_data.label)
    if t.question is not None or t.stack:
        return t.refusal("KEK-25", "first", why=what_comes_first(t))
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
                return t.refusal("KEK-75", "answers_own_damage", card=card_data.label, seat=seat)
        elif kind == WINDOW:
            return None
        elif kind == DAMAGE_WINDOW:
            return t.refusal("KEK-75", "answers_no_damage", card=card_data.label)
        return t.refusal("KEK-76", "not_its_moment", card=card_data.label)
    if kind == DAMAGE_WINDOW:
        return t.refusal("KEK-75", "answers_no_damage_now", card=card_data.label, why=what_comes_first(t))
    if kind == WINDOW:
        return None
    if kind:
        return t.refusal("KEK-25", "first", why=what_comes_first(t))
    if t.phase not in BETWEEN_MOVES:
        return t.refusal("KEK-70", "phase_runs_through", phase=t.phase_name())
    if t.data.switches.sudden_timing == OWN_TURN and seat != t.active:
        return t.refusal("KEK-A02", "only_in_answer")
    return None


def refuse_use(t: Trial, seat: Seat, card_data: CardData, trigger: str, answers: bool) -> Illegal | None:
    """Why an ability cannot be used now (KEK-20, KEK-25, KEK-75)."""
    refusal = refuse_before_game(t)
    if refusal:
        return refusal
    question = t.question
    if answers:
        if not card_data.ability_numbers("response"):
            return t.refusal("KEK-72", "answers_nothing", card=card_data.label)
        if question is None or question.kind != DAMAGE_WINDOW or question.seat != seat:
            return t.refusal("KEK-75", "answers_own_damage", card=card_data.label, seat=seat)
        return None
    if seat != t.active:
        return t.refusal("KEK-20", "turn_of_another", active_seat=t.active, seat=seat)
    if trigger == "draw_phase":
        if t.phase != DRAW:
            if card_data.ability_numbers("draw_phase"):
                return t.refusal("KEK-18", "draw_is_over", card=card_data.label)
            return t.refusal("KEK-20", "nothing_to_use", card=card_data.label)
        if not card_data.ability_numbers("draw_phase"):
            return t.refusal("KEK-20", "used_in_parts", card=card_data.label, phase=t.phase_name())
    elif t.phase not in (SECTIONS if t.data.switches.abilities_in_comes_into_play_section else PARTS):
        return t.refusal("KEK-20", "abilities_in_parts", phase=t.phase_name())
    if question is not None or t.stack:
        return t.refusal("KEK-25", "first", why=what_comes_first(t))
    return None
