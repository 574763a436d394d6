"""Corrections of fact: `table: adjust …`. In: a state and what is true. Out: the corrected state, or Illegal.

Invariant: every card stays in one place; the size of the draw pile follows from what lies elsewhere. A correction of
cards drops what earlier lines had proved about hidden ones: that may have rested on the error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.judge import refuse_victory_held
from pnp.games.suomi1918.moves import SetDiscard, SetRemoved, SetTop, SetVictory
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Suomi1918State, is_dead
from pnp.referee.correction import SetHand, SetTurn, counted_hand, of_a_player, put
from pnp.referee.game import Adjustment
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.message import Message
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal


def set_turn(state: Suomi1918State, move: SetTurn) -> Suomi1918State | Illegal:
    """Whose turn it is; a draw that was due is not due any more."""
    if move.of in state.out:
        return state.refusal(rule_ids.RESIGNED, "is_out", seat=move.of)
    return replace(state, turn=move.of, due=(), dead_turns=(move.of,) if state.dead_turns else ())


def set_hand(state: Suomi1918State, move: SetHand) -> Suomi1918State | Illegal:
    """How many cards a hand holds, or which; the others lie in the draw pile."""
    old, holds = state.hands[move.of], move.holds
    most = state.data.hand_size
    if (holds if isinstance(holds, int) else len(holds)) > most:
        return state.refusal(rule_ids.HANDS, "hand_at_most", most=most)
    if move.of in state.out:
        return state.refusal(rule_ids.RESIGNED, "out_without_hand", seat=move.of)
    if isinstance(holds, int):
        counted = counted_hand(old, holds)
        if counted is None:
            known = state.data.labels(card for card in old if card != UNKNOWN)
            return state.refusal(rule_ids.SHOWN, "known_to_hold", seat=move.of, cards=known)
        holds = counted
        shown = state.shown[move.of]
    else:
        # At a physical table everybody knows what the referee knows.
        shown = () if state.data.is_digital else tuple(card for card in holds if card != UNKNOWN)
    hands = put(state.hands, move.of, holds)
    return _recompute(state, hands=hands, shown=put(state.shown, move.of, shown))


def set_top(state: Suomi1918State, move: SetTop) -> Suomi1918State | Illegal:
    """A stack holds the cards of its colour in order, up to this value (SOC-17)."""
    data = state.data
    at = data.colours.index(move.colour)
    numbers = sorted(
        (card_data.value, card_data.id)
        for card_data in data.cards.values()
        if card_data.stack == at and card_data.value
    )
    stack = tuple(card for value, card in numbers if value <= move.value)
    if move.value and (not stack or data.cards[stack[-1]].value != move.value):
        first, last = numbers[0][0], numbers[-1][0]
        return state.refusal(rule_ids.NUMERICAL, "stack_goes", colour=move.colour, first=first, last=last)
    return _recompute(state, stacks=put(state.stacks, at, stack))


def set_discard(state: Suomi1918State, move: SetDiscard) -> Suomi1918State | Illegal:
    """What lies on the discard pile, lowest first."""
    return _recompute(state, discard=move.cards)


def set_removed(state: Suomi1918State, move: SetRemoved) -> Suomi1918State | Illegal:
    """Which action cards have left the game (SOC-24)."""
    numbers = [card for card in move.cards if state.data.cards[card].value]
    if numbers:
        return state.refusal(rule_ids.ACTION_GONE, "numbers_stay", cards=state.data.labels(numbers))
    return _recompute(state, removed=move.cards)


def set_victory(state: Suomi1918State, move: SetVictory) -> Suomi1918State | Illegal:
    """A victory card that everybody saw (SOC-35b)."""
    if move.card not in state.data.victories:
        return state.refusal(rule_ids.WIN, "no_victory_card", card=state.data.label(move.card))
    open_state = replace(state, victory=put(state.victory, move.of, UNKNOWN))
    refusal = refuse_victory_held(open_state, move.of, move.card)
    return refusal or replace(state, victory=put(state.victory, move.of, move.card))


def _recompute(state: Suomi1918State, **changes: Any) -> Suomi1918State | Illegal:
    """The state with these changes, and everything that follows from where the cards lie now."""
    from pnp.games.suomi1918.zones import PILE

    data = state.data
    new: Suomi1918State = replace(state, **changes)
    open_cards = list(PILE.known(new))
    refusal = _refuse_cards(state, open_cards)
    if refusal:
        return refusal
    unseen = frozenset(data.pile).difference(open_cards)
    draw = len(unseen) - sum(hand.count(UNKNOWN) for hand in new.hands)
    if draw < 0:
        return state.refusal(REF_PLACES, "too_many", count=-draw)
    tops = data.tops_of(new.stacks)
    begun = not state.is_opening or any(new.stacks)
    playable = data.playable_table[tops] if begun else data.first
    endings = (stack[-1] for stack in new.stacks if stack and data.cards[stack[-1]].ending)
    won = new.winner is not None
    turn = 0 if begun and new.turn is None else new.turn
    new = replace(
        new,
        tops=tops,
        playable=playable,
        turn=turn,
        due=new.due if draw else (),
        unseen=unseen,
        draw=draw,
        dead_turns=(turn,) if turn is not None and is_dead(playable, new.removed) else (),
        ended=new.ended if won else next(endings, ""),
        knowledge=None,
    )
    return new if data.is_digital and not any(UNKNOWN in hand for hand in new.hands) else _with_new_knowledge(new)


def _with_new_knowledge(state: Suomi1918State) -> Suomi1918State:
    return replace(state, knowledge=hidden_cards.begin(state))


def _refuse_cards(state: Suomi1918State, cards: list[str]) -> Illegal | None:
    seen: set[str] = set()
    for card in cards:
        if card in state.data.victories:
            return state.refusal(rule_ids.VICTORY_DEAL, "victory_never_there", card=state.data.label(card))
        if card in seen:
            where = _elsewhere(state, card)
            return state.refusal(REF_PLACES, "in_two_places", card=state.data.label(card), where=where)
        seen.add(card)
    return None


def _elsewhere(state: Suomi1918State, card: str) -> Message:
    """Where a card lies as far as the referee knows, and the correction that frees it."""
    data, card_data = state.data, state.data.cards[card]
    if card in state.discard:
        return state.message("it_is_discarded")
    if card in state.removed:
        return state.message("it_has_left")
    for seat, shown in enumerate(state.shown):
        if card in shown:
            return state.message("it_is_in_hand", seat=seat)
    if card_data.value and card in state.stacks[card_data.stack]:
        colour = data.colours[card_data.stack]
        return state.message("it_is_on_stack", colour=colour, line=f"table: adjust top {colour}")
    return state.message("name_it_once")


def once_dealt(
    correct: Callable[[Suomi1918State, Any], Suomi1918State | Illegal],
) -> Callable[[Suomi1918State, Any], Suomi1918State | Illegal]:
    """A correction that must wait until the opening hands are dealt (SOC-07)."""

    def corrected(state: Suomi1918State, move: Any) -> Suomi1918State | Illegal:
        if state.due and state.is_opening:
            return state.refusal(state.due[0].rule, "not_dealt_yet")
        return correct(state, move)

    return corrected


ADJUSTMENTS = (
    Adjustment(SetTurn, of_a_player(once_dealt(set_turn), "referee.turn"), "referee.adjust_turn"),
    Adjustment(SetHand, of_a_player(once_dealt(set_hand), "referee.hand"), "referee.adjust_hand"),
    Adjustment(SetTop, once_dealt(set_top), "adjust_top"),
    Adjustment(SetDiscard, once_dealt(set_discard), "adjust_discard"),
    Adjustment(SetRemoved, once_dealt(set_removed), "adjust_removed"),
    Adjustment(SetVictory, of_a_player(once_dealt(set_victory), "victory_card"), "adjust_victory"),
)
