"""The digital deal: the effects of a card that the table deals for the question on top.

In: a Trial and a deal. Out: the changed Trial, or a refusal. Invariant: the table only draws, picks and rolls; the
player decides whether to draw.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVE, VENUE, kind_of
from pnp.games.keikalla.moves import Deal
from pnp.games.keikalla.params import STORE
from pnp.games.keikalla.phases.draws import hamper_window, must_lie_open, one_movement, receive_action
from pnp.games.keikalla.phases.flow import ALL_AT_ONCE
from pnp.games.keikalla.phases.played_cards import song_found
from pnp.games.keikalla.phases.stashes import see_stash
from pnp.games.keikalla.phases.stored_cards import is_far_behind, offer_store
from pnp.games.keikalla.phases.travel import picked_from_deck
from pnp.games.keikalla.phases.warn_cards import receive
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import Cards, Hand, Question
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def deal_card(t: Trial, move: Deal) -> None:
    """`table: deal anna road_2`: the card that the question on top waits for."""
    question = t.state.question
    assert question is not None
    seat, cards = question.seat, move.cards
    if move.to != seat:
        t.reject(rule_ids.ONE_BY_ONE, f"the next card is for {t.name(seat)}")
    want = question.count if question.id in ALL_AT_ONCE else 1
    if len(cards) != want:
        t.reject(rule_ids.ONE_BY_ONE, f"{t.name(seat)} gets {want} card{'s' * (want > 1)}, not {len(cards)}")
    for card in cards:
        if card != UNKNOWN and question.pile in t.state.piles:
            t.check_pile(card, question.pile)
    hidden = move.open == STORE and cards == (UNKNOWN,) and _stores(t, seat)  # as the others see it
    if move.open != (STORE if hidden else openness(t, question, cards)):
        t.reject(rule_ids.SECRET, "open=yes is said of a card that all see, open=store of one that may be stored")
    if question.pile == VENUE:
        _deal_dates(t, question, cards)
    elif question.id in ("KEI-05", "KEI-10"):
        t.pop()
        for card in cards:
            t.deal(question.pile, seat, MOVE, card)
        t.note(rule_ids.MOVEMENT_DEAL, f"{want} cards to {t.name(seat)}")
    elif question.id in ("KEI-Q11", "KEI-Q18"):
        _deal_movement(t, question, cards[0], move.open == STORE)
    elif question.id == "KEI-Q23":
        _deal_action(t, question, cards[0], move.open)
    elif question.id == "KEI-Q29d":
        t.pop()
        for card in cards:
            t.take_top(question.pile, card)
        t.change(offer=Hand(cards))
        t.note(rule_ids.GUEST_STAR, f"{want} cards to choose from")
    elif question.id == "KEI-Q34d":
        song_found(t, seat, kind_of(cards[0]))
    elif question.id == "KEI-Q21d":
        see_stash(t, seat, cards[0])
    else:
        t.pop()
        receive(t, seat, cards[0], question.pile)
        picked_from_deck(t, seat, cards[0])


def openness(t: Trial, question: Question, cards: Cards) -> str:
    """Who sees what is dealt: all (`yes`), its player, who may store it (`store`), or its player alone."""
    if not any(is_open(t, question, card) for card in cards):
        return ""
    draws = question.id in ("KEI-Q11", "KEI-Q18", "KEI-Q23")
    return STORE if draws and kind_of(cards[0]) in t.data.harmful and _stores(t, question.seat) else "yes"


def is_open(t: Trial, question: Question, card: str) -> bool:
    """Everybody sees this card when it is dealt (KEI-H01, KEI-H02)."""
    data, kind = t.data, kind_of(card)
    if card == UNKNOWN or question.pile == VENUE or question.id in ALL_AT_ONCE:
        return False
    if question.id == "KEI-Q21d":
        found = next((one for one in t.state.stashes if one.id == question.card), None)
        return data.like(kind) == Card.GROUPIE and found is not None and found.by != question.seat and not found.rider
    if question.id in ("KEI-Q09d", "KEI-Q34d"):
        return True
    if question.id != "KEI-Q23":
        return kind in data.warns
    if kind in data.achievements:
        return must_lie_open(t, question.seat, kind)
    decoy = data.like(kind) == Card.GROUPIE and data.switches["decoy_groupie_optional"]
    return kind in data.at_once and not decoy


def _deal_movement(t: Trial, question: Question, card: str, may_store: bool) -> None:
    seat = question.seat
    if may_store:
        if question.id == "KEI-Q11":
            t.set_count(question.count - 1)
        offer_store(t, seat, card, question.pile)
    else:
        one_movement(t, seat, card, seen=False)
    hamper_window(t, seat, MOVE)


def _stores(t: Trial, seat: Seat) -> bool:
    return bool(t.data.switches["hampering"]) and is_far_behind(t.state, seat)


def _deal_action(t: Trial, question: Question, card: str, opened: str) -> None:
    seat = question.seat
    t.pop()
    t.change_turn(drawn=t.state.turn.drawn + 1)
    if opened == STORE:
        offer_store(t, seat, card, question.pile)
    elif opened:
        receive_action(t, seat, card, question.pile)
    else:
        t.deal(question.pile, seat, ACTION, card)
        t.change_turn(just_drawn=card)
        t.note(rule_ids.SECRET, f"{t.name(seat)} alone sees it")
    hamper_window(t, seat, ACTION)


def _deal_dates(t: Trial, question: Question, cards: tuple[str, ...]) -> None:
    seat, data = question.seat, t.data
    towns = []
    for card in cards:
        if card != UNKNOWN:
            card_data = data.cards.get(card)
            if card_data is None or card_data.pile != VENUE:
                t.reject(rule_ids.COUNT, f"{data.label(card)} is no Venue card")
            towns.append(card_data.town)
            t.reveal(card)
        else:
            towns.append(UNKNOWN)
    t.pop()
    there = t.state.piles[VENUE]
    t.resize_pile(VENUE, -min(len(cards), there))
    player = t.player(seat)
    if question.id == "KEI-Q35d":
        known = UNKNOWN not in towns
        t.change_player(seat, dates=1, order=tuple(towns) if known else (), swapped=True)
        t.announce(rule_ids.EMPTY_CALENDAR, f"the calendar was empty: {t.name(seat)} has a date again")
        return
    t.change_player(seat, venues=(*player.venues, *towns))
    t.note(rule_ids.TOUR_DEAL, f"{len(cards)} Venue cards to {t.name(seat)}")
