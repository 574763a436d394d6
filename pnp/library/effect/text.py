"""The texts of a game's cards, made from their abilities. In: a book and the nodes of its cards. Out: the book with the
slots `rule` and `kind` filled in every language.

Invariant: a text that somebody wrote is left alone; what the phrases cannot word is a fault at the card.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.library.card import Card, CardBook, Deck
from pnp.library.effect.vocabulary import Vocabulary
from pnp.library.effect.wording import NoPhrase
from pnp.library.reading.node import Node
from pnp.library.words import Words

RULE, KIND = "rule", "kind"


def add_texts(book: CardBook, vocabulary: Vocabulary, node_of: Callable[[str], Node]) -> CardBook:
    """The book with all texts that its effects give; `node_of` finds the node of a card by its id."""
    languages = (*book.languages, *book.drafts)
    word_card, word_kind = vocabulary.word_card, vocabulary.word_kind

    def worded(card: Card, slots: tuple[str, ...]) -> Card:
        texts = dict(card.texts)
        try:
            if word_card and card.abilities and RULE in slots and RULE not in texts:
                abilities = vocabulary.abilities_of(card.abilities)
                texts[RULE] = {lang: word_card(card, abilities, book, lang) for lang in languages}
            if word_kind and KIND in slots and KIND not in texts:
                kinds: Words = {lang: word_kind(card, book, lang) for lang in languages}
                texts.update({KIND: kinds} if any(kinds.values()) else {})
        except NoPhrase as missing:
            node = node_of(card.id)
            place = node.get("abilities") or node
            place.error(f"the phrases have no words for {missing.where}", "add them to phrases:", "no-phrase")
        return replace(card, texts=texts)

    def filled(deck: Deck) -> Deck:
        return replace(deck, cards=tuple(worded(card, deck.texts) for card in deck.cards))

    return replace(book, decks={id_: filled(deck) for id_, deck in book.decks.items()})
