"""Whoever lost the phone sits down again from another one; a rival alone, or a phone that nobody holds, does not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import json

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.table.seat_keys import SeatKeys
from pnp.table.session import Session
from pnp.web.bodies import AgreeBody, SeatBody, UndoBody
from pnp.web.hosted_table import HostedTable
from pnp.web.new_phones import EXPIRES, HOLD, MOST_REFUSALS, SILENCE
from tests.guard import some
from tests.web.hosting import Host, Screen, ask, new_record, pnp
from tests.web.reader import Browser
from tests.web.test_live_parts import move

NAMES = ("anna", "ben", "cecilia", "david", "eve", "frans")


def hosted(where: Path, *words: str, seats: int = 2) -> Host:
    if not (where / "evening.record").exists():
        new_record(where, "suomi1918", *NAMES[:seats], "--deal", "digital", "--seed", "5")
    return Host(where / "evening.record", *words)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Host]:
    """Anna and ben sit at a table of two."""
    host = hosted(tmp_path)
    for name in NAMES[:2]:
        host.state(name)
    yield host
    host.stop()


def asked_back(host: Host, name: str) -> httpx.Response:
    origin = {"Origin": host.url.rstrip("/")}
    return host.client.post(host.first["join"], data={"again": name}, headers=origin)


def waiting(host: Host, name: str) -> str:
    """The address at which a new phone waits for the seat."""
    answer = asked_back(host, name)
    assert answer.status_code == 303, answer.text
    return host.url.rstrip("/") + answer.headers["location"]


def seat_at(host: Host, address: str) -> Any:
    """Whose state the phone that waits there gets by now; nothing while it waits."""
    answer = host.client.get(address)
    if answer.status_code != 303:
        assert answer.status_code == 200 and "/s/" not in answer.text
        return None
    return host.client.get(host.url.rstrip("/") + answer.headers["location"] + "/state").json()["you"]


@pytest.mark.parametrize("seats", [2, 3])
def test_rivals_do_not_take_the_seat_of_a_phone_that_is_there(tmp_path: Path, seats: int) -> None:
    host = hosted(tmp_path, seats=seats)
    try:
        for name in NAMES[:seats]:
            host.state(name)
        listening = Screen(host, "anna")
        listening.state()
        address = waiting(host, "anna")
        [proposal] = host.state("ben")["proposals"]
        assert (proposal["kind"], proposal["seat"], proposal["left"]) == ("back", "anna", None)
        for name in NAMES[1:seats]:
            done = host.post(name, "agree", proposal=proposal["id"]).json()
            assert done["accepted"] and not done["done"]
        assert host.state("ben")["proposals"][0]["waiting"] == ["anna"]
        assert seat_at(host, address) is None and host.state("anna")["you"] == "anna"
        assert "another phone" not in host.record.read_text("utf-8")
        assert "must agree" in host.client.get(host.at("")).text, "the big screen shows it too"
        listening.close()
    finally:
        host.stop()


def test_the_own_phone_hands_its_seat_on_and_the_record_says_so(two: Host) -> None:
    old, listening = two.at("anna"), Screen(two, "anna")
    ply = listening.state()["ply"]
    assert ">I am anna, with a new phone</button>" in two.client.get(two.first["join"]).text
    address = waiting(two, "anna")
    token = address.rpartition("/")[2]
    assert token not in two.client.get(two.at("ben")).text and token not in str(two.state("ben"))
    [proposal] = two.state("anna")["proposals"]
    number = str(proposal["number"])
    assert len(number) == 2 and f">{number}</p>" in two.client.get(address).text
    for page in some([Browser(two, old).page, Browser(two, two.at("ben")).page, two.client.get(two.at("")).text]):
        assert f"A new phone showing {number} requests the seat of anna" in page
    assert two.post("anna", "agree", proposal=proposal["id"]).json()["done"]
    assert seat_at(two, address) == "anna"
    for path in some(("", "/state", "/events")):
        assert two.client.get(old + path).status_code == 404
    assert two.state("ben")["proposals"] == [] and two.state("ben")["joined"] == ["anna", "ben"]
    rest = [data["ply"] for event, _, data in listening.events() if event == "state"]
    assert max(rest, default=0) <= ply, "the stream of the old phone ends"
    listening.close()
    assert two.record.read_text("utf-8").count("\n#~ seat anna another phone\n") == 1
    assert pnp("referee", "verify", "evening.record", where=two.record.parent).returncode == 0
    assert two.state("ben")["trouble"] == "" and two.post("ben", "undo", ply=ply).status_code in (200, 422)


def test_the_terminal_of_the_host_gives_a_seat_to_the_phone_with_its_number(two: Host) -> None:
    address = waiting(two, "anna")
    number = two.state("ben")["proposals"][0]["number"]
    printed = iter(two.read_error, "")
    assert any(f"showing {number} requests the seat of anna" in line for line in printed)
    two.type(f"{(number + 1 - 10) % 90 + 10}\n")
    assert any("no phone shows" in line for line in printed) and seat_at(two, address) is None
    two.type(f"{number}\n")
    assert any("anna now plays on another phone" in line for line in printed)
    assert seat_at(two, address) == "anna" and "#~ seat anna another phone" in two.record.read_text("utf-8")


def test_two_phones_that_ask_for_one_seat_are_told_apart(tmp_path: Path) -> None:
    host = hosted(tmp_path, seats=3)
    try:
        for name in NAMES[:3]:
            host.state(name)
        own, spare = waiting(host, "anna"), waiting(host, "anna")
        first, second = host.state("cecilia")["proposals"]
        assert first["number"] != second["number"] and asked_back(host, "anna").status_code == 429
        assert f">{first['number']}</p>" in host.client.get(own).text
        assert f">{second['number']}</p>" in host.client.get(spare).text
        host.post("anna", "agree", proposal=first["id"])
        assert seat_at(host, own) == "anna" and host.client.get(spare).status_code == 409
    finally:
        host.stop()


def test_a_refusal_holds_for_a_while(two: Host) -> None:
    address = waiting(two, "anna")
    [proposal] = two.state("anna")["proposals"]
    assert two.post("anna", "agree", proposal=proposal["id"], agree=False).status_code == 200, "it was not lost"
    answer = two.client.get(address)
    assert answer.status_code == 409 and "did not agree" in answer.text
    assert two.client.get(address + "x").status_code == 409
    again = asked_back(two, "anna")
    assert again.status_code == 429 and "two minutes" in again.text
    assert two.client.get(two.at("anna")).status_code == 200 and two.state("ben")["proposals"] == []


def test_nobody_asks_for_a_seat_that_is_free_or_where_nobody_else_sits(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    try:
        host.state("anna")
        assert asked_back(host, "anna").status_code == 409 and asked_back(host, "ben").status_code == 409
    finally:
        host.stop()


def test_whoever_hosts_gives_a_seat_free_with_another_address(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.state("anna")
    old = host.at("anna").rpartition("/")[2]
    host.stop()
    again = hosted(tmp_path, "--new-key", "anna")
    try:
        assert again.at("anna").rpartition("/")[2] != old and again.state()["joined"] == []
        assert again.client.get(again.at("anna").replace(again.at("anna").rpartition("/")[2], old)).status_code == 404
        assert ">anna</button>" in again.client.get(again.first["join"]).text
    finally:
        again.stop()


def test_a_seat_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = new_record(tmp_path, "kalevala", "aino", "ilmari")
    assert main(["referee", "host", str(record), "--local", "--no-open", "--new-key", "anna"]) == 2
    assert "unknown seat anna" in capsys.readouterr().err


# The same table in this process, where time passes as we say.


class Timed:
    """A table with as many seats as you like, all taken, and its clock."""

    def __init__(self, where: Path, seats: int) -> None:
        self.now = 1000.0
        game, book = load_game("suomi1918")
        names, path = NAMES[:seats], where / "a.record"
        session = Session.create(path, game, book, names, {"deal": "digital", "seed": 5}, load_game)
        self.table = HostedTable(session, SeatKeys(path, names), now=lambda: self.now)
        for name in names:
            self.table.seating.take(name)

    def ask(self, name: str) -> str:
        token, why_not = self.table.seating.ask_back(name)
        assert not why_not
        return token

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.seating.look_at_phones()

    @property
    def proposals(self) -> list[dict[str, Any]]:
        found = json.decode(self.table.feeds.state(None, "en"))["proposals"]
        assert isinstance(found, list)
        return found

    def agree(self, *seats: int, is_agreed: bool = True, which: int = -1) -> bool:
        """Whether the last of them settles it."""
        id = self.proposals[which]["id"]
        return [bool(ask(self.table, seat, AgreeBody(id, is_agreed)).values["done"]) for seat in seats][-1]

    def key(self, token: str) -> str | None:
        phone = self.table.seating.phones.find(token)
        return None if phone is None else phone.key


@pytest.fixture(params=[2, 3, 4, 5, 6])
def timed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Timed]:
    found = Timed(tmp_path, request.param)
    yield found
    found.table.close()


def test_a_seat_whose_phone_is_silent_goes_over_after_a_wait_that_screens_show(timed: Timed) -> None:
    old, others = timed.table.keys.key_of("anna"), range(1, len(timed.table.seats))
    token = timed.ask("anna")
    assert not timed.agree(*others) and timed.proposals[0]["left"] == SILENCE
    shown = [SILENCE]
    for _ in range(SILENCE - 1):
        version = timed.table.version
        timed.wait(1)
        left = timed.proposals[0]["left"]
        assert (timed.table.version != version) == (left != shown[-1])
        shown.append(left)
        assert timed.key(token) == ""
    assert set(shown) == {10, 20, 30, 40, 50, 60}
    timed.wait(2)
    assert timed.key(token) == timed.table.keys.key_of("anna") != old and timed.table.keys.seat_of(old) == ""
    assert timed.proposals == [] and "#~ seat anna another phone" in timed.table.session.store.read()


def test_silence_alone_gives_no_seat_away(timed: Timed) -> None:
    token = timed.ask("anna")
    timed.wait(SILENCE + 1)
    assert timed.key(token) == "" and timed.proposals[0]["waiting"] == list(timed.table.seats[1:])
    assert timed.agree(*range(1, len(timed.table.seats))) and timed.key(token)


def test_no_seat_goes_over_that_the_record_cannot_say(tmp_path: Path) -> None:
    timed = Timed(tmp_path, 2)
    token, record = timed.ask("anna"), timed.table.session.store.path
    timed.agree(1)
    sound = record.read_bytes()
    spoiled = sound + b"anna: fly\nben: fly\n"
    record.write_bytes(spoiled)
    timed.table.refresh()
    timed.wait(SILENCE + 1)
    assert timed.key(token) == "" and record.read_bytes() == spoiled
    record.write_bytes(sound)
    timed.table.refresh()
    timed.wait(1)
    assert timed.key(token) and record.read_bytes() == sound + b"#~ seat anna another phone\n"
    timed.table.close()


def test_a_phone_that_is_used_or_listens_is_not_silent(tmp_path: Path) -> None:
    timed = Timed(tmp_path, 2)
    key, token = timed.table.keys.key_of("anna"), timed.ask("anna")
    timed.agree(1)
    timed.wait(SILENCE - 5)
    timed.table.presence.note_use(key)
    timed.wait(10)
    assert timed.key(token) == "" and timed.proposals[0]["left"] == SILENCE - 10
    listener = timed.table.presence.listen(key, 6)
    timed.wait(SILENCE * 2)
    assert timed.key(token) == "" and timed.proposals[0]["left"] is None
    timed.table.presence.leave(listener)
    timed.wait(SILENCE - 1)
    assert timed.key(token) == ""
    timed.wait(1)
    assert timed.key(token)
    timed.table.close()


def test_after_three_refusals_only_the_host_gives_the_seat(tmp_path: Path) -> None:
    timed = Timed(tmp_path, 3)
    for _ in range(MOST_REFUSALS):
        timed.ask("anna")
        timed.agree(2, is_agreed=False)
        assert timed.table.seating.ask_back("anna")[1] in ("back_hold", "back_host")
        timed.wait(HOLD + 1)
    assert timed.table.seating.ask_back("anna") == ("", "back_host") and timed.table.seating.ask_back("ben")[1] == ""
    timed.table.close()


def test_a_request_that_nobody_answers_expires(tmp_path: Path) -> None:
    timed = Timed(tmp_path, 3)
    token = timed.ask("anna")
    timed.wait(EXPIRES + 1)
    assert timed.proposals == [] and timed.key(token) is None
    timed.table.close()


def test_a_request_survives_moves_and_other_proposals(tmp_path: Path) -> None:
    timed = Timed(tmp_path, 6)
    token = timed.ask("anna")
    for seat in range(6):
        ask(timed.table, seat, SeatBody(NAMES[seat - 1]))
    assert len(timed.proposals) == 7
    assert move(timed.table, random.Random(1)), "what was proposed at another line is dropped, the request is not"
    assert [it["kind"] for it in timed.proposals] == ["back"] and timed.key(token) == ""
    timed.table.close()


def test_a_change_of_seats_drops_what_was_agreed_by_those_who_sat_there(tmp_path: Path) -> None:
    """Else whoever sits down on a seat that has not answered yet answers a second time."""
    timed = Timed(tmp_path, 3)
    table = timed.table
    assert move(table, random.Random(1))
    ply = table.session.replay.plies
    undo = ask(table, 1, UndoBody(ply, 1)).values["id"]
    ask(table, 2, AgreeBody(undo))
    swap = ask(table, 0, SeatBody("ben")).values["id"]
    assert [ask(table, seat, AgreeBody(swap)).values["done"] for seat in (1, 2)] == [False, True]
    assert table.keys.taken[:2] == ["ben", "anna"] and timed.proposals == []
    assert ask(table, 0, AgreeBody(undo)).status == 409 and table.session.replay.plies == ply
    table.close()
