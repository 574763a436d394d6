"""The printed text of every card of Keko Chronicles as a page people can read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.library.card import CardBook
from pnp.library.words import localise
from tests.games.tables import book_of


def compose(book: CardBook | None = None) -> str:
    """The page: every card in every language."""
    return "\n".join(lines(book or book_of("keko"))) + "\n"


def without_signs(text: str) -> str:
    """A text as people read it aloud: the icons between numbers and nouns are left out."""
    return re.sub("\N{NO-BREAK SPACE}{icon\\.\\w+}", "", text)


def lines(book: CardBook) -> Iterator[str]:
    for deck in book.decks.values():
        for card in deck.cards:
            if not card.abilities:
                continue
            yield f"{localise(card.name)}  ({card.id})"
            for lang in book.languages:
                yield f"  {lang}: {localise(card.texts['kind'], lang)}"
                for line in filter(None, without_signs(localise(card.texts["rule"], lang)).splitlines()):
                    yield f"    {line}"
            yield ""
