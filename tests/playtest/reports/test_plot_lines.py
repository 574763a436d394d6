"""Lines, bands and dots: every mark inside the plot, series told apart without colour."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pnp.playtest.reports.plot import nice_ticks
from pnp.playtest.reports.plot_lines import Dot, Point, Series, plot_bands, plot_dots
from tests.guard import some

SVG = "{http://www.w3.org/2000/svg}"


def corners(svg: ElementTree.Element) -> list[tuple[float, float]]:
    found = []
    for item in some(svg):
        for pair in (item.get("points") or "").split():
            x, _, y = pair.partition(",")
            found.append((float(x), float(y)))
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
            if item.get(x) is not None:
                found.append((float(item.get(x) or 0), float(item.get(y) or 0)))
    return found


@pytest.mark.parametrize(
    "plot",
    [
        plot_bands("t", [Series("a", [Point(0, 0, 0, 0), Point(100, 12.5, 3, 40)])], "moves", " %"),
        plot_bands("t", [Series("a", [Point(0, -3, -9, 2)]), Series("b <&>", [Point(0, 7), Point(50, 1e6)])], "moves"),
        plot_bands("t", [], "moves"),
        plot_dots(
            "t", [Dot("a", 1, 2, 1, 3, "above"), Dot("b" * 60, 9.5, -2.5, -4, -1, "below"), Dot("c", 0, 0)], "uses"
        ),
        plot_dots("t", [], "uses"),
    ],
)
def test_every_mark_is_inside_the_plot(plot: str) -> None:
    svg = ElementTree.fromstring(plot)
    _, _, width, height = map(float, (svg.get("viewBox") or "").split())
    for x, y in corners(svg):
        assert 0 <= x <= width and 0 <= y <= height
    assert svg.get("role") == "img" and svg.get("aria-label") == "t"


def test_two_series_differ_in_their_marks_and_bear_their_names() -> None:
    points = [Point(0, 1, 0, 2), Point(10, 3, 2, 4)]
    svg = ElementTree.fromstring(plot_bands("t", [Series("won", points), Series("lost", points)], "moves"))
    assert {item.tag for item in svg if item.get("class") == "mark first"} == {f"{SVG}circle"}
    assert {item.tag for item in svg if item.get("class") == "mark second"} == {f"{SVG}rect"}
    assert {"won", "lost"} <= {item.text for item in svg}
    assert len([item for item in svg if item.get("class") in ("band first", "band second")]) == 2


def test_dots_that_stand_out_are_named_and_have_another_shape() -> None:
    dots = [Dot("strong", 2, 9, 5, 13, "above"), Dot("plain", 3, 0, -1, 1), Dot("weak", 4, -9, -13, -5, "below")]
    svg = ElementTree.fromstring(plot_dots("t", dots, "uses"))
    texts = {item.text for item in svg}
    assert {"strong", "weak"} <= texts and "plain" not in texts
    assert [item.tag for item in svg if item.get("class") in ("above", "below")] == [f"{SVG}polygon"] * 2


@pytest.mark.parametrize("least, most", [(0, 0), (0, 7), (-3.2, 4.1), (5, 5), (0, 123_456), (-0.02, 0.013)])
def test_ticks_are_round_and_hold_everything(least: float, most: float) -> None:
    ticks = nice_ticks(least, most)
    assert ticks[0] <= least and ticks[-1] >= most and 2 <= len(ticks) <= 9
    steps = {round(after - before, 9) for before, after in pairwise(ticks)}
    assert len(steps) == 1
