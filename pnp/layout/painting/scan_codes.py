"""Codes to scan. In: a code element and its box. Out: one path of dark modules on a light ground."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pnp.layout.drawing.barcode import BarcodeError, barcode_modules
from pnp.layout.drawing.data_matrix import DataMatrixError, data_matrix_modules
from pnp.layout.drawing.frame import Item, PathData, Shape
from pnp.layout.drawing.path import rect_path
from pnp.layout.drawing.qr import QrError, qr_modules
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.shapes import rounded
from pnp.layout.template.element import CodeElement

_LEAST = 0.19  # mm: a bar narrower than this is not read from a home printer's paper
_QUIET = 10  # modules beside a bar code
LEAST_MATRIX = 0.45  # mm: a smaller module is often lost in a photo of a whole table
_MATRIX_QUIET = 1  # modules around a matrix: the least that readers ask for


def paint_code(canvas: FaceCanvas, element: CodeElement, box: Box) -> None:
    """A code, as large as fits."""
    data = canvas.word(element.data, element, "data")
    if not data:
        return
    try:
        if element.form == "bars":
            drawn = _bars(canvas, element, data, box)
        elif element.form == "matrix":
            drawn = _matrix(canvas, element, data, box)
        else:
            drawn = _squares(qr_modules(data), element.quiet, box)
    except (BarcodeError, DataMatrixError, QrError) as fault:
        canvas.fault(element, str(fault), "code", "data")
        return
    if drawn is None:
        return
    light, dark = drawn
    items: list[Item] = []
    ground = canvas.colour(element.ground, element, "ground")
    if ground:
        items.append(Shape(rounded(rect_path(*light)), ground))
    items.append(Shape(dark, canvas.colour(element.colour, element, "colour") or "#000000"))
    canvas.add(element, items)


def _bars(canvas: FaceCanvas, element: CodeElement, data: str, box: Box) -> tuple[Box, PathData] | None:
    """The ground and the bars of a code that fills its box; None, and a fault, when they would be too fine."""
    modules = barcode_modules(data)
    x, y, width, height = box
    quiet = element.quiet if "quiet" in element.spans else _QUIET
    count = len(modules) + 2 * quiet
    side = width / count
    if side < _LEAST:
        canvas.fault(
            element,
            f"the bars of “{data}” would be {side:.2f} mm wide; a scanner cannot read them",
            "code",
            "data",
            f"make the code at least {count * _LEAST:.0f} mm wide",
        )
        return None
    path: list[str | float] = []
    at = x + quiet * side
    for is_dark, run in groupby(modules):
        wide = len(list(run)) * side
        if is_dark:
            path += rect_path(at, y, wide, height)
        at += wide
    return box, rounded(tuple(path))


def _matrix(canvas: FaceCanvas, element: CodeElement, data: str, box: Box) -> tuple[Box, PathData] | None:
    """The ground and the modules of a Data Matrix; None, and a fault, when no camera would read it."""
    modules = data_matrix_modules(data)
    quiet = element.quiet if "quiet" in element.spans else _MATRIX_QUIET
    count = len(modules) + 2 * quiet
    side = min(box[2], box[3]) / count
    if quiet < _MATRIX_QUIET:
        canvas.fault(element, "expected a free border around the matrix code", "code", "quiet", "quiet: 1, or more")
        return None
    if side < LEAST_MATRIX - 1e-9:
        what = f"the modules of “{data}” would be {side:.2f} mm wide; a camera over the table cannot read them"
        canvas.fault(element, what, "code", "data", f"make the code at least {count * LEAST_MATRIX:.1f} mm wide")
        return None
    return _squares(modules, quiet, box)


def _squares(modules: Sequence[Sequence[bool]], quiet: int, box: Box) -> tuple[Box, PathData]:
    """The ground and the square modules of a code in the middle of its box."""
    x, y, width, height = box
    count = len(modules) + 2 * quiet
    side = min(width, height) / count
    left, top = x + (width - side * count) / 2, y + (height - side * count) / 2
    path: list[str | float] = []
    for row, line in enumerate(modules):
        start = None
        # A module that is always light ends the last run of each row.
        for column, is_dark in enumerate((*line, False)):
            if is_dark and start is None:
                start = column
            elif not is_dark and start is not None:
                across = left + (start + quiet) * side
                path += rect_path(across, top + (row + quiet) * side, (column - start) * side, side)
                start = None
    return (left, top, side * count, side * count), tuple(path)
