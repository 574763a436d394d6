"""Parts of the hosted table by themselves: consent, keys, the gate, pictures of codes, words, imports."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.table.seat_keys import SeatKeys, keys_file
from pnp.web.addresses import listen, own_addresses
from pnp.web.consent import UNDO, Consent
from pnp.web.drawing.qr import qr_lines, qr_svg
from pnp.web.gate import Gate, host_name
from pnp.web.photos import PhotoPlace, Photos, ticked
from pnp.web.seat_page import Asked
from pnp.web.words import WORDS
from tests.deadline import COMMAND, Deadline
from tests.guard import some
from tests.web.hosting import new_record, pnp
from tests.web.test_live_parts import table_of


def test_consent_needs_all_who_sit_there() -> None:
    consent = Consent()
    proposal = consent.propose(UNDO, "aino", 5, count=1)
    assert not proposal.missing(["aino"]) and proposal.missing(["aino", "ilmari"]) == ["ilmari"]
    proposal.agreed.append("ilmari")
    assert not proposal.missing(["aino", "ilmari"])
    again = consent.propose(UNDO, "aino", 5, count=2)
    assert consent.find(proposal.id) is None and consent.find(again.id) is again
    consent.drop_stale(6)
    assert consent.values(["aino"]) == []
    for _ in range(9):
        consent.propose(UNDO, "aino", 6)
    assert len(consent.values([])) == 1


def test_keys_are_kept_and_are_not_those_of_another_record(tmp_path: Path) -> None:
    seats = ("aino", "ilmari")
    keys = SeatKeys(tmp_path / "a.record", seats)
    assert keys.take("aino") and not keys.take("aino")
    keys.keep_port(4321)
    again = SeatKeys(tmp_path / "a.record", seats)
    assert again.key_of("aino") == keys.key_of("aino") and again.taken == ["aino"] and again.port == 4321
    assert SeatKeys(tmp_path / "b.record", seats).key_of("aino") != keys.key_of("aino")
    assert keys.seat_of(keys.key_of("ilmari")) == "ilmari" and keys.seat_of("é") == keys.seat_of("") == ""
    assert len({keys.screen, keys.key_of("aino"), keys.key_of("ilmari")}) == 3


@pytest.mark.parametrize("spoiled", ["", "{", '{"pnp-keys": 1}', "seats"])
def test_a_file_of_keys_that_is_spoiled_is_named(tmp_path: Path, spoiled: str) -> None:
    record = tmp_path / "a.record"
    SeatKeys(record, ("aino",))
    if spoiled == "seats":
        kept = json.loads(keys_file(record).read_text("utf-8"))
        spoiled = json.dumps(kept | {"seats": {"aino": "short"}})
    keys_file(record).write_text(spoiled, encoding="utf-8")
    with pytest.raises(InputError, match="expected a file of seat addresses"):
        SeatKeys(record, ("aino",))


def test_a_host_that_does_not_exist_has_no_name() -> None:
    assert [host_name(host) for host in ("a:80", "a", "[::1]:80", "[::1]")] == ["a", "a", "[::1]", "[::1]"]
    assert not [host for host in ("", ":80", "a:b", "a/b", "a:123456", "a@b") if host_name(host) is not None]
    gate = Gate(None, ["pelikone"])  # type: ignore[arg-type]
    assert all(gate.is_ours(host) for host in ("pelikone:1", "PELIKONE.", "10.0.0.7:80", "[fe80::1]:80", "localhost"))
    assert not any(gate.is_ours(host) for host in ("pelikone.evil.example", "10.0.0.7.evil.example", "evil:80"))
    assert not any(gate.is_ours(host) for host in ("[::1%25evil]", "[fe80::1%eth0]:80", "[10.0.0.7]", "[::1", "::1]"))


def test_addresses_of_this_machine_are_no_loopback() -> None:
    assert not [address for address in own_addresses() if address.startswith("127.")]
    opened = listen("127.0.0.1", 0, 0)
    port = opened.getsockname()[1]
    other = listen("127.0.0.1", 0, port)
    assert other.getsockname()[1] != port, "the port of last time is in use"
    with pytest.raises(OSError):
        listen("127.0.0.1", port, 0)
    opened.close()
    other.close()


def test_an_answer_in_two_pieces_does_not_wait_until_the_first_has_come() -> None:
    from uvicorn.server import ServerState

    from pnp.web.server import PatientProtocol, TableServer

    async def options() -> list[int]:
        config = TableServer(Gate(None), lambda: None).config  # type: ignore[arg-type]
        config.load()
        found: list[int] = []

        class Watched(PatientProtocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                raw = transport.get_extra_info("socket")
                found.append(raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        opened = listen("127.0.0.1", 0, 0)
        made = await asyncio.get_running_loop().create_server(lambda: Watched(config, ServerState(), {}), sock=opened)
        _, writer = await asyncio.open_connection("127.0.0.1", opened.getsockname()[1])
        deadline = Deadline("a connection")
        while not found:
            deadline.check()
            await asyncio.sleep(0.001)
        writer.close()
        made.close()
        return found

    assert all(some(asyncio.run(options())))


def test_a_code_is_drawn_twice() -> None:
    lines = qr_lines("http://192.168.1.5:8765/join/abcdefgh")
    assert len({len(line) for line in some(lines)}) == 1 and set("".join(lines)) <= set("█▀▄ ")
    svg = qr_svg("http://192.168.1.5:8765/join/<&>")
    assert svg.startswith("<svg") and "&lt;&amp;&gt;" in svg and "style=" not in svg


def test_a_drawn_code_can_be_read_again() -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    address = "http://192.168.1.5:8765/join/abcdefgh"
    lines = qr_lines(address)
    size = len(lines[0])
    image = Image.new("L", (size, 2 * len(lines)))
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            image.putpixel((column, 2 * row), 255 * (block in "█▀"))
            image.putpixel((column, 2 * row + 1), 255 * (block in "█▄"))
    [found] = zxingcpp.read_barcodes(image.resize((8 * size, 16 * len(lines)), Image.Resampling.NEAREST))
    assert found.text == address


def test_every_word_of_the_pages_has_both_languages() -> None:
    for id_, texts in some(WORDS.items()):
        assert set(texts) == {"en", "fi"}, id_
        assert {part.split("}")[0] for part in texts["en"].split("{")[1:]} == {
            part.split("}")[0] for part in texts["fi"].split("{")[1:]
        }, id_


def test_no_other_command_loads_the_server(tmp_path: Path) -> None:
    new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5")
    code = (
        "import sys; from pnp.cli.main import main; main(['referee', 'options', 'evening.record']); "
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'starlette', 'uvicorn', 'jinja2', 'segno', "
        "'anyio', 'h11', 'asyncio'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=COMMAND
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_cannot_be_hosted_is_named(tmp_path: Path) -> None:
    assert "found no such record" in pnp("referee", "host", "none.record", "--local", where=tmp_path).stderr
    new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5")
    both = pnp("referee", "host", "evening.record", "--local", "--address", "10.0.0.1", where=tmp_path)
    assert both.returncode == 2 and "--local and --address are mutually exclusive" in both.stderr
    busy = listen("127.0.0.1", 0, 0)
    port = str(busy.getsockname()[1])
    taken = pnp("referee", "host", "evening.record", "--local", "--port", port, where=tmp_path)
    assert taken.returncode == 1 and f"127.0.0.1:{port}" in taken.stderr
    busy.close()
    elsewhere = pnp("referee", "host", "evening.record", "--address", "192.0.2.77", where=tmp_path)
    assert elsewhere.returncode == 1 and "192.0.2.77" in elsewhere.stderr


FOUND = {
    "ply": 3,
    "words": "3 korttia on paikallaan, 2 uutta",
    "new": [
        {"card": card, "name": card, "zone": "board", "key": key} for card, key in (("ukko", "2,0"), ("louhi", "2,1"))
    ],
    "missing": [],
    "foreign": ["978014"],
    "is_sure": False,
    "lines": [
        {"line": f"{seat}: place {card} {key}", "label": f"laske {card}, {key}", "seat": seat, "is_own": seat == "aino"}
        for seat, card, key in (
            ("aino", "ukko", "2,0"),
            ("aino", "ukko", "9,9"),
            ("aino", "louhi", "2,1"),
            ("ilmari", "ukko", "2,0"),
        )
    ],
}


def page_of(where: Path, found: dict[str, Any]) -> str:
    """The page of a photo, as its seat gets it."""
    table, look = table_of(where, "kalevala")
    try:
        here = f"/s/{table.keys.key_of('aino')}"
        place = PhotoPlace(table, look, here, 0, "fi", "Kalevala", Asked())
        with ThreadPoolExecutor(1) as aside:  # a browser's test runs in a loop of its own
            return bytes(aside.submit(asyncio.run, Photos().page(place, found=found)).result().body).decode()
    finally:
        table.close()


def test_several_lines_can_be_ticked_and_one_for_each_card_is(tmp_path: Path) -> None:
    html = page_of(tmp_path, FOUND)
    boxes = re.findall(r'name="line\.\d+" value="([^"]+)"( checked)?', html)
    lines = ["aino: place ukko 2,0", "aino: place ukko 9,9", "aino: place louhi 2,1"]
    assert boxes == [(lines[0], " checked"), (lines[1], ""), (lines[2], " checked")]
    assert 'name="take"' in html and "Kirjaa valitut" in html and 'class="choice"' not in html
    assert "<code>ilmari: place ukko 2,0</code>" in html


def test_of_lines_about_the_same_card_one_is_ticked() -> None:
    lines = [{"line": line} for line in ("a: place ukko 1,0", "a: place ukko 2,0", "a: place louhi 3,0")]
    found = {"new": [{"card": "ukko"}, {"card": "louhi"}], "missing": [{"card": "sampo"}]}
    assert ticked(lines, found) == ["a: place ukko 1,0", "a: place louhi 3,0"]
    assert ticked(lines, {"new": [{"card": "ukko"}] * 2, "missing": []}) == [line["line"] for line in lines[:2]]
    assert ticked([], {}) == []
