"""Frame: the display list between layout and export. In: what `compose` decided. Out: a plain list of drawing items.

Every length is mm, the origin is the top left corner of the trim, y grows down; art in the bleed has negative or
larger coordinates. Type sizes are points. Colours are `#rrggbb`. Invariant: a Frame is a value, complete in itself
(an exporter needs nothing but fonts and image bytes), so two equal Frames are the same printed face.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

# A path is a flat tuple of commands and numbers: ("M", x, y, "L", x, y, "C", x1, y1, x2, y2, x, y, "Z").
PathData = tuple[str | int | float, ...]
# a b c d e f as in PDF and SVG: x' = a·x + c·y + e, y' = b·x + d·y + f.
Matrix = tuple[float, float, float, float, float, float]


class _Drawn(Struct, frozen=True, tag_field="kind"):
    """Base of everything that is drawn."""


class Text(_Drawn, frozen=True, tag="text"):
    """One run of text on one baseline that starts at (x, y). font: `family/Style`: `fira-sans-condensed/Bold`."""

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str = "#000000"
    spacing: float = 0.0  # added after each character, points


class Glyph(Struct, frozen=True):
    """One drawn sign of shaped text: its number in the font, how far on the next one stands, and how far it is moved
    right and up, in parts of the type size; `text`: the characters it stands for, "" where another glyph has them.
    """

    number: int
    advance: float
    x: float = 0.0
    y: float = 0.0
    text: str = ""


class ShapedText(Text, frozen=True, tag="shaped"):
    """Text that is not set character by character: its glyphs, from left to right as they are seen."""

    glyphs: tuple[Glyph, ...] = ()


class Shape(_Drawn, frozen=True, tag="shape"):
    """A path, filled, stroked or both. width and dash are mm."""

    path: PathData
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    even_odd: bool = False
    cap: str = "butt"  # butt | round | square
    join: str = "miter"  # miter | round | bevel
    dash: tuple[float, ...] = ()


class PenShape(Shape, frozen=True, tag="pen"):
    """A Shape whose pen other programs set: where a pointed corner is cut off, and where in the dash a line begins."""

    miter_limit: float = 10.0
    dash_offset: float = 0.0


class MarkShape(Shape, frozen=True, tag="mark"):
    """A Shape beside what is printed, for those who cut: on a press every plate has it."""


class Gradient(Struct, frozen=True):
    """Colours that run into each other. line: x1 y1 x2 y2; or from one circle to another: x1 y1 r1 x2 y2 r2.

    stops: (part of the way, colour), ascending, from 0 to 1; before and beyond them the outer colours go on.
    """

    line: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Shade(_Drawn, frozen=True, tag="shade"):
    """The inside of a path, filled with a gradient."""

    path: PathData
    gradient: Gradient
    even_odd: bool = False


class Image(_Drawn, frozen=True, tag="image"):
    """A raster image in a box. source names the file inside the game's folder, digest its content."""

    x: float
    y: float
    width: float
    height: float
    source: str
    digest: str


CUT = "cut"  # names a group that is a line to cut: a pale one under it, then itself
FIGURE = "face:"  # begins the name of a group that is another face, drawn within this one


class Group(_Drawn, frozen=True, tag="group"):
    """Items drawn together: moved by `matrix`, cut to `clip`, at `opacity`."""

    items: tuple[Item, ...]
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    clip: PathData = ()
    opacity: float = 1.0
    name: str = ""

    @property
    def is_translucent(self) -> bool:
        """True when what lies below is seen through it."""
        return self.opacity < 1


class Layer(Group, frozen=True, tag="layer"):
    """A Group that is laid on in another way than paint: seen where its mask is light (or, `is_alpha`, where the mask
    has anything), or blended with what lies below by a mode of PDF and CSS such as `multiply`.
    """

    mask: tuple[Item, ...] = ()
    is_alpha: bool = False
    blend: str = ""
    even_odd: bool = False  # how `clip` is filled

    @property
    def is_veil(self) -> bool:
        """True when it is more than a Group with a clip."""
        return bool(self.mask or self.blend)

    @property
    def is_translucent(self) -> bool:
        """True when what lies below is seen through it."""
        return self.opacity < 1 or self.is_veil


Item = Text | ShapedText | Shape | PenShape | MarkShape | Shade | Image | Group | Layer  # whatever is drawn


class Outline(Protocol):
    """What is known of a face without looking at what is drawn on it: all that laying it on a sheet takes."""

    @property
    def name(self) -> str: ...

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def bleed(self) -> float: ...

    @property
    def corner(self) -> float: ...

    @property
    def cut(self) -> PathData: ...


class Frame(Struct, frozen=True):
    """One composed face: an Outline, and all that is drawn.

    width × height is the trim; `bleed` mm of art lie around it; `corner` is the trim's radius
    cut: the outline of a trim that is no rectangle (a round token, a hex); empty means a rectangle with `corner`.
    """

    name: str
    width: float
    height: float
    bleed: float = 0.0
    corner: float = 0.0
    items: tuple[Item, ...] = ()
    cut: PathData = ()


class Placement(Struct, frozen=True):
    """Face number `frame` of the sheets' list on the paper.

    x, y:  top left corner, in mm of the paper, of the box that the turned trim fills.
    turn:  quarter turns clockwise.
    bleed: mm of art shown above, right of, below and left of that box.
    """

    frame: int
    x: float
    y: float
    turn: int = 0
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Figure(Struct, frozen=True):
    """Face number `frame` of the sheets' list, its trim small at (x, y): a picture on the paper, nothing to cut."""

    frame: int
    x: float
    y: float
    scale: float


class Sheet(Struct, frozen=True):
    """One side of paper: placed frames plus what is drawn on the paper itself (crop marks, ruler, foot line).

    matrix: what a printer's faults ask for, applied to everything on the sheet.
    figures: pictures of faces, below the marks.
    """

    name: str
    side: str  # front | back
    width: float
    height: float
    placements: tuple[Placement, ...] = ()
    marks: tuple[Item, ...] = ()
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    figures: tuple[Figure, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """The numbers of all faces that are seen on it, each once."""
        places = [place.frame for place in self.placements]
        return tuple(dict.fromkeys([*places, *(figure.frame for figure in self.figures)]))


BLENDS = {
    word: "".join(part.capitalize() for part in word.split("-"))
    for word in (
        *("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light"),
        *("soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity"),
    )
}
