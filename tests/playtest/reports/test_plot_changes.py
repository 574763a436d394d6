"""Curves of what other values change: the book at nothing, the interval as a band, every mark inside the plot."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pnp.playtest.reports.plot import Bar
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from tests.guard import some
from tests.playtest.reports.test_plot_lines import SVG, corners

UKKO = (Bar("9", -0.02, -0.05, 0.01), Bar("5", 0.08, 0.03, 0.13, "above"), Bar("6", -0.04, -0.06, -0.02, "below"))


def drawn(changes: Changes, percent: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(plot_changes("t", changes, percent))


def points(svg: ElementTree.Element, kind: str) -> list[tuple[float, float]]:
    (item,) = (item for item in svg if item.get("class") == kind)
    pairs = (pair.split(",") for pair in (item.get("points") or "").split())
    return [(float(x), float(y)) for x, y in pairs]


def texts(svg: ElementTree.Element, kind: str) -> list[str]:
    return [item.text or "" for item in svg if item.get("class") == kind]


@pytest.mark.parametrize("percent", [True, False])
@pytest.mark.parametrize(
    "changes",
    [
        Changes(UKKO, "tiles.ukko.value", "7"),
        Changes((Bar("-3", 1e6, 0, 2e6, "above"), Bar("0.25", None)), "constants.very.long.name.of.a.thing", "-2.5"),
        Changes((Bar("1", 0.0, 0.0, 0.0), Bar("2", 0.5)), "a.b.c", "1000000000"),
        Changes(tuple(Bar(str(at), at / 100, at / 100 - 0.2, at / 100 + 0.2) for at in range(50)), "a.b.c", "3"),
        Changes((Bar("both_ends", -0.3, -0.4, -0.2, "below"), Bar("<&>" * 30, 0.0)), "tiles.ukko.power", "none"),
        Changes((Bar("constants.hand_size = 4", 1e-6, -1e-6, 2e-6), Bar("b", None))),
    ],
)
def test_every_mark_is_inside_the_plot(changes: Changes, percent: bool) -> None:
    svg = drawn(changes, percent)
    _, _, width, height = map(float, (svg.get("viewBox") or "").split())
    for x, y in corners(svg):
        assert 0 <= x <= width and 0 <= y <= height
    assert svg.get("role") == "img" and svg.get("aria-label") == "t"


def test_numbers_lie_on_their_scale_with_the_book_at_nothing() -> None:
    svg = drawn(Changes(UKKO, "tiles.ukko.value", "7"))
    line = points(svg, "line first")
    (book,) = (item for item in svg if item.get("class") == "book")
    assert (float(book.get("cx") or 0), float(book.get("cy") or 0)) == line[2]  # 5, 6, then the book's 7, then 9
    steps = [after - before for (before, _), (after, _) in pairwise(line)]
    assert steps == pytest.approx([steps[0], steps[0], 2 * steps[0]], abs=0.2)
    zero = next(item for item in svg if item.get("class") == "zero")
    assert float(zero.get("y1") or 0) == line[2][1]
    assert "baseline: 7" in texts(svg, "name") and "tiles.ukko.value" in texts(svg, "tick")
    assert {"5", "6", "7", "9", "change, percentage points"} <= set(texts(svg, "tick"))


def test_the_band_holds_every_value_and_shuts_at_the_book() -> None:
    svg = drawn(Changes(UKKO, "tiles.ukko.value", "7"))
    line, band = points(svg, "line first"), points(svg, "band first")
    for (x, y), (left, top), (right, bottom) in some(zip(line, band[:4], reversed(band[4:]), strict=True)):
        assert x == left == right and top <= y <= bottom
    assert band[2] == band[5] == line[2]


def test_certain_changes_have_another_shape() -> None:
    svg = drawn(Changes(UKKO, "tiles.ukko.value", "7"))
    tags = {item.get("class"): item.tag for item in svg}
    assert tags["above"] == tags["below"] == f"{SVG}polygon" and tags["mark first"] == f"{SVG}circle"
    above, below = points(svg, "above"), points(svg, "below")
    assert above[2][1] < above[0][1] and below[2][1] > below[0][1]


def test_what_was_never_seen_leaves_no_mark_but_a_place_in_the_table() -> None:
    svg = drawn(Changes((Bar("5", None), Bar("9", 0.1, 0.0, 0.2)), "tiles.ukko.value", "7"))
    assert len(points(svg, "line first")) == 2 and "5" not in texts(svg, "tick")


@pytest.mark.parametrize(
    "names, book", [(("both_ends", "line_sum"), "none"), (("5", "few"), "7"), (("5", "6"), ""), (("5",), "7")]
)
def test_what_is_no_scale_has_whiskers_in_rows(names: tuple[str, ...], book: str) -> None:
    svg = drawn(Changes(tuple(Bar(name, 0.1, -0.1, 0.3) for name in names), "tiles.ukko.power", book))
    assert not any(item.tag == f"{SVG}polyline" for item in svg)
    assert texts(svg, "name") == ([f"baseline: {book}"] if book else []) + list(names)
    assert len([item for item in svg if item.get("class") == "error faint"]) == len(names)


def test_of_many_values_those_are_written_that_have_room_and_the_book_always() -> None:
    bars = tuple(Bar(str(at), 0.1) for at in range(1000, 1050) if at != 1025)
    ticks = texts(drawn(Changes(bars, "a.b.c", "1025")), "tick")
    assert "1025" in ticks and 5 < len([text for text in ticks if len(text) == 4 and text.isdigit()]) < 20
