"""What pages fetch: styles, scripts, pictures. In: the looks of the games that are hosted. Out: answers to requests.

A page has one style sheet, joined from what it is made of, and one script, so that it is there after few requests.
Invariant: what is sent here is of the program and of the book, never of a table.
"""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.web.drawing.look import SHEET
from pnp.web.drawing.looks import Looks
from pnp.web.drawing.places import places_css

HERE = Path(__file__).parents[1] / "static"
STATIC: dict[str, tuple[str, tuple[str, ...]]] = {  # what kind of file it is, and what it is joined from
    "table.css": ("text/css", ("table.css",)),
    "phone.js": ("text/javascript", ("live.js", "phone.js")),
    "screen.js": ("text/javascript", ("live.js", "screen.js")),
    "clock.js": ("text/javascript", ("clock.js",)),
}
OWN: dict[str, tuple[str, ...]] = {  # what a page is styled with beside what all are
    "": (),
    "screen": ("screen.css",),
    "past": ("timeline.css",),
    "screen-past": ("screen.css", "timeline.css"),
}
A_WHILE = {"Cache-Control": "max-age=300"}


class Assets:
    """See the module."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/static/{name}", self.static),
            Route("/theme/{name}", self.theme),
            Route(f"/art/{{token}}/{{lang}}/{SHEET}", self.sheet),
            Route("/art/{token}/{lang}/{name}.webp", self.art),
        ]

    async def static(self, request: Request) -> Response:
        """Scripts, and the style of pages that are of no game."""
        name = request.path_params["name"]
        if name not in STATIC:
            raise HTTPException(404)
        kind, parts = STATIC[name]
        return Response(b"\n".join((HERE / part).read_bytes() for part in parts), media_type=kind, headers=A_WHILE)

    async def theme(self, request: Request) -> Response:
        """`GAME.css`: all that the page of a seat is styled with, `GAME.screen.css`: the same of the big
        screen, with `past` of the pages that look back."""
        game, _, page = request.path_params["name"].removesuffix(".css").partition(".")
        theme = self.looks.theme(game)
        if theme is None or page not in OWN:
            raise HTTPException(404)
        table, drawn, *own = ((HERE / name).read_bytes() for name in ("table.css", "drawn.css", *OWN[page]))
        sheet = b"\n".join((table, drawn, places_css(), *own, theme.encode()))
        return Response(sheet, media_type="text/css", headers=A_WHILE)

    async def art(self, request: Request) -> Response:
        """The picture of a face."""
        return _there(await self.looks.picture(request))

    async def sheet(self, request: Request) -> Response:
        """The pictures of several faces, as one style sheet."""
        return _there(await self.looks.sheet(request))


def _there(found: Response | None) -> Response:
    if found is None:
        raise HTTPException(404)
    return found
