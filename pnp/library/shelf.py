"""A folder of card files. In: a path. Out: the bytes of its YAML files, by name.

Invariant: only regular `.yaml` files directly in the folder, in alphabetical order, each once. The bytes are read once
and serve both the cache's key and the loader.
"""

from __future__ import annotations

import os

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import MAX_BYTES
from pnp.base.places import shown_path

MAX_FILES = 200


class Shelf(Struct, frozen=True):
    """The files of one game. root: how diagnostics show the folder · slug: the game's name, "" when unknown."""

    root: str
    files: dict[str, bytes]
    slug: str = ""

    def shown(self, name: str) -> str:
        """A file's name as diagnostics show it."""
        return f"{self.root}/{name}" if self.root else name


def open_shelf(folder: str | os.PathLike[str], slug: str = "") -> Shelf:
    """Read a folder; InputError when there is no such folder or a file cannot be read."""
    path = os.fspath(folder)
    root = shown_path(path).replace(os.sep, "/")
    try:
        with os.scandir(path) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(".yaml") and entry.is_file())
    except OSError as fault:
        raise InputError.single(
            Span(root), f"the cards folder cannot be read: {fault.strerror}", "", "unreadable"
        ) from None
    if len(names) > MAX_FILES:
        raise InputError.single(Span(root), f"more than {MAX_FILES} files", "", "too-large")
    files: dict[str, bytes] = {}
    for name in names:
        try:
            with open(os.path.join(path, name), "rb") as stream:
                files[name] = stream.read(MAX_BYTES + 1)
        except OSError as fault:
            raise InputError.single(
                Span(f"{root}/{name}"), f"cannot be read: {fault.strerror}", "", "unreadable"
            ) from None
    return Shelf(root, files, slug)
