"""Files beside a record that only their owner can read. In: a path, a text. Out: a file of mode 600, and its text.

Invariant: a file is written whole or not at all, and is never readable by others, not even for a moment.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import read_at_most, reason_of
from pnp.base.system import take_place

LONGEST = 64 << 10  # bytes that are read; ours have a hundredth


def side_file(record: Path, kind: str) -> Path:
    """Return the file of this kind beside a record (`evening.record.seed`); beside its target, where it is a link."""
    real = Path(os.path.realpath(record)) if record.is_symlink() else record
    return real.with_name(f"{real.name}.{kind}")


def read_private(path: Path) -> str:
    """Return the beginning of an ordinary file as text. Raises OSError."""
    return read_at_most(path, LONGEST).decode("utf-8", "replace")


def write_private(path: Path, text: str, code: str) -> None:
    """Put a file there, readable by its owner only. Raises InputError with this code."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with suppress(FileNotFoundError):
            fresh.unlink()
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        take_place(fresh, path)
    except OSError as error:
        raise InputError.single(Span(str(path)), f"cannot be written: {reason_of(error)}", code=code) from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
