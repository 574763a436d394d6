"""Hidden cards. In: a table with `?` in a hand and what came to light. Out: whether that can be, what is known then,
and which earlier lines it proves false.

`referee/hidden/knowledge.py` does the reasoning; this module gives it the facts: that the opening hands hold all
low cards and some of the high part (SOC-05 to SOC-08), what each draw comes from (SOC-44), and what a discard denies
(SOC-42).
Invariant: nobody is refused or accused while some way to lay the unseen cards explains all lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.game_data import GameData
from pnp.games.suomi1918.state import Cards, Suomi1918State
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal
from pnp.referee.seat import Seat

if TYPE_CHECKING:  # a digital table never imports it
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
    from pnp.referee.message import Message


class Deduction(Struct, frozen=True):
    """What is known after a line, and the earlier lines it proved false."""

    knowledge: Knowledge | None = None
    irregularities: tuple[Event, ...] = ()


NO_DEDUCTION = Deduction()


def opening(data: GameData, seats: int) -> Knowledge:
    """What is known after the deal: the low cards and some others are in the hands, nobody knows in whose (SOC-07)."""
    from pnp.referee.hidden.knowledge import Knowledge

    high = (card for card in data.pile if card not in data.low)
    return Knowledge.start(sorted(data.low), high).deal(range(seats), data.hand_size)


def begin(state: Suomi1918State) -> Knowledge:
    """What the counts alone say: unseen cards in hands and pile, where earlier lines count no more."""
    from pnp.referee.hidden.knowledge import Knowledge

    knowledge = Knowledge.start(sorted(state.unseen))
    for seat, hand in enumerate(state.hands):
        knowledge = knowledge.draw(seat, hand.count(UNKNOWN))
        for card in hand:
            if card != UNKNOWN:
                knowledge = knowledge.take(seat, card)
    return knowledge


def refuse_held(state: Suomi1918State, seat: Seat, card: str) -> Illegal | None:
    """Why a card cannot be in a hand (SOC-13, SOC-47).

    Everybody reads the refusal: it names no card that only its holder has seen, nor who that is.
    """
    hand = state.hands[seat]
    if card in hand or (card in state.unseen and UNKNOWN in hand):
        return None
    place = place_of(state, card)
    if not place and not hand:
        place = state.message("hand_is_empty", seat=seat)
    elif not place and set(hand) == set(state.shown[seat]):
        place = state.message("hand_is", seat=seat, cards=state.data.labels(hand))
    place = place or state.message("not_in_hand", seat=seat)
    return state.refusal(rule_ids.HELD, "place", card=state.data.label(card), place=place)


def place_of(state: Suomi1918State, card: str) -> Message | None:
    """Where a card lies that everybody has seen, as text; None for any other."""
    data = state.data
    if card in data.victories:
        return state.message("never_in_hand")
    for colour, stack in zip(data.colours, state.stacks, strict=True):
        if card in stack:
            return state.message("on_stack", colour=colour)
    if card in state.discard:
        return state.message("on_discards")
    if card in state.removed:
        return state.message("has_left")
    holder = next((seat for seat, shown in enumerate(state.shown) if card in shown), None)
    return None if holder is None else state.message("known_in_hand", seat=holder)


def reveal(state: Suomi1918State, seat: Seat, card: str) -> Deduction | Illegal:
    """A card comes out of a hand into the open (SOC-13, SOC-43)."""
    refusal = refuse_held(state, seat, card)
    if refusal or state.knowledge is None:
        return refusal or NO_DEDUCTION
    return _deduce(state, seat, card, state.knowledge.reveal(seat, card, state.ply + 1))


def deny(state: Suomi1918State, seat: Seat, card: str = "", keeps: bool = False) -> Deduction | Illegal:
    """A seat claims that nothing it holds fits, and discards this card or shows it (SOC-42, SOC-43)."""
    if state.knowledge is None:
        return NO_DEDUCTION if not card or card in state.hands[seat] else reveal(state, seat, card)
    knowledge, fits, ply = state.knowledge, state.playable.fits, state.ply + 1
    if not card:
        return _deduce(state, seat, card, knowledge.claim(seat, fits, ply, rule_ids.DUTY))
    return _deduce(state, seat, card, knowledge.deny(seat, card, fits, ply, rule_ids.DUTY, stays=keeps))


def show(state: Suomi1918State, seat: Seat, card: str) -> Deduction | Illegal:
    """A card is shown without a claim about the others: the table allowed it."""
    refusal = refuse_held(state, seat, card)
    if refusal or state.knowledge is None:
        return refusal or NO_DEDUCTION
    return _deduce(state, seat, card, state.knowledge.show(seat, card, state.ply + 1))


def draw(state: Suomi1918State, seat: Seat, cards: Cards) -> Deduction | Illegal:
    """Cards go from the draw pile into a hand; those that are no `?` are known from then on."""
    knowledge, irregularities = state.knowledge, list[Event]()
    for card in cards:
        if knowledge is None:
            break
        knowledge = knowledge.draw(seat)
        if card != UNKNOWN:
            deduction = _deduce(state, seat, card, knowledge.show(seat, card, state.ply + 1))
            if isinstance(deduction, Illegal):
                return state.refusal(rule_ids.ORIGIN, "cannot_be_in_pile", card=state.data.label(card))
            knowledge = deduction.knowledge
            irregularities += deduction.irregularities
    return Deduction(knowledge, tuple(irregularities))


def first_hands(state: Suomi1918State) -> Knowledge | None:
    """What is known when the last opening hand was dealt; None when every card is known."""
    if not any(UNKNOWN in hand for hand in state.hands):
        return None
    from pnp.referee.hidden.knowledge import Learned

    knowledge = opening(state.data, len(state.hands))
    for seat, hand in enumerate(state.hands):
        for card in hand:
            shown = knowledge.show(seat, card, state.ply) if card != UNKNOWN else Learned(knowledge)
            if not isinstance(shown, Learned) or len(hand) != state.data.hand_size:
                return begin(state)  # the table overruled the deal
            knowledge = shown.knowledge
    return knowledge


def may_deny(state: Suomi1918State, seat: Seat) -> bool:
    """True when the claim “nothing I hold fits” could be false: a fitting card may be in the hand."""
    fits, knowledge = _hidden_fits(state, seat), state.knowledge
    return bool(fits) and (knowledge is None or knowledge.can_hold(seat, *fits, trusting=False))


def may_fit(state: Suomi1918State, seat: Seat) -> Cards:
    """The cards that fit, are not known to be in the hand, and may be there."""
    fits, knowledge = _hidden_fits(state, seat), state.knowledge
    return state.data.sort(fits & knowledge.possible_kinds(seat, trusting=False) if fits and knowledge else fits)


def must_fit(state: Suomi1918State, seat: Seat) -> bool:
    """True when the counts alone prove that a hidden card of the hand fits: to claim that none does would be false."""
    fits, knowledge = _hidden_fits(state, seat), state.knowledge
    return bool(fits) and knowledge is not None and knowledge.must_hold(seat, fits, trusting=False)


def _hidden_fits(state: Suomi1918State, seat: Seat) -> frozenset[str]:
    """The cards that fit and that the counts alone let be hidden in a hand."""
    return state.playable.fits & state.unseen if UNKNOWN in state.hands[seat] else frozenset()


def possible(state: Suomi1918State, seat: Seat) -> Cards:
    """The cards that may come out of a hand without being refused."""
    hand = state.hands[seat]
    known = tuple(card for card in hand if card != UNKNOWN)
    if len(known) == len(hand):
        return known
    if state.knowledge is None:
        return known + state.data.sort(state.unseen)
    return known + state.data.sort(state.knowledge.possible_kinds(seat, trusting=False) & state.unseen)


def _deduce(state: Suomi1918State, seat: Seat, card: str, learned: Learned | Impossible) -> Deduction | Illegal:
    from pnp.referee.hidden.accusation import events_of, speaker
    from pnp.referee.hidden.knowledge import Impossible

    if isinstance(learned, Impossible):
        label = state.data.label(card)
        return state.refusal(rule_ids.HELD, "no_way_held", card=label, seat=seat, rule=rule_ids.ORIGIN)
    if not learned.accusations and not learned.cleared:
        return Deduction(learned.knowledge)

    def why(item: Accusation) -> str:
        return _because(state, item, seat)

    return Deduction(learned.knowledge, events_of(learned.accusations, learned.cleared, state.name, why, speaker))


def _because(state: Suomi1918State, item: Accusation, revealing: Seat) -> str:
    claim, card = item.claim, item.proved_by
    if not item.certain:
        return state.message("nothing_fitted")
    if card is None or claim.ply == item.found_at:
        return state.message("too_few_unfitting")
    id = "was_in_hand" if card in claim.kinds and claim.by == revealing else "leaves_none"
    return state.message(id, card=state.data.label(card))
