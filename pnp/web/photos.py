"""Photos that phones send. In: a picture as the body of a request, or in a form. Out: what differs; lines to confirm.

Invariant: nothing is written; a picture is read outside the table's thread and one at a time, so that nobody's tap
waits for it; a seat has one picture under way, counted before its body is read; an answer is made from the seat's view.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import urlencode

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pnp.layout.painting.resources import LayoutResources
from pnp.library.words import in_language
from pnp.photo.photo import ReadPhoto, compare_photo, photo_values, read_photo, zones_of
from pnp.photo.picture import NoReader, PhotoError
from pnp.referee.seat import Seat
from pnp.web.drawing.look import Look
from pnp.web.gate import FORM_WITH_FILE
from pnp.web.hosted_table import HostedTable
from pnp.web.pages import render
from pnp.web.requests import LARGEST_PHOTO, Refused, read_body
from pnp.web.seat_page import Asked
from pnp.web.words import words

WAITING = 6  # pictures that may be on their way or wait to be read
LONGEST_FIELD = 200  # bytes
_BOUNDARY = re.compile(r'boundary="?([\w\'()+,./:=? -]{1,70})"?')
_NAME = re.compile(rb'name="(\w{1,20})"')


class PhotoPlace(NamedTuple):
    """From where a photo is sent: a seat at a table, its page, and how the game looks."""

    table: HostedTable
    look: Look
    here: str
    viewer: Seat
    lang: str
    title: str
    asked: Asked


class SentPhoto(Struct):
    """A picture and the zone it shows."""

    data: bytes
    zone: str = ""


def is_form(request: Request) -> bool:
    """Whether a page without JavaScript sent it, and wants a page back."""
    return request.headers.get("content-type", "").lower().startswith(FORM_WITH_FILE)


async def read_sent(request: Request) -> SentPhoto:
    """The picture of a request. Raises Refused."""
    kind = request.headers.get("content-type", "")
    data = await read_body(request, LARGEST_PHOTO)
    zone = request.query_params.get("zone", "")[:LONGEST_FIELD]
    if not is_form(request):
        return SentPhoto(data, zone)
    boundary = _BOUNDARY.search(kind)
    if boundary is None:
        raise Refused(400, "invalid form")
    fields = _fields(data, boundary[1].encode())
    return SentPhoto(fields.get("photo", b""), fields.get("zone", b"")[:LONGEST_FIELD].decode("utf-8", "replace"))


def _fields(data: bytes, boundary: bytes) -> dict[str, bytes]:
    """The fields of a form with a file in it (RFC 7578)."""
    found: dict[str, bytes] = {}
    for part in (b"\r\n" + data).split(b"\r\n--" + boundary)[1:8]:
        head, _, body = part.partition(b"\r\n\r\n")
        if name := _NAME.search(head[:2000]):
            found.setdefault(name[1].decode(), body)
    return found


class Photos:
    """Reads the photos of one server's tables."""

    def __init__(self) -> None:
        self._reading = asyncio.Semaphore(1)
        self._under_way: set[str] = set()  # the seats whose pictures are on their way, or wait, by address
        self._layouts: dict[Look, LayoutResources] = {}

    async def page(self, place: PhotoPlace, status: int = 200, zone: str = "", **shown: Any) -> Response:
        """Where a photo is sent from, and what the last one showed."""
        named = [(one, place.look.zone_word(one, place.lang)) for one in await place.table.ask(_zones, place)]
        found = shown.get("found") or {"lines": ()}
        own = [line for line in found["lines"] if line["is_own"]]
        query = urlencode(place.asked.kept(lang=place.lang))
        page = render(
            "photo.html",
            place.lang,
            here=place.here,
            query=f"?{query}",
            asked=place.asked,
            title=place.title,
            game=place.look.book.slug,
            zones=named,
            zone=zone,
            id=token_urlsafe(9),
            own=own,
            ticked=ticked(own, found),
            **shown,
        )
        return HTMLResponse(page, status)

    async def compare(self, request: Request, place: PhotoPlace) -> Response:
        """What a photo tells a seat: as JSON, or as a page for whom a page sent it. Raises Refused."""
        sent = SentPhoto(b"")
        try:
            with self._slot(place):
                sent = await read_sent(request)
                found = await self._compare(sent, place)
        except Refused as refused:
            if not is_form(request):
                raise
            return await self.page(place, refused.status, sent.zone, message=refused.words)
        if is_form(request):
            return await self.page(place, 200, sent.zone, found=found)
        return Response(json.encode(found, enc_hook=str), media_type="application/json")

    @contextmanager
    def _slot(self, place: PhotoPlace) -> Iterator[None]:
        """Count a picture before its first byte is read: one a seat, so memory holds only so many. Raises Refused."""
        if place.here in self._under_way or len(self._under_way) >= WAITING:
            raise Refused(503, words("photo_busy", place.lang))
        self._under_way.add(place.here)
        try:
            yield
        finally:
            self._under_way.discard(place.here)

    async def _compare(self, sent: SentPhoto, place: PhotoPlace) -> dict[str, Any]:
        try:
            async with self._reading:
                read = await asyncio.to_thread(read_photo, sent.data, self._layouts_of(place.look))
            return await place.table.ask(_compared, place, read, sent.zone)
        except PhotoError as error:
            status = 501 if isinstance(error, NoReader) else 422
            raise Refused(status, in_language(error.message, place.lang)) from None

    def _layouts_of(self, look: Look) -> LayoutResources:
        if look not in self._layouts:
            self._layouts[look] = LayoutResources(look.shelf, look.book, codes=True)
        return self._layouts[look]


def ticked(lines: Sequence[Mapping[str, Any]], found: Mapping[str, Any]) -> list[str]:
    """Of several lines those that are ticked before anybody chooses: one for each card that lies otherwise."""
    left = [card["card"] for kind in ("new", "missing") for card in found.get(kind, ())]
    chosen: list[str] = []
    for line in lines:
        explained = [card for card in dict.fromkeys(left) if card in line["line"].split()]
        if explained:
            chosen.append(line["line"])
            for card in explained:
                left.remove(card)
    return chosen


def _compared(place: PhotoPlace, read: ReadPhoto, zone: str) -> dict[str, Any]:
    """In the table's thread."""
    place.table.refresh()
    report = compare_photo(read, place.table.session, place.viewer, zone)
    return photo_values(report, place.table.session, place.viewer, place.lang)


def _zones(place: PhotoPlace) -> list[str]:
    """In the table's thread: what a photo may show."""
    place.table.refresh()
    return zones_of(place.table.session, place.viewer)
