"""Looking at files. In: the folders of a game. Out: at each look, the files that changed since the last one.

What people type is looked at every time, art by turns: a look at every file forty times a second would take more than a
hundredth of a processor. Folders are looked at every time, too, so a file that was replaced (as editors, `mv`, `sed -i`
and git do) is seen at once, whatever it is. Invariant: nothing is read; a file counts as changed when size, times or
number of its inode do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

TYPED = (".yaml", ".yml", ".csv", ".tsv", ".svg", ".py")
TURNS = 8  # looks in which all other files are seen once

Stamp = tuple[int, int, int, int]


class Watch:
    """The files below some folders."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._roots = [os.path.abspath(folder) for folder in folders]
        self._folders: dict[str, Stamp | None] = {}
        self._files: dict[str, Stamp | None] = {}
        self._often: list[str] = []
        self._seldom: list[str] = []
        self._turn = 0
        self._walk()

    @property
    def files(self) -> list[str]:
        """Every file there is."""
        return list(self._files)

    def look(self) -> set[str]:
        """The files that were written, made or taken away since the last look."""
        self._turn = (self._turn + 1) % TURNS
        changed = set()
        for path in (*self._often, *self._seldom[self._turn :: TURNS]):
            stamp = _stamp(path)
            if stamp != self._files[path]:
                self._files[path] = stamp
                changed.add(path)
        if any(_stamp(folder) != stamp for folder, stamp in self._folders.items()):
            before = dict(self._files)
            self._walk()
            changed |= {
                path for path in before.keys() | self._files.keys() if before.get(path) != self._files.get(path)
            }
        return changed

    def _walk(self) -> None:
        self._folders, self._files = {}, {}
        waiting = list(self._roots)
        while waiting:
            folder = waiting.pop()
            self._folders[folder] = _stamp(folder)
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if entry.name.startswith((".", "__pycache__")) or entry.name.endswith("~"):
                            continue
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                        else:
                            self._files[entry.path] = _stamp(entry.path)
            except OSError:
                continue
        self._often = sorted(path for path in self._files if path.endswith(TYPED))
        self._seldom = sorted(self._files.keys() - set(self._often))


def _stamp(path: str) -> Stamp | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_ctime_ns
