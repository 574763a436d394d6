"""Boards from data: every row at its place, every fault told with the row that has it."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Item, Shape, Text
from pnp.layout.painting.boards import along, bent, hex_middle
from pnp.library.card import CardBook, DataTable
from tests.layout.samples import book, faults, layout, pages

HEAD = "size: {width: 100, height: 80, bleed: 0, safe: 0}"
MAP = {
    "nodes": [{"id": "A", "x": 10, "y": 10}, {"id": "B", "x": 50, "y": 10}, {"id": "C", "x": 50, "y": 60}],
    "edges": [{"id": "A-B", "a": "A", "b": "B", "steps": 4}, {"id": "A-C", "a": "A", "b": "C", "via": [[10, 60]]}],
}
ISLAND = [{"q": 0, "r": 0}, {"q": 1, "r": 0, "ground": "wood"}, {"q": 0, "r": 1}, [-1, 1]]


def game(**tables: Any) -> CardBook:
    return replace(book(), tables={name: DataTable(name, rows) for name, rows in tables.items()})


def items_of(element: str, **tables: Any) -> tuple[Item, ...]:
    (made,) = pages(layout(element, HEAD), cards=game(**tables))
    assert not made.report.items, [str(item) for item in made.report]
    return made.frame.items


def middle(shape: Shape) -> tuple[float, float]:
    left, top, right, bottom = bounds_of(shape.path)
    return (left + right) / 2, (top + bottom) / 2


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_hexes_are_regular_touch_and_fill_their_box(top: str) -> None:
    shapes = items_of(f"h: {{kind: hexes, table: island, top: {top}, fill: ink}}", island=ISLAND)
    found = [shape for shape in shapes if isinstance(shape, Shape)]
    boxes = [bounds_of(shape.path) for shape in found]
    left, upper = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, lower = max(box[2] for box in boxes), max(box[3] for box in boxes)
    assert left >= -0.01 and upper >= -0.01 and right <= 100.01 and lower <= 80.01
    assert right - left > 99.9 or lower - upper > 79.9
    side = (boxes[0][2] - boxes[0][0]) / (2 if top == "flat" else sqrt(3))
    near = [hypot(a[0] - b[0], a[1] - b[1]) / side for a, b in combinations(map(middle, found), 2)]
    assert min(near) == pytest.approx(sqrt(3), abs=0.01)


@given(st.integers(-50, 50), st.integers(-50, 50), st.sampled_from(["flat", "pointy"]))
def test_six_neighbours_lie_equally_far(q: int, r: int, top: str) -> None:
    x, y = hex_middle(q, r, top)
    for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        other = hex_middle(q + dq, r + dr, top)
        assert hypot(other[0] - x, other[1] - y) == pytest.approx(sqrt(3))


def test_a_hex_is_coloured_by_its_row_and_draws_its_elements_in_its_box() -> None:
    text = HEAD + "\nmaps: {ground: {by: item.ground, wood: '#00aa00', '*': '#ffffff'}}"
    element = 'h: {kind: hexes, table: island, fill: "{map.ground}", gap: 1, elements: {n: {kind: rect, stroke: ink}}}'
    (made,) = pages(
        layout(element, text), cards=game(island=[{"q": 0, "r": 0, "ground": "wood"}, {"q": 1, "r": 0, "ground": ""}])
    )
    shapes = [item for item in made.frame.items if isinstance(item, Shape)]
    assert [shape.fill for shape in shapes] == ["#00aa00", "", "#ffffff", ""]
    assert bounds_of(shapes[0].path) == pytest.approx(bounds_of(shapes[1].path), abs=0.01)


def test_a_network_has_a_space_for_each_step_but_the_last() -> None:
    element = (
        "n: {kind: network, table: map, stroke: ink, spaces: {s: {kind: circle, fill: ink}}, "
        'elements: {t: {kind: text, text: "{item.id}", height: 6}}}'
    )
    items = items_of(element, map=MAP)
    spaces = [middle(item) for item in items if isinstance(item, Shape) and item.fill]
    assert spaces == [pytest.approx(spot) for spot in ((20, 10), (30, 10), (40, 10))]
    lines = [item for item in items if isinstance(item, Shape) and item.stroke]
    assert [len(line.path) // 3 for line in lines] == [2, 3]
    assert [item.text for item in items if isinstance(item, Text)] == ["A", "B", "C"]


def test_the_middle_of_a_line_lies_on_no_space_and_says_how_long_the_line_is() -> None:
    element = (
        "n: {kind: network, table: map, elements: {}, unit: 0.5, space_size: 4, "
        'middles: {m: {kind: rect, fill: ink}, t: {kind: text, text: "{item.length}"}}}'
    )
    items = items_of(element, map=MAP)
    assert [item.text for item in items if isinstance(item, Text)] == ["80", "180"]
    assert [middle(item) for item in items if isinstance(item, Shape)] == [
        pytest.approx((25, 10)),
        pytest.approx((10, 55)),
    ]


def test_a_viewbox_fits_the_coordinates_into_the_box() -> None:
    element = "n: {kind: network, table: map, viewbox: [0, 0, 200, 160], elements: {c: {kind: circle, fill: ink}}}"
    spots = [middle(item) for item in items_of(element, map=MAP) if isinstance(item, Shape)]
    assert spots == [pytest.approx(spot) for spot in ((5, 5), (25, 5), (25, 30))]


def test_points_along_a_bent_line() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert along(line, 0.25) == (5, 0) and along(line, 0.75) == (10, 5) and along(line, 1.0) == (10, 10)


@pytest.mark.parametrize(("rows", "marks"), [(["a . b", "c:win d"], 1), ([{"n": 1}, {"n": 2}], 0), ({"x": 1}, 0)])
def test_a_grid_repeats_over_a_table(rows: Any, marks: int) -> None:
    element = "g: {kind: grid, each: {table: t}, columns: 3, rows: 2, elements: {r: {kind: rect, fill: ink}, "
    element += "m: {kind: rect, stroke: ink, when: {mark: win}}}}"
    shapes = [item for item in items_of(element, t=rows) if isinstance(item, Shape)]
    assert len([shape for shape in shapes if shape.fill]) == (4 if marks else len(rows))
    assert len([shape for shape in shapes if shape.stroke]) == marks


@pytest.mark.parametrize(
    ("element", "rows", "sentence"),
    [
        ("kind: hexes, table: maap", [], "there is no table “maap”; did you mean “map”?"),
        ("kind: hexes, table: map.x", {"y": 1}, "the table “map” has no “x”"),
        ("kind: hexes, table: map", {"y": 1}, "expected a list in “map”"),
        ("kind: hexes, table: map", [[0, 0], {"q": 1}], "row 2 of “map”: expected the numbers “q” and “r”"),
        ("kind: hexes, table: map", [[0, 1e300]], "row 1 of “map”: expected coordinates up to 100,000"),
        ("kind: hexes, table: map, side: 90", [[0, 0]], "expected hexes with sides of at most 46.2 mm"),
        (
            "kind: network, table: map, elements: {}",
            {"nodes": [{"x": 1, "y": 2}], "edges": []},
            "row 1 of “map.nodes”: expected a unique id",
        ),
        (
            "kind: network, table: map, elements: {}",
            {**MAP, "edges": [{"a": "A", "b": "Z"}]},
            "row 1 of “map.edges”: there is no node “Z”",
        ),
        (
            "kind: network, table: map, elements: {}",
            {**MAP, "edges": [{"a": "A", "b": "B", "steps": 0}]},
            "row 1 of “map.edges”: expected a whole number from 1 in “steps”, got 0",
        ),
        (
            "kind: network, table: map, unit: 0, elements: {}, middles: {m: {kind: rect}}",
            MAP,
            "expected a unit larger than 0 mm",
        ),
        ("kind: grid, each: {table: map}, elements: {}", 7, "expected a list or a map in “map”"),
        ("kind: grid, each: {table: no}, elements: {}", 7, "there is no table “no”"),
    ],
)
def test_faults_name_the_row(element: str, rows: Any, sentence: str) -> None:
    report = faults(
        layout(
            f"e: {{{element}, fill: ink}}".replace(", fill: ink", ", fill: ink" if "hexes" in element else ""), HEAD
        ),
        cards=game(map=rows),
    )
    assert [item for item in report.errors if sentence in item.message], [str(item) for item in report]
    assert all(item.span.line == 3 for item in report.errors)


def test_a_line_bends_to_its_left_and_keeps_its_ends() -> None:
    line = bent([(0.0, 0.0), (10.0, 0.0)], 2)
    assert (line[0], line[-1]) == ((0, 0), (10, 0)) and line[7] == pytest.approx((5, -2))
    assert along(line, 0.5) == pytest.approx((5, -2), abs=0.01)
    for straight in ([(0.0, 0.0), (10.0, 0.0)], [(0.0, 0.0), (5.0, 5.0), (10.0, 0.0)], [(1.0, 1.0), (1.0, 1.0)]):
        assert bent(straight, 0.0 if straight[0] == (0, 0) and len(straight) == 2 else 3) == straight
