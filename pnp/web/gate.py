"""The gate: what every request must be, and what every answer says. In: an ASGI application. Out: one behind the gate.

Invariant: nothing is answered to a host that is not ours (a name that another page made point here), nothing is done
for another site, no answer may be kept, framed, or run what is not ours. Addresses hold keys: no answer sends one on.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from msgspec import json
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LONGEST_PATH, LONGEST_HEADERS = 512, 16 << 10  # bytes
READING = ("GET", "HEAD")


class Gate:
    """Lets through what comes to one of our own names, from nowhere else."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = {"localhost", *(name.casefold().rstrip(".") for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await (refused or self.app)(scope, receive, send_on)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.is_ours(host):
            return refusal(421, "this is not the address of a table on this machine")
        if "content-length" in headers and "transfer-encoding" in headers:
            refused = refusal(400, "expected Content-Length or Transfer-Encoding, got both")
            refused.headers["Connection"] = "close"  # where the next request begins, two readers may see differently
            return refused
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
            return refusal(431, "the headers are too long")
        if len(scope["path"]) > LONGEST_PATH:
            return refusal(414, "the address is too long")
        origin = headers.get("origin")
        if scope["method"] not in READING and origin not in (None, f"http://{host}") and not _is_form(scope, headers):
            return refusal(403, "requests from other sites are rejected")
        return None

    def is_ours(self, host: str) -> bool:
        """Whether a `Host` is an address, or a name of this machine: none that somebody else could have made ours."""
        name = host_name(host)
        if name is None:
            return False
        if name.casefold().rstrip(".") in self.names:
            return True
        is_bracketed = name.startswith("[") and name.endswith("]")
        try:
            address = ipaddress.ip_address(name[1:-1] if is_bracketed else name)
        except ValueError:
            return False
        return address.version == (6 if is_bracketed else 4) and "%" not in name


def _is_form(scope: Scope, headers: Headers) -> bool:
    """A form of a page that names no referrer comes from the origin `null`; it needs the key in its address."""
    is_form = headers.get("content-type", "").partition(";")[0].strip() in (FORM, FORM_WITH_FILE)
    return headers.get("origin") == "null" and is_form


FORM, FORM_WITH_FILE = "application/x-www-form-urlencoded", "multipart/form-data"


def host_name(host: str) -> str | None:
    """`192.168.1.5:8765` without its port; None for what is no host."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host, "0"
    if not port.isascii() or not port.isdecimal() or len(port) > 5 or not name or any(c in name for c in "/@\\ ,"):
        return None
    return name


def own_names() -> list[str]:
    """What this machine is called in its network."""
    name = socket.gethostname()
    return [name, f"{name.partition('.')[0]}.local"]


def refusal(status: int, words: str) -> Response:
    """A refusal in one sentence."""
    return Response(json.encode({"error": words}), status, media_type="application/json")
