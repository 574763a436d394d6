"""Player aids and other pages that lie on the table, to be read aloud. In: what their layouts say, in order. Out: HTML:
headings, lists and paragraphs.

A layout has no structure but its order, its styles and its grids: a text in the style of a title is a heading, cells of
a grid are items of a list, numbers that count from one are those of steps. Invariant: every text of the layout is there
but the game's and the page's own name and the squares of tracks; a sign is told by its words, or by those beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.painting.reading_order import ReadPart, read_aloud
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.text.markup import Paragraph, plain_text
from pnp.library.card import CardBook, Component
from pnp.library.words import localise

_HEADINGS = ("title", "kicker")
_LEAST = 8  # words that a page must have: else it is a track of numbers, or a place for cards


class Part(Struct, frozen=True):
    """Something that is said, as HTML; `plain`: without tags."""

    html: Markup
    plain: str
    cell: int = 0
    is_heading: bool = False
    is_sign: bool = False  # an icon: the words beside it tell it, if there are any

    @property
    def is_number(self) -> bool:
        """True of the number of a step, or of a square of a track."""
        return self.plain.isdigit()


class Aids:
    """See the module. words: paragraphs as HTML · picture: what a picture of that card is called."""

    def __init__(
        self,
        resources: LayoutResources,
        words: Callable[[Sequence[Paragraph]], Markup],
        picture: Callable[[str], Markup],
    ) -> None:
        self._resources, self._words, self._picture = resources, words, picture

    def pages(self) -> Iterator[tuple[Component, list[Part]]]:
        """Each page that says something, with what it says."""
        for component in self._resources.book.components:
            if component.kind == "page":
                layouts = [component.face, *([component.back] if component.back else [])]
                parts = [part for layout in layouts for part in self._parts(component, layout)]
                if sum(len(part.plain.split()) for part in parts if not part.is_number) >= _LEAST:
                    yield component, parts

    def _parts(self, component: Component, layout: str) -> Iterator[Part]:
        book, lang = self._resources.book, self._resources.lang
        own = {localise(words, lang).casefold() for words in (book.title, component.title, _aid(book))}
        for read in read_aloud(self._resources, layout):
            plain = " ".join(plain_text(list(read.paragraphs)).split())
            if read.card:
                yield Part(self._picture(read.card), read.card, read.cell)
            elif read.icon:
                if name := localise(book.names.get(read.icon, {}), lang):
                    yield Part(escape(name), name, read.cell, is_sign=True)
            elif plain and plain.casefold() not in own and not _is_letter(read, plain):
                yield Part(self._words(read.paragraphs), plain, read.cell, _is_heading(read))


def _aid(book: CardBook) -> dict[str, str]:
    return book.names.get("player_aid", {})


def _is_heading(read: ReadPart) -> bool:
    return not read.cell and any(word in style for style in read.styles for word in _HEADINGS)


def _is_letter(read: ReadPart, plain: str) -> bool:
    """True of the letter on a small picture, which is a part of the drawing."""
    return read.is_inset and len(plain) == 1 and not plain.isdigit()


def blocks_of(parts: Sequence[Part], level: int) -> Iterator[tuple[str, list[str]]]:
    """What is said, under headings of that level: tags, and what is in them."""
    for kind, some in groupby(_items(parts), lambda item: "heading" if item.is_heading else _list_of(item)):
        items = list(some)
        if kind in ("heading", "text"):
            yield f"h{level}" if kind == "heading" else "p", [item.html for item in items]
        elif [item.plain for item in items] == [str(number) for number in range(1, len(items) + 1)]:
            yield "ol", [item.html for item in items]
        else:
            numbered = Markup("{}, {}")
            yield "ul", [numbered.format(item.plain, item.html) if item.is_number else item.html for item in items]


def _list_of(item: Part) -> str:
    return "cells" if item.cell else "numbered" if item.is_number else "text"


def _items(parts: Sequence[Part]) -> Iterator[Part]:
    """Parts of one cell, and a number with the text after it, as one; `plain` is then the number it begins with.
    Numbers by themselves are squares of a track.
    """
    groups: list[list[Part]] = []
    for part in parts:
        last = groups[-1] if groups else []
        if last and (last[-1].cell == part.cell != 0 or (not part.cell and _waits(last, part))):
            last.append(part)
        elif part.cell or not part.is_sign:
            groups.append([part])
    for group in groups:
        texts = [part for part in group if not part.is_sign] or group
        if texts[0].is_number and len(texts) > 1:
            yield replace(texts[0], html=_joined(texts[1:]))
        elif not texts[0].is_number:
            yield replace(texts[0], html=_joined(texts))


def _waits(last: Sequence[Part], part: Part) -> bool:
    """True of a number that still has no text beside it."""
    is_text = not (part.is_heading or part.is_number or part.is_sign)
    return last[0].is_number and len(last) == 1 and not last[0].cell and is_text


def _joined(parts: Sequence[Part]) -> Markup:
    """Texts beside each other as one, each told once."""
    text = Markup()
    for words in dict.fromkeys(part.html for part in parts):
        text += Markup("" if not text else " " if text.endswith((".", ":", "!", "?", "</strong>")) else ", ") + words
    return text
