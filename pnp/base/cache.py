"""Files kept under the user's cache folder. In: bytes, and the file they are kept in. Out: the same bytes, or None.

Invariant: what comes back is what was kept under this name: a torn, foreign, exchanged or unreadable file counts as
none. A file appears whole or not at all, however many processes write it, and a folder never grows past its bounds.
That nothing can be kept (a read-only or full disk) is no fault.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache

from pnp.base.digest import digest_bytes

_CHECK = 16  # bytes of checksum before what is kept
_FORGOTTEN = 3600.0  # seconds after which a file that was never finished is taken away
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read_cached(path: str) -> memoryview | None:
    """What is kept in this file; None when there is nothing whole."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except (OSError, ValueError):
        return None
    kept = memoryview(data)[_CHECK:]
    return kept if len(data) >= _CHECK and _checksum(path, kept) == data[:_CHECK] else None


def write_cached(path: str, data: bytes, most: int, most_bytes: int) -> None:
    """Write beside, then rename; then drop the folder's files that were not used for longest, down to the bounds."""
    folder, scratch = os.path.dirname(path), f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(folder, exist_ok=True)
        try:
            with open(scratch, "wb") as stream:
                stream.write(_checksum(path, data))
                stream.write(data)
            os.replace(scratch, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(scratch)
            raise
        _tidy(folder, most, most_bytes)
    except OSError:
        return


def _checksum(path: str, data: bytes | memoryview) -> bytes:
    """Of the name, too: a file that was put in another's place is not what was kept there."""
    folder, name = os.path.split(path)
    key = f"{os.path.basename(folder)}/{name}".encode("utf-8", "surrogateescape")
    return bytes.fromhex(digest_bytes(key + bytes.fromhex(digest_bytes(data, _CHECK)), _CHECK))


def touch(path: str) -> None:
    """Note that a kept file was of use."""
    with suppress(OSError):
        os.utime(path)


@cache
def code_stamp(*folders: str) -> str:
    """What changes whenever the code in and below these folders, of the program or elsewhere, does: names, sizes and
    times of its files."""
    stamps: list[str] = []
    for folder in folders:
        with os.scandir(os.path.join(_PACKAGE, folder)) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    stat = entry.stat()
                    stamps.append(f"{folder}/{entry.name}:{stat.st_size}:{stat.st_mtime_ns}")
                elif entry.is_dir() and not entry.name.startswith("_"):
                    stamps.append(code_stamp(f"{folder}/{entry.name}"))
    return "|".join(sorted(stamps))


def _tidy(folder: str, most: int, most_bytes: int) -> None:
    found: list[tuple[int, int, str]] = []
    scraps: list[tuple[int, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process may have taken it away
                stat = entry.stat()
                (scraps if entry.name.endswith(".tmp") else found).append((stat.st_mtime_ns, stat.st_size, entry.path))
    late = (time.time() - _FORGOTTEN) * 1e9
    gone = [path for used, _, path in scraps if used < late]
    size = 0
    for number, (_, length, path) in enumerate(sorted(found, reverse=True)):
        size += length
        if number and (number >= most or size > most_bytes):
            gone.append(path)
    for path in gone:
        with suppress(OSError):
            os.unlink(path)
