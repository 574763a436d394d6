"""The last print. In: builds of a game into one folder, one after another. Out: `printed-en-colour.json`, the manifest
of the set as it lies on the table after all of them, from which `--since last` starts; its faces stand beside it.

A whole set takes the place of what was there, and so does an update pack, which names the whole set; a part of it (some
cards, one of each) replaces copies of the same cards, as many as it prints. Invariant: no copy is counted that no build
made. Drafts, blank cards and builds that are watched are no prints.

The faces are kept as the finished streams of the documents, each once, with small pictures and named fonts: a face that
is found looks as it was printed; one whose font changed is not found.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO

from msgspec import DecodeError, Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.digest import digest_bytes
from pnp.base.files import write_file
from pnp.export.order.delivery import safe_name
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import MadeComponent, MadeFace, Manifest, dump_manifest, piece_digests, read_base
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.operators import Drawing
from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources
from pnp.layout.drawing.picture import open_picture
from pnp.layout.painting.resources import LayoutResources

_MAGIC = b"pnp faces 4\n"
_LONGEST = 480  # pixels of a picture's longer side


class _Archive(Struct, array_like=True):
    """faces: by the digests of a manifest; in the place of a stream stands its number · streams: deflated · pictures:
    files, by digest · fonts: digests."""

    faces: dict[str, PaintedFace]
    streams: list[bytes]
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
    faces = {digest: _whole(face, archive) for digest, face in archive.faces.items() if digest in wanted}
    return PrintedFaces(replace(archive, faces=faces, streams=[]))


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
    kept = _Keeper(made, before)
    for digest, number in _numbers(made):
        if digest in wanted and digest not in before.faces:
            kept.add(digest, number)
    for digest, face in before.faces.items():
        if digest in wanted:
            kept.add_again(digest, face)
    body = msgpack.encode(kept.archive(), order="deterministic")  # sets come in the order of the process's hash seed
    write_file(file, _head(set(kept.faces)) + _checksum(body) + body)


def _numbers(made: Faces) -> Iterator[tuple[str, int]]:
    """The digests of the manifest, each with the number of its face."""
    for component, parts in made.components:
        for part in parts:
            face, back = piece_digests(component, part, made.portfolio.digests)
            yield face, part.face
            if back is not None:
                yield back, part.back


class _Keeper:
    """Gathers an archive; what an earlier one has is taken from there."""

    def __init__(self, made: Faces, before: _Archive) -> None:
        self.faces: dict[str, PaintedFace] = {}
        self._made, self._before = made, before
        self._streams: dict[bytes, int] = {}
        self._pictures: dict[str, bytes] = {}
        self._fonts: dict[str, str] = {}

    def archive(self) -> _Archive:
        """What was gathered."""
        return _Archive(self.faces, list(self._streams), self._pictures, self._fonts)

    def add(self, digest: str, number: int) -> None:
        """A face of the build."""
        resources, face = self._made.resources, self._made.portfolio.faces[number]
        packed = self._made.pdf_resources.form(face).packed()
        for drawing in _drawings(packed):
            for name, source in drawing.images.items():
                if name not in self._pictures:
                    known = self._before.pictures.get(name)
                    self._pictures[name] = known or _small(resources.image_bytes(source))
            for name in (*drawing.fonts, *drawing.signs):
                if name not in self._fonts:
                    self._fonts[name] = digest_bytes(resources.font_bytes(name), 16)
        outline = (face.width, face.height, face.bleed, face.corner, face.cut)
        self.faces[digest] = PaintedFace(face.name, *outline, _each(packed, self._number))

    def add_again(self, digest: str, face: PaintedFace) -> None:
        """A face of the archive before."""
        before = self._before
        for drawing in _drawings(face.drawing):
            self._pictures.update({name: before.pictures[name] for name in drawing.images})
            self._fonts.update({name: before.fonts[name] for name in (*drawing.fonts, *drawing.signs)})
        whole = _whole(face, before)
        self.faces[digest] = replace(whole, drawing=_each(whole.drawing, self._number))

    def _number(self, stream: bytes) -> bytes:
        return b"%d" % self._streams.setdefault(stream, len(self._streams))


def _whole(face: PaintedFace, archive: _Archive) -> PaintedFace:
    """A face of an archive with its streams."""
    return replace(face, drawing=_each(face.drawing, lambda number: archive.streams[int(number)]))


def _small(data: bytes) -> bytes:
    """A picture as it is shown beside another: small, without whatever else its file says."""
    picture = open_picture(data, _LONGEST)
    small = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
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


def _checksum(body: bytes) -> bytes:
    return digest_bytes(body, 16).encode()


_ARCHIVE = msgpack.Decoder(_Archive)


def _read(file: str) -> _Archive:
    """What is kept; nothing where there is none, or it is torn."""
    with suppress(OSError, DecodeError, RecursionError), open(file, "rb") as stream:
        if stream.read(len(_MAGIC)) == _MAGIC:
            stream.seek(len(_head(set())))
            checksum = stream.read(len(_checksum(b"")))
            body = stream.read()
            if _checksum(body) == checksum:
                return _ARCHIVE.decode(body)
    return _Archive({}, [], {}, {})


LAST = "last"


def last_print(resources: LayoutResources, order: PrintOrder) -> str:
    """The file that says what was printed last in this language and theme; UsageError when there is none."""
    slug, codes = resources.book.slug, bool(resources.codes)
    backs = order.backs if order.backs != resources.theme.name else ""
    path = _file(order, slug, resources.lang_label, resources.theme.name, backs, codes)
    if not os.path.isfile(path):
        what = (
            f"no earlier build of {slug} ({resources.lang_label}, {resources.theme.name}) was found in {order.folder}"
        )
        hint = f"run pnp build {slug} once, or give the manifest.json of the set you printed"
        raise UsageError.single(Span("--since"), what, hint, "never-printed")
    return path


def note_print(order: PrintOrder, manifest: Manifest, faces: Faces | None = None) -> None:
    """Remember a build as printed, and how its faces looked; InputError when that cannot be written."""
    if order.draft or order.blank or order.service:
        return
    path = _file(order, manifest.game, manifest.lang, manifest.theme, manifest.backs or "", manifest.codes is True)
    before = None
    if manifest.part and os.path.isfile(path):
        try:
            before = read_base(path, manifest.game).manifest
        except InputError:  # torn: what this build makes is all that is known
            before = None
    after = set_after(before, manifest, order.once)
    write_file(path, dump_manifest(after))
    if faces is not None:
        keep_faces(path, after, faces)


def set_after(before: Manifest | None, made: Manifest, once: bool) -> Manifest:
    """The set on the table after a build; `once`: it printed one of each."""
    known = {one.id: one for one in before.components} if before is not None and made.part else {}
    components = [
        MadeComponent(one.id, one.title, _faces_after(known[one.id].faces if one.id in known else [], one.faces, once))
        for one in made.components
    ]
    if made.part:
        printed = {one.id: one for one in components}
        components = [printed.pop(id_, one) for id_, one in known.items()] + list(printed.values())
    return replace(made, sheets={}, files=[], update=None, part="", components=components)


def _faces_after(before: Sequence[MadeFace], printed: Sequence[MadeFace], once: bool) -> list[MadeFace]:
    by_card: dict[str, list[MadeFace]] = {}  # a print touches no face but those of its own card
    for face in before:
        by_card.setdefault(face.card, []).append(face)
    for new in printed:
        faces = by_card.get(new.card, [])
        same = [face for face in faces if (face.face, face.back) == (new.face, new.back)]
        made = min(1, new.copies) if once else new.copies
        added = min(made, max(0, new.copies - sum(face.copies for face in same)))  # more are spare ones
        if not added:
            continue
        left = _without(faces, new, added)
        if not left:  # in the place of none it comes last
            by_card.pop(new.card, None)
        copies = added + sum(face.copies for face in same)
        by_card[new.card] = [replace(new, copies=copies), *(face for face in left if face not in same)]
    return [face for faces in by_card.values() for face in faces]


def _without(faces: Sequence[MadeFace], new: MadeFace, count: int) -> list[MadeFace]:
    """Of the faces of a card older copies go, as many as were printed anew."""
    left = []
    for face in faces:
        if (face.face, face.back) != (new.face, new.back):
            gone = min(count, face.copies)
            count -= gone
            face = replace(face, copies=face.copies - gone)
        if face.copies:
            left.append(face)
    return left


def _file(order: PrintOrder, slug: str, lang: str, theme: str, backs: str, codes: bool) -> str:
    parts = ["printed", lang, safe_name(theme) if theme else "", f"{safe_name(backs)}-backs" if backs else ""]
    parts += ["codes" if codes else ""]
    parts += [safe_name(order.mark)] if order.mark else []
    return os.path.join(order.folder, safe_name(slug), f"{'-'.join(filter(None, parts))}.json")
