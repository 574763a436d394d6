"""The rulebook in columns. In: a rules element, its box, the book's sections. Out: blocks placed on pages.

Invariant: every rule with `summary` that the element asks for stands on exactly one page, in order, its id in the
margin; a title never stands alone at a column's foot.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.base.diagnostics import Report
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.rule_blocks import Block, rule_blocks
from pnp.layout.template.element import RulesElement

_SMALLEST = 0.5  # of the type; the styles' own `min` holds first
_STEPS = 14


class PlacedBlock(Struct, frozen=True, eq=False):
    """A block in a column of a page."""

    page: int
    column: int
    top: float
    block: Block


class _Flow(Struct, frozen=True, eq=False):
    """All pages, made once, and the faults found on the way."""

    placed: list[PlacedBlock]
    pages: int
    report: Report


def paint_rules(canvas: FaceCanvas, element: RulesElement, box: Box) -> None:
    """This page's part of the rulebook."""
    gutter = canvas.measure(element.gutter, box[2], box)
    width = (box[2] - gutter * (element.columns - 1)) / element.columns
    margin = canvas.measure(element.margin, box[2], box)
    if width - margin < 5:
        raise LookupError("the columns are too narrow for words beside the margin")
    key = ("rules", canvas.template.name, element.span, box)
    flow: _Flow = canvas.once_for_all(key, lambda: _lay_out(canvas, element, width, margin, box))
    if canvas.scope.page == 1:
        canvas.report.extend(flow.report)
    canvas.pages = max(canvas.pages, flow.pages)
    if canvas.scope.pages < flow.pages:
        return  # the page is composed again, knowing how many there are
    for item in flow.placed:
        if item.page == canvas.scope.page:
            item.block.draw(canvas, box[0] + item.column * (width + gutter), box[1] + item.top)


def _lay_out(canvas: FaceCanvas, element: RulesElement, width: float, margin: float, box: Box) -> _Flow:
    """All pages: the type as large as `pages` allows, the last page's columns balanced when that is asked for."""
    outer, scale = canvas.report, canvas.scale
    first: Report | None = None

    def place(factor: float) -> list[PlacedBlock]:
        nonlocal first
        canvas.report, canvas.scale = Report(), factor
        placed = _flow(rule_blocks(canvas, element, width, margin), element.columns, box[3])
        first = first or canvas.report
        return placed

    try:
        placed = place(scale)
        if element.pages and _pages(placed) > element.pages:
            small, large = scale * _SMALLEST, scale
            smallest = placed = place(small)
            if _pages(smallest) > element.pages:
                message = f"the rules take {_pages(smallest)} pages at their smallest type, {element.pages} are allowed"
                canvas.fault(element, message, "text-overflow", "pages")
            else:
                for _ in range(_STEPS):
                    middle = (small + large) / 2
                    tried = place(middle)
                    if _pages(tried) > element.pages:
                        large = middle
                    else:
                        small, placed = middle, tried
        if any(item.block.height > box[3] + 1e-3 for item in placed):
            canvas.fault(element, "a rule with its diagram is higher than the column", "text-overflow")
        report = Report(dict.fromkeys([*(first or ()), *canvas.report]))
    finally:
        canvas.report, canvas.scale = outer, scale
    if element.balance and placed:
        placed = _balance(placed, element.columns, _balanced_height(placed, element.columns, box[3]))
    return _Flow(placed, _pages(placed), report)


def _pages(placed: Sequence[PlacedBlock]) -> int:
    return placed[-1].page if placed else 1


def _balanced_height(placed: Sequence[PlacedBlock], columns: int, height: float) -> float:
    last = placed[-1].page
    blocks = [item.block for item in placed if item.page == last]
    low, high = 0.0, height
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _flow(blocks, columns, middle)[-1].page > 1:
            low = middle
        else:
            high = middle
    return high


def _balance(placed: list[PlacedBlock], columns: int, height: float) -> list[PlacedBlock]:
    """The last page's blocks again, in lower columns."""
    last = placed[-1].page if placed else 1
    kept = [item for item in placed if item.page < last]
    again = _flow([item.block for item in placed if item.page == last], columns, height)
    return kept + [PlacedBlock(item.page + last - 1, item.column, item.top, item.block) for item in again]


def _flow(blocks: Sequence[Block], columns: int, height: float) -> list[PlacedBlock]:
    """Put blocks one below the other, into the next column when one does not fit."""
    placed: list[PlacedBlock] = []
    column, top = 0, 0.0
    at = 0
    while at < len(blocks):
        end = at + 1
        while blocks[end - 1].keeps and end < len(blocks):
            end += 1
        together = blocks[at:end]
        gap = together[0].gap if top else 0.0
        needed = sum(block.height for block in together) + sum(block.gap for block in together[1:])
        if top and top + gap + needed > height + 1e-3:
            column, top, gap = column + 1, 0.0, 0.0
        for number, block in enumerate(together):
            top += block.gap if number else gap
            placed.append(PlacedBlock(column // columns + 1, column % columns, top, block))
            top += block.height
        at = end
    return placed
