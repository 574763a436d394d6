"""Two axes of a plot. In: the numbers that lie in it. Out: where each lies, and the lines and numbers behind, as SVG.

Invariant: every number lies inside; the line of nothing differs from the others, and numbers at an axis do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pnp.playtest.reports.plot import AXIS, RIGHT, WIDTH, draw_line, draw_text, nice_ticks

LEFT, TALL = 56, 210
LETTER = 7.0  # width of a letter


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
