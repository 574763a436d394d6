"""Which files changed. In: folders and files. Out: the paths that were changed, came or went since the last look.

A look asks the system about times, sizes and numbers of files, forty times a second. A folder's own time tells of files
that came, went or were replaced, which is how most programs save; those that write in place are noticed at the file
itself: texts at every look, and so is what changed once; pictures and fonts take turns. After a while without a change
looks come half as often, and then texts that never changed take turns, too. Invariant: no change is lost,
also not the second of two within one tick of the clock; a file that is still being written is waited for; what editors
and pnp itself put beside a file while they save it is no change.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence

from pnp.base.files import read_at_most

EVERY = 0.025  # seconds from look to look
SETTLE = 0.004  # after a change the next look comes sooner: two that agree are the end of a save
LONGEST_SAVE = 0.5  # what is written on and on, is told meanwhile
TURNS = 4  # looks until every picture had its turn
REST_AFTER = 20.0  # seconds without a change
REST = 2  # how many times as long everything takes then
THOROUGH = 40  # looks until all folders are listed anew, for file systems whose folders have no times
YOUNG = 20_000_000  # nanoseconds: a clock of files may tick as slowly

_TEXTS = (".yaml", ".yml", ".csv", ".xlsx", ".ods", ".json", ".py", ".md")
_OF_SAVING = re.compile(r"\.|#|_?__pycache__|.*(~|\.tmp|\.swp|\.bak)$|\d+$")  # vim asks with a file 4913
_HEAD = 1 << 20  # bytes of a file just written that are compared

Stamp = tuple[int, int, int, int]  # time, size, number, checksum while the time is young (else 0)


class FileWatch:
    """The files below some folders, and single files, as they were at the last look."""

    def __init__(self, places: Sequence[str]) -> None:
        self._places = list(places)
        self._folders: dict[str, int] = {}  # their times; -1: to be listed again
        self._files: dict[str, Stamp | None] = {}  # None: not there
        self._often: list[str] = []  # what changed once
        self._texts: list[str] = []
        self._seldom: list[str] = []
        self._changed_once: set[str] = set()
        self._looks = -1
        self.look()

    def look(self, is_resting: bool = False) -> list[str]:
        """The paths that changed since the last look, sorted; while it rests, of those that it looked at."""
        now = time.time_ns()
        self._looks += 1
        if self._looks % THOROUGH == 0 or any(_time_of(path) != known for path, known in self._folders.items()):
            gone = self._list(now)
            due = list(self._files)
        else:
            gone = []
            rest = REST if is_resting else 1
            due = [*self._often]
            for files, turns in ((self._texts, rest), (self._seldom, TURNS * rest)):
                due += files[self._looks % turns :: turns]
        changed = sorted([*gone, *(path for path in due if self._is_changed(path, now))])
        if self._looks == 0:
            return []
        if not self._changed_once.issuperset(changed):
            self._changed_once.update(changed)
            self._sort_out()
        return changed

    def changes(self, sleep: Callable[[float], object] = time.sleep, every: float = EVERY) -> Iterator[list[str]]:
        """The changed paths of one save after another, until `sleep` says that it is enough (`Event().wait` does)."""
        changed_at = time.monotonic()
        while True:
            is_resting = time.monotonic() - changed_at > REST_AFTER
            if sleep(every * REST if is_resting else every):
                return
            changed = set(self.look(is_resting))
            began = time.monotonic()
            while changed and time.monotonic() - began < LONGEST_SAVE and not sleep(SETTLE):
                more = self.look()
                changed.update(more)
                if not more:
                    break
            if changed:
                changed_at = time.monotonic()
                yield sorted(changed)

    def _list(self, now: int) -> list[str]:
        """List all folders; returns the files that are gone."""
        before = self._files
        self._files, self._folders = {}, {}
        waiting = list(self._places)
        while waiting:
            path = waiting.pop()
            found = _time_of(path)
            try:
                entries = list(os.scandir(path))
            except NotADirectoryError:  # a single file
                self._files[path] = before.get(path)
                continue
            except OSError:  # it may come
                self._folders[path] = found
                continue
            self._folders[path] = -1 if 0 <= now - found < YOUNG else found
            for entry in entries:
                if _OF_SAVING.match(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    self._files[entry.path] = before.get(entry.path)
        self._sort_out()
        return [path for path, stamp in before.items() if stamp is not None and path not in self._files]

    def _sort_out(self) -> None:
        self._often = [path for path in self._files if path in self._changed_once]
        others = [path for path in self._files if path not in self._changed_once]
        self._texts = [path for path in others if path.endswith(_TEXTS)]
        self._seldom = [path for path in others if not path.endswith(_TEXTS)]

    def _is_changed(self, path: str, now: int) -> bool:
        """Look at one file, and remember it as it is."""
        known = self._files[path]
        try:
            found = os.stat(path)
        except OSError:
            self._files[path] = None
            return known is not None
        new = (found.st_mtime_ns, found.st_size, found.st_ino)
        is_same = known is not None and known[:3] == new
        if known is not None and is_same and not known[3]:
            return False
        is_young = 0 <= now - found.st_mtime_ns < YOUNG
        # The time is no witness of a second save within one tick of it; what stands in the file is.
        content = _checksum(path) if is_young or is_same else 0
        self._files[path] = (*new, content if is_young else 0)
        return known is None or not is_same or content != known[3]


def _time_of(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -2


def _checksum(path: str) -> int:
    from zlib import crc32

    try:
        return crc32(read_at_most(path, _HEAD)) or 1
    except OSError:
        return 1
