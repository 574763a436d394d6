"""Differences with their intervals, as SVG. In: what each of several changes does to a figure. Out: one `<svg>`
element, well-formed XML: a line with its band where numbers were tried, else dots with whiskers.

Invariant: as in `plot.py`; no change is in the picture, and the book's own value stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from pnp.playtest.reports.numbers import MINUS
from pnp.playtest.reports.plot import (
    AXIS,
    LABEL,
    RIGHT,
    ROW,
    TOP,
    WIDTH,
    Bar,
    draw_area,
    draw_curve,
    draw_dot,
    draw_line,
    draw_svg,
    draw_text,
    draw_triangle,
    nice_ticks,
    short,
)
from pnp.playtest.reports.plot_axes import LEFT, LETTER, Frame

OVER, INSET = 46, 14  # height of the words above a curve; how far its outermost marks stand clear of the axes
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Changes(Struct, frozen=True):
    """Differences of a figure: bars named by what was tried.

    of: the datum whose values these are, and book: what the book holds of it; both "" where it is nothing of the kind
    """

    bars: tuple[Bar, ...]
    of: str = ""
    book: str = ""

    @property
    def is_curve(self) -> bool:
        """Whether numbers were tried, and more than one."""
        return len(self.bars) > 1 and all(
            _NUMBER.fullmatch(text) for text in (self.book, *(at.name for at in self.bars))
        )


def plot_changes(title: str, changes: Changes, percent: bool) -> str:
    """A curve, or whiskers; differences of shares (percent) in points. "" where nothing changes."""
    if not any(bar.value or bar.low or bar.high for bar in changes.bars):
        return ""
    return (_plot_curve if changes.is_curve else _plot_whiskers)(title, changes, 100.0 if percent else 1.0)


def _plot_curve(title: str, changes: Changes, unit: float) -> str:
    """From left to right by value; the band is the interval."""
    book = Bar(changes.book, 0.0, 0.0, 0.0)
    bars = sorted((bar for bar in (*changes.bars, book) if bar.value is not None), key=lambda bar: float(bar.name))
    frame = Frame([float(bar.name) for bar in bars], [end * unit for end in _ends(bars)], OVER, INSET)

    def x(bar: Bar) -> float:
        return frame.x(float(bar.name))

    def y(value: float) -> float:
        return frame.y(value * unit)

    parts = [*frame.grid(_signed), draw_text("tick", 4, 14, _unit_words(unit), "start")]
    named = sorted(bars, key=lambda bar: bar is not book)  # the book's value has room in any case
    parts += frame.below(((float(bar.name), bar.name) for bar in named), changes.of)
    wide = [(x(bar), bar.low, bar.high) for bar in bars if bar.low is not None and bar.high is not None]
    edge = [(at, y(high)) for at, _, high in wide] + [(at, y(low)) for at, low, _ in reversed(wide)]
    parts.append(draw_area("band first", edge))
    parts += [draw_line("error faint", at, y(low), at, y(high)) for at, low, high in wide if low < high]
    line = [(x(bar), y(bar.value or 0.0)) for bar in bars]
    parts.append(draw_curve("line first", line))
    parts += [_mark(across, down, bar) for (across, down), bar in zip(line, bars, strict=True) if bar is not book]
    return draw_svg(title, frame.height, [*parts, *_book(x(book), frame, changes.book)])


def _book(x: float, frame: Frame, value: str) -> list[str]:
    words = f"baseline: {short(value, 24)}"
    half = LETTER * len(words) / 2
    middle = min(max(x, LEFT + half), WIDTH - RIGHT - half)
    return [
        draw_line("base", x, OVER - 4, x, frame.bottom),
        draw_text("name", middle, OVER - 8, words, "middle"),
        draw_dot("book", x, frame.y(0.0), 5),
    ]


def _plot_whiskers(title: str, changes: Changes, unit: float) -> str:
    """A row for each value, one below the other; the book's at the top."""
    book = Bar(f"baseline: {changes.book}", 0.0)
    rows = [*([book] if changes.book else []), *changes.bars]
    least, most = _ends(rows)
    ticks = nice_ticks(least * unit, most * unit)
    span, top = WIDTH - LABEL - RIGHT, TOP + 18
    below = top + ROW * len(rows)

    def x(value: float) -> float:
        return LABEL + span * (value * unit - ticks[0]) / (ticks[-1] - ticks[0])

    words = f"{_unit_words(unit)}, with {changes.of}" if changes.of else _unit_words(unit)
    parts = [draw_text("tick", LABEL, 14, words, "start")]
    for level in ticks:
        at = x(level / unit)
        parts.append(draw_line("grid" if level else "zero", at, top, at, below))
        parts.append(draw_text("tick", at, below + 18, _signed(level), "middle"))
    for row, bar in enumerate(rows):
        down = top + ROW * (row + 0.5)
        parts.append(draw_text("name", LABEL - 8, down + 4, short(bar.name, 24), "end"))
        if bar.value is None:
            continue
        if bar.low is not None and bar.high is not None:
            parts.append(draw_line("error faint", x(bar.low), down, x(bar.high), down))
        across = x(bar.value)
        hollow = draw_dot("book", across, down, 5)
        parts.append(hollow if bar is book else _mark(across, down, bar))
    return draw_svg(title, below + AXIS, parts)


def _ends(bars: Sequence[Bar]) -> tuple[float, float]:
    found = [0.0, *(end for bar in bars for end in (bar.value, bar.low, bar.high) if end is not None)]
    return min(found), max(found)


def _mark(x: float, y: float, bar: Bar) -> str:
    if bar.against:
        return draw_triangle(x, y, bar.against, 9)
    return draw_dot("mark first", x, y, 4)


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{abs(value):,g}"


def _unit_words(unit: float) -> str:
    return "change, percentage points" if unit > 1 else "change"
