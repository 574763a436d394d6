"""BuildCache: what a process keeps between builds. In: fonts, layouts, faces and PDFs of one build. Out: the same,
for the next.

Invariant: what is kept is used again only where making it again would give the same: fonts always, templates and icons
as long as no layout file changed, a face as long as all that it is made of is the same, a PDF as long as all on it is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from pnp.base.system import processors
from pnp.export.cache.face_cache import FaceCache, FormCache, compose_faces, digest_surroundings, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import OnProgress, PdfResources, no_progress
from pnp.layout.drawing.frame import Frame, Sheet
from pnp.layout.painting.compose import FaceKey
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import Finished, Portfolio
from pnp.library.card import CardBook

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
    """See the module. `on_progress` is called as long work advances."""

    def __init__(self, on_progress: OnProgress = no_progress, workers: int = 0, stays: bool = False) -> None:
        """`workers`: processes that may share long work; 0: one a processor · stays: more builds will follow."""
        self._pages: dict[Any, Any] | None = {} if stays else None
        self.on_progress = on_progress
        self.workers = workers or processors()
        self._fonts: dict[str, Font] = {}
        self._pdfs: dict[str, tuple[object, bytes]] = {}
        self._resources: tuple[object, LayoutResources] | None = None
        self._contents: tuple[Stamps, list[str]] | None = None
        self._faces: dict[bool, FaceCache] = {}  # by whether they are Frames
        self._form_caches: dict[str, FormCache] = {}

    def resources(
        self, shelf: DiskShelf, book: CardBook, theme: str, lang: str, codes: bool = False
    ) -> LayoutResources:
        """Resources for this book, with what the last one knew of the layouts if their files are the same."""
        folders = (*shelf.games[book.slug], shelf.stock)
        stamps = read_stamps(folders)
        if self._contents is None or self._contents[0] != stamps:
            self._contents = (stamps, read_contents(folders))
        key = (theme, lang, codes, book.slug, book.languages, stamps)
        like = self._resources[1] if self._resources is not None and self._resources[0] == key else None
        resources = LayoutResources(shelf, book, theme, lang, like=like, codes=codes)
        self._resources = (key, resources)
        return resources

    def complete(
        self, shelf: DiskShelf, resources: LayoutResources, keys: Sequence[FaceKey], whole: Sequence[FaceKey] = ()
    ) -> None:
        """Compose and paint those of the faces that `get` would not find, and keep them, unless they have a fault;
        `whole`: those that are wanted as Frames; `resources` were had from here.
        """
        assert self._contents is not None
        book, theme, lang = resources.book, resources.theme.name, resources.lang_label
        surroundings = digest_surroundings(shelf, book, theme, lang, self._contents[1], resources.codes)
        if not self._faces or self._faces[False].surroundings != surroundings:
            kinds = {False: "faces", True: "frames"}
            self._faces = {is_whole: FaceCache(kind, book.slug, surroundings) for is_whole, kind in kinds.items()}
            self._form_caches.clear()
        for records, wanted in ((self._faces[False], keys), (self._faces[True], whole)):
            records.begin(book)
            lacking = [key for key in wanted if records.get(key) is None]
            if lacking:
                painter, on_progress = records.maker(resources, self._fonts), partial(self.on_progress, "composing")
                compose_faces(painter, shelf, lacking, records, self.workers - 1, on_progress)
            if not self._pages:  # a process that stays keeps what its first build made
                records.save()

    def get(self, key: FaceKey, is_whole: bool) -> Finished | None:
        """The faces of a key, if they are known: painted, or as Frames."""
        return self._faces[is_whole].faces(key) if self._faces else None

    def forms(self, slug: str, inks: str = "screen") -> FormCache:
        """The streams that are kept of Frames painted in these inks; `complete` was called before."""
        if inks not in self._form_caches:
            self._form_caches[inks] = FormCache("forms", slug, f"{self._faces[False].surroundings}-{inks}")
        return self._form_caches[inks]

    def save(self) -> None:
        """Keep what was painted beyond the faces."""
        for forms in self._form_caches.values():
            forms.save()

    def paint(self, resources: LayoutResources, portfolio: Portfolio) -> PdfResources:
        """All faces as streams."""
        pdf_resources = PdfResources(
            resources.font_bytes, resources.image_bytes, self._fonts, self.on_progress, resources.shelf.shown
        )
        pdf_resources.kept = self.forms(resources.book.slug)
        if self._pages is not None:
            pdf_resources.pages = self._pages = _Recent(self._pages)
        new = {id(frame) for frame in portfolio.composed}
        faces = [face for face in portfolio.faces if not isinstance(face, Frame) or id(face) in new]
        for done, face in enumerate(faces, 1):
            pdf_resources.form(face)
            self.on_progress("painting", done, len(faces))
        return pdf_resources

    def pdf(
        self, name: str, pdf_resources: PdfResources, portfolio: Portfolio, sheets: Sequence[Sheet], about: About
    ) -> bytes:
        """The PDF of that name, painted only if anything on it changed."""
        used = sorted({number for sheet in sheets for number in sheet.faces})
        key = (tuple(sheets), [(number, portfolio.digests[number]) for number in used], about)
        known = self._pdfs.get(name)
        if known is None or known[0] != key:
            known = self._pdfs[name] = (key, paint_pdf(pdf_resources, portfolio.faces, sheets, about))
        return known[1]


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
