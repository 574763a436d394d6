"""Addresses of pictures. In: the value of `--base-url`. Out: a file's address below it.

Invariant: an address is plain ASCII, every other character of a file's name is quoted.
"""

from __future__ import annotations

import os

from pnp.base.diagnostics import InputError, Span

_SCHEMES = ("https://", "http://", "file:///")


def read_base(base_url: str) -> str:
    """The address of a folder, with a slash at its end; "" for none; InputError when it is no address."""
    if not base_url:
        return ""
    if not base_url.startswith(_SCHEMES) or not base_url.isprintable() or any(sign in base_url for sign in " \"'<>\\"):
        hint = f"an address begins with {', '.join(_SCHEMES)}"
        raise InputError.single(Span("--base-url"), f"expected an address, got “{base_url[:60]}”", hint, "bad-address")
    return base_url.rstrip("/") + "/"


def folder_address(folder: str) -> str:
    """The address of a folder on this machine."""
    from pathlib import Path

    return Path(os.path.abspath(folder)).as_uri() + "/"


def address(base: str, name: str) -> str:
    """A file's address: its name below a base."""
    from urllib.parse import quote

    return base + quote(name)
