"""Corrections of fact: `table: adjust …`. In: a table and what is so in truth. Out: what follows from it, or why not.

The kernel moves the cards; here is what a correction means besides. Invariant: whatever the hands hold, the stacks say
what can be played, and who has begun a turn since nothing can.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.suomi1918.moves import COLOURS, SetTop, SetVictory
from pnp.games.suomi1918.rules import end_with
from pnp.games.suomi1918.table import (
    BEGUN,
    DEAD,
    DISCARD,
    ENDED,
    HAND,
    HOLDS,
    REMOVED,
    STACK,
    VICTORY,
    WINNER,
    in_order,
    is_aim,
    is_dead,
    playable,
    printed,
)
from pnp.referee.correction import SetHand, SetTurn, of_a_player
from pnp.referee.game import PHYSICAL, Adjustment
from pnp.referee.kernel import TABLE, Message, Trial
from pnp.referee.kernel.corrections import Refusal, set_zone
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import ALL
from pnp.referee.kernel.zone import UNSEEN, kinds_of, with_seers
from pnp.referee.kernel_rules import REF_PLACES
from pnp.referee.ruling import Illegal

HELD = Holdings(HOLDS)


def corrected(t: Trial, before: Trial) -> None:
    """What follows from where the cards lie now (SOC-02, SOC-07, SOC-24, SOC-36, SOC-49)."""
    if t.dues and not t[BEGUN]:
        t.bar(t.dues[0].rule, "not_dealt_yet")
    for seat in t.seats:
        if len(t[HAND[seat]]) > t.constant("hand_size"):
            t.bar("SOC-07", "hand_at_most", most=t.constant("hand_size"))
    marks = printed(t).cards
    numbers = [card for card in t[REMOVED] if marks[card].value]
    if numbers:
        t.bar("SOC-24", "numbers_stay", cards=in_order(t, numbers))
    check_places(t, before)
    stacks = [t[STACK[colour]] for colour in COLOURS]
    t.put(BEGUN, t[BEGUN] or any(stacks))
    if t[BEGUN] and t.turn == TABLE:
        t.pass_turn(to=0)
    ended = next((stack[-1] for stack in stacks if stack and marks[stack[-1]].ending), "")
    t.put(DEAD, (t.turn,) if t[BEGUN] and is_dead(t) else ())
    met = playable(t).wins - playable(before).wins
    if met and not ended:
        t.announce("", "met_now", cards=in_order(t, met))
    if t[DEAD] and not before[DEAD]:
        t.announce("", "frozen_soon")
    if t[WINNER] is None:
        t.put(ENDED, ended)
    if t[ENDED]:
        end_with(t, t[ENDED])


def check_places(t: Trial, before: Trial) -> None:
    """Bar a card that would be in two places, with the correction that frees it."""
    seen: set[str] = set()
    places = [STACK[colour] for colour in COLOURS] + [DISCARD.place, REMOVED.place, *(HAND[seat] for seat in t.seats)]
    for card in (card for place in places for card in t.known(place)):
        if is_aim(t, card):
            t.bar("SOC-02", "victory_never_there", card=card)
        if card in seen:
            t.bar(REF_PLACES, "in_two_places", card=card, where=elsewhere(before, card))
        seen.add(card)


def elsewhere(t: Trial, card: str) -> Message:
    """Where a card lay as everybody knows, and the correction that frees it."""
    place = t.open_place(card)
    if place is None:
        return t.message("name_it_once")
    line = f"table: adjust top {place.key}"
    return t.message(f"it_is_in_{place.name}", seat=place.key, key=place.key, line=line)


def set_turn(state: Any, m: SetTurn) -> Any:
    """Whose turn it is; a draw that was due is not due any more."""
    if state.stack and not state.begun:
        return state.refusal(state.stack[-1].rule, "not_dealt_yet")
    if m.of in state.out:
        return state.refusal("SOC-49", "is_out", seat=m.of)
    return replace(state, turn=m.of, stack=())


def set_hand(state: Any, m: SetHand) -> Any:
    """How many cards a hand holds, or which; at a physical table everybody knows what the referee knows."""
    if m.of in state.out:
        return state.refusal("SOC-49", "out_without_hand", seat=m.of)
    known = [kind for kind in kinds_of(state.hand[m.of]) if kind not in UNSEEN]
    stated = m.holds
    if isinstance(stated, int):
        if stated < len(known):
            return state.refusal(
                "SOC-46",
                "known_to_hold",
                seat=m.of,
                cards=tuple(sorted(known, key=list(state.setup.book.playing_cards).index)),
            )
    elif state.setup.deal == PHYSICAL:
        stated = tuple(with_seers(card, (ALL,), HAND[m.of]) for card in stated)
    return moved(state, set_zone(HELD, state, HAND, m.of, stated))


def set_top(state: Any, m: SetTop) -> Any:
    """A stack holds the cards of its colour in order, up to this value (SOC-17)."""
    deck = state.setup.book.decks["numbers"].cards
    cards = {card.fields["value"]: card.id for card in deck if card.fields["colour"] == m.colour}
    if m.value and m.value not in cards:
        first, last = min(cards), max(cards)
        return state.refusal("SOC-17", "stack_goes", colour=m.colour, first=first, last=last)
    stack = tuple(cards[value] for value in sorted(cards) if value <= m.value)
    return moved(state, set_zone(HELD, state, STACK, m.colour, stack))


def set_victory(state: Any, m: SetVictory) -> Any:
    """A victory card that everybody saw (SOC-35b)."""
    if m.card not in [card.id for card in state.setup.book.decks["victory"].cards]:
        return state.refusal("SOC-35", "no_victory_card", card=m.card)
    holder = next((seat for seat, own in enumerate(state.victory) if m.card in kinds_of(own)), m.of)
    if holder != m.of:
        return state.refusal("SOC-48", "victory_of", card=m.card, seat=holder)
    return moved(state, set_zone(HELD, state, VICTORY, m.of, (f"{m.card}@{ALL}",)))


def moved(state: Any, after: Any) -> Any:
    """The corrected table, or the kernel's refusal."""
    return Illegal(REF_PLACES, state.message(after.message, **after.args)) if isinstance(after, Refusal) else after


CORRECTIONS = (
    Adjustment(SetTurn, of_a_player(set_turn, "referee.turn"), "referee.adjust_turn"),
    Adjustment(SetHand, of_a_player(set_hand, "referee.hand"), "referee.adjust_hand"),
    Adjustment(SetTop, set_top, "adjust_top"),
    Adjustment(SetVictory, of_a_player(set_victory, "victory_card"), "adjust_victory"),
)
