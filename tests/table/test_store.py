"""The record on disk: whole lines, one writer at a time, nothing lost."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.base import system
from pnp.base.diagnostics import InputError
from pnp.table import store as store_module
from pnp.table.store import Store
from tests.deadline import PATIENCE, running


def test_a_record_is_never_created_over_another(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    Store.create(path, "one\n")
    with pytest.raises(InputError, match="already exists"):
        Store.create(path, "two\n")
    assert path.read_text() == "one\n"
    assert [item.name for item in tmp_path.iterdir()] == ["a.record"]


def test_lines_are_appended_whole(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "a.record", "head\n")
    with store.locked() as writer:
        writer.append("ä: play ukko\n", 1)
        assert writer.append("b\n", 2) == "head\nä: play ukko\nb\n"
    assert store.read() == "head\nä: play ukko\nb\n"


@pytest.mark.parametrize("stands, expected", [(2, "head\nanna: dr\nb\n"), (1, "head\nb\n")])
def test_a_torn_end_is_mended_when_more_is_written(tmp_path: Path, stands: int, expected: str) -> None:
    path = tmp_path / "a.record"
    path.write_text("head\nanna: dr")
    with Store(path).locked() as writer:
        writer.append("b\n", stands)
    assert path.read_text() == expected


def test_a_long_torn_end_is_cut_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    path.write_text("head\r" + "x" * 20_000)
    with Store(path).locked() as writer:
        writer.append("b\n", 1)
    assert path.read_bytes() == b"head\rb\n"


def test_half_a_letter_at_the_end_is_a_torn_line_and_in_the_middle_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    path.write_bytes(b"head\nanna: \xc3")
    assert Store(path).read().startswith("head\nanna: ")
    path.write_bytes(b"head\n\xc3\nanna: draw\n")
    with pytest.raises(InputError) as caught:
        Store(path).read()
    assert caught.value.report.items[0].span.line == 2


def test_a_second_writer_waits_and_then_reports_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.record"
    store = Store.create(path, "head\n")
    monkeypatch.setattr(store_module, "LOCK_PATIENCE", 0.1)
    code = "import sys; sys.path.insert(0, sys.argv[2])\nfrom pathlib import Path\nfrom pnp.table.store import Store\n"
    code += "with Store(Path(sys.argv[1])).locked() as w:\n    print('held', flush=True)\n    sys.stdin.read()\n"
    root = str(Path(store_module.__file__).parents[2])
    command = [sys.executable, "-c", code, str(path), root]
    with running(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(InputError, match="another program"), store.locked():
            pass
        other.stdin.close()
        other.wait(PATIENCE)
    with store.locked() as writer:
        writer.append("x\n", 1)


def test_missing_and_unwritable_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such record"):
        Store(tmp_path / "none.record").read()
    with pytest.raises(InputError, match="cannot be read"):
        Store(tmp_path).read()
    with pytest.raises(InputError, match="cannot be written"):
        Store.create(tmp_path / "no" / "folder.record", "x")


def test_lines_the_disk_does_not_take_whole_are_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.create(tmp_path / "a.record", "head\n")
    real, rooms = os.write, [3, 0]

    def write(descriptor: int, data: bytes) -> int:
        if not (room := rooms.pop(0)):
            raise OSError(28, "No space left on device")
        return real(descriptor, data[:room])

    with store.locked() as writer, monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(InputError, match="no space left"):
            writer.append("anna: draw\nanna: done\n", 1)
    assert store.read() == "head\n"


def test_ctrl_c_within_a_write_takes_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.create(tmp_path / "a.record", "head\n")

    def interrupted(descriptor: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with store.locked() as writer:
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            writer.append("anna: draw\n", 1)
    assert store.read() == "head\n"


def test_a_file_that_took_the_records_place_is_the_one_that_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor saves by renaming another file over it, at the worst moment."""
    store = Store.create(tmp_path / "a.record", "old\n")

    def try_lock(descriptor: int, at: int) -> bool:
        monkeypatch.undo()
        (tmp_path / "b").write_text("new\n")
        (tmp_path / "b").rename(store.path)
        return system.try_lock(descriptor, at)

    monkeypatch.setattr(store_module, "try_lock", try_lock)
    with store.locked() as writer:
        assert writer.read() == "new\n"
        writer.append("x\n", 1)
        (tmp_path / "c").write_text("third\n")
        (tmp_path / "c").rename(store.path)
        with pytest.raises(InputError, match="replaced the file just now"):
            writer.append("y\n", 2)
    assert store.read() == "third\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_or_a_device_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "a.record"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="is a pipe, expected an ordinary file"):
        Store(pipe).read()
    with pytest.raises(InputError, match="is a device, expected an ordinary file"):
        Store(Path(os.devnull)).read()


def test_a_new_record_and_its_name_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    Store.create(tmp_path / "a.record", "head\n")
    assert synced == [False, True]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pnp.table.store.os.fsync", full)
    with pytest.raises(InputError, match="no space left"):
        Store.create(tmp_path / "a.record", "text")
    assert not list(tmp_path.iterdir())
