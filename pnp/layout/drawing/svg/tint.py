"""Icons without colours of their own. In: the items of an icon, its box. Out: the same, in the colour of the element.

A drawing all in black or all in white was saved so because a file must name some colour. game-icons.net also lays it on
a square as large as the page. Invariant: a drawing with any other colour, or several, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.layout.drawing.bounds import tight_bounds
from pnp.layout.drawing.frame import Group, Item, Layer, Shape
from pnp.layout.drawing.svg.look import CURRENT
from pnp.layout.drawing.svg.vector import recolour

_BLACK, _WHITE = "#000000", "#ffffff"
_OTHER = {_BLACK: _WHITE, CURRENT: _WHITE, _WHITE: _BLACK}  # of the drawing on a square of that colour
_UNKNOWN = "?"
Box = tuple[float, float, float, float]  # x, y, width, height


def without_colours(items: list[Item], box: Box) -> list[Item]:
    """The icon in currentColor where it names one colour only because it must; else as it was."""
    rest = items
    square = _square(items[0], box) if len(items) > 1 else ""
    colours = set(_colours(items))
    if square and set(_colours(items[1:])) == {_OTHER[square]}:
        rest, colours = items[1:], {_OTHER[square]}
    if len(colours) == 1 and colours <= {_BLACK, _WHITE}:
        return list(recolour(rest, lambda colour: colour and CURRENT))
    return items


def _square(item: Item, box: Box) -> str:
    """The colour of a square that fills the page; "" for anything else."""
    x, y, width, height = box
    is_page = (
        isinstance(item, Shape)
        and not item.stroke
        and set(filter(_is_word, item.path)) <= {"M", "L", "Z"}
        and len(item.path) <= 16
        and tight_bounds(item.path) == (x, y, x + width, y + height)
    )
    return item.fill if is_page and isinstance(item, Shape) and item.fill in _OTHER else ""


def _is_word(part: object) -> bool:
    return isinstance(part, str)


def _colours(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Layer) and item.is_veil:
            yield _UNKNOWN
        elif isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Shape):
            yield from filter(None, (item.fill, item.stroke))
        else:
            yield _UNKNOWN
