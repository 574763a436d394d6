"""People join by the code on the screen and tap: the first lines of a game, and whole games to the winner."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.guard import some
from tests.web.browser.conftest import Open
from tests.web.browser.evening import sit_down, tap_on
from tests.web.browser.phone import Phone
from tests.web.hosting import NAMES, SEATS, Host, new_record, pnp

SHORT = ("kalevala",)  # games tapped whole on every run; the longer ones are slow
FIRST = 6  # lines
WHOLE = 2000  # lines; no game is as long

Table = tuple[Host, Phone, dict[str, Phone]]


@pytest.fixture
def table(tmp_path: Path, open_phone: Open) -> Iterator[Callable[[str], Table]]:
    """Opens a table of a game: its server, the big screen, a phone for each seat, all of which have sat down."""
    hosts: list[Host] = []

    def open_table(game: str) -> Table:
        names = NAMES[: SEATS[game]]
        hosts.append(host := Host(new_record(tmp_path, game, *names, "--deal", "digital")))
        screen = open_phone(host.at(""), device="")
        return host, screen, {name: sit_down(host, open_phone, name) for name in names}

    yield open_table
    for host in hosts:
        host.stop()


@pytest.mark.ci
@pytest.mark.parametrize("game", SEATS)
def test_people_join_by_the_code_and_tap_and_all_screens_are_in_step(game: str, table: Callable[[str], Table]) -> None:
    host, screen, phones = table(game)
    assert len(tap_on(host, phones, random.Random(game), FIRST)) == FIRST
    state = host.state()
    for shown in some((screen, *phones.values())):
        shown.wait_for(state["ply"])
    assert state["joined"] == list(phones)


@pytest.mark.ci
@pytest.mark.parametrize("game", [pytest.param(it, marks=() if it in SHORT else pytest.mark.slow) for it in SEATS])
def test_a_whole_game_is_tapped_from_the_deal_to_the_winner(game: str, table: Callable[[str], Table]) -> None:
    host, screen, phones = table(game)
    assert len(tap_on(host, phones, random.Random(game), WHOLE)) > 20
    state = host.state()
    assert state["outcome"] is not None
    for shown in some((screen, *phones.values())):
        sight = shown.wait_for(state["ply"])
        assert all(name in sight.words for name in state["outcome"]["winners"]) and not sight.choices
    done = pnp("referee", "verify", "evening.record", where=host.record.parent)
    assert done.returncode == 0, done.stdout + done.stderr
