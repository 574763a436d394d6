"""Two hosted tables that are equal in all that a seat may know answer it with the same bytes: states, pages, streams,
refusals, why, late lines, and what the public screen shows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from tests.deadline import PATIENCE, Deadline
from tests.guard import some
from tests.twins import Pair, pairs
from tests.web.hosting import Host, Screen

PAST = ("?ply=0", *(f"?ply={ply}&lang={lang}" for ply in (1, 4, 9, 16, 25, 36, 60) for lang in ("en", "fi")))
FETCHED = re.compile(r'["(](/(?!s/|p/|join/)[\w./-]+\.\w+(?:\?[^"]*)?)')
LINES = 10  # asked about and made at each pair
GAMES = ("suomi1918", "kalevala", "drumroll", "keko", "keikalla")


Twins = tuple[Pair, Host, Host]


@pytest.fixture(scope="module", params=GAMES)
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    """Twins as one seat sees them, each hosted, with the same keys; all have sat down, so that no code is shown."""
    folder = tmp_path_factory.mktemp(request.param)
    found = (pair for seed in range(9, 30) for pair in pairs(request.param, folder, seed, {}, 4, 60))
    pair = next(pair for pair in found if pair.seat is not None and pair.tables[0].outcome is None)
    hosts: list[Host] = []
    for place in pair.folders:
        (place / "work.record").write_bytes((place / "t.record").read_bytes())
        if hosts:
            keys = hosts[0].record.with_name("work.record.keys").read_bytes()
            (place / "work.record.keys").write_bytes(keys)
        hosts.append(Host(place / "work.record"))
        for name in pair.tables[0].setup.seats:
            hosts[-1].state(name)
    yield pair, hosts[0], hosts[1]
    for host in hosts:
        host.stop()


def name_of(pair: Pair) -> str:
    assert pair.seat is not None
    return pair.tables[0].setup.seats[pair.seat]


def plain(host: Host, answer: httpx.Response) -> tuple[int, bytes, tuple[tuple[str, str], ...]]:
    """All that came back, without the port and the random names of forms."""
    text = re.sub(rb'name="id" value="[\w-]{12}', b'name="id" value="', without_port(host, answer.content))
    kept = [(name, value) for name, value in answer.headers.items() if name != "content-length"]
    return answer.status_code, text, tuple(kept)


def without_port(host: Host, text: bytes) -> bytes:
    """Addresses without the port, and numbers of drawings, in which the same digits may stand, as they are."""
    return text.replace(b":%d" % host.port, b":PORT")


def first_event(host: Host, name: str) -> bytes:
    """What an open page of this seat is told first."""
    with host.client.stream("GET", f"{host.at(name)}/events?part=1") as answer:
        found = b""
        for data in answer.iter_bytes():
            found += data
            if b"event: page" in found and found.endswith(b"\n\n"):
                return without_port(host, found)
    raise AssertionError("no page came")


def test_every_state_and_page_is_the_same(twins: Twins) -> None:
    pair, one, other = twins
    assert pair.differing
    for name in ("", name_of(pair)):
        for path in (
            "",
            "?lang=fi",
            "/state",
            "/state?since=0",
            "/state?lang=fi&at=play",
            "?at=play&at=black",
            "?part=1",
            "?photo=1&lang=fi",
            *PAST,
        ):
            ours, theirs = (plain(host, host.client.get(host.at(name) + path)) for host in (one, other))
            assert ours == theirs and ours[0] == 200
        first, second = (Screen(host, name) for host in (one, other))
        assert first.state() == second.state()
        first.close()
        second.close()
        assert first_event(one, name) == first_event(other, name)


def test_everything_that_a_page_fetches_is_the_same(twins: Twins) -> None:
    pair, one, other = twins
    for name in ("", name_of(pair)):
        pages = [host.client.get(host.at(name)).text for host in (one, other)]
        fetched = [set(FETCHED.findall(unescape(page))) for page in pages]
        assert fetched[0] == fetched[1]
        assert any("/sheet.css?of=" in path for path in fetched[0]), "the faces, too"
        for path in some(sorted(fetched[0])):  # style, script, and printed faces where they are drawn
            ours, theirs = (plain(host, fetch(host, path)) for host in (one, other))
            assert ours == theirs and ours[0] == 200


def fetch(host: Host, path: str) -> httpx.Response:
    """What an address gives; of faces that are just being painted, all of them in the end."""
    deadline = Deadline("all faces to be painted", 3 * PATIENCE)
    while True:
        answer = host.client.get(host.url.rstrip("/") + path)
        if "/sheet.css" not in path or "immutable" in answer.headers["cache-control"]:
            return answer
        deadline.check(answer.headers)


def test_every_refusal_and_why_is_the_same(twins: Twins) -> None:
    pair, one, other = twins
    name, refused = name_of(pair), 0
    for line in some(pair.lines(random.Random(3).randrange)[:LINES]):
        own = line.partition(": ")[2]
        for asked in (line, f"{name}: {own}", own):
            ours, theirs = (plain(host, host.post(name, "why", line=asked)) for host in (one, other))
            assert ours == theirs
        ours, theirs = (plain(host, host.move(name, line, ply=0)) for host in (one, other))
        assert ours == theirs and ours[0] == 409
        if not line.startswith(f"{name}: "):  # what others alone can say is refused to this seat at both tables
            ours, theirs = (plain(host, host.move(name, f"{name}: plaice {own}")) for host in (one, other))
            assert ours == theirs and ours[0] == 422
            refused += 1
    assert refused


def test_every_move_that_the_seat_knows_to_be_wrong_is_refused_in_the_same_words(twins: Twins) -> None:
    pair, one, other = twins
    name, answered = name_of(pair), 0
    for line in pair.lines(random.Random(4).randrange):
        if line.startswith((f"{name}: ", "table: ")) and not one.post(name, "why", line=line).json()["accepted"]:
            ours, theirs = (plain(host, host.move(name, line)) for host in (one, other))
            assert ours == theirs and ours[0] == 422
            answered += 1
    assert answered
