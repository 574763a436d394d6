"""Copies of cards that the rules do not count. In: a catalog entry, its cards. Out: cards of which more or fewer are
printed than the rules play with.

Invariant: nothing is reported where the census counts as many cards as are printed, and only cards of which one copy
more makes no difference to it.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.catalog import CatalogEntry, rules_of
from pnp.library.card import Card, CardBook
from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.ruling import Illegal


def uncounted_copies(entry: CatalogEntry, book: CardBook) -> list[Card]:
    """The cards whose `copies` the rules ignore, where that is not one; nothing where the rules cannot be asked."""
    try:
        counted = _counted(entry, book)
        if counted in (None, sum(card.copies for card in book.playing_cards.values())):
            return []
        several = (card for card in book.playing_cards.values() if card.copies != 1)
        return [card for card in several if _counted(entry, _with_one_more(book, card)) == counted]
    except Exception:  # a bug of the rules: other commands tell it
        return []


def _counted(entry: CatalogEntry, book: CardBook) -> int | None:
    """How many cards the rules know of when a table is set up; None where they refuse it or do not count."""
    game = rules_of(entry)
    state = game.setup(Setup(SEAT_NAMES[: game.players[0]], book, {}, PHYSICAL))
    return None if isinstance(state, Illegal) else sum(game.census(state).values()) or None


def _with_one_more(book: CardBook, card: Card) -> CardBook:
    deck = book.decks[card.deck]
    cards = tuple(replace(each, copies=each.copies + (each.id == card.id)) for each in deck.cards)
    return replace(book, decks={**book.decks, deck.id: replace(deck, cards=cards)})
