"""Plots as SVG. In: rows of numbers with intervals, or bars of a histogram. Out: one `<svg>` element, well-formed XML.

Invariant: every number of a plot is in the table beside it; marks differ in shape as well as in colour, colours
are the page's own (light and dark), and all text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

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
        parts.append(_line("grid", x(value), TOP, x(value), height - AXIS))
        parts.append(_text("tick", x(value), height - AXIS + 18, _tick(value, percent), "middle"))
    for row, bar in enumerate(bars):
        y = TOP + ROW * row + ROW / 2
        parts.append(_text("name", LABEL - 8, y + 4, _short(bar.name, 24), "end"))
        if bar.value is None:
            continue
        left, right = sorted((x(0.0), x(bar.value)))
        parts.append(_rect(f"bar {bar.against}".strip(), left, y - 7, right - left, 14))
        if bar.low is not None and bar.high is not None:
            parts.append(_line("error", x(bar.low), y, x(bar.high), y))
            parts += [_line("error", x(end), y - 4, x(end), y + 4) for end in (bar.low, bar.high)]
        mark = {"above": "▲", "below": "▼"}.get(bar.against)
        if mark:
            parts.append(_text("mark", x(bar.value if bar.high is None else bar.high) + 10, y + 4, mark, "middle"))
    if base is not None:
        parts.append(_line("base", x(base), TOP, x(base), height - AXIS))
    return _svg(title, height, parts)


def plot_histogram(title: str, bins: Sequence[tuple[str, int]], marks: Sequence[tuple[int, str]] = ()) -> str:
    """Upright bars side by side; `marks` are names at bars (by their number), such as the median."""
    most = _nice(max((count for _, count in bins), default=0))
    head, left = 26, 56
    height = head + 160 + AXIS
    step = (WIDTH - left - RIGHT) / max(len(bins), 1)
    parts = []
    for at in range(5):
        y = head + 160 * (1 - at / 4)
        parts.append(_line("grid", left, y, WIDTH - RIGHT, y))
        parts.append(_text("tick", left - 6, y + 4, _tick(most * at / 4, False), "end"))
    every = max(1, -(-len(bins) * 46 // (WIDTH - left - RIGHT)))
    for at, (name, count) in enumerate(bins):
        tall = 160 * count / (most or 1)
        parts.append(_rect("bar", left + at * step + 1, head + 160 - tall, max(step - 2, 1), tall))
        if at % every == 0:
            parts.append(_text("tick", left + (at + 0.5) * step, head + 160 + 18, name, "middle"))
    for at, name in marks:
        middle = left + (at + 0.5) * step
        parts.append(_line("base", middle, head - 8, middle, head + 160))
        parts.append(_text("tick", middle, head - 12, name, "middle"))
    return _svg(title, height, parts)


def _svg(title: str, height: float, parts: list[str]) -> str:
    inside = "".join(parts)
    label = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{label}">'
        f"<title>{label}</title>{inside}</svg>"
    )


def _text(kind: str, x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _tick(value: float, percent: bool) -> str:
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
