"""The elements of a layout as typed values. In: nothing. Out: one Struct for each kind, and the table KINDS.

Invariant: the fields of a Struct are exactly the options that docs/layouts.md lists for its kind (a test holds them
equal). How each option is read is decided in `reading.py`, once for each option's name.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.layout.template.length import Length
from pnp.layout.template.name_template import LayoutCondition, NameTemplate
from pnp.library.rulebook import PARTS

Points = tuple[tuple[Length, Length], ...]
REST = "rest"  # the room that the others of a stack leave


class Shadow(Struct, frozen=True):
    """How a shadow falls: moved by x and y, its edge `blur` soft."""

    x: Length = 0.4
    y: Length = 0.6
    blur: Length = 0.8
    colour: NameTemplate = "black"
    opacity: float = 0.4


class Element(Struct, frozen=True, kw_only=True):
    """The options of every element. `spans` has the place of each option that was written."""

    id: str
    span: Span
    spans: dict[str, Span] = {}
    kind: str = ""
    x: Length | None = None
    y: Length | None = None
    width: Length | str | None = None  # or REST
    height: Length | str | None = None  # or "auto", or REST
    right: Length | None = None
    bottom: Length | None = None
    below: str = ""
    box: str | tuple[Length, ...] = ""
    inset: Length = 0.0
    least: Length = 1.0  # of the rest that it takes; what is thinner would vanish unnoticed
    together: str = ""  # of elements that take a rest; for a text it is said in its style
    among: str = "face"
    when: LayoutCondition | None = None
    unless: LayoutCondition | None = None
    turn: Length = 0.0
    opacity: Length = 1.0
    blend: str = ""
    shadow: Shadow | None = None
    safe: bool = True
    before: str = ""
    after: str = ""
    note: str = ""

    def at(self, option: str) -> Span:
        """The place of an option, or of the element when it was not written."""
        return self.spans.get(option, self.span)


class Style(Struct, frozen=True, kw_only=True):
    """How a text looks; None: as in the style below it."""

    style: NameTemplate | None = None
    font: str | None = None
    size: float | None = None
    min: float | None = None
    max: float | None = None
    bold: bool | None = None
    italic: bool | None = None
    colour: NameTemplate | None = None
    align: str | None = None
    valign: str | None = None
    leading: float | str | None = None  # multiple of the size, or points as `10pt`
    spacing: float | None = None
    caps: bool | None = None
    gap: float | None = None
    indent: float | None = None
    bullet: str | None = None
    icon_size: float | None = None
    icon_colour: NameTemplate | None = None
    fit: str | None = None
    lines: int | None = None
    together: str | None = None
    among: str | None = None
    smallprint: bool | None = None
    on: NameTemplate | None = None
    shaping: bool | None = None
    both: str | None = None  # how two languages stand together: `{first} · {second}`

    def over(self, base: Style) -> Style:
        """This style, with the base for what is not set."""
        return Style(
            **{
                name: getattr(base, name) if getattr(self, name) is None else getattr(self, name)
                for name in self.__struct_fields__
            }
        )


class TextElement(Element, frozen=True, kw_only=True):
    """Words in a box; `look` holds the style's keys that stand in the element itself."""

    text: str = ""
    look: Style = Style()


class TintedElement(Element, frozen=True, kw_only=True):
    """Anything drawn with icons: their three colours."""

    icon: NameTemplate = ""
    colour: NameTemplate = "ink"
    accent: NameTemplate | None = None
    ground: NameTemplate = "paper"


class IconElement(TintedElement, frozen=True, kw_only=True):
    """One icon, as large as fits; `instead` is drawn where there is none of its name."""

    instead: NameTemplate = ""
    mirror: str = ""
    align: str = "centre"
    valign: str = "middle"
    optional: bool = False


class ImageElement(Element, frozen=True, kw_only=True):
    """Pixels, or a drawing."""

    image: NameTemplate = ""
    fit: str = "fit"
    focus: tuple[float, ...] = (0.5, 0.5)
    dpi: float = 200.0
    radius: tuple[Length, ...] = ()
    mask: NameTemplate = ""
    optional: bool = False


class StrokedElement(Element, frozen=True, kw_only=True):
    """Anything with an outline."""

    stroke: NameTemplate = "none"
    stroke_width: Length = 0.25
    dash: tuple[Length, ...] = ()
    join: str = "miter"
    cap: str = "butt"


class FilledElement(StrokedElement, frozen=True, kw_only=True):
    """Anything with an outline and an inside."""

    fill: NameTemplate = "none"
    gradient: tuple[NameTemplate, ...] = ()
    direction: float | str = 90.0


class RectElement(FilledElement, frozen=True, kw_only=True):
    """A rectangle, its corners rounded by `radius`."""

    radius: tuple[Length, ...] = ()


class EllipseElement(FilledElement, frozen=True, kw_only=True):
    """As large as the box."""


class CircleElement(FilledElement, frozen=True, kw_only=True):
    """As large as fits into the box, and round."""


class LineElement(StrokedElement, frozen=True, kw_only=True):
    """Straight lines through points."""

    points: Points = ()


class PolygonElement(FilledElement, frozen=True, kw_only=True):
    """Corners, or a regular polygon or star."""

    points: Points = ()
    sides: int = 0
    star: float = 0.0


class PathElement(FilledElement, frozen=True, kw_only=True):
    """SVG path data."""

    d: NameTemplate = ""
    viewbox: tuple[float, ...] = ()
    even_odd: bool = False


class GroupElement(Element, frozen=True, kw_only=True):
    """Elements moved together."""

    elements: tuple[Element, ...] = ()
    scale: Length = 1.0
    clip: bool | str | float = False  # or `round`, or a corner radius
    mirror: str = ""


class SlotElement(GroupElement, frozen=True, kw_only=True):
    """A group that an extending layout fills."""


class StackElement(Element, frozen=True, kw_only=True):
    """Elements one below the other, or beside it; some take the room that the others leave."""

    elements: tuple[Element, ...] = ()
    flow: str = "down"
    gap: Length = 0.0
    valign: str = "top"


class PatternElement(TintedElement, frozen=True, kw_only=True):
    """One icon repeated over the box."""

    icon_size: Length = 4.0
    step: tuple[Length, ...] = ()
    stagger: float = 0.5
    turns: tuple[float, ...] = ()


class TextureElement(Element, frozen=True, kw_only=True):
    """The marks of a material over the box."""

    texture: str = ""
    colour: NameTemplate = "ink"
    amount: Length = 1.0
    seed: NameTemplate = ""


class Each(Struct, frozen=True, kw_only=True):
    """What a grid repeats over: field, deck, count, list, rows, table or options; `source` what it names or holds."""

    over: str
    source: Any
    where: LayoutCondition | None = None
    copies: bool = False
    start: Length = 0.0
    step: Length = 1.0


class GridElement(Element, frozen=True, kw_only=True):
    """A cell for each thing."""

    each: Each | None = None
    elements: tuple[Element, ...] = ()
    columns: int = 0
    rows: int | str = 0  # or "auto"
    cell: tuple[Length, ...] = ()
    gap: tuple[Length, ...] = (0.0, 0.0)
    flow: str = "rows"
    turned: bool = False
    align: str = "left"
    valign: str = "top"


class HexesElement(FilledElement, frozen=True, kw_only=True):
    """A board of hexes from a table."""

    table: str = ""
    top: str = "flat"
    side: Length | None = None
    gap: Length = 0.0
    elements: tuple[Element, ...] = ()


class NetworkElement(StrokedElement, frozen=True, kw_only=True):
    """Nodes and lines between them, from a table."""

    table: str = ""
    nodes: str = "nodes"
    edges: str = "edges"
    xy: tuple[str, ...] = ("x", "y")
    ends: tuple[str, ...] = ("a", "b")
    viewbox: tuple[float, ...] = ()
    bends: dict[str, Any] = {}
    node_size: Length = 8.0
    space_size: Length = 5.0
    elements: tuple[Element, ...] = ()
    spaces: tuple[Element, ...] = ()
    middles: tuple[Element, ...] = ()
    unit: Length = 1.0


class FaceElement(Element, frozen=True, kw_only=True):
    """Another layout, drawn into the box."""

    layout: NameTemplate = ""
    card: NameTemplate = ""
    bleed: bool = False
    with_: dict[str, Any] = {}


class FlowElement(Element, frozen=True, kw_only=True):
    """Blocks of words in columns, over as many pages as they need."""

    columns: int = 2
    gutter: Length = 7.0
    margin: Length = 13.0
    style: str = "body"
    title_style: str = "title"
    id_style: str = "small"
    rule_gap: Length = 1.2
    section_gap: Length = 3.0
    title_rule: NameTemplate = "none"
    pages: int = 0
    balance: bool = False


class RulesElement(FlowElement, frozen=True, kw_only=True):
    """The rulebook."""

    sections: tuple[str, ...] = ()
    only: str = ""
    intro_style: str = "body"
    example_style: str = "caption"
    examples: bool = True
    credits: bool = False
    options: bool = False
    diagram_width: Length | None = None
    second: str = "below"


class HowtoElement(FlowElement, frozen=True, kw_only=True):
    """How the game is learned: what is in the box, set-up, a turn, an example, the end."""

    parts: tuple[str, ...] = PARTS
    head: Length = 0.0
    square: str = ""
    across: int = 2
    piece: tuple[Length, ...] = (14.0, 16.0)
    icon_size: Length = 7.0
    icon_colour: NameTemplate = "ink"
    card_width: Length = 38.0
    boxed: tuple[str, ...] = ()
    number_style: str = "index"
    number_fill: NameTemplate = "ink"
    score_style: str = "caption"


class CodeElement(Element, frozen=True, kw_only=True):
    """A QR code, a bar code, or a Data Matrix."""

    data: NameTemplate = ""
    form: str = "qr"
    colour: NameTemplate = "ink"
    ground: NameTemplate = "paper"
    quiet: int = 4


KINDS: dict[str, type[Element]] = {
    "text": TextElement,
    "icon": IconElement,
    "image": ImageElement,
    "rect": RectElement,
    "ellipse": EllipseElement,
    "circle": CircleElement,
    "line": LineElement,
    "polygon": PolygonElement,
    "path": PathElement,
    "group": GroupElement,
    "slot": SlotElement,
    "stack": StackElement,
    "pattern": PatternElement,
    "texture": TextureElement,
    "grid": GridElement,
    "hexes": HexesElement,
    "network": NetworkElement,
    "face": FaceElement,
    "rules": RulesElement,
    "howto": HowtoElement,
    "code": CodeElement,
}

_INTERNAL = frozenset({"id", "span", "spans", "look"})
COMMON = tuple(name for name in Element.__struct_fields__ if name not in _INTERNAL)
STYLE = Style.__struct_fields__


def options_of(kind: str) -> tuple[str, ...]:
    """The names of the options a kind accepts beside those of every element."""
    own = tuple(
        name.rstrip("_") for name in KINDS[kind].__struct_fields__ if name not in _INTERNAL and name not in COMMON
    )
    return (*own, *STYLE) if kind == "text" else own
