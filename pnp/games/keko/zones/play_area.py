"""The play area: cards come, go and change sides. In: a trial. Out: the trial, with the abilities that see it queued.

Invariant: one Location at most, one Transportation for each player; a card that leaves loses counters and tokens.
"""

from __future__ import annotations

from pnp.games.keko import triggers
from pnp.games.keko.game_data import ITEM, LOCATION, TRANSPORTATION, CardData
from pnp.games.keko.state import NOBODY, InPlay
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import AddCounters
from pnp.games.keko.zones import piles
from pnp.referee.seat import Seat

DISCARD_PILE, HAND, DECK, ASIDE = "discard", "hand", "deck", "aside"


def put_away(t: Trial, card: InPlay, to: str = DISCARD_PILE, silent: bool = False, successor: str = "") -> None:
    """A card leaves play (KEK-40), for another one that takes its place (`successor`) or for none.

    silent: its leaves_play ability does not happen (14.8)
    """
    label = t.label(card)
    t.play = [other for other in t.play if other.serial != card.serial]
    because = "leaves_for_successor" if successor else f"leaves_to_{to}"
    t.announce("KEK-40", because, card=label, seat=card.controller, successor=successor)
    if to == DISCARD_PILE:
        t.discard.append(card.card)
    elif to == HAND:
        piles.take_open(t, card.controller, card.card)
    elif to == DECK:
        piles.shuffle(t, [card.card])
        piles.note_stock(t)
    else:
        t.out_of_game = (*t.out_of_game, card.card)
    if not silent:
        triggers.queue_left_play(t, card)


def arrive(t: Trial, card: str, seat: Seat) -> InPlay:
    """A card comes into play, put there by a seat; what it replaces leaves just before (KEK-31, KEK-32, KEK-41)."""
    card_data = t.data.cards[card]
    controller = NOBODY if card_data.type == LOCATION else seat
    if card_data.type == LOCATION and t.location:
        t.note("KEK-31", "makes_room_for", card=t.data.label(t.location.card), successor=card_data.label)
        replaced(t, t.location, card_data)
    for old in t.cards_of_type(seat, TRANSPORTATION) if card_data.type == TRANSPORTATION else ():
        t.note("KEK-32", "makes_room_for", card=t.data.label(old.card), successor=card_data.label)
        replaced(t, old, card_data)
    t.last_serial += 1
    new = InPlay(
        serial=t.last_serial,
        card=card,
        copy=t.next_copy(card),
        controller=controller,
        put_by=seat,
        counters=counters_of(t, card),
    )
    t.play.append(new)
    t.announce("KEK-38", "arrives" if controller >= 0 else "arrives_for_all", card=t.label(new), seat=seat)
    if new.counters:
        t.announce("KEK-42", "put_counters_on", count=new.counters, card=t.label(new))
    return new


def replaced(t: Trial, card: InPlay, by: CardData) -> None:
    """A card leaves because another takes its place."""
    t.note("KEK-A25", "leaves_before_arrival", card=t.data.label(card.card))
    put_away(t, card, successor=by.label)


def counters_of(t: Trial, card: str) -> int:
    """The counters that a card comes into play with (KEK-42)."""
    card_data = t.data.cards[card]
    return sum(
        effect.amount
        for number in card_data.ability_numbers("enters_with")
        for effect in card_data.abilities[number].do
        if isinstance(effect, AddCounters) and isinstance(effect.amount, int)
    )


def needs_room(t: Trial, seat: Seat, card: str) -> bool:
    """An Item of the seat must go before this one may come (KEK-33)."""
    return t.data.cards[card].type == ITEM and len(t.cards_of_type(seat, ITEM)) >= t.item_limit(seat)


def make_room(t: Trial, seat: Seat, serial: int) -> None:
    """An own Item is discarded for another one (KEK-33, KEK-41)."""
    item = t.find(serial)
    if item is not None:
        t.note("KEK-33", "makes_room", card=t.label(item))
        t.note("KEK-41", "leaves_before_item", card=t.data.label(item.card))
        put_away(t, item)


def change_sides(t: Trial, card: InPlay, seat: Seat, back_to: Seat) -> None:
    """A card goes under another player's control, with counters and used marks (14.10)."""
    for old in t.cards_of_type(seat, TRANSPORTATION) if t.card_data(card).type == TRANSPORTATION else ():
        t.note("KEK-32", "makes_room", card=t.data.label(old.card))
        put_away(t, old, successor=t.label(card))
    t.change(card.serial, controller=seat, back_to=back_to)
    t.announce("KEK-A35", "changes_sides", card=t.label(card), seat=seat)


def give_back(t: Trial, only_of: Seat = NOBODY) -> None:
    """Borrowed cards go back after the last check of the turn (KEK-A29); `only_of`: those this seat has."""
    for card in list(t.play):
        if card.back_to == NOBODY or only_of not in (NOBODY, card.controller):
            continue
        owner = card.back_to
        t.announce("KEK-A29", "goes_back", card=t.label(card), seat=owner)
        if t.players[owner].alive:
            t.change(card.serial, controller=owner, back_to=NOBODY)
        else:
            put_away(t, card)


def surplus(t: Trial) -> tuple[Seat, list[InPlay], int] | None:
    """Who has more Items or Transportations than allowed, which, and how many are too many (14.8, step 4)."""
    if t.play == t.uncrowded:
        return None  # asked after every effect, and few of them change what lies in play
    held: dict[tuple[Seat, str], int] = {}
    cards, limited = t.data.cards, t.data.limited
    for card in [card for card in t.play if card.card in limited]:
        place = (card.controller, cards[card.card].type)
        held[place] = held.get(place, 0) + 1
    least = {ITEM: t.data.item_limit, TRANSPORTATION: 1}
    crowded = {seat for (seat, type_), count in held.items() if count > least[type_]}
    if not crowded:
        t.uncrowded = list(t.play)
        return None
    for seat in t.in_turn_order([seat for seat in t.living() if seat in crowded]):
        items = t.cards_of_type(seat, ITEM)
        over = len(items) - t.item_limit(seat)
        if over > 0:
            return seat, items, over
        rides = t.cards_of_type(seat, TRANSPORTATION)
        if len(rides) > 1:
            return seat, rides, len(rides) - 1
    return None
