"""Files that others will use. In: a path and bytes. Out: the file, whole, or as it was.

Invariant: nothing is ever half-written: bytes go to a temporary name beside the file, which then takes its place.
"""

from __future__ import annotations

import os

from pnp.base.diagnostics import InputError, Span


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file (text as UTF-8), making its folder; InputError when that is not possible."""
    name = os.fspath(path)
    scratch = f"{name}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        try:
            with open(scratch, "wb") as stream:
                stream.write(data.encode() if isinstance(data, str) else data)
            os.replace(scratch, name)
        except BaseException:
            if os.path.exists(scratch):
                os.unlink(scratch)
            raise
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise InputError.single(Span(name), f"cannot be written: {reason}", "", "unwritable") from None
