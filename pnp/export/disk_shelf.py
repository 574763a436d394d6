"""The shelf on disk. In: the folders that hold layouts. Out: the files and fonts that layouts ask for.

Invariant: no file outside a game's own folder (or the stock's) is read, by whatever name or symbolic link.
Fonts come from the installed packages `fontpkg-*`, found without importing them, and ReportLab's Vera as the fall-back.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import read_at_most, reason_of
from pnp.base.places import data_root, shown_path
from pnp.base.yaml.spans import Spans, load_cached_yaml
from pnp.layout.shelf import path_fault

MAX_FILE = 32 * 1024 * 1024
MAX_TEXT = 512 * 1024
_VERA = {"Regular": "Vera.ttf", "Bold": "VeraBd.ttf", "Italic": "VeraIt.ttf", "BoldItalic": "VeraBI.ttf"}


class DiskShelf:
    """Layouts of the installation, and those of third parties in folders of their own.

    games: a game's slug → the folders of its layouts, for games that do not lie under `root`; what the first lacks is
    taken from the next.
    """

    def __init__(
        self, root: str | os.PathLike[str] | None = None, games: Mapping[str, str | Sequence[str]] | None = None
    ) -> None:
        self.root = os.fspath(root) if root is not None else data_root("layouts")
        given = (games or {}).items()
        self.games = {slug: (where,) if isinstance(where, str) else tuple(where) for slug, where in given}
        self._fonts: dict[str, str] | None = None
        self._font_bytes: dict[str, bytes] = {}
        self._folders: dict[str, tuple[str, ...]] = {}
        self._listings: dict[str, dict[str, os.DirEntry[str]]] = {}

    @property
    def stock(self) -> str:
        """The folder of the stock layouts."""
        return self._folders_of("_stock")[0]

    def text(self, path: str) -> str:
        """A text file; InputError when it cannot be read."""
        data = self._read(path, MAX_TEXT)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = data.count(b"\n", 0, fault.start) + 1
            raise InputError.single(
                Span(self.shown(path), line, 1), "this is not UTF-8 text", "save it as UTF-8", "encoding"
            ) from None

    def yaml(self, path: str) -> tuple[Any, Spans]:
        """A YAML file's value and places, kept from before or read; InputError reports every fault."""
        return load_cached_yaml(self.text(path), self.shown(path))

    def data(self, path: str) -> bytes:
        """A file's bytes; InputError when it cannot be read."""
        return self._read(path, MAX_FILE)

    def exists(self, path: str) -> bool:
        """Whether there is such a file inside its folder; reading says why when it is not an ordinary one."""
        place = self._place(path)
        return bool(place) and not os.path.isdir(place)

    def names(self, folder: str) -> list[str]:
        """The files in a folder that may be read, for hints."""
        slug, *steps = folder.split("/")
        there = [os.path.join(home, *steps) for home in self._folders_of(slug)] if self._place(folder) else []
        names = {name for place in there for name in self._listing(place)}
        return sorted(name for name in names if self._place(f"{folder}/{name}"))

    def shown(self, path: str) -> str:
        """The path as people should read it."""
        slug, _, rest = path.partition("/")
        return shown_path(self._place(path) or os.path.join(self._folders_of(slug)[0], *rest.split("/")))

    def font(self, name: str) -> bytes | None:
        """The bytes of the font `family/Style`."""
        if name not in self._font_bytes:
            file = self._files().get(name)
            if file is None:
                return None
            try:
                self._font_bytes[name] = read_at_most(file, MAX_FILE)
            except OSError:
                return None
        return self._font_bytes[name]

    def has_font(self, name: str) -> bool:
        """True when the font is installed."""
        return name in self._files()

    def font_names(self) -> list[str]:
        """All installed fonts."""
        return sorted(self._files())

    def fonts(self) -> dict[str, str]:
        """The files of all installed fonts by name."""
        return dict(self._files())

    def _files(self) -> dict[str, str]:
        if self._fonts is None:
            self._fonts = find_fonts()
        return self._fonts

    def _folders_of(self, slug: str) -> tuple[str, ...]:
        if slug not in self._folders:
            own = self.games.get(slug)
            if own is None:
                home = os.path.join(self.root, slug)
                if slug == "_stock" and not os.path.isdir(home):
                    home = os.path.join(data_root("layouts"), slug)
                own = (home,)
            self._folders[slug] = own
        return self._folders[slug]

    def _place(self, path: str) -> str:
        """Where the file lies, or "" when there is none or it must not be read."""
        if path_fault(path):
            return ""
        slug, *steps = path.split("/")
        return next((place for home in self._folders_of(slug) if (place := self._place_in(home, steps))), "")

    def _place_in(self, home: str, steps: Sequence[str]) -> str:
        place, is_linked = home, False
        for step in steps:
            entry = self._listing(place).get(step)
            if entry is None:
                return ""
            is_linked = is_linked or entry.is_symlink()
            place = entry.path
        if is_linked:
            real = os.path.realpath(place)
            if not real.startswith(os.path.realpath(home) + os.sep):
                return ""
        return place

    def _listing(self, folder: str) -> dict[str, os.DirEntry[str]]:
        """A folder's entries, read once."""
        found = self._listings.get(folder)
        if found is None:
            try:
                with os.scandir(folder) as entries:
                    found = {entry.name: entry for entry in entries}
            except OSError:
                found = {}
            self._listings[folder] = found
        return found

    def _read(self, path: str, most: int) -> bytes:
        place = self._place(path)
        if not place:
            fault = path_fault(path) or "not found in the game's folder"
            raise InputError.single(Span(self.shown(path) if not path_fault(path) else path), fault, code="unreadable")
        try:
            data = read_at_most(place, most + 1)
        except OSError as fault:
            raise InputError.single(
                Span(self.shown(path)), f"cannot be read: {reason_of(fault)}", code="unreadable"
            ) from None
        if len(data) > most:
            raise InputError.single(Span(self.shown(path)), f"is larger than {most // 1024} KiB", code="too-large")
        return data


def find_fonts() -> dict[str, str]:
    """Every font of the installed packages: `family/Style` → file."""
    return _fonts_below(tuple(sys.path))


@cache
def _fonts_below(folders: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in folders:
        try:
            names = os.listdir(folder or ".") if os.path.isdir(folder or ".") else []
        except OSError:
            continue
        for name in names:
            if name.startswith("fontpkg_") and not name.endswith(("-info", ".py")):
                _collect(os.path.join(folder, name, "files"), name[8:].replace("_", "-"), found)
            elif name == "reportlab":
                for style, file in _VERA.items():
                    place = os.path.join(folder, name, "fonts", file)
                    if os.path.isfile(place):
                        found.setdefault(f"vera/{style}", place)
    return found


def _collect(folder: str, family: str, found: dict[str, str]) -> None:
    try:
        files = os.listdir(folder)
    except OSError:
        return
    for file in sorted(files):
        stem, end = os.path.splitext(file)
        _, dash, style = stem.rpartition("-")
        if end == ".ttf" and dash:
            found.setdefault(f"{family}/{style}", os.path.join(folder, file))
