"""The addresses of the studio. In: a Studio. Out: an ASGI application.

`/` is the page, `/state` what it begins with, `/events` what changes, `/face/DIGEST.webp` a picture. Invariant: what is
sent here lies in the game's own folders; nothing is read or written by a path of an address.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
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
from pnp.checking.fault_values import fault_values
from pnp.library.editing.card_edit import CellEdit, ConflictError
from pnp.studio.editor import editor_command
from pnp.studio.elements import list_elements, list_rules
from pnp.studio.faces import Edition
from pnp.studio.grid import Grid
from pnp.studio.past import read_numbers
from pnp.studio.pictures import SIZES
from pnp.studio.screens import Screen
from pnp.studio.sheets import SheetPages
from pnp.studio.studio import Studio
from pnp.web.gate import refusal
from pnp.web.requests import Refused, client_of, number_of, read_json, read_values

HERE = Path(__file__).parent
STATIC = {
    "studio.css": "text/css",
    **dict.fromkeys(("studio.js", "parts.js", "table.js"), "text/javascript"),
}
MOST_SCREENS = 20
MOST_EDITIONS = 12
MOST_VISIBLE = 400
LARGEST_EDIT = 2 << 20  # bytes of what is pasted
FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # a picture has the name of its content
Ask = Callable[[Callable[[], dict[str, Any]]], Awaitable[dict[str, Any]]]


class VisibleBody(Struct):
    """The slots that somebody looks at."""

    slots: list[str]


class EditBody(Struct):
    """What was typed into cells."""

    edits: list[CellEdit]


class UndoBody(Struct):
    """Take the last edit back, or do it again."""

    redo: bool = False


class OpenBody(Struct):
    """A place that somebody wants to see in an editor."""

    file: str
    line: int = 0
    column: int = 0


class StudioApp:
    """See the module."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.grid = Grid(studio.desk)
        self.pages = SheetPages(studio.desk)
        self._editors: set[asyncio.Task[int]] = set()

    def app(self) -> ASGIApp:
        """The application, without its gate."""
        routes = [
            Route("/", self.page),
            Route("/static/{name}", self.static),
            Route("/state", self.state),
            Route("/events", self.events),
            Route("/face/{name}", self.face),
            Route("/choose", self.choose),
            Route("/past", self.past),
            Route("/sheets", self.sheets),
            Route("/sheet/{token}/{name}", self.sheet),
            Route("/elements", self.elements),
            Route("/table", self.table),
            Route("/edit", self.edit, methods=["POST"]),
            Route("/undo", self.undo, methods=["POST"]),
            Route("/open", self.open, methods=["POST"]),
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
            return refusal(503, "too many pages are open in this studio")
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
        size = _size_of(request)
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
        return _as_json({"slots": slots})

    async def elements(self, request: Request) -> Response:
        """What stands on a face, and where it is written."""
        name, (edition, *_) = request.query_params.get("face", ""), self._editions(request)
        desk = self.studio.desk
        elements = await self.studio.ask(lambda: list_elements(desk, edition, name))
        rules = await self.studio.ask(lambda: list_rules(desk, edition, name))
        return _as_json({"elements": elements or [], "rules": rules})

    async def past(self, request: Request) -> Response:
        """What is not as it was printed last, and what the last playtest counted."""
        editions, desk = self._editions(request), self.studio.desk

        prints = self.studio.prints
        compared = await self.studio.ask(lambda: {edition: prints.compare(edition) for edition in editions})
        await self.studio.ask_aside(lambda: prints.read(compared))

        def look_back() -> dict[str, Any]:
            printed = {edition.name(): prints.values(one) for edition, one in compared.items()}
            return {"printed": printed, "numbers": read_numbers(desk)}

        return _as_json(await self.studio.ask(look_back))

    async def sheets(self, request: Request) -> Response:
        """The sheets of a whole print on a paper."""
        paper, (edition, *_) = request.query_params.get("paper", "a4"), self._editions(request)
        return await self._answer(lambda: self.pages.lay(edition, paper), self.studio.ask_aside)

    async def sheet(self, request: Request) -> Response:
        """The picture of a sheet."""
        token, (number, _, kind) = request.path_params["token"], request.path_params["name"].partition(".")
        at = number_of(number)
        size = _size_of(request)
        found = None
        if at is not None and kind == "webp":
            found = await self.studio.ask_last(lambda: self.pages.paint(token, at, size))
        if found is None:
            raise HTTPException(404)
        return Response(found, media_type="image/webp", headers=FOR_EVER)

    async def table(self, request: Request) -> Response:
        """A deck as a table."""
        deck = request.query_params.get("deck", "")
        found = await self.studio.ask(lambda: self.grid.table(deck))
        if found is None:
            raise HTTPException(404)
        return _as_json(found)

    async def edit(self, request: Request) -> Response:
        """Change cells; what somebody else changed meanwhile is told with both values, and nothing is written."""
        body = await read_values(request, EditBody, LARGEST_EDIT)
        return await self._answer(lambda: self.grid.edit(body.edits))

    async def undo(self, request: Request) -> Response:
        """Take the last edit back, or do it again."""
        body = await read_json(request, UndoBody)
        return await self._answer(self.grid.redo if body.redo else self.grid.undo)

    async def _answer(self, question: Callable[[], dict[str, Any]], ask: Ask | None = None) -> Response:
        try:
            return _as_json(await (ask or self.studio.ask)(question))
        except ConflictError as error:
            return _as_json({"error": str(error), "conflicts": error.conflicts}, 409)
        except InputError as fault:
            items = [fault_values(item) for item in fault.report.errors]
            is_conflict = any(item["code"] == "changed-meanwhile" for item in items)
            return _as_json({"error": str(items[0]["message"]), "faults": items}, 409 if is_conflict else 422)

    async def open(self, request: Request) -> Response:
        """Open a place in the editor of this machine, for whoever sits at it."""
        body = await read_json(request, OpenBody)
        if client_of(request) not in ("127.0.0.1", "::1"):
            raise Refused(403, "files open only for the user at this machine")
        file = await self.studio.ask(lambda: self.studio.desk.file_of(body.file))
        if file is None:
            raise Refused(404, "expected a file of the game")
        command = editor_command(os.environ, file, body.line, body.column)
        if command is None:
            hint = "set PNP_EDITOR, for example to “code -g {file}:{line}:{column}”"
            raise Refused(409, f"found no editor that can be started from here: {hint}")
        try:
            await self._run(command)
        except OSError as error:
            raise Refused(409, f"{command[0]} cannot be started: {error.strerror}") from None
        return Response(status_code=204)

    async def _run(self, command: list[str]) -> None:
        none = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command, stdin=none, stdout=none, stderr=none, start_new_session=True
        )
        waits = asyncio.create_task(process.wait())
        self._editors.add(waits)
        waits.add_done_callback(self._editors.discard)

    async def visible(self, request: Request) -> Response:
        """What somebody looks at is made first."""
        body = await read_json(request, VisibleBody)
        if len(body.slots) > MOST_VISIBLE:
            raise Refused(413, "too many visible faces in one request")
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


def _size_of(request: Request) -> int:
    asked = number_of(request.query_params.get("size", str(SIZES[1]))) or 0
    return next((size for size in SIZES if size >= asked), SIZES[-1])


def _as_json(values: object, status: int = 200) -> Response:
    return Response(json.encode(values), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(error.status, error.words)


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "this address does not exist", 405: "this address does not support that method"}
    response = refusal(error.status_code, words.get(error.status_code, "this request cannot be handled"))
    response.headers.update(error.headers or {})
    return response
