"""Lines with bands, and dots with intervals, as SVG. In: series of numbers. Out: one `<svg>` element, well-formed XML.

Invariant: as in `plot.py`; series differ in their dashes and marks as well as in colour, and are named in the plot.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.playtest.reports.plot import (
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
from pnp.playtest.reports.plot_frame import LEFT, LETTER, Frame

HEAD = 34
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


def plot_bands(title: str, series: Sequence[Series], below: str, x_unit: str = "", y_unit: str = "") -> str:
    """Up to two lines, each with its band."""
    every = [point for one in series for point in one.points]
    if not every:
        return draw_svg(title, HEAD, [])
    heights = [value for point in every for value in (point.y, point.low, point.high) if value is not None]
    frame, parts = _framed([point.x for point in every], [0.0, *heights], below, x_unit, y_unit)
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
            at += 60 + LETTER * len(one.name)
    return draw_svg(title, frame.height, parts)


def plot_dots(title: str, dots: Sequence[Dot], below: str, y_unit: str = "") -> str:
    """Dots with intervals up and down; those that stand out are named."""
    if not dots:
        return draw_svg(title, HEAD, [])
    heights = [value for dot in dots for value in (dot.y, dot.low, dot.high) if value is not None]
    frame, parts = _framed([0.0, *(dot.x for dot in dots)], [0.0, *heights], below, "", y_unit)
    named: list[tuple[float, float]] = []
    for dot in sorted(dots, key=lambda dot: (not dot.against, -abs(dot.y), dot.name)):
        x, y = frame.x(dot.x), frame.y(dot.y)
        if dot.low is not None and dot.high is not None:
            parts.append(draw_line("error faint", x, frame.y(dot.low), x, frame.y(dot.high)))
        parts.append(draw_triangle(x, y, dot.against) if dot.against else draw_dot("dot", x, y, 4))
        name = short(dot.name, 22)
        end = x + 10 + LETTER * len(name) > WIDTH
        if dot.against and all(abs(y - other) > 13 or abs(x - beside) > 150 for beside, other in named):
            named.append((x, y))
            parts.append(draw_text("name", x - 9 if end else x + 9, y + 4, name, "end" if end else "start"))
    return draw_svg(title, frame.height, parts)


def _framed(xs: Sequence[float], ys: Sequence[float], below: str, x_unit: str, y_unit: str) -> tuple[Frame, list[str]]:
    """Axes with round numbers, and what is drawn of them."""
    ticks = nice_ticks(min(xs), max(xs))
    frame = Frame(ticks, ys, HEAD)
    parts = frame.grid(lambda level: tick(level) + y_unit)
    return frame, parts + frame.below(((value, tick(value) + x_unit) for value in ticks), below)


def _mark(kind: str, x: float, y: float) -> str:
    if kind == KINDS[0]:
        return draw_dot(f"mark {kind}", x, y, 3.5)
    return draw_rect(f"mark {kind}", x - 3, y - 3, 6, 6)
