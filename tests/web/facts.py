"""Facts of a table. In: what `show` says, a page as HTML. Out: the facts that are not on the page, by their kinds.

A fact is what stands between two separators of `show`: `Krystal Battery`, `3 counters`, `coins 5`. It is on a page when
its words are, side by side, in what people read, see named or hear: text, labels, titles. Its kind
is the fact without what differs from position to position: `coins 5` and `coins 3` are `coins #`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.table.story.place_names import place_names

LABELS = ("aria-label", "title", "alt")  # attributes that screens show or read aloud
UNREAD = ("script", "style", "template", "head")
PAST_PARTS = ("lines", "story")  # parts that tell what happened: a fact has to be on the table itself
_APART = re.compile(r" {2,}|[·:;,()…]|\s/\s|\s[—–]\s")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[^\w\s]")
_NUMBER = re.compile(r"[−+-]?\d+")
_ANY = re.compile(r"[^\w\s#]+")  # signs, which say nothing of the kind
_COLOURS = re.compile(r"\b[A-Z][●○]?(?: [A-Z][●○]?)*(?!\w)")
SHORT = 4  # letters of a card's name on a drawn board


class PageText(HTMLParser):
    """What people get of a page, in its order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._left_out: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if self._left_out:
            if tag == self._left_out[0]:
                self._left_out.append(tag)
        elif tag in UNREAD or values.get("id") in PAST_PARTS:
            self._left_out.append(tag)
        else:
            self.parts += [values[name] or "" for name in LABELS if name in values]

    def handle_endtag(self, tag: str) -> None:
        if self._left_out and tag == self._left_out[0]:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self.parts.append(data)

    @property
    def words(self) -> str:
        """The words, each between two spaces."""
        return f" {' '.join(words_of(' '.join(self.parts)))} "


def words_of(text: str) -> list[str]:
    """Return the words of a text, without what only separates them."""
    found = (word.casefold().replace("’", "'").replace("−", "-") for word in _WORD.findall(text))
    return [word for word in found if any(letter.isalnum() for letter in word)]


class Fact(Struct, frozen=True):
    """What `show` says of one thing, and its kind: where it says it, and what is the same in all positions."""

    words: str
    kind: str


class Facts:
    """Takes what `show` says of one game to pieces."""

    def __init__(self, book: CardBook, seats: tuple[str, ...]) -> None:
        cards = {name for card in book.cards.values() for name in card.name.values()}
        codes = {code for card in book.cards.values() for code in (card.id, card.code) if code}
        places = place_names(book)
        known = {**dict.fromkeys((*codes, *places), "CODE"), **dict.fromkeys(places.values(), "PLACE")}
        known |= {**dict.fromkeys(cards, "CARD"), **dict.fromkeys(seats, "SEAT")}
        self._short = {name[:SHORT]: name for name in sorted(cards, reverse=True) if len(name) > SHORT}
        self._names = {name.casefold(): what for name, what in known.items()}
        longest = sorted(map(re.escape, known), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)({'|'.join(longest)})(?!\w)", re.IGNORECASE)

    def of(self, shown: str) -> Iterator[Fact]:
        """Return all facts: the names in each piece of text, and the whole of it where it says more than a name."""
        label, inside = "", 0
        for line in shown.splitlines():
            indent = len(line) - len(line.lstrip())
            before, colon, _ = line.partition(":")
            if colon:
                label, inside = self._kind(before.split("·")[-1]), indent
            elif indent <= inside:
                label, inside = "", indent
            for part in _APART.split(line):
                text = self._short.get(part.strip(" *"), part)
                names = self._pattern.findall(text)
                yield from (Fact(name, f"{label}: {self._names[name.casefold()]}") for name in names)
                if words_of(self._pattern.sub("", text)):
                    yield Fact(text.strip(), f"{label}: {self._kind(text)}")

    def _kind(self, text: str) -> str:
        named = self._pattern.sub(lambda found: f" {self._names[found[0].casefold()]} ", text)
        return " ".join(_ANY.sub(" ", _NUMBER.sub("#", _COLOURS.sub("COLOURS", named))).split())


def is_on(page: str, fact: str) -> bool:
    """Return whether a page has the words of a fact side by side."""
    return f" {' '.join(words_of(fact))} " in page
