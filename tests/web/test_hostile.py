"""Hostile requests, each with its answer (`hostile.yaml`), and what all have in common: nothing was changed, and no
answer says what a stranger may not know.
"""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.deadline import PATIENCE
from tests.guard import some
from tests.web.hosting import Host

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("hostile.yaml").read_text("utf-8"))
ASKED = ("{S_short}", "{S_other}", "{key}", "{screen}", "{port}", "{S}", "{P}", "{J}")


def places(host: Host) -> dict[str, str]:
    addresses = (host.at("aino"), host.at(""), str(host.first["join"]))
    seat, screen, join = (address.partition(str(host.port))[2] for address in addresses)
    key = seat.rpartition("/")[2]
    return {
        "{S}": seat, "{P}": screen, "{J}": join, "{key}": key, "{screen}": screen.rpartition("/")[2],
        "{port}": str(host.port), "{S_short}": seat[:-1], "{S_other}": seat.replace(key, key.swapcase()),
    }  # fmt: skip


def request_of(case: dict[str, Any], host: Host) -> bytes:
    """The bytes of a case."""
    known = places(host)

    def filled(text: str) -> str:
        for place in ASKED:
            text = text.replace(place, known[place])
        return text.replace("LONG", str(case.get("letter", "x")) * int(case.get("long", 0)))

    if "raw" in case:
        return filled(str(case["raw"])).encode()
    body = filled(str(case.get("body", ""))).encode()
    method, _, target = filled(case["to"]).partition(" ")
    headers: dict[str, str | None] = {"Host": f"127.0.0.1:{host.port}", "Connection": "close"}
    if "body" in case:
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    headers |= case.get("send", {})
    lines = [f"{method} {target} HTTP/1.1"]
    lines += [f"{name}: {filled(value)}" for name, value in headers.items() if value is not None]
    return "\r\n".join((*lines, "", "")).encode() + body


def test_there_are_enough_of_them_and_each_is_another() -> None:
    assert len(CASES) >= 200
    assert len({str(case) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['about']}-{number}" for number, case in enumerate(CASES)])
def test_each_is_answered_as_written(case: dict[str, Any], kalevala: Host) -> None:
    kalevala.state("aino")
    before = kalevala.record.read_bytes(), kalevala.record.with_name("evening.record.keys").read_bytes()
    request = request_of(case, kalevala)
    answer = kalevala.raw(request)
    status = int(answer.split(b" ", 2)[1]) if answer else 0
    assert status == case["answer"], answer[:300]
    after = kalevala.record.read_bytes(), kalevala.record.with_name("evening.record.keys").read_bytes()
    assert before == after
    assert str(case.get("lacks", "\0")).encode() not in answer
    if status >= 400:
        keys = [address.rpartition("/")[2].encode() for address in (*kalevala.first["seats"].values(), kalevala.at(""))]
        others = [key for key in keys if key not in request]
        assert not [key for key in some(others) if key in answer], "an answer holds a key that its asker has not"
        assert b"Traceback" not in answer and b"pnp/" not in answer


def test_a_request_with_two_lengths_ends_its_connection(kalevala: Host) -> None:
    """Where the next request begins, a proxy and we could see differently: none is read any more."""
    seat = places(kalevala)["{S}"]
    head = f"POST {seat}/why HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    both = f"{head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with socket.create_connection(("127.0.0.1", kalevala.port), PATIENCE) as connection:
        connection.sendall(f"{both}GET {seat}/state HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answered = b""
        while more := connection.recv(65536):
            answered += more
    assert answered.startswith(b"HTTP/1.1 400 ") and answered.count(b"HTTP/1.1 ") == 1


def test_every_answer_says_what_the_browser_may_do(kalevala: Host) -> None:
    addresses = [kalevala.at("aino"), kalevala.at(""), f"{kalevala.at('aino')}/state", kalevala.first["join"]]
    for address in (*addresses, f"{kalevala.url}static/phone.js", f"{kalevala.url}nothing"):
        headers = kalevala.client.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["referrer-policy"] == "no-referrer" and headers["x-content-type-options"] == "nosniff"
        assert "no-store" in headers["cache-control"] or "/static/" in address
        assert "set-cookie" not in headers and "access-control-allow-origin" not in headers and "server" not in headers


def test_a_form_of_our_own_page_may_come_without_an_origin(kalevala: Host) -> None:
    """Pages that name no referrer send `Origin: null`, and the key in the address is what lets them in."""
    answer = kalevala.client.post(
        kalevala.at("aino"), data={"line": "place ukko 99,99", "ply": str(kalevala.state("aino")["ply"])},
        headers={"Origin": "null"},
    )  # fmt: skip
    assert answer.status_code == 422
    own = {"Origin": kalevala.url.rstrip("/")}
    assert kalevala.client.post(f"{kalevala.at('aino')}/why", json={"line": "pass"}, headers=own).status_code == 200


def test_no_key_stands_on_a_page_for_all_or_in_a_title(kalevala: Host) -> None:
    keys = [address.rpartition("/")[2] for address in kalevala.first["seats"].values()]
    for address in (kalevala.at(""), f"{kalevala.at('')}/state", kalevala.first["join"], kalevala.url):
        page = kalevala.client.get(address).text
        assert not [key for key in keys if key in page]
    own = kalevala.client.get(kalevala.at("aino")).text
    assert keys[1] not in own and keys[0] not in own.partition("<title>")[2].partition("</title>")[0]


def test_codes_cannot_be_tried_without_end(kalevala: Host) -> None:
    """From another address than the tests', so that they are not kept out."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(transport=transport) as stranger:
        answers = [stranger.get(f"{kalevala.url}join/wrong{number:03}").status_code for number in range(30)]
        assert answers[:20] == [404] * 20 and set(answers[20:]) == {429}
        assert stranger.get(kalevala.first["join"]).status_code == 429, "also the right one, for a while"
    assert kalevala.client.get(kalevala.first["join"]).status_code == 200


@pytest.mark.ci
def test_half_a_request_is_dropped_and_keeps_nobody_out(kalevala: Host) -> None:
    lazy = [socket.create_connection(("127.0.0.1", kalevala.port), 20) for _ in range(50)]
    for connection in lazy[::2]:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    started = time.monotonic()
    assert kalevala.client.get(kalevala.at("aino")).status_code == 200
    assert lazy[0].recv(100) == b"" and lazy[1].recv(100) == b""
    assert 8 < time.monotonic() - started < 18
    for connection in lazy:
        connection.close()


def test_many_at_once_are_answered(kalevala: Host) -> None:
    statuses: list[int] = []

    def look() -> None:
        statuses.append(httpx.get(f"{kalevala.at('aino')}/state", timeout=20, trust_env=False).status_code)

    threads = [threading.Thread(target=look) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert statuses == [200] * 40
