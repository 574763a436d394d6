"""The addresses of a hosted table. In: tables with their keys. Out: an ASGI application.

`/s/KEY…` is a seat, `/p/KEY…` the public screen, `/join/CODE` where people sit down. Invariant: who has no key gets
nothing but a seat that is free; a key that is none is answered like every other address that is not there.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from secrets import compare_digest
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct, json, structs
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from pnp.base.diagnostics import InputError
from pnp.library.words import localise
from pnp.referee.seat import Seat
from pnp.web.bodies import AgreeBody, BotBody, HintBody, MoveBody, SeatBody, UndoBody, WhyBody
from pnp.web.drawing.assets import Assets
from pnp.web.drawing.look import USUAL, Look
from pnp.web.drawing.looks import Looks
from pnp.web.gate import Gate
from pnp.web.hosted_table import HostedTable
from pnp.web.live_parts import NewParts, Place, fresh_page, fresh_parts, fresh_state
from pnp.web.opening import Opening
from pnp.web.pages import join_page, message_page, opening_page, render, screen_page
from pnp.web.photos import PhotoPlace, Photos
from pnp.web.presence import MOST_OF_SCREEN, MOST_OF_SEAT
from pnp.web.requests import (
    Refused,
    client_of,
    language_of,
    not_there,
    number_of,
    read_form,
    read_json,
    refusal_for,
    refused,
)
from pnp.web.rule_page import look_up
from pnp.web.seat_form import ASKING, NO_NOTICE, Notice, notice_of, send_form
from pnp.web.seat_page import Asked, asked_by, rules_page
from pnp.web.seat_requests import Answer, Asker
from pnp.web.stream import KeyGone, NewState, events, packed
from pnp.web.thinking.hints import Hints
from pnp.web.timeline import asked_line, past_page
from pnp.web.words import words

LOOK_EVERY = 0.1  # seconds after which a record is looked at
TRIES, TRIES_IN = 20, 60.0  # wrong codes of one address in so many seconds
ASK_LATER = ("back_hold", "back_many")  # why a new phone has to ask again later
SMALLEST_PACKED = 1024  # bytes; what is smaller is sent as it is

Handler = Callable[[Request, HostedTable, str, Seat | None], Awaitable[Response]]

POSTS: dict[str, type[Struct]] = {  # what programs send to a seat's address, and what it is answered from
    "move": MoveBody,
    "why": WhyBody,
    "undo": UndoBody,
    "agree": AgreeBody,
    "seat": SeatBody,
    "bot": BotBody,
    "hint": HintBody,
}


class Hosted:
    """The tables of one server."""

    def __init__(
        self, tables: Iterable[HostedTable], opening: Opening | None = None, looks: Looks | None = None
    ) -> None:
        self.tables = list(tables)
        self.looks = looks or Looks()
        self.assets = Assets(self.looks)
        self.photos = Photos()
        self.hints = Hints()
        self.opening = opening  # what the first screen asks, until it is answered
        self.opened: Callable[[HostedTable], None] = lambda table: None  # called when it was
        self.root = ""  # the address that people are told
        self.is_closing = False
        self._wrong: dict[str, deque[float]] = {}

    @property
    def slugs(self) -> set[str]:
        """The games that are played here, or are about to be."""
        opening = () if self.opening is None else (self.opening,)
        return {place.book.slug for place in opening} | {table.session.book.slug for table in self.tables}

    def find(self, kind: str, key: str) -> HostedTable | None:
        """The table to which a key leads."""
        for table in self.tables:
            if (table.keys.seat_of(key) != "") if kind == "s" else _same(table.keys.screen, key):
                return table
        return None

    async def watch(self) -> None:
        """Read what others write into the records, as long as their tables are hosted."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            changed = [table for table in self.tables if table.is_to_look]
            await asyncio.gather(*(table.look() for table in changed))

    def close(self) -> None:
        """End all streams, and let the last requests be done."""
        self.is_closing = True
        self.looks.close()
        self.hints.close()
        for table in self.tables:
            table.close()

    def join_address(self, table: HostedTable) -> str:
        """Where people sit down at a table."""
        return f"{self.root}/join/{table.keys.join}"

    def screen_address(self, table: HostedTable) -> str:
        """Where everybody looks at it."""
        return f"{self.root}/p/{table.keys.screen}"

    def seat_address(self, table: HostedTable, name: str) -> str:
        """Where a seat plays."""
        return f"{self.root}/s/{table.keys.key_of(name)}"

    def of_code(self, code: str, client: str) -> HostedTable | None:
        """The table with this code. Raises Refused for somebody who tries many."""
        now = time.monotonic()
        wrong = self._wrong.setdefault(client, deque())
        while wrong and now - wrong[0] > TRIES_IN:
            wrong.popleft()
        if len(wrong) >= TRIES:
            raise Refused(429, words("too_many", "en"))
        found = next((table for table in self.tables if _same(table.keys.join, code)), None)
        if found is None:
            wrong.append(now)
        elif not wrong:
            del self._wrong[client]
        if len(self._wrong) > 10_000:
            self._wrong.clear()
        return found

    def app(self, names: Iterable[str] = ()) -> ASGIApp:
        """The application, behind its gate."""
        routes = [
            Route("/", self.front),
            Route("/join", self.look_up, methods=["GET"]),
            Route("/join/{code}", self.join, methods=["GET", "POST"]),
            Route("/join/{code}/{token}", self.wait, methods=["GET"]),
            *self.assets.routes(),
            Route("/p/{key}", self.first_screen),
            Route("/p/{key}", self.open, methods=["POST"]),
            Route("/s/{key}", self._to(self.page)),
            Route("/s/{key}", self._to(self.form), methods=["POST"]),
        ]
        for kind in "sp":
            routes += [
                Route(f"/{kind}/{{key}}/state", self._to(self.state)),
                Route(f"/{kind}/{{key}}/events", self._to(self.events)),
            ]
        posts = {name: self._posted(kind) for name, kind in POSTS.items()} | {"photo": self.photo}
        routes += [Route(f"/s/{{key}}/{name}", self._to(post), methods=["POST"]) for name, post in posts.items()]
        handlers: Any = {Refused: refused, HTTPException: not_there}
        inner = Starlette(routes=routes, exception_handlers=handlers)
        return Gate(GZipMiddleware(inner, minimum_size=SMALLEST_PACKED, compresslevel=5), names)

    def _to(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """A handler behind a key."""

        async def guarded(request: Request) -> Response:
            key = request.path_params["key"]
            kind = "s" if request.url.path.startswith("/s/") else "p"
            table = self.find(kind, key)
            if table is None:
                raise HTTPException(404)
            viewer = self._viewer(table, kind, key)
            # A link preview reads the page, so reading it takes no seat.
            sits = request.method == "POST" or (request.method == "GET" and handler in (self.state, self.events))
            try:
                if viewer is not None:
                    table.presence.note_use(key)
                    if sits:
                        await table.ask(table.seating.take, table.seats[viewer])
                return await handler(request, table, key, viewer)
            except InputError as error:  # the record cannot be written: spoiled by hand, locked, a full disk
                return refusal_for(request, 503, "; ".join(item.message for item in error.report.items))

        return guarded

    @staticmethod
    def _viewer(table: HostedTable, kind: str, key: str) -> Seat | None:
        name = table.keys.seat_of(key) if kind == "s" else None
        if name == "":
            raise KeyGone
        return None if name is None else table.seats.index(name)

    # Pages.

    async def front(self, request: Request) -> Response:
        """What somebody sees who knows only where the machine is."""
        return HTMLResponse(join_page(language_of(request, ("en", "fi"))))

    async def look_up(self, request: Request) -> Response:
        """A code that was typed."""
        code = "".join(request.query_params.get("code", "").split()).casefold()
        return await self._join_page(request, code)

    async def join(self, request: Request) -> Response:
        """Choose a seat; whoever comes first has it."""
        code = request.path_params["code"]
        if request.method != "POST":
            return await self._join_page(request, code)
        table = self.of_code(code, client_of(request))
        if table is None:
            raise HTTPException(404)
        fields = await read_form(request)
        if back := fields.get("again", ""):
            token, why_not = await table.ask(table.seating.ask_back, back)
            if token:
                return RedirectResponse(f"/join/{code}/{token}", 303)
            return await self._join_page(request, code, why_not, 429 if why_not in ASK_LATER else 409, back)
        name = fields.get("seat", "")
        if not await table.ask(table.seating.take, name, False):
            return await self._join_page(request, code, "seat_taken", 409)
        return RedirectResponse(f"/s/{table.keys.key_of(name)}", 303)

    async def wait(self, request: Request) -> Response:
        """A phone that asked for its seat back waits here until the others have answered."""
        code = request.path_params["code"]
        table = self.of_code(code, client_of(request))
        phone = None if table is None else await table.ask(table.seating.phones.find, request.path_params["token"])
        if table is None or phone is None:
            return await self._join_page(request, code, "back_refused", 409)
        if phone.key:
            return RedirectResponse(f"/s/{phone.key}", 303)
        lang = language_of(request, table.languages)
        return HTMLResponse(render("waiting.html", lang, title=_title(table, lang), proposal=phone.proposal))

    async def _join_page(
        self, request: Request, code: str, message: str = "", status: int = 200, name: str = ""
    ) -> Response:
        table = self.of_code(code, client_of(request))
        if table is None:
            lang = language_of(request, ("en", "fi"))
            return HTMLResponse(join_page(lang, message=words("wrong_code", lang)), 404)
        lang = language_of(request, table.languages)
        notice = words(message, lang, name=name) if message else ""
        seats, look = (table.free_seats(), list(table.keys.taken)), await self._look(table)
        back = look.back("")
        picture = look.address(back, USUAL, lang) if back is not None else ""
        page = join_page(lang, code, _title(table, lang), seats[0], notice, seats[1], table.session.book.slug, picture)
        return HTMLResponse(page, status)

    async def first_screen(self, request: Request) -> Response:
        """The public screen, or what is asked before there is a table."""
        opening = self.opening
        if opening is None or not _same(opening.key, request.path_params["key"]):
            return await self._to(self.screen)(request)
        return HTMLResponse(opening_page(opening, language_of(request, opening.languages)))

    async def open(self, request: Request) -> Response:
        """Open the table that was chosen on the first screen."""
        opening, key = self.opening, request.path_params["key"]
        if opening is None or not _same(opening.key, key):
            raise HTTPException(405 if self.find("p", key) else 404)
        fields = await read_form(request, len(opening.book.options))
        try:
            table = opening.open(fields)
        except InputError as error:
            lang = language_of(request, opening.languages)
            messages = [item.message for item in error.report.items]
            return HTMLResponse(opening_page(opening, lang, fields, messages), 422)
        self.opening = None
        self.tables.append(table)
        self.hints.serve(table)
        self.opened(table)
        return RedirectResponse(f"/p/{key}", 303)

    async def screen(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """The public screen."""
        if asked_line(request) is not None:
            return await self._past(request, table, key, None)
        place, look = self._place(request, table, key, viewer), await self._look(table)
        if place.asked.is_part:
            return HTMLResponse("".join((await table.ask(fresh_parts, table, look, place, None)).values()))
        state = json.decode(await table.ask(fresh_state, table, None, place.lang, None, ()))
        return HTMLResponse(screen_page(state, look, place.here, place.title, place.join, False, table.memory))

    def _place(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Place:
        """The page that an address is of, as it is wanted there."""
        lang, asked = language_of(request, table.languages), asked_by(request)
        if viewer is None:  # everybody's screen looks the same
            asked = Asked(is_part=asked.is_part)
            return Place(f"/p/{key}", _title(table, lang), lang, asked, self.join_address(table))
        return Place(f"/s/{key}", _title(table, lang), lang, asked)

    async def _look(self, table: HostedTable) -> Look:
        """How the game of a table looks; its layouts are read when the first page wants them."""
        look = self.looks.of(table.session.book)
        if "token" not in look.__dict__:
            await asyncio.to_thread(look.prepare)
        return look

    async def page(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """The page of a seat."""
        assert viewer is not None
        if asked_line(request) is not None:
            return await self._past(request, table, key, viewer)
        if "photo" in request.query_params:
            return await self.photos.page(await self._photo_place(request, table, key, viewer))
        asked, lang = asked_by(request), language_of(request, table.languages)
        if asked.rules is not None:
            found = look_up(table.session.book, asked.rules, lang)
            return HTMLResponse(rules_page(found, f"/s/{key}", _title(table, lang), lang, asked))
        return await self._page(table, self._place(request, table, key, viewer), viewer)

    async def _past(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        ply = asked_line(request) or 0
        return await past_page(table, viewer, await self._look(table), self._place(request, table, key, viewer), ply)

    async def _page(self, table: HostedTable, place: Place, viewer: Seat, notice: Notice = NO_NOTICE) -> Response:
        look = await self._look(table)
        if place.asked.is_part and notice is NO_NOTICE:
            return HTMLResponse("".join((await table.ask(fresh_parts, table, look, place, viewer)).values()))
        page = await table.ask(fresh_page, table, look, place, viewer, notice)
        return HTMLResponse(page.html(), notice.status)

    async def form(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """What a page sends, with or without its script: a move, a question, a proposal, an answer to one."""
        assert viewer is not None
        fields = await read_form(request, len(table.session.book.cards))  # a photo may propose a line for each card
        asked = asked_by(request, fields)
        lang = asked.lang if asked.lang in table.languages else language_of(request, table.languages)
        done = await send_form(table, Asker(key, viewer, lang), fields, self.hints)
        try:
            viewer = self._viewer(table, "s", key)  # by consent it may be another seat's by now
        except KeyGone:  # this seat agreed that another phone plays it
            return HTMLResponse(message_page(lang, words("seat_gone", lang)))
        assert viewer is not None
        if done.status == 200 and not ASKING & fields.keys():
            if not asked.is_part:
                return RedirectResponse(f"/s/{key}?{urlencode(asked.kept(lang=lang))}", 303)
            asked, notice = structs.replace(asked, at=()), NO_NOTICE
        else:
            notice = notice_of(done, fields, lang)
        place = Place(f"/s/{key}", _title(table, lang), lang, asked)
        return await self._page(table, place, viewer, notice)

    # What programs read.

    async def state(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """The state of a seat, or of the public screen."""
        lang, since = language_of(request, table.languages), number_of(request.query_params.get("since"))
        at = tuple(request.query_params.getlist("at"))[:20]
        data = await table.ask(fresh_state, table, viewer, lang, since, at)
        return Response(data, media_type="application/json")

    async def events(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """The stream of states; for a page, of its parts."""
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        known = request.headers.get("last-event-id") or request.query_params.get("since")
        kind = "s" if viewer is not None else "p"
        looks = partial(self._viewer, table, kind, key)
        place = self._place(request, table, key, viewer)
        if place.asked.is_part:
            place = structs.replace(place, asked=structs.replace(place.asked, at=()))
            newest: Any = NewParts(table, await self._look(table), place, looks)
        else:
            newest = NewState(table, looks, place.lang, number_of(known))
        most = MOST_OF_SCREEN if viewer is None else MOST_OF_SEAT
        body = events(table, key, most, newest, lambda: self.is_closing)
        headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = packed(body), "gzip"
        return StreamingResponse(body, media_type="text/event-stream", headers=headers)

    # What seats do.

    def _posted(self, kind: type[Struct]) -> Handler:
        """What answers bodies of this kind."""

        async def post(request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
            assert viewer is not None
            body = await read_json(request, kind)
            by = Asker(key, viewer, language_of(request, table.languages))
            if isinstance(body, HintBody):
                return _as_json(await self.hints.hint(table, by, body.ply))
            return _as_json(await table.ask(table.requests.answer, by, body))

        return post

    async def photo(self, request: Request, table: HostedTable, key: str, viewer: Seat | None) -> Response:
        """Lay a photo beside the table; nothing is written."""
        assert viewer is not None
        return await self.photos.compare(request, await self._photo_place(request, table, key, viewer))

    async def _photo_place(self, request: Request, table: HostedTable, key: str, viewer: Seat) -> PhotoPlace:
        lang = language_of(request, table.languages)
        return PhotoPlace(
            table, await self._look(table), f"/s/{key}", viewer, lang, _title(table, lang), asked_by(request)
        )


def _as_json(done: Answer) -> Response:
    return Response(done.body, done.status, media_type="application/json")


def _title(table: HostedTable, lang: str) -> str:
    return localise(table.session.book.title, lang) or table.session.book.slug


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
