"""Room: what a process keeps between builds. In: fonts, layouts, faces and PDFs of one build. Out: the same, for the
next.

Invariant: what is kept is used again only where making it anew would give the same: fonts always, templates and icons
as long as no layout file changed, a painted face as long as its digest is the same, a PDF as long as all on it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from pnp.export.font import Font
from pnp.export.pdf import About, paint_pdf
from pnp.export.shelf import DiskShelf
from pnp.export.supplies import Form, Supplies
from pnp.layout.components import Portfolio
from pnp.layout.frame import Frame, Sheet
from pnp.layout.workshop import Workshop
from pnp.library.card import CardBook

Stamps = dict[str, tuple[int, int]]
Tell = Callable[[str, int, int], None]  # what is being made, how many are done, of how many


def _silent(what: str, done: int, total: int) -> None:
    """Nobody wants to know."""


class Room:
    """See the module. `tell` hears how far long work is."""

    def __init__(self, tell: Tell = _silent) -> None:
        self.tell = tell
        self._fonts: dict[str, Font] = {}
        self._forms: dict[str, Form] = {}
        self._pdfs: dict[str, tuple[object, bytes]] = {}
        self._workshop: tuple[object, Workshop] | None = None

    def workshop(self, shelf: DiskShelf, book: CardBook, theme: str, lang: str, folders: Sequence[str]) -> Workshop:
        """A workshop for this book, with what the last one knew of the layouts if their files are the same."""
        key = (theme, lang, book.slug, book.languages, read_stamps(folders))
        like = self._workshop[1] if self._workshop is not None and self._workshop[0] == key else None
        workshop = Workshop(shelf, book, theme, lang, like=like)
        self._workshop = (key, workshop)
        return workshop

    def supplies(self, workshop: Workshop, portfolio: Portfolio) -> Supplies:
        """Supplies that know the fonts, and those faces that were painted before."""
        supplies = Supplies(workshop.font_bytes, workshop.image_bytes, self._fonts)
        for frame, digest in zip(portfolio.frames, portfolio.digests, strict=True):
            if digest in self._forms:
                supplies.adopt(frame, self._forms[digest])
        return supplies

    def keep(self, supplies: Supplies, portfolio: Portfolio) -> None:
        """Remember the painted faces, and forget those that are gone."""
        pairs = zip(portfolio.frames, portfolio.digests, strict=True)
        self._forms = {digest: supplies.form(frame) for frame, digest in pairs}

    def pdf(self, name: str, supplies: Supplies, portfolio: Portfolio, sheets: Sequence[Sheet], about: About) -> bytes:
        """The PDF of that name, painted only if anything on it changed."""
        used = sorted({place.frame for sheet in sheets for place in sheet.placements})
        key = (tuple(sheets), [(number, portfolio.digests[number]) for number in used], about)
        known = self._pdfs.get(name)
        if known is None or known[0] != key:
            known = self._pdfs[name] = (key, paint_pdf(supplies, portfolio.frames, sheets, about))
        return known[1]

    def paint(self, supplies: Supplies, frames: Sequence[Frame]) -> None:
        """Paint all faces, so that what is missing is known before anything is written."""
        for done, frame in enumerate(frames, 1):
            supplies.form(frame)
            self.tell("painting", done, len(frames))


def read_stamps(folders: Sequence[str]) -> Stamps:
    """Size and time of every file below the folders; what cannot be looked at is left out."""
    stamps: Stamps = {}
    waiting = list(folders)
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        stat = entry.stat()
                        stamps[entry.path] = (stat.st_mtime_ns, stat.st_size)
        except OSError:
            continue
    return stamps
