"""The record on disk. In: lines. Out: a file that only grows. Invariant: lines submitted together are written together
and synced before anybody learns that they count; what cannot be written whole is removed; two writers never interleave.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of
from pnp.base.system import take_free_name, try_lock

# Locked far behind the end of the file, so that on systems with mandatory locks readers are not kept out.
_LOCK_AT = 1 << 40
LOCK_PATIENCE = 5.0  # seconds
LARGEST = 64 << 20  # bytes; the longest game there is has a thousandth of it
_LINE_END = re.compile(rb"\r\n|\r|\n")  # other programs write other line ends
_BINARY = getattr(os, "O_BINARY", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer is opened, and then refused, without waiting


class Store:
    """One record file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, text: str) -> Store:
        """A new record with its header. Raises InputError when the file exists or cannot be written."""
        if path.is_dir():
            raise InputError.single(Span(str(path)), "is a folder", "name a file with -o", "record-exists")
        fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with open(fresh, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            take_free_name(fresh, path)
            _sync_folder(path.parent)
        except FileExistsError:
            hint = "name another file with -o, or continue this one: pnp referee play FILE"
            raise InputError.single(Span(str(path)), "this record already exists", hint, "record-exists") from None
        except OSError as error:
            raise _unwritable(path, error) from None
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        return cls(path)

    def read(self) -> str:
        """The whole text. A last line that is not UTF-8 was torn by a crash and keeps replacement characters.

        Raises InputError when the file cannot be read or an earlier line is not UTF-8.
        """
        try:
            descriptor = os.open(self.path, os.O_RDONLY | _AT_ONCE | _BINARY)
        except FileNotFoundError:
            hint = "start one with: pnp referee new GAME SEAT…"
            raise InputError.single(Span(str(self.path)), "found no such record", hint, "record-io") from None
        except OSError as error:
            raise _unreadable(self.path, error) from None
        try:
            return _text_of(_read_all(self.path, descriptor), self.path)
        finally:
            os.close(descriptor)

    def stamp(self) -> tuple[int, int, int]:
        """Return what differs when the file does."""
        try:
            found = os.stat(self.path)
        except OSError:
            return (0, 0, 0)
        return found.st_mtime_ns, found.st_size, found.st_ino

    @contextmanager
    def locked(self) -> Iterator[Writer]:
        """Hold the file's lock; gives the Writer. Raises InputError when another writer keeps it too long."""
        descriptor = self._lock()
        try:
            yield Writer(self.path, descriptor)
        finally:
            os.close(descriptor)  # gives the lock back

    def _lock(self) -> int:
        """A descriptor of the file that has this name now, locked."""
        give_up = time.monotonic() + LOCK_PATIENCE
        while True:
            try:
                descriptor = os.open(self.path, os.O_RDWR | _AT_ONCE | _BINARY)
            except OSError as error:
                raise _unwritable(self.path, error) from None
            # While we waited, an editor may have put another file in its place.
            if try_lock(descriptor, _LOCK_AT) and _is_at(self.path, descriptor):
                return descriptor
            os.close(descriptor)
            if time.monotonic() > give_up:
                what = "another program is writing this record"
                raise InputError.single(Span(str(self.path)), what, "retry in a moment", "record-locked")
            time.sleep(0.02)


class Writer:
    """Reads a locked record and writes behind what stands in it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path, self._descriptor = path, descriptor

    def read(self) -> str:
        """The whole text, of the file that is locked. Raises InputError like `Store.read`."""
        return _text_of(_read_all(self.path, self._descriptor), self.path)

    def append(self, text: str, stands: int) -> str:
        """Write lines behind the first `stands` lines, cutting off what a crash tore, and sync. Returns the whole text.

        Raises InputError when the disk does not take all of it; then the file ends where it stood.
        """
        old = _read_all(self.path, self._descriptor)
        end, is_open = _end_of(old, stands)
        new = (b"\n" if is_open else b"") + text.encode()
        if end + len(new) > LARGEST:
            raise InputError.single(
                Span(str(self.path)), f"would be larger than {LARGEST >> 20} MB", code="record-size"
            )
        try:
            if end < len(old):
                os.ftruncate(self._descriptor, end)
            os.lseek(self._descriptor, end, os.SEEK_SET)
            _write_all(self._descriptor, new)
            os.fsync(self._descriptor)
        except BaseException as error:
            with suppress(OSError):  # a disk that takes nothing back either: the next reader sees what is torn
                os.ftruncate(self._descriptor, end)
                os.fsync(self._descriptor)
            if isinstance(error, OSError):
                raise _unwritable(self.path, error) from None
            raise
        if not _is_at(self.path, self._descriptor):
            what = "another program replaced the file just now"
            raise InputError.single(Span(str(self.path)), what, "nothing was written; retry", "record-io")
        return _text_of(old[:end] + new, self.path)


def _end_of(data: bytes, lines: int) -> tuple[int, bool]:
    """Where the first `lines` lines end, and whether the last of them lacks its line end."""
    at = 0
    for _ in range(lines):
        found = _LINE_END.search(data, at)
        if found is None:
            return _end_of_text(data), True
        at = found.end()
    return at, False


def _end_of_text(data: bytes) -> int:
    """Where half a letter begins at which a crash tore the last line; else the end."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


def _read_all(path: Path, descriptor: int) -> bytes:
    """The bytes of a file of reasonable size. Raises InputError for anything else, at once for what has no end."""
    try:
        kind = os.fstat(descriptor)
        if stat.S_ISREG(kind.st_mode):
            os.lseek(descriptor, 0, os.SEEK_SET)
            data = bytearray()
            while len(data) <= LARGEST and (more := os.read(descriptor, 1 << 20)):
                data += more
        elif stat.S_ISDIR(kind.st_mode):
            raise IsADirectoryError(21, "is a folder")
        else:
            what = "is a pipe" if stat.S_ISFIFO(kind.st_mode) else "is a device"
            hint = "copy the record into an ordinary file"
            raise InputError.single(Span(str(path)), f"{what}, expected an ordinary file", hint, "record-io")
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(data) > LARGEST:
        what = f"is larger than {LARGEST >> 20} MB"
        raise InputError.single(Span(str(path)), what, "is this a pnp record?", "record-size")
    return bytes(data)


def _text_of(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = len(_LINE_END.findall(data, 0, error.start)) + 1
        if _LINE_END.search(data, error.end):
            raise InputError.single(
                Span(str(path), line), "this line is not UTF-8 text", code="record-encoding"
            ) from None
        return data.decode(errors="replace")


def _write_all(descriptor: int, data: bytes) -> None:
    """Nearly always one `write`; a full disk takes a part and says why at the next. Raises OSError."""
    while data:
        data = data[os.write(descriptor, data) :]


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file is still the one with this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False


def _sync_folder(folder: Path) -> None:
    """Let a new name in a folder survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError.single(Span(str(path)), f"cannot be read: {reason_of(error)}", code="record-io")


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError.single(Span(str(path)), f"cannot be written: {reason_of(error)}", code="record-io")
