"""Decks: cards turned up in the hiring area, shuffles, and investment cards drawn or looked at.

In: a trial and a move of the table. Out: what is refused, and what it does. Performers, personnel and
regions are single cards in plain sight; investment cards go into hands unseen (DR-191 to DR-197).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.games.drumroll.game_data import INVESTMENTS, PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Deal, Look, Pick, Shuffle
from pnp.games.drumroll.phases.deals import FILLS_AREA, SETUP, shuffle_due
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import (
    Cards,
    CardsDue,
    DeckSection,
    DrumRollState,
    OfferedCard,
    Pile,
    deck_size,
    investment_deck_size,
    missing,
    room_for_types,
    unseen_copies,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.message import Message
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

# the hiring area


def deal_area(t: Trial, move: Deal) -> None:
    """Cards are turned up in this order: each comes from its deck, and its kind is wanted (DR-081, DR-082, DR-191,
    DR-196).
    """
    state = t.state
    if state.phase not in FILLS_AREA:
        is_performer = state.data.decks.get(move.cards[0]) == PERFORMERS
        rule = "DR-082" if is_performer else "DR-081"
        refuse = t.refuse if state.cards_due is None else t.bar
        refuse(rule, "no_area_deal")
    for card in move.cards:
        _check_turned(t, card)
        turn_up(t, card)
    performers, personnel = missing(t.state)
    message = _STILL_MISSING[performers > 0, personnel > 0]
    t.note("DR-196", message, performers=performers, personnel=personnel)


# What is still to be turned up: performers, personnel.
_STILL_MISSING = {
    (False, False): "nothing_to_turn_up",
    (True, False): "performers_to_turn_up",
    (False, True): "personnel_to_turn_up",
    (True, True): "both_to_turn_up",
}


def _check_turned(t: Trial, card: str) -> None:
    state, data = t.state, t.state.data
    deck = data.decks.get(card, "")
    if deck not in (PERFORMERS, PERSONNEL):
        t.bar("DR-196", "no_area_card", card=card)
    is_performer = deck == PERFORMERS
    pile = state.performer_pile if is_performer else state.staff_pile
    if not any(card in part for part in pile):
        t.bar("DR-191", "not_in_deck", card=card, place=place_of(state, card))
    # At the set-up the area is complete when it is full, whatever a table likes.
    refuse = t.bar if state.phase == SETUP.id else t.refuse
    performers, personnel = missing(state)
    if not (performers if is_performer else personnel):
        what, rule = ("performers", "DR-082") if is_performer else ("personnel", "DR-081")
        refuse(rule, "area_complete", deck=what)
    if card not in next(part for part in pile if part):
        refuse("DR-197", "under_the_deck", card=card)


def place_of(state: DrumRollState, card: str) -> Message:
    """Where a single card lies, in words."""
    for seat, player in enumerate(state.players):
        if player.performer(card) or card in player.staff or card == player.region:
            return state.message("place_with", seat=seat)
    if any(offer.card == card for offer in (*state.performer_area, *state.staff_area)):
        return state.message("place_area")
    if card in state.performer_discards or card in state.staff_discards:
        return state.message("place_discards")
    if card == state.virtual:
        return state.message("place_virtual")
    dealt_in_secret = any(card in dealt for dealt in state.dealt_performers)
    return state.message("place_elsewhere" if dealt_in_secret else "place_deck")


def turn_up(t: Trial, card: str) -> None:
    """A card is turned up; one type too often goes to the discards (DR-007, DR-008)."""
    state = t.state
    data = state.data
    if data.decks[card] == PERSONNEL:
        t.set(staff_pile=_without(state.staff_pile, card), staff_area=(*state.staff_area, OfferedCard(card)))
        rule = "DR-005" if state.phase == SETUP.id else "DR-081"
        t.note(rule, "lies_in_area", card=card)
        return
    fits = room_for_types(state)[data.performers[card].type]
    t.set(performer_pile=_without(state.performer_pile, card))
    if fits:
        t.set(performer_area=(*state.performer_area, OfferedCard(card)))
        rule = "DR-006" if state.phase == SETUP.id else "DR-082"
        t.note(rule, "lies_in_area", card=card)
    else:
        t.set(performer_discards=(*state.performer_discards, card))
        rule = "DR-008" if data.numbers.same_type == 1 else "DR-007"
        word = data.types[data.performers[card].type]
        t.announce(rule, "type_again", card=card, type=word)


def note_empty_spaces(t: Trial) -> None:
    """Say why the area is not full though nothing more is dealt (DR-009, DR-086)."""
    state = t.state
    if len(state.performer_area) < state.data.numbers.performers:
        t.announce("DR-009", "no_fitting_performer")
    if len(state.staff_area) < state.data.numbers.personnel:
        t.announce("DR-086", "no_personnel_left")


def _without(pile: Pile, card: str) -> Pile:
    return tuple(rest for part in pile if (rest := part - {card}))


# shuffles


def _decks(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    """What holds everything up stands first."""
    decks = (PERFORMERS, PERSONNEL, INVESTMENTS)
    yield from (Shuffle(TABLE, deck) for deck in sorted(decks, key=lambda deck: deck != state.deck_to_shuffle))


SHUFFLE = Question(
    "SHUFFLE",
    "DR-197",
    lambda state, seat: state.message("shuffle_discards", deck=state.deck_to_shuffle),
    offers=_decks,
    chance=True,
)


@SHUFFLE.answer(Shuffle)
def shuffle(t: Trial, move: Shuffle) -> None:
    """Discards go under the rest of their deck when a card is needed and the deck is too short; people who find the
    investment deck empty need not wait for that (DR-182, DR-197).
    """
    state, deck = t.state, move.deck
    first, second, third = state.shuffles
    discards = {
        PERFORMERS: state.performer_discards, PERSONNEL: state.staff_discards, INVESTMENTS: state.investment_discards,
    }[deck]  # fmt: skip
    wanted, left = _needed(state, deck)
    if left >= wanted:
        t.refuse("DR-197", "deck_suffices" if left else "no_card_needed", deck=deck, count=left)
    if not discards:
        t.bar("DR-197", "nothing_to_shuffle", deck=deck)
    t.agreed()
    if deck == INVESTMENTS:
        section = DeckSection(len(discards), tuple(sorted(discards)))
        t.set(investment_discards=(), investment_pile=(*state.investment_pile, section))
        t.set(shuffles=(first, second, third + 1))
        if state.knowledge is not None:
            t.set(knowledge=state.knowledge.lay(discards))
    elif deck == PERFORMERS:
        pile = (*state.performer_pile, frozenset(discards))
        t.set(performer_discards=(), performer_pile=pile, shuffles=(first + 1, second, third))
    else:
        pile = (*state.staff_pile, frozenset(discards))
        t.set(staff_discards=(), staff_pile=pile, shuffles=(first, second + 1, third))
    t.announce("DR-182", "discards_shuffled", deck=deck)
    t.note("DR-197", "under_the_rest")


def _needed(state: DrumRollState, deck: str) -> tuple[int, int]:
    """How many cards of a deck are needed now, and how many are left in it."""
    if deck == INVESTMENTS:
        wanted = state.cards_due.count if state.cards_due and not state.looked_at else 1
        return wanted, investment_deck_size(state.investment_pile)
    if state.phase not in FILLS_AREA:
        return 0, 0
    performers, personnel = missing(state)
    if deck == PERFORMERS:
        return performers, deck_size(state.performer_pile)
    return personnel, deck_size(state.staff_pile)


# investment cards


def _cards_due(state: DrumRollState, seat: Seat) -> str:
    due = state.cards_due
    assert due is not None
    return state.message("show_investments" if due.looks else "deal_investments", count=due.count, seat=due.seat)


def _any_investment(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    due = state.cards_due
    if due is not None and not due.looks:
        yield from (Deal(TABLE, due.seat, (card,)) for card in state.data.investments)


def _looked_at(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    yield from (Pick(seat, card) for card in dict.fromkeys(state.looked_at) if card != UNKNOWN)


DRAW = Question("DRAW", "DR-054", _cards_due, offers=_any_investment, chance=True)
LOOK = Question("LOOK", "DR-172", _cards_due, chance=True)
PICK = Question(
    "PICK",
    "DR-172",
    "pick_one",
    whom=lambda state: () if state.cards_due is None else (state.cards_due.seat,),
    offers=_looked_at,
)


def request_cards(t: Trial, due: CardsDue) -> None:
    """A seat draws, or looks at cards and keeps one; with real cards that is done at once, if the deck suffices."""
    t.set(cards_due=due)
    settle_cards_due(t)


def settle_cards_due(t: Trial) -> None:
    """Draw the cards due where nobody has to deal or shuffle for it."""
    state = t.state
    due = state.cards_due
    if due is None or state.looked_at or shuffle_due(state):
        return
    count = min(due.count, investment_deck_size(state.investment_pile))
    if not count:
        t.announce("DR-060", "nothing_drawn")
        t.set(cards_due=None)
        return
    if state.data.is_digital:
        if count < due.count:
            t.set(cards_due=replace(due, count=count))
        return
    hand: object = due.seat
    knowledge = state.knowledge
    if knowledge is not None and not due.looks:
        t.set(knowledge=knowledge.draw(hand, count))
    elif knowledge is not None:
        seen = ("looked_at", hand)
        # Which card is kept and how the others go under the deck nobody else knows (DR-165, DR-192).
        t.set(knowledge=knowledge.draw(seen, count).bury(seen, count - 1).transfer(seen, hand, 1))
    _take_from_pile(t, (UNKNOWN,) * count)
    if count > 1:
        t.set(investment_pile=(*t.state.investment_pile, DeckSection(count - 1)))
    _into_hand(t, UNKNOWN, count)


def _into_hand(t: Trial, card: str, looked: int) -> None:
    state = t.state
    due = state.cards_due
    assert due is not None
    seat = due.seat
    player = state.players[seat]
    t.change_player(seat, hand=(*player.hand, card))
    t.set(cards_due=None, looked_at=())
    if due.looks:
        t.announce("DR-172", "keeps_one", seat=seat, count=looked)
        t.note("DR-173", "holds_of", seat=seat, held=len(player.hand) + 1, limit=player.limit)
    else:
        t.announce("DR-054", "draws_one", seat=seat)
    if card == UNKNOWN:
        t.note("DR-192", "holder_knows")
    if len(player.hand) + 1 > player.limit:
        t.announce("DR-162", "too_many_held", seat=seat, held=len(player.hand) + 1, limit=player.limit)
        t.note("DR-195", "only_goes_on", seat=seat)


def _take_from_pile(t: Trial, cards: Cards) -> None:
    sections = list(t.state.investment_pile)
    for card in cards:
        top = sections[0]
        known = () if card == UNKNOWN else _less(top.cards, card)
        sections[0] = DeckSection(top.size - 1, known)
        if not sections[0].size:
            del sections[0]
    t.set(investment_pile=tuple(sections))


def _less(cards: Cards, card: str) -> Cards:
    at = cards.index(card) if card in cards else -1
    return cards[:at] + cards[at + 1 :] if at >= 0 else ()


@DRAW.answer(Deal)
def deal_drawn(t: Trial, move: Deal) -> None:
    """`table: deal ben income4` after `ben: invest`, by the app that holds the deck (DR-054, DR-192)."""
    state, due = t.state, t.state.cards_due
    if not state.data.is_digital:
        t.bar("DR-192", "drawn_by_hand")
    if due is None or due.looks or due.seat != move.to:
        t.bar("DR-054", "no_card_due", seat=move.to)
    _draw(t, due, move.cards, "DR-054")
    _into_hand(t, move.cards[0], 1)


@LOOK.answer(Look)
def look(t: Trial, move: Look) -> None:
    """`table: look ben fire trailer` after a looking benefit: the cards lie before the seat (DR-172, DR-192)."""
    state, due = t.state, t.state.cards_due
    if move.to == TABLE:
        t.bar(REF_SEAT, "seat_looks")
    if not state.data.is_digital:
        t.bar("DR-192", "looked_by_hand")
    if due is None or not due.looks or due.seat != move.to or state.looked_at:
        t.bar("DR-172", "nothing_to_look_at", seat=move.to)
    _draw(t, due, move.cards, "DR-172")
    t.set(looked_at=move.cards)
    t.note("DR-172", "looks_at", seat=move.to, count=len(move.cards))


def _draw(t: Trial, due: CardsDue, cards: Cards, rule: str) -> None:
    """The cards due come off the deck one by one, where each may lie on top."""
    state = t.state
    if shuffle_due(state):
        t.bar("DR-197", "shuffle_deck_first")
    if len(cards) != due.count:
        t.bar(rule, "wrong_count", seat=due.seat, due=due.count, count=len(cards))
    for card in cards:
        if card != UNKNOWN:
            if state.data.decks.get(card) != INVESTMENTS:
                t.bar(rule, "no_investment", cards=card)
            top = t.state.investment_pile[0]
            left = unseen_copies(state, card) - cards.count(card) + 1
            if left <= 0 or (top.cards and card not in top.cards):
                t.bar("DR-191", "not_on_top", card=card)
        _take_from_pile(t, (card,))


@PICK.answer(Pick)
def pick(t: Trial, move: Pick) -> None:
    """One of the cards looked at is kept, the rest goes under the deck (DR-165, DR-172)."""
    state, due, looked = t.state, t.state.cards_due, t.state.looked_at
    if due is None or not looked or due.seat != move.seat:
        rule = "DR-172" if state.data.is_digital else "DR-192"
        t.bar(rule, "looks_at_none", seat=move.seat)
    if move.card != UNKNOWN and move.card not in looked and UNKNOWN not in looked:
        t.bar("DR-172", "none_of_looked_at", card=move.card)
    t.agreed()
    at = looked.index(move.card) if move.card in looked else 0
    rest = looked[:at] + looked[at + 1 :]
    if rest:
        known = () if UNKNOWN in rest or move.card == UNKNOWN else tuple(sorted(rest))
        t.set(investment_pile=(*t.state.investment_pile, DeckSection(len(rest), known)))
    _into_hand(t, move.card, len(looked))
