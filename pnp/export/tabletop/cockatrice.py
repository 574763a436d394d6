"""Cockatrice. In: a game. Out: a card database (version 4), a deck with the copies of each card, and pictures.

Invariant: the documents follow the program's own schemas; every card has a name of its own, by which deck and pictures
find it; pages and rules are no cards, so they are not there.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from pnp import __version__
from pnp.base.diagnostics import InputError, Span
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.order.delivery import safe_name
from pnp.export.order.order import GameFolders
from pnp.export.pictures.face_pictures import encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album, AlbumPiece, Chapter, address, make_album, read_base
from pnp.library.card import CardBook
from pnp.library.words import localise

SIDE, DPI = 1040, 300
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_FILE = re.compile(r'[*<>:"\\?|\x00-\x1f]')


def make_cockatrice(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: the pictures, the database, the deck."""
    album = make_album(game, book, request.lang, request.theme, request.only, request.on_progress)
    return _Database(album, read_base(request.base_url)).files()


class _Database:
    """One card database in the making."""

    def __init__(self, album: Album, base: str) -> None:
        self.album = album
        self.base = base
        book = album.book
        if not any(chapter.pieces for chapter in self.chapters):
            hint = "Cockatrice shows only cards, not pages and rules"
            raise InputError.single(Span(book.slug), "the chosen components have no cards", hint, "nothing")
        self.set = book.letters or "".join(sign for sign in book.slug.upper() if sign.isalnum())[:5]
        self.names: dict[tuple[str, str], str] = {}  # component and label -> the card's name
        self.files_of: dict[tuple[str, str], str] = {}
        for chapter in self.chapters:
            for piece in chapter.pieces:
                self._name(chapter, piece)

    @property
    def chapters(self) -> list[Chapter]:
        """Those that hold cards."""
        return [chapter for chapter in self.album.chapters if chapter.kind in ("cards", "tokens")]

    def files(self) -> Files:
        name = safe_name(self.album.title)
        return [*self._pictures(), (f"{name}.xml", _dump(self._cards())), (f"{name}.cod", _dump(self._deck()))]

    def _name(self, chapter: Chapter, piece: AlbumPiece) -> None:
        """A name no other card has, and the name of its picture."""
        base = " ".join(_clean(piece.name).split()) or piece.label
        number, name = 1, base
        while _file_name(name).casefold() in self.files_of.values() or not _file_name(name):
            number += 1
            name = f"{base} ({piece.label if number == 2 else number})"
        key = (chapter.component.id, piece.label)
        self.names[key], self.files_of[key] = name, _file_name(name).casefold()

    def _cards(self) -> ElementTree.Element:
        album, book = self.album, self.album.book
        root = ElementTree.Element("cockatrice_carddatabase", version="4")
        info = ElementTree.SubElement(root, "info")
        _add(info, "author", localise(book.names.get("author", {}), album.lang) or f"pnp {__version__}")
        _add(info, "sourceVersion", f"{book.version} {book.digest}".strip())
        group = ElementTree.SubElement(ElementTree.SubElement(root, "sets"), "set")
        _add(group, "name", self.set)
        _add(group, "longname", album.title)
        _add(group, "settype", "Custom")
        cards = ElementTree.SubElement(root, "cards")
        for chapter in self.chapters:
            for number, piece in enumerate(chapter.pieces, 1):
                self._add_card(ElementTree.SubElement(cards, "card"), chapter, piece, number)
        return root

    def _add_card(self, node: ElementTree.Element, chapter: Chapter, piece: AlbumPiece, number: int) -> None:
        card = piece.card
        name = self.names[chapter.component.id, piece.label]
        _add(node, "name", name)
        _add(node, "text", piece.text)
        prop = ElementTree.SubElement(node, "prop")
        for key, value in (
            ("layout", "normal"),
            ("side", "front"),
            ("type", chapter.title),
            ("maintype", chapter.title),
        ):
            _add(prop, key, value)
        for key, value in (card.fields if card else {}).items():
            if isinstance(value, str | int | float) and key.isascii() and key not in ("layout", "side", "maintype"):
                _replace(prop, key, _plain(value))
        entry = _add(node, "set", self.set)
        entry.set("num", _clean(card.code if card and card.code else str(number)))
        entry.set("rarity", "common")
        if self.base:
            entry.set("picurl", address(self.base, self._picture(name)))
        if chapter.kind == "tokens":
            _add(node, "token", "1")
        _add(node, "tablerow", "1")

    def _deck(self) -> ElementTree.Element:
        root = ElementTree.Element("cockatrice_deck", version="1")
        _add(root, "deckname", self.album.title)
        _add(root, "comments", localise(self.album.book.about, self.album.lang))
        for kind, zone_name in (("cards", "main"), ("tokens", "tokens")):
            zone = ElementTree.Element("zone", name=zone_name)
            for chapter in self.chapters:
                for piece in chapter.pieces if chapter.kind == kind else ():
                    if piece.copies:
                        name = self.names[chapter.component.id, piece.label]
                        ElementTree.SubElement(zone, "card", number=str(piece.copies), name=name)
            if len(zone):
                root.append(zone)
        return root

    def _pictures(self) -> Files:
        pieces = [(chapter, piece) for chapter in self.chapters for piece in chapter.pieces]
        frames = [self.album.faces[piece.face] for _, piece in pieces]
        unique = list({id(frame): frame for frame in frames}.values())
        sizes = [fit_pixels(frame, SIDE, DPI) for frame in unique]
        painted = paint_pictures(self.album.made.pdf_resources, unique, sizes)
        data = {id(frame): encode(picture) for frame, picture in zip(unique, painted, strict=True)}
        return [
            (self._picture(self.names[chapter.component.id, piece.label]), data[id(frame)])
            for (chapter, piece), frame in zip(pieces, frames, strict=True)
        ]

    def _picture(self, name: str) -> str:
        return f"CUSTOM/{_file_name(name)}_{self.set}.png"


def _file_name(name: str) -> str:
    """A card's name as the program looks for its picture."""
    return _NO_FILE.sub("", name.replace(" // ", "").replace("/", " ")).strip(" .")[:80]


def _clean(text: str) -> str:
    """A text that XML can hold."""
    return _NO_XML.sub("\ufffd", text)


def _plain(value: str | int | float) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    node = ElementTree.SubElement(parent, name)
    node.text = _clean(text)
    return node


def _replace(parent: ElementTree.Element, name: str, text: str) -> None:
    node = parent.find(name)
    if node is None:
        _add(parent, name, text)
    else:
        node.text = _clean(text)


def _dump(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"
