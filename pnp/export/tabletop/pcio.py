"""playingcards.io. In: a game. Out: a `.pcio` room (a zip of `widgets.json` and `userassets/`) and a CSV for each deck.

A deck of cards lies on a pile of its own, tokens are pieces, pages are boards. Invariant: every picture a widget names
is in the zip, and every one in the zip is named; a card's type, deck and pile exist; the same game always gives the
same bytes.
"""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from pnp.base.csv_edit import write_cell
from pnp.export.lists.archive import zip_files
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.order.delivery import safe_name
from pnp.export.order.order import GameFolders
from pnp.export.pictures.face_pictures import clear_corners, encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album, AlbumPiece, Chapter, address, alike, make_album, read_base
from pnp.layout.drawing.frame import Outline
from pnp.library.card import CardBook

PACKAGE = "package://"
ASSETS = "userassets"
CARD_SIDE, PAGE_SIDE, DPI = 700, 1400, 300  # pixels of the pictures
PER_MM = 160 / 88  # a poker card is 160 units high on the table
WIDTH, HAND = 1600, 820  # of the table; the hand lies at its foot
_GAP = 30

Json = dict[str, Any]


def make_pcio(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: the room and the lists."""
    album = make_album(game, book, request.lang, request.theme, request.only, request.on_progress)
    return _Room(album, read_base(request.base_url)).files()


class _Room:
    """One room in the making."""

    def __init__(self, album: Album, base: str) -> None:
        self.album = album
        self.base = base
        self.pictures: dict[str, bytes] = {}
        self.widgets: list[Json] = [{"id": "hand", "type": "hand", "x": 50, "y": HAND, "z": 1, "dragging": None}]
        self.x, self.y, self.row = 50, 60, 0

    def files(self) -> Files:
        lists: Files = []
        for chapter in self.album.table:
            names: dict[int, str] = {}
            for group in alike(chapter.pieces, self.album.faces):
                named = self._picture_names(chapter, group)
                names |= named
                if chapter.kind in ("cards", "tokens"):
                    self._add_deck(chapter, group, named)
                else:
                    self._add_boards(group, named)
            if chapter.kind in ("cards", "tokens"):
                lists.append((f"{safe_name(chapter.component.id)}.csv", self._list(chapter, names).encode("utf-8-sig")))
        room = [("widgets.json", _dump(self.widgets))]
        room += [(f"{ASSETS}/{name}", data) for name, data in self.pictures.items()]
        return [(f"{safe_name(self.album.title)}.pcio", zip_files(room)), *lists]

    # The table --------------------------------------------------------------------------------------------------

    def _add_deck(self, chapter: Chapter, group: list[AlbumPiece], named: dict[int, str]) -> None:
        frame = self.album.faces[group[0].face]
        width, height = _on_table(frame)
        x, y = self._next_place(width + 8, height + 8)
        deck = self._id("deck", chapter, group[0])
        pile = self._id("pile", chapter, group[0])
        is_token = chapter.kind == "tokens"
        self._add(
            type="cardPile",
            id=pile,
            x=x,
            y=y,
            width=width + 8,
            height=height + 8,
            label=chapter.title,
            allowedDecks=[deck],
            hasShuffleButton=not is_token,
        )
        self._add(
            type="cardDeck",
            id=deck,
            parent=pile,
            x=x + 4,
            y=y + 4,
            cardWidth=width,
            cardHeight=height,
            cardTypes={piece.label: self._card_type(piece, named) for piece in group},
            faceTemplate=_template("face", frame, width, height),
            backTemplate=_template("back", frame, width, height),
            enlarge=True,
            confirmRecall=False,
            **({"collectionType": "pieces"} if is_token else {}),
        )
        for piece in group:
            for copy in range(piece.copies):
                self._add(
                    type="piece" if is_token else "card",
                    id=self._id(f"copy {copy}", chapter, piece),
                    deck=deck,
                    cardType=piece.label,
                    parent=pile,
                    x=x + 4,
                    y=y + 4,
                    faceup=is_token,
                    dragging=None,
                )

    def _card_type(self, piece: AlbumPiece, named: dict[int, str]) -> Json:
        face = named[piece.face]
        back = named[piece.back] if piece.back >= 0 else face
        datum = {"label": piece.name, "text": piece.text} if piece.text else {"label": piece.name}
        return datum | {"face": f"{PACKAGE}{ASSETS}/{face}", "back": f"{PACKAGE}{ASSETS}/{back}"}

    def _add_boards(self, group: list[AlbumPiece], named: dict[int, str]) -> None:
        shown: list[int] = []
        for piece in group:
            shown += [number for number in (piece.face, piece.back) if number >= 0]
        for number in dict.fromkeys(shown):
            width, height = _on_table(self.album.faces[number])
            x, y = self._next_place(width, height)
            name = named[number]
            self._add(
                type="board",
                id=str(uuid5(NAMESPACE_URL, f"pnp:{self.album.book.slug}:board:{name}")),
                x=x,
                y=y,
                width=width,
                height=height,
                boardImage=f"{PACKAGE}{ASSETS}/{name}",
            )

    def _add(self, **widget: Any) -> None:
        self.widgets.append({**widget, "z": len(self.widgets) + 1})

    def _next_place(self, width: int, height: int) -> tuple[int, int]:
        """Where the next thing lies: from left to right, then in a new row."""
        if self.x + width > WIDTH - 50 and self.x > 50:
            self.x, self.y, self.row = 50, self.y + self.row + 2 * _GAP, 0
        place = self.x, self.y
        self.x, self.row = self.x + width + _GAP, max(self.row, height)
        return place

    def _id(self, what: str, chapter: Chapter, piece: AlbumPiece) -> str:
        name = f"pnp:{self.album.book.slug}:{chapter.component.id}:{piece.label}:{what}"
        return str(uuid5(NAMESPACE_URL, name))

    # Pictures and lists -----------------------------------------------------------------------------------------

    def _picture_names(self, chapter: Chapter, group: list[AlbumPiece]) -> dict[int, str]:
        """Paint what the group shows; the names of its pictures by their faces' numbers."""
        labels: dict[int, str] = {}
        backs = {piece.back for piece in group}
        for piece in group:
            labels.setdefault(piece.face, piece.label)
            if piece.back >= 0:
                labels.setdefault(piece.back, "back" if len(backs) == 1 else f"{piece.label}-back")
        faces = [self.album.faces[number] for number in labels]
        side = CARD_SIDE if chapter.kind in ("cards", "tokens") else PAGE_SIDE
        pdf_resources = self.album.made.pdf_resources
        painted = paint_pictures(pdf_resources, faces, [fit_pixels(frame, side, DPI) for frame in faces])
        named = {}
        for number, picture in zip(labels, clear_corners(pdf_resources, faces, painted), strict=True):
            named[number] = self._keep(
                f"{safe_name(chapter.component.id)}-{safe_name(labels[number])}", encode(picture)
            )
        return named

    def _keep(self, name: str, data: bytes) -> str:
        """The name of a picture in the zip; equal ones are one file, and no two have one name."""
        known = next((file for file, other in self.pictures.items() if other == data), "")
        taken = {file.casefold() for file in self.pictures}
        number = 1
        while not known:
            file = f"{name}.png" if number == 1 else f"{name}-{number}.png"
            known = "" if file.casefold() in taken else file
            number += 1
        self.pictures[known] = data
        return known

    def _list(self, chapter: Chapter, named: dict[int, str]) -> str:
        """A row for each physical card: what the program's own deck editor reads."""
        buffer = io.StringIO(newline="")
        writer = csv.writer(buffer, lineterminator="\r\n")
        deck = self.album.book.decks[chapter.component.deck]
        writer.writerow(["label", "text", "face", "back", *deck.fields])
        for piece in chapter.pieces:
            pictures = [named[piece.face], named[piece.back] if piece.back >= 0 else ""]
            urls = [self._url(name) if name else "" for name in pictures]
            fields = [piece.card.fields.get(name) if piece.card else None for name in deck.fields]
            row = [write_cell(value) for value in (piece.name, piece.text, *urls, *fields)]
            writer.writerows([row] * piece.copies)
        return buffer.getvalue()

    def _url(self, name: str) -> str:
        return address(self.base or PACKAGE, f"{ASSETS}/{name}")


def _template(side: str, frame: Outline, width: int, height: int) -> Json:
    """A side of a card: one picture, whose address is the card type's datum of that name."""
    picture = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
    picture |= {"valueType": "dynamic", "value": side}
    return {"includeBorder": False, "includeRadius": bool(frame.corner), "objects": [picture]}


def _on_table(frame: Outline) -> tuple[int, int]:
    return max(1, round(frame.width * PER_MM)), max(1, round(frame.height * PER_MM))


def _dump(value: Any) -> bytes:
    from msgspec import json

    return json.format(json.encode(value), indent=1) + b"\n"
