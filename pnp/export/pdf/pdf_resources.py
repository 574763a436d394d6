"""PdfResources: what the documents of one build share. In: where fonts and images come from. Out: fonts, images, and
faces as finished streams, each made once.

Invariant: a face's stream depends on its Frame alone, so it serves in every document, and a PaintedFace serves like
the Frame it was made of; what cannot be used raises InputError with the font's or image's name.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.export.pdf.font import Font, GlyphCodes
from pnp.export.pdf.operators import Drawing, Icons, draw
from pnp.export.pdf.raster import Raster, read_raster
from pnp.layout.drawing.frame import Frame, Outline, PathData, Sheet
from pnp.layout.sheets.components import digest_frame

OnProgress = Callable[[str, int, int], None]  # what is being made, how many are done, of how many


def no_progress(what: str, done: int, total: int) -> None:
    """Nothing is shown."""


class Form:
    """A drawing with its content deflated, and so its parts."""

    def __init__(self, drawing: Drawing, is_packed: bool = False) -> None:
        """`is_packed`: its content is deflated already."""
        self.drawing = drawing
        self.deflated = drawing.content if is_packed else deflate(drawing.content)
        self.parts = {name: Form(part, is_packed) for name, part in drawing.parts.items()}

    def packed(self) -> Drawing:
        """The drawing with its content, and that of its parts, deflated."""
        return replace(
            self.drawing, content=self.deflated, parts={name: part.packed() for name, part in self.parts.items()}
        )

    def drawings(self) -> Iterator[Drawing]:
        """This drawing and all in it."""
        yield self.drawing
        for part in self.parts.values():
            yield from part.drawings()


class PaintedFace(Struct, frozen=True, array_like=True):
    """A face whose Frame is needed no more: its outline, and its stream, deflated."""

    name: str
    width: float
    height: float
    bleed: float
    corner: float
    cut: PathData
    drawing: Drawing


class KeptForms(Protocol):
    """Streams that earlier builds painted, by the digest of the Frame (`cache/face_cache.py`)."""

    def form(self, digest: str) -> tuple[Form, Mapping[str, Raster]] | None:
        """The stream of a Frame, if it is known, and the pictures in it that are in no file."""

    def add(self, digest: str, form: Form, pictures: Mapping[str, Raster]) -> None:
        """Keep a stream with its pictures."""


class PdfResources:
    """Fonts, images and painted faces by name."""

    def __init__(
        self,
        font_bytes: Callable[[str], bytes],
        image_bytes: Callable[[str], bytes],
        fonts: dict[str, Font] | None = None,
        on_progress: OnProgress = no_progress,
        shown: Callable[[str], str] = "layouts/{}".format,
    ) -> None:
        """`on_progress` is called as long work advances; `shown` gives the path of an image as messages show it."""
        self.on_progress = on_progress
        self._shown = shown
        self.pages: dict[Any, Any] | None = (
            None  # finished pages by their sheets, where they are kept (see `document.py`)
        )
        self.kept: KeptForms | None = None
        self._font_bytes = font_bytes
        self._image_bytes = image_bytes
        self._fonts: dict[str, Font] = {} if fonts is None else fonts
        self._icons: Icons = {}
        self._rasters: dict[str, Raster] = {}
        self._forms: dict[int, tuple[Outline, Form]] = {}  # by the face's id, which stays its own as the face is kept

    def form(self, face: Outline) -> Form:
        """The face as a finished stream."""
        known = self._forms.get(id(face))
        if known is None:
            form = self._kept_form(face) if isinstance(face, Frame) and self.kept is not None else self.paint(face)
            known = self._forms[id(face)] = (face, form)
        return known[1]

    def _kept_form(self, frame: Frame) -> Form:
        """The stream of a Frame that an earlier build painted, or this one does."""
        assert self.kept is not None
        digest = digest_frame(frame)
        known = self.kept.form(digest)
        if known is None:
            form = self.paint(frame)
            self.kept.add(digest, form, self.pictures_of(form))
            return form
        self.take_pictures(known[1])
        return known[0]

    def pictures_of(self, form: Form) -> dict[str, Raster]:
        """The pictures of a stream that were made for it, and are in no file."""
        return {}

    def take_pictures(self, pictures: Mapping[str, Raster]) -> None:
        """Take those that an earlier build made."""

    def paint(self, face: Outline) -> Form:
        """The face, a Frame or painted before, as a stream, which is not kept here."""
        if isinstance(face, PaintedFace):
            return Form(face.drawing, is_packed=True)
        assert isinstance(face, Frame)
        return Form(draw(face.items, self.codes, icons=self._icons))

    def marks(self, faces: Sequence[Outline], sheet: Sheet) -> Drawing:
        """What is drawn on the paper itself, on the faces that lie there."""
        return draw(sheet.marks, self.codes)

    def missing(self, frame: Frame) -> set[str]:
        """The characters of the face for which its fonts have no glyph; a PaintedFace lacks none."""
        return self.lacking(self.form(frame))

    def lacking(self, form: Form) -> set[str]:
        """The characters of a stream for which its fonts have no glyph."""
        missing: set[str] = set()
        for drawing in form.drawings():
            for font, letters in drawing.fonts.items():
                codes = self.codes(font)
                missing.update([letter for letter in letters if codes[letter] == "0000"])
            for signs in drawing.signs.values():
                missing.update(letter for number, words in signs if not number for letter in words)
        return missing

    def codes(self, font: str) -> GlyphCodes:
        """The glyph numbers of a font."""
        return self.font(font).codes

    def font(self, name: str) -> Font:
        """A font by its name in the Frames."""
        if name not in self._fonts:
            try:
                self._fonts[name] = Font(self._font_bytes(name))
            except ValueError as fault:
                raise InputError.single(Span(name), str(fault), code="font") from None
        return self._fonts[name]

    def raster(self, digest: str, source: str) -> Raster:
        """An image by its digest; `source` says where its bytes are."""
        if digest not in self._rasters:
            try:
                self._rasters[digest] = read_raster(self._image_bytes(source))
            except ValueError as fault:
                raise InputError.single(Span(self._shown(source)), str(fault), code="image") from None
        return self._rasters[digest]


@lru_cache(256)  # many faces have the same parts, and each takes zlib twenty times as long to begin as to compress
def deflate(data: bytes) -> bytes:
    """Compressed data: at this level three times as fast as at zlib's usual one, and 5 % larger."""
    return zlib.compress(data, 4)


class OtherInks(PdfResources):
    """The fonts and images of other resources, whose faces are painted in other inks."""

    def __init__(self, plain: PdfResources) -> None:
        super().__init__(plain._font_bytes, plain._image_bytes, plain._fonts, plain.on_progress, plain._shown)
        self._plain = plain
