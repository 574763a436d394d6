"""The studio at work. In: a desk, a watch, screens. Out: what changed, told to the screens, the most urgent first.

All work on the desk is done by one thread, in steps of some milliseconds; between two steps the next is chosen: files
that changed, pictures that somebody waits for, faces that somebody sees, all other faces, what is wrong with them.
Invariant: so a newer edit ends the work of an older one; the loop of the server never composes, paints or reads.
"""

from __future__ import annotations

import asyncio
import threading
import time
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from pnp.base.diagnostics import InputError
from pnp.base.watching import EVERY, FileWatch
from pnp.catalog import CatalogEntry
from pnp.library.words import localise
from pnp.studio.desk import Desk
from pnp.studio.faces import Edition, Face
from pnp.studio.faults import RANK
from pnp.studio.game_check import GameCheck
from pnp.studio.past import LastPrints
from pnp.studio.pictures import Pictures, Wanted
from pnp.studio.screens import Screens

HOLD = 0.06  # seconds that broken files must stay as they are: editors write in two steps
SELDOM = 1.0  # seconds between two looks at what all games use: it belongs to the installation
MOST_SIZES = 10_000
STEP = 0.012  # seconds of work after which the next is chosen anew
PUBLISH_EVERY = 0.15  # seconds between two lists of faults while there is work

T = TypeVar("T")


class Studio:
    """One game at work. Its methods are called in the server's loop."""

    def __init__(self, game: CatalogEntry, made: Callable[[], None] | None = None) -> None:
        """`made`: called once, when every face is there for the first time."""
        self.game = game
        self._made = made
        self.desk = Desk(game)
        self.screens = Screens()
        self.is_closing = False
        self.prints = LastPrints(self.desk)
        self._check = GameCheck(game, self._found_beyond)
        self._is_checked = False  # whether the files are as they were checked
        self._pictures = Pictures()
        self._closing = threading.Event()
        self._sizes: dict[tuple[Edition, str], int] = {}  # in which faces were last asked for
        self._thread = ThreadPoolExecutor(1, "desk")
        self._aside = ThreadPoolExecutor(1, "aside")
        self._patient: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._wake = asyncio.Event()
        self._changed: set[str] = set()
        self._changed_at = 0.0
        self._asked: OrderedDict[Wanted, asyncio.Future[bytes | None]] = OrderedDict()
        self._editions: list[Edition] = []
        self._published: Any = None
        self._published_at = 0.0
        self._is_done = True  # whether all is made and told
        self._is_published = True  # whether what is wrong beyond the faces is

    async def start(self) -> None:
        """Read the game for the first time; raises InputError when there is nothing to begin with."""
        watches = [(FileWatch(self.desk.folders), EVERY), (FileWatch([self.desk.stock]), SELDOM)]  # before reading
        await self._do(self.desk.read)
        if self.desk.book is None:
            raise InputError(self.desk.report)
        loop = asyncio.get_running_loop()

        def noticed(changed: list[str]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._notice, changed)

        for files, every in watches:
            threading.Thread(target=self._follow, args=(files, every, noticed), daemon=True).start()

    def close(self) -> None:
        """End all streams; work that has begun is not waited for."""
        self.is_closing = True
        self._closing.set()
        self._check.end()
        for screen in self.screens.open:
            screen.wake()
        self._wake.set()

    def _follow(self, files: FileWatch, every: float, noticed: Callable[[list[str]], object]) -> None:
        """Look at files until the studio closes; a thread of its own, for that costs half of what a loop does."""
        for changed in files.changes(self._closing.wait, every):
            noticed(changed)

    def _notice(self, changed: list[str]) -> None:
        self._changed.update(changed)
        self._changed_at = time.monotonic()
        self._wake.set()

    async def work(self) -> None:
        """Do what is most urgent, until the studio closes."""
        try:
            while not self.is_closing:
                self._wake.clear()
                if not await self._step():
                    await self._wake.wait()
        finally:
            for _, waits in self._patient:
                waits.cancel()
            for thread in (self._thread, self._aside):
                thread.shutdown(wait=False, cancel_futures=True)

    async def picture(self, wanted: Wanted) -> bytes | None:
        """The picture of a face that is shown; None when there is no such face any more."""
        known = self._pictures.get(wanted)
        if known is not None:
            return known
        waits = self._asked.get(wanted)
        if waits is None:
            waits = self._asked[wanted] = asyncio.get_running_loop().create_future()
            self._wake.set()
        return await asyncio.shield(waits)

    async def ask(self, question: Callable[[], T]) -> T:
        """Do something with the desk, in its thread."""
        return await self._do(question)

    async def ask_last(self, question: Callable[[], T]) -> T:
        """The same, once there is nothing else to do."""
        waits: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._patient.append((question, waits))
        self._wake.set()
        return await waits

    async def ask_aside(self, question: Callable[[], T]) -> T:
        """Do what takes long beside the desk, so that no save is held up by it, and not before all faces are there."""
        await self.ask_last(lambda: None)
        return await asyncio.get_running_loop().run_in_executor(self._aside, question)

    def wake(self) -> None:
        """There may be work: somebody looks at something else."""
        self._wake.set()

    async def _do(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    # Steps.

    async def _step(self) -> bool:
        """The most urgent step; False when there is nothing to do."""
        if self._changed:
            await self._read()
            return True
        editions = self.screens.editions
        if editions and editions != self._editions:
            self._editions = editions
            await self._do(self.desk.show, editions)
            self._is_done = False
            return True
        if self._asked:
            wanted, waits = self._asked.popitem(last=False)
            data = await self._do(self._paint, wanted)
            if not waits.done():
                waits.set_result(data)
            return True
        composed = await self._do(self._compose)
        if composed is not None:
            self._publish_faces(composed)
            return True
        if await self._do(self._look_over):
            await self._publish_faults(PUBLISH_EVERY)
            return True
        if not self._is_published:
            self._is_published = True
            await self._publish_faults()
            return True
        if not self._is_done:
            self._is_done = True
            await self._publish_faults()
            self.screens.publish("done", {})
            if self._made is not None:
                self._made()
                self._made = None
            if not self._is_checked and not self.desk.is_broken:
                self._is_checked = True
                self._check.begin()
        if self._patient:
            await self._answer(*self._patient.popleft())
            return True
        return False

    async def _answer(self, question: Callable[[], Any], waits: asyncio.Future[Any]) -> None:
        if waits.cancelled():
            return
        try:
            answer = await self._do(question)
        except Exception as fault:  # it is told to who asked
            if not waits.done():
                waits.set_exception(fault)
            return
        if not waits.done():
            waits.set_result(answer)

    async def _read(self) -> None:
        changed, self._changed = self._changed, set()
        was_broken, listed = self.desk.is_broken, self.desk.listing()
        await self._do(self.desk.read, changed)
        if self.desk.is_broken and not was_broken:
            await asyncio.sleep(max(0.0, self._changed_at + HOLD - time.monotonic()))
            if self._changed:
                return
        self._is_done = self._is_checked = False
        if self.desk.is_broken or was_broken:
            await self._publish_faults()
        if self.desk.listing() != listed:
            self.screens.publish("list", {})

    def _paint(self, wanted: Wanted) -> bytes | None:
        found = self.desk.find(wanted[0])
        if found is None:
            return self._paint_printed(wanted)
        edition, resources, face = found
        if len(self._sizes) > MOST_SIZES:
            self._sizes.clear()
        self._sizes[edition, face.name] = wanted[1]
        try:
            return self._pictures.paint(resources, face.frame, wanted)
        except InputError:  # told as a fault of the face
            return None

    def _paint_printed(self, wanted: Wanted) -> bytes | None:
        printed = self.prints.find(wanted[0])
        try:
            return self._pictures.paint_with(*printed, wanted) if printed is not None else None
        except (InputError, KeyError, zlib.error):  # what is kept of it is not whole
            return None

    def _compose(self) -> list[tuple[Edition, list[Face], bool]] | None:
        """Compose for a moment, the most urgent first; None when there is nothing to compose."""
        done: list[tuple[Edition, list[Face], bool]] = []
        end = time.monotonic() + STEP
        while not self._changed:
            following = self.desk.next_slot(self.screens.visible)
            if following is None:
                return done or None
            edition, slot = following
            made = self.desk.compose(edition, slot)
            if made is not None:
                done.append((edition, *made))
            if time.monotonic() > end or slot.name in self.screens.visible:
                break
        return done

    def _look_over(self) -> bool:
        end = time.monotonic() + STEP
        is_any = False
        while not self._changed and (following := self.desk.next_unlooked(self.screens.visible)) is not None:
            self.desk.look_over(*following)
            is_any = True
            if time.monotonic() > end:
                break
        return is_any

    # Telling.

    def _publish_faces(self, composed: list[tuple[Edition, list[Face], bool]]) -> None:
        for edition, faces, is_other_list in composed:
            for face in faces:
                self._ask_ahead(edition, face)
                values = {**face.values(), "edition": edition.name(), "lang": edition.lang, "theme": edition.theme}
                self.screens.publish("face", {**values, "picture": picture_path(face.digest)}, edition)
            if is_other_list:
                self.screens.publish("list", {}, edition)

    def _ask_ahead(self, edition: Edition, face: Face) -> None:
        """A face that somebody sees will be asked for in the size it had: it is painted while the page is told."""
        size = self._sizes.get((edition, face.name))
        if size is not None and face.slot.name in self.screens.visible:
            self._asked.setdefault((face.digest, size), asyncio.get_running_loop().create_future())

    async def _publish_faults(self, patience: float = 0.0) -> None:
        """Tell what is wrong, if it is other than what was told; not again before `patience` is over."""
        if time.monotonic() - self._published_at < patience:
            return
        values = await self._do(self._fault_values)
        self._published_at = time.monotonic()
        if values != self._published:
            self._published = values
            self.screens.publish("faults", values)

    def _fault_values(self) -> dict[str, Any]:
        """What is wrong with the game and its faces, then what is wrong beyond them and not told already."""
        faults = self.desk.all_faults()
        known = {_place(it) for it in faults}
        beyond = [{**it, "faces": [], "count": 0} for it in self._check.faults if _place(it) not in known]
        if not self.desk.is_broken:
            faults = sorted([*faults, *beyond], key=lambda it: RANK.get(it["severity"], 2))
        return {"broken": self.desk.is_broken, "faults": faults}

    def _found_beyond(self) -> None:
        """Tell faults that were found beside the work."""
        self._is_published = False
        self._wake.set()

    def state(self, editions: tuple[Edition, ...]) -> dict[str, Any]:
        """All that a page begins with; called in the desk's thread."""
        desk = self.desk
        book = desk.book
        assert book is not None, "the studio begins with a book"
        faces = {}
        for edition in editions:
            tight = desk.tightness(edition)
            faces[edition.name()] = [{**face.values(), "tight": tight[face.name]} for face in desk.faces(edition)]
        lang = editions[0].lang.partition("+")[0] if editions else book.languages[0]
        components = [
            {"id": each.id, "title": localise(each.title, lang) or each.id, "kind": each.kind, "deck": each.deck}
            for each in book.components
        ]
        return {
            "game": self.game.slug,
            "title": localise(book.title, lang) or self.game.slug,
            "version": book.version,
            "languages": desk.languages,
            "themes": desk.themes,
            "components": components,
            "faces": faces,
            **self._fault_values(),
        }


def _place(fault: dict[str, Any]) -> tuple[object, ...]:
    return fault["file"], fault["line"], fault["column"], fault["code"]


def picture_path(digest: str) -> str:
    """Where the picture of a face is."""
    return f"/face/{digest}.webp"
