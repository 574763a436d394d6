"""A changed sheet, brought into a game of YAML that was made of it. In: the game's card files, what the sheet holds
now. Out: an ImportUpdate: the files with the new values, and what changed.

Invariant: ids, layouts, rules, comments and all that the sheet knows nothing of stay as they are; a card keeps its id
when the sheet has its id or its name; a value is written where it stands. Nothing is taken away: a card that the sheet
has no longer, and a cell that is empty now, are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import decode_text
from pnp.base.suggest import fold_name, hint_nearest
from pnp.base.yaml.span_edit import append_item, equal, replace_value
from pnp.library.card_folder import CardFolder
from pnp.library.importing.decks import ImportedDeck, ImportedGame
from pnp.library.loader import LoadedBook, read_book
from pnp.library.reading.deck import CARD_KEYS
from pnp.library.reading.node import Node, read_fields
from pnp.library.sheets.sheet_deck import cell_value

Path = tuple[str | int, ...]


class ImportUpdate(Struct):
    """files: the card files that change, before and after · changes: a line for each value, new: ids of cards that came
    · gone: ids of cards that the sheet has no longer · kept: values that are empty there now · unknown: columns that
    the deck does not declare
    """

    files: dict[str, tuple[bytes, bytes]]
    changes: list[str]
    new: list[str]
    gone: list[str]
    kept: list[str]
    unknown: list[str]


def plan_update(folder: CardFolder, imported: ImportedGame) -> ImportUpdate:
    """What a sheet changes in a game; InputError when it fits no deck, or when the game would have faults with it."""
    loaded = read_book(folder)
    update = ImportUpdate({}, [], [], [], [], [])
    files = dict(folder.files)
    for deck in imported.decks:
        node = _deck_node(loaded, deck, len(imported.decks))
        name = next(name for name, each in loaded.documents.items() if each.spans is node.spans)
        shown = folder.shown(name)
        text = _DeckUpdate(deck, node, shown, update).apply(decode_text(files[name], shown))
        if text.encode() != files[name]:
            files[name] = text.encode()
    update.files = {name: (folder.files[name], data) for name, data in files.items() if data != folder.files[name]}
    after = read_book(replace(folder, files=files)).report
    known = {(item.span.file, item.message) for item in loaded.report}
    Report(item for item in after.errors if (item.span.file, item.message) not in known).raise_errors()
    return update


def _deck_node(loaded: LoadedBook, deck: ImportedDeck, count: int) -> Node:
    decks = {what[5:]: node for what, node in loaded.nodes.items() if what.startswith("deck ")}
    found = decks.get(deck.id) or (next(iter(decks.values())) if len(decks) == count == 1 else None)
    if found is None:
        loaded.report.raise_errors()
        hint = hint_nearest(deck.id, decks)
        raise InputError.single(Span(loaded.folder.root), f"the game has no deck “{deck.id}”", hint, "unknown-deck")
    if found.value.get("from") is not None:
        hint = "change the spreadsheet itself"
        raise InputError.single(found.child("from").span, "the cards of this deck are in a spreadsheet", hint, "from")
    return found


class _DeckUpdate:
    """One deck's file."""

    def __init__(self, deck: ImportedDeck, node: Node, file: str, update: ImportUpdate) -> None:
        self.deck, self.node, self.file, self.update = deck, node, file, update
        self.fields = read_fields(Node(node.value.get("fields"), node.spans, Report(), ("fields",)), CARD_KEYS)
        self.texts = [slot for slot in node.value.get("texts") or () if isinstance(slot, str)]
        cards = node.value.get("cards")
        self.cards: list[dict[str, Any]] = [card for card in cards or () if isinstance(card, dict)]
        self.text = ""

    def apply(self, text: str) -> str:
        """The file's text with what the sheet says."""
        self.text = text
        self._note_unknown()
        behind = ("id", "name", "code", "copies", *self.fields)
        met: set[int] = set()
        for card in self.deck.cards:
            card = self._as_declared(card)
            at = self._match(card)
            if at is None:
                self.text = append_item(self.text, ("cards",), card, self.file)
                self.update.new.append(card["id"])
                continue
            met.add(at)
            for path, value in self._differences(card, self.cards[at]):
                old = _at(self.cards[at], path)
                self.text = replace_value(self.text, ("cards", at, *path), value, self.file, behind).text
                words = (".".join(map(str, path)), "nothing" if old is None else old, value)
                self.update.changes.append("{}: {} {} → {}".format(self.cards[at]["id"], *words))
        self.update.gone += [str(card.get("id")) for at, card in enumerate(self.cards) if at not in met]
        total = self.node.value.get("total")
        size = self.deck.total + sum(card.get("copies", 1) for at, card in enumerate(self.cards) if at not in met)
        if total is not None and total != size:
            self.text = replace_value(self.text, ("total",), size, self.file).text
        return self.text

    def _note_unknown(self) -> None:
        known = (*self.deck.fields, *self.deck.slots)
        lost = [name for name in known if name not in self.fields and name not in self.texts]
        self.update.unknown += [name for name in lost if name not in self.update.unknown]

    def _as_declared(self, card: dict[str, Any]) -> dict[str, Any]:
        """The card of the sheet as the deck has it: its fields in their types, nothing that it does not declare."""
        kept: dict[str, Any] = {}
        for key, value in card.items():
            if key == "text":
                texts = {slot: words for slot, words in value.items() if slot in self.texts}
                if texts:
                    kept[key] = texts
            elif key in self.fields:
                kept[key] = cell_value(value, self.fields[key]) if isinstance(value, str) else value
            elif key in CARD_KEYS:
                kept[key] = value
        return kept

    def _match(self, card: dict[str, Any]) -> int | None:
        """Which card of the game it is: that of its id, else the one of its name."""
        ids = {fold_name(str(each.get("id"))): at for at, each in enumerate(self.cards)}
        names = {fold_name(name): at for at, each in enumerate(self.cards) for name in _names(each.get("name"))}
        by_id = ids.get(fold_name(card["id"]))
        if by_id is not None:
            return by_id
        return next((names[key] for name in _names(card["name"]) if (key := fold_name(name)) in names), None)

    def _differences(self, card: dict[str, Any], old: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
        for key, value in {"copies": 1, **card}.items():
            if key == "id" or (key == "copies" and value == old.get("copies", 1)):
                continue
            before = old.get(key)
            if isinstance(value, dict) and isinstance(before, dict) and key in ("name", "text"):
                yield from _word_differences((key,), value, before)
            elif not equal(value, before):
                yield (key,), value
        for key in old:
            if key in self.fields and key in self.deck.fields and key not in card:
                self.update.kept.append(f"{old['id']}: {key}")


def _word_differences(path: Path, value: dict[str, Any], before: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    for key, words in value.items():
        was = before.get(key)
        if isinstance(words, dict) and isinstance(was, dict):
            yield from _word_differences((*path, key), words, was)
        elif not equal(words, was):
            yield (*path, key), words


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _names(name: Any) -> list[str]:
    return [str(words) for words in name.values()] if isinstance(name, dict) else [str(name)] if name else []
