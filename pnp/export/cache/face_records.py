"""Records of faces, kept from build to build. In: what faces are made of: a layout, a card, the game's surroundings.
Out: what was noted of them.

They are kept by content under the user's cache folder, one file for each state of a game's layouts. Invariant: what is
found was noted of faces that, made again, would be byte for byte the same. Their key is program, fonts, layout files,
theme, language, the facts of the game, and their FaceKey; and whatever else of the book they read is unchanged.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from msgspec import DecodeError, Raw, Struct, msgpack

from pnp.base.cache import code_stamp, read_cached, touch, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.files import read_at_most
from pnp.base.places import cache_dir
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.compose import FaceKey
from pnp.library.book_reader import Read, ReadDigests
from pnp.library.card import CardBook

KEPT_FILES = 60
KEPT_BYTES = 250_000_000
_CODE = ("base", "library", "layout", "export")


class FaceRecord(Struct, frozen=True, array_like=True):
    """What was noted of faces, and their reads of the book besides their card, each with a digest of what it found."""

    reads: dict[Read, str]
    noted: Any


class _Found(FaceRecord, frozen=True, array_like=True):
    noted: Raw  # decoded by its maker


_RECORD = msgpack.Decoder(_Found)
_FILE = msgpack.Decoder(dict[str, Raw])


class Records:
    """Packed values by name, in one file; `kind` names the folder that it is kept in."""

    def __init__(self, kind: str, slug: str, surroundings: str) -> None:
        """`surroundings`: the key of all that everything here is made of."""
        self.surroundings = surroundings
        self._path = os.path.join(cache_dir(), kind, f"{slug}-{surroundings}.kept")
        self._known = self._read()
        self._used: set[str] = set()
        self._is_new = False

    def _read(self) -> dict[str, Raw]:
        data = read_cached(self._path)
        if data is not None:
            with suppress(DecodeError, ValueError):
                return _FILE.decode(data)
        return {}

    def look_up(self, name: str) -> Raw | None:
        """The value of that name, packed."""
        data = self._known.get(name)
        if data is not None:
            self._used.add(name)
        return data

    def keep(self, name: str, packed: bytes) -> None:
        """Keep a packed value."""
        self._known[name] = Raw(packed)
        self._used.add(name)
        self._is_new = True

    def save(self) -> None:
        """Write the records; those not asked for are dropped once they are the most."""
        if not self._is_new:
            if self._known:
                touch(self._path)
            return
        self._is_new = False
        if len(self._known) > 2 * len(self._used) + 500:
            self._known = {name: data for name, data in self._known.items() if name in self._used}
        write_cached(self._path, msgpack.encode(self._known), KEPT_FILES, KEPT_BYTES)


class FaceRecords(Records):
    """The records of one game, theme and language."""

    def __init__(self, kind: str, slug: str, surroundings: str) -> None:
        super().__init__(kind, slug, surroundings)
        self._digests: dict[Read, str] = {}

    def begin(self, book: CardBook) -> None:
        """A build begins, with this book."""
        self._digests = ReadDigests(book)
        self._used.clear()

    def get(self, key: FaceKey) -> Raw | None:
        """What was noted of the key's faces, packed; None when nothing was, or what they read is not as it was."""
        data = self.look_up(_name(key)) if self._known else None
        with suppress(DecodeError, ValueError):
            record = _RECORD.decode(data) if data is not None else None
            if record is not None and all(self._digests[read] == digest for read, digest in record.reads.items()):
                return record.noted
        return None

    def add(self, key: FaceKey, packed: bytes) -> None:
        """Keep a packed FaceRecord of the key's faces."""
        self.keep(_name(key), packed)


def _name(key: FaceKey) -> str:
    return digest_bytes(msgpack.encode(key), 16)


def digest_surroundings(
    shelf: DiskShelf, book: CardBook, theme: str, lang: str, contents: Sequence[str], codes: bool = False
) -> str:
    """The key of all that every face of a game is made of, whatever its card; `contents`: see `read_contents`."""
    decks = {
        id_: [deck.title, deck.total, {name: repr(field) for name, field in deck.fields.items()}, deck.texts, deck.kind]
        for id_, deck in book.decks.items()
    }
    facts = {name: getattr(book, name) for name in book.__struct_fields__ if name not in ("decks", "digest")}
    shaper = find_spec("uharfbuzz")
    parts = [
        code_stamp(*_CODE),
        theme,
        lang,
        "codes" if codes else "",
        repr(_stamp(shaper.origin) if shaper and shaper.origin else None),
        repr([(name, file, _stamp(file)) for name, file in sorted(shelf.fonts().items())]),
    ]
    digests = [digest_bytes(part, 16) for part in (msgpack.encode([facts, decks]), *map(str.encode, parts))]
    return digest_bytes("|".join([*digests, *contents]).encode(), 16)


def _stamp(file: str) -> tuple[int, int, int] | None:
    try:
        stat = os.stat(file)
    except OSError:
        return None
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


def read_contents(folders: Sequence[str]) -> list[str]:
    """Every file below the folders, with a digest of its bytes."""
    found: list[str] = []
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                listing = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in listing:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
                continue
            try:
                digest = digest_bytes(read_at_most(entry.path, -1), 16)
            except OSError:
                digest = "unreadable"
            found.append(f"{entry.path}:{digest}")
    return found
