"""What seats may send. In: a request. Out: plain values of the shape that was asked for, or a refusal.

Invariant: a body is read only as far as its limit, and only as JSON (or, from a page without JavaScript, as a form).
"""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import parse_qsl

from msgspec import DecodeError, Struct, ValidationError, convert, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pnp.web.gate import FORM, refusal
from pnp.web.pages import message_page
from pnp.web.words import words

LARGEST = 16 << 10  # bytes of what is typed; the longest line of a game has a tenth
LARGEST_PHOTO = 24 << 20
LONGEST_LINE, LONGEST_ID = 4000, 100
MOST_FIELDS, LONGEST_FIELD = 20, 200  # of any form; bytes of each field that a game adds, such as a switch
JSON = "application/json"

B = TypeVar("B", bound=Struct)


class Refused(Exception):
    """A request that is not answered, with its status and why."""

    def __init__(self, status: int, why: str) -> None:
        self.status, self.words = status, why


async def read_json(request: Request, kind: type[B]) -> B:
    """The body of a request as JSON, whose lines are lines. Raises Refused."""
    return _checked(await read_values(request, kind, LARGEST))


async def read_values(request: Request, kind: type[B], largest: int) -> B:
    """The body of a request as JSON. Raises Refused."""
    _expect_type(request, JSON)
    try:
        return json.decode(await read_body(request, largest), type=kind)
    except (DecodeError, UnicodeDecodeError) as error:
        raise Refused(400, f"invalid request: {error}") from None


async def read_form(request: Request, more: int = 0) -> dict[str, str]:
    """Return the fields of a form; `more`: how many fields it may have besides those that every form may have.

    Raises Refused.
    """
    _expect_type(request, FORM)
    try:
        text = (await read_body(request, LARGEST + more * LONGEST_FIELD)).decode()
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS + more))
    except ValueError:
        raise Refused(400, "invalid form") from None


def form_as(fields: dict[str, str], kind: type[B]) -> B:
    """The fields of a form in the shape of a body. Raises Refused."""
    try:
        return _checked(convert(fields, kind, strict=False))
    except ValidationError as error:
        raise Refused(400, f"invalid request: {error}") from None


async def read_body(request: Request, largest: int) -> bytes:
    """The bytes of a body. Raises Refused when there are too many."""
    length = request.headers.get("content-length", "0")
    if "content-encoding" in request.headers:
        raise Refused(415, "expected a body without content encoding")
    if not length.isdecimal() or int(length) > largest:
        raise Refused(413, "the body is too large")
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > largest:
            raise Refused(413, "the body is too large")
    return bytes(data)


def _expect_type(request: Request, kind: str) -> None:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise Refused(415, f"expected {kind} as content type")


def _checked(body: B) -> B:
    """Lines are lines: no control characters, no endless ones."""
    for name in body.__struct_fields__:
        value = getattr(body, name)
        most = LONGEST_ID if name in ("id", "seat", "bot") else LONGEST_LINE
        if isinstance(value, str) and (len(value) > most or not value.isprintable()):
            raise Refused(400, f"expected {name} as one line of at most {most} characters")
        if isinstance(value, int) and not 0 <= value < 1 << 31:
            raise Refused(400, f"{name} is out of range")
    return body


def language_of(request: Request, known: tuple[str, ...]) -> str:
    """The language that is asked for, in the address or by the browser; the first one there is otherwise."""
    accepted = request.headers.get("accept-language", "").split(",")
    preferred = (part.partition(";")[0].strip().partition("-")[0] for part in accepted)
    asked = (request.query_params.get("lang", ""), *preferred)
    return next((lang for lang in asked if lang in known), known[0])


def number_of(text: str | None) -> int | None:
    """A number of an address; None for what is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


def client_of(request: Request) -> str:
    """The machine a request comes from."""
    return request.client.host if request.client else ""


async def refused(request: Request, error: Exception) -> Response:
    """Answer a request that is refused."""
    assert isinstance(error, Refused)
    return refusal_for(request, error.status, error.words)


async def not_there(request: Request, error: Exception) -> Response:
    """Answer a request for an address that does not exist, or that does not take this method."""
    assert isinstance(error, HTTPException)
    refusals = {404: "this address does not exist", 405: "this address does not support that method"}
    response = refusal_for(
        request, error.status_code, refusals.get(error.status_code, "this request cannot be handled")
    )
    response.headers.update(error.headers or {})
    return response


def refusal_for(request: Request, status: int, why: str) -> Response:
    """Return a refusal: for a browser a page with the way back, for a program JSON."""
    if "text/html" not in request.headers.get("accept", ""):
        return refusal(status, why)
    lang = language_of(request, ("en", "fi"))
    if status == 404:
        return HTMLResponse(message_page(lang, words("no_page", lang)), status)
    _, kind, key, *_ = [*request.url.path.split("/"), "", ""]
    return HTMLResponse(message_page(lang, words("not_done", lang), why, f"/{kind}/{key}"), status)
