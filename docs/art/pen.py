"""A pen for drawings of three colours. In: shapes, in mm. Out: the text of an icon.

The colours are those of icons: `ink` what the element says, `accent` and `ground` its other two. Shapes of one colour
that follow each other become one path, so a drawing stays small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]
_FILL = {"ink": 'fill="currentColor"', "accent": 'class="accent"', "ground": 'class="ground" fill="#fff"'}
_LINE = {
    "ink": 'fill="none" stroke="currentColor"',
    "accent": 'class="accent" fill="none" stroke="currentColor"',
    "ground": 'class="ground" fill="none" stroke="#fff"',
}


class Pen:
    """Collects shapes, the first at the bottom."""

    def __init__(self, title: str, view: tuple[float, float, float, float]) -> None:
        self.title, self.view = title, view
        self.parts: list[tuple[str, list[str]]] = []

    def fill(self, colour: str, data: str) -> None:
        """The inside of path data."""
        self._add(_FILL[colour], data)

    def line(self, colour: str, width: float, data: str) -> None:
        """A line along path data."""
        self._add(f'{_LINE[colour]} stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"', data)

    def body(self, colour: str, data: str, width: float = 0.7) -> None:
        """An inside with an outline of ink."""
        self.fill(colour, data)
        self.line("ink", width, data)

    def _add(self, look: str, data: str) -> None:
        if self.parts and self.parts[-1][0] == look:
            self.parts[-1][1].append(data)
        else:
            self.parts.append((look, [data]))

    def svg(self) -> str:
        """The file."""
        view = " ".join(f"{value:g}" for value in self.view)
        paths = "\n".join(f'  <path {look} d="{"".join(data)}"/>' for look, data in self.parts)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">'
        return f"{head}\n  <title>{self.title}</title>\n{paths}\n</svg>\n"


def n(value: float) -> str:
    """A number as short as it can be written: to a hundredth of a millimetre."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def poly(points: Iterable[Point], closed: bool = True) -> str:
    """Straight lines."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if closed else "")


def box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle."""
    return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}Z"


def disc(x: float, y: float, radius: float, tall: float | None = None) -> str:
    """A circle, or an ellipse."""
    down = radius if tall is None else tall
    arc = f"a{n(radius)} {n(down)} 0 1 0 "
    return f"M{n(x - radius)} {n(y)}{arc}{n(2 * radius)} 0{arc}{n(-2 * radius)} 0Z"


def bent(points: Sequence[Point]) -> str:
    """A curve from the first point to the last, drawn to those between by turns: point, control, point, control …"""
    start, *rest = points
    data = f"M{n(start[0])} {n(start[1])}"
    for control, end in zip(rest[::2], rest[1::2], strict=True):
        data += f"Q{n(control[0])} {n(control[1])} {n(end[0])} {n(end[1])}"
    return data
