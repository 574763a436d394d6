"""Who may come in. In: requests. Out: those of the page that this machine opened, and of the program that began it.

The address that is printed holds a word that is good for one page; the page gets a cookie for it. Programs have a key
of their own in the address of their events, with which they may read and nothing else. Invariant: no request without
cookie or key gets a byte of the game or changes one, whatever site or name it comes by.
"""

from __future__ import annotations

from pathlib import Path
from secrets import compare_digest, token_urlsafe

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pnp.base.templates import templates
from pnp.web.gate import READING, Gate, host_name, refusal

HERE = Path(__file__).parent / "static"


class StudioGate(Gate):
    """A gate that knows all its names: other addresses of this machine are not asked for."""

    def is_ours(self, host: str) -> bool:
        """Whether a `Host` is one of those that were told."""
        name = host_name(host)
        return name is not None and name.casefold().rstrip(".") in self.names


class Entrance:
    """Lets in who has the cookie or the key."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self._once: set[str] = set()
        self.key = token_urlsafe(24)
        self._inside = token_urlsafe(32)
        self._cookie = f"pnp-studio-{port}"  # browsers send cookies to every port of a name

    def word(self) -> str:
        """A new word, good for one page."""
        self._once.add(made := token_urlsafe(24))
        return made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        answer: ASGIApp = self.app
        if scope["path"] == "/" and "token" in request.query_params:
            answer = self._enter(request)
        elif not self._may_enter(request):
            answer = _refuse_page(
                request,
                "The address that pnp studio prints opens the studio once. Start it again for a new address.",
            )
        elif not _is_own(scope):
            answer = refusal(403, "requests from other sites are rejected")
        await answer(scope, receive, send)

    def _enter(self, request: Request) -> Response:
        typed = request.query_params["token"]
        is_first = any(_same(typed, word) for word in self._once)
        if not is_first and not self._has_cookie(request):
            return _refuse_page(
                request,
                "This address has been used: it opens the studio in one browser. Continue in that browser, or start "
                "pnp studio again for a new address.",
            )
        answer = RedirectResponse("/", 303)
        if is_first:
            self._once.discard(typed)
            answer.set_cookie(self._cookie, self._inside, httponly=True, samesite="lax", path="/")
        return answer

    def _may_enter(self, request: Request) -> bool:
        if self._has_cookie(request):
            return True
        key = request.query_params.get("key", "")
        return request.method in READING and bool(key) and _same(key, self.key)

    def _has_cookie(self, request: Request) -> bool:
        return _same(request.cookies.get(self._cookie, ""), self._inside)


def _refuse_page(request: Request, words: str) -> Response:
    """A refusal as a page, for a browser that shows one; else in one sentence, for programs."""
    if "text/html" not in request.headers.get("accept", ""):
        return refusal(403, words)
    return HTMLResponse(templates(HERE).get_template("refused.html").render(words=words), 403)


def _is_own(scope: Scope) -> bool:
    """Whether what changes something comes from our own page: it says so itself, which no other page can."""
    headers = Headers(scope=scope)
    if scope["method"] in READING:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return headers.get("origin") == f"http://{headers.get('host', '')}"


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
