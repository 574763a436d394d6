"""An album: the faces of a game with what they are called. In: a game, its card book, a language. Out: an Album.

Table-top programs and the gallery show pictures, and names and texts beside them. Invariant: each piece is one
entry of a component, in the order printed, and its words are plain: no markup, no placeholder.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.faces import Faces, make_faces
from pnp.export.order.order import GameFolders, PrintOrder
from pnp.export.order.resolve import resolve
from pnp.export.pdf.pdf_resources import OnProgress, no_progress
from pnp.layout.drawing.frame import Outline
from pnp.layout.sheets.components import list_cards
from pnp.layout.text.markup import Placeholder, expand, parse_markup, plain_text
from pnp.library.book_reader import BookReader, look_up
from pnp.library.card import Card, CardBook, Component
from pnp.library.words import localise

PAPER = ("tuckbox",)  # kinds that are of use on paper only


class AlbumPiece(Struct, frozen=True):
    """One face with its back, or none (-1): numbers in the album's faces.

    label: a name for files, unique in its component · name, text: for people · card: None for pages.
    """

    label: str
    name: str
    text: str
    face: int
    back: int = -1
    copies: int = 1
    card: Card | None = None


class Chapter(Struct, frozen=True):
    """The pieces of one component. kind: `cards`, `tokens`, or the component's own (`page`, `board`, `rules` …)."""

    component: Component
    kind: str
    title: str
    pieces: tuple[AlbumPiece, ...]

    @property
    def backs(self) -> list[int]:
        """The different backs, in order."""
        return list(dict.fromkeys(piece.back for piece in self.pieces if piece.back >= 0))


class Album(Struct, frozen=True):
    """All chapters in one language."""

    book: CardBook
    lang: str
    title: str
    made: Faces
    chapters: tuple[Chapter, ...]

    @property
    def faces(self) -> list[Outline]:
        """All unique faces."""
        return self.made.portfolio.faces

    @property
    def table(self) -> list[Chapter]:
        """What is of use on a table in a program."""
        return [chapter for chapter in self.chapters if chapter.kind not in PAPER]


def make_album(
    game: GameFolders,
    book: CardBook,
    lang: str = "",
    theme: str = "",
    only: Sequence[str] = (),
    on_progress: OnProgress = no_progress,
) -> Album:
    """Compose a game; InputError reports every fault of cards and layouts; `on_progress` is called as work advances."""
    cache = BuildCache(on_progress)
    made = make_faces(resolve(game, book, PrintOrder(only=tuple(only), lang=lang, theme=theme), cache), cache)
    lang = made.resources.lang
    chapters = []
    for component, parts in made.components:
        title = localise(component.title, lang) or component.id
        cards = {label: card for card, label, _ in list_cards(book, component)} if component.has_cards else {}
        pieces = []
        for number, part in enumerate(parts, 1):
            card = cards.get(part.card)
            name = localise(card.name, lang) if card else title if len(parts) == 1 else f"{title} {number}"
            text = describe(book, card, lang) if card else ""
            pieces.append(AlbumPiece(part.card, name, text, part.face, part.back, part.copies, card))
        chapters.append(Chapter(component, _kind(book, component), title, tuple(pieces)))
    if not any(chapter.pieces for chapter in chapters):
        raise InputError.single(Span(book.slug), "the game has no faces to show", "add cards: to a deck", "nothing")
    return Album(book, lang, localise(book.title, lang), made, tuple(chapters))


def alike(pieces: Sequence[AlbumPiece], faces: Sequence[Outline]) -> list[list[AlbumPiece]]:
    """The pieces by size and shape: what programs lay on one stack must be alike."""
    groups: dict[tuple[object, ...], list[AlbumPiece]] = {}
    for piece in pieces:
        frame = faces[piece.face]
        groups.setdefault((frame.width, frame.height, frame.corner, frame.cut), []).append(piece)
    return list(groups.values())


def _kind(book: CardBook, component: Component) -> str:
    """Cards are dealt and drawn; whatever else has a deck is a token."""
    if not component.has_cards:
        return component.kind
    return "cards" if component.kind == book.decks[component.deck].kind == "cards" else "tokens"


def describe(book: CardBook, card: Card, lang: str) -> str:
    """The texts of a card in plain words, a paragraph each."""
    return "\n".join(
        line for words in card.texts.values() for line in plain_lines(localise(words, lang), book, card, lang)
    )


def plain_lines(text: str, book: CardBook, card: Card | None, lang: str) -> list[str]:
    """The paragraphs of a text without its markup; an icon is its name in brackets."""

    def fill(placeholder: Placeholder) -> str:
        kind, _, key = placeholder.name.partition(".")
        if kind == "word" and key in book.names:
            return localise(book.names[key], lang)
        return look_up(placeholder.name, BookReader(book), card, lang) or f"({placeholder.name.removeprefix('icon.')})"

    try:
        paragraphs = expand(parse_markup(text), fill, lambda _: None)
    except ValueError:  # a text that no layout prints may be anything
        return [text]
    return [line for part in paragraphs if (line := plain_text([part]))]


_SCHEMES = ("https://", "http://", "file:///")


def read_base(base_url: str) -> str:
    """The address of a folder, with a slash at its end; "" for none; InputError when it is no address."""
    if not base_url:
        return ""
    if not base_url.startswith(_SCHEMES) or not base_url.isprintable() or any(sign in base_url for sign in " \"'<>\\"):
        hint = f"an address begins with {', '.join(_SCHEMES)}"
        raise InputError.single(Span("--base-url"), f"expected an address, got “{base_url[:60]}”", hint, "bad-address")
    return base_url.rstrip("/") + "/"


def folder_address(folder: str) -> str:
    """The address of a folder on this machine."""
    from pathlib import Path

    return Path(os.path.abspath(folder)).as_uri() + "/"


def address(base: str, name: str) -> str:
    """A file's address: its name below a base."""
    from urllib.parse import quote

    return base + quote(name)
