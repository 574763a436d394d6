"""A die of paper: six square faces in a cross, with tabs to glue.

In: six faces of one size, as numbers 1 to 6 stand on a die. Out: the net. Invariant: opposite faces add up to seven.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.frame import Frame, Group, Item, PathData, Shape
from pnp.layout.drawing.path import points_path, rect_path
from pnp.layout.sheets.marks import Translate, fold_lines, glue_area

SIDES = 6
_TAB = 0.35  # of a side
_SLANT = 0.15
_APART = 2.0  # mm between two nets
# Column and row of each face in the cross, from the first to the sixth: three, one, four and six in a row.
_AT = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (3, 1))
# The tabs, by the corner of their edge (in sides), along and away from it.
_TABS = (
    *(((1, row), (0, 1), (-1, 0)) for row in (0, 2)),  # left of the second and the fifth
    *(((2, row), (0, 1), (1, 0)) for row in (0, 2)),
    ((1, 0), (1, 0), (0, -1)),
    ((1, 3), (1, 0), (0, 1)),
    ((4, 1), (0, 1), (1, 0)),
)
_OUTLINE = ((0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (4, 1), (4, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2))


def make_die(name: str, sides: Sequence[Frame], translate: Translate) -> Frame:
    """The net of six faces; ValueError if they are not six squares of one size."""
    sizes = {(round(side.width, 3), round(side.height, 3)) for side in sides}
    if len(sides) != SIDES or len(sizes) > 1 or any(width != height for width, height in sizes):
        found = ", ".join(f"{width:g} × {height:g} mm" for width, height in sorted(sizes))
        raise ValueError(f"expected six square faces of one size, got {len(sides)} of {found}")
    side = sides[0].width
    tab = _TAB * side
    items: list[Item] = []
    for face, (column, row) in zip(sides, _AT, strict=True):
        x, y = column * side, tab + row * side
        items.append(Group((Group(face.items, (1.0, 0.0, 0.0, 1.0, x, y)),), clip=rect_path(x, y, side, side)))
    folds = []
    for (column, row), (along_x, along_y), (away_x, away_y) in _TABS:
        x, y = column * side, tab + row * side
        ends = [(x, y), (x + along_x * side, y + along_y * side)]
        points = _tab_points(ends[0], ends[1], away_x * tab, away_y * tab)
        left, top = min(px for px, _ in points), min(py for _, py in points)
        box = (left, top, max(px for px, _ in points) - left, max(py for _, py in points) - top)
        items.append(glue_area(box, points_path(points, True), translate("glue")))
        folds.append((*ends[0], *ends[1]))
    folds += [(column * side, tab + side, column * side, tab + 2 * side) for column in (1, 2, 3)]
    folds += [(side, tab + row * side, 2 * side, tab + row * side) for row in (1, 2)]
    items.append(fold_lines(folds))
    net = _net(side, tab)
    items.insert(SIDES, Shape(net, stroke="#ffffff", width=0.4))  # so that the line to cut shows on dark art
    return Frame(name, 4 * side + tab, 3 * side + 2 * tab, _APART / 2, 0.0, tuple(items), net)


def _tab_points(
    start: tuple[float, float], end: tuple[float, float], away_x: float, away_y: float
) -> list[tuple[float, float]]:
    """The corners of a tab on an edge, narrower at its end."""
    (x, y), (to_x, to_y) = start, end
    slant_x, slant_y = _SLANT * (to_x - x), _SLANT * (to_y - y)
    return [
        (x, y),
        (x + away_x + slant_x, y + away_y + slant_y),
        (to_x + away_x - slant_x, to_y + away_y - slant_y),
        (to_x, to_y),
    ]


def _net(side: float, tab: float) -> PathData:
    """The outline of the cross with its tabs."""
    tabs = {}
    for (column, row), (along_x, along_y), away in _TABS:
        one, other = (column, row), (column + along_x, row + along_y)
        tabs[one, other] = tabs[other, one] = away
    points: list[tuple[float, float]] = []
    for one, other in zip(_OUTLINE, (*_OUTLINE[1:], _OUTLINE[0]), strict=True):
        start, end = ((column * side, tab + row * side) for column, row in (one, other))
        tab_away = tabs.get((one, other))
        points += _tab_points(start, end, tab_away[0] * tab, tab_away[1] * tab)[:3] if tab_away else [start]
    return points_path(points, True)
