"""What a code needs to be read. In: what a face draws, in drawing order. Out: what hides a code, or is hidden by it,
and codes too pale to be read.

Invariant: a code is looked at with its ground; what lies under it without words (a field, a pattern, art) is no fault,
for only people see whether that art matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.layout.drawing.bounds import Bounds, touch
from pnp.layout.drawing.colour import contrast
from pnp.layout.painting.face_canvas import Trace

LEAST_CONTRAST = 7.0  # of a code that is to be read from a photo in bad light
_SLACK = 0.06  # mm


class DrawnElement(Struct, frozen=True):
    """What one element drew: its trace, the bounds of each thing, and the colours of those that are filled."""

    trace: Trace
    bounds: Sequence[Bounds]
    fills: Sequence[str]


class CodeFault(Struct, frozen=True):
    """What is wrong with the code of a trace."""

    trace: Trace
    code: str
    message: str
    hint: str


def code_faults(drawn: Sequence[DrawnElement]) -> Iterator[CodeFault]:
    """All faults of the codes of a face; `drawn`: all it draws, in order."""
    for number, element in enumerate(drawn):
        if element.trace.kind != "code" or element.trace.inset or not element.bounds:
            continue
        ground = element.bounds[0]
        for place, other in enumerate(drawn):
            is_text = other.trace.kind in ("text", "rules")
            if place != number and (is_text or place > number) and any(touch(ground, it) for it in other.bounds):
                what = f"“{other.trace.element}” overlaps this code"
                yield CodeFault(element.trace, "code-overlap", what, "move one of the two")
        if len(element.fills) == 2:
            light, dark = element.fills
            ratio = contrast(dark, light)
            if ratio < LEAST_CONTRAST - 0.005 or contrast(dark, "#ffffff") < contrast(light, "#ffffff"):
                what = f"expected a contrast of at least {LEAST_CONTRAST:g} : 1, dark on light, got {ratio:.1f} : 1"
                yield CodeFault(
                    element.trace, "low-contrast", f"{what} ({dark} on {light})", "use the colours ink and paper"
                )
