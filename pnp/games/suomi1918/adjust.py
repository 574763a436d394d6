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
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal


def set_turn(state: Suomi1918State, move: SetTurn) -> Suomi1918State | Illegal:
    """Whose turn it is; a draw that was due is not due any more."""
    if move.of in state.out:
        return Illegal(rule_ids.RESIGNED, f"{state.name(move.of)} is out")
    return replace(state, turn=move.of, due=(), dead_turns=min(state.dead_turns, 1))


def set_hand(state: Suomi1918State, move: SetHand) -> Suomi1918State | Illegal:
    """How many cards a hand holds, or which; the others lie in the draw pile."""
    old, holds, who = state.hands[move.of], move.holds, state.name(move.of)
    most = state.data.hand_size
    if (holds if isinstance(holds, int) else len(holds)) > most:
        return Illegal(rule_ids.HANDS, f"a hand never has more than {most} cards")
    if move.of in state.out:
        return Illegal(rule_ids.RESIGNED, f"{who} is out and has no hand")
    if isinstance(holds, int):
        counted = counted_hand(old, holds)
        if counted is None:
            names = state.data.labels([card for card in old if card != UNKNOWN])
            first = f"say which cards are there: `table: adjust hand {who} CARD …`"
            return Illegal(rule_ids.SHOWN, f"{who} is known to hold {names}; {first}")
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
        return Illegal(rule_ids.NUMERICAL, f"the {move.colour} cards go from {numbers[0][0]} to {numbers[-1][0]}")
    return _recompute(state, stacks=put(state.stacks, at, stack))


def set_discard(state: Suomi1918State, move: SetDiscard) -> Suomi1918State | Illegal:
    """What lies on the discard pile, lowest first."""
    return _recompute(state, discard=move.cards)


def set_removed(state: Suomi1918State, move: SetRemoved) -> Suomi1918State | Illegal:
    """Which action cards have left the game (SOC-24)."""
    numbers = [card for card in move.cards if state.data.cards[card].value]
    if numbers:
        return Illegal(rule_ids.ACTION_GONE, f"number cards never leave the game: {state.data.labels(numbers)}")
    return _recompute(state, removed=move.cards)


def set_victory(state: Suomi1918State, move: SetVictory) -> Suomi1918State | Illegal:
    """A victory card that everybody saw (SOC-35b)."""
    if move.card not in state.data.victories:
        return Illegal(rule_ids.WIN, f"{state.data.label(move.card)} is no victory card")
    open_state = replace(state, victory=put(state.victory, move.of, UNKNOWN))
    refusal = refuse_victory_held(open_state, move.of, move.card)
    return refusal or replace(state, victory=put(state.victory, move.of, move.card))


def _recompute(state: Suomi1918State, **changes: Any) -> Suomi1918State | Illegal:
    """The state with these changes, and everything that follows from where the cards lie now."""
    data = state.data
    new: Suomi1918State = replace(state, **changes)
    open_cards: list[str] = [card for stack in new.stacks for card in stack]
    open_cards += [*new.discard, *new.removed, *(card for hand in new.hands for card in hand if card != UNKNOWN)]
    refusal = _refuse_cards(state, open_cards)
    if refusal:
        return refusal
    unseen = frozenset(data.pile).difference(open_cards)
    draw = len(unseen) - sum(hand.count(UNKNOWN) for hand in new.hands)
    if draw < 0:
        count = "1 card" if draw == -1 else f"{-draw} cards"
        first = "make a hand or a pile smaller first: `table: adjust hand SEAT NUMBER`, `table: adjust discard CARD,…`"
        return Illegal(REF_PLACES, f"hands, stacks and piles would hold {count} too many; {first}")
    tops = data.tops_of(new.stacks)
    begun = not state.is_opening or any(new.stacks)
    playable = data.playable_table[tops] if begun else data.first
    endings = (stack[-1] for stack in new.stacks if stack and data.cards[stack[-1]].ending)
    won = new.winner is not None
    new = replace(
        new,
        tops=tops,
        playable=playable,
        turn=0 if begun and new.turn is None else new.turn,
        due=new.due if draw else (),
        unseen=unseen,
        draw=draw,
        dead_turns=1 if is_dead(playable, new.removed) else 0,
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
            return Illegal(
                rule_ids.VICTORY_DEAL, f"{state.data.label(card)} is a victory card and never in a hand or a pile"
            )
        if card in seen:
            return Illegal(REF_PLACES, f"{state.data.label(card)} would lie in two places: {_elsewhere(state, card)}")
        seen.add(card)
    return None


def _elsewhere(state: Suomi1918State, card: str) -> str:
    """Where a card lies as far as the referee knows, and the correction that frees it."""
    data, card_data = state.data, state.data.cards[card]
    if card in state.discard:
        return "it is on the discard pile; first say what lies there, `table: adjust discard CARD,…`"
    if card in state.removed:
        return "it has left the game; first say which have, `table: adjust removed CARD,…`"
    for seat, shown in enumerate(state.shown):
        if card in shown:
            who = state.name(seat)
            return f"it is known to be in the hand of {who}; first say what is there, `table: adjust hand {who} CARD …`"
    if card_data.value and card in state.stacks[card_data.stack]:
        colour = data.colours[card_data.stack]
        return f"it is on the {colour} stack; first say how high that is, `table: adjust top {colour} NUMBER`"
    return "name it once"


def once_dealt(
    correct: Callable[[Suomi1918State, Any], Suomi1918State | Illegal],
) -> Callable[[Suomi1918State, Any], Suomi1918State | Illegal]:
    """A correction that must wait until the opening hands are dealt (SOC-07)."""

    def corrected(state: Suomi1918State, move: Any) -> Suomi1918State | Illegal:
        if state.due and state.is_opening:
            return Illegal(state.due[0].rule, "the cards are not dealt yet")
        return correct(state, move)

    return corrected


ADJUSTMENTS = (
    Adjustment(SetTurn, of_a_player(once_dealt(set_turn), "turn"), "whose turn it is"),
    Adjustment(SetHand, of_a_player(once_dealt(set_hand), "hand"), "how many cards a hand holds, or which"),
    Adjustment(SetTop, once_dealt(set_top), "how high a stack is"),
    Adjustment(SetDiscard, once_dealt(set_discard), "what lies on the discard pile"),
    Adjustment(SetRemoved, once_dealt(set_removed), "which action cards have left the game"),
    Adjustment(SetVictory, of_a_player(once_dealt(set_victory), "victory card"), "a victory card that everybody saw"),
)
