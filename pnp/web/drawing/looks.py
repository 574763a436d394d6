"""The looks of all games that are hosted. In: card books. Out: a Look and its pictures for each, made once.

Invariant: a game whose layouts cannot be found has a look, too: blank cards with names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from pnp.base.diagnostics import InputError
from pnp.catalog import find_game
from pnp.export.order.order import GameFolders
from pnp.library.card import CardBook
from pnp.web.drawing.art import Art
from pnp.web.drawing.face_sheet import face_rules
from pnp.web.drawing.look import Look
from pnp.web.drawing.theme import theme_css

SOON = 1.0  # seconds that a page waits for faces that were never painted before
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
        """`/art/TOKEN/LANG/NAME.webp`: the picture; None when there is none."""
        asked, art = request.path_params, self._art(request)
        data = await art.picture(asked["name"], asked["lang"]) if art is not None else None
        return Response(data, media_type="image/webp", headers=FOR_EVER) if data else None

    async def sheet(self, request: Request) -> Response | None:
        """`/art/TOKEN/LANG/sheet.css?of=NAME&of=NAME`: the pictures as a style sheet; None where one is of no face.

        Those that are not painted soon are not in it, and the page asks for them again.
        """
        lang, art = request.path_params["lang"], self._art(request)
        names = sorted(set(request.query_params.getlist("of")))
        if art is None or not names:
            return None
        tasks = {name: asyncio.create_task(art.picture(name, lang)) for name in names}
        await asyncio.wait(tasks.values(), timeout=SOON)
        found = {name: task.result() for name, task in tasks.items() if task.done()}
        for task in tasks.values():
            task.cancel()  # its picture is painted all the same
        if None in found.values():
            return None
        pictures = {name: data for name, data in found.items() if data}
        headers = FOR_EVER if len(pictures) == len(names) else None
        return Response(await asyncio.to_thread(face_rules, pictures), media_type="text/css", headers=headers)

    def _art(self, request: Request) -> Art | None:
        """The pictures of the game with the digest that an address names."""
        token = request.path_params["token"]
        return next((art for look, art in self._known.values() if look.token and look.token == token), None)

    def theme(self, slug: str) -> str | None:
        """Its colours, as a style sheet; None when no table plays it."""
        look = next((look for (known, _), (look, _) in self._known.items() if known == slug), None)
        return theme_css(look) if look is not None else None

    def close(self) -> None:
        """Paint no more."""
        for _, art in self._known.values():
            art.close()
