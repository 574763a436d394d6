"""What is said of a drawing that is printed as a picture. In: its Image item and who drew it. Out: a note.

Invariant: a note is no fault, not even a strict one.
"""

from __future__ import annotations

from pnp.base.diagnostics import Diagnostic
from pnp.layout.drawing.art_files import RASTER_DPI
from pnp.layout.drawing.frame import Image
from pnp.layout.painting.face_canvas import ComposedFace, Trace

RASTERED = "rastered"


def raster_note(face: ComposedFace, trace: Trace, item: Image) -> Diagnostic:
    """Which drawing, on which face, at which place of the layout."""
    name = f"{face.layout} of {face.card}" if face.card else face.layout
    message = f"“{item.source.partition('?')[0]}” is printed as a picture of {RASTER_DPI} dots per inch"
    hint = "it has a filter, pattern, arrowhead, picture or text, which cannot be printed as vectors"
    return Diagnostic(trace.span, f"{name}, “{trace.element}”: {message}", hint, "note", RASTERED)
