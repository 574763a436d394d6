"""Long work shows its progress at a terminal, and nowhere else."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from pnp.cli import progress
from pnp.cli.main import main
from tests.editing import edit_file
from tests.export.small import write_game

SERVICE = "{width: 63.5, height: 88.9, corner: 3, bleed: 3.175}"
COMMANDS = {
    "build": (["build", "small", "-o", "OUT"], "composing"),
    "png": (["build", "small", "-o", "OUT", "--png", "--dpi", "36"], "pictures"),
    "service": (["build", "small", "-o", "OUT", "--for", "gamecrafter"], "pictures"),
    "update": (["build", "small", "-o", "OUT", "--since", "MANIFEST"], "composing"),
    "export": (["export", "small", "--to", "html", "-o", "OUT/page.html"], "pictures"),
    "check": (["check", "small"], "checking"),
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_PACE", 0.0)


def run(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> str:
    write_game(folder, {"ant": 3, "bee": 2}, SERVICE)
    words, what = COMMANDS[name]
    games = ["--games", str(folder)]
    if "MANIFEST" in words:
        assert main(["build", "small", "-o", str(folder / "old"), *games]) == 0
        write_game(folder, {"ant": 3, "bee": 2, "cat": 1}, SERVICE)
    manifest = str(folder / "old" / "small" / "a4-en" / "manifest.json")
    words = [word.replace("OUT", str(folder / "out")).replace("MANIFEST", manifest) for word in words]
    monkeypatch.setattr("sys.stderr", stream)
    assert main([*words, *games]) == 0
    return what


@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminal_sees_a_bar_which_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    stream = Terminal()
    what = run(name, tmp_path, monkeypatch, stream)
    shown = stream.getvalue()
    assert f"\r{what}" in shown and "█" in shown
    assert shown.rpartition("█")[2].rstrip().endswith("\r\x1b[K")


@pytest.mark.parametrize("name", COMMANDS)
def test_elsewhere_nothing_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    stream = io.StringIO()
    run(name, tmp_path, monkeypatch, stream)
    assert "\r" not in stream.getvalue() and "█" not in stream.getvalue()


def test_short_work_is_not_worth_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 60.0)
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with progress.progress() as on_progress:
        on_progress("composing", 1, 2)
    assert stream.getvalue() == ""


def test_a_check_of_several_games_shows_which_of_them_it_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game(tmp_path, {"ant": 3, "bee": 2}, SERVICE)
    shutil.copytree(tmp_path / "small", tmp_path / "tiny")
    edit_file(tmp_path / "tiny" / "cards" / "game.yaml", ("game: small", "game: tiny"))
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    assert main(["check", "small", "tiny", "--games", str(tmp_path)]) == 0
    assert "\rsmall, 1 of 2: checking" in stream.getvalue()
    assert "\rtiny, 2 of 2: checking" in stream.getvalue()


@pytest.mark.parametrize("columns", [30, 40, 60, 80, 120])
def test_a_bar_stays_in_its_line_and_says_what_has_room(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", str(columns))
    progress.draw_bar("kalevala", 500, 1000, "500/1,000", "first 51.2 ± 1.5", "0:03 left", "330 games/s")
    drawn = stream.getvalue().removeprefix("\r").removesuffix("\x1b[K")
    assert len(drawn) < columns and drawn.startswith("kalevala ") and "500/1,000" in drawn
    assert ("games/s" in drawn) == (columns >= 80) and "█" in drawn
