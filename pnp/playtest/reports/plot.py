"""Plots as SVG. In: rows of numbers with intervals, or bars of a histogram. Out: one `<svg>` element, well-formed XML.

Invariant: every number of a plot is in the table beside it; marks differ in shape as well as in colour, colours
are the page's own (light and dark), and all text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor

from msgspec import Struct

from pnp.playtest.reports.numbers import ABOVE, MARKS, around

WIDTH = 640
LABEL = 170  # width of the names at the left
RIGHT = 24
ROW = 24
TOP = 8
AXIS = 30  # height of the axis below


class Bar(Struct, frozen=True):
    """One row: a value, its interval (None: none), and how it stands against the base (`above`, `below` or nothing)."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    against: str = ""

    @staticmethod
    def around(name: str, value: float | None, margin: float | None, against: str = "") -> Bar:
        """A value ± margin."""
        return Bar(name, value, *around(value, margin), against)


def plot_bars(title: str, bars: Sequence[Bar], percent: bool = True, base: float | None = None) -> str:
    """Horizontal bars with error bars; `base` is drawn as a dashed line."""
    values = [value for bar in bars for value in (bar.value, bar.high) if value is not None] + [base or 0.0]
    most = 1.0 if percent and max(values) > 0.5 else _nice(max(values))
    least = -_nice(-min([0.0, *(value for bar in bars for value in (bar.value, bar.low) if value is not None)]))
    span = WIDTH - LABEL - RIGHT
    height = TOP + ROW * len(bars) + AXIS

    def x(value: float) -> float:
        return LABEL + span * (value - least) / ((most - least) or 1)

    parts = []
    for at in range(5):
        value = least + (most - least) * at / 4
        parts.append(draw_line("grid", x(value), TOP, x(value), height - AXIS))
        parts.append(draw_text("tick", x(value), height - AXIS + 18, tick(value, percent), "middle"))
    for row, bar in enumerate(bars):
        y = TOP + ROW * row + ROW / 2
        parts.append(draw_text("name", LABEL - 8, y + 4, short(bar.name, 24), "end"))
        if bar.value is None:
            continue
        left, right = sorted((x(0.0), x(bar.value)))
        parts.append(draw_rect(f"bar {bar.against}".strip(), left, y - 7, right - left, 14))
        if bar.low is not None and bar.high is not None:
            parts.append(draw_line("error", x(bar.low), y, x(bar.high), y))
            parts += [draw_line("error", x(end), y - 4, x(end), y + 4) for end in (bar.low, bar.high)]
        if bar.against:
            end, beside = (bar.low, -10) if bar.value < 0 else (bar.high, 10)
            place = x(bar.value if end is None else end) + beside
            parts.append(draw_text("mark", place, y + 4, MARKS[bar.against], "middle"))
    if base is not None:
        parts.append(draw_line("base", x(base), TOP, x(base), height - AXIS))
    return draw_svg(title, height, parts)


def plot_histogram(title: str, bins: Sequence[tuple[str, int]], marks: Sequence[tuple[int, str]] = ()) -> str:
    """Upright bars side by side; `marks` are names at bars (by their number), such as the median."""
    most = _nice(max((count for _, count in bins), default=0))
    head, left = 26, 56
    height = head + 160 + AXIS
    step = (WIDTH - left - RIGHT) / max(len(bins), 1)
    parts = []
    for at in range(5):
        y = head + 160 * (1 - at / 4)
        parts.append(draw_line("grid", left, y, WIDTH - RIGHT, y))
        parts.append(draw_text("tick", left - 6, y + 4, tick(most * at / 4, False), "end"))
    every = max(1, -(-len(bins) * 46 // (WIDTH - left - RIGHT)))
    for at, (name, count) in enumerate(bins):
        tall = 160 * count / (most or 1)
        parts.append(draw_rect("bar", left + at * step + 1, head + 160 - tall, max(step - 2, 1), tall))
        if at % every == 0:
            parts.append(draw_text("tick", left + (at + 0.5) * step, head + 160 + 18, name, "middle"))
    for at, name in marks:
        middle = left + (at + 0.5) * step
        parts.append(draw_line("base", middle, head - 8, middle, head + 160))
        parts.append(draw_text("tick", middle, head - 12, name, "middle"))
    return draw_svg(title, height, parts)


def draw_svg(title: str, height: float, parts: list[str], width: float = WIDTH) -> str:
    """The whole plot; its title is what is read out."""
    inside = "".join(parts)
    label = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">'
        f"<title>{label}</title>{inside}</svg>"
    )


def draw_text(kind: str, x: float, y: float, text: str, anchor: str) -> str:
    """Words."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def draw_line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def draw_rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    """A rectangle."""
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def draw_dot(kind: str, x: float, y: float, radius: float) -> str:
    """A full circle."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def draw_curve(kind: str, points: Iterable[tuple[float, float]]) -> str:
    """Lines from point to point."""
    return f'<polyline class="{kind}" points="{_path(points)}"/>'


def draw_area(kind: str, points: Iterable[tuple[float, float]]) -> str:
    """What lies between points, in their order around it."""
    return f'<polygon class="{kind}" points="{_path(points)}"/>'


def draw_triangle(x: float, y: float, against: str, size: float = 6) -> str:
    """A mark that stands out: it points up where it is `above`, down where it is `below`."""
    tip = -size if against == ABOVE else size
    corners = [(x - 0.92 * size, y - tip / 2), (x + 0.92 * size, y - tip / 2), (x, y + tip)]
    return draw_area(against, corners)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def short(text: str, most: int) -> str:
    """Text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def tick(value: float, percent: bool = False) -> str:
    """A number at an axis."""
    return f"{value * 100:g} %" if percent else f"{value:,g}"


def _nice(value: float) -> float:
    """The next number of the form 1, 2, 4, 6 or 8 times a power of ten; 0 stays."""
    if value <= 0:
        return 0.0
    unit = 1.0
    while unit > value:
        unit /= 10
    while unit * 10 < value:
        unit *= 10
    return next(unit * step for step in (1, 2, 4, 6, 8, 10) if unit * step >= value * (1 - 1e-12))


def nice_ticks(least: float, most: float, steps: int = 5) -> list[float]:
    """Round numbers at even distances, from at most `least` to at least `most`."""
    step = _nice((most - least) / steps) or 1.0
    first, last = floor(least / step + 1e-9), ceil(most / step - 1e-9)
    return [round(step * at, 10) for at in range(first, max(last, first + 1) + 1)]
