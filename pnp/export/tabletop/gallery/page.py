"""The gallery's HTML. In: albums by language and their pictures. Out: the page as text.

Invariant: the page needs nothing else: its style, script and pictures are in it, and nothing else may be loaded.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from pnp import __version__
from pnp.base.csv_edit import write_cell
from pnp.base.templates import templates
from pnp.export.lists.data import show_source
from pnp.export.pictures.face_pictures import encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album, AlbumPiece
from pnp.export.tabletop.gallery.labels import language_name, words_of
from pnp.layout.drawing.frame import Outline
from pnp.library.card import Card
from pnp.library.words import localise

HERE = Path(__file__).parent
CARD_SIDE, PAGE_SIDE, DPI = 640, 1500, 360  # pixels; pages are read, cards are looked at
QUALITY = 84


class GalleryPictures:
    """Pictures by the digest of their face."""

    def __init__(self, albums: Mapping[str, Album]) -> None:
        self.albums = albums
        self.sources: dict[str, str] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        self.shapes: dict[str, str] = {}  # the rule of a shape -> its class
        for album in albums.values():
            self._paint(album)

    def digest(self, lang: str, face: int) -> str:
        """What identifies a face."""
        return self.albums[lang].made.portfolio.digests[face]

    def shape(self, frame: Outline) -> str:
        """The class that gives a picture the shape of the face."""
        if frame.cut and "C" in frame.cut:
            rule = "border-radius:50%"
        elif frame.cut:
            points = [frame.cut[at : at + 2] for at in range(1, len(frame.cut) - 1, 3)]
            corners = ",".join(f"{_percent(x, frame.width)} {_percent(y, frame.height)}" for x, y in points)
            rule = f"clip-path:polygon({corners})"
        elif frame.corner:
            rule = f"border-radius:{_percent(frame.corner, frame.width)}/{_percent(frame.corner, frame.height)}"
        else:
            return ""
        return self.shapes.setdefault(rule, f"shape{len(self.shapes)}")

    def rules(self) -> str:
        """The style rules of all shapes."""
        return "".join(f".{name}{{{rule}}}" for rule, name in self.shapes.items())

    def _paint(self, album: Album) -> None:
        digests, frames = album.made.portfolio.digests, album.faces
        wanted: dict[str, tuple[Outline, int]] = {}
        for chapter in album.chapters:
            side = CARD_SIDE if chapter.kind in ("cards", "tokens") else PAGE_SIDE
            for piece in chapter.pieces:
                for number in (piece.face, piece.back):
                    if number >= 0 and digests[number] not in self.sources:
                        wanted.setdefault(digests[number], (frames[number], side))
        sizes = [fit_pixels(frame, side, DPI) for frame, side in wanted.values()]
        pictures = paint_pictures(album.made.pdf_resources, [frame for frame, _ in wanted.values()], sizes)
        for digest, picture in zip(wanted, pictures, strict=True):
            data = encode(picture, "WEBP", quality=QUALITY, method=4)
            self.sources[digest] = "data:image/webp;base64," + b64encode(data).decode("ascii")
            self.sizes[digest] = picture.size


def _percent(part: str | float, whole: float) -> str:
    return f"{float(part) / whole * 100:.4g}%"


MAX_CHOICES, MAX_FILTERS = 14, 6  # a field with more values is searched, not chosen
LOOKS = ("auto", "light", "dark")
TINY = 30.0  # mm: smaller faces stand closer together

Words = Mapping[str, str]


class Select(Struct):
    """A choice. options: values, each with its words · field: of cards, which it chooses by"""

    name: str
    title: Words
    options: list[tuple[str, Words]]
    field: str = ""


class Still(Struct):
    """A picture. lang: where it is for one language only · alts: what stands for it in each, where it is for all"""

    source: str
    width: int
    height: int
    shape: str
    alt: str
    alts: Words = {}
    lang: str = ""
    is_hidden: bool = False


class Item(Struct):
    """What stands under one picture. langs: those it is for, where it is not for all · find: what is searched; None for
    a back · chosen: the fields it may be chosen by · details: names, values and sources
    """

    deck: str
    names: Words
    enlarge: Words
    pictures: list[Still]
    langs: str
    is_hidden: bool
    find: str | None = None
    chosen: Words = {}
    copies: int = 1
    texts: Words = {}
    details: list[tuple[str, str, str]] | None = None


class Section(Struct):
    """The cards of a chapter."""

    title: Words
    total: int
    size: str
    items: list[Item]


class GalleryPage:
    """One page in the making."""

    def __init__(self, albums: Mapping[str, Album], stills: GalleryPictures) -> None:
        self.albums = albums
        self.stills = stills
        self.languages = list(albums)
        self.first = albums[self.languages[0]]
        self.fields = self._choices()

    def html(self) -> str:
        """The whole page."""
        book = self.first.book
        sections = [self._section(number) for number in range(len(self.first.chapters))]  # they tell which shapes are
        style, script = _asset("gallery.css") + self.stills.rules() + "\n", _asset("gallery.js")
        policy = (
            f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        text = (
            templates(HERE)
            .get_template("gallery.html")
            .render(
                page=self,
                own=self._own,
                policy=policy,
                style=style,
                script=script,
                titles={lang: album.title for lang, album in self.albums.items()},
                about={lang: localise(book.about, lang) for lang in self.languages} if book.about else {},
                selects=self._selects(),
                sections=sections,
                book=book,
                version=__version__,
            )
        )
        return text + "\n"

    def first_of(self, words: Words) -> str:
        """Words in the first language."""
        return words.get(self.languages[0]) or next(iter(words.values()), "")

    @staticmethod
    def json(words: Words) -> str:
        """Words as the page's script reads them."""
        return json.encode(dict(words)).decode()

    def _selects(self) -> list[Select]:
        def same(text: str) -> Words:
            return dict.fromkeys(self.languages, text)

        every = ("", self._own("all"))
        decks = [(one.component.id, self._titles(number)) for number, one in enumerate(self.first.chapters)]
        found = [Select("deck", self._own("deck"), [every, *decks])]
        for name, values in self.fields.items():
            options = [(value, same(value)) for value in values]
            found.append(Select(f"field-{name}", same(name.replace("_", " ")), [every, *options], name))
        if len(self.languages) > 1:
            options = [(code, same(language_name(code))) for code in self.languages]
            found.append(Select("lang", self._own("language"), options))
        return [*found, Select("look", self._own("look"), [(look, self._own(look)) for look in LOOKS])]

    def _section(self, number: int) -> Section:
        chapter, faces = self.first.chapters[number], self.first.faces
        widest = max((faces[piece.face].width for piece in chapter.pieces), default=0.0)
        size = "large" if chapter.kind not in ("cards", "tokens") else "small" if widest < TINY else ""
        total, deck, back = sum(piece.copies for piece in chapter.pieces), chapter.component.id, self._own("back")
        chapters = {lang: album.chapters[number] for lang, album in self.albums.items()}
        items = []
        for at in range(max(len(one.pieces) for one in chapters.values())):
            items.append(
                self._piece(deck, {lang: it.pieces[at] for lang, it in chapters.items() if at < len(it.pieces)})
            )
        for at in range(max(len(one.backs) for one in chapters.values())):
            backs = {lang: one.backs[at] for lang, one in chapters.items() if at < len(one.backs)}
            items.append(self._item(deck, backs, back, back))
        return Section(self._titles(number), total, size, items)

    def _piece(self, deck: str, pieces: dict[str, AlbumPiece]) -> Item:
        piece = next(iter(pieces.values()))
        names = {lang: one.name for lang, one in pieces.items()}
        texts = {lang: one.text for lang, one in pieces.items()}
        fields = {key: _value(value) for key, value in (piece.card.fields if piece.card else {}).items()}
        found = [*names.values(), *texts.values(), piece.label, *fields.values(), piece.card.code if piece.card else ""]
        alts = {lang: f"{names[lang]}. {texts[lang]}".strip() for lang in pieces}
        item = self._item(deck, {lang: one.face for lang, one in pieces.items()}, names, alts)
        item.find, item.copies, item.texts = fold(" ".join(found)), piece.copies, texts
        item.chosen = {key: value for key, value in fields.items() if key in self.fields}
        item.details = _details(piece.card, fields) if piece.card else None
        return item

    def _item(self, deck: str, faces: dict[str, int], names: Words, alts: Words) -> Item:
        enlarge = self._own("enlarge")
        labels = {lang: f"{enlarge[lang]}: {names[lang]}" for lang in faces}
        is_everywhere = len(faces) == len(self.languages)
        langs, is_hidden = "" if is_everywhere else " ".join(faces), self.languages[0] not in faces
        return Item(deck, names, labels, self._pictures(faces, alts), langs, is_hidden)

    def _pictures(self, faces: dict[str, int], alts: Words) -> list[Still]:
        """One picture, or one in each language."""
        digests = {lang: self.stills.digest(lang, face) for lang, face in faces.items()}
        is_same = len(set(digests.values())) == 1
        found: list[Still] = []
        for lang, digest in digests.items():
            shape = self.stills.shape(self.albums[lang].faces[faces[lang]])
            still = Still(self.stills.sources[digest], *self.stills.sizes[digest], shape, alts[lang])
            if is_same:
                still.alts = alts
                return [still]
            still.lang, still.is_hidden = lang, bool(found)
            found.append(still)
        return found

    def _own(self, key: str) -> dict[str, str]:
        return words_of(key, self.languages)

    def _titles(self, number: int) -> dict[str, str]:
        return {lang: album.chapters[number].title for lang, album in self.albums.items()}

    def _choices(self) -> dict[str, list[str]]:
        """The fields by which cards may be chosen, with their values; not those that only describe how a card looks."""
        found: dict[str, dict[str, Any]] = {}
        decks = self.first.book.decks
        for chapter in self.first.chapters:
            for piece in chapter.pieces:
                for key, value in (piece.card.fields if piece.card else {}).items():
                    is_art = piece.card is not None and decks[piece.card.deck].fields[key].only_print
                    if isinstance(value, str | int | float) and not is_art:
                        found.setdefault(key, {})[_value(value)] = value
        chosen: dict[str, list[str]] = {}
        for key, values in found.items():
            if 2 <= len(values) <= MAX_CHOICES and len(chosen) < MAX_FILTERS:
                numbers = all(isinstance(value, int | float) for value in values.values())
                chosen[key] = sorted(values, key=lambda value: values[value]) if numbers else list(values)
        return chosen


def _details(card: Card, fields: Words) -> list[tuple[str, str, str]]:
    """Every datum with its source."""
    rows = [("id", card.id, ""), ("code", card.code, "code"), ("copies", str(card.copies), "copies")]
    rows += [(key.replace("_", " "), value, key) for key, value in fields.items()]
    rows += [(datum, "", datum) for datum in ("name", *(f"text.{slot}" for slot in card.texts))]
    sourced = [
        (name, value, show_source(card.source_of(datum)) if datum in card.data else "") for name, value, datum in rows
    ]
    return [row for row in sourced if row[1] or row[2]]


def fold(text: str) -> str:
    """A text as it is searched: without case and accents."""
    parts = unicodedata.normalize("NFKD", text)
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).lower().split())


def _value(value: Any) -> str:
    return value if isinstance(value, str) else write_cell(value)


def _asset(name: str) -> str:
    return (HERE / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
