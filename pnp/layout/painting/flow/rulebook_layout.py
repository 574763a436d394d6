"""Words in columns: the rulebook, and how to play. In: an element, its box, its blocks. Out: blocks placed on pages.

Invariant: every rule with `summary` that the element asks for stands on exactly one page, in order, its id in the
margin; every part of how to play likewise; a title never stands alone at a column's foot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pnp.base.diagnostics import Report
from pnp.layout.painting.face_canvas import Box, FaceCanvas, halved
from pnp.layout.painting.flow.howto_blocks import howto_blocks
from pnp.layout.painting.flow.rule_blocks import Block, rule_blocks
from pnp.layout.template.element import FlowElement, HowtoElement, RulesElement

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


class _Columns(Struct, frozen=True):
    """Where blocks go: how many columns, how high, and how much lower those of the first page begin."""

    count: int
    height: float
    head: float = 0.0

    def top(self, column: int) -> float:
        """Where a column begins, counted through all pages."""
        return self.head if column < self.count else 0.0


def paint_rules(canvas: FaceCanvas, element: RulesElement, box: Box) -> None:
    """This page's part of the rulebook."""
    _paint(canvas, element, box, 0.0, lambda width, margin: rule_blocks(canvas, element, width, margin))


def paint_howto(canvas: FaceCanvas, element: HowtoElement, box: Box) -> None:
    """This page's part of how to play; nothing for a game that does not say it."""
    if canvas.scope.book.facts.howto:
        head = canvas.measure(element.head, box[3], box)
        _paint(canvas, element, box, head, lambda width, margin: howto_blocks(canvas, element, width, margin))


def _paint(
    canvas: FaceCanvas, element: FlowElement, box: Box, head: float, blocks: Callable[[float, float], list[Block]]
) -> None:
    gutter = canvas.measure(element.gutter, box[2], box)
    width = (box[2] - gutter * (element.columns - 1)) / element.columns
    margin = canvas.measure(element.margin, box[2], box)
    if width - margin < 5:
        raise LookupError("the columns are too narrow for text beside the margin")
    columns = _Columns(element.columns, box[3], head)
    key = (element.kind, canvas.template.name, element.span, box)
    flow: _Flow = canvas.once_for_all(key, lambda: _lay_out(canvas, element, columns, lambda: blocks(width, margin)))
    if canvas.scope.page == 1:
        canvas.report.extend(flow.report)
    canvas.pages = max(canvas.pages, flow.pages)
    if canvas.scope.pages < flow.pages:
        return  # the page is composed again, knowing how many there are
    for item in flow.placed:
        if item.page == canvas.scope.page:
            item.block.draw(canvas, box[0] + item.column * (width + gutter), box[1] + item.top)


def _lay_out(canvas: FaceCanvas, element: FlowElement, columns: _Columns, blocks: Callable[[], list[Block]]) -> _Flow:
    """All pages: the type as large as `pages` allows, the last page's columns balanced when that is asked for."""
    outer, scale = canvas.report, canvas.scale
    first: Report | None = None

    def place(factor: float) -> list[PlacedBlock]:
        nonlocal first
        canvas.report, canvas.scale = Report(), factor
        placed = _flow(blocks(), columns)
        first = first or canvas.report
        return placed

    try:
        placed = place(scale)
        if element.pages and _pages(placed) > element.pages:
            small, _ = halved(lambda factor: _pages(place(factor)) <= element.pages, scale * _SMALLEST, scale, _STEPS)
            if _pages(placed := place(small)) > element.pages:
                message = f"expected at most {element.pages} pages, got {_pages(placed)} at the smallest type size"
                canvas.fault(element, message, "text-overflow", "pages")
        if any(item.block.height > columns.height + 1e-3 for item in placed):
            canvas.fault(element, "a block with its picture is taller than the column", "text-overflow")
        report = Report(dict.fromkeys([*(first or ()), *canvas.report]))
    finally:
        canvas.report, canvas.scale = outer, scale
    if element.balance and placed:
        placed = _balance(placed, columns)
    return _Flow(placed, _pages(placed), report)


def _pages(placed: Sequence[PlacedBlock]) -> int:
    return placed[-1].page if placed else 1


def _balance(placed: list[PlacedBlock], columns: _Columns) -> list[PlacedBlock]:
    """The last page's blocks again, in columns as low as they can be."""
    last = _pages(placed)
    kept = [item for item in placed if item.page < last]
    blocks = [item.block for item in placed if item.page == last]
    head = columns.head if last == 1 else 0.0
    together = [_height(blocks[at : _end_of_kept(blocks, at)]) for at in range(len(blocks))]
    # Lower columns would divide what is kept together.
    low = head + max((height for height in together if height <= columns.height - head), default=0.0)

    def divides(height: float) -> bool:
        return _pages(_flow(blocks, _Columns(columns.count, height, head))) > 1

    _, high = halved(divides, low, columns.height, _STEPS)
    again = _flow(blocks, _Columns(columns.count, high, head))
    return kept + [PlacedBlock(item.page + last - 1, item.column, item.top, item.block) for item in again]


def _height(blocks: Sequence[Block]) -> float:
    """Of blocks one below the other, at the top of a column."""
    return sum(block.height for block in blocks) + sum(block.gap for block in blocks[1:])


def _end_of_kept(blocks: Sequence[Block], at: int) -> int:
    """Behind the blocks that stand together, of which this is the first."""
    end = at + 1
    while blocks[end - 1].keeps and end < len(blocks):
        end += 1
    return end


def _flow(blocks: Sequence[Block], columns: _Columns) -> list[PlacedBlock]:
    """Put blocks one below the other, into the next column when one does not fit."""
    placed: list[PlacedBlock] = []
    column, top = 0, columns.top(0)
    at = 0
    while at < len(blocks):
        end = _end_of_kept(blocks, at)
        if _height(blocks[at:end]) > columns.height - columns.head:
            end = min(end, at + 2)  # too tall to be kept together: a title, or whatever comes first, keeps one
        together = blocks[at:end]
        begun = top > columns.top(column)
        gap = together[0].gap if begun else 0.0
        needed = _height(together)
        if begun and top + gap + needed > columns.height + 1e-3:
            column, gap = column + 1, 0.0
            top = columns.top(column)
        for number, block in enumerate(together):
            top += block.gap if number else gap
            placed.append(PlacedBlock(column // columns.count + 1, column % columns.count, top, block))
            top += block.height
        at = end
    return placed
