"""Lines and labels of things that are cut, folded and glued. In: paths and words. Out: drawing items.

Invariant: a cut is a whole line, a fold a dashed one, a glued area is hatched; who has read one of our sheets can read
them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.frame import Group, Item, PathData, Shape, Text
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.marks import FONT

BOLD = "fira-sans-condensed/Bold"
HAIR = 0.1
INK = "#000000"
_GLUE = "#9a9a9a"
_HATCH = 2.5

Translate = Callable[[str], str]  # a word of the sheets in the language of the build
Box = tuple[float, float, float, float]  # x, y, width, height


def width_of(text: str, size: float) -> float:
    """About how wide a text is, in mm: letters of a condensed face are about half as wide as their size in points."""
    return len(text) * 0.47 * size * MM_PER_PT


def break_lines(text: str, width: float, size: float) -> list[str]:
    """The words in lines no wider than `width`."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fold_lines(lines: Sequence[tuple[float, float, float, float]]) -> Item:
    """Where paper is folded: from (x, y) to (x, y) each; drawn on white so that it shows on dark art."""
    path: list[str | float] = []
    for x, y, to_x, to_y in lines:
        path += ("M", x, y, "L", to_x, to_y)
    pale = Shape(tuple(path), stroke="#ffffff", width=0.3)
    return Group((pale, Shape(tuple(path), stroke=INK, width=0.15, dash=(1.6, 1.2))), name="fold")


def glue_area(box: Box, clip: PathData, words: str) -> Item:
    """An area that is glued: hatched, with the word in its middle."""
    x, y, width, height = box
    path: list[str | float] = []
    at = -height
    while at < width:
        path += ("M", x + at, y + height, "L", x + at + height, y)
        at += _HATCH
    items: list[Item] = [Shape(tuple(path), stroke=_GLUE, width=0.15)]
    wide = width_of(words, 6.0) + 2.4
    if wide + 1 <= max(width, height) and min(width, height) >= 4:
        label: tuple[Item, ...] = (
            Shape(rect_path(-wide / 2, -1.6, wide, 3.2, (1.6,)), "#ffffff"),
            Text(-width_of(words, 6.0) / 2, 0.75, words, FONT, 6.0, INK),
        )
        middle = x + width / 2, y + height / 2
        upright = (0.0, -1.0, 1.0, 0.0, *middle)
        items.append(Group(label, upright if height > width else (1.0, 0.0, 0.0, 1.0, *middle)))
    return Group(tuple(items), clip=clip, name="glue")
