"""How a hosted table lives: streams, several writers at once, the end, the next beginning."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import pytest

from pnp.table.option_tree import leaves_of
from pnp.web.presence import MOST_OF_SEAT
from tests.deadline import PATIENCE
from tests.guard import some
from tests.web.hosting import Host, Screen, new_record, pnp


def test_a_stream_begins_with_the_state_and_goes_on_with_every_line(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    screens = [Screen(host, name) for name in ("aino", "ilmari", "")]
    try:
        assert screens[0].response.headers["content-type"].startswith("text/event-stream")
        firsts = [screen.state() for screen in screens]
        ply = firsts[0]["ply"]
        assert [first["you"] for first in firsts] == ["aino", "ilmari", None]
        leaf = next(leaves_of(firsts[0]["options"]))
        assert host.move("aino", leaf["line"], ply).status_code == 200
        for screen in some(screens):
            later = screen.state(ply + 1)
            assert f"aino: {leaf['line']}" in [line["line"] for line in later["news"]]
        own = next(leaves_of(host.state("ilmari")["options"]))
        started = time.monotonic()
        assert pnp("referee", "move", "evening.record", f"ilmari: {own['line']}", where=tmp_path).returncode == 0
        assert screens[2].state(ply + 3)["log"][-1]
        assert time.monotonic() - started < 10
    finally:
        for screen in screens:
            screen.close()
        host.stop()


def test_a_stream_is_packed_for_a_screen_that_reads_that(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    plain, packed = (Screen(host, "ilmari", {"Accept-Encoding": kind}) for kind in ("identity", "gzip"))
    try:
        assert "content-encoding" not in plain.response.headers
        assert packed.response.headers["content-encoding"] == "gzip"
        assert plain.state() == packed.state()
        before = packed.response.num_bytes_downloaded
        leaf = next(leaves_of(host.state("aino")["options"]))
        ply = host.move("aino", leaf["line"]).json()["ply"]
        whole = plain.state(ply)
        assert whole == packed.state(ply)
        assert 0 < packed.response.num_bytes_downloaded - before < len(json.dumps(whole)) / 4
    finally:
        plain.close()
        packed.close()
        host.stop()


def test_a_seat_that_opens_many_streams_ends_its_own_and_no_other(tmp_path: Path) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    many = [Screen(host, "ilmari") for _ in range(MOST_OF_SEAT + 14)]
    others = [Screen(host, "aino"), Screen(host, "")]
    try:
        assert [screen.state()["you"] for screen in (*others, many[-1])] == ["aino", None, "ilmari"]
        for ended in some(many[:-MOST_OF_SEAT]):
            assert len(list(ended.events())) <= 1, "the oldest streams end"
        ply = host.move("aino", next(leaves_of(host.state("aino")["options"]))["line"]).json()["ply"]
        for screen in some((*others, *many[-MOST_OF_SEAT:])):
            assert screen.state(ply)["ply"] == ply
    finally:
        for screen in (*many, *others):
            screen.close()
        host.stop()


def test_a_head_request_opens_no_stream(kalevala: Host) -> None:
    answer = kalevala.client.head(f"{kalevala.at('aino')}/events")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")


def test_who_comes_back_gets_the_news_since_the_last_event(kalevala: Host) -> None:
    screen = Screen(kalevala, "", {"Last-Event-ID": "1"})
    event, id_, data = next(screen.events())
    assert (event, int(id_)) == ("state", data["ply"]) and [line["ply"] for line in data["news"]] == [2, 3]
    screen.close()


@pytest.mark.ci
def test_a_stream_pings(kalevala: Host) -> None:
    screen = Screen(kalevala, "aino")
    started = time.monotonic()
    kinds = [event for event, (kind, _, _) in zip(("state", "ping"), screen.events(), strict=False) if kind == event]
    assert kinds == ["state", "ping"] and 3.5 < time.monotonic() - started < 8
    screen.close()


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_with_open_streams(tmp_path: Path, kind: signal.Signals) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    screens = [Screen(host, name) for name in ("aino", "ilmari", "", "")]
    assert all(screen.state() for screen in screens)
    took = host.stop(kind)
    for screen in screens:
        screen.close()
    assert host.process.returncode == 0
    assert took < 1.5


def test_it_comes_back_with_the_same_addresses_and_everybody_in_their_seats(tmp_path: Path) -> None:
    record = new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5")
    host = Host(record)
    host.state("aino")
    leaf = next(leaves_of(host.state("aino")["options"]))
    ply = host.move("aino", leaf["line"]).json()["ply"]
    host.stop(signal.SIGKILL)
    again = Host(record)
    try:
        assert again.first == host.first
        state = again.state("aino")
        assert state["ply"] == ply and state["joined"] == ["aino"] and state["you"] == "aino"
        assert again.move("aino", leaf["line"], ply - 2).status_code == 409, "a line whose answer was lost counts once"
    finally:
        again.stop()


def test_phones_and_the_command_line_write_at_once_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    record = new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5")
    host = Host(record)
    accepted: list[str] = []
    answers: set[int] = set()

    def phone(name: str) -> None:
        for _ in range(40):
            state = host.state(name)
            leaf = next(leaves_of(state["options"]), None)
            if leaf is not None:
                for _ in range(2):  # every tap is sent twice
                    answer = host.move(name, leaf["line"], state["ply"], id=f"{name}{state['ply']}")
                answers.add(answer.status_code)
                if answer.status_code == 200:
                    accepted.append(f"{name}: {leaf['line']}")

    def keyboard() -> None:
        for _ in range(3):
            [line, *_] = json.loads(
                pnp("referee", "options", "evening.record", "--json", where=tmp_path).stdout
            )["options"] or [""]  # fmt: skip
            if line and pnp("referee", "move", "evening.record", line, where=tmp_path).returncode == 0:
                accepted.append(line)

    threads = [threading.Thread(target=phone, args=(name,)) for name in ("aino", "ilmari")]
    threads.append(threading.Thread(target=keyboard))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    host.stop()
    written = [line for line in record.read_text("utf-8").splitlines() if ": place " in line or ": pass" in line]
    assert len(accepted) > 5 and sorted(accepted) == sorted(written)
    assert answers <= {200, 409, 422}
    assert pnp("referee", "verify", "evening.record", where=tmp_path).returncode == 0
