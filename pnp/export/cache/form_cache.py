"""Painted streams, kept from build to build by the Frame that they show. In: a Frame's digest. Out: its Form, and the
pictures made for it.

For what the FaceCache does not paint: what is built of faces, and faces in other inks. Invariant: what is found is what
painting the Frame again would give; its key is program, fonts, layout files and inks, and all of the Frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from msgspec import DecodeError, Struct, msgpack

from pnp.export.cache.face_records import Records
from pnp.export.pdf.operators import Drawing
from pnp.export.pdf.pdf_resources import Form
from pnp.export.pdf.raster import Raster


class _KeptForm(Struct, frozen=True, array_like=True):
    drawing: Drawing
    pictures: dict[str, Raster]


_FORM = msgpack.Decoder(_KeptForm)


class FormCache(Records):
    """The streams of one game, theme, language and kind of inks."""

    def form(self, digest: str) -> tuple[Form, Mapping[str, Raster]] | None:
        """The stream of a Frame, if it is known, and the pictures in it that are in no file."""
        data = self.look_up(digest)
        with suppress(DecodeError, ValueError):
            kept = _FORM.decode(data) if data is not None else None
            return (Form(kept.drawing, is_packed=True), kept.pictures) if kept is not None else None
        return None

    def add(self, digest: str, form: Form, pictures: Mapping[str, Raster]) -> None:
        """Keep a stream with its pictures."""
        self.keep(digest, msgpack.encode(_KeptForm(form.packed(), dict(pictures))))
