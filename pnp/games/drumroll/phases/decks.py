"""Decks: cards turned up in the hiring area, shuffles, and investment cards drawn or looked at.

In: a state and a move of the table. Out: why it is refused, or what it does to a trial. Performers, personnel and
regions are single cards in plain sight; investment cards go into hands unseen (DR-191 to DR-197).
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import INVESTMENTS, PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Deal, Look, Pick, Shuffle
from pnp.games.drumroll.state import (
    Cards,
    CardsDue,
    DeckSection,
    DrumRollState,
    OfferedCard,
    Phase,
    Pile,
    deck_size,
    investment_deck_size,
    missing,
    room_for_types,
    shuffle_due,
    unseen_copies,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal

# the hiring area


def refuse_area(state: DrumRollState, cards: Cards) -> Illegal | None:
    """Cards turned up must come from their decks, and their kind must be wanted (DR-081, DR-082, DR-191)."""
    data = state.data
    if state.phase not in (Phase.SETUP, Phase.REFILL):
        rule = rule_ids.REFILL_PERFORMERS if data.decks.get(cards[0]) == PERFORMERS else rule_ids.REFILL_PERSONNEL
        return Illegal(rule, "no cards are dealt to the hiring area now")
    t = Trial(state)
    for card in cards:
        refusal = _refuse_turned(t.state, card)
        if refusal:
            return refusal
        turn_up(t, card)
    return None


def _refuse_turned(state: DrumRollState, card: str) -> Illegal | None:
    data = state.data
    deck, label = data.decks.get(card, ""), data.label(card)
    if deck not in (PERFORMERS, PERSONNEL):
        return Illegal(rule_ids.TURNED_UP, f"{label} is no card of the hiring area")
    is_performer = deck == PERFORMERS
    pile = state.performer_pile if is_performer else state.staff_pile
    if not any(card in part for part in pile):
        return Illegal(rule_ids.ELSEWHERE, f"{label} is {place_of(state, card)}, not in the deck")
    performers, personnel = missing(state)
    if not (performers if is_performer else personnel):
        what, rule = (
            ("performers", rule_ids.REFILL_PERFORMERS) if is_performer else ("personnel", rule_ids.REFILL_PERSONNEL)
        )
        return Illegal(rule, f"the {what} of the hiring area are complete")
    if card not in next(part for part in pile if part):
        return Illegal(rule_ids.SHUFFLE, f"{label} was shuffled in under cards that still lie in the deck")
    return None


def place_of(state: DrumRollState, card: str) -> str:
    """Where a single card lies, in words."""
    for seat, player in enumerate(state.players):
        if player.performer(card) or card in player.staff or card == player.region:
            return f"with {state.name(seat)}"
    if any(offer.card == card for offer in (*state.performer_area, *state.staff_area)):
        return "in the hiring area"
    if card in state.performer_discards or card in state.staff_discards:
        return "among the discards"
    if card == state.virtual:
        return "the third player's"
    return "elsewhere" if any(card in dealt for dealt in state.dealt_performers) else "in the deck"


def turn_up(t: Trial, card: str) -> None:
    """A card is turned up; one type too often goes to the discards (DR-007, DR-008)."""
    state = t.state
    data = state.data
    if data.decks[card] == PERSONNEL:
        t.set(staff_pile=_without(state.staff_pile, card), staff_area=(*state.staff_area, OfferedCard(card)))
        rule = rule_ids.AREA_PERSONNEL if state.phase == Phase.SETUP else rule_ids.REFILL_PERSONNEL
        t.note(rule, f"{data.label(card)} lies in the hiring area")
        return
    fits = room_for_types(state)[data.performers[card].type]
    t.set(performer_pile=_without(state.performer_pile, card))
    if fits:
        t.set(performer_area=(*state.performer_area, OfferedCard(card)))
        rule = rule_ids.AREA_PERFORMERS if state.phase == Phase.SETUP else rule_ids.REFILL_PERFORMERS
        t.note(rule, f"{data.label(card)} lies in the hiring area")
    else:
        t.set(performer_discards=(*state.performer_discards, card))
        if t.notes is not None:
            strict = data.numbers.same_type == 1
            word = data.types[data.performers[card].type]
            because = f"{data.label(card)} is discarded (type {word} again)"
            t.announce(rule_ids.TYPE_LIMIT_TWO if strict else rule_ids.TYPE_LIMIT, because)


def deal_area(t: Trial, move: Deal) -> None:
    """Cards turned up in this order (DR-196)."""
    for card in move.cards:
        turn_up(t, card)
    if t.notes is None:
        return
    performers, personnel = missing(t.state)
    lacks = [f"{count} {what}" for count, what in ((performers, "performers"), (personnel, "personnel")) if count]
    t.note(rule_ids.TURNED_UP, f"still to be turned up: {', '.join(lacks) or 'nothing'}")


def note_empty_spaces(t: Trial) -> None:
    """Say why the area is not full though nothing more is dealt (DR-009, DR-086)."""
    state = t.state
    if len(state.performer_area) < state.data.numbers.performers:
        t.announce(rule_ids.NO_FITTING, "no performer is left whose type fits, so a place stays empty")
    if len(state.staff_area) < state.data.numbers.personnel:
        t.announce(rule_ids.STAYS_EMPTY, "no personnel card is left, so a place stays empty")


def _without(pile: Pile, card: str) -> Pile:
    return tuple(rest for part in pile if (rest := part - {card}))


# shuffles


def refuse_shuffle(state: DrumRollState, move: Shuffle) -> Illegal | None:
    """Discards are shuffled when a card is needed and the deck is too short; people who find the investment deck empty
    need not wait for that (DR-182, DR-197).
    """
    wanted, left, discards = 0, 0, 0
    if move.deck == INVESTMENTS:
        discards, left = len(state.investment_discards), investment_deck_size(state.investment_pile)
        wanted = state.cards_due.count if state.cards_due and not state.looked_at else 1
    elif state.phase in (Phase.SETUP, Phase.REFILL):
        performers, personnel = missing(state)
        if move.deck == PERFORMERS:
            wanted, left, discards = performers, deck_size(state.performer_pile), len(state.performer_discards)
        else:
            wanted, left, discards = personnel, deck_size(state.staff_pile), len(state.staff_discards)
    if left >= wanted:
        because = f"the deck of {move.deck} has {left}" if left else f"no card of the {move.deck} is needed now"
        return Illegal(rule_ids.SHUFFLE, because)
    return None if discards else Illegal(rule_ids.SHUFFLE, f"there are no {move.deck} to shuffle")


def shuffle(t: Trial, move: Shuffle) -> None:
    """The discards go under the rest of their deck (DR-182, DR-197)."""
    state = t.state
    first, second, third = state.shuffles
    if move.deck == INVESTMENTS:
        discards = state.investment_discards
        section = DeckSection(len(discards), tuple(sorted(discards)))
        t.set(investment_discards=(), investment_pile=(*state.investment_pile, section))
        t.set(shuffles=(first, second, third + 1))
        if state.knowledge is not None:
            t.set(knowledge=state.knowledge.lay(discards))
    elif move.deck == PERFORMERS:
        pile = (*state.performer_pile, frozenset(state.performer_discards))
        t.set(performer_discards=(), performer_pile=pile, shuffles=(first + 1, second, third))
    else:
        pile = (*state.staff_pile, frozenset(state.staff_discards))
        t.set(staff_discards=(), staff_pile=pile, shuffles=(first, second + 1, third))
    t.announce(rule_ids.EMPTY_DECK, f"the deck of {move.deck} did not suffice, so its discards are shuffled")
    t.note(rule_ids.SHUFFLE, "they lie under what was left of it")


# investment cards


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
        t.announce(rule_ids.NO_INVESTMENTS, "no investment card is left: nothing is drawn")
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
        seen = ("looked at", hand)
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
    if t.notes is None:
        return
    who = state.name(seat)
    if due.looks:
        t.announce(rule_ids.LOOK, f"{who} looks at {looked}, keeps 1; the others go under the deck")
        t.note(rule_ids.KEPT_COUNTS, f"{who} holds {len(player.hand) + 1} of at most {player.limit}")
    else:
        t.announce(rule_ids.INVEST, f"{who} draws 1 investment card")
    if card == UNKNOWN:
        t.note(rule_ids.HIDDEN, "which card it is, only its holder knows")
    if len(player.hand) + 1 > player.limit:
        because = f"{who} holds {len(player.hand) + 1}, at most {player.limit}: play or discard at once"
        t.announce(rule_ids.OVER_LIMIT, because)
        t.note(rule_ids.COUNTED, f"only {who} goes on until then")


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


def refuse_draw(state: DrumRollState, move: Deal) -> Illegal | None:
    """`table: deal ben income4` after `ben: invest`, by the app that holds the deck (DR-054, DR-192)."""
    due = state.cards_due
    if not state.data.is_digital:
        return Illegal(rule_ids.HIDDEN, "investment cards are drawn by hand here; nobody says which")
    if due is None or due.looks or due.seat != move.to:
        who = state.name(move.to) if isinstance(move.to, int) else move.to
        return Illegal(rule_ids.INVEST, f"no card is due to {who}")
    return _refuse_cards(state, due, move.cards, rule_ids.INVEST)


def refuse_look(state: DrumRollState, move: Look) -> Illegal | None:
    """`table: look ben fire trailer` after a looking benefit (DR-172, DR-192)."""
    due = state.cards_due
    if not state.data.is_digital:
        return Illegal(rule_ids.HIDDEN, "cards are looked at by hand here; nobody says which")
    if due is None or not due.looks or due.seat != move.to or state.looked_at:
        return Illegal(rule_ids.LOOK, f"{state.name(move.to)} has nothing to look at now")
    return _refuse_cards(state, due, move.cards, rule_ids.LOOK)


def _refuse_cards(state: DrumRollState, due: CardsDue, cards: Cards, rule: str) -> Illegal | None:
    if shuffle_due(state):
        return Illegal(rule_ids.SHUFFLE, "the deck is too short: shuffle first")
    if len(cards) != due.count:
        return Illegal(rule, f"{state.name(due.seat)} gets {due.count}, not {len(cards)}")
    t = Trial(state)
    for card in cards:
        if card != UNKNOWN:
            if state.data.decks.get(card) != INVESTMENTS:
                return Illegal(rule, f"{state.data.label(card)} is no investment card")
            top = t.state.investment_pile[0]
            left = unseen_copies(state, card) - cards.count(card) + 1
            if left <= 0 or (top.cards and card not in top.cards):
                return Illegal(rule_ids.ELSEWHERE, f"{state.data.label(card)} cannot lie on top of the deck")
        _take_from_pile(t, (card,))
    return None


def deal_drawn(t: Trial, move: Deal) -> None:
    """The drawn card (DR-054)."""
    _take_from_pile(t, move.cards)
    _into_hand(t, move.cards[0], 1)


def look(t: Trial, move: Look) -> None:
    """The cards that are looked at lie before the seat (DR-172)."""
    _take_from_pile(t, move.cards)
    t.set(looked_at=move.cards)
    t.note(rule_ids.LOOK, f"{t.name(move.to)} looks at {len(move.cards)}")


def refuse_pick(state: DrumRollState, move: Pick) -> Illegal | None:
    """One of the cards looked at (DR-172)."""
    due = state.cards_due
    if due is None or not state.looked_at or due.seat != move.seat:
        rule = rule_ids.LOOK if state.data.is_digital else rule_ids.HIDDEN
        return Illegal(rule, f"{state.name(move.seat)} looks at no cards now")
    if move.card != UNKNOWN and move.card not in state.looked_at and UNKNOWN not in state.looked_at:
        return Illegal(rule_ids.LOOK, f"{state.data.label(move.card)} is none of the cards looked at")
    return None


def pick(t: Trial, move: Pick) -> None:
    """One card is kept, the rest goes under the deck (DR-165)."""
    looked = t.state.looked_at
    at = looked.index(move.card) if move.card in looked else 0
    rest = looked[:at] + looked[at + 1 :]
    if rest:
        known = () if UNKNOWN in rest or move.card == UNKNOWN else tuple(sorted(rest))
        t.set(investment_pile=(*t.state.investment_pile, DeckSection(len(rest), known)))
    _into_hand(t, move.card, len(looked))
