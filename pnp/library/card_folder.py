"""A folder of card files. In: a path. Out: the bytes of its YAML files and sheets, by name, and how to find the game's
vocabulary.

Invariant: only regular `.yaml` files, and sheets that a deck may be kept in, directly in the folder, in alphabetical
order, each once; anything that only looks like a card file is a fault. The bytes are read once, for the cache key and
for the loader.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import MAX_BYTES, read_at_most, reason_of
from pnp.base.places import data_root, shown_path

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary

MAX_FILES = 200
MAX_SHEET_BYTES = 20_000_000
SHEETS = (".csv", ".tsv", ".xlsx", ".ods")


STOCK = "_stock/"
"""A deck can be `from: _stock/french`: a sheet of this program, for everybody's use."""


def stock_sheets() -> tuple[str, ...]:
    """The names of the sheets of this program, `_stock/french` …"""
    return tuple(STOCK + name.removesuffix(".csv") for name in sorted(os.listdir(_stock_folder())))


def stock_sheet(name: str) -> bytes:
    """A sheet of this program by its name."""
    return read_at_most(os.path.join(_stock_folder(), f"{name.removeprefix(STOCK)}.csv"), MAX_SHEET_BYTES)


def _stock_folder() -> str:
    return os.path.join(data_root("cards"), STOCK.rstrip("/"))


class CardFolder(Struct, frozen=True):
    """The files of one game.

    root: how diagnostics show the folder · slug: the game's name, "" when unknown
    find_vocabulary: returns the vocabulary of the game's effects; called only when its cards have any
    code: changes with the code of that vocabulary, so that no cached book outlives a change of it
    base: the folder of the game that this one extends · sheets: spreadsheets that decks may be `from`
    """

    root: str
    files: dict[str, bytes]
    slug: str = ""
    find_vocabulary: Callable[[], Vocabulary | None] = lambda: None
    code: str = ""
    base: CardFolder | None = None
    sheets: dict[str, bytes] = {}

    def shown(self, name: str) -> str:
        """A file's name as diagnostics show it."""
        return f"{self.root}/{name}" if self.root else name


def open_card_folder(
    folder: str | os.PathLike[str],
    slug: str = "",
    find_vocabulary: Callable[[], Vocabulary | None] = lambda: None,
    code: str = "",
) -> CardFolder:
    """Read a folder; InputError when there is no such folder or a file cannot be read."""
    path = os.fspath(folder)
    root = shown_path(path).replace(os.sep, "/")
    try:
        with os.scandir(path) as entries:
            every = sorted(entries, key=lambda entry: entry.name)
    except OSError as fault:
        raise InputError.single(
            Span(root), f"cannot read the cards folder: {reason_of(fault)}", "", "unreadable"
        ) from None
    found = [entry for entry in every if _is_meant(entry.name)]
    report = Report()
    for entry in found:
        if problem := _fault(entry):
            report.error(Span(f"{root}/{entry.name}"), *problem, "unreadable")
    report.raise_errors()
    names = [entry.name for entry in found]
    if len(names) > MAX_FILES:
        raise InputError.single(Span(root), f"expected at most {MAX_FILES} files, got {len(names)}", "", "too-large")
    files = {name: _content(path, root, name, MAX_BYTES) for name in names}
    kept = [entry.name for entry in every if _is_sheet(entry)][:MAX_FILES]
    sheets = {name: _content(path, root, name, MAX_SHEET_BYTES) for name in kept}
    return CardFolder(root, files, slug, find_vocabulary, code, sheets=sheets)


def _content(path: str, root: str, name: str, most: int) -> bytes:
    try:
        return read_at_most(os.path.join(path, name), most + 1)
    except OSError as fault:
        raise InputError.single(
            Span(f"{root}/{name}"), f"cannot be read: {reason_of(fault)}", "", "unreadable"
        ) from None


def _is_sheet(entry: os.DirEntry[str]) -> bool:
    """A sheet, and not what a spreadsheet program keeps beside one while it is open."""
    name = entry.name
    return name.lower().endswith(SHEETS) and not name.startswith((".", "~$")) and entry.is_file()


def _is_meant(name: str) -> bool:
    """True for what somebody may take for a card file; editors keep hidden files of their own beside them."""
    return name.lower().endswith((".yaml", ".yml")) and not name.startswith(".")


def _fault(entry: os.DirEntry[str]) -> tuple[str, str] | None:
    """Why an entry that looks like a card file is not one, and what to do about it; None when it is one."""
    try:
        is_folder = entry.is_dir()
    except OSError as fault:  # a link that leads to itself
        return f"cannot be read: {reason_of(fault)}", "fix or remove it"
    if is_folder:
        return "expected a card file, got a folder", "move its files into the cards folder, or rename it"
    if not entry.is_file():
        if entry.is_symlink():
            return (f"broken link: there is no file “{os.readlink(entry.path)}”", "fix or remove the link")
        return "expected a file, got a device or a pipe", "remove it"
    if not entry.name.endswith(".yaml"):
        return (
            "expected a name that ends in .yaml; this file is ignored",
            f"rename it to {os.path.splitext(entry.name)[0]}.yaml",
        )
    return None
