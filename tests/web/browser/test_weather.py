"""What befalls phones: sleep, a lost network, a server that is killed. Nobody joins again, and nobody reloads."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.table.option_tree import leaves_of
from tests.guard import some
from tests.web.browser.conftest import Open
from tests.web.hosting import Host, new_record, pnp

# The page is told that it is hidden, and that it is shown again: what the lock of a phone does.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => hidden ? "hidden" : "visible"});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5")


@pytest.fixture
def kalevala(record: Path) -> Iterator[Host]:
    host = Host(record)
    yield host
    host.stop()


def move(host: Host, name: str) -> int:
    """Somebody moves who is not looked at; the ply then."""
    leaf = next(leaves_of(host.state(name)["options"]))
    ply = host.move(name, leaf["line"]).json()["ply"]
    assert isinstance(ply, int)
    return ply


@pytest.mark.ci
def test_a_phone_that_slept_shows_what_happened_meanwhile(kalevala: Host, open_phone: Open) -> None:
    phone = open_phone(kalevala.at("aino"), "aino")
    phone.look_until(lambda it: bool(it.choices), "choices")
    phone.page.evaluate(HIDE, True)
    phone.page.context.set_offline(True)
    ply = move(kalevala, "aino")
    assert phone.look().ply < ply, "it cannot know"
    phone.page.context.set_offline(False)
    phone.page.evaluate(HIDE, False)
    assert not phone.wait_for(ply).choices


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be held here")
def test_a_phone_that_hears_nothing_says_so_and_is_right_when_it_hears_again(kalevala: Host, open_phone: Open) -> None:
    phone = open_phone(kalevala.at("aino"), "aino")
    phone.look_until(lambda it: bool(it.choices), "choices")
    assert "not connected" not in phone.look().words
    os.kill(kalevala.process.pid, signal.SIGSTOP)  # the connection stands, and nothing comes: a phone out of reach
    try:
        phone.look_until(lambda it: "not connected" in it.words, "that it is not connected")
        typed = pnp("referee", "move", "evening.record", "aino: place louhi 1,0", where=kalevala.record.parent)
        assert typed.returncode == 0, typed.stderr
    finally:
        os.kill(kalevala.process.pid, signal.SIGCONT)
    phone.wait_for(kalevala.state()["ply"])
    phone.look_until(lambda it: "not connected" not in it.words and not it.choices, "what was typed meanwhile")


@pytest.mark.ci
def test_all_screens_are_right_again_after_the_server_was_killed(record: Path, open_phone: Open) -> None:
    host = Host(record)
    names = ("aino", "ilmari", "")
    phones = [open_phone(host.at(name), name, device="Pixel 7" if name else "") for name in names]
    ply = move(host, "aino")
    for phone in some(phones):
        phone.wait_for(ply)
    host.stop(signal.SIGKILL)
    done = pnp("referee", "options", "evening.record", "--json", where=record.parent)
    assert done.returncode == 0
    for phone in some(phones):
        phone.look_until(lambda it: "not connected" in it.words or it.ply == ply, "where it was")
    again = Host(record)
    try:
        assert again.first == host.first
        later = move(again, "ilmari")
        for phone in some(phones):
            phone.wait_for(later)
            phone.look_until(lambda it: "not connected" not in it.words, "that it is connected again")
        phones[0].look_until(lambda it: bool(it.choices), "choices")
    finally:
        again.stop()
