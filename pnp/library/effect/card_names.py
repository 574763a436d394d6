"""Cards that effects name: by id, or by their printed name in any language. In: abilities as they were read. Out: the
same with ids.

Invariant: a name that several cards have is no id; whoever means one of them says its id.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.base.name_key import fold_name
from pnp.library.card import Card, CardBook, Deck
from pnp.library.words import spellings_of

NAME_IS = "name_is"
Ids = dict[str, list[str]]


def ids_by_name(book: CardBook) -> Ids:
    """The playing cards by their folded ids and names."""
    found: Ids = {}
    for id_, card in book.playing_cards.items():
        for name in {fold_name(id_), *(fold_name(name) for name in spellings_of(card.name))}:
            found.setdefault(name, []).append(id_)
    return found


def ids_of(name: str, book: CardBook, ids: Ids) -> list[str]:
    """The cards that a name may mean; an id means its card alone."""
    return [name] if name in book.playing_cards else ids.get(fold_name(name), [])


def with_ids(book: CardBook) -> CardBook:
    """The book in whose effects cards are named by ids."""
    ids = ids_by_name(book)

    def plain(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: plain(each, name) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(plain(each, key) for each in value)
        return ids_of(value, book, ids)[0] if key == NAME_IS and isinstance(value, str) else value

    def named(card: Card) -> Card:
        return replace(card, abilities=plain(card.abilities)) if card.abilities else card

    def deck_with_ids(deck: Deck) -> Deck:
        return replace(deck, cards=tuple(map(named, deck.cards)))

    return replace(book, decks={id_: deck_with_ids(deck) for id_, deck in book.decks.items()})
