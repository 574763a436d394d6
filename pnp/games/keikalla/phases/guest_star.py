"""The Guest Star: one of three Action cards is kept instead of a draw (KEI-66, KEI-176).

In: a Trial and the choice. Out: the changed Trial, or a refusal. Invariant: what is not kept is shuffled back.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keikalla.game_data import ACTION, ACTION_2, kind_of
from pnp.games.keikalla.held import shown_at_once
from pnp.games.keikalla.moves import Deal, Keep
from pnp.games.keikalla.phases.draws import apply_table_card, check_kept, must_lie_open, receive_action
from pnp.games.keikalla.phases.flow import cards_to_reshuffle, open_decks, require_shuffle
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import Hand, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import Decoy
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

GUEST_STAR = Question("KEI-Q29", "ask_guest_star", "KEI-176", shows_offer=True)
GUEST_STAR_CARDS = Question("KEI-Q29d", "ask_guest_star_cards", "KEI-66")


def invite_guest_star(t: Trial, seat: Seat) -> None:
    """Q29: the cards come from the larger of the open decks."""
    data = t.data
    decks = open_decks(t.state, t.player(seat))
    pile = max(decks, key=lambda name: t.state.piles[name])
    count = data.numbers["guest_star_cards"]
    t.announce("KEI-66", "draw_and_keep", count=count)
    t.ask(GUEST_STAR, seat, pile=pile)
    if data.is_digital:
        there = t.state.piles[pile] + len(cards_to_reshuffle(t.state, pile))
        t.ask(GUEST_STAR_CARDS, seat, min(count, there), pile=pile)
    elif t.state.piles[pile] < count and cards_to_reshuffle(t.state, pile):
        require_shuffle(t, pile)


def _keeps(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, offer = state.data, state.offer.cards
    if not data.is_digital:
        yield Keep(seat, UNKNOWN)
        yield from (Keep(seat, *card) for card in shown_at_once(state))
        return
    for card in dict.fromkeys(offer):
        if card != UNKNOWN:
            yield Keep(seat, UNKNOWN, card)
            yield Keep(seat, card)


@GUEST_STAR.answer(Keep, choices=lambda t, seat: list(_keeps(t.state, seat)))
def keep(t: Trial, move: Keep) -> None:
    """Q29: one of three is kept, two are shuffled back (KEI-66, KEI-176)."""
    seat, data, pile = move.seat, t.data, t.pop().pile
    t.change_turn(guest=True, drawn=t.state.turn.limit, shield=0)  # what is kept by choice is not avoided (KEI-176)
    if data.is_digital:
        _keep_dealt(t, move, pile)
    else:
        receive_action(t, seat, move.card, pile)
        t.update_knowledge(lambda known: known.shuffle((), pile))
    t.announce("KEI-176", "shuffle_others")


def _keep_dealt(t: Trial, move: Keep, pile: str) -> None:
    seat, data, offer = move.seat, t.data, list(t.state.offer.cards)
    card = move.which or move.card
    secret = move.card == UNKNOWN
    if card not in offer and UNKNOWN not in offer:
        t.bar("KEI-176", "none_of_three")
    if secret and card == UNKNOWN and UNKNOWN not in offer:
        t.bar("KEI-176", "say_which_is_kept")
    if secret and kind_of(card) in data.at_once and not data.does(card, Decoy):
        t.bar("KEI-62", "must_be_tabled", card=card, line=f"keep {kind_of(card)}")
    if secret and must_lie_open(t, seat, kind_of(card)):
        t.bar("KEI-V41", "shown_when_received", line=f"keep {card}")
    offer.remove(card if card in offer else UNKNOWN)
    if card != UNKNOWN and UNKNOWN in t.state.offer.cards and card not in t.state.offer.cards:
        t.reveal(card)
    for other in offer:
        if other != UNKNOWN:
            t.hide(other)
    t.change(offer=Hand())
    t.resize_pile(pile, len(offer))
    _count_second(t, pile, tuple(offer))
    if secret:
        hand = t.hand(seat, ACTION)
        t.change_player(seat, action=Hand((*hand.cards, card), hand.shown))
        t.change_turn(just_drawn=card)
    elif kind_of(card) in data.achievements:
        check_kept(t, seat, kind_of(card))
        t.change_player(seat, laid=(*t.player(seat).laid, card))
    elif kind_of(card) in data.at_once:
        apply_table_card(t, seat, card)
    else:
        t.add_to_hand(seat, ACTION, card)


def _count_second(t: Trial, pile: str, cards: tuple[str, ...]) -> None:
    second = t.state.second_deck
    if pile == ACTION_2 and second is not None:
        for card in cards:
            second = {**second, kind_of(card): second.get(kind_of(card), 0) + 1}
        t.change(second_deck=second)


@GUEST_STAR_CARDS.drawn(at_once=True)
def deal_guest_star(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """The cards to choose from are dealt."""
    t.pop()
    for card in move.cards:
        t.take_top(question.pile, card)
    t.change(offer=Hand(move.cards))
    t.note("KEI-66", "to_choose_from", count=len(move.cards))
