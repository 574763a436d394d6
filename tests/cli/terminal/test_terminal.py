"""`pnp referee play` at a terminal: drawn, completed, and never mistaken about whose line it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.cli.terminal.keyboard import CLEAR, Keyboard

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix"),
    pytest.mark.ci,
]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["referee", "new", "kalevala", "red", "blue", "-o", "k.record"]) == 0
    for line in ("table: start ukko", "red: place louhi 1,0"):
        assert main(["referee", "move", "k.record", line]) == 0
    return tmp_path / "k.record"


@pytest.fixture
def terminal(record: Path) -> Iterator[Keyboard]:
    keyboard = Keyboard(["referee", "play", "k.record"], record.parent)
    keyboard.wait_for("blue> ")
    yield keyboard
    keyboard.close()


def lines_of(record: Path) -> list[str]:
    return record.read_text(encoding="utf-8").splitlines()


def test_the_board_is_drawn_anew_after_a_line(terminal: Keyboard, record: Path) -> None:
    assert terminal.raw.count(CLEAR) == 1 and "Ukko *Lo" in terminal.raw
    terminal.type("place kaarme 0,1\n")
    drawn = terminal.wait_for("red> ")
    assert terminal.raw.count(CLEAR) == 2
    assert "3  blue: place Käärme 0,1" in drawn and "*K" in drawn.partition("blue:")[0]
    assert lines_of(record)[-1] == "blue: place kaarme 0,1"


def test_a_refusal_leaves_the_board(terminal: Keyboard, record: Path) -> None:
    before = lines_of(record)
    terminal.type("place kaarme 9,9\n")
    assert "KAL-13" in terminal.wait_for("blue> ")
    assert terminal.raw.count(CLEAR) == 1 and "\x1b[31m" in terminal.raw and lines_of(record) == before


def test_what_others_write_comes_while_somebody_types(terminal: Keyboard, record: Path) -> None:
    terminal.type("place kaarme ")
    terminal.wait_for("kaarme ")
    assert main(["referee", "move", "k.record", "blue: place ilmarinen 0,1"]) == 0
    drawn = terminal.wait_for("red> place kaarme ")  # what was typed is kept
    assert "from another program" in drawn and "blue: place Seppo Ilmarinen 0,1" in drawn
    terminal.type("0,2\n")
    assert "not recorded: “place kaarme 0,2”" in terminal.wait_for("red> ")
    assert lines_of(record)[-1] == "blue: place ilmarinen 0,1"
    terminal.type("\x1b[A\n")  # the line again: now it is meant for red
    terminal.wait_for("blue> ")
    assert lines_of(record)[-1] == "red: place kaarme 0,2"


def test_a_line_that_names_its_seat_counts_whatever_came(terminal: Keyboard, record: Path) -> None:
    terminal.type("blue: place kaarme ")
    terminal.wait_for("kaarme ")
    assert main(["referee", "move", "k.record", "blue: place ilmarinen 0,1", "red: place vainamoinen 0,2"]) == 0
    terminal.wait_for("blue> blue: place kaarme ")
    terminal.type("0,-1\n")
    terminal.wait_for("red> ")
    assert lines_of(record)[-1] == "blue: place kaarme 0,-1"


def test_tab_completes_and_lines_come_again(terminal: Keyboard, record: Path) -> None:
    terminal.type("pl\tkaa\t0,1\n")
    terminal.wait_for("red> ")
    assert lines_of(record)[-1] == "blue: place kaarme 0,1"
    terminal.close()
    again = Keyboard(["referee", "play", "k.record"], record.parent)
    again.wait_for("red> ")
    again.type("\x1b[A")
    assert "place kaarme 0,1" in again.wait_for("0,1")
    assert again.close() == 0
    [kept] = (record.parent / "cache" / "typed").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_a_secret_line_is_not_offered_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "new", "drumroll", "red", "blue", "--seed", "3", "-o", "d.record"]) == 0
    capsys.readouterr()
    assert main(["referee", "options", "d.record", "--seat", "red", "--json"]) == 0
    secret = json.loads(capsys.readouterr().out)["options"][0]
    keyboard = Keyboard(["referee", "play", "d.record", "--seat", "red"], record.parent, NO_COLOR="1")
    keyboard.wait_for("> ")
    keyboard.type(f"why {secret}\n")
    keyboard.wait_for("> ")
    keyboard.type(f"{secret}\n")
    keyboard.wait_for("blue> ")
    assert "\x1b[3" not in keyboard.raw and keyboard.close() == 0
    assert lines_of(record.parent / "d.record")[-1].startswith("red: keep")
    [kept] = (record.parent / "cache" / "typed").iterdir()
    assert "keep" not in kept.read_text()
