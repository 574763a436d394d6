"""Printed faces with codes, for photos that no camera took. In: a game, a theme. Out: pictures of its faces, and where
their codes are.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from pnp.catalog import book_of, find_game
from pnp.export.cache.build_cache import BuildCache
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.faces import make_faces
from pnp.export.order.order import PrintOrder
from pnp.export.order.resolve import resolve
from pnp.export.pictures.face_pictures import paint_pictures
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card, CardBook
from pnp.photo.faces import FaceCodes
from tests.photo.simulated import MM, Laid


class PrintedGame:
    """The faces of one game that show a code."""

    def __init__(self, game: str, theme: str = "", only: tuple[str, ...] = ()) -> None:
        entry = find_game(game, [])
        self.book: CardBook = book_of(entry)
        cache = BuildCache(workers=1)
        faces = make_faces(resolve(entry, self.book, PrintOrder(codes=True, theme=theme, only=only), cache), cache)
        self.resources = LayoutResources(DiskShelf(games=entry.shelves), self.book, theme, codes=True)
        self.codes = FaceCodes(self.resources)
        coded = {card.id: card for deck in self.book.decks.values() for card in deck.cards if card.code}
        parts = [part for one, its in faces.components if one.kind == "cards" for part in its if part.card in coded]
        outlines = [faces.portfolio.faces[part.face] for part in parts]
        sizes = [(round(face.width * MM), round(face.height * MM)) for face in outlines]
        pictures = paint_pictures(faces.pdf_resources, outlines, sizes)
        self.faces: dict[str, Image.Image] = {part.card: picture for part, picture in zip(parts, pictures, strict=True)}
        self.cards: dict[str, Card] = {id_: coded[id_] for id_ in self.faces}

    def lay(self, card: str, x: float, y: float, turn: float = 0.0) -> Laid:
        """A card on the table, its upper left corner at a place in mm."""
        code = self.codes.place(self.cards[card], False)
        assert code is not None
        return Laid(self.faces[card], x, y, turn, (code.x, code.y, code.x + code.side, code.y + code.side))


@cache
def printed(game: str, theme: str = "") -> PrintedGame:
    """The faces of a game, painted once."""
    return PrintedGame(game, theme)
