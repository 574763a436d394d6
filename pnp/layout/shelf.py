"""Shelf: where LayoutResources gets files and fonts from. In: paths such as `kalevala/tile.yaml`. Out: their texts and
bytes.

Invariant: a path has forward slashes, begins with a game's slug or `_stock`, and never leaves it (`path_fault` says
why not). The shelf on disk is in `pnp/export/disk_shelf.py`; this package opens no file.
"""

from __future__ import annotations

from typing import Any, Protocol

from pnp.base.yaml.spans import Spans


class Shelf(Protocol):
    """The files and fonts that layouts can use."""

    def text(self, path: str) -> str:
        """A text file; InputError when it cannot be read."""
        ...

    def yaml(self, path: str) -> tuple[Any, Spans]:
        """A YAML file's value and places; InputError when it cannot be read."""
        ...

    def data(self, path: str) -> bytes:
        """A file's bytes; InputError when it cannot be read."""
        ...

    def exists(self, path: str) -> bool:
        """True when there is such a file, and it may be read."""
        ...

    def names(self, folder: str) -> list[str]:
        """The files in a folder, for hints."""
        ...

    def shown(self, path: str) -> str:
        """The path as people should read it in diagnostics."""
        ...

    def font(self, name: str) -> bytes | None:
        """The bytes of the font `family/Style`; None when it is not installed."""
        ...

    def has_font(self, name: str) -> bool:
        """True when the font is installed."""
        ...

    def font_names(self) -> list[str]:
        """All installed fonts, for hints."""
        ...


def path_fault(path: str) -> str:
    """Why a name must not be used as a path below a game's folder; "" when it may."""
    if not path or len(path) > 200:
        return "expected the name of a file"
    if path[0] in "/\\~" or ":" in path or "\\" in path:
        return f"“{path}” must be a path inside the game's folder, with forward slashes"
    if any(part in ("", ".", "..") or part[0] in ". " or part[-1] in ". " for part in path.split("/")):
        return f"“{path}” must not leave the game's folder"
    if any(ord(letter) < 32 for letter in path):
        return "the name of a file must not contain control characters"
    return ""
