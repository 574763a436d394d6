"""The faces of the last print, as they looked. In: a build, the manifest of the set on the table after it. Out:
`printed-en-colour.faces` beside that manifest; and from it each face, to be shown beside what it is now.

Kept are the finished streams of the faces, each once and packed together, for faces of a game are much alike. Pictures
on them are kept small; fonts are named, with a digest of each. Invariant: a face that is found looks as it was printed;
one whose font is not as it was then is not found.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO

from msgspec import DecodeError, Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.base.digest import digest_bytes
from pnp.base.files import write_file
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import Manifest, piece_digests
from pnp.export.pdf.operators import Drawing
from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources

_MAGIC = b"pnp faces 2\n"
_LARGEST = 600_000_000  # bytes, unpacked
_LONGEST = 480  # pixels of a picture's longer side
# Of the packing: looking longer for what is alike gains little, a smaller window misses what distant faces share.
_FILTER = {"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 22, "mf": lzma.MF_HC4, "depth": 2, "nice_len": 273}


class _Archive(Struct, array_like=True):
    """faces: by the digests of a manifest; in the place of a stream stands its name · streams: not packed, by name ·
    pictures: files, by digest · fonts: digests."""

    faces: dict[str, PaintedFace]
    streams: dict[bytes, bytes]
    pictures: dict[str, bytes]
    fonts: dict[str, str]


class PrintedFaces:
    """Some faces of a last print."""

    def __init__(self, archive: _Archive) -> None:
        self._archive = archive
        self._pdf: PdfResources | None = None

    def face(self, digest: str, font_bytes: Callable[[str], bytes]) -> tuple[PdfResources, PaintedFace] | None:
        """A face by its digest in the manifest, with what it takes to paint it; None when that is not there."""
        face = self._archive.faces.get(digest)
        if face is None or not self._is_same_type(face, font_bytes):
            return None
        if self._pdf is None:
            self._pdf = PdfResources(font_bytes, self._archive.pictures.__getitem__)
        return self._pdf, face

    def _is_same_type(self, face: PaintedFace, font_bytes: Callable[[str], bytes]) -> bool:
        names = {name for drawing in _drawings(face.drawing) for name in (*drawing.fonts, *drawing.signs)}
        with suppress(InputError):
            return all(self._archive.fonts.get(name) == digest_bytes(font_bytes(name), 16) for name in names)
        return False


def read_faces(path: str, wanted: set[str]) -> PrintedFaces:
    """The faces with these digests that are kept beside a manifest of a last print; none where nothing is kept."""
    archive = _read(faces_beside(path))
    packed = cache(lambda name: zlib.compress(archive.streams[name], 1))  # as a document has it, quickly
    faces = {
        digest: replace(face, drawing=_each(face.drawing, packed))
        for digest, face in archive.faces.items()
        if digest in wanted
    }
    return PrintedFaces(replace(archive, faces=faces, streams={}))


def faces_beside(path: str) -> str:
    """The file of the faces, from that of the manifest."""
    return f"{path.removesuffix('.json')}.faces"


def keep_faces(path: str, manifest: Manifest, made: Faces) -> None:
    """Keep the faces of the set on the table: those that were printed now, and of those before what is still there;
    InputError when that cannot be written.
    """
    file = faces_beside(path)
    wanted = {
        digest for one in manifest.components for face in one.faces for digest in (face.face, face.back) if digest
    }
    head = _head(wanted)
    with suppress(OSError), open(file, "rb") as stream:
        if stream.read(len(head)) == head:  # it keeps just these
            return
    before = _read(file)
    archive = _Archive({}, {}, {}, {})
    for digest, number in _numbers(made):
        if digest in wanted and digest not in before.faces:
            _add(archive, digest, number, made, before)
    for digest in wanted & before.faces.keys():
        archive.faces[digest] = face = before.faces[digest]
        for drawing in _drawings(face.drawing):
            archive.streams[drawing.content] = before.streams[drawing.content]
            archive.pictures.update({name: before.pictures[name] for name in drawing.images})
            archive.fonts.update({name: before.fonts[name] for name in (*drawing.fonts, *drawing.signs)})
    write_file(file, _head(set(archive.faces)) + lzma.compress(msgpack.encode(archive), filters=[_FILTER]))


def _numbers(made: Faces) -> Iterator[tuple[str, int]]:
    """The digests of the manifest, each with the number of its face."""
    for component, parts in made.components:
        for part in parts:
            face, back = piece_digests(component, part, made.portfolio.digests)
            yield face, part.face
            if back is not None:
                yield back, part.back


def _add(archive: _Archive, digest: str, number: int, made: Faces, before: _Archive) -> None:
    face, pdf = made.portfolio.faces[number], made.pdf_resources
    packed = pdf.form(face).packed()
    for drawing in _drawings(packed):
        for name, source in drawing.images.items():
            if name not in archive.pictures:
                archive.pictures[name] = before.pictures.get(name) or _small(made.resources.image_bytes(source))
        for name in (*drawing.fonts, *drawing.signs):
            if name not in archive.fonts:
                archive.fonts[name] = digest_bytes(made.resources.font_bytes(name), 16)

    def take(stream: bytes) -> bytes:
        name = digest_bytes(stream, 16).encode()
        if name not in archive.streams:
            archive.streams[name] = zlib.decompress(stream)
        return name

    drawing = _each(packed, take)
    outline = (face.width, face.height, face.bleed, face.corner, face.cut)
    archive.faces[digest] = PaintedFace(digest, face.name, *outline, drawing)


def _small(data: bytes) -> bytes:
    """A picture as it is shown beside another: small, without whatever else its file says."""
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        picture.draft("RGB", (_LONGEST, _LONGEST))  # a JPEG is read small at once
        is_clear = picture.has_transparency_data
        small = picture.convert("RGBA" if is_clear else "RGB")
    small.thumbnail((_LONGEST, _LONGEST))
    out = BytesIO()
    small.save(out, "WEBP", quality=70, method=2)
    return out.getvalue()


def _drawings(drawing: Drawing) -> Iterator[Drawing]:
    """A drawing and all in it."""
    yield drawing
    for part in drawing.parts.values():
        yield from _drawings(part)


def _each(drawing: Drawing, change: Callable[[bytes], bytes]) -> Drawing:
    """The drawing with another content, and so its parts; its pictures go by their digests."""
    parts = {name: _each(part, change) for name, part in drawing.parts.items()}
    return replace(
        drawing, content=change(drawing.content), parts=parts, images={name: name for name in drawing.images}
    )


def _head(wanted: set[str]) -> bytes:
    return _MAGIC + digest_bytes("".join(sorted(wanted)).encode(), 16).encode()


_ARCHIVE = msgpack.Decoder(_Archive)


def _read(file: str) -> _Archive:
    """What is kept; nothing where there is none, or it is torn."""
    broken = (OSError, lzma.LZMAError, DecodeError, ValueError, EOFError, RecursionError)
    with suppress(*broken), open(file, "rb") as stream:
        if stream.read(len(_MAGIC)) == _MAGIC:
            stream.seek(len(_head(set())))
            unpacker = lzma.LZMADecompressor(memlimit=100_000_000)
            data = unpacker.decompress(stream.read(_LARGEST), _LARGEST)
            if unpacker.eof:
                return _ARCHIVE.decode(data)
    return _Archive({}, {}, {}, {})
