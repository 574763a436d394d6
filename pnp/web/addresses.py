"""Where phones find this machine. In: nothing. Out: its addresses in the network, the likeliest first, each tried.

Invariant: an address is told to people only after this machine has reached itself there; no packet leaves it to find
out which addresses it has.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
from contextlib import suppress

from pnp.base.system import keep_port

# A route to each of these tells which of our addresses it would leave by; nothing is sent.
ELSEWHERE = ("192.0.2.1", "10.255.255.255", "172.16.255.255", "192.168.255.255", "169.254.255.255")
PATIENCE = 0.7  # seconds
LOCAL = "127.0.0.1"


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine, that of the way into the internet first; not those that only it can reach."""
    found: list[str] = []
    for there in ELSEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]  # type: ignore[misc]
    return [it for it in dict.fromkeys(found) if not ipaddress.ip_address(it).is_loopback and it != "0.0.0.0"]


def answers(address: str, port: int) -> bool:
    """Whether a table is reached there, from here."""
    connection = http.client.HTTPConnection(address, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/static/table.css")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def listen(address: str, port: int, kept: int) -> socket.socket:
    """A socket that listens at a port; without a wish at the one of last time, or any that is free. Raises OSError."""
    for wished in (port,) if port else (kept, 0) if kept else (0,):
        opened = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        keep_port(opened)
        try:
            opened.bind((address, wished))
            opened.listen(256)
            opened.setblocking(False)
        except OSError:
            opened.close()
            if wished == port or not wished:
                raise
            continue
        return opened
    raise AssertionError("some port is tried")
