"""A folder that extends a game. In: its `game.yaml`, and files with new cards of that game's decks. Out: the game's
book with them.

```yaml
extends: drumroll            # cards/game.yaml
about: Five performers of the north.
```

```yaml
deck: performers             # any other file: one of the game's decks
without: [PF-ACR-1]          # cards that this set does not have
values: {type: [clown]}      # words that a closed list gets besides its own
cards:
  - {id: bear, name: Bear, …}                               # a new card
  - {id: PF-ACR-2, replaces: PF-ACR-2, name: Tumbler, …}    # one in the place of another
```

They may stand in a sheet, too (`from: north.csv`), with a column `replaces`.

Invariant: fields, texts and defaults are those of the game's deck, and a new card is a whole one; an id is taken over
only where the card says so. What is not touched keeps its place, new cards stand at the end. The title stays the
game's, for it may be printed, and backs must look alike.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.suggest import fold_name, hint_nearest
from pnp.library.card import Card, CardBook, Deck, Source
from pnp.library.reading.deck import CardReader, CardRegistry, data_of
from pnp.library.reading.node import Languages, Node, read_source, read_sources

KEYS = ("extends", "game", "about", "languages", "source", "note")
DECK_KEYS = ("deck", "without", "values", "source", "cards", "from", "note")


class Extension:
    """What a folder adds to a game. own: ids of its cards · gone: ids of those that it leaves out or replaces by cards
    of other ids, and where it says so; both as far as they were read.
    """

    def __init__(self, game: Node, slug: str) -> None:
        self.game, self.slug = game, slug
        self.own: list[str] = []
        self.gone: dict[str, Node] = {}
        self.languages = Languages()
        self.source = Source()

    def read_game(self, book: CardBook, languages: Languages) -> CardBook:
        """The game's book under the name, and in the languages, of the extension."""
        node = self.game
        node.check_keys(KEYS, ("extends",))
        self.languages = self._read_languages(languages)
        name, about, source = (node.get(key) for key in ("game", "about", "source"))
        if name and name.text() != self.slug:
            name.error(
                f"expected the name of the folder, “{self.slug}”, got “{name.text()[:40]}”", "use the same name", "slug"
            )
        self.source = (read_source(source) if source else None) or Source()
        return replace(
            book,
            slug=self.slug,
            extends=book.slug,
            about=about.words(self.languages) if about else book.about,
            languages=self.languages.complete,
            drafts=self.languages.drafts,
        )

    def _read_languages(self, known: Languages) -> Languages:
        """Those of the game, or the ones of them that the extension is in."""
        node = self.game.get("languages")
        if node is None:
            return known
        named: list[str] = []
        for item in node.items():
            if item.value in known.complete and item.value not in named:
                named.append(item.value)
            else:
                hint = f"some of: {', '.join(known.complete)}"
                item.error(f"the game has no language “{str(item.value)[:20]}”", hint, "unknown-language")
        drafts = tuple(code for code in known.drafts if code in known.asked)
        return Languages(named or known.complete, drafts, known.asked)

    def extend_deck(self, node: Node, decks: dict[str, Deck], files: dict[str, Node], registry: CardRegistry) -> None:
        """Put the cards of one file into their deck; `files` has the game's own file of each deck."""
        if not node.check_keys(DECK_KEYS, ("deck",)):
            return
        if "from" in node.value and "cards" in node.value:
            node.child("cards").error_at_key("from: and cards: are mutually exclusive", "keep one of the two", "cards")
        name = node.child("deck")
        deck = decks.get(str(name.value))
        if deck is None:
            hint = hint_nearest(str(name.value), decks) or f"one of: {', '.join(decks)}"
            name.error(f"the game has no deck “{str(name.value)[:60]}”", hint, "unknown-deck")
            return
        deck = _with_values(deck, node.get("values"))
        gone = self._left_out(node.get("without"), deck, registry)
        sources = read_sources(node.get("source"), data_of(deck), {"": self.source})
        registry.languages = self.languages
        reader = CardReader(deck, registry, sources, files[deck.id].get("defaults"), ("replaces",))
        entries = (registry.sheet_of(node) or node).get("cards")
        places: dict[str, Card] = {}
        added: list[Card] = []
        for entry in entries.items() if entries else []:
            replaced = self._replaced(entry, deck, gone, registry)
            card = reader.read(entry)
            if card is None or not card.id:
                continue
            self.own.append(card.id)
            if replaced:
                gone[replaced] = entry.child("replaces")
                places[replaced] = card
            else:
                added.append(card)
        kept = (places.get(card.id, card) for card in deck.cards if card.id in places or card.id not in gone)
        self.gone.update((id_, where) for id_, where in gone.items() if id_ not in self.own)
        cards = (*kept, *added)
        decks[deck.id] = replace(deck, cards=cards, total=sum(card.copies for card in cards))

    def _left_out(self, node: Node | None, deck: Deck, registry: CardRegistry) -> dict[str, Node]:
        """The cards that are left out, and where that is said."""
        gone: dict[str, Node] = {}
        for item in node.items() if node else []:
            if (card := self._card(item, deck, gone)) is not None:
                gone[card.id] = item
                _forget(card, registry)
        return gone

    def _replaced(self, entry: Node, deck: Deck, gone: dict[str, Node], registry: CardRegistry) -> str:
        """The id of the card in whose place this one stands; nothing for a new one."""
        named = entry.get("replaces")
        card = self._card(named, deck, gone) if named else None
        if card is None:
            return ""
        _forget(card, registry)
        return card.id

    def _card(self, node: Node, deck: Deck, gone: dict[str, Node]) -> Card | None:
        id_ = str(node.value)
        card = next((card for card in deck.cards if card.id == id_), None)
        if card is None:
            known = [card.id for card in deck.cards]
            node.error(f"the deck {deck.id} has no card “{id_[:60]}”", hint_nearest(id_, known), "unknown-card")
        elif id_ in gone:
            node.error(f"“{id_}” is already left out or replaced", code="duplicate")
            return None
        return card


def _with_values(deck: Deck, node: Node | None) -> Deck:
    """The deck whose closed lists have more words."""
    lists = {name: field for name, field in deck.fields.items() if field.values}
    for name, child in node.children() if node and node.is_map("a mapping from fields to more values") else ():
        field = lists.get(name)
        if field is None:
            hint = hint_nearest(name, lists) or "only a field with values: can get more values"
            child.error_at_key(f"the deck {deck.id} has no field “{name}” with a list of values", hint, "unknown-field")
            continue
        more = tuple(item.value for item in child.items() if item.value not in field.values)
        lists[name] = replace(field, values=(*field.values, *more))
    return replace(deck, fields={**deck.fields, **lists})


def _forget(card: Card, registry: CardRegistry) -> None:
    """Its id and code may be taken."""
    registry.ids.pop(fold_name(card.id), None)
    registry.codes.pop(card.code.casefold(), None)
