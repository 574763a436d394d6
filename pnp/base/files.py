"""Files of text. In: a path. Out: its text; or the file (or a new folder) written, whole, or as it was.

Invariant: what cannot be read or written is an InputError; nothing is ever half-written, because bytes go to a
temporary name beside the file, which then takes its place.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from pnp.base.diagnostics import InputError, Span
from pnp.base.system import hint_of, take_place

MAX_BYTES = 4_000_000
MARK_BYTES = 2000  # of a file, in which stands what made it


def reason_of(fault: BaseException) -> str:
    """Why the system refuses, as part of a sentence: without a capital, except for names such as `I/O`."""
    reason = str(getattr(fault, "strerror", None) or fault)
    return reason[:1].lower() + reason[1:] if reason[1:2].islower() else reason


def make_folders(path: str, new: list[str]) -> None:
    """Make a folder and its parents; those that were missing are added to `new`, outermost first."""
    missing = []
    above = path
    while above and not os.path.isdir(above):
        missing.append(above)
        above = os.path.dirname(above)
    for folder in reversed(missing):
        with suppress(FileExistsError):
            os.mkdir(folder)
            new.append(folder)
    os.makedirs(path or ".", exist_ok=True)  # raises when something is in the way


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and its parents where they are missing; InputError when that is not possible."""
    name, new_folders = os.fspath(path), list[str]()
    try:
        make_folders(name, new_folders)
    except (OSError, ValueError) as fault:
        remove_folders(new_folders)
        reason = reason_of(fault)
        raise InputError.single(Span(name), f"cannot be created: {reason}", hint_of(fault), "unwritable") from None


def remove_folders(new: list[str]) -> None:
    """Remove new folders again, as far as they are empty."""
    for folder in reversed(new):
        with suppress(OSError):
            os.rmdir(folder)


def read_at_most(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the first `most` bytes of an ordinary file. Raises OSError, also for a pipe: reading it may never end."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as stream:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            kind = "pipe" if stat.S_ISFIFO(mode) else "device"
            raise OSError(errno.EINVAL, f"expected an ordinary file, got a {kind}")
        return stream.read(most)


def read_text(path: str | os.PathLike[str], file: str = "") -> str:
    """The text of a UTF-8 file of reasonable size; InputError otherwise."""
    name = file or str(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = reason_of(fault)
        raise InputError.single(Span(name), f"cannot be read: {reason}", code="unreadable") from None
    return decode_text(data, name)


def decode_text(data: bytes, file: str) -> str:
    """Bytes as UTF-8 text; InputError with the place of the first byte that is not."""
    if len(data) > MAX_BYTES:
        raise InputError.single(Span(file), f"the file is larger than {MAX_BYTES // 1_000_000} MB", code="too-large")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise InputError.single(
            Span(file, line, column),
            f"byte 0x{data[fault.start]:02x} is not UTF-8",
            "save the file as UTF-8",
            "not-utf8",
        ) from None


def check_ours(path: str | os.PathLike[str], marks: Sequence[bytes], maker: str) -> None:
    """InputError when a file is there that does not begin with any of these marks: people name files by mistake.

    maker: the command whose files bear the marks. A device or a pipe holds nothing that could be lost, and whoever read
    a pipe would wait for it.
    """
    if not os.path.isfile(path):
        return
    try:
        with open(path, "rb") as stream:
            head = stream.read(MARK_BYTES)
    except (OSError, ValueError):  # none, or writing says what is wrong with it
        return
    if head and not any(mark in head for mark in marks):
        hint = "name another file, or use --force to overwrite it"
        raise InputError.single(
            Span(os.fspath(path)), f"already exists and was not created by {maker}", hint, "file-exists"
        )


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file (text as UTF-8), making its folder; InputError when that is not possible. A device or a pipe
    keeps its place: it is written into.
    """
    name = os.fspath(path)
    content = data.encode() if isinstance(data, str) else data
    scratch = f"{name}.{os.getpid()}.tmp"
    new_folders: list[str] = []
    if os.path.isdir(name):
        raise InputError.single(
            Span(name), "cannot be written: expected a file, got a folder", "name a file", "unwritable"
        )
    try:
        make_folders(os.path.dirname(name), new_folders)
        if os.path.exists(name) and not os.path.isfile(name):
            with open(name, "wb") as stream:
                stream.write(content)
            return
        try:
            with open(scratch, "wb") as stream:
                stream.write(content)
            take_place(scratch, name)
        except BaseException:
            if os.path.exists(scratch):
                os.unlink(scratch)
            raise
    except (OSError, ValueError) as fault:
        remove_folders(new_folders)
        reason = reason_of(fault)
        raise InputError.single(Span(name), f"cannot be written: {reason}", hint_of(fault), "unwritable") from None


def replace_file(path: str | os.PathLike[str], before: bytes, after: bytes) -> None:
    """Put new content in the place of what was read before, keeping links and permissions; InputError when somebody
    else changed the file meanwhile: nothing of theirs is ever lost.
    """
    name = os.fspath(path)
    real = os.path.realpath(name)
    try:
        with open(real, "rb") as stream:
            now = stream.read()
        mode = os.stat(real).st_mode
    except OSError as fault:
        raise InputError.single(Span(name), f"cannot be read: {reason_of(fault)}", "", "unreadable") from None
    if now != before:
        message = "the file changed while you edited it; nothing was written"
        raise InputError.single(Span(name), message, "check the file and retry", "changed-meanwhile")
    write_file(real, after)
    with suppress(OSError):  # a file system without them
        os.chmod(real, mode & 0o7777)


def write_folder(target: str, files: Mapping[str, str | bytes]) -> None:
    """Make a new folder with these files (text as UTF-8); it gets its name when all are written. An InputError leaves
    nothing behind.
    """
    scratch = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.tmp")
    try:
        for name, text in files.items():
            path = os.path.join(scratch, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as stream:
                stream.write(text.encode() if isinstance(text, str) else text)
        os.rename(scratch, target)
    except BaseException as fault:
        import shutil

        shutil.rmtree(scratch, ignore_errors=True)
        if not isinstance(fault, OSError | ValueError):
            raise
        reason = reason_of(fault)
        raise InputError.single(Span(target), f"cannot be created: {reason}", "", "unwritable") from None


@contextmanager
def temporary_files(contents: Sequence[bytes], ending: str) -> Iterator[list[str]]:
    """Paths of files with these contents, for a library that reads nothing else; they are removed afterwards."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="pnp-") as folder:
        paths = [os.path.join(folder, f"{number}{ending}") for number in range(len(contents))]
        for path, data in zip(paths, contents, strict=True):
            with open(path, "xb") as stream:
                stream.write(data)
        yield paths
