"""The addresses of the studio. In: a Studio. Out: an ASGI application.

`/` is the page, `/state` what it begins with, `/events` what changes, `/face/DIGEST.webp` a picture. Invariant: what is
sent here lies in the game's own folders; nothing is read or written by a path of an address.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct, json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from pnp.base.diagnostics import Diagnostic, InputError
from pnp.ui.studio.faces import Edition
from pnp.ui.studio.pictures import SIZES
from pnp.ui.studio.screens import Screen
from pnp.ui.studio.studio import Studio
from pnp.ui.web.gate import refusal
from pnp.ui.web.requests import Refused, number_of, read_json

HERE = Path(__file__).parent
STATIC = {"studio.css": "text/css", "studio.js": "text/javascript"}
MOST_SCREENS = 20
MOST_EDITIONS = 12
MOST_VISIBLE = 400
FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # a picture has the name of its content


class VisibleBody(Struct):
    """The slots that somebody looks at."""

    slots: list[str]


class StudioApp:
    """See the module."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    def app(self) -> ASGIApp:
        """The application, without its gate."""
        routes = [
            Route("/", self.page),
            Route("/static/{name}", self.static),
            Route("/state", self.state),
            Route("/events", self.events),
            Route("/face/{name}", self.face),
            Route("/choose", self.choose),
            Route("/visible", self.visible, methods=["POST"]),
        ]
        handlers: Any = {Refused: _refused, HTTPException: _not_there}
        return GZipMiddleware(Starlette(routes=routes, exception_handlers=handlers), minimum_size=1024, compresslevel=5)

    async def page(self, request: Request) -> Response:
        """The page; what it shows it asks for."""
        return HTMLResponse((HERE / "static" / "studio.html").read_text("utf-8"))

    async def static(self, request: Request) -> Response:
        """Style and script."""
        name = request.path_params["name"]
        if name not in STATIC:
            raise HTTPException(404)
        return Response((HERE / "static" / name).read_bytes(), media_type=STATIC[name])

    async def state(self, request: Request) -> Response:
        """All that a page begins with, in the editions asked for; of those that there are not, none."""
        studio, wanted = self.studio, self._editions(request)
        data = await studio.ask(lambda: json.encode(studio.state(tuple(filter(studio.desk.has, wanted)))))
        return Response(data, media_type="application/json")

    async def events(self, request: Request) -> Response:
        """What changes, as server-sent events."""
        screens = self.studio.screens
        if len(screens.open) >= MOST_SCREENS:
            return refusal(503, "too many pages look at this studio")
        screen = Screen(self._editions(request))
        screens.open.append(screen)
        self.studio.wake()

        async def stream() -> Any:
            try:
                async for event in screen.events(lambda: self.studio.is_closing):
                    yield event
            finally:
                screens.open.remove(screen)
                self.studio.wake()

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def face(self, request: Request) -> Response:
        """The picture of a face, by its digest: `size` is the longest side, in pixels."""
        digest, dot, kind = request.path_params["name"].partition(".")
        asked = number_of(request.query_params.get("size", str(SIZES[1]))) or 0
        size = next((size for size in SIZES if size >= asked), SIZES[-1])
        found = await self.studio.picture((digest, size)) if dot and kind == "webp" and len(digest) == 32 else None
        if found is None:
            raise HTTPException(404)
        return Response(found, media_type="image/webp", headers=FOR_EVER)

    async def choose(self, request: Request) -> Response:
        """The slots that a choice of cards means, as `pnp build --cards` takes it."""
        text = request.query_params.get("cards", "")
        try:
            slots = await self.studio.ask(lambda: self.studio.desk.choose(text))
        except InputError as fault:
            return refusal(422, "; ".join(_in_words(item) for item in fault.report.errors))
        return Response(json.encode({"slots": slots}), media_type="application/json")

    async def visible(self, request: Request) -> Response:
        """What somebody looks at is made first."""
        body = await read_json(request, VisibleBody)
        if len(body.slots) > MOST_VISIBLE:
            raise Refused(413, "nobody sees so many faces")
        self.studio.screens.visible = tuple(body.slots)
        self.studio.wake()
        return Response(status_code=204)

    def _editions(self, request: Request) -> tuple[Edition, ...]:
        """The editions asked for: `?edition=en&edition=fi:dark`; the game's usual one unless said."""
        names = request.query_params.getlist("edition")[:MOST_EDITIONS]
        asked = [Edition(lang, theme) for lang, _, theme in (name.partition(":") for name in names if len(name) < 80)]
        usual = [Edition(lang) for lang in self.studio.desk.languages[:1]]
        return tuple(dict.fromkeys(asked or usual))


def _in_words(item: Diagnostic) -> str:
    return f"{item.message} ({item.hint})" if item.hint else item.message


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(error.status, error.words)


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing here", 405: "this address does not do that"}
    response = refusal(error.status_code, words.get(error.status_code, "this cannot be done"))
    response.headers.update(error.headers or {})
    return response
