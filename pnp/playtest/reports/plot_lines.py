"""Lines with bands, and dots with intervals, as SVG. In: series of numbers. Out: one `<svg>` element, well-formed XML.

Invariant: as in `plot.py`; series differ in their dashes and marks as well as in colour, and are named in the plot.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.playtest.reports.plot import (
    AXIS,
    RIGHT,
    WIDTH,
    draw_area,
    draw_curve,
    draw_dot,
    draw_line,
    draw_rect,
    draw_svg,
    draw_text,
    draw_triangle,
    nice_ticks,
    short,
    tick,
)

LEFT, HEAD, TALL = 56, 34, 210
KINDS = ("first", "second")


class Point(Struct, frozen=True):
    """A value at a place, and the band around it (None: none)."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Series(Struct, frozen=True):
    """Points in the order of x, with a name."""

    name: str
    points: Sequence[Point]


class Dot(Struct, frozen=True):
    """A named mark; `against` (`above`, `below` or nothing) as in bars. Its interval goes up and down."""

    name: str
    x: float
    y: float
    low: float | None = None
    high: float | None = None
    against: str = ""


class _Frame:
    """Two axes: where a value lies, the grid and what is written at it."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float], height: float) -> None:
        self.height = height
        self.x_ticks, self.y_ticks = nice_ticks(min(xs), max(xs)), nice_ticks(min(ys), max(ys))

    def x(self, value: float) -> float:
        """How far to the right."""
        first, last = self.x_ticks[0], self.x_ticks[-1]
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - first) / ((last - first) or 1)

    def y(self, value: float) -> float:
        """How far down."""
        first, last = self.y_ticks[0], self.y_ticks[-1]
        return HEAD + TALL * (1 - (value - first) / ((last - first) or 1))

    def grid(self, below: str, x_unit: str = "", y_unit: str = "") -> list[str]:
        """The lines behind, their numbers, and what the numbers below say."""
        parts = []
        for value in self.y_ticks:
            kind = "zero" if value == 0 and self.y_ticks[0] < 0 else "grid"
            parts.append(draw_line(kind, LEFT, self.y(value), WIDTH - RIGHT, self.y(value)))
            parts.append(draw_text("tick", LEFT - 6, self.y(value) + 4, tick(value) + y_unit, "end"))
        for value in self.x_ticks:
            parts.append(draw_text("tick", self.x(value), HEAD + TALL + 18, tick(value) + x_unit, "middle"))
        parts.append(draw_text("tick", (LEFT + WIDTH - RIGHT) / 2, HEAD + TALL + 38, below, "middle"))
        return parts


def plot_bands(title: str, series: Sequence[Series], below: str, x_unit: str = "", y_unit: str = "") -> str:
    """Up to two lines, each with its band."""
    every = [point for one in series for point in one.points]
    if not every:
        return draw_svg(title, HEAD, [])
    heights = [value for point in every for value in (point.y, point.low, point.high) if value is not None]
    frame = _Frame([point.x for point in every], [min(0.0, *heights), *heights], HEAD + TALL + AXIS + 16)
    parts = frame.grid(below, x_unit, y_unit)
    for kind, one in zip(KINDS, series, strict=False):
        ups = [(frame.x(at.x), frame.y(at.high)) for at in one.points if at.high is not None]
        downs = [(frame.x(at.x), frame.y(at.low)) for at in one.points if at.low is not None]
        if ups:
            parts.append(draw_area(f"band {kind}", [*ups, *reversed(downs)]))
    for kind, one in zip(KINDS, series, strict=False):
        line = [(frame.x(at.x), frame.y(at.y)) for at in one.points]
        parts.append(draw_curve(f"line {kind}", line))
        parts += [_mark(kind, x, y) for x, y in line]
    at = float(LEFT)
    for kind, one in zip(KINDS, series, strict=False):
        if one.name:
            parts.append(draw_curve(f"line {kind}", [(at, 16), (at + 28, 16)]))
            parts.append(_mark(kind, at + 14, 16))
            parts.append(draw_text("name", at + 36, 20, one.name, "start"))
            at += 60 + 7 * len(one.name)
    return draw_svg(title, frame.height, parts)


def plot_dots(title: str, dots: Sequence[Dot], below: str, y_unit: str = "") -> str:
    """Dots with intervals up and down; those that stand out are named."""
    if not dots:
        return draw_svg(title, HEAD, [])
    heights = [value for dot in dots for value in (dot.y, dot.low, dot.high) if value is not None]
    frame = _Frame([0.0, *(dot.x for dot in dots)], [0.0, *heights], HEAD + TALL + AXIS + 16)
    parts = frame.grid(below, "", y_unit)
    named: list[tuple[float, float]] = []
    for dot in sorted(dots, key=lambda dot: (not dot.against, -abs(dot.y), dot.name)):
        x, y = frame.x(dot.x), frame.y(dot.y)
        if dot.low is not None and dot.high is not None:
            parts.append(draw_line("error faint", x, frame.y(dot.low), x, frame.y(dot.high)))
        parts.append(draw_triangle(x, y, dot.against) if dot.against else draw_dot("dot", x, y, 4))
        name = short(dot.name, 22)
        end = x + 10 + 7 * len(name) > WIDTH
        if dot.against and all(abs(y - other) > 13 or abs(x - beside) > 150 for beside, other in named):
            named.append((x, y))
            parts.append(draw_text("name", x - 9 if end else x + 9, y + 4, name, "end" if end else "start"))
    return draw_svg(title, frame.height, parts)


def _mark(kind: str, x: float, y: float) -> str:
    if kind == KINDS[0]:
        return draw_dot(f"mark {kind}", x, y, 3.5)
    return draw_rect(f"mark {kind}", x - 3, y - 3, 6, 6)
