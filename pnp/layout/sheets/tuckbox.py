"""Tuck boxes. In: the size of the cards and how many, the panels' faces. Out: one Frame: the net with its art, fold and
cut lines and the area to glue.

From the left: the tab to glue, a narrow side, the front, a narrow side, the back; lid and bottom hang on the back, dust
flaps on the narrow sides. Invariant: every panel is as large as the cards and the room around them need; art never
covers the tab.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pnp.layout.drawing.frame import Frame, Group, Item, PathData, Shape
from pnp.layout.drawing.path import ROUND, points_path, rect_path
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.marks import Translate, fold_lines, glue_area
from pnp.layout.template.template import Size
from pnp.library.card import Component

TAB = 12.0
TUCK = 14.0
BLEED = 2.0  # art beyond the cut edges
_SLANT = 3.0
_THUMB = 9.0


class TuckBox(Struct, frozen=True):
    """The inside of a box: width, height, depth."""

    width: float
    height: float
    depth: float

    @property
    def dust(self) -> float:
        """Length of a dust flap; two of them never meet."""
        return min(self.depth, self.width / 2 - 1, 22.0)

    @property
    def net(self) -> tuple[float, float]:
        """Width and height of all of it, laid out flat."""
        return TAB + 2 * (self.depth + self.width), self.height + 2 * (self.depth + TUCK)


def measure_box(resources: LayoutResources, component: Component) -> TuckBox:
    """What the cards need."""
    book, options = resources.book, component.options
    room: float = options["room"]
    sizes = []
    for other in book.components:
        if other.has_cards and other.deck in options["holds"]:
            for card in book.decks[other.deck].cards:
                template = resources.template(other.face_of(card))
                if template is not None:
                    sizes.append(template.size)
    width = max((size.width for size in sizes), default=63.0)
    height = max((size.height for size in sizes), default=88.0)
    many = options["cards"] or sum(book.decks[deck].size for deck in options["holds"])
    depth = max(many * options["thickness"], 4.0)
    return TuckBox(round(width + 2 * room, 2), round(height + 2 * room, 2), round(depth + room, 2))


def panels(resources: LayoutResources, component: Component) -> list[tuple[str, str, Size]]:
    """The panels that have art: name, layout, size."""
    box = measure_box(resources, component)
    wanted = {
        "front": (component.face, box.width, box.height),
        "back": (component.back or component.face, box.width, box.height),
        "side": (component.options["side"], box.depth, box.height),
        "top": (component.options["top"], box.width, box.depth),
        "net": (component.options["net"], *box.net),
    }
    return [
        (name, layout, Size(width, height, 0.0, BLEED, min(3.0, width / 5)))
        for name, (layout, width, height) in wanted.items()
        if layout
    ]


def make_tuckbox(name: str, box: TuckBox, art: Mapping[str, Frame], translate: Translate, ground: str = "") -> Frame:
    """The net; `ground` is the colour of what has no art of its own: flaps and bottom."""
    w, h, d = box.width, box.height, box.depth
    top = d + TUCK  # where the walls begin
    low = top + h
    side_1, front, side_2, back = TAB, TAB + d, TAB + d + w, TAB + 2 * d + w
    right = back + w
    items: list[Item] = []
    net = _net(box, top, low, (side_1, front, side_2, back))
    if ground:  # with its bleed; the tab stays bare, or glue would not hold
        beyond_tab = rect_path(TAB, -BLEED, right + BLEED - TAB, low + top + 2 * BLEED)
        items.append(Group((Shape(net, ground, ground, 2 * BLEED, join="round"),), clip=beyond_tab, name="ground"))
    if "net" in art:  # under the panels: what the flaps and the bottom show
        inside = rect_path(TAB, 0.0, right - TAB, low + top)
        items.append(Group((Group(art["net"].items, clip=net),), clip=inside, name="net"))
    spots = [("side", side_1, 0.0), ("front", front, BLEED), ("side", side_2, 0.0), ("back", back, 0.0)]
    for panel, x, beyond in spots:
        if panel in art:
            wide = art[panel].width + (BLEED if panel == "back" else 0.0)
            clip = rect_path(x, top - beyond, wide, h + 2 * beyond)
            items.append(Group((Group(art[panel].items, (1.0, 0.0, 0.0, 1.0, x, top)),), clip=clip, name=panel))
    if "top" in art:  # hangs on the back, so from the front it is read the other way up
        lid = Group(art["top"].items, (-1.0, 0.0, 0.0, -1.0, back + w, top))
        items.append(Group((lid,), clip=rect_path(back - BLEED, TUCK, w + 2 * BLEED, d), name="top"))
    items.append(Shape(net, stroke="#ffffff", width=0.4))  # so that the line to cut shows on dark art
    tab = (0.0, top, TAB, h)
    items.append(glue_area(tab, _tab(top, low), translate("glue")))
    items.append(
        fold_lines(
            [
                *((x, top, x, low) for x in (side_1, front, side_2, back)),
                *((x, y, x + d, y) for x in (side_1, side_2) for y in (top, low)),
                (back, top, right, top),
                (back, low, right, low),
                (back, TUCK, right, TUCK),
                (back, low + d, right, low + d),
            ]
        )
    )
    return Frame(name, right, low + top, BLEED, 0.0, tuple(items), net)


def _tab(top: float, low: float) -> PathData:
    return points_path([(TAB, top), (0.0, top + 5), (0.0, low - 5), (TAB, low)], True)


def _net(box: TuckBox, top: float, low: float, at: tuple[float, float, float, float]) -> PathData:
    """The outline, clockwise from the tab's upper corner; a thumb notch in the front's upper edge."""
    side_1, front, side_2, back = at
    right = back + box.width
    dust, d = box.dust, box.depth
    middle, k = front + box.width / 2, _THUMB * ROUND
    path: list[str | float] = ["M", 0.0, top + 5, "L", side_1, top]
    path += _flap(side_1, d, top, -dust)
    path += ["L", middle - _THUMB, top, "C", middle - _THUMB, top + k, middle - k, top + _THUMB, middle, top + _THUMB]
    path += ["C", middle + k, top + _THUMB, middle + _THUMB, top + k, middle + _THUMB, top, "L", side_2, top]
    path += _flap(side_2, d, top, -dust)
    path += ["L", back, TUCK, *_tuck(back, right, TUCK, -1), "L", right, TUCK, "L", right, low + d]
    path += [*_tuck(right, back, low + d, 1), "L", back, low + d, "L", back, low]
    path += _flap(back, -d, low, dust)
    path += ["L", front, low]
    path += _flap(front, -d, low, dust)
    return (*path, "L", 0.0, low - 5, "Z")


def _flap(x: float, width: float, y: float, length: float) -> list[str | float]:
    """A dust flap over the edge from x to x + width, narrower at its end."""
    slant = min(_SLANT, abs(width) / 4) * (1 if width > 0 else -1)
    return ["L", x, y, "L", x + slant, y + length, "L", x + width - slant, y + length, "L", x + width, y]


def _tuck(x: float, to_x: float, y: float, way: int) -> list[str | float]:
    """A tuck flap with round corners."""
    end, sign = y + way * TUCK, 1 if to_x > x else -1
    turn, k = sign * 8.0, 1 - ROUND
    reach = way * 8.0
    return [
        *("L", x + sign * 0.5, y, "L", x + sign * 0.5, end - reach),
        *("C", x + sign * 0.5, end - reach * k, x + turn * k, end, x + turn, end, "L", to_x - turn, end),
        *("C", to_x - turn * k, end, to_x - sign * 0.5, end - reach * k, to_x - sign * 0.5, end - reach),
        *("L", to_x - sign * 0.5, y),
    ]
