"""Tabletop Simulator. In: a game. Out: deck sheets, pictures of tokens and pages, and a saved object that names them.

Decks become `DeckCustom` (a single card `Card`), tokens a `Bag` of `Custom_Tile`s, pages `Custom_Tile`s, boards
`Custom_Board`s. Invariant: a CardID is its deck's number × 100 + its slot; DeckIDs and ContainedObjects list the same
cards in the same order; the same game, folder and base address always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct
from PIL import Image

from pnp.export.lists.request import ExportRequest, Files
from pnp.export.order.delivery import safe_name
from pnp.export.order.order import GameFolders
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import Pixels, clear_corners, encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album, AlbumPiece, Chapter, address, alike, folder_address, make_album, read_base
from pnp.layout.drawing.frame import Frame, Outline, Shape
from pnp.library.card import CardBook

COLUMNS, ROWS, SIDE = 10, 7, 4096
DPI = 300
_GREY = "#5f5b55"


class DeckGrid(Struct, frozen=True):
    """How many slots a sheet has, and how large each is."""

    columns: int
    rows: int
    slot: Pixels

    @property
    def pixels(self) -> Pixels:
        """The size of the whole sheet."""
        return self.columns * self.slot[0], self.rows * self.slot[1]


class DeckSheet(Struct, frozen=True):
    """Pieces of one size on one grid; backs as a sheet of their own when they differ."""

    pieces: tuple[AlbumPiece, ...]
    grid: DeckGrid
    frame: Outline
    is_unique_back: bool


def plan_sheets(pieces: Sequence[AlbumPiece], faces: Sequence[Outline]) -> list[list[DeckSheet]]:
    """The pieces on as few sheets as they need; the sheets of one size and shape are a deck."""
    return [[_sheet(part, faces) for part in _batched(group, COLUMNS * ROWS - 1)] for group in alike(pieces, faces)]


def _sheet(pieces: tuple[AlbumPiece, ...], faces: Sequence[Outline]) -> DeckSheet:
    frame = faces[pieces[0].face]
    return DeckSheet(pieces, plan_grid(len(pieces) + 1, frame), frame, len({piece.back for piece in pieces}) > 1)


def plan_grid(slots: int, frame: Outline) -> DeckGrid:
    """The grid in which so many faces are largest; of those equally large the one with the fewest slots."""
    best: DeckGrid | None = None
    for columns in range(2, COLUMNS + 1):
        rows = max(2, -(-slots // columns))
        if rows > ROWS:
            continue
        slot = _slot(frame, columns, rows)
        grid = DeckGrid(columns, rows, slot)
        if best is None or (slot[0], -columns * rows) > (best.slot[0], -best.columns * best.rows):
            best = grid
    assert best is not None, "a sheet never gets more faces than it has slots"
    return best


def _slot(frame: Outline, columns: int, rows: int) -> Pixels:
    width, height = fit_pixels(frame, SIDE, DPI)
    scale = min(1.0, SIDE // columns / width, SIDE // rows / height)
    return max(1, int(width * scale)), max(1, int(height * scale))


def paint_sheet(pdf_resources: PdfResources, faces: Sequence[Outline], sheet: DeckSheet, side: str) -> Image.Image:
    """The faces or the backs of a deck sheet."""
    hidden = hidden_face(sheet, faces)
    shown = [faces[piece.face] if side == "face" else back_face(piece, faces) for piece in sheet.pieces]
    unique = list({id(frame): frame for frame in (*shown, hidden)}.values())
    slot = sheet.grid.slot
    painted = {
        id(frame): picture
        for frame, picture in zip(unique, paint_pictures(pdf_resources, unique, [slot] * len(unique)), strict=True)
    }
    picture = Image.new("RGB", sheet.grid.pixels)
    for number in range(sheet.grid.columns * sheet.grid.rows):
        frame = shown[number] if number < len(shown) else hidden
        picture.paste(
            painted[id(frame)], (number % sheet.grid.columns * slot[0], number // sheet.grid.columns * slot[1])
        )
    return picture


def back_face(piece: AlbumPiece, faces: Sequence[Outline]) -> Outline:
    """A piece's back; a plain one when it has none."""
    return faces[piece.back] if piece.back >= 0 else plain_back(faces[piece.face])


def hidden_face(sheet: DeckSheet, faces: Sequence[Outline]) -> Outline:
    """What others see of a card in a hand: the back all have, or else a plain one."""
    return plain_back(sheet.frame) if sheet.is_unique_back else back_face(sheet.pieces[0], faces)


def plain_back(frame: Outline) -> Outline:
    """A grey back for faces that are printed without one."""
    width, height = frame.width, frame.height
    path = ("M", 0.0, 0.0, "L", width, 0.0, "L", width, height, "L", 0.0, height, "Z")
    return Frame("plain back", width, height, 0.0, frame.corner, (Shape(path, fill=_GREY),), frame.cut)


def _batched(pieces: Sequence[AlbumPiece], most: int) -> Iterator[tuple[AlbumPiece, ...]]:
    for start in range(0, len(pieces), most):
        yield tuple(pieces[start : start + most])


BACK_SIDE, PAGE_SIDE, THUMBNAIL = 1024, 2048, 256
POKER = 88.0  # mm: the height of a card at scale 1
TILE = 57.0  # mm: about the width of a tile at scale 1
_STEP, _PER_ROW = 4.5, 6

Json = dict[str, Any]


def make_tts(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: pictures first, the saved object and its thumbnail last."""
    album = make_album(game, book, request.lang, request.theme, request.only, request.on_progress)
    return _SavedObject(album, read_base(request.base_url) or folder_address(request.folder)).files()


class _SavedObject:
    """One saved object in the making."""

    def __init__(self, album: Album, base: str) -> None:
        self.album = album
        self.faces = album.faces
        self.pdf_resources = album.made.pdf_resources
        self.base = base
        self.pictures: Files = []
        self.decks = 0
        self.objects: list[Json] = []
        self.ids: set[str] = set()

    def files(self) -> Files:
        for chapter in self.album.table:
            if chapter.kind == "cards":
                self._add_decks(chapter)
            elif chapter.kind == "board":
                self._add_boards(chapter)
            else:
                self._add_tiles(chapter)
        name = safe_name(self.album.title)
        saved = {
            "SaveName": self.album.title,
            "GameMode": self.album.title,
            "Date": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "GameType": "",
            "GameComplexity": "",
            "Tags": [],
            "Table": "",
            "Sky": "",
            "Note": "",
            "TabStates": {},
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": self.objects,
        }
        return [*self.pictures, (f"{name}.png", self._thumbnail()), (f"{name}.json", _dump(saved))]

    # Cards ------------------------------------------------------------------------------------------------------

    def _add_decks(self, chapter: Chapter) -> None:
        for sheets in plan_sheets(chapter.pieces, self.faces):
            self._add_deck(chapter, sheets)

    def _add_deck(self, chapter: Chapter, sheets: list[DeckSheet]) -> None:
        decks: dict[str, Json] = {}
        cards: list[Json] = []
        transform = self._next_place(sheets[0].frame.height / POKER, face_down=True)
        for sheet in sheets:
            self.decks += 1
            deck = {str(self.decks): self._custom_deck(chapter, sheet)}
            decks |= deck
            for slot, piece in enumerate(sheet.pieces):
                for copy in range(piece.copies):
                    card = self._object("Card", transform, piece, f"{chapter.component.id} {piece.label} {copy}")
                    card |= {"CardID": self.decks * 100 + slot, "SidewaysCard": False, "CustomDeck": deck}
                    cards.append(card)
        if len(cards) == 1:
            self.objects += cards
        elif cards:
            whole = self._object("DeckCustom", transform, None, f"deck {chapter.component.id} {self.decks}")
            whole |= {"Nickname": chapter.title, "SidewaysCard": False, "HideWhenFaceDown": True}
            whole |= {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": decks, "ContainedObjects": cards}
            self.objects.append(whole)

    def _custom_deck(self, chapter: Chapter, sheet: DeckSheet) -> Json:
        name = f"{safe_name(chapter.component.id)}-{self.decks}"
        faces = self._picture(f"{name}-faces", paint_sheet(self.pdf_resources, self.faces, sheet, "face"))
        if sheet.is_unique_back:
            backs = self._picture(f"{name}-backs", paint_sheet(self.pdf_resources, self.faces, sheet, "back"))
        else:
            back = hidden_face(sheet, self.faces)
            size = fit_pixels(back, BACK_SIDE, DPI)
            backs = self._picture(f"{name}-back", next(paint_pictures(self.pdf_resources, [back], [size])))
        return {
            "FaceURL": faces,
            "BackURL": backs,
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.is_unique_back,
            "Type": card_shape(sheet.frame),
        }

    # Boards, tokens and pages ----------------------------------------------------------------------------------------

    def _add_boards(self, chapter: Chapter) -> None:
        for piece in chapter.pieces:
            face, _ = self._sides(chapter, piece)
            board = self._object("Custom_Board", self._next_place(1.0, False), piece, f"board {chapter.component.id}")
            image = {"ImageURL": face, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
            self.objects.append(board | {"Locked": True, "CustomImage": image})

    def _add_tiles(self, chapter: Chapter) -> None:
        tiles: list[Json] = []
        is_token = chapter.kind == "tokens"
        for piece in chapter.pieces:
            frame = self.faces[piece.face]
            face, back = self._sides(chapter, piece)
            for copy in range(piece.copies):
                scale = frame.width / TILE
                transform = _transform(0, 0, scale) if is_token else self._next_place(scale, face_down=False)
                tile = self._object("Custom_Tile", transform, piece, f"{chapter.component.id} {piece.label} {copy}")
                tile["CustomImage"] = {
                    "ImageURL": face,
                    "ImageSecondaryURL": back,
                    "ImageScalar": 1.0,
                    "WidthScale": 0.0,
                    "CustomTile": {"Type": tile_shape(frame), "Thickness": 0.1, "Stackable": is_token, "Stretch": True},
                }
                tiles.append(tile)
        if is_token and len(tiles) > 1:
            bag = self._object("Bag", self._next_place(1.0, face_down=False), None, f"bag {chapter.component.id}")
            self.objects.append(bag | {"Nickname": chapter.title, "ContainedObjects": tiles})
        else:
            self.objects += tiles

    def _sides(self, chapter: Chapter, piece: AlbumPiece) -> tuple[str, str]:
        """The addresses of a tile's two pictures; without a back it shows its face on both sides."""
        shown = [self.faces[piece.face]]
        if piece.back >= 0:
            shown.append(back_face(piece, self.faces))
        sizes = [fit_pixels(frame, PAGE_SIDE, DPI) for frame in shown]
        pictures = clear_corners(self.pdf_resources, shown, paint_pictures(self.pdf_resources, shown, sizes))
        name = f"{safe_name(chapter.component.id)}-{safe_name(piece.label)}"
        urls = [self._picture(f"{name}{side}", picture) for side, picture in zip(("", "-back"), pictures, strict=False)]
        return urls[0], urls[-1]

    # Parts ------------------------------------------------------------------------------------------------------

    def _object(self, name: str, transform: Json, piece: AlbumPiece | None, seed: str) -> Json:
        return {
            "GUID": self._guid(seed),
            "Name": name,
            "Transform": transform,
            "Nickname": piece.name if piece else "",
            "Description": piece.text if piece else "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "IgnoreFoW": False,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": name == "Card",
            "Hands": name in ("Card", "DeckCustom"),
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _guid(self, seed: str) -> str:
        """Six hexadecimal characters, different for every object, the same in every export."""
        number = 0
        while True:
            guid = sha256(f"{self.album.book.slug} {seed} {number}".encode()).hexdigest()[:6]
            if guid not in self.ids:
                self.ids.add(guid)
                return guid
            number += 1

    def _next_place(self, scale: float, face_down: bool) -> Json:
        number = len(self.objects)
        x, z = number % _PER_ROW * _STEP, -(number // _PER_ROW) * _STEP
        return _transform(x, z, scale, face_down)

    def _picture(self, name: str, picture: Any) -> str:
        """The address of a picture; equal pictures are one file, and no two files have one name."""
        data = encode(picture)
        known = next((file for file, other in self.pictures if other == data), "")
        if not known:
            taken = {file.casefold() for file, _ in self.pictures}
            known, number = f"pictures/{name}.png", 1
            while known.casefold() in taken:
                number += 1
                known = f"pictures/{name}-{number}.png"
            self.pictures.append((known, data))
        return address(self.base, known)

    def _thumbnail(self) -> bytes:
        """What the program shows of the saved object: the first face."""
        from PIL import Image

        first = next(piece for chapter in self.album.chapters for piece in chapter.pieces)
        frame = self.faces[first.face]
        face = next(paint_pictures(self.pdf_resources, [frame], [fit_pixels(frame, THUMBNAIL, DPI)]))
        picture = Image.new("RGB", (THUMBNAIL, THUMBNAIL), "#ffffff")
        picture.paste(face, ((THUMBNAIL - face.width) // 2, (THUMBNAIL - face.height) // 2))
        return encode(picture)


def card_shape(frame: Outline) -> int:
    """0 rounded rectangle, 1 rectangle, 3 hexagon, 4 circle."""
    if frame.cut:
        return 4 if "C" in frame.cut else 3
    return 0 if frame.corner else 1


def tile_shape(frame: Outline) -> int:
    """0 box, 1 hexagon, 2 circle, 3 rounded box."""
    if frame.cut:
        return 2 if "C" in frame.cut else 1
    return 3 if frame.corner else 0


def _transform(x: float, z: float, scale: float, face_down: bool = False) -> Json:
    scale = round(scale, 4)
    return {
        "posX": x,
        "posY": 1.0,
        "posZ": z,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 180.0 if face_down else 0.0,
        "scaleX": scale,
        "scaleY": 1.0,
        "scaleZ": scale,
    }


def _dump(value: Json) -> bytes:
    from msgspec import json

    return json.format(json.encode(value), indent=2) + b"\n"
