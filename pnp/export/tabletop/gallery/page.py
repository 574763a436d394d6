"""The gallery's HTML. In: albums by language and their pictures. Out: the page as text.

Invariant: everything people wrote passes through `escape`; words in several languages stand in the element in the
first language and in its `data-` attribute in all of them.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from msgspec import json

from pnp import __version__
from pnp.base.csv_edit import write_cell
from pnp.export.lists.data import show_source
from pnp.export.pictures.face_pictures import encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album, AlbumPiece, Chapter
from pnp.export.tabletop.gallery.labels import language_name, words_of
from pnp.layout.drawing.frame import Outline
from pnp.library.card import Card
from pnp.library.words import localise

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
TINY = 30.0  # mm: smaller faces stand closer together

Words = Mapping[str, str]


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
        body = "\n".join(self._body())
        style = _asset("gallery.css") + self.stills.rules() + "\n"
        script = _asset("gallery.js")
        policy = (
            f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        head = [
            "<!doctype html>",
            f'<html lang="{escape(self.languages[0])}" data-look="auto">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(self.first.title)}</title>",
            f"<style>{style}</style>",
            "</head>",
        ]
        return "\n".join([*head, "<body>", body, f"<script>{script}</script>", "</body>", "</html>", ""])

    # Parts of the page ------------------------------------------------------------------------------------------

    def _body(self) -> Iterator[str]:
        book = self.first.book
        yield f'<a class="skip" href="#cards"{self._words(self._own("skip"))}</a>'
        yield f"<header><h1{self._words({lang: album.title for lang, album in self.albums.items()})}</h1>"
        if book.about:
            yield f'<p class="about"{self._words({lang: localise(book.about, lang) for lang in self.languages})}</p>'
        yield "</header>"
        yield from self._form()
        yield '<main id="cards" tabindex="-1">'
        yield f'<p id="count" role="status"{_data("say", self._own("count"))}></p>'
        yield f'<p id="none" hidden{self._words(self._own("none"))}</p>'
        for number in range(len(self.first.chapters)):
            yield from self._section(number)
        yield "</main>"
        yield f"<footer><p>{escape(self.first.title)} {escape(book.version)} · {escape(book.digest)} · "
        yield f"pnp {escape(__version__)}</p></footer>"
        yield f'<dialog{self._label(self._own("large"))}><h2></h2><img alt=""><nav>'
        for step in ("previous", "next", "close"):
            yield f'<button type="button" data-step="{step}"{self._words(self._own(step))}</button>'
        yield "</nav></dialog>"

    def _form(self) -> Iterator[str]:
        yield f'<form role="search" hidden{self._label(self._own("filters"))}><div>'
        yield f'<label class="wide"><span{self._words(self._own("search"))}</span>'
        yield '<input type="search" name="search" autocomplete="off" spellcheck="false"></label>'
        chapters = self.first.chapters
        decks = [(one.component.id, self._titles(number)) for number, one in enumerate(chapters)]
        yield from self._select("deck", self._own("deck"), [("", self._own("all")), *decks])
        for name, values in self.fields.items():
            known = dict.fromkeys(self.languages, name.replace("_", " "))
            options = [(value, dict.fromkeys(self.languages, value)) for value in values]
            yield from self._select(f"field-{name}", known, [("", self._own("all")), *options], name)
        if len(self.languages) > 1:
            options = [(code, dict.fromkeys(self.languages, language_name(code))) for code in self.languages]
            yield from self._select("lang", self._own("language"), options)
        looks = [(look, self._own(look)) for look in ("auto", "light", "dark")]
        yield from self._select("look", self._own("look"), looks)
        yield f'<button type="reset"{self._words(self._own("clear"))}</button></div></form>'

    def _select(
        self, name: str, title: Words, options: list[tuple[str, dict[str, str]]], field: str = ""
    ) -> Iterator[str]:
        mark = f' data-field="{escape(field)}"' if field else ""
        yield f'<label><span{self._words(title)}</span><select name="{escape(name)}"{mark}>'
        for value, words in options:
            yield f'<option value="{escape(value)}"{self._words(words)}</option>'
        yield "</select></label>"

    def _section(self, number: int) -> Iterator[str]:
        chapter = self.first.chapters[number]
        faces = self.first.faces
        widest = max((faces[piece.face].width for piece in chapter.pieces), default=0.0)
        size = "large" if chapter.kind not in ("cards", "tokens") else "small" if widest < TINY else ""
        total = sum(piece.copies for piece in chapter.pieces)
        yield f"<section><h2><span{self._words(self._titles(number))}</span> <small>{total}</small></h2>"
        yield f'<ul class="{size}">' if size else "<ul>"
        chapters = {lang: album.chapters[number] for lang, album in self.albums.items()}
        for at in range(max(len(one.pieces) for one in chapters.values())):
            pieces = {lang: one.pieces[at] for lang, one in chapters.items() if at < len(one.pieces)}
            yield from self._piece(chapter, pieces)
        for at in range(max(len(one.backs) for one in chapters.values())):
            backs = {lang: one.backs[at] for lang, one in chapters.items() if at < len(one.backs)}
            yield f'<li data-deck="{escape(chapter.component.id)}"{self._only_in(backs)}><article>'
            yield from self._pictures(backs, self._own("back"), self._own("back"))
            yield f"<h3{self._words(self._own('back'))}</h3></article></li>"
        yield "</ul></section>"

    def _piece(self, chapter: Chapter, pieces: dict[str, AlbumPiece]) -> Iterator[str]:
        piece = next(iter(pieces.values()))
        names = {lang: one.name for lang, one in pieces.items()}
        texts = {lang: one.text for lang, one in pieces.items()}
        fields = {key: _value(value) for key, value in (piece.card.fields if piece.card else {}).items()}
        chosen = {key: value for key, value in fields.items() if key in self.fields}
        found = [*names.values(), *texts.values(), piece.label, *fields.values(), piece.card.code if piece.card else ""]
        yield (
            f'<li data-deck="{escape(chapter.component.id)}" data-find="{escape(fold(" ".join(found)))}"'
            f"{_data('fields', chosen) if chosen else ''}{self._only_in(pieces)}><article>"
        )
        alts = {lang: f"{names[lang]}. {texts[lang]}".strip() for lang in pieces}
        yield from self._pictures({lang: one.face for lang, one in pieces.items()}, names, alts)
        yield f"<h3{self._words(names)}</h3>"
        if piece.copies != 1:
            yield f'<p class="copies">{piece.copies} <span{self._words(self._own("copies"))}</span></p>'
        if any(texts.values()):
            yield f'<p class="text"{self._words(texts)}</p>'
        if piece.card:
            yield from self._details(piece.card, fields)
        yield "</article></li>"

    def _pictures(self, faces: dict[str, int], names: Words, alts: Words) -> Iterator[str]:
        """A button with the picture, or one in each language."""
        digests = {lang: self.stills.digest(lang, face) for lang, face in faces.items()}
        enlarge = self._own("enlarge")
        labels = {lang: f"{enlarge[lang]}: {names[lang]}" for lang in faces}
        yield f'<button type="button" class="zoom"{self._label(labels)}>'
        is_same = len(set(digests.values())) == 1
        for number, (lang, digest) in enumerate(digests.items()):
            if number and is_same:
                break
            frame: Outline = self.albums[lang].faces[faces[lang]]
            width, height = self.stills.sizes[digest]
            shape = self.stills.shape(frame)
            own = "" if is_same else f' lang="{escape(lang)}"' + (" hidden" if number else "")
            alt = f' alt="{escape(alts[lang])}"' + (_data("alt", alts) if is_same else "")
            mark = f' class="{shape}"' if shape else ""
            yield (
                f'<img src="{self.stills.sources[digest]}" width="{width}" height="{height}" decoding="async"'
                f"{mark}{own}{alt}>"
            )
        yield "</button>"

    def _details(self, card: Card, fields: Mapping[str, str]) -> Iterator[str]:
        """Every datum with its source."""
        rows = [("id", card.id, ""), ("code", card.code, "code"), ("copies", str(card.copies), "copies")]
        rows += [(key.replace("_", " "), value, key) for key, value in fields.items()]
        rows += [(datum, "", datum) for datum in ("name", *(f"text.{slot}" for slot in card.texts))]
        yield f"<details><summary{self._words(self._own('details'))}</summary><dl>"
        for name, value, datum in rows:
            source = show_source(card.source_of(datum)) if datum in card.data else ""
            if value or source:
                content = " ".join(
                    part for part in (escape(value), f"<i>{escape(source)}</i>" if source else "") if part
                )
                yield f"<dt>{escape(name)}</dt><dd>{content}</dd>"
        yield "</dl></details>"

    # Words ------------------------------------------------------------------------------------------------------

    def _only_in(self, by_language: Mapping[str, Any]) -> str:
        """Marks what stands only in some languages: a page more of rules."""
        if len(by_language) == len(self.languages):
            return ""
        return f' data-langs="{escape(" ".join(by_language))}"' + (
            "" if self.languages[0] in by_language else " hidden"
        )

    def _own(self, key: str) -> dict[str, str]:
        return words_of(key, self.languages)

    def _titles(self, number: int) -> dict[str, str]:
        return {lang: album.chapters[number].title for lang, album in self.albums.items()}

    def _words(self, words: Words) -> str:
        """The rest of an opening tag, and the words in the first language."""
        return f"{self._in_all('words', words)}>{escape(self._first(words))}"

    def _label(self, words: Words) -> str:
        return f'{self._in_all("label", words)} aria-label="{escape(self._first(words))}"'

    def _first(self, words: Words) -> str:
        return words.get(self.languages[0]) or next(iter(words.values()), "")

    def _in_all(self, name: str, words: Words) -> str:
        return _data(name, words) if len(set(words.values())) > 1 else ""

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


def fold(text: str) -> str:
    """A text as it is searched: without case and accents."""
    parts = unicodedata.normalize("NFKD", text)
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).lower().split())


def _value(value: Any) -> str:
    return value if isinstance(value, str) else write_cell(value)


def _data(name: str, words: Mapping[str, str]) -> str:
    return f' data-{name}="{escape(json.encode(dict(words)).decode())}"'


def _asset(name: str) -> str:
    return files("pnp.export.tabletop.gallery").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
