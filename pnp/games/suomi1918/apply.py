"""What follows from an event. In: a state and an event. Out: the state after it.

The draw, the reshuffle and the next turn follow by themselves (SOC-29 to SOC-32, SOC-11). Invariant: `apply`
checks no rule; every event, overruled or not, leads to a state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.secrets.hidden_cards import NO_DEDUCTION, Deduction
from pnp.games.suomi1918.state import (
    Dealt,
    Discarded,
    Due,
    Passed,
    Played,
    Resigned,
    Shown,
    Suomi1918State,
    Won,
    is_dead,
)
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge
from pnp.games.suomi1918.state import starter


def apply(state: Suomi1918State, event: Event) -> Suomi1918State:
    """The state after an event."""
    after = AFTER.get(type(event))
    return after(state, event) if after else state


def after_played(state: Suomi1918State, event: Played, deduction: Deduction | None = None) -> Suomi1918State:
    """A number card lies on its stack (SOC-16), or an action card took the top of a stack away (SOC-23, SOC-24).

    `deduction`: what the card proved, when that was asked before.
    """
    seat, card, data, stacks, tops = event.seat, event.card, state.data, state.stacks, state.tops
    if deduction is None:
        deduction = _certain(hidden_cards.reveal(state, seat, card))
    card_data = data.cards[card]
    at = card_data.stack
    stack, top, draws = stacks[at], card_data.value, True
    if top:
        stack += (card,)
    else:
        discard = state.discard + stack[-1:]
        stack = stack[:-1]
        top = data.cards[stack[-1]].value if stack else 0
        state = replace(state, discard=discard, removed=(*state.removed, card))
        draws = data.draw_after_action
    if card_data.ending:
        state, draws = replace(state, ended=card), False
    tops = (*tops[:at], top, *tops[at + 1 :])
    stacks = (*stacks[:at], stack, *stacks[at + 1 :])
    laid = replace(state, stacks=stacks, tops=tops, playable=data.playable_table[tops])
    return end_turn(laid, seat, card, draws, deduction.knowledge)


def after_discarded(state: Suomi1918State, event: Discarded, deduction: Deduction | None = None) -> Suomi1918State:
    """A card lies on the discard pile, another is drawn (SOC-27)."""
    seat, card = event.seat, event.card
    if deduction is None:
        learn = hidden_cards.deny if event.claims else hidden_cards.reveal
        deduction = _certain(learn(state, seat, card))
    return end_turn(replace(state, discard=(*state.discard, card)), seat, card, True, deduction.knowledge)


def after_shown(state: Suomi1918State, event: Shown, deduction: Deduction | None = None) -> Suomi1918State:
    """A card was shown and is known to be in the hand (SOC-33, SOC-46)."""
    seat, card = event.seat, event.card
    if deduction is None:
        deduction = _certain(
            hidden_cards.deny(state, seat, card, True) if event.claims else hidden_cards.show(state, seat, card)
        )
    hand, shown = state.hands[seat], state.shown[seat]
    if card not in hand:
        at = hand.index(UNKNOWN)
        hand = (*hand[:at], card, *hand[at + 1 :])
        state = replace(state, hands=_with(state.hands, seat, hand), unseen=state.unseen - {card})
    if card not in shown:
        state = replace(state, shown=_with(state.shown, seat, (*shown, card)))
    return end_turn(state, seat, "", False, deduction.knowledge)


def after_passed(state: Suomi1918State, event: Passed, deduction: Deduction | None = None) -> Suomi1918State:
    """A turn was passed (SOC-34)."""
    if deduction is None:
        deduction = _certain(hidden_cards.deny(state, event.seat)) if event.claims else Deduction(state.knowledge)
    return end_turn(state, event.seat, "", False, deduction.knowledge)


def after_won(state: Suomi1918State, event: Won) -> Suomi1918State:
    """A victory card was shown, which ends the game (SOC-35)."""
    victory = _with(state.victory, event.seat, event.card)
    return replace(state, ply=state.ply + 1, victory=victory, winner=event.seat, ended=event.card)


def end_turn(state: Suomi1918State, seat: Seat, gone: str, draws: bool, knowledge: Knowledge | None) -> Suomi1918State:
    """The card `gone` has left the hand of `seat`; now it draws, if it does, and the next one's turn begins."""
    hands, unseen, draw, due = state.hands, state.unseen, state.draw, state.due
    hand = hands[seat]
    if gone:
        if gone in hand:
            at = hand.index(gone)
        else:
            at = hand.index(UNKNOWN)
            unseen -= {gone}
        hand = hand[:at] + hand[at + 1 :]
        if gone in state.shown[seat]:
            shown = tuple(card for card in state.shown[seat] if card != gone)
            state = replace(state, shown=_with(state.shown, seat, shown))

    if draws:
        if not draw and state.discard:
            discard = state.discard
            draw, unseen = len(discard), unseen.union(discard)
            state = replace(state, discard=(), shuffles=state.shuffles + 1)
            if knowledge is not None:
                knowledge = knowledge.lay(discard)
        if draw and state.data.is_digital:
            due = draw_due(seat)
        elif draw:
            hand += (UNKNOWN,)
            draw -= 1
            if knowledge is not None:
                knowledge = knowledge.draw(seat)

    dead = not state.playable.numbers and not state.ended and is_dead(state.playable, state.removed)
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if not hand and not state.ended and not due and not any(hands):
        dead = True  # where an action card brings no card, all hands may be empty, and everybody would pass for ever
    turn = (seat + 1) % len(hands) if not state.out else state.after(seat)
    return replace(
        state,
        ply=state.ply + 1,
        hands=hands,
        turn=turn,
        draw=draw,
        unseen=unseen,
        dead_turns=_begun(state.dead_turns, turn) if dead else (),
        due=due,
        knowledge=knowledge,
    )


def after_resigned(state: Suomi1918State, event: Resigned) -> Suomi1918State:
    """A player has resigned and the hand is shuffled into the draw pile unseen; the turn passes on (SOC-49)."""
    seat, knowledge = event.seat, state.knowledge
    hand = state.hands[seat]
    if knowledge is not None:
        knowledge = knowledge.bury(seat, len(hand)).shuffle()
    after = replace(
        state,
        ply=state.ply + 1,
        hands=_with(state.hands, seat, ()),
        shown=_with(state.shown, seat, ()),
        draw=state.draw + len(hand),
        unseen=state.unseen.union(card for card in hand if card != UNKNOWN),
        out=(*state.out, seat),
        knowledge=knowledge,
    )
    if state.turn != seat:
        return after
    turn, begun = after.after(seat), after.dead_turns
    return replace(after, turn=turn, dead_turns=begun and _begun(begun, turn))


def _begun(dead_turns: tuple[Seat, ...], turn: Seat) -> tuple[Seat, ...]:
    return dead_turns if turn in dead_turns else (*dead_turns, turn)


@cache
def draw_due(seat: Seat) -> tuple[Due, ...]:
    """A seat is to draw one card (SOC-29)."""
    return (Due(seat, 1, rule_ids.DRAW),)


def after_dealt(state: Suomi1918State, event: Dealt, deduction: Deduction = NO_DEDUCTION) -> Suomi1918State:
    """Victory cards, opening hands or a drawn card went to a seat (SOC-02, SOC-07, SOC-29)."""
    seat, cards, rule = event.seat, event.cards, event.rule
    due = state.due[1:]
    if state.due and state.due[0].seat != seat:
        due = tuple(item for item in state.due if (item.seat, item.rule) != (seat, rule))
    ply = state.ply + 1
    if rule == rule_ids.VICTORY_DEAL:
        return replace(state, ply=ply, due=due, victory=_with(state.victory, seat, cards[0]))
    knowledge = state.knowledge
    if knowledge is not None:
        knowledge = (
            deduction if deduction is not NO_DEDUCTION else _certain(hidden_cards.draw(state, seat, cards))
        ).knowledge
    hands = state.hands
    dealt = replace(
        state,
        ply=ply,
        due=due,
        hands=(*hands[:seat], hands[seat] + cards, *hands[seat + 1 :]),
        unseen=state.unseen.difference(cards),
        draw=state.draw - len(cards),
        knowledge=knowledge,
    )
    if due or rule != rule_ids.HANDS:
        return dealt
    return replace(dealt, turn=starter(dealt), knowledge=hidden_cards.first_hands(dealt))


def _certain(deduction: Deduction | Illegal) -> Deduction:
    assert isinstance(deduction, Deduction), "an impossible card is refused before it happens"
    return deduction


def _with(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


AFTER: dict[type[Event], Callable[[Suomi1918State, Any], Suomi1918State]] = {
    Dealt: after_dealt,
    Played: after_played,
    Discarded: after_discarded,
    Shown: after_shown,
    Passed: after_passed,
    Won: after_won,
    Resigned: after_resigned,
}
