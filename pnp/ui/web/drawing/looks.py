"""The looks of all games that are hosted. In: card books. Out: a Look and its pictures for each, made once.

Invariant: a game whose layouts cannot be found has a look, too: blank cards with names.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from pnp.base.diagnostics import InputError
from pnp.catalog import find_game
from pnp.export.order.order import GameFolders
from pnp.library.card import CardBook
from pnp.ui.web.drawing.art import Art
from pnp.ui.web.drawing.look import Look
from pnp.ui.web.drawing.theme import theme_css

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


class Looks:
    """See the module. `find`: the folders of a game by its name; raises InputError where there are none."""

    def __init__(self, find: Callable[[str], GameFolders] = find_game) -> None:
        self._find = find
        self._known: dict[tuple[str, str], tuple[Look, Art]] = {}

    def of(self, book: CardBook) -> Look:
        """How a game looks."""
        key = (book.slug, book.digest)
        if key not in self._known:
            game = None
            with suppress(InputError):
                game = self._find(book.slug)
            look = Look(game, book)
            self._known[key] = look, Art(look)
        return self._known[key][0]

    async def picture(self, request: Request) -> Response | None:
        """`/art/TOKEN/LANG/NAME`: the picture; None when there is none."""
        asked = request.path_params
        for look, art in self._known.values():
            if look.token and look.token == asked["token"]:
                data = await art.picture(asked["name"], asked["lang"])
                return Response(data, media_type="image/webp", headers=FOR_EVER) if data else None
        return None

    def theme(self, slug: str) -> str | None:
        """Its colours, as a style sheet; None when no table plays it."""
        look = next((look for (known, _), (look, _) in self._known.items() if known == slug), None)
        return theme_css(look) if look is not None else None

    def close(self) -> None:
        """Paint no more."""
        for _, art in self._known.values():
            art.close()
