"""Deck, discard pile and hands. In: a course. Out: the course with cards moved, or Illegal where they cannot be.

Invariant: a card is moved by one function that also tells the knowledge of a physical table (`hidden.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.keko import hidden, rules
from pnp.games.keko.state import EVERYBODY, Fact, Held, bit
from pnp.games.keko.trial import Course
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

AT_ONCE = "at_once"
SHUFFLE = "shuffle the deck now"


def pop_top(course: Course) -> Held:
    """The top card of the deck leaves it; the deck is not empty."""
    if course.top:
        held, course.top = course.top[0], course.top[1:]
    elif course.middle:
        held, course.middle = (UNKNOWN, 0), course.middle - 1
    else:
        held, course.bottom = course.bottom[0], course.bottom[1:]
    return held


def refill(course: Course) -> bool:
    """A card is needed: an empty deck is flipped (KEK-55). False when both piles are empty (KEK-56)."""
    if not course.deck_count:
        if not course.discard:
            course.announce(rules.BOTH_EMPTY, "deck and discard pile are empty: nothing happens")
            return False
        flip(course)
    return True


def flip(course: Course) -> None:
    """The discard pile is turned over: the oldest discard is the new top (KEK-55, KEK-H03)."""
    count = len(course.discard)
    course.announce(rules.FLIP, f"the deck is empty: turn the discard pile over ({count}), do not shuffle it")
    course.tell(rules.KNOWN_ORDER, "from here on the order of the deck is known")
    course.top = tuple((card, EVERYBODY) for card in course.discard)
    hidden.lay_in_order(course, course.discard)
    course.discard = []


def check_empty(course: Course) -> None:
    """With the switch the flip comes the moment the last card leaves (KEK-A07)."""
    if course.kit.switches.flip_moment == AT_ONCE and not course.deck_count and course.discard:
        course.tell(rules.FLIP_MOMENT, "the last card has left the deck")
        flip(course)


def shuffle(course: Course, cards: Iterable[str] = ()) -> None:
    """The deck and these cards are shuffled: the order is unknown (KEK-57)."""
    cards = list(cards)
    hidden.shuffle(course, cards)
    course.middle = course.deck_count + len(cards)
    course.top = course.bottom = ()
    course.shuffles += 1
    due = Fact(rules.SEARCH_SHUFFLES, "the deck is shuffled" if course.kit.is_digital else SHUFFLE, is_news=True)
    course.facts = [*(fact for fact in course.facts if fact != due), due]  # after the last change to the deck, once


def note_stock(course: Course) -> None:
    """The dealer of a digital table remembers what was shuffled."""
    if course.kit.is_digital:
        course.stock = tuple(sorted(card for card, count in course.loose().items() for _ in range(max(count, 0))))


def draw_unseen(course: Course, seat: Seat, count: int) -> int:
    """So many cards go unseen into a hand at a physical table; how many there were."""
    drawn = 0
    while drawn < count and refill(course):
        pop_top(course)
        hidden.draw(course, seat)
        take(course, seat, UNKNOWN, bit(seat))
        drawn += 1
        check_empty(course)
    return drawn


def draw_told(course: Course, seat: Seat, cards: tuple[str, ...]) -> Illegal | None:
    """Cards that a digital table deals."""
    for card in cards:
        if not refill(course):
            return Illegal(rules.BOTH_EMPTY, "deck and discard pile are empty")
        refusal = _pop_told(course, card)
        if refusal:
            return refusal
        take(course, seat, card, bit(seat))
        check_empty(course)
    return None


def _pop_told(course: Course, card: str) -> Illegal | None:
    """The top card of the deck is said to be this one."""
    loose = course.loose()
    known, _ = pop_top(course)
    if known != UNKNOWN:
        if card not in (known, UNKNOWN):
            return Illegal(rules.KNOWN_ORDER, f"{course.kit.label(known)} lies on top of the deck")
    elif card != UNKNOWN and loose[card] < 1:
        return Illegal(rules.COPIES, f"no copy of {course.kit.label(card)} can be in the deck")
    return None


def mill_told(course: Course, cards: Iterable[str]) -> Illegal | None:
    """The top cards, as they are said, go to the discard pile one by one (KEK-H09)."""
    for card in cards:
        if not refill(course):
            return Illegal(rules.BOTH_EMPTY, "deck and discard pile are empty")
        refusal = _pop_told(course, card) or hidden.turn_up(course, card)
        if refusal:
            return refusal
        course.discard.append(card)
        course.tell(rules.MILLED, f"{course.kit.label(card)} goes from the deck to the discard pile")
        check_empty(course)
    return None


def mill_known(course: Course) -> str:
    """The top card when everybody knows it; "" otherwise."""
    if course.top and course.top[0][1] == EVERYBODY and course.top[0][0] != UNKNOWN:
        return course.top[0][0]
    if not course.deck_count and course.discard:
        return course.discard[0]
    return ""


def take(course: Course, seat: Seat, card: str, known_to: int) -> None:
    """A card joins a hand."""
    course.change_player(seat, hand=(*course.players[seat].hand, (card, known_to)))


def take_open(course: Course, seat: Seat, card: str) -> None:
    """A card joins a hand and everybody saw it (KEK-H08)."""
    take(course, seat, card, EVERYBODY)
    hidden.take(course, seat, card)


def lose(course: Course, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open: of alike ones the one that most know (KEK-H06, KEK-H08)."""
    refusal = refuse_held(course, seat, card) or hidden.reveal(course, seat, card)
    if refusal:
        return refusal
    hand = course.players[seat].hand
    alike = [entry for entry in hand if entry[0] == card] or [entry for entry in hand if entry[0] == UNKNOWN]
    gone = max(alike, key=lambda entry: entry[1])
    at = hand.index(gone)
    course.change_player(seat, hand=hand[:at] + hand[at + 1 :])
    return None


def refuse_held(course: Course, seat: Seat, card: str) -> Illegal | None:
    """Why a card cannot be in a hand. Everybody hears the words, so they name no card that is secret."""
    hand = course.players[seat].hand
    if any(held == card for held, _ in hand):
        return None
    who, what = course.name(seat), course.kit.label(card)
    if not any(held == UNKNOWN for held, _ in hand):
        public = [held for held, known in hand if known == EVERYBODY]
        holds = f", which holds {course.kit.labels(public)}" if hand and len(public) == len(hand) else ""
        holds = ", which is empty" if not hand else holds
        return Illegal(rules.KNOWN_HAND, f"{what} is not in the hand of {who}{holds}")
    if course.loose()[card] < 1:
        return Illegal(rules.COPIES, f"every copy of {what} is known to be elsewhere")
    return None


def may_hold(course: Course, seat: Seat, card: str) -> bool:
    """The card may be in the hand, as far as is known here."""
    return refuse_held(course, seat, card) is None


def show(course: Course, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown and stays there."""
    refusal = refuse_held(course, seat, card) or hidden.show(course, seat, card)
    if refusal:
        return refusal
    hand = list(course.players[seat].hand)
    same = [at for at, (held, known) in enumerate(hand) if held == card and known != EVERYBODY]
    same = same or [at for at, (held, _) in enumerate(hand) if held == UNKNOWN]
    if same:
        hand[same[0]] = (card, EVERYBODY)
    course.change_player(seat, hand=tuple(hand))
    return None
