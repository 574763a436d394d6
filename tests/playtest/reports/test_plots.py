"""Plots: every mark inside, numbers on their scale, series and what stands out told apart without colour."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pnp.playtest.reports.plot import Bar, nice_ticks, plot_bars, plot_histogram
from pnp.playtest.reports.plot_axes import Dot, Point, Series, plot_bands, plot_dots
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from tests.guard import some

SVG = "{http://www.w3.org/2000/svg}"
UKKO = Changes(
    (Bar("9", -0.02, -0.05, 0.01), Bar("5", 0.08, 0.03, 0.13, "above"), Bar("6", -0.04, -0.06, -0.02, "below")),
    "tiles.ukko.value",
    "7",
)
CHANGES = [
    UKKO,
    Changes((Bar("-3", 1e6, 0, 2e6, "above"), Bar("0.25", None)), "constants.very.long.name.of.a.thing", "-2.5"),
    Changes((Bar("1", 0.0, 0.0, 0.0), Bar("2", 0.5)), "a.b.c", "1000000000"),
    Changes(tuple(Bar(str(at), at / 100, at / 100 - 0.2, at / 100 + 0.2) for at in range(50)), "a.b.c", "3"),
    Changes((Bar("both_ends", -0.3, -0.4, -0.2, "below"), Bar("<&>" * 30, 0.0)), "tiles.ukko.power", "none"),
    Changes((Bar("constants.hand_size = 4", 1e-6, -1e-6, 2e-6), Bar("b", None))),
]


def drawn(plot: str) -> ElementTree.Element:
    return ElementTree.fromstring(plot)


def points(svg: ElementTree.Element, kind: str) -> list[tuple[float, float]]:
    (item,) = (item for item in svg if item.get("class") == kind)
    pairs = (pair.split(",") for pair in (item.get("points") or "").split())
    return [(float(x), float(y)) for x, y in pairs]


def texts(svg: ElementTree.Element, kind: str) -> list[str]:
    return [item.text or "" for item in svg if item.get("class") == kind]


@pytest.mark.parametrize(
    "plot",
    [
        plot_bars(
            "t", [Bar("a", 0.0, 0.0, 0.02, "below"), Bar("b", 1.0, 0.97, 1.0, "above"), Bar("c", None)], base=0.5
        ),
        plot_bars("t", [Bar("a", -3.5, -4.0, -3.0), Bar("b", 1234.5, 1200.0, 1269.0)], percent=False),
        plot_bars("t", [Bar("a", 0.0), Bar("c", None)], percent=False),
        plot_histogram("t", [(str(at), at * at) for at in range(40)], [(3, "median")]),
        plot_histogram("t", []),
        plot_bands("t", [Series("a", [Point(0, 0, 0, 0), Point(100, 12.5, 3, 40)])], "moves", " %"),
        plot_bands("t", [Series("a", [Point(0, -3, -9, 2)]), Series("b <&>", [Point(0, 7), Point(50, 1e6)])], "moves"),
        plot_bands("t", [], "moves"),
        plot_dots("t", [Dot("a", 1, 2, 1, 3, "above"), Dot("b" * 60, 9.5, -2.5, -4, -1, "below")], "uses"),
        plot_dots("t", [], "uses"),
        *(plot_changes("t", changes, percent) for changes in CHANGES for percent in (True, False)),
    ],
)
def test_every_mark_is_inside_the_plot(plot: str) -> None:
    svg = drawn(plot)
    _, _, width, height = map(float, (svg.get("viewBox") or "").split())
    for item in some(svg):
        at = item.attrib
        pairs = [pair.partition(",")[::2] for pair in at.get("points", "").split()]
        pairs += [(at.get(x, "0"), at.get(y, "0")) for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy"))]
        assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in pairs)
        assert 0 <= float(at.get("width", 0)) <= width - float(at.get("x", 0))
    assert svg.get("role") == "img" and svg.get("aria-label") == "t"


def test_error_bars_stand_where_the_numbers_are() -> None:
    svg = drawn(plot_bars("t", [Bar("a", 0.5, 0.25, 0.75)], base=0.5))
    ticks = {item.text: float(item.get("x") or 0) for item in svg if item.get("class") == "tick"}
    error = next(item for item in svg if item.get("class") == "error")
    ends = (float(error.get("x1") or 0), float(error.get("x2") or 0))
    scale = ticks["60 %"] / 0.6 if "60 %" in ticks else (ticks["100 %"] - ticks["0 %"])
    assert ends == pytest.approx((ticks["0 %"] + scale * 0.25, ticks["0 %"] + scale * 0.75), abs=0.2)


def test_two_series_differ_in_their_marks_and_bear_their_names() -> None:
    line = [Point(0, 1, 0, 2), Point(10, 3, 2, 4)]
    svg = drawn(plot_bands("t", [Series("won", line), Series("lost", line)], "moves"))
    assert {item.tag for item in svg if item.get("class") == "mark first"} == {f"{SVG}circle"}
    assert {item.tag for item in svg if item.get("class") == "mark second"} == {f"{SVG}rect"}
    assert {"won", "lost"} <= {item.text for item in svg}
    assert len([item for item in svg if item.get("class") in ("band first", "band second")]) == 2


def test_dots_that_stand_out_are_named_and_have_another_shape() -> None:
    dots = [Dot("strong", 2, 9, 5, 13, "above"), Dot("plain", 3, 0, -1, 1), Dot("weak", 4, -9, -13, -5, "below")]
    svg = drawn(plot_dots("t", dots, "uses"))
    assert {"strong", "weak"} == set(texts(svg, "name"))
    assert [item.tag for item in svg if item.get("class") in ("above", "below")] == [f"{SVG}polygon"] * 2


@pytest.mark.parametrize("least, most", [(0, 0), (0, 7), (-3.2, 4.1), (5, 5), (0, 123_456), (-0.02, 0.013)])
def test_ticks_are_round_and_hold_everything(least: float, most: float) -> None:
    ticks = nice_ticks(least, most)
    assert ticks[0] <= least and ticks[-1] >= most and 2 <= len(ticks) <= 9
    assert len({round(after - before, 9) for before, after in pairwise(ticks)}) == 1


def test_changes_lie_on_their_scale_in_a_band_that_shuts_at_the_book() -> None:
    svg = drawn(plot_changes("t", UKKO, True))
    line, band = points(svg, "line first"), points(svg, "band first")
    (book,) = (item for item in svg if item.get("class") == "book")
    assert (float(book.get("cx") or 0), float(book.get("cy") or 0)) == line[2]  # 5, 6, then the book's 7, then 9
    steps = [after - before for (before, _), (after, _) in pairwise(line)]
    assert steps == pytest.approx([steps[0], steps[0], 2 * steps[0]], abs=0.2)
    zero = next(item for item in svg if item.get("class") == "zero")
    assert float(zero.get("y1") or 0) == line[2][1]
    assert "baseline: 7" in texts(svg, "name")
    assert {"tiles.ukko.value", "5", "6", "7", "9", "change, percentage points"} <= set(texts(svg, "tick"))
    for (x, y), (left, top), (right, bottom) in some(zip(line, band[:4], reversed(band[4:]), strict=True)):
        assert x == left == right and top <= y <= bottom
    assert band[2] == band[5] == line[2]
    tags = {item.get("class"): item.tag for item in svg}  # certain changes have another shape
    assert tags["above"] == tags["below"] == f"{SVG}polygon" and tags["mark first"] == f"{SVG}circle"
    above, below = points(svg, "above"), points(svg, "below")
    assert above[2][1] < above[0][1] and below[2][1] > below[0][1]


def test_what_was_never_seen_leaves_no_mark_but_a_place_in_the_table() -> None:
    svg = drawn(plot_changes("t", Changes((Bar("5", None), Bar("9", 0.1, 0.0, 0.2)), "tiles.ukko.value", "7"), True))
    assert len(points(svg, "line first")) == 2 and "5" not in texts(svg, "tick")
    assert plot_changes("t", Changes((Bar("5", 0.0), Bar("9", None))), True) == "", "there is nothing to see"


@pytest.mark.parametrize(
    "names, book", [(("both_ends", "line_sum"), "none"), (("5", "few"), "7"), (("5", "6"), ""), (("5",), "7")]
)
def test_what_is_no_scale_has_whiskers_in_rows(names: tuple[str, ...], book: str) -> None:
    changes = Changes(tuple(Bar(name, 0.1, -0.1, 0.3) for name in names), "tiles.ukko.power", book)
    svg = drawn(plot_changes("t", changes, True))
    assert not any(item.tag == f"{SVG}polyline" for item in svg)
    assert texts(svg, "name") == ([f"baseline: {book}"] if book else []) + list(names)
    assert len([item for item in svg if item.get("class") == "error faint"]) == len(names)


def test_of_many_values_those_are_written_that_have_room_and_the_book_always() -> None:
    bars = tuple(Bar(str(at), 0.1) for at in range(1000, 1050) if at != 1025)
    ticks = texts(drawn(plot_changes("t", Changes(bars, "a.b.c", "1025"), True)), "tick")
    assert "1025" in ticks and 5 < len([text for text in ticks if len(text) == 4 and text.isdigit()]) < 20
