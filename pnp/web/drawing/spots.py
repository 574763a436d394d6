"""Where the named spots of a printed board are. In: a game's `screen.yaml` and tables. Out: their places in mm.

Invariant: what is said of a board's cells and roads is said as its layout says it, so a spot is where it is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.base.suggest import fold_name
from pnp.layout.painting.boards import along, bent
from pnp.library.card import CardBook
from pnp.web.drawing.screen_data import BoardData, SpotGrid

Point = tuple[float, float]


def spots_of(board: BoardData, book: CardBook) -> dict[str, Point]:
    """All spots, by name in lower case."""
    found: dict[str, Point] = {}
    for name in board.networks:
        if name in book.tables:
            found.update(_network(book.tables[name].rows, board.bends))
    for name, grid in board.grids.items():
        found.update((f"{name}:{grid.first + number * grid.step}", at) for number, at in enumerate(_cells(grid)))
    found.update(board.spots)
    return {name.lower(): at for name, at in found.items()}


def _network(rows: Any, bends: Mapping[str, float]) -> Iterator[tuple[str, Point]]:
    """Its nodes, by id and by name, and the spaces of its edges: `HKI-TKU:2` is two steps from HKI."""
    nodes = {str(node["id"]): (float(node["x"]), float(node["y"])) for node in rows["nodes"]}
    yield from nodes.items()
    yield from ((fold_name(str(node["name"])), nodes[str(node["id"])]) for node in rows["nodes"] if "name" in node)
    for edge in rows["edges"]:
        via = [(float(x), float(y)) for x, y in edge.get("via", ())]
        line = bent([nodes[edge["a"]], *via, nodes[edge["b"]]], bends.get(f"{edge['a']}-{edge['b']}", 0.0))
        for step in range(1, edge["steps"]):
            yield f"{edge['a']}-{edge['b']}:{step}", along(line, step / edge["steps"])


def _cells(grid: SpotGrid) -> Iterator[Point]:
    """The middles of the cells, in their order; after the last one comes the first again."""
    left, top, width, height = grid.box
    w = (width - grid.gap * (grid.columns - 1)) / grid.columns + grid.gap
    h = (height - grid.gap * (grid.rows - 1)) / grid.rows + grid.gap
    for number in range(grid.count):
        column, row = (
            _ring(number, grid)
            if grid.flow == "ring"
            else (
                number % grid.columns,
                number // grid.columns % grid.rows,
            )
        )
        yield left + column * w + (w - grid.gap) / 2, top + row * h + (h - grid.gap) / 2


def _ring(number: int, grid: SpotGrid) -> tuple[int, int]:
    right, down = grid.columns - 1, grid.rows - 1
    number %= 2 * (right + down)
    if number <= right:
        return number, 0
    if number <= right + down:
        return right, number - right
    if number <= 2 * right + down:
        return 2 * right + down - number, down
    return 0, 2 * (right + down) - number
