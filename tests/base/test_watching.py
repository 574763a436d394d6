"""FileWatch: every way to save is noticed, once; nothing else is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.base import watching
from pnp.base.watching import FileWatch
from tests.guard import some


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "icons").mkdir()
    (tmp_path / "deck.yaml").write_text("name: a\n")
    (tmp_path / "icons" / "sun.svg").write_text("<svg/>")
    for name in ("1", "2", "3", "4", "5", "6"):
        (tmp_path / "icons" / f"moon{name}.svg").write_text("<svg/>")
    return tmp_path


def write_in_place(path: Path) -> None:
    with open(path, "r+") as stream:
        stream.write("NAME")


def rename_over(path: Path) -> None:  # sed -i, mv, most editors
    (path.parent / "new").write_text("NAME: a\n")
    os.replace(path.parent / "new", path)


def keep_a_backup(path: Path) -> None:  # vim
    shutil.copy(path, f"{path}~")
    (path.parent / "4913").write_text("")
    (path.parent / "4913").unlink()
    os.rename(path, f"{path}~")
    path.write_text("NAME: a\n")
    os.unlink(f"{path}~")


def replace_by_older(path: Path) -> None:  # a copy that keeps its time, of the same size
    other = path.parent / "new"
    other.write_text("NAME: a\n")
    found = path.stat()
    os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
    os.replace(other, path)


@pytest.mark.parametrize("save", [write_in_place, rename_over, keep_a_backup, replace_by_older, Path.unlink])
@pytest.mark.parametrize("is_old", [True, False])
def test_every_way_to_save_is_noticed_once(game: Path, save: Callable[[Path], object], is_old: bool) -> None:
    deck = game / "deck.yaml"
    if is_old:
        os.utime(deck, (1_000_000_000, 1_000_000_000))
    files = FileWatch([str(game)])
    assert files.look() == []
    save(deck)
    assert files.look() == [str(deck)]
    assert [files.look() for _ in range(2 * watching.THOROUGH)] == [[]] * (2 * watching.THOROUGH)


def test_a_second_save_within_one_tick_of_the_clock_is_noticed(game: Path) -> None:
    deck = game / "deck.yaml"
    files = FileWatch([str(game)])
    deck.write_text("name: b\n")
    tick = deck.stat().st_mtime_ns
    assert files.look() == [str(deck)]
    deck.write_text("name: c\n")
    os.utime(deck, ns=(tick, tick))
    assert files.look() == [str(deck)]


def test_pictures_take_turns_until_they_change_once(game: Path) -> None:
    sun = game / "icons" / "sun.svg"
    files = FileWatch([str(game)])
    looks = []
    for number in range(2):
        os.utime(sun, (2_000_000_000 + number, 2_000_000_000 + number))
        noticed = [files.look() for _ in range(watching.TURNS)]
        assert sum(map(len, noticed)) == 1
        looks.append(noticed.index([str(sun)]))
    assert looks[1] == 0


def test_files_that_come_and_go_are_changes_and_what_editors_put_beside_them_is_not(game: Path) -> None:
    single, later = game.parent / "own.yaml", game / "later"
    files = FileWatch([str(game), str(single), str(later)])
    for name in some([".deck.yaml.swp", "#deck.yaml#", "deck.yaml~", "deck.yaml.123.tmp", "4913"]):
        (game / name).write_text("")
        assert files.look() == [], name
    (game / "more.yaml").write_text("")
    assert files.look() == [str(game / "more.yaml")]
    single.write_text("a: 1\n")
    assert files.look() == [str(single)]
    later.mkdir()
    (later / "x.yaml").write_text("")
    assert files.look() == [str(later / "x.yaml")]
    shutil.rmtree(game / "icons")
    assert len(files.look()) == 7
    single.unlink()
    assert files.look() == [str(single)]


def test_a_folder_without_times_of_its_own_is_listed_anew_now_and_then(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_time_of", lambda folder: 1)
    files = FileWatch([str(game)])
    (game / "more.yaml").write_text("")
    assert [path for _ in range(watching.THOROUGH) for path in files.look()] == [str(game / "more.yaml")]


def test_changes_wait_for_the_end_of_a_save_and_end_when_they_are_told(game: Path) -> None:
    deck = game / "deck.yaml"
    pauses: list[float] = []

    def sleep(seconds: float) -> bool:
        """While the watch waits, an editor writes in four pieces."""
        pauses.append(seconds)
        if len(pauses) <= 4:
            with open(deck, "a") as stream:
                stream.write(f"piece {len(pauses)}\n")
        return len(pauses) > 8

    assert list(FileWatch([str(game)]).changes(sleep)) == [[str(deck)]]
    assert pauses == [watching.EVERY, *[watching.SETTLE] * 4, *[watching.EVERY] * 4]


def test_after_a_while_without_a_change_looks_are_fewer_until_the_next(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "REST_AFTER", -1.0)  # it rests at once
    deck, sun = game / "deck.yaml", game / "icons" / "sun.svg"
    files = FileWatch([str(game)])
    pauses: list[float] = []

    def sleep_thrice(seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) == 3

    assert list(files.changes(sleep_thrice)) == []
    assert pauses == [watching.EVERY * watching.REST] * 3
    for path, turns in ((deck, watching.REST), (sun, watching.TURNS * watching.REST)):
        write_in_place(path)
        assert [found for _ in range(turns) for found in files.look(is_resting=True)] == [str(path)]
        write_in_place(path)
        os.utime(path, ns=(1, 1))
        assert files.look(is_resting=True) == [str(path)], "what changed once is looked at every time"


def test_a_change_ends_the_rest(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("pnp.base.watching.time.monotonic", lambda: clock[0])
    pauses: list[float] = []

    def sleep(seconds: float) -> bool:
        pauses.append(seconds)
        clock[0] += watching.REST_AFTER
        if len(pauses) == 3:
            (game / "more.yaml").write_text("")
        return len(pauses) == 5

    assert list(FileWatch([str(game)]).changes(sleep)) == [[str(game / "more.yaml")]]
    rested = watching.EVERY * watching.REST
    assert pauses[:4] == [watching.EVERY, watching.EVERY, rested, watching.SETTLE]
    assert pauses[4] == watching.EVERY
