"""Deck, discard pile and hands. In: a trial. Out: the trial with cards moved, or Illegal where they cannot be.

Invariant: whatever moves a card also updates what a physical table knows (`hidden_cards.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.keko.state import EVERYBODY, Held, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones import hidden_cards
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

AT_ONCE = "at_once"


def pop_top(t: Trial) -> Held:
    """The top card of the deck leaves it; the deck is not empty."""
    if t.deck_top:
        held, t.deck_top = t.deck_top[0], t.deck_top[1:]
    elif t.deck_middle:
        held, t.deck_middle = (UNKNOWN, 0), t.deck_middle - 1
    else:
        held, t.deck_bottom = t.deck_bottom[0], t.deck_bottom[1:]
    return held


def refill(t: Trial) -> bool:
    """A card is needed: an empty deck is flipped (KEK-55). False when both piles are empty (KEK-56)."""
    if not t.deck_count:
        if not t.discard:
            t.announce("KEK-56", "nothing_happens")
            return False
        flip(t)
    return True


def flip(t: Trial) -> None:
    """The discard pile is turned over: the oldest discard is the new top (KEK-55, KEK-H03)."""
    count = len(t.discard)
    t.announce("KEK-55", "turn_discard_over", count=count)
    t.note("KEK-H03", "deck_order_now_known")
    t.deck_top = tuple((card, EVERYBODY) for card in t.discard)
    hidden_cards.lay_in_order(t, t.discard)
    t.discard = []


def check_empty(t: Trial) -> None:
    """With the switch the flip comes the moment the last card leaves (KEK-A07)."""
    if t.data.switches.flip_moment == AT_ONCE and not t.deck_count and t.discard:
        t.note("KEK-A07", "last_card_has_left")
        flip(t)


def shuffle(t: Trial, cards: Iterable[str] = ()) -> None:
    """The deck and these cards are shuffled: the order is unknown (KEK-57)."""
    cards = list(cards)
    hidden_cards.shuffle(t, cards)
    t.deck_middle = t.deck_count + len(cards)
    t.deck_top = t.deck_bottom = ()
    t.shuffles += 1
    because = "deck_is_shuffled" if t.data.is_digital else "shuffle_deck_now"
    due = Noted("KEK-57", because, {}, is_news=True)
    t.events = [*(fact for fact in t.events if fact != due), due]  # after the last change to the deck, once


def note_stock(t: Trial) -> None:
    """The dealer of a digital table remembers what was shuffled."""
    if t.data.is_digital:
        t.shuffled_cards = tuple(
            sorted(card for card, count in t.unplaced_copies().items() for _ in range(max(count, 0)))
        )


def draw_unseen(t: Trial, seat: Seat, count: int) -> int:
    """So many cards go unseen into a hand at a physical table; how many there were."""
    drawn = 0
    while drawn < count and refill(t):
        pop_top(t)
        hidden_cards.draw(t, seat)
        take(t, seat, UNKNOWN, bit(seat))
        drawn += 1
        check_empty(t)
    return drawn


def draw_named(t: Trial, seat: Seat, cards: tuple[str, ...]) -> Illegal | None:
    """Cards that a digital table deals."""
    for card in cards:
        if not refill(t):
            return t.refusal("KEK-56", "both_piles_empty")
        refusal = _pop_named(t, card)
        if refusal:
            return refusal
        take(t, seat, card, bit(seat))
        check_empty(t)
    return None


def _pop_named(t: Trial, card: str) -> Illegal | None:
    """The top card of the deck is named by the table."""
    known, _ = pop_top(t)
    if known != UNKNOWN:
        if card not in (known, UNKNOWN):
            return t.refusal("KEK-H03", "lies_on_top", card=t.data.label(known))
    elif card != UNKNOWN and t.unplaced_copies()[card] < 1:
        return t.refusal("KEK-H06", "no_copy_in_deck", card=t.data.label(card))
    return None


def mill_named(t: Trial, cards: Iterable[str]) -> Illegal | None:
    """The top cards, as the table names them, go to the discard pile one by one (KEK-H09)."""
    for card in cards:
        if not refill(t):
            return t.refusal("KEK-56", "both_piles_empty")
        refusal = _pop_named(t, card) or hidden_cards.turn_up(t, card)
        if refusal:
            return refusal
        t.discard.append(card)
        t.note("KEK-H09", "from_deck_to_discard", card=t.data.label(card))
        check_empty(t)
    return None


def known_top_card(t: Trial) -> str:
    """The top card when everybody knows it; "" otherwise."""
    if t.deck_top and t.deck_top[0][1] == EVERYBODY and t.deck_top[0][0] != UNKNOWN:
        return t.deck_top[0][0]
    if not t.deck_count and t.discard:
        return t.discard[0]
    return ""


def take(t: Trial, seat: Seat, card: str, known_to: int) -> None:
    """A card joins a hand."""
    t.change_player(seat, hand=(*t.players[seat].hand, (card, known_to)))


def take_open(t: Trial, seat: Seat, card: str) -> None:
    """A card joins a hand and everybody saw it (KEK-H08)."""
    take(t, seat, card, EVERYBODY)
    hidden_cards.take(t, seat, card)


def lose(t: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open: of alike ones the one that most know (KEK-H06, KEK-H08)."""
    refusal = refuse_held(t, seat, card) or hidden_cards.reveal(t, seat, card)
    if refusal:
        return refusal
    hand = t.players[seat].hand
    alike = [entry for entry in hand if entry[0] == card] or [entry for entry in hand if entry[0] == UNKNOWN]
    gone = max(alike, key=lambda entry: entry[1])
    at = hand.index(gone)
    t.change_player(seat, hand=hand[:at] + hand[at + 1 :])
    return None


def refuse_held(t: Trial, seat: Seat, card: str) -> Illegal | None:
    """Why a card cannot be in a hand. Everybody reads it, so it names no card that is secret."""
    hand = t.players[seat].hand
    if any(held == card for held, _ in hand):
        return None
    what = t.data.label(card)
    if not any(held == UNKNOWN for held, _ in hand):
        public = tuple(held for held, known in hand if known == EVERYBODY)
        because = "hand_is_empty" if not hand else "hand_holds" if len(public) == len(hand) else "not_in_the_hand"
        return t.refusal("KEK-H08", because, card=what, seat=seat, cards=t.data.labels(public))
    if t.unplaced_copies()[card] < 1:
        is_in_order = any(lying == card for lying, _ in (*t.deck_top, *t.deck_bottom))
        return t.refusal("KEK-H03" if is_in_order else "KEK-H06", "copies_elsewhere", card=what)
    return None


def show(t: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown and stays there."""
    refusal = refuse_held(t, seat, card) or hidden_cards.show(t, seat, card)
    if refusal:
        return refusal
    hand = list(t.players[seat].hand)
    same = [at for at, (held, known) in enumerate(hand) if held == card and known != EVERYBODY]
    same = same or [at for at, (held, _) in enumerate(hand) if held == UNKNOWN]
    if same:
        hand[same[0]] = (card, EVERYBODY)
    t.change_player(seat, hand=tuple(hand))
    return None
