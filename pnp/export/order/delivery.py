"""Files of one build. In: names and bytes. Out: files in a folder. Invariant: every file is whole, new or old.

All are written under temporary names first, and take their places only when the last is there, in the order given: the
manifest comes last, so it never names a file that is not there. A stop or a fault on the way leaves the old build.
A file of an older build goes when its manifest names it, nobody changed it, and the new build does not make it. What
makes less than the whole set has a folder of its own (`own_folder`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import make_folders, reason_of, remove_folders
from pnp.base.places import shown_path
from pnp.base.system import hint_of, take_place
from pnp.export.order.manifest import NAME, MadeFile, Manifest, load_manifest
from pnp.export.order.order import PrintOrder
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook

_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # Windows keeps these for itself


def safe_name(name: str) -> str:
    """A name of a file or folder made of a name that people gave, whatever it holds."""
    safe = (
        "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:60].strip("-") or "unnamed"
    )
    return f"_{safe}" if _RESERVED.fullmatch(safe) else safe


def file_names(labels: Sequence[str], others: Sequence[str] = ()) -> list[str]:
    """Names of files for the labels, all different, and different from the `others` in the folder."""
    names: list[str] = []
    taken = {other.casefold() for other in others}
    for label in labels:
        name = base = safe_name(label)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names


def deliver(folder: str, files: Sequence[tuple[str, bytes]], gone: Sequence[str] = ()) -> None:
    """Write the files (names with forward slashes) below the folder, then take away those that are `gone`; InputError
    when that is not possible, and then no folder is there that was not there before.
    """
    waiting: list[tuple[str, str]] = []
    new_folders: list[str] = []
    path = folder
    try:
        try:
            for name, data in files:
                path = os.path.join(folder, *name.split("/"))
                make_folders(os.path.dirname(path), new_folders)
                if os.path.isdir(path):
                    raise IsADirectoryError(0, "a folder of that name exists")
                scratch = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}.tmp")
                waiting.append((scratch, path))
                with open(scratch, "wb") as stream:
                    stream.write(data)
            while waiting:
                scratch, path = waiting[0]
                take_place(scratch, path)
                del waiting[0]
                new_folders.clear()
            for name in gone:
                path = os.path.join(folder, *name.split("/"))
                _take_away(path, folder)
        finally:
            for scratch, _ in waiting:
                if os.path.exists(scratch):
                    os.unlink(scratch)
            remove_folders(new_folders)
    except (OSError, ValueError) as fault:
        reason = reason_of(fault)
        place = Span(shown_path(path))
        raise InputError.single(place, f"cannot be written: {reason}", hint_of(fault), "unwritable") from None


def _take_away(path: str, folder: str) -> None:
    """Remove a file, and the folders above it that are empty then."""
    with suppress(FileNotFoundError):
        os.unlink(path)
    above = os.path.dirname(path)
    while above != folder and above.startswith(folder):
        try:
            os.rmdir(above)
        except OSError:  # something else is in it
            return
        above = os.path.dirname(above)


_LONG = 40  # a folder's name lists what was asked for, unless that is longer or has characters that no file name has


def folder_name(
    target: str, resources: LayoutResources, order: PrintOrder, book: CardBook | None = None, press_norm: str = "x4"
) -> str:
    """The folder of a build for a paper or a card printer; `book`: when only a part of it can be made; `press_norm`:
    of files for a press where the order says none.
    """
    theme = "" if resources.is_usual_theme else f"-{safe_name(resources.theme.name)}"
    theme += f"-{safe_name(order.backs)}-backs" if order.backs not in ("", resources.theme.name) else ""
    codes = "-codes" if resources.codes else ""
    press = f"-{order.pdfx or press_norm}" if order.press else ""
    return f"{target}-{resources.lang_label}{theme}{codes}{press}{own_folder(book or resources.book, order)}"


def part_name(book: CardBook, order: PrintOrder) -> str:
    """Which part of the set, or of a deck of one's own, an order prints; "" for all of it."""
    mark = f"-{safe_name(order.mark)}" if order.mark else ""
    return own_folder(book, order).removeprefix(mark).removeprefix("-")


def own_folder(book: CardBook, order: PrintOrder) -> str:
    """What is put behind the name of the usual folder: "" for the whole set."""
    only = order.only
    if order.mark and book.own_deck is not None:  # a deck of one's own is printed alone without being asked
        only = () if only == book.own_deck_components else only
    parts = [
        safe_name(order.mark) if order.mark else "",
        f"only-{_short('-'.join(only))}" if only else "",
        f"cards-{_short(order.cards)}" if order.cards else "",
        "once" if order.once else "",
        _for_fewer(book, order.only),
        f"{order.side}s" if order.side != "both" else "",
        f"blank-{order.blank}" if order.blank else "",
        "draft" if order.draft else "",
    ]
    return "".join(f"-{part}" for part in parts if part)


def _for_fewer(book: CardBook, only: Sequence[str]) -> str:
    """For fewer players than may play there are fewer aids and mats than the whole set has."""
    counts = [
        component.copies
        for component in book.components
        if component.is_for_each_player and (not only or component.id in only)
    ]
    return f"{min(counts)}-players" if counts and min(counts) < book.players[1] else ""


def _short(words: str) -> str:
    safe = safe_name(words)
    return safe if safe == words and len(safe) <= _LONG else f"{safe[:24]}-{digest_bytes(words.encode(), 3)}"


class Standing(NamedTuple):
    """What is in the folder of a build. there: files as the build makes them · gone: files of an older build that this
    one does not make · report: a fault for each file that would be overwritten and is not as a build left it.
    """

    there: set[str]
    gone: list[str]
    report: Report


def look_at_folder(new: Manifest, folder: str, made: Sequence[tuple[MadeFile, bytes]]) -> Standing:
    """Compare a build with what is in its folder."""
    old = _read_previous(folder)
    known = {file.file: file for file in old.files} if old is not None and old.game == new.game else {}
    standing = Standing(set(), [], Report())
    for file, data in made:
        found, own = _read_file(folder, file.file), known.pop(file.file, None)
        if found == data:
            standing.there.add(file.file)
        elif found is not None and not (own and _is_same(found, own)):
            what = "was changed after pnp build wrote it" if own else "already exists and was not created by pnp build"
            path = shown_path(os.path.join(folder, *file.file.split("/")))
            standing.report.error(Span(path), what, "move it, or use --force to overwrite it", "file-exists")
    standing.gone.extend(name for name, own in known.items() if _is_same(_read_file(folder, name), own))
    return standing


def _read_previous(folder: str) -> Manifest | None:
    """The manifest in the folder; None when there is none that can be read."""
    try:
        with open(os.path.join(folder, NAME), "rb") as stream:
            return load_manifest(stream.read())
    except (OSError, ValueError, RecursionError):
        return None


def _read_file(folder: str, name: str) -> bytes | None:
    """A file of a build; None where there is none, nothing where it is a link or cannot be read."""
    path = os.path.join(folder, *name.split("/"))
    if name.startswith(("/", "\\")) or ".." in name.split("/") or not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as stream:
            return b"" if os.path.islink(path) else stream.read()
    except (OSError, ValueError):
        return b""


def _is_same(found: bytes | None, file: MadeFile) -> bool:
    return found is not None and len(found) == file.bytes and sha256(found).hexdigest() == file.sha256
