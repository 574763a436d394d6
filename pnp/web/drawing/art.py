"""Pictures of faces, made in the background. In: a Look, which face, how large, in which language. Out: WebP.

A process of its own paints them, first what is asked for; what was painted is kept on disk by what it was made of, so
the next table of the same game has all of it at once. Invariant: neither the loop of the server nor a table's thread
paints; what is kept is of the book, never of a table.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from typing import NamedTuple

from pnp.base.cache import read_cached, touch, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.base.workers import Pool
from pnp.export.order.order import GameFolders
from pnp.web.drawing.look import LARGE, SMALL, USUAL, WIDE, FaceName, Look

LONGEST = {SMALL: 128, USUAL: 400, WIDE: 1000, LARGE: 1900}  # pixels of the longer side
AT_ONCE = 6  # faces that are painted in one go
KEPT_FILES, KEPT_BYTES = 4000, 200_000_000
KEPT_HERE = 16_000_000  # bytes of pictures in memory
IDLE = 5.0  # seconds after which the painter goes home


class Picture(NamedTuple):
    """What is to be painted."""

    face: FaceName
    size: str
    lang: str


class Art:
    """The pictures of one game."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._here: OrderedDict[Picture, bytes] = OrderedDict()
        self._bytes = 0
        self._wanted: OrderedDict[Picture, asyncio.Future[bytes]] = OrderedDict()
        self._painting: asyncio.Task[None] | None = None
        self._pool: Pool | None = None
        self._ahead: list[Picture] = []  # what may be asked for later, painted when there is nothing else to do
        self._looked_ahead: set[tuple[str, str]] = set()  # in these sizes and languages

    async def picture(self, name: str, lang: str) -> bytes | None:
        """The WebP of `tiles.louhi.m`; nothing in it when it cannot be painted, None when there is no such face."""
        wanted = self._parse(name, lang)
        if wanted is None:
            return None
        found = self._here.get(wanted)
        if found is None:
            kept = await asyncio.to_thread(read_cached, self._file(wanted))
            if kept is not None:
                found = bytes(kept)
                touch(self._file(wanted))
                self._keep(wanted, found)
        return found if found is not None else await self._ask(wanted)

    def close(self) -> None:
        """Paint no more."""
        if self._painting is not None:
            self._painting.cancel()
        self._dismiss()

    def _parse(self, name: str, lang: str) -> Picture | None:
        path, _, size = name.rpartition(".")
        is_back = path.endswith(".back")
        component, _, card = path.removesuffix(".back").partition(".")
        face = FaceName(component, card, is_back)
        is_known = lang in (*self.look.book.languages, *self.look.book.drafts) and size in LONGEST
        return Picture(face, size, lang) if is_known and self.look.layout_of(face)[0] else None

    def _file(self, wanted: Picture) -> str:
        made_of = f"{self.look.token}|{wanted.face.path()}|{wanted.size}|{wanted.lang}"
        return os.path.join(cache_dir(), "art", f"{digest_bytes(made_of.encode(), 16)}.webp")

    def _keep(self, wanted: Picture, data: bytes) -> None:
        self._here[wanted] = data
        self._bytes += len(data)
        while self._bytes > KEPT_HERE:
            self._bytes -= len(self._here.popitem(last=False)[1])

    # In the loop of the server; the work is done elsewhere.

    async def _ask(self, wanted: Picture) -> bytes:
        waits = self._wanted.get(wanted)
        self._look_ahead(wanted)
        if waits is None:
            waits = self._wanted[wanted] = asyncio.get_running_loop().create_future()
        if self._painting is None or self._painting.done():
            self._painting = asyncio.create_task(self._paint())
        return await asyncio.shield(waits)

    async def _paint(self) -> None:
        """Paint what is wanted, then what may be, until nothing has been wanted for a while."""
        idle = 0.0
        while idle < IDLE:
            batch = list(self._wanted)[:AT_ONCE] or (self._next_ahead() if idle else [])
            if not batch:
                await asyncio.sleep(0.25)
                idle += 0.25
                continue
            idle = 0.0
            made = await self._painted(batch)
            for wanted, data in zip(batch, made, strict=True):
                waits = self._wanted.pop(wanted, None)
                if data:
                    await asyncio.to_thread(write_cached, self._file(wanted), data, KEPT_FILES, KEPT_BYTES)
                if waits is not None:
                    self._keep(wanted, data)
                    if not waits.done():
                        waits.set_result(data)
        self._dismiss()

    def _look_ahead(self, wanted: Picture) -> None:
        """All playing cards will be painted as this one: which of them were asked for, time tells no rival for long."""
        if (wanted.size, wanted.lang) not in self._looked_ahead and wanted.size in (SMALL, USUAL):
            self._looked_ahead.add((wanted.size, wanted.lang))
            faces = map(self.look.face, self.look.book.playing_cards)
            self._ahead += [Picture(face, wanted.size, wanted.lang) for face in faces if face is not None]

    def _next_ahead(self) -> list[Picture]:
        """The next faces of playing cards that nobody asked for yet, and that are not kept."""
        found: list[Picture] = []
        while self._ahead and len(found) < AT_ONCE:
            if not os.path.exists(self._file(self._ahead[0])):
                found.append(self._ahead[0])
            del self._ahead[0]
        return found

    async def _painted(self, batch: list[Picture]) -> list[bytes]:
        """What the painter makes of these; nothing where it cannot."""
        game = self.look.game
        if game is None:
            return [b""] * len(batch)
        from pnp.web.drawing.art_painter import begin, paint  # what paints is not wanted here

        try:
            if self._pool is None:
                self._pool = Pool(1, begin, _Folders(game), self.look.book, self.look.data.thumbs)
            faces = [(wanted.face, LONGEST[wanted.size], wanted.size == SMALL, wanted.lang) for wanted in batch]
            made = await asyncio.wrap_future(self._pool.submit(paint, faces))
        except (OSError, RuntimeError):  # the painter was ended, or there is no room for one
            self._dismiss()
            return [b""] * len(batch)
        assert isinstance(made, list)
        return made

    def _dismiss(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class _Folders:
    """Where a game's layouts are, as it can be told to another process."""

    def __init__(self, game: GameFolders) -> None:
        self.slug, self.shelves = game.slug, dict(game.shelves)
