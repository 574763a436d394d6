"""Without what is taken for granted: no JavaScript, no finger and no mouse."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.web.browser.conftest import Open
from tests.web.browser.evening import sit_down, tap_on
from tests.web.hosting import NAMES as EVERYBODY
from tests.web.hosting import SEATS, Host, new_record, pnp

NAMES = ("aino", "ilmari")


@pytest.mark.parametrize("lines", [pytest.param(12, marks=pytest.mark.ci), pytest.param(2000, marks=pytest.mark.slow)])
def test_a_game_is_played_without_javascript(lines: int, tmp_path: Path, open_phone: Open) -> None:
    host = Host(new_record(tmp_path, "kalevala", *NAMES, "--deal", "digital"))
    try:
        phones = {name: sit_down(host, open_phone, name, java_script_enabled=False) for name in NAMES}
        for phone in phones.values():
            phone.reloads = True
        taps = tap_on(host, phones, random.Random(1), lines)
        assert len(taps) == lines or host.state()["outcome"] is not None
        done = pnp("referee", "verify", "evening.record", where=host.record.parent)
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        host.stop()


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        pytest.param("kalevala", 3, marks=pytest.mark.ci),
        pytest.param("kalevala", 2000, marks=pytest.mark.slow),
        *(pytest.param(game, 8, marks=pytest.mark.slow) for game in SEATS if game != "kalevala"),
    ],
)
def test_a_game_is_played_by_the_keyboard_alone(game: str, lines: int, tmp_path: Path, open_phone: Open) -> None:
    names = EVERYBODY[: SEATS[game]]
    host = Host(new_record(tmp_path, game, *names, "--deal", "digital"))
    try:
        phones = {name: open_phone(host.at(name), name) for name in names}
        for phone in phones.values():
            phone.by_keyboard = True
        taps = tap_on(host, phones, random.Random(2), lines)
        assert len(taps) == lines or host.state()["outcome"] is not None
    finally:
        host.stop()
