"""Who lost the phone sits down again from another one: the others agree, the old address leads nowhere."""

from __future__ import annotations

from pathlib import Path

import httpx
from msgspec import json

from pnp.table.seat_keys import SeatKeys
from pnp.ui.cli.main import main
from pnp.ui.web.consent import BACK, UNDO, Consent
from tests.ui.web.hosting import Host, Screen, new_record
from tests.ui.web.reader import Browser
from tests.ui.web.test_live_parts import table_of


def hosted(where: Path, *words: str) -> Host:
    if not (where / "evening.record").exists():
        new_record(where, "kalevala", "aino", "ilmari", "--seed", "5")
    return Host(where / "evening.record", *words)


def asked_back(host: Host, name: str) -> httpx.Response:
    origin = {"Origin": host.url.rstrip("/")}
    return host.client.post(host.first["join"], data={"again": name}, headers=origin)


def test_the_others_agree_and_the_old_address_leads_nowhere(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    try:
        for name in ("aino", "ilmari"):
            host.state(name)
        old, other = host.at("aino"), host.state("ilmari")
        listening = Screen(host, "aino")
        assert listening.state()["you"] == "aino"
        joining = host.client.get(host.first["join"]).text
        assert "has sat down" in joining and ">I am aino, with a new phone</button>" in joining
        waits = host.client.get(host.url.rstrip("/") + asked_back(host, "aino").headers["location"])
        assert waits.status_code == 200 and "Ask the others" in waits.text and "/s/" not in waits.text
        [proposal] = host.state("ilmari")["proposals"]
        assert (proposal["kind"], proposal["seat"], proposal["waiting"]) == ("back", "aino", ["ilmari"])
        token = str(waits.url).rpartition("/")[2]
        assert token not in host.client.get(host.at("ilmari")).text and token not in host.state("ilmari").__repr__()
        assert host.move("aino", "place louhi 1,0").status_code == 200, "the game goes on, and so does the question"
        assert "A new phone asks for the seat of aino" in Browser(host, host.at("ilmari")).page
        done = host.post("ilmari", "agree", proposal=proposal["id"], agree=True)
        assert done.status_code == 200 and done.json()["done"]
        there = host.client.get(str(waits.url))
        assert there.status_code == 303
        new = there.headers["location"]
        assert new.startswith("/s/") and new not in old
        state = host.client.get(host.url.rstrip("/") + new + "/state").json()
        assert state["you"] == "aino" and state["joined"] == other["joined"] and state["proposals"] == []
        for path in ("", "/state", "/events"):
            assert host.client.get(old + path).status_code == 404
        rest = [data["ply"] for event, _, data in listening.events() if event == "state"]
        assert max(rest, default=0) <= state["ply"], "the old phone hears of its own move, and then the stream ends"
        listening.close()
    finally:
        host.stop()


def test_who_refuses_keeps_the_seat_as_it_is(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    try:
        host.state("aino")
        assert asked_back(host, "aino").status_code == 409, "nobody else sits there to agree"
        assert asked_back(host, "ilmari").status_code == 409, "that seat is free"
        host.state("ilmari")
        address = host.url.rstrip("/") + asked_back(host, "aino").headers["location"]
        [proposal] = host.state("aino")["proposals"]
        assert host.post("aino", "agree", proposal=proposal["id"], agree=False).status_code == 200, (
            "the phone was not lost"
        )
        answer = host.client.get(address)
        assert answer.status_code == 409 and "did not agree" in answer.text
        assert host.client.get(address + "x").status_code == 409
        assert host.client.get(host.at("aino")).status_code == 200
    finally:
        host.stop()


def test_whoever_hosts_gives_a_seat_free_with_another_address(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.state("aino")
    old = host.at("aino").rpartition("/")[2]
    host.stop()
    again = hosted(tmp_path, "--new-key", "aino")
    try:
        assert again.at("aino").rpartition("/")[2] != old and again.state()["joined"] == []
        assert again.client.get(again.at("aino").replace(again.at("aino").rpartition("/")[2], old)).status_code == 404
        assert ">aino</button>" in again.client.get(again.first["join"]).text
    finally:
        again.stop()


def test_a_seat_that_is_none_is_named(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    record = new_record(tmp_path, "kalevala", "aino", "ilmari")
    assert main(["referee", "host", str(record), "--local", "--no-open", "--new-key", "anna"]) == 2
    assert "there is no seat anna" in capsys.readouterr().err


def test_a_question_for_a_seat_outlives_the_line_and_nobody_else_hears_the_answer(tmp_path: Path) -> None:
    consent, keys = Consent(), SeatKeys(tmp_path / "a.record", ("aino", "ilmari"))
    consent.propose(UNDO, "ilmari", 3)
    token = consent.ask_back("aino", 3)
    consent.drop_stale(4)
    assert [it["kind"] for it in consent.values(["aino", "ilmari"])] == [BACK] and consent.answer_to(token) == ""
    second = consent.ask_back("aino", 4)
    assert consent.answer_to(token) is None, "another phone asked since"
    proposal = consent.find(consent.values([])[0]["id"])
    assert proposal is not None and token not in str(consent.values([])) and second not in str(consent.values([]))
    old = keys.key_of("aino")
    consent.bring_back(proposal, keys.renew("aino"))
    assert consent.answer_to(second) == keys.key_of("aino") != old and keys.seat_of(old) == ""
    assert consent.answer_to("nothing") is None


def test_the_table_lets_the_new_phone_in_when_all_others_agreed(tmp_path: Path) -> None:
    table, _ = table_of(tmp_path, "kalevala")
    old = table.keys.key_of("aino")
    assert table.ask_back("nobody") == "" and table.answer_to("nothing") is None
    token = table.ask_back("aino")
    [proposal] = json.decode(table.state(1, "en"))["proposals"]
    assert table.answer_to(token) == "" and proposal["waiting"] == ["ilmari"]
    assert table.agree(1, proposal["id"], True).status == 200
    assert table.answer_to(token) == table.keys.key_of("aino") != old
    refused = table.ask_back("ilmari")
    table.agree(0, json.decode(table.state(0, "en"))["proposals"][0]["id"], False)
    assert table.answer_to(refused) is None
    table.keys.free("ilmari")
    assert table.free_seats() == ["ilmari"]
    table.close()
