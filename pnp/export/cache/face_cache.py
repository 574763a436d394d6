"""Faces that are composed once, and used again as long as nothing they are made of has changed. In: keys of faces. Out:
PaintedFaces, which go on sheets as they are; Frames, where something is built of them.

They are kept by content in the user's cache folder, one file for each state of a game's layouts. The key is program,
fonts, layout files, theme, language, the facts of the game and the FaceKey; what else of the book a face read is
compared. Worker processes share long work. Invariant: a face made again would be byte for byte the same, whoever makes
it; faces with faults are never kept.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import DecodeError, Raw, msgpack
from msgspec.structs import replace

from pnp.base.cache import code_stamp, read_cached, touch, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.files import read_at_most
from pnp.base.places import cache_dir
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.font import Font
from pnp.export.pdf.operators import Drawing
from pnp.export.pdf.pdf_resources import Form, PaintedFace, PdfResources
from pnp.export.pdf.raster import Raster
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import Finished, digest_frame
from pnp.library.book_reader import Read, ReadDigests
from pnp.library.card import CardBook

if TYPE_CHECKING:
    from concurrent.futures import Future

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
        """A packed record of the key's faces; nothing when one has a fault."""
        alike = replace(key, card=None)
        if key.card is not None and alike in self._alike:
            return self._alike[alike]
        made = self.make(key)
        if made is None:
            return b""
        faces, noted = made
        reads = {read for face in faces for read in face.reads}
        packed = msgpack.encode(({read: self._digests[read] for read in sorted(reads)}, noted))
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
    kind: type[FaceMaker], root: str, games: dict[str, tuple[str, ...]], book: bytes, theme: str, lang: str, codes: bool
) -> None:
    cards = msgpack.decode(book, type=CardBook)
    _begin(kind(LayoutResources(DiskShelf(root, games), cards, theme, lang, codes=codes)))


def _record_all(keys: bytes) -> list[bytes]:
    return _here[0].record_all(_KEYS.decode(keys))


KEPT_FILES = 60
KEPT_BYTES = 250_000_000
_CODE = ("base", "library", "layout", "export")


# A face's reads of the book besides its card, each with a digest of what it found; what was noted of it, packed.
_RECORD = msgpack.Decoder(tuple[dict[Read, str], Raw])
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
            if data is not None:
                reads, noted = _RECORD.decode(data)
                return noted if all(self._digests[read] == digest for read, digest in reads.items()) else None
        return None

    def add(self, key: FaceKey, packed: bytes) -> None:
        """Keep a packed record of the key's faces."""
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


class FacePainter(FaceMaker):
    """Composes and paints faces."""

    def __init__(self, resources: LayoutResources, fonts: dict[str, Font] | None = None) -> None:
        """`fonts`: those in use elsewhere, which need not be read again."""
        super().__init__(resources)
        self._pdf = PdfResources(resources.font_bytes, resources.image_bytes, fonts, shown=resources.shelf.shown)

    def make(self, key: FaceKey) -> tuple[Sequence[ComposedFace], object] | None:
        """The faces, and the same painted."""
        faces = compose(self.resources, key)
        if self.resources.report.items or any(face.report.items for face in faces):
            return None
        made = [self._noted(face) for face in faces]
        if None in made:
            return None
        return faces, made

    def _noted(self, face: ComposedFace) -> object:
        """The face's digest, and the face painted; None when a font lacks one of its characters."""
        frame = face.frame
        form = self._pdf.paint(frame)
        if self._pdf.lacking(form):
            return None
        outline = (frame.name, frame.width, frame.height, frame.bleed, frame.corner, frame.cut)
        return digest_frame(frame), PaintedFace(*outline, form.packed())


class FrameKeeper(FacePainter):
    """Composes faces and paints them to see that fonts have all characters; the Frames are kept."""

    def _noted(self, face: ComposedFace) -> object:
        """The Frame with its digest: read again, whole numbers are floats, and it would be digested to another."""
        return (digest_frame(face.frame), face.frame) if super()._noted(face) is not None else None


KINDS: dict[
    str, tuple[type[FacePainter], msgpack.Decoder[Any]]
] = {  # what is kept, by the name of its folder: who makes it, and how it is read
    "faces": (FacePainter, msgpack.Decoder(list[tuple[str, PaintedFace]])),
    "frames": (FrameKeeper, msgpack.Decoder(list[tuple[str, Frame]])),
}


class FaceCache(FaceRecords):
    """The painted `faces`, or the `frames`, of one game, theme and language."""

    def __init__(self, kind: str, slug: str, surroundings: str) -> None:
        super().__init__(kind, slug, surroundings)
        self.maker, self._decoder = KINDS[kind]

    def faces(self, key: FaceKey) -> Finished | None:
        """The faces of a key, if they are known."""
        noted = self.get(key)
        with suppress(DecodeError, ValueError):
            found: Finished | None = self._decoder.decode(noted) if noted is not None else None
            return found
        return None


_FORM = msgpack.Decoder(tuple[Drawing, dict[str, Raster]])


class FormCache(Records):
    """The streams of one game, theme, language and kind of inks."""

    def form(self, digest: str) -> tuple[Form, Mapping[str, Raster]] | None:
        """The stream of a Frame, if it is known, and the pictures in it that are in no file."""
        data = self.look_up(digest)
        with suppress(DecodeError, ValueError):
            if data is not None:
                drawing, pictures = _FORM.decode(data)
                return Form(drawing, is_packed=True), pictures
        return None

    def add(self, digest: str, form: Form, pictures: Mapping[str, Raster]) -> None:
        """Keep a stream with its pictures."""
        self.keep(digest, msgpack.encode((form.packed(), dict(pictures))))


BATCH = 64
MIN_TASKS = 1200  # tasks that one process does sooner than it can start a worker
_AHEAD = 3  # batches in a worker's queue, so that it never waits

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def run_batches(
    tasks: Sequence[Task],
    here: Callable[[Sequence[Task]], list[Outcome]],
    away: Callable[[bytes], list[Outcome]],
    open_pool: Callable[[int], Pool],
    workers: int,
    take: Callable[[Sequence[Task], list[Outcome]], None],
) -> None:
    """Do a batch `here`, or `away` in a worker, which gets it packed; `open_pool` gives that many workers. `take` is
    called with each batch and its outcome.
    """
    waiting = deque(tasks[at : at + BATCH] for at in range(0, len(tasks), BATCH))
    if workers < 1 or len(tasks) < MIN_TASKS:
        for batch in waiting:
            take(batch, here(batch))
        return
    from concurrent.futures import BrokenExecutor  # what it imports takes as long as forty faces

    pool = open_pool(workers)
    given: deque[tuple[Sequence[Task], Future[list[Outcome]]]] = deque()
    try:
        while waiting or given:
            while waiting and len(given) < workers * _AHEAD:
                given.append((waiting[0], pool.submit(away, msgpack.encode(waiting[0]))))
                waiting.popleft()
            while given and (given[0][1].done() or not waiting):
                take(given[0][0], given[0][1].result())
                given.popleft()
            if waiting:
                batch = waiting.pop()
                take(batch, here(batch))
    except BrokenExecutor:  # a worker was killed: what is left is done here
        for batch in (*(batch for batch, _ in given), *waiting):
            take(batch, here(batch))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
