"""Proofs: faces that preflight found to be without fault. In: resources. Out: for a FaceKey whether its faces are
proven, so that a check looks only at the others, and reports what is wrong with them.

What is not known yet is composed and looked at before, much of it with worker processes. Invariant: a proven face,
checked again, would have no fault (see `face_cache.py`); one that has any is looked at every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pnp.base.system import processors
from pnp.export.cache.face_cache import FaceMaker, FaceRecords, compose_faces, digest_surroundings, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import Proven
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import part_keys

if TYPE_CHECKING:
    from pnp.export.pdf.pdf_resources import OnProgress


class FaceProver(FaceMaker):
    """Looks at faces; that there is a record of one proves it."""

    def __init__(self, resources: LayoutResources) -> None:
        super().__init__(resources)
        self._is_tainted = False

    def make(self, key: FaceKey) -> tuple[Sequence[ComposedFace], object] | None:
        """The faces, if nothing is wrong with them."""
        resources = self.resources
        resources.template(key.layout)
        known = len(resources.report)
        faces = compose(resources, key)
        faults = any(face.report.items or preflight(resources, face) for face in faces)
        if len(resources.report) > known:  # a file is at fault, which is reported only once: any face may use it
            self._is_tainted = True
        return None if faults or self._is_tainted else (faces, True)


def prover(shelf: DiskShelf, folders: Sequence[str], on_progress: OnProgress) -> Callable[[LayoutResources], Proven]:
    """A function that looks at all faces of resources that stand on the shelf; `folders`: see `read_contents`."""
    contents = read_contents(folders)

    def prove(resources: LayoutResources) -> Proven:
        book, theme, lang = resources.book, resources.theme.name, resources.lang_label
        records = FaceRecords(
            "proofs", book.slug, digest_surroundings(shelf, book, theme, lang, contents, resources.codes)
        )
        records.begin(book)
        keys = [key for one in book.components for part in part_keys(resources, one) for key in part.both]
        lacking = [key for key in keys if records.get(key) is None]
        if lacking:
            what = f"checking {theme}, {lang}" + (", with codes" if resources.codes else "")
            # Resources of its own: their faults are reported where the unproven faces are checked.
            maker = FaceProver(resources.fresh_copy())
            compose_faces(maker, shelf, lacking, records, processors() - 1, lambda *done: on_progress(what, *done))
            records.save()
        return lambda key: records.get(key) is not None

    return prove
