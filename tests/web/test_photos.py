"""Photos at a hosted table: the contract of `POST S/photo`, and the page without JavaScript."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from pnp.photo.codes import read_codes
from pnp.photo.picture import NoReader
from pnp.web.photos import PhotoPlace, Photos, SentPhoto
from pnp.web.requests import Refused
from pnp.web.seat_page import Asked
from tests.deadline import Deadline
from tests.photo.test_photo import OPENING, SQUARES, photo_of
from tests.web.hosting import Host, pnp

pytest.importorskip("zxingcpp")
NEXT = {**{square: card for square, card in SQUARES.items() if square != (1, 1)}, (2, 0): "kaarme"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    where = tmp_path_factory.mktemp("photo")
    made = pnp("referee", "new", "kalevala", "aino", "ilmari", "--deal", "physical", "-o", "k.record", where=where)
    assert made.returncode == 0, made.stderr
    assert pnp("referee", "move", "k.record", *OPENING, where=where).returncode == 0
    host = Host(Path(where, "k.record"))
    yield host
    host.stop()


@pytest.fixture(scope="module")
def picture() -> bytes:
    return photo_of(NEXT)


def test_a_photo_is_read_and_nothing_is_written(host: Host, picture: bytes) -> None:
    before = host.record.read_bytes()
    answer = host.client.post(f"{host.at('aino')}/photo", content=picture, headers={"Content-Type": "image/jpeg"})
    assert answer.status_code == 200
    found = answer.json()
    assert [card["key"] for card in found["new"]] == ["2,0"] and found["codes"] == 4
    assert [line["line"] for line in found["lines"]] == ["aino: place kaarme 2,0"] and found["ply"] == 3
    assert host.record.read_bytes() == before
    other = host.client.post(f"{host.at('ilmari')}/photo?lang=fi", content=picture).json()
    assert other["lines"][0]["is_own"] is False and "3 korttia on paikallaan" in other["words"]


def test_the_page_without_javascript_sends_a_photo_and_shows_the_line_as_a_button(host: Host, picture: bytes) -> None:
    page = host.client.get(f"{host.at('aino')}?photo=1").text
    assert 'enctype="multipart/form-data"' in page and "<script" not in page
    action = re.search(r'action="([^"]+/photo[^"]*)"', page)
    assert action is not None
    where = host.url.rstrip("/") + action[1]
    sent = {"photo": ("table.jpg", picture, "image/jpeg")}
    answer = host.client.post(where, files=sent, data={"zone": "board"}, headers={"Origin": "null"})
    assert answer.status_code == 200
    assert 'value="aino: place kaarme 2,0"' in answer.text and 'value="board" selected' in answer.text
    broken = host.client.post(where, files={"photo": ("x.jpg", b"nothing", "image/jpeg")}, data={"zone": ""})
    assert broken.status_code == 422 and "JPEG" in broken.text


def test_lines_that_are_ticked_are_taken_in_one_tap_and_the_first_refused_one_stops_the_rest(tmp_path: Path) -> None:
    made = pnp("referee", "new", "kalevala", "aino", "ilmari", "--deal", "physical", "-o", "k.record", where=tmp_path)
    assert made.returncode == 0, made.stderr
    host = Host(tmp_path / "k.record")
    lines = {"line.1": "table: start vainamoinen", "line.2": "aino: place louhi 1,0"}
    both = {"take": "1", "ply": "0", "id": "tap", "lang": "en", **lines}
    try:
        for _ in range(2):  # a double tap
            answer = host.client.post(host.at("aino"), data=both, headers={"Origin": "null"})
            assert answer.status_code == 303 and host.state()["ply"] == 2
        after = host.record.read_bytes()
        more = {**both, "ply": "2", "id": "next", "line.1": "ilmari: place ukko 0,1", "line.2": "aino: place ukko 5,5"}
        refused = host.client.post(host.at("ilmari"), data=more, headers={"Origin": "null"})
        assert refused.status_code == 422 and host.state()["ply"] == 3
        assert "Lines entered: 1. This one was not: aino: place ukko 5,5." in refused.text
        assert "no line of ilmari" in refused.text or "aino" in refused.text.partition("5,5.")[2][:200]
        again = host.client.post(
            f"{host.at('ilmari')}?lang=fi", data={**more, "lang": "fi"}, headers={"Origin": "null"}
        )
        assert "Kirjattuja rivejä: 1. Tätä ei kirjattu" in again.text and host.state()["ply"] == 3
        late = host.client.post(host.at("aino"), data={**both, "id": "late"}, headers={"Origin": "null"})
        assert late.status_code == 409 and "Lines entered: 0" in late.text and host.state()["ply"] == 3
        for line in ("!place louhi 9,9", "table: end", "table: adjust score aino 9", "aino: pass"):
            alone = {"take": "1", "ply": "3", "lang": "en", "line.1": line, "line.2": "table: end"}
            answer = host.client.post(host.at("ilmari"), data=alone, headers={"Origin": "null"})
            assert answer.status_code == 422 and "Lines entered: 0" in answer.text and host.state()["ply"] == 3
        assert host.record.read_bytes().startswith(after)
    finally:
        host.stop()


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        (b"", 422, "JPEG"),
        (b"\xff\xd8" + b"0" * 100_000, 422, "JPEG"),
        (b"GIF89a" + bytes(100), 422, "JPEG"),
        (b"x" * ((24 << 20) + 1), 413, "too large"),
    ],
    ids=["nothing", "noise", "gif", "huge"],
)
def test_what_is_no_photo_is_refused_in_words(host: Host, body: bytes, status: int, part: str) -> None:
    before = host.record.read_bytes()
    answer = host.client.post(f"{host.at('aino')}/photo", content=body)
    assert answer.status_code == status and part in answer.json()["error"]
    assert host.record.read_bytes() == before


def half_sent(host: Host, name: str, size: int) -> socket.socket:
    """A photo of which only the beginning is sent."""
    where = host.at(name).partition(str(host.port))[2]
    head = f"POST {where}/photo HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\nContent-Length: {24 << 20}\r\n\r\n"
    connection = socket.create_connection(("127.0.0.1", host.port), 60)
    connection.sendall(head.encode())
    with suppress(OSError):  # refused meanwhile
        connection.sendall(bytes(size))
    return connection


def test_a_seat_has_one_photo_under_way_and_halves_fill_no_memory(host: Host, picture: bytes) -> None:
    first = half_sent(host, "aino", 20 << 20)
    memory = resident(host.process.pid)
    more = [half_sent(host, "aino", 4 << 20) for _ in range(40)]
    try:
        for connection in more:
            assert connection.recv(100).startswith(b"HTTP/1.1 503 ")
        grown = resident(host.process.pid) - memory
        assert grown < 40 << 20, f"{grown >> 20} MB for 160 MB of halves"
        other = host.client.post(f"{host.at('ilmari')}/photo", content=picture)
        assert other.status_code == 200, "another seat's photo is read meanwhile"
        first.close()
        deadline = Deadline("the slot of a photo that was broken off")
        while (answer := host.client.post(f"{host.at('aino')}/photo", content=picture)).status_code == 503:
            deadline.check()
        assert answer.status_code == 200
    finally:
        for connection in more:
            connection.close()


def resident(process: int) -> int:
    """The memory of a process in bytes; 0 where the system does not say."""
    file = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", file.read_text()) if file.exists() else None
    return int(found[1]) << 10 if found else 0


def test_a_zone_that_is_none_a_form_that_is_none_and_another_site_are_refused(host: Host, picture: bytes) -> None:
    at = f"{host.at('aino')}/photo"
    assert host.client.post(f"{at}?zone=sky", content=picture).status_code == 422
    assert host.client.post(at, content=b"x", headers={"Content-Type": "multipart/form-data"}).status_code == 400
    assert host.client.post(at, content=picture, headers={"Origin": "http://evil.example"}).status_code == 403
    assert host.client.post(f"{host.url.rstrip('/')}/s/{'x' * 32}/photo", content=picture).status_code == 404


def test_without_a_reader_of_codes_a_photo_is_answered_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    with pytest.raises(NoReader) as missing:
        read_codes(Image.new("L", (40, 40)))
    photos = Photos()
    monkeypatch.setattr("pnp.web.photos.read_photo", lambda data, layouts: raised(missing.value))
    monkeypatch.setattr(photos, "_layouts_of", lambda look: None)
    for lang, words in (("en", "pip install"), ("fi", "pip install")):
        place = PhotoPlace(None, None, "/s/key", 0, lang, "Kalevala", Asked())  # type: ignore[arg-type]
        with pytest.raises(Refused) as refused:
            asyncio.run(photos._compare(SentPhoto(b"picture"), place))
        assert refused.value.status == 501 and words in refused.value.words


def raised(error: Exception) -> None:
    raise error
