"""The cards folder of an imported game. In: an ImportedGame. Out: its files as text.

Invariant: the files are loaded before they are returned, so only a game that loads is written.
"""

from __future__ import annotations

import os
import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report
from pnp.base.suggest import fold_name
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


HEADERS = (
    "image", "img", "imagefile", "imagename", "art", "artwork", "artfile", "picture", "pic", "illustration", "portrait",
    "photo", "graphic", "kuva", "kuvitus", "bild", "dessin", "imagen",
)  # fmt: skip
FOLDERS = ("", "art", "images", "image", "img", "pictures", "cards", "kuvat")
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
MAX_BYTES = 40_000_000
MAX_PICTURES = 5_000


class Art(Struct):
    """files: name in `layouts/art/` → path of the picture · lost: names in cells without a file."""

    files: dict[str, str]
    lost: list[str]


def art_field(deck: ImportedDeck) -> str:
    """The field that names a card's picture; "" when there is none."""
    for name, kind in deck.fields.items():
        header = fold_name(deck.labels.get(name, name))
        if kind == "text" and (header in HEADERS or fold_name(name) in HEADERS):
            return name
    return ""


def find_art(imported: ImportedGame, folder: str) -> Art:
    """Find the pictures of all decks, and make their names those of files in `layouts/art/`."""
    art = Art({}, [])
    there = _Folder(folder)
    for deck in imported.decks:
        field = art_field(deck)
        for card in deck.cards if field else ():
            cell = str(card.get(field, "")).strip()
            if not cell:
                continue
            path = there.find(cell)
            card[field] = _place(art, path) if path else _plain_name(cell)
            if not path:
                art.lost.append(cell)
    return art


def _place(art: Art, path: str) -> str:
    """The name of a picture in `layouts/art/`, made once for each picture."""
    stem, ending = os.path.splitext(_plain_name(path))
    name, number = f"{stem}{ending}", 1
    while name.casefold() in {other.casefold() for other, own in art.files.items() if own != path}:
        number += 1
        name = f"{stem}-{number}{ending}"
    art.files[name] = path
    return name


def _plain_name(path: str) -> str:
    """A plain file name made from the path in a cell."""
    stem, ending = os.path.splitext(re.split(r"[/\\]", path)[-1])
    plain = "".join(char if char.isalnum() or char in "-_" else "-" for char in stem).strip("-")[:80] or "picture"
    return f"{plain}{ending.lower()}" if ending.lower() in ENDINGS else f"{plain}.png"


class _Folder:
    """The table's folder: what lies in it and in its folders of pictures, by folded name."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.home = os.path.realpath(folder)
        self.names: dict[str, str] = {}
        for inner in FOLDERS:
            try:
                with os.scandir(os.path.join(folder, inner)) as entries:
                    found = sorted(entry.name for entry in entries if entry.name.lower().endswith(ENDINGS))
            except OSError:
                continue
            for name in found[:MAX_PICTURES]:
                path = os.path.join(folder, inner, name)
                self.names.setdefault(name.casefold(), path)
                self.names.setdefault(os.path.splitext(name)[0].casefold(), path)

    def find(self, cell: str) -> str:
        """The picture that a cell names; "" when there is none."""
        steps = [step for step in re.split(r"[/\\]", cell) if step not in ("", ".")]
        if not steps:
            return ""
        whole = os.path.join(self.folder, *steps)
        for path in (whole, self.names.get(steps[-1].casefold(), "")):
            if path and path.lower().endswith(ENDINGS) and self._is_ours(path):
                return path
        return ""

    def _is_ours(self, path: str) -> bool:
        try:
            real = os.path.realpath(path)
            return real.startswith(self.home + os.sep) and os.path.isfile(real) and os.path.getsize(real) <= MAX_BYTES
        except (OSError, ValueError):
            return False
