"""The bookcase: card books kept under the user's cache folder. In: a Shelf. Out: its CardBook.

Invariant: a book is read again only when it has changed. The key is the content of every file and the code that reads
it, so a kept book is never stale; a damaged one is ignored and written anew; with a kept book no YAML is imported.
"""

from __future__ import annotations

import os

from msgspec import DecodeError, msgpack

from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.library.card import CardBook
from pnp.library.shelf import Shelf

KEPT_BOOKS = 40
_CHECK = 16  # bytes of checksum before a kept book
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def kept_book(shelf: Shelf) -> CardBook:
    """The CardBook of a shelf, kept or read; InputError with every fault."""
    path = os.path.join(cache_dir(), "books", f"{shelf.slug}-{_content_key(shelf)}.msgpack")
    book = _cached(path)
    if book is None:
        from pnp.library.loader import load_book  # only here is YAML needed

        book = load_book(shelf)
        _keep(path, book)
    return book


def old_book(slug: str, digest: str) -> CardBook | None:
    """The kept book of that digest, None when it is kept no more: what an old record was played with."""
    folder = os.path.join(cache_dir(), "books")
    try:
        with os.scandir(folder) as entries:
            paths = sorted(entry.path for entry in entries if entry.name.startswith(f"{slug}-"))
    except OSError:
        return None
    books = (_cached(path) for path in paths if path.endswith(".msgpack"))
    return next((book for book in books if book is not None and book.slug == slug and book.digest == digest), None)


def _content_key(shelf: Shelf) -> str:
    """A key that changes with every byte of the YAML and with the code that reads it."""
    parts = [_code_stamp(), shelf.slug.encode()]
    for name, data in shelf.files.items():
        parts += (name.encode(errors="replace"), str(len(data)).encode(), data)
    return digest_bytes(b"\0".join(parts), 16)


def _code_stamp() -> bytes:
    stamps = []
    for folder in ("library", os.path.join("library", "reading"), os.path.join("library", "effect"), "base"):
        with os.scandir(os.path.join(_PACKAGE, folder)) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    stat = entry.stat()
                    stamps.append(f"{entry.name}:{stat.st_size}:{stat.st_mtime_ns}")
    return "|".join(sorted(stamps)).encode()


def _cached(path: str) -> CardBook | None:
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except (OSError, ValueError):
        return None
    if digest_bytes(data[_CHECK:], _CHECK) != data[:_CHECK].hex():
        return None
    try:
        return msgpack.decode(data[_CHECK:], type=CardBook)
    except (DecodeError, ValueError):
        return None


def _keep(path: str, book: CardBook) -> None:
    """Write beside, then rename; a cache that cannot be written is no fault."""
    data = msgpack.encode(book)
    folder = os.path.dirname(path)
    scratch = f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(folder, exist_ok=True)
        with open(scratch, "wb") as stream:
            stream.write(bytes.fromhex(digest_bytes(data, _CHECK)) + data)
        os.replace(scratch, path)
        _drop_old(folder)
    except OSError:
        return


def _drop_old(folder: str) -> None:
    with os.scandir(folder) as entries:
        books = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(".msgpack"))
    for _, path in books[: -KEPT_BOOKS or None]:
        os.unlink(path)
