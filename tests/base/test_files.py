"""A file is written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from pnp.base import places
from pnp.base.diagnostics import InputError
from pnp.base.files import make_folder, reason_of, write_file, write_folder


def test_a_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_file(path, "Väinö\n")
    write_file(path, b"again")
    assert path.read_bytes() == b"again"
    assert [item.name for item in path.parent.iterdir()] == ["b.txt"]


def test_what_was_there_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.txt"
    write_file(path, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match=r"b\.txt: cannot be written: no space"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["b.txt"]


def test_a_full_disk_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "old").mkdir()
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match="no space left"):
        write_file(tmp_path / "old" / "new" / "newer" / "file.txt", "text")
    assert [path.name for path in tmp_path.rglob("*")] == ["old"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (OSError(28, "No space left on device"), "no space left on device"),
        (OSError(5, "I/O error"), "I/O error"),
        (ValueError("embedded null byte"), "embedded null byte"),
        (OSError(), ""),
    ],
)
def test_the_reason_the_system_gives_fits_into_a_sentence(fault: BaseException, reason: str) -> None:
    assert reason_of(fault) == reason


@pytest.mark.parametrize("name", ["", "x/y", "nu\0ll"])
def test_places_where_nothing_can_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "x").write_text("a file")
    with pytest.raises(InputError):
        write_file(os.path.join(tmp_path, name), "new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_keeps_its_place_and_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "here")
    assert os.read(reader, 10) == b"here" and stat.S_ISFIFO(pipe.stat().st_mode)
    os.close(reader)


def test_a_folder_is_not_overwritten_by_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file, got a folder"):
        write_file(tmp_path, b"x")
    assert tmp_path.is_dir() and not list(tmp_path.parent.glob("*.tmp"))


def test_a_folder_that_was_stopped_leaves_nothing(tmp_path: Path) -> None:
    class Stop(dict[str, str]):
        def items(self) -> Any:
            yield "a.txt", "a"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(str(tmp_path / "new"), Stop())
    assert not list(tmp_path.iterdir())


def test_a_folder_is_made_where_it_is_missing_or_said_not_to_be(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="cannot be created"):
        make_folder(tmp_path / "file" / "folder")


def test_data_root_holds_the_games() -> None:
    assert os.path.isfile(os.path.join(places.data_root("cards"), "kalevala", "game.yaml"))


def test_own_variables_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", "/c")
    monkeypatch.setenv("PNP_CONFIG_DIR", "/d")
    assert (places.cache_dir(), places.config_dir()) == ("/c", "/d")


@pytest.mark.parametrize(
    ("platform", "cache", "config"),
    [
        ("linux", "/h/.cache/pnp", "/h/.config/pnp"),
        ("darwin", "/h/Library/Caches/pnp", "/h/Library/Application Support/pnp"),
        ("win32", "/h/AppData/Local/pnp/Cache", "/h/AppData/Local/pnp"),
    ],
)
def test_each_system_has_its_habit(platform: str, cache: str, config: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PNP_CACHE_DIR", "PNP_CONFIG_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("USERPROFILE", "/h")
    monkeypatch.setattr(sys, "platform", platform)
    assert (Path(places.cache_dir()).as_posix(), Path(places.config_dir()).as_posix()) == (cache, config)
    if platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", "/x")
        monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
        assert (places.cache_dir(), places.config_dir()) == ("/x/pnp", "/h/.config/pnp")


def test_shown_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert places.shown_path(str(tmp_path / "cards" / "a.yaml")) == os.path.join("cards", "a.yaml")
    assert places.shown_path("/elsewhere/a.yaml") == "/elsewhere/a.yaml"
