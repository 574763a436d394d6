"""Finished faces: composed and painted once, and used again as long as nothing they are made of changed. In: a
workshop's surroundings, cards. Out: for a layout and a card its face as documents need it: outline and streams.

They are kept by content under the user's cache folder, in one file for each state of a game's layouts. Invariant: a
face made anew would be byte for byte the same. Its key is everything that it is made of: program, fonts, layout files,
theme, language, what the whole game says, its card; and all cards, when it looked at others. Faces with any fault are
never kept.
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
from pnp.export.operators import Drawing
from pnp.export.shelf import DiskShelf
from pnp.layout.frame import Frame, PathData
from pnp.library.card import Card, CardBook

KEPT_FILES = 60
KEPT_BYTES = 250_000_000
_CODE = ("base", "library", "library/effect", "layout", "export")


class Painted(Struct, frozen=True, array_like=True):
    """A face: the digest of its whole Frame, the Frame without items, and its stream, deflated.

    book: the digest of the whole book, when the face was made of more of it than its own card.
    """

    book: str
    digest: str
    name: str
    width: float
    height: float
    bleed: float
    corner: float
    cut: PathData
    drawing: Drawing

    @property
    def frame(self) -> Frame:
        """What imposition must know of the face."""
        return Frame(self.name, self.width, self.height, self.bleed, self.corner, (), self.cut)


class _Head(Struct, array_like=True):
    book: str


_FACE = msgpack.Decoder(Painted)
_HEAD = msgpack.Decoder(_Head)
_FILE = msgpack.Decoder(dict[str, Raw])


class Faces:
    """The finished faces of one game, theme and language."""

    def __init__(self, slug: str, surroundings: str) -> None:
        """`surroundings`: the key of all that every face is made of."""
        self.surroundings = surroundings
        self._whole = ""
        self._path = os.path.join(cache_dir(), "faces", f"{slug}-{surroundings}.faces")
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

    def find(self, layout: str, card: Card) -> Painted | None:
        """The face, if it is finished."""
        key = _key(layout, card)
        if not self._is_known(key):
            return None
        self._used.add(key)
        with suppress(DecodeError, ValueError):
            return _FACE.decode(self._known[key])
        return None

    def has(self, layout: str, card: Card) -> bool:
        """True when the face is finished."""
        return self._is_known(_key(layout, card))

    def _is_known(self, key: str) -> bool:
        data = self._known.get(key)
        with suppress(DecodeError, ValueError):
            return data is not None and _HEAD.decode(data).book in ("", self._whole)
        return False

    def add(self, layout: str, card: Card, packed: bytes) -> None:
        """Take in a face that was just finished."""
        self._known[_key(layout, card)] = Raw(packed)
        self._is_new = True

    def save(self) -> None:
        """Keep what there is; faces that nothing asked for are dropped once they are the most."""
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
