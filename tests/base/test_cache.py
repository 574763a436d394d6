"""What is kept comes back whole or not at all, and a cache folder stays within its bounds."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pnp.base.cache import code_stamp, read_cached, touch, write_cached


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "one.kept")
    write_cached(path, b"all of it", 9, 1000)
    found = read_cached(path)
    assert found is not None and bytes(found) == b"all of it"
    assert read_cached(str(tmp_path / "none.kept")) is None


def test_two_files_that_change_places_count_as_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one.kept", tmp_path / "two.kept"
    write_cached(str(one), b"papers", 9, 1000)
    write_cached(str(two), b"themes", 9, 1000)
    first = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(first)
    assert read_cached(str(one)) is None and read_cached(str(two)) is None


def test_a_cache_that_was_moved_is_still_ours(tmp_path: Path) -> None:
    write_cached(str(tmp_path / "old" / "yaml" / "one.kept"), b"papers", 9, 1000)
    (tmp_path / "old").rename(tmp_path / "new")
    found = read_cached(str(tmp_path / "new" / "yaml" / "one.kept"))
    assert found is not None and bytes(found) == b"papers"


@pytest.mark.parametrize("harm", [b"", b"x", b"x" * 16, b"x" * 500])
def test_what_is_not_ours_counts_as_nothing(tmp_path: Path, harm: bytes) -> None:
    path = tmp_path / "one.kept"
    path.write_bytes(harm)
    assert read_cached(str(path)) is None


@pytest.mark.parametrize("at", [0, 8, 15, 16, 40, -1])
def test_a_changed_byte_and_a_torn_end_are_noticed(tmp_path: Path, at: int) -> None:
    path = tmp_path / "one.kept"
    write_cached(str(path), bytes(range(100)), 9, 1000)
    whole = path.read_bytes()
    harmed = bytearray(whole)
    harmed[at] ^= 1
    path.write_bytes(harmed)
    assert read_cached(str(path)) is None
    path.write_bytes(whole[:at])
    assert read_cached(str(path)) is None


def test_a_folder_keeps_what_was_used_last(tmp_path: Path) -> None:
    for number in range(5):
        write_cached(str(tmp_path / f"{number}.kept"), bytes(100), 5, 10_000)
        os.utime(tmp_path / f"{number}.kept", (1000 + number, 1000 + number))
    touch(str(tmp_path / "0.kept"))
    write_cached(str(tmp_path / "new.kept"), bytes(100), 3, 10_000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.kept", "4.kept", "new.kept"]
    write_cached(str(tmp_path / "large.kept"), bytes(5000), 9, 1000)
    assert [path.name for path in tmp_path.iterdir()] == ["large.kept"]


def test_what_a_stopped_process_left_is_swept_up_later(tmp_path: Path) -> None:
    old, fresh = tmp_path / "a.kept.1.tmp", tmp_path / "b.kept.2.tmp"
    for scrap in (old, fresh):
        scrap.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    write_cached(str(tmp_path / "a.kept"), b"whole", 9, 1000)
    assert not old.exists() and fresh.exists()


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    write_cached(str(tmp_path / "file" / "one.kept"), b"x", 9, 1000)
    touch(str(tmp_path / "none"))


def test_the_stamp_of_the_code_names_every_file() -> None:
    stamp = code_stamp("base", "library/reading")
    assert "base/cache.py:" in stamp and "library/reading/deck.py:" in stamp
    assert stamp == code_stamp("library/reading", "base")
