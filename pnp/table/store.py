"""The record on disk. In: lines. Out: a file that only grows. Invariant: a line is written with one `write` and synced
before anybody is told it counts; two writers never interleave; a crash leaves at most one torn last line.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of

# Locked far behind the end of the file, so that on systems with mandatory locks readers are not kept out.
_LOCK_AT = 1 << 40
LOCK_PATIENCE = 5.0  # seconds
LARGEST = 64 << 20  # bytes; the longest game there is has a thousandth of it


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
            _rename_new(fresh, path)
        except FileExistsError:
            hint = "name another file with -o, or go on with it: pnp referee play FILE"
            raise InputError.single(Span(str(path)), "this record exists already", hint, "record-exists") from None
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
            with open(self.path, "rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            hint = "start one with: pnp referee new GAME SEAT…"
            raise InputError.single(Span(str(self.path)), "there is no such record", hint, "record-io") from None
        except OSError as error:
            raise InputError.single(Span(str(self.path)), f"cannot be read: {_why(error)}", code="record-io") from None
        if len(data) > LARGEST:
            what = f"is larger than {LARGEST >> 20} MB"
            raise InputError.single(Span(str(self.path)), what, "is this a pnp record?", "record-size")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            if line <= data.count(b"\n"):
                span = Span(str(self.path), line)
                raise InputError.single(span, "this line is not UTF-8 text", code="record-encoding") from None
            return data.decode(errors="replace")

    @contextmanager
    def locked(self) -> Iterator[Writer]:
        """Hold the file's lock; gives the Writer. Raises InputError when another writer keeps it too long."""
        try:
            descriptor = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise _unwritable(self.path, error) from None
        try:
            give_up = time.monotonic() + LOCK_PATIENCE
            while not _try_lock(descriptor):
                if time.monotonic() > give_up:
                    what = "another program is writing this record"
                    raise InputError.single(Span(str(self.path)), what, "try again in a moment", "record-locked")
                time.sleep(0.02)
            yield Writer(self.path, descriptor)
        finally:
            os.close(descriptor)  # gives the lock back


class Writer:
    """Appends to a locked record."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path, self._descriptor = path, descriptor

    def size(self) -> int:
        """Bytes in the file now."""
        return os.fstat(self._descriptor).st_size

    def mend_end(self, keep_last: bool) -> None:
        """Give a torn last line its line end, or (not `keep_last`) cut it off."""
        size = self.size()
        tail = b""
        at = size
        while at > 0 and b"\n" not in tail:
            step = min(4096, at)
            at -= step
            os.lseek(self._descriptor, at, os.SEEK_SET)
            tail = os.read(self._descriptor, step) + tail
        if tail.endswith(b"\n") or not tail:
            return
        if keep_last:
            self.append("\n")
        else:
            os.ftruncate(self._descriptor, at + tail.rfind(b"\n") + 1)
            os.fsync(self._descriptor)

    def append(self, text: str) -> None:
        """Write one line at the end and sync it. Raises InputError when the disk does not take it whole."""
        data = text.encode()
        size = os.lseek(self._descriptor, 0, os.SEEK_END)
        try:
            written = os.write(self._descriptor, data)
            if written != len(data):
                os.ftruncate(self._descriptor, size)
                raise OSError(28, "the disk took only a part of the line")
            os.fsync(self._descriptor)
        except OSError as error:
            raise _unwritable(self.path, error) from None


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError.single(Span(str(path)), f"cannot be written: {_why(error)}", code="record-io")


def _why(error: OSError) -> str:
    return reason_of(error)


def _rename_new(fresh: Path, path: Path) -> None:
    """Rename without ever replacing an existing file. Raises FileExistsError."""
    if sys.platform == "win32":
        os.rename(fresh, path)
        return
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(fresh, path)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCK_AT, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
