"""Differences with their intervals, as SVG. In: what each of several changes does to a figure. Out: one `<svg>`
element, well-formed XML: a line with its band where numbers were tried, else dots with whiskers.

Invariant: as in `plot.py`; no change is in the picture, and the book's own value stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from pnp.playtest.reports.figures import MINUS
from pnp.playtest.reports.marks import ABOVE, BELOW
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
from pnp.playtest.reports.plot_lines import LEFT, TALL

OVER = 46  # height of the words above a curve
LETTER = 7.0  # width of a letter of the axis
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
    """A curve, or whiskers; differences of shares (percent) in points."""
    return (_plot_curve if changes.is_curve else _plot_whiskers)(title, changes, 100.0 if percent else 1.0)


def _plot_curve(title: str, changes: Changes, unit: float) -> str:
    """From left to right by value; the band is the interval."""
    book = Bar(changes.book, 0.0, 0.0, 0.0)
    known = sorted(
        ((float(at.name), at) for at in (*changes.bars, book) if at.value is not None), key=lambda pair: pair[0]
    )
    first, last = known[0][0], known[-1][0]
    ticks = nice_ticks(*_ends([at for _, at in known], unit))
    height = OVER + TALL + AXIS + 16
    inner, outer = LEFT + 14, WIDTH - RIGHT - 14  # the outermost marks stand clear of the axes

    def x(value: float) -> float:
        return inner + (outer - inner) * (value - first) / ((last - first) or 1)

    def y(value: float) -> float:
        return OVER + TALL * (1 - (value * unit - ticks[0]) / (ticks[-1] - ticks[0]))

    parts = []
    for level in ticks:
        at = y(level / unit)
        parts.append(draw_line("grid" if level else "zero", LEFT, at, WIDTH - RIGHT, at))
        parts.append(draw_text("tick", LEFT - 6, at + 4, _signed(level), "end"))
    parts.append(draw_text("tick", 4, 14, _unit_words(unit), "start"))
    parts += _values([(x(value), bar.name) for value, bar in known], x(float(changes.book)))
    parts.append(draw_text("tick", (LEFT + WIDTH - RIGHT) / 2, OVER + TALL + 38, changes.of, "middle"))
    wide = [(x(value), at.low, at.high) for value, at in known if at.low is not None and at.high is not None]
    edge = [(at, y(high)) for at, _, high in wide] + [(at, y(low)) for at, low, _ in reversed(wide)]
    parts.append(draw_area("band first", edge))
    parts += [draw_line("error faint", at, y(low), at, y(high)) for at, low, high in wide if low < high]
    line = [(x(value), y(at.value or 0.0)) for value, at in known]
    parts.append(draw_curve("line first", line))
    parts += [_mark(across, down, bar) for (across, down), (_, bar) in zip(line, known, strict=True) if bar is not book]
    return draw_svg(title, height, [*parts, *_book(x(float(changes.book)), y(0.0), changes.book)])


def _values(places: Sequence[tuple[float, str]], book: float) -> list[str]:
    """The values below the axis; one that has no room is left out, but never the book's."""
    parts, taken = [], list[tuple[float, float]]()
    for at, name in sorted(places, key=lambda place: place[0] != book):
        half = LETTER * len(name) / 2 + 3
        if all(at + half <= left or at - half >= right for left, right in taken):
            taken.append((at - half, at + half))
            parts.append(draw_text("tick", at, OVER + TALL + 18, name, "middle"))
    return parts


def _book(x: float, y: float, value: str) -> list[str]:
    words = f"the book: {short(value, 24)}"
    half = LETTER * len(words) / 2
    middle = min(max(x, LEFT + half), WIDTH - RIGHT - half)
    return [
        draw_line("base", x, OVER - 4, x, OVER + TALL),
        draw_text("name", middle, OVER - 8, words, "middle"),
        draw_dot("book", x, y, 5),
    ]


def _plot_whiskers(title: str, changes: Changes, unit: float) -> str:
    """A row for each value, one below the other; the book's at the top."""
    book = Bar(f"the book: {changes.book}", 0.0)
    rows = [*([book] if changes.book else []), *changes.bars]
    ticks = nice_ticks(*_ends(rows, unit))
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


def _ends(bars: Sequence[Bar], unit: float) -> tuple[float, float]:
    found = [0.0, *(end * unit for bar in bars for end in (bar.value, bar.low, bar.high) if end is not None)]
    return min(found), max(found)


def _mark(x: float, y: float, bar: Bar) -> str:
    if bar.against in (ABOVE, BELOW):
        return draw_triangle(x, y, bar.against, 9)
    return draw_dot("mark first", x, y, 4)


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{abs(value):,g}"


def _unit_words(unit: float) -> str:
    return "change, in points" if unit > 1 else "change"
