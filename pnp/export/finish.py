"""Finishing faces: compose and paint what is not finished yet, much of it with helping processes. In: a workshop, the
layouts and cards asked for. Out: finished faces, for `Faces` to take in.

Invariant: a face is the same whoever finishes it. One that has any fault is left to whoever tells faults. When this is
left, by its end, a fault or Ctrl-C, no helper is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import msgpack

from pnp.export.faces import Faces, Painted
from pnp.export.font import Font
from pnp.export.shelf import DiskShelf
from pnp.export.supplies import Supplies
from pnp.layout.components import digest_frame
from pnp.layout.compose import compose_card
from pnp.layout.workshop import Workshop
from pnp.library.card import Card, CardBook
from pnp.library.lent import LentBook

if TYPE_CHECKING:
    from concurrent.futures import Future

BATCH = 64
WORTH = 1200  # faces that one process finishes sooner than it has found a helper
_AHEAD = 3  # batches a helper is given at once, so that it never waits

Wish = tuple[str, Card]  # a layout and a card


class Finisher:
    """Composes and paints single faces of one game, theme and language."""

    def __init__(self, workshop: Workshop, lent: LentBook, whole_book: str, fonts: dict[str, Font]) -> None:
        """`workshop`: one that was given the lent book."""
        self._workshop = workshop
        self._lent = lent
        self._whole = whole_book
        self._supplies = Supplies(workshop.font_bytes, workshop.image_bytes, fonts)
        self._readers: set[str] = set()  # layouts that look at other cards

    def finish(self, layout: str, card: Card) -> bytes:
        """The face, packed; nothing when it has a fault."""
        self._lent.is_read = False
        face = compose_card(self._workshop, layout, card)
        if self._lent.is_read:
            self._readers.add(layout)  # and all its later faces: what was seen may be remembered for them
        if face.report.items or self._workshop.report.items:
            return b""
        frame = face.frame
        form = self._supplies.paint(frame)
        if self._supplies.lacking(form):
            return b""
        return msgpack.encode(
            Painted(
                self._whole if layout in self._readers else "",
                digest_frame(frame),
                frame.name,
                frame.width,
                frame.height,
                frame.bleed,
                frame.corner,
                frame.cut,
                form.packed(),
            )
        )

    def finish_all(self, wishes: Sequence[Wish]) -> list[bytes]:
        """Several faces, in order."""
        return [self.finish(layout, card) for layout, card in wishes]


def finish_faces(
    finisher: Finisher,
    faces: Faces,
    wishes: Sequence[Wish],
    helpers: int,
    begin: tuple[object, ...],
    tell: Callable[[int, int], None],
) -> None:
    """Finish all wishes; `begin` is what a helper needs to begin (see `_begin`)."""
    done = 0

    def take(batch: Sequence[Wish], made: Sequence[bytes]) -> None:
        nonlocal done
        for (layout, card), packed in zip(batch, made, strict=True):
            if packed:
                faces.add(layout, card, packed)
        done += len(batch)
        tell(done, len(wishes))

    waiting = deque(wishes[at : at + BATCH] for at in range(0, len(wishes), BATCH))
    if helpers < 1 or len(wishes) < WORTH:
        for batch in waiting:
            take(batch, finisher.finish_all(batch))
        return
    from concurrent.futures import BrokenExecutor  # what it imports takes as long as forty faces

    from pnp.base.workers import Pool

    pool = Pool(helpers, _begin, *begin)
    given: deque[tuple[Sequence[Wish], Future[list[bytes]]]] = deque()
    try:
        while waiting or given:
            while waiting and len(given) < helpers * _AHEAD:
                batch = waiting.popleft()
                given.append((batch, pool.submit(_finish, msgpack.encode(batch))))
            while given and (given[0][1].done() or not waiting):
                batch, future = given.popleft()
                take(batch, future.result())
            if waiting:
                batch = waiting.pop()
                take(batch, finisher.finish_all(batch))
    except BrokenExecutor:  # a helper was ended from outside: what is left is done here
        for batch in (*(batch for batch, _ in given), *waiting):
            take(batch, finisher.finish_all(batch))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_here: list[Finisher] = []  # of a helping process
_WISHES = msgpack.Decoder(list[Wish])


def _begin(games: dict[str, str], root: str, book: bytes, whole_book: str, theme: str, lang: str) -> None:
    import gc

    gc.disable()
    lent = LentBook(msgpack.decode(book, type=CardBook))
    workshop = Workshop(DiskShelf(root, games), lent.as_book, theme, lang)
    _here.append(Finisher(workshop, lent, whole_book, {}))


def _finish(wishes: bytes) -> list[bytes]:
    return _here[0].finish_all(_WISHES.decode(wishes))
