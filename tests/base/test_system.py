"""Both ways of each thing that Windows does otherwise, whatever system the tests run on. What only a real Windows shows
(its console, its viewers of PDFs) is imitated here and tried by the public runners.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import signal
import socket
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.base import system
from pnp.base.diagnostics import InputError
from pnp.base.files import write_file
from pnp.base.system import interrupts_held
from pnp.cli.arguments import inside_of
from tests.deadline import PATIENCE
from tests.guard import some

PACKAGE = Path(system.__file__).parent.parent


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "is_windows", lambda: True)


def test_a_file_is_locked_once(tmp_path: Path) -> None:
    with open(tmp_path / "a", "wb") as first, open(tmp_path / "a", "rb") as second:
        assert system.try_lock(first.fileno(), 1 << 40)
        assert not system.try_lock(second.fileno(), 1 << 40)


def test_windows_locks_a_byte_far_behind_the_end(
    tmp_path: Path, windows: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: set[int] = set()

    def locking(descriptor: int, way: int, count: int) -> None:
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        assert (way, count) == (7, 1)
        if at in locked:
            raise PermissionError(13, "Permission denied")
        locked.add(at)

    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=7))
    with open(tmp_path / "a", "wb") as file:
        assert system.try_lock(file.fileno(), 1 << 40)
        assert not system.try_lock(file.fileno(), 1 << 40)
    assert locked == {1 << 40}


def held_for(tries: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Another program has the file open for so many tries."""
    tried: list[str] = []
    plain: Callable[..., None] = os.replace

    def replace(fresh: str, path: str) -> None:
        tried.append(str(path))
        if len(tried) <= tries:
            raise PermissionError(13, "Access is denied", str(path))
        plain(fresh, path)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    return tried


def test_windows_waits_for_who_has_the_file_open(
    tmp_path: Path, windows: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = held_for(3, monkeypatch)
    write_file(tmp_path / "a.pdf", b"new")
    assert (tmp_path / "a.pdf").read_bytes() == b"new" and len(tried) == 4


def test_who_keeps_it_open_is_named_and_the_old_file_stays(
    tmp_path: Path, windows: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")
    held_for(10**9, monkeypatch)
    monkeypatch.setattr(system, "PATIENCE", -1)
    with pytest.raises(InputError, match=r"access is denied \(close it in other programs"):
        write_file(tmp_path / "a.pdf", b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_elsewhere_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "is_windows", lambda: False)
    tried = held_for(1, monkeypatch)
    with pytest.raises(InputError, match=r"access is denied$"):
        write_file(tmp_path / "a.pdf", b"new")
    assert len(tried) == 1


@pytest.mark.parametrize("is_windows", [True, False])
@pytest.mark.parametrize("has_links", [True, False])
def test_a_name_that_is_taken_is_never_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_windows: bool, has_links: bool
) -> None:
    fresh, path = tmp_path / "fresh", tmp_path / "path"
    fresh.write_text("new")

    def rename(here: Path, there: Path) -> None:  # as Windows does it
        if is_windows and there.exists():
            raise FileExistsError(there)
        os.replace(here, there)

    def link(here: Path, there: Path) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(system, "is_windows", lambda: is_windows)
    monkeypatch.setattr(os, "rename", rename)
    if not has_links:
        monkeypatch.setattr(os, "link", link)
    system.take_free_name(fresh, path)
    assert path.read_text() == "new"
    (tmp_path / "other").write_text("other")
    with pytest.raises(FileExistsError):
        system.take_free_name(tmp_path / "other", path)
    assert path.read_text() == "new"


def test_a_port_is_kept_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    class Opened:
        def setsockopt(self, level: int, option: int, value: int) -> None:
            self.option = (level, option, value)

    asked = []
    for is_windows in some([False, True]):
        monkeypatch.setattr(system, "is_windows", lambda there=is_windows: there)
        monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
        opened = Opened()
        system.keep_port(opened)  # type: ignore[arg-type]
        asked.append(opened.option)
    assert asked == [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1), (socket.SOL_SOCKET, -5, 1)]


@pytest.mark.parametrize("answers, shows", [((1, 1), True), ((1, 0), False), ((0, 1), False)])
def test_a_console_of_windows_is_asked_for_colours(
    windows: None, monkeypatch: pytest.MonkeyPatch, answers: tuple[int, int], shows: bool
) -> None:
    modes: list[int] = []

    class Kernel:
        def GetStdHandle(self, number: int) -> int:
            return 40 + number

        def GetConsoleMode(self, console: int, mode: object) -> int:
            assert console == 29
            return answers[0]

        def SetConsoleMode(self, console: int, mode: int) -> int:
            modes.append(mode)
            return answers[1]

    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=Kernel()), raising=False)
    assert system.shows_colours() is shows
    assert modes == [4] * answers[0]


def test_a_console_that_cannot_be_asked_has_no_colours(windows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ctypes, "windll", raising=False)
    assert not system.shows_colours()
    monkeypatch.setattr(system, "is_windows", lambda: False)
    assert system.shows_colours()


WORDS = ["plain", "my games", "C:\\my games\\", "a&b", "a,b", 'say "hi"', "it's", "ÄÖ", "", "50%", "x;y"]


def test_a_command_to_be_pasted_is_split_into_its_words_again() -> None:
    assert shlex.split(system.join_words(some(WORDS))) == WORDS


def test_windows_quotes_with_the_one_sign_that_both_of_its_shells_know(windows: None) -> None:
    quoted = {word: system.quote_word(word) for word in some(WORDS)}
    assert quoted["plain"] == "plain" and quoted["ÄÖ"] == "ÄÖ" and quoted[""] == '""'
    assert system.quote_word(r"C:\games\boats") == r"C:\games\boats"
    assert quoted["C:\\my games\\"] == r'"C:\my games\\"'
    assert quoted['say "hi"'] == r'"say \"hi\""'
    for word in ("a&b", "a,b", "it's", "50%", "x;y"):
        assert quoted[word] == f'"{word}"'
    assert system.join_words(["pnp", "trust", "my games"]) == 'pnp trust "my games"'


def test_a_hint_says_its_folder_as_this_system_takes_it(
    windows: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert inside_of(tmp_path / "my games").endswith('my games"')
    assert "'" not in inside_of(tmp_path / "my games")


def test_no_other_module_quotes_for_one_shell() -> None:
    """Commands that are shown go through `system.quote_word`."""
    careless = re.compile(r"shlex\.(quote|join)|from shlex import .*(quote|join)")
    found = {path.name for path in some(PACKAGE.rglob("*.py")) if careless.search(path.read_text(encoding="utf-8"))}
    assert found == {"system.py"}


# Where a module may ask: folders of the user, lines of a terminal (signals), a browser that opens by itself, quotes.
ASKING = {
    "base/system.py",
    "base/places.py",
    "cli/terminal/line_reader.py",
    "cli/browser.py",
    "studio/editor.py",
}
OF_ONE_SYSTEM = re.compile(r"sys\.platform|os\.name\b|platform\.system|\b(fcntl|msvcrt|termios|pwd|grp|resource)\b\.\w")


def test_nothing_else_asks_which_system_it_runs_on() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts]
    asking = {
        path.relative_to(PACKAGE).as_posix()
        for path in some(modules)
        if OF_ONE_SYSTEM.search(path.read_text(encoding="utf-8"))
    }
    assert asking <= ASKING, asking - ASKING


def test_files_are_read_and_written_as_bytes_or_in_utf8() -> None:
    """What the system's own encoding or line ends would decide is written down."""
    careless = re.compile(r"\.(read|write)_text\((?![^\n]*encoding|[^\n]*\"utf-8\")|open\([^\n]*\"[rwax]t?\"\)")
    lines = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in some(PACKAGE.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if careless.search(line)
    ]
    assert not lines


def test_what_belongs_together_is_done_before_ctrl_c_counts() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        done.append("written")
        signal.raise_signal(signal.SIGINT)
        done.append("counted")
    assert done == ["written", "counted"]


def test_afterwards_ctrl_c_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), interrupts_held():
        _ = 1 / 0
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_threads_that_get_no_ctrl_c_hold_none() -> None:
    done: list[str] = []

    def work() -> None:
        with interrupts_held():
            done.append("counted")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(PATIENCE)
    assert done == ["counted"]
