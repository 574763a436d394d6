"""Registration marks of cutting plotters. In: a SheetGrid. Out: the marks that a Silhouette plotter looks for.

A square in the top left corner and an L in the two corners beside it, black, on fronts only. Invariant: nothing of a
card (its bleed included) lies nearer than CLEAR to a mark: arms are shortened, but never below SHORT, because the grid
keeps the corners clear.
"""

from __future__ import annotations

from pnp.layout.drawing.frame import Item, Shape
from pnp.layout.sheets.grid import CORNER, INSET, SheetGrid

SQUARE = 5.0
LINE = 1.0
SHORT, LONG = 5.0, 20.0
CLEAR = CORNER - SQUARE
FOOT_INDENT = INSET + LONG  # keeps the foot line away from the marks

_BLACK = "#000000"


def draw_registration(grid: SheetGrid) -> list[Item]:
    """The three marks."""
    across, down = arm_lengths(grid)
    right, bottom = grid.paper_width - INSET, grid.paper_height - INSET
    return [
        Shape(_rect(INSET, INSET, SQUARE, SQUARE), fill=_BLACK),
        Shape(_ell(right, INSET, -across, down, -LINE, LINE), fill=_BLACK),
        Shape(_ell(INSET, bottom, across, -down, LINE, -LINE), fill=_BLACK),
    ]


def arm_lengths(grid: SheetGrid) -> tuple[float, float]:
    """How long the marks' arms are along the paper's width and along its height."""
    beside = grid.x - grid.outer[3] - CLEAR - INSET  # from the marks' outer edge to where the cards begin
    above = grid.y - grid.outer[0] - CLEAR - INSET
    across = LONG if above >= LINE else min(LONG, max(SHORT, beside))
    down = LONG if beside >= LINE else min(LONG, max(SHORT, above))
    return across, down


def _rect(x: float, y: float, width: float, height: float) -> tuple[str | float, ...]:
    return ("M", x, y, "L", x + width, y, "L", x + width, y + height, "L", x, y + height, "Z")


def _ell(x: float, y: float, across: float, down: float, thick_x: float, thick_y: float) -> tuple[str | float, ...]:
    """An L with its outer corner at (x, y); signs say which way the arms go."""
    return (
        *("M", x, y, "L", x + across, y, "L", x + across, y + thick_y, "L", x + thick_x, y + thick_y),
        *("L", x + thick_x, y + down, "L", x, y + down, "Z"),
    )
