"""The cards folder of an imported game. In: an ImportedGame. Out: its files as text.

Invariant: the files are loaded before they are returned, so only a game that loads is written.
"""

from __future__ import annotations

import os
from typing import Any

from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report
from pnp.base.yaml.text import dump_yaml
from pnp.library.card_folder import CardFolder
from pnp.library.importing.decks import ImportedDeck, ImportedGame
from pnp.library.loader import load_book

_TAKEN = ("game", "rulebook")


def card_files(slug: str, title: str, imported: ImportedGame, origin: str) -> dict[str, str]:
    """`game.yaml` and a file for each deck; InputError when the table holds something that a card database cannot."""
    files = {"game.yaml": _game(slug, title, imported, origin)}
    for deck in imported.decks:
        name = f"{deck.id}-deck" if deck.id in _TAKEN else deck.id
        files[f"{name}.yaml"] = _deck(deck, origin)
    folder = CardFolder("cards", {name: text.encode() for name, text in files.items()}, slug)
    load_book(folder)
    return files


def sheet_files(slug: str, title: str, imported: ImportedGame, table: str, sheet: str, data: bytes) -> dict[str, bytes]:
    """The cards folder of a game whose cards stay in their sheet: `game.yaml`, the sheet as it is, and a file for each
    deck that says what its columns hold; InputError as above, with places in the `table` where it is now.
    """
    file = os.path.basename(table)
    texts = {"game.yaml": _game(slug, title, imported, file)}
    for deck in imported.decks:
        name = f"{deck.id}-deck" if deck.id in _TAKEN else deck.id
        head: dict[str, Any] = {"deck": deck.id, "title": deck.title}
        # A count is declared, so that its column is missed when it is deleted or renamed.
        source: dict[str, Any] = {"file": file}
        if sheet:
            source["sheet"] = sheet
        if imported.counted:
            source["columns"] = {imported.counted: "copies"}
        head["from"] = source if len(source) > 1 else file
        head["source"] = f"house, from {file}"
        if deck.fields:
            head["fields"] = deck.fields
        if deck.slots:
            head["texts"] = deck.slots
        texts[f"{name}.yaml"] = (
            f"# The cards are in {file} and are read from there: see docs/cards.md.\n{dump_yaml(head)}"
        )
    files = {name: text.encode() for name, text in texts.items()}
    folder = CardFolder("cards", files, slug, sheets={file: data})
    try:
        load_book(folder)
    except InputError as fault:
        raise InputError(Report(_moved(item, folder.shown(file), table) for item in fault.report)) from None
    return {**files, file: data}


def _moved(item: Diagnostic, place: str, to: str) -> Diagnostic:
    return replace(item, span=replace(item.span, file=to)) if item.span.file == place else item


def layout_of(deck: ImportedDeck, count: int) -> str:
    """The name of the layout of a deck's faces."""
    return "card" if count == 1 else f"card-{deck.id}"


def _game(slug: str, title: str, imported: ImportedGame, origin: str) -> str:
    languages = imported.languages
    game: dict[str, Any] = {"game": slug, "title": title, "version": "1", "players": [1, 4]}
    game["languages"] = list(languages.whole)
    if languages.drafts:
        game["drafts"] = list(languages.drafts)
    game["source"] = "house"
    game["components"] = {
        deck.id: {
            "deck": deck.id,
            "face": layout_of(deck, len(imported.decks)),
            "back": "card-back",
            "title": deck.title,
        }
        for deck in imported.decks
        if deck.total or deck.cards
    }
    head = [
        f"# Made from {origin} by pnp. docs/cards.md explains every key.",
        "# players, languages and the title are guesses: check them.",
    ]
    return "\n".join([*head, dump_yaml(game)])


def _deck(deck: ImportedDeck, origin: str) -> str:
    head: dict[str, Any] = {"deck": deck.id, "title": deck.title, "total": deck.total}
    head["source"] = f"house, from {origin}"
    if deck.fields:
        head["fields"] = deck.fields
    if deck.slots:
        head["texts"] = deck.slots
    text = f"# Made from {origin} by pnp import.\n" + dump_yaml(head) + "\ncards:\n"
    return text + "\n\n".join(map(_card, deck.cards)) + "\n"


def _card(card: dict[str, Any]) -> str:
    first, *rest = dump_yaml(card).splitlines()
    return "\n".join([f"  - {first}", *(f"    {line}" if line else "" for line in rest)])
