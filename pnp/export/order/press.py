"""An order for a press, or for a draft. In: a PrintOrder, Faces. Out: the press it names, and the same faces in its
inks, or in little ink.

Invariant: an order that names no press is as it was, and reads no module of a press.
"""

from __future__ import annotations

from msgspec import msgpack
from msgspec.structs import replace

from pnp.base.digest import digest_bytes
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.faces import Faces
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.output_intent import NORMS, OutputIntent


def read_press(order: PrintOrder, norm: str = "x4", ink: int = 0) -> OutputIntent | None:
    """The press that an order names, None when it is for a printer at home; norm and ink hold where it says none."""
    if not order.press:
        return None
    from pnp.export.press.profile import USUAL_INK, load_intent

    return load_intent(order.press, NORMS[order.pdfx or norm], order.ink or ink or USUAL_INK)


def for_press(faces: Faces, intent: OutputIntent, cache: BuildCache) -> Faces:
    """The faces in the inks of a press; they were composed as Frames."""
    from pnp.export.press.press_resources import PressResources

    made = PressResources(faces.pdf_resources, intent)
    made.kept = cache.forms(faces.resources.book.slug, digest_bytes(msgpack.encode(intent), 16))
    return replace(faces, pdf_resources=made)


def for_draft(faces: Faces, cache: BuildCache) -> Faces:
    """The faces with little ink; they were composed as Frames."""
    from pnp.export.pdf.draft_resources import DraftResources

    made = DraftResources(faces.pdf_resources)
    made.kept = cache.forms(faces.resources.book.slug, "draft")
    return replace(faces, pdf_resources=made)


def describe_press(intent: OutputIntent | None) -> dict[str, object]:
    """What a manifest says of it."""
    if intent is None:
        return {}
    return {"pdfx": intent.norm.title, "profile": intent.name, "ink": intent.limit}
