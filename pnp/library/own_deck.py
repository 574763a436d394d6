"""A deck people built themselves. In: its file and the game's card book. Out: the book with that deck, or every fault.

```yaml
own_deck: keko
title: Hounds and storms
cards: {soldier_hound: 3, Cha-Os: 1, KC22: 2}
```

A game allows it by `own_deck` in game.yaml: which deck, how many cards, how often each. Invariant: there is a book
only when the deck keeps to these limits; it holds all cards, those that were not chosen with no copies.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import fold_name, hint_nearest
from pnp.base.yaml.spans import load_yaml
from pnp.library.card import Card, CardBook, OwnDeck
from pnp.library.loader import digest_book
from pnp.library.reading.node import Languages, Node
from pnp.library.words import Words

OWN_DECK_KEYS = ("own_deck", "title", "cards", "note")


def read_own_deck(text: str, file: str, book: CardBook) -> tuple[CardBook | None, Report]:
    """The book with its deck replaced by that of the file `file`, which holds `text`; None when there are errors."""
    report = Report()
    limits = book.own_deck
    if limits is None:
        report.error(
            Span(file),
            f"{book.slug} does not allow players to build a deck",
            "own_deck in game.yaml allows it",
            "own-deck",
        )
        return None, report
    try:
        value, spans = load_yaml(text, file)
    except InputError as fault:
        return None, fault.report
    node = Node(value, spans, report)
    if not node.check_keys(OWN_DECK_KEYS, ("own_deck", "cards")):
        return None, report
    game, title, cards = node.get("own_deck"), node.get("title"), node.get("cards")
    if game and game.text() not in (book.slug, book.extends or book.slug):
        game.error(f"expected a deck for {book.slug}, got one for “{game.text()[:40]}”", code="slug")
    words = title.words(Languages(book.languages, book.drafts), name=True) if title else {}
    copies = _read_copies(cards, book, limits) if cards else {}
    if report.errors:
        return None, report
    return _with_deck(book, limits, copies, words), report


def _read_copies(node: Node, book: CardBook, limits: OwnDeck) -> dict[str, int]:
    """Copies by card; every fault of the list is reported."""
    if not node.is_map("cards with their numbers (shibber: 4)"):
        return {}
    names = _names(book)
    own = [name for name, card in names.items() if card.deck == limits.deck]
    because = f" [{limits.rule}]" if limits.rule else ""
    places: dict[str, Node] = {}
    copies: dict[str, int] = {}
    for name, child in node.children():
        card = names.get(fold_name(name))
        if card is None:
            child.error_at_key(f"there is no card “{name[:60]}”", hint_nearest(fold_name(name), own), "unknown-card")
        elif card.deck != limits.deck:
            child.error_at_key(
                f"expected a card of the deck {limits.deck}, got “{name[:60]}”{because}", code="wrong-deck"
            )
        elif card.id in copies:
            first = places[card.id].span.line
            child.error_at_key(f"duplicate card “{name[:60]}”", f"first in line {first}", "duplicate")
        else:
            places[card.id] = child
            copies[card.id] = child.whole(0, limits.each or limits.most, 0)
    number = sum(copies.values())
    if not node.report.errors and not limits.least <= number <= limits.most:
        needed = f"{limits.least} to {limits.most}" if limits.least < limits.most else f"{limits.most}"
        node.error_at_key(f"expected {needed} cards in the deck, got {number}{because}", code="deck-size")
    return copies


def _names(book: CardBook) -> dict[str, Card]:
    """Every way to name a card, folded: its id first, then its code, then its names in all languages."""
    found: dict[str, Card] = {}
    cards = book.playing_cards.values()
    ids = [(card.id, card) for card in cards]
    codes = [(card.code, card) for card in cards if card.code]
    printed = [(name, card) for card in cards for name in card.name.values()]
    for name, meant in (*ids, *codes, *printed):
        found.setdefault(fold_name(name), meant)
    return found


def _with_deck(book: CardBook, limits: OwnDeck, copies: dict[str, int], title: Words) -> CardBook:
    deck = book.decks[limits.deck]
    cards = tuple(_with_copies(card, copies.get(card.id, 0)) for card in deck.cards)
    deck = replace(deck, cards=cards, total=sum(copies.values()), title=title or deck.title)
    components = tuple(
        replace(part, title=title) if title and part.has_cards and part.deck == deck.id else part
        for part in book.components
    )
    book = replace(book, decks={**book.decks, deck.id: deck}, components=components)
    return replace(book, digest=digest_book(book))


def _with_copies(card: Card, copies: int) -> Card:
    """A card with another number of copies; faces that differ are used in rotation."""
    faces = tuple(card.faces[number % len(card.faces)] for number in range(copies)) if card.faces else ()
    return replace(card, copies=copies, faces=faces)
