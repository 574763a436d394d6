"""Codes to scan. In: a code element and its box. Out: one even-odd free path of dark squares on a light ground."""

from __future__ import annotations

from pnp.layout.easel import Box, Easel
from pnp.layout.element import Code
from pnp.layout.frame import Item, Shape
from pnp.layout.path import rect_path
from pnp.layout.qr import QrError, qr_modules
from pnp.layout.shapes import rounded


def paint_code(easel: Easel, element: Code, box: Box) -> None:
    """A QR code, as large as fits."""
    data = easel.word(element.data, element, "data")
    if not data:
        return
    try:
        modules = qr_modules(data)
    except QrError as fault:
        easel.fault(element, str(fault), "code", "data")
        return
    x, y, width, height = box
    count = len(modules) + 2 * element.quiet
    side = min(width, height) / count
    left, top = x + (width - side * count) / 2, y + (height - side * count) / 2
    items: list[Item] = []
    ground = easel.colour(element.ground, element, "ground")
    if ground:
        items.append(Shape(rounded(rect_path(left, top, side * count, side * count)), ground))
    path: list[str | float] = []
    for row, line in enumerate(modules):
        start = None
        for column, is_dark in enumerate((*line, False)):
            if is_dark and start is None:
                start = column
            elif not is_dark and start is not None:
                across = left + (start + element.quiet) * side
                path += rect_path(across, top + (row + element.quiet) * side, (column - start) * side, side)
                start = None
    items.append(Shape(tuple(path), easel.colour(element.colour, element, "colour") or "#000000"))
    easel.add(element, items)
