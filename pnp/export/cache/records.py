"""Records of faces, kept from build to build. In: what a face is made of: resources's surroundings, a card. Out: what
is known of the face.

They are kept by content under the user's cache folder, one file for each state of a game's layouts. Invariant: what is
found was noted of a face that, made anew, would be byte for byte the same. Its key is everything that it is made of:
program, fonts, layout files, theme, language, what the whole game says, its card; and all cards, when it looked at
others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec

from msgspec import DecodeError, Raw, Struct, msgpack

from pnp.base.cache import code_stamp, find_kept, keep, touch
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.export.disk_shelf import DiskShelf
from pnp.library.card import Card, CardBook

KEPT_FILES = 60
KEPT_BYTES = 250_000_000
_CODE = ("base", "library", "layout", "export")


class Record(Struct, frozen=True, array_like=True):
    """What is known of a face begins with this.

    book: the digest of the whole book, when the face was made of more of it than its own card; else "".
    """

    book: str


_HEAD = msgpack.Decoder(Record)
_FILE = msgpack.Decoder(dict[str, Raw])


class Records:
    """The records of one game, theme and language; `kind` names the folder they are kept in."""

    def __init__(self, kind: str, slug: str, surroundings: str) -> None:
        """`surroundings`: the key of all that every face is made of."""
        self.surroundings = surroundings
        self._path = os.path.join(cache_dir(), kind, f"{slug}-{surroundings}.kept")
        self._whole = ""
        self._known = self._read()
        self._used: set[str] = set()
        self._is_new = False

    def _read(self) -> dict[str, Raw]:
        data = find_kept(self._path)
        if data is not None:
            with suppress(DecodeError, ValueError):
                return _FILE.decode(data)
        return {}

    def begin(self, whole_book: str) -> None:
        """A build begins, with the book of that digest."""
        self._whole = whole_book
        self._used.clear()

    def has(self, layout: str, card: Card) -> bool:
        """True when there is a record of the face."""
        return self.find(layout, card) is not None

    def find(self, layout: str, card: Card) -> Raw | None:
        """The record of the face, packed."""
        key = _key(layout, card)
        data = self._known.get(key)
        if data is None:
            return None
        self._used.add(key)
        with suppress(DecodeError, ValueError):
            return data if _HEAD.decode(data).book in ("", self._whole) else None
        return None

    def add(self, layout: str, card: Card, packed: bytes) -> None:
        """Note what was just learnt of a face."""
        key = _key(layout, card)
        self._known[key] = Raw(packed)
        self._used.add(key)
        self._is_new = True

    def save(self) -> None:
        """Keep what there is; what nobody asked for is dropped once it is the most."""
        if not self._is_new:
            if self._known:
                touch(self._path)
            return
        self._is_new = False
        if len(self._known) > 2 * len(self._used) + 500:
            self._known = {key: data for key, data in self._known.items() if key in self._used}
        keep(self._path, msgpack.encode(self._known), KEPT_FILES, KEPT_BYTES)


def _key(layout: str, card: Card) -> str:
    return digest_bytes(b"%b\0%b" % (layout.encode(), msgpack.encode(card)), 16)


def digest_surroundings(shelf: DiskShelf, book: CardBook, theme: str, lang: str, contents: Sequence[str]) -> str:
    """The key of all that every face of a game is made of, whatever its card; `contents`: see `read_contents`."""
    decks = {
        id_: [deck.title, deck.total, {name: repr(field) for name, field in deck.fields.items()}, deck.texts, deck.kind]
        for id_, deck in book.decks.items()
    }
    told = {name: getattr(book, name) for name in book.__struct_fields__ if name not in ("decks", "digest")}
    shaper = find_spec("uharfbuzz")
    parts = [
        code_stamp(*_CODE),
        theme,
        lang,
        repr(_stamp(shaper.origin) if shaper and shaper.origin else None),
        repr([(name, file, _stamp(file)) for name, file in sorted(shelf.fonts().items())]),
    ]
    digests = [digest_bytes(part, 16) for part in (msgpack.encode([told, decks]), *map(str.encode, parts))]
    return digest_bytes("|".join([*digests, *contents]).encode(), 16)


def digest_whole(book: CardBook) -> str:
    """A digest of all that a book says."""
    return digest_bytes(msgpack.encode(book), 16)


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
                with open(entry.path, "rb") as stream:
                    digest = digest_bytes(stream.read(), 16)
            except OSError:
                digest = "unreadable"
            found.append(f"{entry.path}:{digest}")
    return found
