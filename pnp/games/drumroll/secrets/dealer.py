"""The digital deal: what the table turns up, deals and shuffles next. In: a state and chance. Out: the table's move.

Which card comes follows from the seed and from what is left of the deck, so a draw that was undone comes again.
"""

from __future__ import annotations

from pnp.games.drumroll.game_data import PERFORMERS, PERSONNEL
from pnp.games.drumroll.moves import Deal, Look, Next, Shuffle, Start
from pnp.games.drumroll.params import AREA, VIRTUAL
from pnp.games.drumroll.phases.deals import FILLS_AREA, SETUP, needs_virtual
from pnp.games.drumroll.phases.decks import turn_up
from pnp.games.drumroll.phases.double_vote import DOUBLE_VOTE
from pnp.games.drumroll.state import (
    Cards,
    CardsDue,
    DeckSection,
    DrumRollState,
    Pile,
    deck_size,
    investment_deck_size,
    missing,
    unseen_copies,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE


def deal_next(state: DrumRollState, chance: Chance) -> Move:
    """What the table does now."""
    deck = state.deck_to_shuffle
    if deck:
        return Shuffle(TABLE, deck)
    if state.cards_due is not None:
        drawn = _drawn(state, state.cards_due, chance)
        return (
            Look(TABLE, state.cards_due.seat, drawn)
            if state.cards_due.looks
            else Deal(TABLE, state.cards_due.seat, drawn)
        )
    if state.phase in FILLS_AREA and any(missing(state)):
        return Deal(TABLE, AREA, _turned_up(state, chance))
    if state.phase == SETUP.id:
        return _set_up(state, chance)
    if state.phase == DOUBLE_VOTE.id:
        return Next(TABLE)
    return Start(TABLE, chance.pick("starting player", len(state.players)))


def _set_up(state: DrumRollState, chance: Chance) -> Deal:
    """Regions, then two performers for everybody (DR-011 to DR-013)."""
    tiles = chance.shuffle("regions", tuple(state.data.regions))
    for seat, player in enumerate(state.players):
        if not player.region:
            return Deal(TABLE, seat, (tiles[seat],))
    if needs_virtual(state) and not state.virtual:
        return Deal(TABLE, VIRTUAL, (tiles[len(state.players)],))
    seat = next(seat for seat, cards in enumerate(state.dealt_performers) if not cards)
    pile, cards = state.performer_pile, list[str]()
    for _ in range(state.data.numbers.secret):
        card = _top(state, pile, chance, PERFORMERS)
        cards.append(card)
        pile = tuple(part - {card} for part in pile)
    return Deal(TABLE, seat, tuple(cards))


def _turned_up(state: DrumRollState, chance: Chance) -> Cards:
    """All that is missing, as far as the decks go."""
    t, cards = Trial(state), list[str]()
    while True:
        performers, personnel = missing(t.state)
        if personnel and deck_size(t.state.staff_pile):
            card = _top(t.state, t.state.staff_pile, chance, PERSONNEL)
        elif performers and deck_size(t.state.performer_pile):
            card = _top(t.state, t.state.performer_pile, chance, PERFORMERS)
        else:
            return tuple(cards)
        cards.append(card)
        turn_up(t, card)


def _top(state: DrumRollState, pile: Pile, chance: Chance, deck: str) -> str:
    """The next card of a deck of single cards."""
    top = sorted(next(part for part in pile if part))
    order = f"{deck} {state.shuffles[(PERFORMERS, PERSONNEL).index(deck)]}"
    return chance.draw(f"{deck} {state.shuffles} {deck_size(pile)}", top, order)


def _drawn(state: DrumRollState, due: CardsDue, chance: Chance) -> Cards:
    """Cards from the top of the investment deck."""
    sections, cards = list(state.investment_pile), list[str]()
    copies = sum(card.copies for card in state.data.investments.values())
    for _ in range(min(due.count, investment_deck_size(state.investment_pile))):
        top = sections[0]
        hidden = not top.cards  # after a correction nobody knows which cards lie there
        left = list(top.cards) or [
            kind for kind in state.data.investments for _ in range(unseen_copies(state, kind) - cards.count(kind))
        ]
        sizes = " ".join(str(section.size) for section in sections)
        drawn = copies - investment_deck_size(tuple(sections))
        shuffles, rest = state.shuffles[2], f"{len(state.investment_discards)} {state.show}.{state.turn}"
        card = chance.draw(
            f"investments {shuffles} {sizes} {rest}", left, moment=f"investments {shuffles}, {drawn} drawn, {rest}"
        )
        cards.append(card)
        left.remove(card)
        sections[0] = DeckSection(top.size - 1, () if hidden else tuple(left))
        if not sections[0].size:
            del sections[0]
    return tuple(cards)
