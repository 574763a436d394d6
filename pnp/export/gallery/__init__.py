"""The gallery. In: a game. Out: one HTML page with every face, in all its languages, that needs nothing else.

Invariant: the page works offline and asks the network for nothing (its own policy forbids it); whatever people wrote
stands in it as text, never as markup; without a script it still shows every card in the first language.
"""

from __future__ import annotations

from pnp.export.album import Album, make_album
from pnp.export.gallery.page import Page
from pnp.export.gallery.stills import Stills
from pnp.export.prepare import GameFolders
from pnp.export.wish import Files, Wish
from pnp.library.card import CardBook


def make_gallery(game: GameFolders, book: CardBook, wish: Wish) -> Files:
    """The exporter: one page."""
    languages = (wish.lang,) if wish.lang else (*book.languages, *book.drafts)
    albums: dict[str, Album] = {
        lang: make_album(game, book, lang, wish.theme, wish.only, wish.tell) for lang in languages
    }
    page = Page(albums, Stills(albums)).html()
    return [(f"{book.slug}.html", page.encode())]
