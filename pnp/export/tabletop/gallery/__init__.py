"""The gallery. In: a game. Out: one HTML page with every face, in all its languages, that needs nothing else.

Invariant: the page works offline and asks the network for nothing (its own policy forbids it); whatever people wrote
stands in it as text, never as markup; without a script it still shows every card in the first language.
"""

from __future__ import annotations

from pnp.export.lists.request import ExportRequest, Files
from pnp.export.order.order import GameFolders
from pnp.export.tabletop.album import Album, make_album
from pnp.export.tabletop.gallery.page import GalleryPage, GalleryPictures
from pnp.library.card import CardBook


def make_gallery(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: one page."""
    languages = (request.lang,) if request.lang else (*book.languages, *book.drafts)
    albums: dict[str, Album] = {
        lang: make_album(game, book, lang, request.theme, request.only, request.on_progress) for lang in languages
    }
    page = GalleryPage(albums, GalleryPictures(albums)).html()
    return [(f"{book.slug}.html", page.encode())]
