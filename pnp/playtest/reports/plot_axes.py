"""Plots with two axes: lines with bands, dots with intervals, what other values change. In: series of numbers. Out: one
`<svg>` element, well-formed XML.

Invariant: as in `plot.py`; every number lies inside, the line of nothing differs from the others, numbers at an axis do
not overlap; series differ in their dashes and marks as well as in colour, and are named in the plot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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

LEFT, TALL, HEAD = 56, 210, 34
LETTER = 7.0  # width of a letter
KINDS = ("first", "second")


class Frame:
    """over: height of the words above · inset: how far the outermost numbers stand clear at both sides."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float], over: float, inset: float = 0) -> None:
        self.over, self.bottom = over, over + TALL
        self.height = self.bottom + AXIS + 16
        self._first, self._last = min(xs), max(xs)
        self._left, self._right = LEFT + inset, WIDTH - RIGHT - inset
        self.levels = nice_ticks(min(ys), max(ys))

    def x(self, value: float) -> float:
        """How far to the right."""
        return self._left + (self._right - self._left) * (value - self._first) / ((self._last - self._first) or 1)

    def y(self, value: float) -> float:
        """How far down."""
        first, last = self.levels[0], self.levels[-1]
        return self.over + TALL * (1 - (value - first) / ((last - first) or 1))

    def grid(self, label: Callable[[float], str]) -> list[str]:
        """The lines behind, and their numbers."""
        parts = []
        for level in self.levels:
            at = self.y(level)
            parts.append(draw_line("grid" if level else "zero", LEFT, at, WIDTH - RIGHT, at))
            parts.append(draw_text("tick", LEFT - 6, at + 4, label(level), "end"))
        return parts

    def below(self, places: Iterable[tuple[float, str]], what: str) -> list[str]:
        """The names of places, those that have room beside the ones before them, and what they are."""
        parts, taken = [], list[tuple[float, float]]()
        for value, name in places:
            at, half = self.x(value), LETTER * len(name) / 2 + 3
            if all(at + half <= left or at - half >= right for left, right in taken):
                taken.append((at - half, at + half))
                parts.append(draw_text("tick", at, self.bottom + 18, name, "middle"))
        return [*parts, draw_text("tick", (LEFT + WIDTH - RIGHT) / 2, self.bottom + 38, what, "middle")]


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
