"""`pnp build --codes`: a reader sees on each face the code of its card, and on no back that hides which card it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from PIL import Image

from pnp.catalog import book_of, find_game
from pnp.checking.game import inspect
from pnp.export.cache.build_cache import BuildCache
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.faces import Faces, make_faces
from pnp.export.order.order import PrintOrder
from pnp.export.order.resolve import resolve
from pnp.export.pictures.face_pictures import paint_pictures
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import list_cards
from pnp.library.card import Card

zxing = pytest.importorskip("zxingcpp")

GAMES = ("kalevala", "suomi1918", "keko", "drumroll", "keikalla")
PIXELS = 8  # a mm


def made(game: str, theme: str) -> Faces:
    entry = find_game(game, [])
    order = PrintOrder(codes=True, theme=theme, once=True)
    cache = BuildCache(workers=1)
    return make_faces(resolve(entry, book_of(entry), order, cache), cache)


def read(picture: Image.Image) -> list[str]:
    found = zxing.read_barcodes(picture, formats=zxing.BarcodeFormat.DataMatrix)
    return [code.text for code in found]


def cards_of(game: str) -> dict[str, Card]:
    book = book_of(find_game(game, []))
    parts = [component for component in book.components if component.kind == "cards"]
    return {label: card for part in parts for card, label, _ in list_cards(book, part) if card.code}


THEMES = ("colour", "ink", "accessible")


def cases() -> Iterator[Any]:
    """Games and themes: one game in each theme, and each in the usual one; the rest is slow."""
    for game, theme in product(GAMES, THEMES):
        mark = [] if game == GAMES[0] else [pytest.mark.ci if theme == THEMES[0] else pytest.mark.slow]
        yield pytest.param(game, theme, marks=mark)


@pytest.mark.parametrize(("game", "theme"), list(cases()))
def test_every_face_shows_its_code_and_no_secret_back_does(game: str, theme: str) -> None:
    faces = made(game, theme)
    cards = cards_of(game)
    pairs = [
        (part, component)
        for component, parts in faces.components
        if component.kind == "cards"
        for part in parts
        if part.card in cards
    ]
    numbers = sorted({number for part, _ in pairs for number in (part.face, part.back) if number >= 0})
    outlines = [faces.portfolio.faces[number] for number in numbers]
    sizes = [(round(face.width * PIXELS), round(face.height * PIXELS)) for face in outlines]
    pictures = dict(zip(numbers, paint_pictures(faces.pdf_resources, outlines, sizes), strict=True))
    codes = {number: read(picture) for number, picture in pictures.items()}
    assert {part.card: codes[part.face] for part, _ in pairs} == {id_: [card.code] for id_, card in cards.items()}
    backs = {part.card: codes[part.back] for part, _ in pairs if part.back >= 0}
    two_sided = {part.card for part, component in pairs if component.id == "performers"}
    assert all(backs[id_] == ([f"{cards[id_].code}+"] if id_ in two_sided else []) for id_ in backs)
    assert backs


@pytest.mark.parametrize(
    "game",
    [pytest.param(GAMES[0], marks=pytest.mark.ci), *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])],
)
def test_codes_have_a_place_in_every_language_and_theme(game: str) -> None:
    assert [str(item) for item in inspect(find_game(game, []), codes=True) if item.severity != "note"] == []


@pytest.mark.parametrize("game", GAMES)
def test_without_codes_a_face_is_what_it_was(game: str) -> None:
    """The layouts' `codes` change nothing that is not asked for: with them taken away, the faces are the same."""
    entry = find_game(game, [])
    book = book_of(entry)
    shelf = DiskShelf(games=entry.shelves)
    plain = LayoutResources(shelf, book)
    layouts = [name for name in plain.layout_names() if (found := plain.template(name)) is not None and found.has_codes]
    assert layouts
    assert not {element.id for name in layouts for element in plain.template(name).elements} & {"scan"}  # type: ignore[union-attr]
