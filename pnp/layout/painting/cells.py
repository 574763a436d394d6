"""Grids: a cell for each item that is repeated. In: a GridElement, its box, the names known to the canvas. Out: the
cells' drawing items.

Invariant: every item gets a cell inside the grid's box, or a fault names the one that did not.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, ceil, cos, floor, pi, sin
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.path import turning
from pnp.layout.painting.face_canvas import Box, FaceCanvas, halved
from pnp.layout.painting.scope import Cell, Scope, table_value
from pnp.layout.painting.text_element import report_crowded
from pnp.layout.template.element import Each, GridElement
from pnp.layout.template.name_template import SplitTemplate, fill_name_template, word_of
from pnp.layout.template.value_readers import MAX_CELLS
from pnp.layout.text.markup import Placeholder
from pnp.library.card import Card, Option
from pnp.library.reading.node import same

_PART = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}


class GridItem(Struct, frozen=True, eq=False):
    """What a cell shows."""

    cell: Cell
    card: Card | None = None


class CellPlace(Struct, frozen=True, eq=False):
    """Where a cell is, and how far it is turned."""

    box: Box
    turn: float = 0.0


def paint_grid(canvas: FaceCanvas, element: GridElement, box: Box) -> float | None:
    """All cells of a grid."""
    if element.each is None:
        return None
    grid_items, columns, rows = find_grid_items(canvas, element, element.each, box)
    if not grid_items:
        return box[1] if element.height == "auto" or element.rows == "auto" else None
    if columns and element.columns not in (0, columns):
        message = f"expected {element.columns} squares in a row, as “columns” says, got {columns}"
        canvas.fault(element, message, "grid", "columns", "leave “columns” out, or write single words as a list")
        return None
    if len(grid_items) > MAX_CELLS:
        canvas.fault(element, f"expected at most {MAX_CELLS:,} cells, got {len(grid_items):,}", "grid", "each")
        return None
    if element.rows == "auto":
        return _paint_auto(canvas, element, grid_items, box)
    if element.flow == "circle" and not element.cell:
        canvas.fault(element, "flow: circle needs “cell: [width, height]”", "grid", "flow")
        return None
    places = _places(canvas, element, len(grid_items), columns, rows, box)
    if len(places) < len(grid_items):
        canvas.fault(
            element,
            f"expected at most {len(places)} entries, one per cell, got {len(grid_items)}",
            "grid",
            "columns" if "columns" in element.spans else "rows",
        )
    for grid_item, place in zip(grid_items, places, strict=False):
        if grid_item is not None:
            _paint_cell(canvas, element, grid_item, place)
    return None


def find_grid_items(
    canvas: FaceCanvas, element: GridElement, each: Each, box: Box
) -> tuple[list[GridItem | None], int, int]:
    """What is repeated, and the columns and rows of a board (0 when the grid decides)."""
    scope = canvas.scope
    if each.over == "rows":
        return _board(canvas, each)
    cards: list[Card | None] = []
    items: list[tuple[str, Any]] = []
    if each.over == "deck":
        deck = scope.book.deck(each.source)
        if deck is None:
            canvas.fault(element, f"there is no deck “{each.source}”", "unknown-deck", "each")
            return [], 0, 0
        for card in deck.cards:
            times = card.copies if each.copies else 1
            cards += [card] * times
            items += [(card.id, card.id)] * times
    elif each.over == "count":
        items = [("", number) for number in _numbers(canvas, element, each, box)]
    elif each.over == "field":
        items = _field(canvas, element, each)
    elif each.over == "options":
        items = [(option.id, _option(option)) for option in scope.book.facts.options.values()]
    elif each.over == "table":
        value = _table(canvas, element, each)
        if _is_board(value, element.columns):
            return _board(canvas, replace(each, source=value))
        items = list(value.items()) if isinstance(value, dict) else [("", item) for item in value]
    else:
        items = [("", item) for item in each.source]
    if not cards:
        cards = [None] * len(items)
    if each.where is not None:
        kept = []
        for its_card, item in zip(cards, items, strict=True):
            inner = replace(scope, own=its_card or scope.own)
            # A condition uses the names that the item's cell will have, although its place is not known yet.
            with canvas.cell(Cell(item[1], item[0]), inner):
                if each.where.holds(canvas.lookup):
                    kept.append((its_card, item))
        cards, items = [its_card for its_card, _ in kept], [item for _, item in kept]
    found: list[GridItem | None] = [
        GridItem(Cell(item, str(key), number, len(items)), its_card)
        for number, (its_card, (key, item)) in enumerate(zip(cards, items, strict=True))
    ]
    return found, 0, 0


def _numbers(canvas: FaceCanvas, element: GridElement, each: Each, box: Box) -> list[Any]:
    if isinstance(each.source, SplitTemplate):
        text = fill_name_template(each.source, lambda placeholder: canvas.scope.text(placeholder) or "")
        try:
            count = int(float(text))
        except (ValueError, OverflowError):
            canvas.fault(element, f"expected a count, got “{text}”", "grid", "each")
            return []
    else:
        count = floor(canvas.measure(each.source, 0.0, box) + 1e-6)
    if not 0 <= count <= MAX_CELLS:
        canvas.fault(element, f"expected a count from 0 to {MAX_CELLS}, got {count}", "grid", "each")
        return []
    start, step = canvas.measure(each.start, 0.0, box), canvas.measure(each.step, 0.0, box)
    numbers = [round(start + step * number, 6) for number in range(count)]
    return [int(number) if number.is_integer() else number for number in numbers]


def _option(option: Option) -> dict[str, Any]:
    """A switch of the game as a row; its values in one line and, as `choice.1` and on, in words for people, the default
    first. `kind` is how it is agreed on: `flag` yes or no, `number`, or one of 2, 3 … choices.
    """
    others = [value for value in option.values if not same(value, option.default)]
    values = [option.default, *others]
    kinds = {bool: "flag", int: "number"}
    return {
        "id": option.id,
        "words": option.words,
        "default": option.default,
        "values": ", ".join(map(word_of, values)),
        "rule": option.rule,
        "kind": kinds.get(type(option.default), str(len(values))),
        "choice": {str(at): option.choices.get(str(value), word_of(value)) for at, value in enumerate(values, 1)},
    }


def _table(canvas: FaceCanvas, element: GridElement, each: Each) -> Any:
    """A list or a map of the game's tables; nothing, and a fault, when there is none."""
    try:
        value = table_value(canvas.scope.book.facts, each.source)
    except LookupError as fault:
        canvas.fault(element, str(fault).strip("'\""), "table", "each")
        return []
    if isinstance(value, list | dict):
        return value
    canvas.fault(element, f"expected a list or a map in “{each.source}”", "table", "each")
    return []


def _is_board(value: Any, columns: int) -> bool:
    """Texts are rows of squares; but where `columns` is given, single words are items."""
    texts = isinstance(value, list) and bool(value) and all(isinstance(row, str) for row in value)
    return texts and (not columns or any(len(row.split()) != 1 for row in value))


def _field(canvas: FaceCanvas, element: GridElement, each: Each) -> list[tuple[str, Any]]:
    value = canvas.scope.value(Placeholder(each.source))
    if isinstance(value, dict):
        return [(str(key), item) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [("", item) for item in value]
    if value is None:
        return []
    canvas.fault(element, f"expected a list or a map in “{each.source}” of this card", "grid", "each")
    return []


def _board(canvas: FaceCanvas, each: Each) -> tuple[list[GridItem | None], int, int]:
    rows = [row.split() for row in each.source]
    columns = max((len(row) for row in rows), default=0)
    grid_items: list[GridItem | None] = []
    for row in rows:
        for column in range(columns):
            word = row[column] if column < len(row) else "."
            if word == ".":
                grid_items.append(None)
                continue
            item, _, mark = word.partition(":")
            cell = Cell(item, "", len(grid_items), columns * len(rows), mark)
            grid_items.append(GridItem(cell, canvas.scope.book.card(item)))
    return grid_items, columns, len(rows)


def _paint_cell(canvas: FaceCanvas, element: GridElement, grid_item: GridItem, place: CellPlace) -> None:
    scope: Scope = replace(canvas.scope, own=grid_item.card or canvas.scope.own)
    with canvas.cell(grid_item.cell, scope):
        if place.turn:
            x, y, width, height = place.box
            with canvas.group(turning(place.turn, x + width / 2, y + height / 2)):
                canvas.draw(element.elements, place.box)
        else:
            canvas.draw(element.elements, place.box)


def _places(canvas: FaceCanvas, element: GridElement, count: int, columns: int, rows: int, box: Box) -> list[CellPlace]:
    gap = [canvas.measure(part, 0.0, box) for part in element.gap]
    cell = [canvas.measure(part, box[2 + way], box) for way, part in enumerate(element.cell)]
    if element.flow == "circle":
        return _circle(element, count, cell, box)
    asked_rows = element.rows if isinstance(element.rows, int) else 0
    if element.flow == "ring" and not columns:
        columns, rows = element.columns, asked_rows
        if not columns or not rows:
            # Four sides share four corners: a square ring with so many cells a side has 4 × (side - 1).
            side = ceil(count / 4) + 1
            columns, rows = columns or side, rows or side
    else:
        columns, rows = columns or element.columns, rows or asked_rows
        if not columns and not rows:
            if cell:
                columns = max(1, int((box[2] + gap[0] + 1e-6) / max(0.1, cell[0] + gap[0])))
            else:
                columns = count if element.flow != "columns" else 1
        columns = columns or ceil(count / rows)
        rows = rows or ceil(count / columns)
    width = cell[0] if cell else (box[2] - gap[0] * (columns - 1)) / columns
    height = cell[1] if cell else (box[3] - gap[1] * (rows - 1)) / rows
    if width <= 0 or height <= 0:
        raise LookupError(f"the cells of the grid have no room: {_format_size(width, height, columns, rows, box)}")
    left = box[0] + (box[2] - (width + gap[0]) * columns + gap[0]) * _PART[element.align]
    top = box[1] + (box[3] - (height + gap[1]) * rows + gap[1]) * _PART[element.valign]
    if (columns * width + (columns - 1) * gap[0] > box[2] + 1e-3) or (
        rows * height + (rows - 1) * gap[1] > box[3] + 1e-3
    ):
        canvas.fault(element, "the cells do not fit into the box of the grid", "grid", "cell" if cell else "gap")

    def at(column: int, row: int, turn: float = 0.0) -> CellPlace:
        return CellPlace((left + column * (width + gap[0]), top + row * (height + gap[1]), width, height), turn)

    if element.flow == "ring":
        return _ring(columns, rows, at, element.turned)
    places = []
    for number in range(min(count, columns * rows)):
        if element.flow == "columns":
            places.append(at(number // rows, number % rows))
            continue
        row, column = divmod(number, columns)
        if element.flow == "snake" and row % 2:
            column = columns - 1 - column
        places.append(at(column, row))
    return places


def _format_size(width: float, height: float, columns: int, rows: int, box: Box) -> str:
    return f"{width:.1f} × {height:.1f} mm, {columns} × {rows} of them in a box of {box[2]:.1f} × {box[3]:.1f} mm"


def _ring(columns: int, rows: int, at: Callable[[int, int, float], CellPlace], is_turned: bool) -> list[CellPlace]:
    """Cells round the border, clockwise from the top left."""
    places = []
    for column in range(columns):
        places.append(at(column, 0, 0.0))
    for row in range(1, rows):
        places.append(at(columns - 1, row, 90.0 if is_turned and row < rows - 1 else 0.0))
    if rows > 1:
        for column in range(columns - 2, -1, -1):
            places.append(at(column, rows - 1, 180.0 if is_turned else 0.0))
    if columns > 1:
        for row in range(rows - 2, 0, -1):
            places.append(at(0, row, 270.0 if is_turned else 0.0))
    return places


def _circle(element: GridElement, count: int, cell: list[float], box: Box) -> list[CellPlace]:
    x, y, width, height = box
    rx, ry = (width - cell[0]) / 2, (height - cell[1]) / 2
    places = []
    for number in range(count):
        angle = 2 * pi * number / count
        across, down = rx * sin(angle), -ry * cos(angle)
        cx, cy = x + width / 2 + across, y + height / 2 + down
        turn = atan2(across, -down) * 180 / pi if element.turned else 0.0
        places.append(CellPlace((cx - cell[0] / 2, cy - cell[1] / 2, cell[0], cell[1]), round(turn, 6)))
    return places


def _paint_auto(canvas: FaceCanvas, element: GridElement, grid_items: list[GridItem | None], box: Box) -> float:
    """Rows as tall as their texts; all shrink together until they fit into the box."""
    gap = [canvas.measure(part, 0.0, box) for part in element.gap]
    columns = element.columns or 1
    width = (box[2] - gap[0] * (columns - 1)) / columns
    if width <= 0:
        raise LookupError(f"the cells of the grid have no room: {columns} columns in {box[2]:.1f} mm")
    stack = _stack_columns if element.flow == "columns" else _stack_rows
    scale, is_crowded = canvas.scale, canvas.is_crowded

    def measure(rehearsal: FaceCanvas) -> list[float]:
        cell = (0.0, 0.0, width, 0.0)
        return [_height(rehearsal, element, grid_item, cell) if grid_item else 0.0 for grid_item in grid_items]

    def stacked_at(factor: float) -> list[StackedCell]:
        canvas.scale = factor
        return stack(measure(canvas), columns, gap[1])

    try:
        cells = stacked_at(scale)
        room = box[3] + 1e-3
        if _foot(cells) > room and not canvas.is_measuring:
            small, _ = halved(lambda factor: _foot(stacked_at(factor)) <= room, 0.4 * scale, scale)
            cells = stacked_at(small)
            if _foot(cells) > room:
                _report_overflow(canvas, element, measure, _foot(cells), box[3])
                canvas.is_crowded = True
        spare = max(0.0, box[3] - _foot(cells)) if element.height != "auto" else 0.0
        top = box[1] + spare * _PART[element.valign]
        if not canvas.is_measuring:
            for grid_item, cell in zip(grid_items, cells, strict=True):
                if grid_item is not None:
                    x, y = box[0] + cell.column * (width + gap[0]), top + cell.top
                    _paint_cell(canvas, element, grid_item, CellPlace((x, y, width, cell.height)))
        return top + _foot(cells)
    finally:
        canvas.scale, canvas.is_crowded = scale, is_crowded


def _report_overflow(
    canvas: FaceCanvas, element: GridElement, measure: Callable[[FaceCanvas], object], taken: float, whole: float
) -> None:
    measures = f"must be at least {taken:.1f} mm high, the box is {whole:.1f} mm"
    if not report_crowded(canvas, element, measure, measures):
        message = f"{canvas.name}, “{element.id}”: its content {measures}"
        canvas.report.error(element.span, message, "shorten the texts, or give the grid more room", "text-overflow")


class StackedCell(NamedTuple):
    """A cell as tall as its texts: its column, and mm from the top of the grid."""

    column: int
    top: float
    height: float


def _foot(cells: list[StackedCell]) -> float:
    """Where the last cell ends."""
    return max((cell.top + cell.height for cell in cells), default=0.0)


def _stack_rows(tall: list[float], columns: int, gap: float) -> list[StackedCell]:
    """Cells row by row; each row as high as its tallest."""
    cells: list[StackedCell] = []
    top = 0.0
    for first in range(0, len(tall), columns):
        row = tall[first : first + columns]
        cells += [StackedCell(column, top, max(row)) for column in range(len(row))]
        top += max(row) + gap
    return cells


def _stack_columns(tall: list[float], columns: int, gap: float) -> list[StackedCell]:
    """Cells column by column, each under the one before; the columns as even as the order of the cells lets them."""

    def within(limit: float) -> list[StackedCell]:
        cells: list[StackedCell] = []
        column, top = 0, 0.0
        for height in tall:
            if top and top + height > limit and column < columns - 1:
                column, top = column + 1, 0.0
            cells.append(StackedCell(column, top, height))
            top += height + gap
        return cells

    short, long = max(tall, default=0.0), sum(tall) + gap * len(tall)
    return within(halved(lambda middle: _foot(within(middle)) > middle + 1e-6, short, long)[1])


def _height(canvas: FaceCanvas, element: GridElement, grid_item: GridItem, box: Box) -> float:
    scope: Scope = replace(canvas.scope, own=grid_item.card or canvas.scope.own)
    with canvas.cell(grid_item.cell, scope):
        return canvas.rehearse(lambda rehearsal: rehearsal.draw(element.elements, box)) - box[1]
