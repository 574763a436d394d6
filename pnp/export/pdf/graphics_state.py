"""What is set in a PDF stream before an operator. In: the inks it begins with. Out: what need not be set again.

Invariant: equal values mean that the same operators paint the same.
"""

from __future__ import annotations

from typing import Any

from pnp.export.pdf.inks import Inks


class GraphicsState:
    """What the graphics state holds, so that nothing is set twice; `known` is false inside a part, which begins with
    whatever holds where it is laid on.
    """

    __slots__ = ("cap", "dash", "fill", "is_over", "join", "stroke", "width")

    def __init__(self, inks: Inks, known: bool = True) -> None:
        is_black = known and inks.start
        self.fill = inks.fill(inks.start) if is_black else ""
        self.stroke = inks.stroke(inks.start) if is_black else ""
        self.is_over = False  # no part is laid on while ink is put on what lies below
        self.width = 1.0 if known else -1.0
        self.cap = self.join = 0 if known else -1
        self.dash: tuple[float, ...] | None = () if known else None

    def copy(self) -> GraphicsState:
        """The state after `q`."""
        other = GraphicsState.__new__(GraphicsState)
        other.fill, other.stroke, other.is_over, other.width = self.fill, self.stroke, self.is_over, self.width
        other.cap, other.join, other.dash = self.cap, self.join, self.dash
        return other

    def values(self) -> tuple[Any, ...]:
        """All of it."""
        return self.fill, self.stroke, self.is_over, self.width, self.cap, self.join, self.dash
