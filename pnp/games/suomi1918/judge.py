"""The judge. In: a state and a move. Out: Legal with what happened and the state after, Unverified, or Illegal with the
rule and why.

Refusals come in this order: the game is over SOC-40 · a deal is due SOC-02, SOC-07, SOC-29 · out of turn SOC-12 · not
in the hand SOC-13 · not the opening card SOC-14 · a victory that ends the game first SOC-35b · the card does not fit
SOC-18 to SOC-20, SOC-22 · something else fits SOC-25 · the wrong way of not playing SOC-33, SOC-34.
Invariant: nothing else knows what is legal; `legal_moves` only finds the same moves faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.apply import after_discarded, after_passed, after_played, after_shown, apply
from pnp.games.suomi1918.dealing import judge_deal
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.playable import CardData, is_met
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.secrets.hidden_cards import NO_DEDUCTION, Deduction
from pnp.games.suomi1918.secrets.view import project
from pnp.games.suomi1918.state import (
    Discarded,
    Passed,
    Played,
    Resigned,
    Shown,
    Suomi1918State,
    Won,
    fitting_in,
    may_hold_victory,
)
from pnp.library.words import join_texts
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Irregularity, Legal, Ruling, Unverified
from pnp.referee.seat import Seat


def judge(state: Suomi1918State, move: Move) -> Ruling:
    """Rule on a move."""
    return JUDGES[type(move)](state, move)


def judge_play(state: Suomi1918State, move: Play) -> Ruling:
    """A number card fits its stack, or an action card's precondition is met (SOC-18 to SOC-22)."""
    seat, card, playable = move.seat, move.card, state.playable
    if seat != state.turn or state.due or state.ended or state.dead_turns or state.out:
        refusal = refuse_turn(state, seat)
        if refusal:
            return refusal
    deduction = NO_DEDUCTION
    if card not in state.hands[seat] or state.knowledge is not None or playable.is_opening:
        refusal = hidden_cards.refuse_held(state, seat, card) or refuse_first(state, card)
        if refusal:
            return refusal
        revealed = hidden_cards.reveal(state, seat, card)
        if isinstance(revealed, Illegal):
            return revealed
        deduction = revealed
    if playable.wins and state.data.automatic:
        refusal = refuse_before_win(state, seat)
        if refusal:
            return refusal
    if card not in playable.fits:
        return refuse_fit(state, card)
    event = Played(seat, card)
    return Legal((event, *deduction.irregularities), after_played(state, event, deduction))


def judge_discard(state: Suomi1918State, move: Discard) -> Ruling:
    """No card of the hand fits, and a card can be drawn (SOC-25, SOC-27, SOC-33)."""
    refusal = refuse_stuck(state, move.seat, move.card)
    if refusal:
        return refusal
    if state.piles_are_empty:
        return state.refusal(rule_ids.SHOW, "show_instead")
    deduction = hidden_cards.deny(state, move.seat, move.card)
    if isinstance(deduction, Illegal):
        return deduction
    event = Discarded(move.seat, move.card)
    return believe(state, event, deduction, after_discarded(state, event, deduction))


def judge_show(state: Suomi1918State, move: Show) -> Ruling:
    """No card of the hand fits, and none can be drawn (SOC-25, SOC-33)."""
    refusal = refuse_stuck(state, move.seat, move.card)
    if refusal:
        return refusal
    if not state.piles_are_empty:
        id = "pile_can_be_drawn" if state.draw else "discards_can_be_drawn"
        return state.refusal(rule_ids.SHOW, id, count=state.draw or len(state.discard))
    deduction = hidden_cards.deny(state, move.seat, move.card, keeps=True)
    if isinstance(deduction, Illegal):
        return deduction
    event = Shown(move.seat, move.card)
    return believe(state, event, deduction, after_shown(state, event, deduction))


def judge_pass(state: Suomi1918State, move: Pass) -> Ruling:
    """The hand is empty (SOC-34); or nothing in it fits and the table plays so (SOC-27 with its switch)."""
    seat = move.seat
    refusal = refuse_turn(state, seat) or refuse_first(state, "") or refuse_before_win(state, seat)
    if refusal:
        return refusal
    hand = state.hands[seat]
    if not hand:
        event = Passed(seat)
        return Legal((event,), apply(state, event))
    if state.data.must_discard:
        return state.refusal(rule_ids.PASS, "hand_not_empty", seat=seat, count=len(hand))
    refusal = refuse_duty(state, seat)
    if refusal:
        return refusal
    if state.piles_are_empty:
        return state.refusal(rule_ids.SHOW, "show_instead")
    deduction = hidden_cards.deny(state, seat)
    if isinstance(deduction, Illegal):
        return deduction
    event = Passed(seat, claims=True)
    return believe(state, event, deduction, after_passed(state, event, deduction))


def judge_resign(state: Suomi1918State, move: Resign) -> Ruling:
    """Anybody who is still in the game, once it has begun (SOC-49)."""
    seat = move.seat
    refusal = refuse_over(state) or refuse_seat(state, seat)
    if refusal:
        return refusal
    if seat in state.out:
        return state.refusal(rule_ids.RESIGNED, "is_out_already", seat=seat)
    if state.is_opening:
        return state.refusal(rule_ids.RESIGNED, "opening_not_laid", card=state.data.label(state.data.opening))
    if state.due:
        return state.refusal(state.due[0].rule, "must_be_dealt_one", seat=state.due[0].seat)
    event = Resigned(seat)
    return Legal((event,), apply(state, event))


def judge_claim(state: Suomi1918State, move: Claim) -> Ruling:
    """The conditions of the own victory card are met at the start of the own turn (SOC-35, SOC-35a, SOC-48)."""
    seat, card = move.seat, move.card
    over = refuse_over(state) or refuse_seat(state, seat)
    if over:
        return over
    if state.due or seat != state.turn:
        if state.is_opening and not state.due and state.turn is None:
            return state.refusal(rule_ids.OPENING, "first_must_be", card=state.data.label(state.data.opening))
        return state.refusal(rule_ids.OWN_TURN_ONLY, "not_start_of_turn", seat=seat)
    if state.is_opening:
        return state.refusal(rule_ids.OPENING, "first_must_be", card=state.data.label(state.data.opening))
    label = state.data.label(card)
    if card not in state.data.victories:
        return state.refusal(rule_ids.WIN, "no_victory_card", card=label)
    held = refuse_victory_held(state, seat, card)
    # The stacks come first: at a digital table nobody learns whose card it is by claiming one that is not met.
    if card not in state.playable.wins and (state.data.is_digital or not held):
        seen = state.victory[seat] == UNKNOWN and not state.data.is_digital
        line = f"table: adjust victory {state.name(seat)} {card}"
        why = unmet(state, state.data.cards[card])
        return state.refusal(rule_ids.WIN, "not_met_and_seen" if seen else "not_met", card=label, unmet=why, line=line)
    if held:
        return held
    event = Won(seat, card)
    return Legal((event,), apply(state, event))


def believe(
    state: Suomi1918State, event: Discarded | Shown | Passed, deduction: Deduction, after: Suomi1918State
) -> Legal | Unverified:
    """The claim “nothing I hold fits” is true, or believed (SOC-42).

    Everybody reads whether and what is believed, so it is what everybody knows: a card that only its holder has seen is
    not left out of it (SOC-46). At a digital table a correction can make a hand unknown to the referee, too.
    """
    events = (event, *deduction.irregularities)
    if UNKNOWN not in state.hands[event.seat]:
        return Legal(events, after)
    public = project(state, None)
    if not hidden_cards.may_deny(public, event.seat):
        return Legal(events, after)
    if any(
        item.certain and item.ply == state.ply + 1 for item in deduction.irregularities if type(item) is Irregularity
    ):
        return Unverified(events, after)  # not even assumed: it is proved false at once
    fits = state.data.labels(public.playable.fits & public.unseen)
    return Unverified(events, after, (state.message("holds_none", seat=event.seat, cards=fits),))


def refuse_over(state: Suomi1918State) -> Illegal | None:
    """Nothing is played after the end (SOC-40)."""
    over = outcome(state)
    return state.refusal(rule_ids.OVER, "referee.over", reason=over.reason) if over else None


def refuse_seat(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """The table itself plays no cards."""
    return state.refusal(REF_SEAT, "table_plays_not") if seat < 0 else None


def refuse_turn(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """Why a seat may not act now (SOC-40, SOC-02, SOC-07, SOC-29, SOC-12)."""
    refusal = refuse_over(state) or refuse_seat(state, seat)
    if refusal:
        return refusal
    if state.due:
        due = state.due[0]
        if seat == state.turn or due.rule != rule_ids.DRAW:
            return state.refusal(due.rule, "must_be_dealt", seat=due.seat, count=due.count)
    if state.turn is None:
        # Whoever can hold black 1 may start (SOC-10).
        return None
    if seat != state.turn:
        return state.refusal(rule_ids.TURN, "referee.not_your_turn", turn_seat=state.turn, seat=seat)
    return None


def refuse_first(state: Suomi1918State, card: str) -> Illegal | None:
    """The first turn puts black 1 on the table (SOC-14)."""
    data = state.data
    if not state.is_opening or card == data.opening:
        return None
    id = "first_is_not" if card else "first_must_be"
    return state.refusal(rule_ids.OPENING, id, card=data.label(data.opening), other=data.label(card))


def refuse_before_win(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """Where the referee announces a win, the game is won before anything is played (SOC-35b)."""
    card = state.victory[seat]
    if not state.data.automatic or card not in state.playable.wins:
        return None
    return state.refusal(rule_ids.WHO_CLAIMS, "won_already", seat=seat, line=f"claim {card}")


def refuse_stuck(state: Suomi1918State, seat: Seat, card: str) -> Illegal | None:
    """Why a seat may not lay this card aside instead of playing (SOC-12 to SOC-14, SOC-25)."""
    if seat != state.turn or state.due or state.ended or state.dead_turns or state.out:
        refusal = refuse_turn(state, seat)
        if refusal:
            return refusal
    hand, playable = state.hands[seat], state.playable
    if card not in hand or playable.is_opening:
        refusal = hidden_cards.refuse_held(state, seat, card) or refuse_first(state, "")
        if refusal:
            return refusal
    if playable.wins and state.data.automatic:
        refusal = refuse_before_win(state, seat)
        if refusal:
            return refusal
    return None if card not in playable.fits and playable.fits.isdisjoint(hand) else refuse_duty(state, seat, card)


def refuse_duty(state: Suomi1918State, seat: Seat, card: str = "") -> Illegal | None:
    """A card that fits is named, or known to be in the hand (SOC-25, SOC-42)."""
    if card in state.playable.fits:
        return state.refusal(rule_ids.DUTY, "itself_fits", card=state.data.label(card))
    fitting = fitting_in(state, seat)
    if fitting:
        return state.refusal(rule_ids.DUTY, "holds_fitting", seat=seat, cards=state.data.labels(fitting))
    return None


def refuse_fit(state: Suomi1918State, card: str) -> Illegal:
    """Why a card does not fit (SOC-18 to SOC-20, SOC-22)."""
    data, tops = state.data, state.tops
    card_data = data.cards[card]
    label = card_data.label
    if card_data.value:
        top, colour = tops[card_data.stack], data.colours[card_data.stack]
        if card_data.value != top + 1:
            id = "next_is" if top else "first_is"
            return state.refusal(rule_ids.NEXT_NUMBER, id, colour=colour, top=top, next=top + 1, card=label)
        if is_met(card_data, tops):
            return state.refusal(rule_ids.RESTRICTION, "is_blocked", card=label, reached=reached(state, card_data))
        return state.refusal(rule_ids.PRECONDITION, "needs", card=label, lacking=lacking(state, card_data))
    needs = lacking(state, card_data) or state.message("card_to_take")
    return state.refusal(rule_ids.ACTION, "needs", card=label, lacking=needs)


def lacking(state: Suomi1918State, card_data: CardData) -> str:
    """`black 4 or more, and it shows 3` for every left-hand mark that is not reached."""
    colours, tops = state.data.colours, state.tops
    marks = (
        state.message("lacks" if tops[stack] else "lacks_all", colour=colours[stack], number=number, top=tops[stack])
        for stack, number in card_data.needs
        if tops[stack] < number
    )
    return join_texts("; ", marks)


def reached(state: Suomi1918State, card_data: CardData) -> str:
    """`black shows 8, and it must stay below 8` for every right-hand mark that is reached."""
    colours, tops = state.data.colours, state.tops
    marks = (
        state.message("reaches", colour=colours[stack], top=tops[stack], number=number)
        for stack, number in card_data.limits
        if tops[stack] >= number
    )
    return join_texts("; ", marks)


def unmet(state: Suomi1918State, card_data: CardData) -> str:
    """Everything that keeps a victory card from winning."""
    needs = lacking(state, card_data)
    parts: list[str] = [state.message("it_needs", lacking=needs)] if needs else []
    if state.data.playable_table.victory_limits and (limit := reached(state, card_data)):
        parts.append(limit)
    return join_texts("; ", parts)


def refuse_victory_held(state: Suomi1918State, seat: Seat, card: str) -> Illegal | None:
    """Why this victory card cannot be the seat's (SOC-48)."""
    if may_hold_victory(state, seat, card):
        return None
    own, label = state.victory[seat], state.data.label(card)
    if state.data.is_digital:
        return state.refusal(rule_ids.VICTORY_TRUST, "not_the_victory", card=label, seat=seat)
    if card in state.victory:
        return state.refusal(rule_ids.VICTORY_TRUST, "victory_of", card=label, seat=state.victory.index(card))
    id = "holds_other_victory" if own else "no_victory_dealt"
    return state.refusal(rule_ids.VICTORY_TRUST, id, seat=seat, own=state.data.label(own), card=label)


JUDGES: dict[type[Move], Callable[[Suomi1918State, Any], Ruling]] = {
    Play: judge_play,
    Discard: judge_discard,
    Show: judge_show,
    Pass: judge_pass,
    Claim: judge_claim,
    Resign: judge_resign,
    Deal: judge_deal,
}
