"""Proofs: faces of cards that preflight found to be without fault. In: resources. Out: for a layout and a card
whether the face is proven, so that a check looks only at the others, and reports what is wrong with them.

What is not known yet is composed and looked at before, much of it with worker processes. Invariant: a proven face,
checked again, would have no fault (see `face_records.py`); one that has any is looked at every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pnp.base.processors import processors
from pnp.export.cache.compose_pool import FaceMaker, compose_faces
from pnp.export.cache.face_records import FaceRecords, digest_surroundings, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import Proven, card_faces
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card

if TYPE_CHECKING:
    from pnp.export.pdf.pdf_resources import OnProgress


class FaceProver(FaceMaker):
    """Looks at faces; that there is a record of one proves it."""

    def __init__(self, resources: LayoutResources) -> None:
        super().__init__(resources)
        self._is_tainted = False

    def make(self, layout: str, card: Card) -> tuple[ComposedFace, object] | None:
        """The face, if nothing is wrong with it."""
        resources = self.resources
        resources.template(layout)
        known = len(resources.report)
        face = compose_card(resources, layout, card)
        faults = len(face.report) or len(preflight(resources, face))
        if len(resources.report) > known:  # a file is at fault, which is reported only once: any face may use it
            self._is_tainted = True
        return None if faults or self._is_tainted else (face, True)


def prover(shelf: DiskShelf, folders: Sequence[str], on_progress: OnProgress) -> Callable[[LayoutResources], Proven]:
    """A function that looks at all faces of cards of resources that stand on the shelf; `folders`: see
    `read_contents`.
    """
    contents = read_contents(folders)

    def prove(resources: LayoutResources) -> Proven:
        book, theme, lang = resources.book, resources.theme.name, resources.lang_label
        records = FaceRecords(
            "proofs", book.slug, digest_surroundings(shelf, book, theme, lang, contents, resources.codes)
        )
        records.begin(book)
        keys = [key for part in book.components if part.has_cards for key in card_faces(book, part)]
        lacking = [key for key in keys if records.get(key) is None]
        if lacking:
            what = f"looking at {theme}, {lang}" + (", with codes" if resources.codes else "")
            # Resources of its own: their faults are reported where the unproven faces are checked.
            maker = FaceProver(resources.fresh_copy())
            compose_faces(maker, shelf, lacking, records, processors() - 1, lambda *done: on_progress(what, *done))
            records.save()
        return lambda layout, card: records.get((layout, card)) is not None

    return prove
