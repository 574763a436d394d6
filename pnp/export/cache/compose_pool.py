"""Composing what is not known yet, much of it with worker processes. In: keys of faces, and what is to be made of them.
Out: records of them.

Invariant: a record is the same whoever makes it. There is none of faces with a fault: they are composed every time, so
that their faults are reported.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import msgpack
from msgspec.structs import replace

from pnp.export.cache.batch_pool import run_batches
from pnp.export.cache.face_records import FaceRecord, FaceRecords
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.compose import FaceKey
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.library.book_reader import ReadDigests
from pnp.library.card import CardBook

if TYPE_CHECKING:
    from pnp.base.workers import Pool


class FaceMaker(ABC):
    """Composes faces of one game, theme and language, and makes something of them that can be kept."""

    def __init__(self, resources: LayoutResources) -> None:
        """A subclass is made of resources alone, as workers do."""
        self.resources = resources
        self._digests = ReadDigests(resources.book)
        self._alike: dict[FaceKey, bytes] = {}  # records of faces that are the same for every card, such as backs

    @abstractmethod
    def make(self, key: FaceKey) -> tuple[Sequence[ComposedFace], object] | None:
        """The key's faces, and what is to be kept of them; None when one has a fault."""

    def record(self, key: FaceKey) -> bytes:
        """A packed FaceRecord of the key's faces; nothing when one has a fault."""
        alike = replace(key, card=None)
        if key.card is not None and alike in self._alike:
            return self._alike[alike]
        made = self.make(key)
        if made is None:
            return b""
        faces, noted = made
        reads = {read for face in faces for read in face.reads}
        packed = msgpack.encode(FaceRecord({read: self._digests[read] for read in sorted(reads)}, noted))
        if key.card is not None and not any(face.is_of_card for face in faces):
            self._alike[alike] = packed
        return packed

    def record_all(self, keys: Sequence[FaceKey]) -> list[bytes]:
        """Several faces, in order."""
        return [self.record(key) for key in keys]


def compose_faces(
    maker: FaceMaker,
    shelf: DiskShelf,
    keys: Sequence[FaceKey],
    records: FaceRecords,
    workers: int,
    on_progress: Callable[[int, int], None],
) -> None:
    """Add a record for each key whose faces have no fault; `shelf`: that of the maker's resources."""
    done = 0

    def take(batch: Sequence[FaceKey], made: Sequence[bytes]) -> None:
        nonlocal done
        for key, packed in zip(batch, made, strict=True):
            if packed:
                records.add(key, packed)
        done += len(batch)
        on_progress(done, len(keys))

    run_batches(keys, maker.record_all, _record_all, partial(_open_pool, maker, shelf), workers, take)


def _open_pool(maker: FaceMaker, shelf: DiskShelf, workers: int) -> Pool:
    """Workers that make the same records: each has a copy of the maker, or one of the same game."""
    from pnp.base.system import can_be_copied
    from pnp.base.workers import Pool

    if can_be_copied():
        return Pool(workers, _begin, maker, are_copies=True)
    its = maker.resources
    facts = (shelf.root, shelf.games, msgpack.encode(its.book), its.theme.name, its.lang_label, its.codes)
    return Pool(workers, _begin_anew, type(maker), *facts)


_here: list[FaceMaker] = []  # of a worker process
_KEYS = msgpack.Decoder(list[FaceKey])


def _begin(maker: FaceMaker) -> None:
    import gc

    gc.disable()
    _here.append(maker)


def _begin_anew(
    kind: type[FaceMaker],
    root: str,
    games: dict[str, tuple[str, ...]],
    book: bytes,
    theme: str,
    lang: str,
    codes: bool,
) -> None:
    cards = msgpack.decode(book, type=CardBook)
    _begin(kind(LayoutResources(DiskShelf(root, games), cards, theme, lang, codes=codes)))


def _record_all(keys: bytes) -> list[bytes]:
    return _here[0].record_all(_KEYS.decode(keys))
