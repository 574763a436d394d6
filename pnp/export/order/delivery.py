"""Files of one build. In: names and bytes. Out: files in a folder. Invariant: every file is whole, new or old.

All are written under temporary names first, and take their places only when the last is there, in the order given: the
manifest comes last, so it never names a file that is not there. A stop or a fault on the way leaves the old build.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import make_folders, reason_of, remove_folders
from pnp.base.places import shown_path
from pnp.base.system import hint_of, take_place

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
