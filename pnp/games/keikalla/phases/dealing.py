"""The digital deal: what a card does that the table deals for the question on top. In: a Trial and a deal. Out: the
Trial further on, or a refusal.

Only the draw, the pick and the die are the table's; who decides whether to draw is the player.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVE, VENUE, kind_of
from pnp.games.keikalla.moves import Deal
from pnp.games.keikalla.phases.draws import hamper_window, must_lie_open, one_movement, receive_action
from pnp.games.keikalla.phases.flow import ALL_AT_ONCE
from pnp.games.keikalla.phases.played_cards import song_found
from pnp.games.keikalla.phases.stashes import looked
from pnp.games.keikalla.phases.stored_cards import is_last_of_gap, offer_store
from pnp.games.keikalla.phases.travel import picked_from_deck
from pnp.games.keikalla.phases.warn_cards import receive
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import Ask, Cards, Hand
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.words import STORE
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def deal_card(d: Trial, move: Deal) -> None:
    """`table: deal anna road_2`: the card that the question on top waits for."""
    ask = d.s.ask
    assert ask is not None
    seat, cards = ask.seat, move.cards
    if move.to != seat:
        d.bar(rule_ids.ONE_BY_ONE, f"the next card is for {d.name(seat)}")
    want = ask.count if ask.id in ALL_AT_ONCE else 1
    if len(cards) != want:
        d.bar(rule_ids.ONE_BY_ONE, f"{d.name(seat)} gets {want} card{'s' * (want > 1)}, not {len(cards)}")
    for card in cards:
        if card != UNKNOWN and ask.pile in d.s.piles:
            d.of_pile(card, ask.pile)
    hidden = move.open == STORE and cards == (UNKNOWN,) and _stores(d, seat)  # as the others are told it
    if move.open != (STORE if hidden else openness(d, ask, cards)):
        d.bar(rule_ids.SECRET, "open=yes is said of a card that all see, open=store of one that may be stored")
    if ask.pile == VENUE:
        _deal_dates(d, ask, cards)
    elif ask.id in ("KEI-05", "KEI-10"):
        d.pop()
        for card in cards:
            d.deal(ask.pile, seat, MOVE, card)
        d.note(rule_ids.MOVEMENT_DEAL, f"{want} cards to {d.name(seat)}")
    elif ask.id in ("KEI-Q11", "KEI-Q18"):
        _deal_movement(d, ask, cards[0], move.open == STORE)
    elif ask.id == "KEI-Q23":
        _deal_action(d, ask, cards[0], move.open)
    elif ask.id == "KEI-Q29d":
        d.pop()
        for card in cards:
            d.take_off(ask.pile, card)
        d.set(offer=Hand(cards))
        d.note(rule_ids.GUEST_STAR, f"{want} cards to choose from")
    elif ask.id == "KEI-Q34d":
        song_found(d, seat, kind_of(cards[0]))
    elif ask.id == "KEI-Q21d":
        looked(d, seat, cards[0])
    else:
        d.pop()
        receive(d, seat, cards[0], ask.pile)
        picked_from_deck(d, seat, cards[0])


def openness(d: Trial, ask: Ask, cards: Cards) -> str:
    """Who sees what is dealt: all (`yes`), its player, who may store it (`store`), or its player alone."""
    if not any(is_open(d, ask, card) for card in cards):
        return ""
    draws = ask.id in ("KEI-Q11", "KEI-Q18", "KEI-Q23")
    return STORE if draws and kind_of(cards[0]) in d.data.harmful and _stores(d, ask.seat) else "yes"


def is_open(d: Trial, ask: Ask, card: str) -> bool:
    """Everybody sees this card when it is dealt (KEI-H01, KEI-H02)."""
    data, kind = d.data, kind_of(card)
    if card == UNKNOWN or ask.pile == VENUE or ask.id in ALL_AT_ONCE:
        return False
    if ask.id == "KEI-Q21d":
        found = next((one for one in d.s.stashes if one.id == ask.card), None)
        return data.like(kind) == Card.GROUPIE and found is not None and found.by != ask.seat and not found.rider
    if ask.id in ("KEI-Q09d", "KEI-Q34d"):
        return True
    if ask.id != "KEI-Q23":
        return kind in data.warns
    if kind in data.achievements:
        return must_lie_open(d, ask.seat, kind)
    decoy = data.like(kind) == Card.GROUPIE and data.switches["decoy_groupie_optional"]
    return kind in data.at_once and not decoy


def _deal_movement(d: Trial, ask: Ask, card: str, may_store: bool) -> None:
    seat = ask.seat
    if may_store:
        if ask.id == "KEI-Q11":
            d.count(ask.count - 1)
        offer_store(d, seat, card, ask.pile)
    else:
        one_movement(d, seat, card, seen=False)
    hamper_window(d, seat, MOVE)


def _stores(d: Trial, seat: Seat) -> bool:
    return bool(d.data.switches["hampering"]) and is_last_of_gap(d.s, seat)


def _deal_action(d: Trial, ask: Ask, card: str, opened: str) -> None:
    seat = ask.seat
    d.pop()
    d.turn(drawn=d.s.turn.drawn + 1)
    if opened == STORE:
        offer_store(d, seat, card, ask.pile)
    elif opened:
        receive_action(d, seat, card, ask.pile)
    else:
        d.deal(ask.pile, seat, ACTION, card)
        d.turn(fresh=card)
        d.note(rule_ids.SECRET, f"{d.name(seat)} alone sees it")
    hamper_window(d, seat, ACTION)


def _deal_dates(d: Trial, ask: Ask, cards: tuple[str, ...]) -> None:
    seat, data = ask.seat, d.data
    towns = []
    for card in cards:
        if card != UNKNOWN:
            face = data.faces.get(card)
            if face is None or face.pile != VENUE:
                d.bar(rule_ids.COUNT, f"{data.label(card)} is no Venue card")
            towns.append(face.town)
            d.sees(card)
        else:
            towns.append(UNKNOWN)
    d.pop()
    there = d.s.piles[VENUE]
    d.resize(VENUE, -min(len(cards), there))
    player = d.player(seat)
    if ask.id == "KEI-Q35d":
        known = UNKNOWN not in towns
        d.put(seat, dates=1, order=tuple(towns) if known else (), swapped=True)
        d.tell(rule_ids.EMPTY_CALENDAR, f"the calendar was empty: {d.name(seat)} has a date again")
        return
    d.put(seat, venues=(*player.venues, *towns))
    d.note(rule_ids.TOUR_DEAL, f"{len(cards)} Venue cards to {d.name(seat)}")
