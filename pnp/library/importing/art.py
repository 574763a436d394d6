"""Pictures of imported cards. In: decks whose table names image files, and the folder of the table. Out: the files, as
they will be in `layouts/art/`.

A picture is searched beside the table, by the path in the cell and by its name alone, there and in folders such as
`art` and `images`. Invariant: afterwards the card's field holds the name of a file in `layouts/art/`, found or not;
files that were not found or cannot be printed are reported; nothing outside the table's folder is read.
"""

from __future__ import annotations

import os
import re

from msgspec import Struct

from pnp.base.name_key import fold_name
from pnp.library.importing.decks import ImportedDeck, ImportedGame

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
