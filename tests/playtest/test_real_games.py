"""Records of real tables in the statistics of a playtest."""

from __future__ import annotations

import os
import re
from errno import EACCES
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pnp.cli.main import main
from pnp.playtest.simulate import record_text
from tests.games.physical import Table
from tests.playtest.games import SCAFFOLD

GAMES = ["--games", str(SCAFFOLD)]


@pytest.fixture
def evenings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Six games of aino and ben, one of them not over, and a file that is no record."""
    words = ["playtest", "mygame", *GAMES, "-n", "6", "--records", str(tmp_path / "spring")]
    assert main(words) == 0
    for file in (tmp_path / "spring").iterdir():
        file.write_text(file.read_text("utf-8").replace("anna", "aino"), "utf-8")
    last = tmp_path / "spring" / "mygame-5.record"
    last.write_text("".join(last.read_text("utf-8").splitlines(keepends=True)[:12]), "utf-8")
    (tmp_path / "notes.record").write_text("no record\n", "utf-8")
    (tmp_path / "notes.txt").write_text("not even that\n", "utf-8")
    capsys.readouterr()
    return tmp_path


def test_games_of_people_are_counted_like_simulated_ones(evenings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "records", str(evenings), *GAMES, "--json", "-"]) == 0
    found = json.decode(capsys.readouterr().out)
    assert main(["playtest", "mygame", "-n", "5", *GAMES, "--json", "-"]) == 0
    played = json.decode(capsys.readouterr().out)
    assert found["records"] and not played["records"]
    assert found["bots"] == ["aino", "ben"]
    for same in ("games", "endings", "length", "uses", "dead"):
        left, right = found[same], played[same]
        assert left == right or same == "uses"  # of uses the worth is told apart from who it was
    assert [named["share"] for named in found["wins"]["by_seat"]] == [
        named["share"] for named in played["wins"]["by_seat"]
    ]
    assert found["course"]["fans"] == played["course"]["fans"]
    longest = next(game for game in found["odd"] if game["kind"] == "longest")
    assert Path(longest["record"]).exists()
    assert any("1 unfinished game" in text for text in found["left_out"])
    assert any("notes.record" in text for text in found["left_out"])


def test_the_text_names_people_and_what_is_not_counted(evenings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = evenings / "page.html"
    assert main(["playtest", "records", str(evenings), "--game", "mygame", *GAMES, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    for words in (
        "5 games from records",
        "players: aino, ben",
        "Wins by player",
        "aino as seat 1",
        "1 unfinished game",
    ):
        assert words in out
    assert "1 unfinished game" in page.read_text("utf-8")


def test_why_nothing_is_counted_stands_there_file_by_file(
    evenings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spring = evenings / "spring"
    odd = tmp_path / "odd"
    odd.mkdir()
    text = (spring / "mygame-0.record").read_text("utf-8")
    (odd / "a.record").write_text(text.replace("mygame", "nogame"), "utf-8")
    (odd / "b.record").write_bytes(b"\xff\xfe\n---\n")
    (odd / "c.record").write_text("pnp-record: 1\n", "utf-8")
    assert main(["playtest", "records", str(odd), *GAMES]) == 1
    err = capsys.readouterr().err
    assert "records: 3, 3 unreadable" in err and "unknown game" in err
    for name in ("a.record:1: ", "b.record:1: ", "c.record:1: "):
        assert f"{odd / name}" in err
    assert main(["playtest", "records", str(spring), "--game", "kalevala"]) == 1
    assert "none for this game" in capsys.readouterr().err


def test_a_folder_that_nobody_may_look_into_is_named(
    evenings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed, scan = evenings / "closed", os.scandir
    closed.mkdir()

    def scandir(path: str) -> Any:
        if os.fspath(path) == str(closed):
            raise PermissionError(EACCES, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert main(["playtest", "records", str(evenings), *GAMES, "--json", "-"]) == 0
    assert f"{closed}: cannot be read: permission denied" in json.decode(capsys.readouterr().out)["left_out"]


def test_refused_lines_and_other_cards_are_mentioned(evenings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = evenings / "spring" / "mygame-0.record"
    head, end, lines = file.read_text("utf-8").partition("---\n")
    cards = re.sub("cards: .*", "cards: 00000000", head)
    file.write_text(cards + end + lines.replace("\n", "\naino: take nonsense\n", 3), "utf-8")
    assert main(["playtest", "records", str(evenings), *GAMES, "--json", "-"]) == 0
    left_out = json.decode(capsys.readouterr().out)["left_out"]
    assert "1 game with different rules or cards, counted like the others" in left_out
    assert f"{file}:9: refused line skipped" in left_out


def test_what_lies_hidden_at_a_physical_table_is_not_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = Table("kalevala", 2, 3).play(400)
    assert replay.outcome is not None
    (tmp_path / "evening.record").write_text(record_text(replay), "utf-8")
    assert main(["playtest", "records", str(tmp_path / "evening.record"), "--json", "-"]) == 0
    found = json.decode(capsys.readouterr().out)
    assert found["games"] == 1
    assert any("1 physical table" in text for text in found["left_out"])
    assert found["course"]["phases"] == [] and found["dealt"] == []
    assert found["uses"]


@pytest.mark.parametrize(
    "words, code, message",
    [
        (["records", "nowhere"], 2, "no such folder or record"),
        (["records", "{}", "--players", "4"], 1, "expected finished games; records: "),
        (["records", "{}", "--game", "kalevala"], 1, "expected finished games; records: "),
    ],
)
def test_what_cannot_be_counted_is_told(
    words: list[str], code: int, message: str, evenings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["playtest", *(word.format(evenings / "spring") for word in words), *GAMES]) == code
    assert message in capsys.readouterr().err


def test_games_of_two_kinds_are_reported_one_after_the_other(
    evenings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["playtest", "mygame", *GAMES, "-n", "2", "--players", "3", "--records", str(evenings / "autumn")]
    assert main(more) == 0
    capsys.readouterr()
    words = ["playtest", "records", str(evenings), *GAMES]
    assert main(words) == 0
    assert capsys.readouterr().out.count("games from records") == 2
    assert main([*words, "--json", "-"]) == 2
    assert "mygame with 2 seats (5)" in capsys.readouterr().err
    assert main([*words, "--json", "-", "--players", "3"]) == 0
    assert json.decode(capsys.readouterr().out)["players"] == 3
