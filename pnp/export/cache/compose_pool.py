"""Finishing faces: compose and paint what is not finished yet, much of it with helping processes. In: resources, the
layouts and cards asked for. Out: finished faces, for `Faces` to take in.

Invariant: a face is the same whoever finishes it. One that has any fault is left to whoever tells faults.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import msgpack

from pnp.export.cache.batch_pool import spread
from pnp.export.cache.face_cache import Faces, Painted
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import digest_frame
from pnp.library.card import Card, CardBook
from pnp.library.lent import LentBook

FaceKey = tuple[str, Card]  # a layout and a card


class Finisher:
    """Composes and paints single faces of one game, theme and language."""

    def __init__(self, resources: LayoutResources, lent: LentBook, whole_book: str, fonts: dict[str, Font]) -> None:
        """`resources`: one that was given the lent book."""
        self._workshop = resources
        self._lent = lent
        self._whole = whole_book
        self._supplies = PdfResources(resources.font_bytes, resources.image_bytes, fonts, shown=resources.shelf.shown)
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

    def finish_all(self, wishes: Sequence[FaceKey]) -> list[bytes]:
        """Several faces, in order."""
        return [self.finish(layout, card) for layout, card in wishes]


def finish_faces(
    finisher: Finisher,
    faces: Faces,
    wishes: Sequence[FaceKey],
    helpers: int,
    begin: Sequence[object],
    tell: Callable[[int, int], None],
) -> None:
    """Finish all wishes; `begin` is what a helper needs to begin (see `_begin`)."""
    done = 0

    def take(batch: Sequence[FaceKey], made: Sequence[bytes]) -> None:
        nonlocal done
        for (layout, card), packed in zip(batch, made, strict=True):
            if packed:
                faces.add(layout, card, packed)
        done += len(batch)
        tell(done, len(wishes))

    spread(wishes, finisher.finish_all, _finish, (_begin, begin), helpers, take)


_here: list[Finisher] = []  # of a helping process
_WISHES = msgpack.Decoder(list[FaceKey])


def _begin(games: dict[str, str], root: str, book: bytes, whole_book: str, theme: str, lang: str) -> None:
    import gc

    gc.disable()
    lent = LentBook(msgpack.decode(book, type=CardBook))
    resources = LayoutResources(DiskShelf(root, games), lent.as_book, theme, lang)
    _here.append(Finisher(resources, lent, whole_book, {}))


def _finish(wishes: bytes) -> list[bytes]:
    return _here[0].finish_all(_WISHES.decode(wishes))
