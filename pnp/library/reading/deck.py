"""Decks. In: a card database file. Out: a Deck, and every fault of every card.

Invariant: ids and codes are unique in the whole game, whatever their case; copies sum to the declared total.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.base.suggest import fold_name, hint_nearest
from pnp.library.card import Card, Deck, Duty, Field, Source
from pnp.library.reading.node import Languages, Node, check_sources, check_value, read_fields, read_sources
from pnp.library.words import Words

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary

DECK_KEYS = (
    *("deck", "kind", "title", "total", "source", "fields", "called", "must_do", "texts", "defaults", "cards"),
    *("from", "note"),
)
CARD_KEYS = ("id", "name", "code", "copies", "text", "faces", "abilities", "instead_of_generated", "source", "note")
MAX_COPIES = 1000


class CardRegistry:
    """The ids and codes read so far in this game, each with its place; its languages, code letters and vocabulary.

    sheet_of: what a sheet holds of the deck of a file; None for one whose cards stand in it.
    """

    __slots__ = ("code_letters", "codes", "ids", "languages", "sheet_of", "vocabulary_at")

    def __init__(
        self,
        languages: Languages,
        codes: str,
        vocabulary_at: Callable[[Node], Vocabulary | None],
        sheet_of: Callable[[Node], Node | None],
    ) -> None:
        self.sheet_of = sheet_of
        self.vocabulary_at = vocabulary_at
        self.languages = languages
        self.code_letters = codes
        self.ids: dict[str, Span] = {}
        self.codes: dict[str, Span] = {}


def read_deck(node: Node, registry: CardRegistry) -> Deck | None:
    """One file with `deck:`; None when it is not even a mapping."""
    is_from = isinstance(node.value, dict) and "from" in node.value
    if not node.check_keys(DECK_KEYS, ("deck", "title", "from" if is_from else "cards")):
        return None
    if is_from and "cards" in node.value:
        node.child("cards").error_at_key("from: and cards: are mutually exclusive", "keep one of the two", "cards")
    sheet = registry.sheet_of(node)
    name = node.get("deck")
    kind = node.get("kind")
    title = node.get("title")
    texts = _read_slots(node.get("texts"))
    fields = read_fields(node.get("fields"), CARD_KEYS)
    if sheet:  # columns that the deck does not declare are fields and texts, too
        texts = tuple(dict.fromkeys((*texts, *sheet.value["texts"])))
        fields |= {name: field for name, field in read_fields(sheet.get("fields"), ()).items() if name not in fields}
    deck = Deck(
        id=name.identifier("deck") if name else "deck",
        title=title.words(registry.languages, name=True) if title else {},
        fields=fields,
        texts=texts,
        kind=kind.choice(("cards", "tokens"), "cards") if kind else "cards",
    )
    sources = read_sources(node.get("source"), data_of(deck), {})
    reader = CardReader(deck, registry, sources, node.get("defaults"))
    entries = (sheet or node).get("cards")
    read = [card for entry in entries.items() if (card := reader.read(entry))] if entries else []
    size = sum(card.copies for card in read)
    total = node.get("total")
    declared = total.whole(0, 100_000, size) if total else size
    if total and declared != size and not reader.uncounted:
        total.error(f"the copies add up to {size}, but total is {declared}", "fix the copies or the total", "total")
    cards = tuple(card for card in read if card.id)
    return Deck(
        deck.id,
        deck.title,
        cards,
        declared,
        fields,
        texts,
        deck.kind,
        _read_duties(node.get("must_do"), fields, registry),
        _read_called(node.get("called"), fields),
    )


def data_of(deck: Deck) -> tuple[str, ...]:
    """What of its cards has a source."""
    return ("name", "copies", "code", *deck.fields, *(f"text.{slot}" for slot in deck.texts), "faces", "abilities")


def _read_called(node: Node | None, fields: dict[str, Field]) -> str:
    """What the referee calls the cards: a text with required fields in braces."""
    if node is None:
        return ""
    known = ("name", "short", *(name for name, field in fields.items() if field.required))
    try:
        named = [name for _, name, _, _ in Formatter().parse(node.text()) if name is not None]
    except ValueError:
        node.error("the braces do not match", "write fields as {colour}", "placeholder")
        return ""
    for name in named:
        if name not in known:
            hint = f"write one of {', '.join(f'{{{each}}}' for each in known)}"
            node.error(f"expected a required field in the braces, got “{name}”", hint, "placeholder")
            return ""
    return node.text()


def _read_duties(node: Node | None, fields: dict[str, Field], registry: CardRegistry) -> dict[str, Duty]:
    """What the cards of a type must do, by type."""
    if node is None or not node.is_map("a mapping from types to what their cards must do"):
        return {}
    vocabulary = registry.vocabulary_at(node)
    kinds = vocabulary.verbs if vocabulary else {}
    types = fields["type"].values if "type" in fields else ()
    duties: dict[str, Duty] = {}
    for type_, child in node.children():
        if types and type_ not in types:
            child.error_at_key(f"there is no type “{type_}”", hint_nearest(type_, map(str, types)), "no-such")
        if not child.check_keys(("any_of", "rule"), ("any_of",)):
            continue
        verbs, rule = child.get("any_of"), child.get("rule")
        for item in verbs.items() if verbs else []:
            if vocabulary and item.value not in kinds:
                item.error(f"there is no verb “{item.value}”", hint_nearest(str(item.value), kinds), "unknown-verb")
        any_of = tuple(str(item.value) for item in (verbs.items() if verbs else []) if item.value in kinds)
        duties[type_] = Duty(any_of, rule.text() if rule else "")
    return duties


def _read_slots(node: Node | None) -> tuple[str, ...]:
    slots: list[str] = []
    for item in node.items() if node else []:
        slot = item.identifier()
        if slot in slots:
            item.error(f"“{slot}” appears twice", code="duplicate-value")
        elif slot:
            slots.append(slot)
    return tuple(slots)


class CardReader:
    """Reads the cards of one deck. more: keys that a card may have besides, which somebody else reads."""

    def __init__(
        self,
        deck: Deck,
        registry: CardRegistry,
        sources: dict[str, Source],
        defaults: Node | None,
        more: tuple[str, ...] = (),
    ) -> None:
        self.deck = deck
        self.registry = registry
        self.sources = sources
        self.data = data_of(deck)
        self.keys = (*CARD_KEYS, *more, *deck.fields)
        self.uncounted = False  # some copies could not be read, so the total cannot be checked
        self.copies = 1
        self.defaults: dict[str, Any] = {}
        if defaults and defaults.check_keys(("copies", *deck.fields)):
            self.copies = self._read_copies(defaults.get("copies"))
            self.defaults = self._read_fields(defaults, partial=True)

    def read(self, node: Node) -> Card | None:
        """One entry under `cards`."""
        if not node.check_keys(self.keys, ("id", "name")):
            self.uncounted = True
            return None
        self.uncounted |= any(key not in self.keys for key, _ in node.children())
        name, source = node.get("name"), node.get("source")
        card = Card(
            id=self._read_id(node.get("id")),
            deck=self.deck.id,
            name=name.words(self.registry.languages, name=True) if name else {},
            copies=self._read_copies(node.get("copies")),
            code=self._read_code(node.get("code")),
            fields=self._read_fields(node),
            texts=self._read_texts(node.get("text")),
            sources=read_sources(source, self.data, self.sources),
        )
        card = replace(
            card, faces=self._read_faces(node.get("faces"), card.copies), abilities=self._read_abilities(node)
        )
        check_sources(node, card.data, card.sources)
        return card

    def _read_id(self, node: Node | None) -> str:
        id_ = node.identifier() if node else ""
        key = fold_name(id_)
        taken = next((card.id for card in self.deck.cards if fold_name(card.id) == key), "")  # of a finished deck
        hint = f"; to replace that card, write replaces: {taken}" if taken else ""
        if node and id_ and not _is_first(self.registry.ids, key, node, f"the id “{id_}”", hint):
            return ""
        return id_

    def _read_code(self, node: Node | None) -> str:
        if node is None:
            return ""
        code, letters = node.text(), self.registry.code_letters
        number = code.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        head = code[: len(code) - len(number)]
        if code and not (head and head == (letters or head) and number.isalnum() and number.isascii()):
            hint = f"letters and a number such as {letters or 'AB'}7"
            node.error(f"expected a card code, got “{code[:20]}”", hint, "bad-code")
        elif code and _is_first(self.registry.codes, code.casefold(), node, f"the code “{code}”"):
            return code
        return ""

    def _read_copies(self, node: Node | None) -> int:
        if node is None:
            return self.copies
        before = len(node.report.items)
        copies = node.whole(0, MAX_COPIES, 1)
        self.uncounted |= len(node.report.items) > before
        return copies

    def _read_fields(self, node: Node, partial: bool = False) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, field in self.deck.fields.items():
            child = node.get(name)
            if child is not None:
                check_value(child, field)
                values[name] = child.value
            elif name in self.defaults:
                values[name] = self.defaults[name]
            elif field.required and not partial:
                node.error(f"the field “{name}” is missing", _needed(field), "missing-key")
        return values

    def _read_texts(self, node: Node | None) -> dict[str, Words]:
        if node is None:
            return {}
        if not node.check_keys(self.deck.texts):
            return {}
        return {
            slot: child.words(self.registry.languages)
            for slot, child in node.children()
            if slot in self.deck.texts and child.value is not None
        }

    def _read_abilities(self, node: Node) -> tuple[dict[str, Any], ...]:
        """What the card does; a written rule text beside it needs a reason, because the two may differ."""
        abilities, reason, texts = node.get("abilities"), node.get("instead_of_generated"), node.get("text")
        if reason:
            if abilities and texts and texts.get("rule"):
                reason.text()
            else:
                reason.error_at_key("only a card with abilities and a text.rule may have this key", code="unknown-key")
        elif abilities and texts and texts.get("rule"):
            hint = "leave the text out, or give the reason in instead_of_generated:"
            texts.child("rule").error_at_key("this text is generated from the abilities", hint, "text-and-abilities")
        if abilities is None:
            return ()
        from pnp.library.effect.vocabulary import read_abilities  # only for games whose cards have abilities

        vocabulary = self.registry.vocabulary_at(abilities)
        return read_abilities(abilities, vocabulary) if vocabulary else ()

    def _read_faces(self, node: Node | None, copies: int) -> tuple[dict[str, Any], ...]:
        if node is None:
            return ()
        faces: list[dict[str, Any]] = []
        for face in node.items():
            if face.check_keys(self.deck.fields):
                for name, child in face.children():
                    if name in self.deck.fields:
                        check_value(child, self.deck.fields[name])
                faces.append({name: child.value for name, child in face.children() if name in self.deck.fields})
        if isinstance(node.value, list) and len(node.value) != copies:
            node.error(f"expected {copies} faces, got {len(node.value)}", "one for each copy", "faces")
        return tuple(faces)


def _needed(field: Field) -> str:
    if field.values:
        return "one of: " + ", ".join(str(value) for value in field.values[:12])
    return f"type {field.type}" if field.type != "any" else ""


def _is_first(seen: dict[str, Span], key: str, node: Node, what: str, hint: str = "") -> bool:
    if key in seen:
        node.error(f"{what} is already used", f"first in {seen[key].file}, line {seen[key].line}{hint}", "duplicate")
        return False
    seen[key] = node.span
    return True
