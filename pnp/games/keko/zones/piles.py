"""Deck, discard pile and hands. In: a trial. Out: the trial with cards moved, or Illegal where they cannot be.

Invariant: a card is moved by one function that also tells the knowledge of a physical table (`hidden_cards.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.keko import rule_ids
from pnp.games.keko.state import EVERYBODY, Fact, Held, bit
from pnp.games.keko.trial import Trial
from pnp.games.keko.zones import hidden_cards
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

AT_ONCE = "at_once"
SHUFFLE = "shuffle the deck now"


def pop_top(trial: Trial) -> Held:
    """The top card of the deck leaves it; the deck is not empty."""
    if trial.top:
        held, trial.top = trial.top[0], trial.top[1:]
    elif trial.middle:
        held, trial.middle = (UNKNOWN, 0), trial.middle - 1
    else:
        held, trial.bottom = trial.bottom[0], trial.bottom[1:]
    return held


def refill(trial: Trial) -> bool:
    """A card is needed: an empty deck is flipped (KEK-55). False when both piles are empty (KEK-56)."""
    if not trial.deck_count:
        if not trial.discard:
            trial.announce(rule_ids.BOTH_EMPTY, "deck and discard pile are empty: nothing happens")
            return False
        flip(trial)
    return True


def flip(trial: Trial) -> None:
    """The discard pile is turned over: the oldest discard is the new top (KEK-55, KEK-H03)."""
    count = len(trial.discard)
    trial.announce(rule_ids.FLIP, f"the deck is empty: turn the discard pile over ({count}), do not shuffle it")
    trial.tell(rule_ids.KNOWN_ORDER, "from here on the order of the deck is known")
    trial.top = tuple((card, EVERYBODY) for card in trial.discard)
    hidden_cards.lay_in_order(trial, trial.discard)
    trial.discard = []


def check_empty(trial: Trial) -> None:
    """With the switch the flip comes the moment the last card leaves (KEK-A07)."""
    if trial.data.switches.flip_moment == AT_ONCE and not trial.deck_count and trial.discard:
        trial.tell(rule_ids.FLIP_MOMENT, "the last card has left the deck")
        flip(trial)


def shuffle(trial: Trial, cards: Iterable[str] = ()) -> None:
    """The deck and these cards are shuffled: the order is unknown (KEK-57)."""
    cards = list(cards)
    hidden_cards.shuffle(trial, cards)
    trial.middle = trial.deck_count + len(cards)
    trial.top = trial.bottom = ()
    trial.shuffles += 1
    due = Fact(rule_ids.SEARCH_SHUFFLES, "the deck is shuffled" if trial.data.is_digital else SHUFFLE, is_news=True)
    trial.facts = [*(fact for fact in trial.facts if fact != due), due]  # after the last change to the deck, once


def note_stock(trial: Trial) -> None:
    """The dealer of a digital table remembers what was shuffled."""
    if trial.data.is_digital:
        trial.stock = tuple(sorted(card for card, count in trial.loose().items() for _ in range(max(count, 0))))


def draw_unseen(trial: Trial, seat: Seat, count: int) -> int:
    """So many cards go unseen into a hand at a physical table; how many there were."""
    drawn = 0
    while drawn < count and refill(trial):
        pop_top(trial)
        hidden_cards.draw(trial, seat)
        take(trial, seat, UNKNOWN, bit(seat))
        drawn += 1
        check_empty(trial)
    return drawn


def draw_told(trial: Trial, seat: Seat, cards: tuple[str, ...]) -> Illegal | None:
    """Cards that a digital table deals."""
    for card in cards:
        if not refill(trial):
            return Illegal(rule_ids.BOTH_EMPTY, "deck and discard pile are empty")
        refusal = _pop_told(trial, card)
        if refusal:
            return refusal
        take(trial, seat, card, bit(seat))
        check_empty(trial)
    return None


def _pop_told(trial: Trial, card: str) -> Illegal | None:
    """The top card of the deck is said to be this one."""
    loose = trial.loose()
    known, _ = pop_top(trial)
    if known != UNKNOWN:
        if card not in (known, UNKNOWN):
            return Illegal(rule_ids.KNOWN_ORDER, f"{trial.data.label(known)} lies on top of the deck")
    elif card != UNKNOWN and loose[card] < 1:
        return Illegal(rule_ids.COPIES, f"no copy of {trial.data.label(card)} can be in the deck")
    return None


def mill_told(trial: Trial, cards: Iterable[str]) -> Illegal | None:
    """The top cards, as they are said, go to the discard pile one by one (KEK-H09)."""
    for card in cards:
        if not refill(trial):
            return Illegal(rule_ids.BOTH_EMPTY, "deck and discard pile are empty")
        refusal = _pop_told(trial, card) or hidden_cards.turn_up(trial, card)
        if refusal:
            return refusal
        trial.discard.append(card)
        trial.tell(rule_ids.MILLED, f"{trial.data.label(card)} goes from the deck to the discard pile")
        check_empty(trial)
    return None


def mill_known(trial: Trial) -> str:
    """The top card when everybody knows it; "" otherwise."""
    if trial.top and trial.top[0][1] == EVERYBODY and trial.top[0][0] != UNKNOWN:
        return trial.top[0][0]
    if not trial.deck_count and trial.discard:
        return trial.discard[0]
    return ""


def take(trial: Trial, seat: Seat, card: str, known_to: int) -> None:
    """A card joins a hand."""
    trial.change_player(seat, hand=(*trial.players[seat].hand, (card, known_to)))


def take_open(trial: Trial, seat: Seat, card: str) -> None:
    """A card joins a hand and everybody saw it (KEK-H08)."""
    take(trial, seat, card, EVERYBODY)
    hidden_cards.take(trial, seat, card)


def lose(trial: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open: of alike ones the one that most know (KEK-H06, KEK-H08)."""
    refusal = refuse_held(trial, seat, card) or hidden_cards.reveal(trial, seat, card)
    if refusal:
        return refusal
    hand = trial.players[seat].hand
    alike = [entry for entry in hand if entry[0] == card] or [entry for entry in hand if entry[0] == UNKNOWN]
    gone = max(alike, key=lambda entry: entry[1])
    at = hand.index(gone)
    trial.change_player(seat, hand=hand[:at] + hand[at + 1 :])
    return None


def refuse_held(trial: Trial, seat: Seat, card: str) -> Illegal | None:
    """Why a card cannot be in a hand. Everybody hears the words, so they name no card that is secret."""
    hand = trial.players[seat].hand
    if any(held == card for held, _ in hand):
        return None
    who, what = trial.name(seat), trial.data.label(card)
    if not any(held == UNKNOWN for held, _ in hand):
        public = [held for held, known in hand if known == EVERYBODY]
        holds = f", which holds {trial.data.labels(public)}" if hand and len(public) == len(hand) else ""
        holds = ", which is empty" if not hand else holds
        return Illegal(rule_ids.KNOWN_HAND, f"{what} is not in the hand of {who}{holds}")
    if trial.loose()[card] < 1:
        return Illegal(rule_ids.COPIES, f"every copy of {what} is known to be elsewhere")
    return None


def show(trial: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown and stays there."""
    refusal = refuse_held(trial, seat, card) or hidden_cards.show(trial, seat, card)
    if refusal:
        return refusal
    hand = list(trial.players[seat].hand)
    same = [at for at, (held, known) in enumerate(hand) if held == card and known != EVERYBODY]
    same = same or [at for at, (held, _) in enumerate(hand) if held == UNKNOWN]
    if same:
        hand[same[0]] = (card, EVERYBODY)
    trial.change_player(seat, hand=tuple(hand))
    return None
