"""The cache of card books, in the user's cache folder. In: a CardFolder. Out: its CardBook.

Invariant: a book is read again only when it has changed. The key covers the content of every file and the code that
reads it, so a cached book is never stale; a damaged one is ignored and written anew; a cached book needs no YAML.
"""

from __future__ import annotations

import os

from msgspec import DecodeError, msgpack

from pnp.base.cache import code_stamp, read_cached, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder

MAX_CACHED_BOOKS = 40
MAX_CACHED_BYTES = 100_000_000


def load_cached_book(folder: CardFolder, is_kept: bool = True) -> CardBook:
    """The CardBook of a folder of card files, from the cache or read, then kept; InputError with every fault."""
    path = os.path.join(cache_dir(), "books", f"{folder.slug}-{_content_key(folder)}.msgpack")
    book = _read_book(path)
    if book is None:
        from pnp.library.loader import load_book  # only here is YAML needed

        book = load_book(folder)
        if is_kept:
            write_cached(path, msgpack.encode(book), MAX_CACHED_BOOKS, MAX_CACHED_BYTES)
    return book


def find_cached_book(slug: str, digest: str) -> CardBook | None:
    """The cached book with that digest, which an old record was played with; None when it is no longer cached."""
    folder = os.path.join(cache_dir(), "books")
    try:
        with os.scandir(folder) as entries:
            paths = sorted(entry.path for entry in entries if entry.name.startswith(f"{slug}-"))
    except OSError:
        return None
    books = (_read_book(path) for path in paths if path.endswith(".msgpack"))
    return next((book for book in books if book is not None and book.slug == slug and book.digest == digest), None)


def _content_key(folder: CardFolder) -> str:
    """A key that changes with every byte of the YAML, of the sheets, and with the code that reads it."""
    parts = [code_stamp("library", "base").encode()]
    for each in (folder, folder.base) if folder.base is not None else (folder,):
        parts += (each.slug.encode(), each.code.encode())
        for name, data in (*each.files.items(), *each.sheets.items()):
            parts += (name.encode(errors="replace"), str(len(data)).encode(), data)
    return digest_bytes(b"\0".join(parts), 16)


def _read_book(path: str) -> CardBook | None:
    data = read_cached(path)
    try:
        return msgpack.decode(data, type=CardBook) if data is not None else None
    except (DecodeError, ValueError):
        return None
