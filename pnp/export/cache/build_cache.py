"""BuildCache: what a process keeps between builds. In: fonts, layouts, faces and PDFs of one build. Out: the same,
for the next.

Invariant: what is kept is used again only where making it anew would give the same: fonts always, templates and icons
as long as no layout file changed, a face as long as all that it is made of is the same, a PDF as long as all on it is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import msgpack

from pnp.base.processors import processors
from pnp.export.cache.compose_pool import FaceKey, Finisher, finish_faces
from pnp.export.cache.face_cache import Faces
from pnp.export.cache.records import digest_surroundings, digest_whole, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import Form, PdfResources, Tell, silent
from pnp.layout.drawing.frame import Frame, Sheet
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import Finished, Portfolio
from pnp.library.card import Card, CardBook
from pnp.library.lent import LentBook

Stamps = dict[str, tuple[int, int]]


class _Recent(dict[Any, Any]):
    """What a build makes; what the one before made is found here, too, and is forgotten when it is of no use."""

    def __init__(self, before: dict[Any, Any]) -> None:
        super().__init__()
        self._before = dict(before)

    def get(self, key: Any, default: Any = None) -> Any:
        """What was made now or before."""
        if key not in self and key in self._before:
            self[key] = self._before[key]
        return super().get(key, default)


class BuildCache:
    """See the module. `tell` hears how far long work is."""

    def __init__(self, tell: Tell = silent, workers: int = 0, stays: bool = False) -> None:
        """`workers`: processes that may share long work; 0: one a processor · stays: more builds will follow."""
        self._pages: dict[Any, Any] | None = {} if stays else None
        self.tell = tell
        self.workers = workers or processors()
        self._fonts: dict[str, Font] = {}
        self._forms: dict[str, Form] = {}
        self._pdfs: dict[str, tuple[object, bytes]] = {}
        self._workshop: tuple[object, LayoutResources] | None = None
        self._contents: tuple[Stamps, list[str]] | None = None
        self._faces: Faces | None = None

    def resources(
        self, shelf: DiskShelf, book: CardBook, theme: str, lang: str, folders: Sequence[str]
    ) -> LayoutResources:
        """Resources for this book, with what the last one knew of the layouts if their files are the same."""
        stamps = read_stamps(folders)
        if self._contents is None or self._contents[0] != stamps:
            self._contents = (stamps, read_contents(folders))
        key = (theme, lang, book.slug, book.languages, stamps)
        like = self._workshop[1] if self._workshop is not None and self._workshop[0] == key else None
        resources = LayoutResources(shelf, LentBook(book).as_book, theme, lang, like=like)
        self._workshop = (key, resources)
        return resources

    def finish(
        self, shelf: DiskShelf, book: CardBook, resources: LayoutResources, wishes: Sequence[FaceKey]
    ) -> Finished:
        """Finish faces of cards, those that are not finished yet; the outcome finds them."""
        assert self._contents is not None and isinstance(resources.book, LentBook)
        theme, lang, whole = resources.theme.name, resources.spoken, digest_whole(book)
        surroundings = digest_surroundings(shelf, book, theme, lang, self._contents[1])
        if self._faces is None or self._faces.surroundings != surroundings:
            self._faces = Faces(book.slug, surroundings)
        faces = self._faces
        faces.begin(whole)
        lacking = [wish for wish in wishes if not faces.has(*wish)]
        if lacking:
            finisher = Finisher(resources, resources.book, whole, self._fonts)
            begin = (shelf.games, shelf.root, msgpack.encode(book), whole, theme, lang)
            finish_faces(finisher, faces, lacking, self.workers - 1, begin, partial(self.tell, "composing"))
        return self._finished

    def _finished(self, layout: str, card: Card) -> tuple[Frame, str] | None:
        face = self._faces.face(layout, card) if self._faces is not None else None
        if face is None:
            return None
        if face.digest not in self._forms:
            self._forms[face.digest] = Form(face.drawing, is_packed=True)
        return face.frame, face.digest

    def pdf_resources(self, resources: LayoutResources, portfolio: Portfolio) -> PdfResources:
        """PdfResources that know the fonts, and those faces that were painted before."""
        pdf_resources = PdfResources(
            resources.font_bytes, resources.image_bytes, self._fonts, self.tell, resources.shelf.shown
        )
        if self._pages is not None:
            pdf_resources.pages = _Recent(self._pages)
            self._pages = pdf_resources.pages
        for frame, digest in zip(portfolio.frames, portfolio.digests, strict=True):
            if digest in self._forms:
                pdf_resources.adopt(frame, self._forms[digest])
        return pdf_resources

    def keep(self, pdf_resources: PdfResources, portfolio: Portfolio) -> None:
        """Remember the painted faces, and forget those that are gone."""
        pairs = zip(portfolio.frames, portfolio.digests, strict=True)
        self._forms = {digest: pdf_resources.form(frame) for frame, digest in pairs}
        if self._faces is not None:
            self._faces.save()

    def pdf(
        self, name: str, pdf_resources: PdfResources, portfolio: Portfolio, sheets: Sequence[Sheet], about: About
    ) -> bytes:
        """The PDF of that name, painted only if anything on it changed."""
        used = sorted({place.frame for sheet in sheets for place in sheet.placements})
        key = (tuple(sheets), [(number, portfolio.digests[number]) for number in used], about)
        known = self._pdfs.get(name)
        if known is None or known[0] != key:
            known = self._pdfs[name] = (key, paint_pdf(pdf_resources, portfolio.frames, sheets, about))
        return known[1]

    def paint(self, pdf_resources: PdfResources, frames: Sequence[Frame]) -> None:
        """Paint all faces, so that what is missing is known before anything is written."""
        for done, frame in enumerate(frames, 1):
            pdf_resources.form(frame)
            self.tell("painting", done, len(frames))


def read_stamps(folders: Sequence[str]) -> Stamps:
    """Size and time of every file below the folders, or of single files; what cannot be looked at is left out."""
    stamps: Stamps = {}
    waiting = list(folders)
    while waiting:
        path = waiting.pop()
        try:
            if os.path.isfile(path):
                stat = os.stat(path)
                stamps[path] = (stat.st_mtime_ns, stat.st_size)
                continue
            with os.scandir(path) as entries:
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
