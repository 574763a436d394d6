"""Files in the user's cache folder. In: bytes and the path of their file. Out: the same bytes, or None.

Invariant: what is read is what was written under this name: a torn, foreign, swapped or unreadable file counts as
missing. A file appears whole or not at all, however many processes write it, and a folder never outgrows its limits.
A cache that cannot be written (a read-only or full disk) is not an error.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache

from pnp.base.digest import digest_bytes
from pnp.base.system import take_place

_CHECK = 16  # bytes of checksum before the data
_ABANDONED = 3600.0  # seconds after which an unfinished file is removed
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read_cached(path: str) -> memoryview | None:
    """The data of this file; None when there is no intact one."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except (OSError, ValueError):
        return None
    cached = memoryview(data)[_CHECK:]
    return cached if len(data) >= _CHECK and _checksum(path, cached) == data[:_CHECK] else None


def write_cached(path: str, data: bytes, max_files: int, max_bytes: int) -> None:
    """Write beside, then rename; then remove the least recently used files of the folder, down to the limits."""
    folder, scratch = os.path.dirname(path), f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(folder, exist_ok=True)
        try:
            with open(scratch, "wb") as stream:
                stream.write(_checksum(path, data))
                stream.write(data)
            take_place(scratch, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(scratch)
            raise
        _evict(folder, max_files, max_bytes)
    except OSError:
        return


def _checksum(path: str, data: bytes | memoryview) -> bytes:
    """Of the data and the file's name: a file moved to another's place does not match."""
    folder, name = os.path.split(path)
    key = f"{os.path.basename(folder)}/{name}".encode("utf-8", "surrogateescape")
    return bytes.fromhex(digest_bytes(key + bytes.fromhex(digest_bytes(data, _CHECK)), _CHECK))


def touch(path: str) -> None:
    """Mark a cached file as used."""
    with suppress(OSError):
        os.utime(path)


@cache
def code_stamp(*folders: str) -> str:
    """A text that changes whenever the code in or below these folders, of the program or elsewhere, changes: the names,
    sizes and times of its files."""
    stamps: list[str] = []
    for folder in folders:
        with os.scandir(os.path.join(_PACKAGE, folder)) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".yaml")):  # phrases stand beside the code that fills them
                    stat = entry.stat()
                    stamps.append(f"{folder}/{entry.name}:{stat.st_size}:{stat.st_mtime_ns}")
                elif entry.is_dir(follow_symlinks=False) and not entry.name.startswith("_"):  # links may lead round
                    stamps.append(code_stamp(f"{folder}/{entry.name}"))
    return "|".join(sorted(stamps))


def _evict(folder: str, max_files: int, max_bytes: int) -> None:
    found: list[tuple[int, int, str]] = []
    scraps: list[tuple[int, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process may have removed it
                stat = entry.stat()
                (scraps if entry.name.endswith(".tmp") else found).append((stat.st_mtime_ns, stat.st_size, entry.path))
    late = (time.time() - _ABANDONED) * 1e9
    expired = [path for used, _, path in scraps if used < late]
    size = 0
    for number, (_, length, path) in enumerate(sorted(found, reverse=True)):
        size += length
        if number and (number >= max_files or size > max_bytes):
            expired.append(path)
    for path in expired:
        with suppress(OSError):
            os.unlink(path)
