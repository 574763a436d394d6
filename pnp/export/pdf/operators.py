"""PDF operators. In: drawing items. Out: a Drawing: the content of a PDF stream and what it refers to.

The stream counts in millimetres, y down, like Frames; the page that it is painted on sets the matrix once. Text is
written as glyph numbers; small pictures of other faces are marked as figures. Invariant: equal items give equal bytes
in every document, so a Drawing may be kept and used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.digest import digest_bytes
from pnp.base.units import MM_PER_PT
from pnp.export.pdf.font import GlyphCodes, Sign
from pnp.export.pdf.inks import CUT_LINE, GREYS, KNOCKOUT, MARK_INK, OVERPRINT, SCREEN, Inks
from pnp.layout.drawing.bounds import Bounds, around, bounds_of, common, moved
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import (
    CUT,
    FIGURE,
    Gradient,
    Group,
    Image,
    Item,
    Layer,
    MarkShape,
    PathData,
    PenShape,
    Shade,
    Shape,
    ShapedText,
    Text,
)
from pnp.layout.drawing.path import inverse, numbers_of


def reach_of(items: Iterable[Item]) -> Bounds:
    """A box round the paths of all that is drawn."""
    return around(_reach(item) for item in items)


def _seen(group: Group) -> Bounds:
    """A box round what a clip leaves of a group, in its own coordinates."""
    return common(reach_of(group.items), bounds_of(group.clip) if group.clip else None)


def window_of(outer: Bounds | None, group: Group) -> Bounds | None:
    """What clips leave of a group, in its own coordinates."""
    back = inverse(group.matrix)
    if outer is not None and back is not None:
        outer = moved(outer, back)
    return common(bounds_of(group.clip), outer) if group.clip else outer


def _reach(item: Item) -> Bounds:
    if isinstance(item, Group):
        return moved(_seen(item), item.matrix)
    if isinstance(item, Shape | Shade):
        return bounds_of(item.path)
    if isinstance(item, Image):
        return item.x, item.y, item.x + item.width, item.y + item.height
    assert isinstance(item, Text)
    size = item.size * MM_PER_PT
    return item.x, item.y - 1.5 * size, item.x + 2 * size * len(item.text), item.y + size


_FORMS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}


@cache
def path_operators(path: PathData) -> str:
    """A path as operators. An icon's path comes many times, moved by the matrix of its group: it is translated once."""
    forms = " ".join([_FORMS[part] for part in path if type(part) is str])
    # Every number has three decimals, so that none loses a ten.
    operators = forms % tuple(numbers_of(path))
    for zero in ("0 ", "0 ", "0 ", ". "):
        operators = operators.replace(zero, " ")
    return operators


class GraphicsState:
    """What the graphics state holds, so that nothing is set twice; `known` is false inside a part, which begins with
    whatever holds where it is laid on.
    """

    __slots__ = ("cap", "dash", "fill", "is_over", "join", "stroke", "width")

    def __init__(self, inks: Inks, known: bool) -> None:
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


_TRUE_SIZE = 0.95  # a face drawn within another at less than this is a picture of it: it need not be legible
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Shading(Struct, frozen=True):
    """A gradient in inks; `stops` are (part of the way, the amounts of the inks)."""

    line: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]


class Drawing(Struct, frozen=True):
    """A stream's content. fonts: the characters used of each font ·
    signs: the glyphs of shaped text, too · images: digest → source · alphas: opacities ·
    parts: groups that are painted as one and laid on with their opacity, by name ·
    asks: what its inks ask of the document: the spot colour of cut lines, states of overprint ·
    shadings: gradients by name · masks: which parts are masks, and of which kind · blends: modes that are blended by ·
    reach: of a part that counts in other units than the face, so that the face's box says nothing of it ·
    is_common: a part that many faces have; its name says what it holds, so a document has it once."""

    content: bytes
    fonts: dict[str, frozenset[str]] = {}
    signs: dict[str, frozenset[Sign]] = {}
    images: dict[str, str] = {}
    alphas: frozenset[int] = frozenset()
    parts: dict[str, Drawing] = {}
    asks: frozenset[str] = frozenset()
    shadings: dict[str, Shading] = {}
    masks: dict[str, str] = {}
    blends: frozenset[str] = frozenset()
    reach: Bounds | None = None
    is_common: bool = False

    def box_within(self, face: list[float]) -> list[float]:
        """The box that a part is cut to: the face's, unless that would take something of it."""
        if self.reach is None:
            return face
        left, top, right, low = self.reach
        if not self.is_common and face[0] <= left and face[1] <= top and right <= face[2] and low <= face[3]:
            return face
        edge = max(right - left, low - top)  # strokes and their corners reach further than paths
        return [floor(left - edge), floor(top - edge), ceil(right + edge), ceil(low + edge)]


def draw(
    items: Iterable[Item],
    codes_of: Callable[[str], GlyphCodes],
    is_part: bool = False,
    inks: Inks = SCREEN,
    is_wide: bool = False,
    icons: Icons | None = None,
) -> Drawing:
    """Translate items into operators; `codes_of` gives the glyph numbers of a font. A part is laid on in the middle of
    other things. `icons`: those that were translated in these inks before, which is added to.
    """
    encoder = _Encoder(codes_of, GraphicsState(inks, known=not is_part), inks, is_wide, icons)
    encoder.items(items)
    return encoder.finish()


@cache
def font_name(font: str) -> str:
    """The name of a font inside the PDF: `fira-sans-condensed/Bold` is `FiraSansCondensed-Bold`."""
    family, _, style = font.partition("/")
    name = "".join(part.capitalize() for part in family.split("-")) + (f"-{style}" if style else "")
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter == "-") else "_" for letter in name)
    return safe or "_"


def alpha_name(alpha: int) -> str:
    """The name of a graphics state with this opacity in thousandths."""
    return f"A{alpha}"


# Icons and textures as operators: by their items, whose id stays their own as they are kept, and the state they begin
# in; of those that are many bytes, the part that all faces share, with its name, by the id alone.
Icons = dict[tuple[Any, ...], tuple[tuple[Item, ...], Drawing, str]]
_COMMON = 4000  # bytes of operators from which a document holds them once


class _Encoder:
    def __init__(
        self,
        codes_of: Callable[[str], GlyphCodes],
        state: GraphicsState,
        inks: Inks,
        is_wide: bool,
        icons: Icons | None = None,
    ) -> None:
        self.codes_of = codes_of
        self.icons = icons
        self.is_wide = is_wide
        self.around: list[Group] = []  # the groups that are open, from the outermost
        self.inks = inks
        self.asks: set[str] = set()
        self.out: list[str] = []
        self.state = state
        self.fonts: dict[str, set[str]] = {}
        self.signs: dict[str, set[Sign]] = {}
        self.images: dict[str, str] = {}
        self.alphas: set[int] = set()
        self.parts: dict[str, Drawing] = {}
        self.shadings: dict[str, Shading] = {}
        self.masks: dict[str, str] = {}
        self.blends: set[str] = set()

    def finish(self) -> Drawing:
        return Drawing(
            " ".join(self.out).replace(".000 ", " ").encode("ascii"),
            {font: frozenset(letters) for font, letters in self.fonts.items()},
            {font: frozenset(signs) for font, signs in self.signs.items()},
            self.images,
            frozenset(self.alphas),
            self.parts,
            frozenset(self.asks),
            self.shadings,
            self.masks,
            frozenset(self.blends),
        )

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Shape):
                self.shape(item)
            elif isinstance(item, Text):
                self.text(item)
            elif isinstance(item, Group):
                self.group(item)
            elif isinstance(item, Image):
                self.image(item)
            elif isinstance(item, Shade):
                self.shade(item)
            else:
                raise TypeError(f"a Frame holds something that cannot be drawn: {type(item).__name__}")

    def text(self, item: Text) -> None:
        if not item.text:
            return
        ink = self.inks.text(item.fill)
        self.fill(ink, self.inks.is_overprinted(ink))
        codes = self.codes_of(item.font)
        if isinstance(item, ShapedText):
            self.shaped(item, codes)
            return
        self.fonts.setdefault(item.font, set()).update(item.text)
        spacing = f" {item.spacing * MM_PER_PT:.4f} Tc" if item.spacing else ""
        after = " 0 Tc" if item.spacing else ""
        glyphs = "".join([codes[letter] for letter in item.text])
        self.out.append(
            f"BT /{font_name(item.font)} {item.size * MM_PER_PT:.6f} Tf{spacing} "
            f"1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm <{glyphs}> Tj{after} ET"
        )

    def shaped(self, item: ShapedText, codes: GlyphCodes) -> None:
        """Glyphs where shaping put them. What runs to the right has its characters beside it, for searching; what runs
        to the left is turned round by those who search, so the glyphs' own characters serve better.
        """
        self.fonts.setdefault(item.font, set())
        self.signs.setdefault(item.font, set()).update((glyph.number, glyph.text) for glyph in item.glyphs)
        size = item.size * MM_PER_PT
        spacing = item.spacing / item.size
        has_text = item.text == "".join([glyph.text for glyph in item.glyphs])
        if has_text:
            characters = ("\ufeff" + item.text).encode("utf-16-be").hex().upper()
            self.out.append(f"/Span <</ActualText <{characters}>>> BDC")
        self.out.append(f"BT /{font_name(item.font)} {size:.6f} Tf")
        self.out.append(f"1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm")
        rise, moved, row = 0.0, 0.0, ""
        for glyph in item.glyphs:
            if glyph.y != rise:
                self.out.append(f"[{row}] TJ {glyph.y * size:.4f} Ts")
                rise, row = glyph.y, ""
            moved += glyph.x
            if round(moved, 4):
                row += f"{-moved * 1000:.1f}"
            row += f"<{glyph.number:04X}>"
            moved = glyph.advance + spacing - codes.advance(glyph.number) - glyph.x
        self.out.append(f"[{row}] TJ{' 0 Ts' if rise else ''} ET{' EMC' if has_text else ''}")

    def shape(self, item: Shape) -> None:
        if not item.path or not (item.fill or item.stroke):
            return
        if item.fill:
            self.fill(self.inks.fill(item.fill))
        if isinstance(item, PenShape) and item.stroke:
            self.penned(item)
            return
        if item.stroke:
            self.pen(item)
        self.paint(item)

    def paint(self, item: Shape) -> None:
        self.out.append(path_operators(item.path))
        painted = ("B" if item.stroke else "f") if item.fill else "S"
        self.out.append(painted + ("*" if item.even_odd and item.fill else ""))

    def penned(self, item: PenShape) -> None:
        """A pen of its own is put away afterwards."""
        outer, self.state = self.state, self.state.copy()
        self.out.append("q")
        self.pen(item)
        self.out.append(f"{item.miter_limit:.3f} M")
        if item.dash:
            self.out.append(f"[{_lengths(item.dash)} ] {item.dash_offset:.3f} d")
        self.paint(item)
        self.out.append("Q")
        self.state = outer

    def shade(self, item: Shade) -> None:
        """A gradient is what fills the clip."""
        name = f"S{len(self.shadings)}"
        self.shadings[name] = Shading(item.gradient.line, _in_inks(item.gradient, self.inks))
        self.overprint(False)
        matrix = " ".join(f"{value:.6f}" for value in item.gradient.matrix)
        clip = "W* n" if item.even_odd else "W n"
        self.out.append(f"q {path_operators(item.path)} {clip} {matrix} cm /{name} sh Q")

    def image(self, item: Image) -> None:
        name = image_name(item.digest)
        self.overprint(False)
        self.images.setdefault(item.digest, item.source)
        self.out.append(
            f"q {item.width:.3f} 0 0 {-item.height:.3f} {item.x:.3f} {item.y + item.height:.3f} cm /{name} Do Q"
        )

    def group(self, item: Group) -> None:
        if not item.items or item.opacity <= 0:
            return
        if item.name == CUT and self.inks.cut:
            self.cut(item)
            return
        outer, self.state = self.state, self.state.copy()
        self.around.append(item)
        was_wide, self.is_wide = self.is_wide, self.is_wide or not 0.99 < hypot(*item.matrix[:2]) < 1.01
        is_figure = item.name.startswith(FIGURE) and hypot(*item.matrix[:2]) < _TRUE_SIZE
        self.out.append("/Figure BMC q" if is_figure else "q")
        if item.matrix != (1.0, 0.0, 0.0, 1.0, 0.0, 0.0):
            a, b, c, d, e, f = item.matrix
            self.out.append(f"{a:.6f} {b:.6f} {c:.6f} {d:.6f} {e:.3f} {f:.3f} cm")
        if item.clip:
            even_odd = isinstance(item, Layer) and item.even_odd
            self.out.append(f"{path_operators(item.clip)} {'W*' if even_odd else 'W'} n")
        alpha = round(min(item.opacity, 1.0) * 1000)
        if isinstance(item, Layer) and item.is_veil:
            self.layer(item, alpha)
        elif alpha == 1000:
            icons = self.icons if item.name.startswith(("icon:", "texture:")) else None
            if icons is None or not self.icon(item.items, icons):
                self.items(item.items)
        else:
            self.alphas.add(alpha)
            self.out.append(f"/{alpha_name(alpha)} gs")
            if len(item.items) == 1 and _is_simple(item.items[0]):
                self.items(item.items)
            else:
                name = f"P{len(self.parts)}"
                part = draw(item.items, self.codes_of, is_part=True, inks=self.inks, is_wide=self.is_wide)
                part = replace(part, reach=common(reach_of(item.items), self.window()) if self.is_wide else None)
                self.overprint(False)
                self.parts[name] = replace(part, content=b"/Figure BMC %b EMC" % part.content) if is_figure else part
                self.out.append(f"/{name} Do")
        self.out.append("Q EMC" if is_figure else "Q")
        self.around.pop()
        self.state, self.is_wide = outer, was_wide

    def icon(self, items: tuple[Item, ...], icons: Icons) -> bool:
        """The operators of an icon, which stands on many faces: they are the same wherever the same is set before it.
        False for one that refers to more than states.
        """
        key: tuple[Any, ...] = (id(items),)
        if key not in icons:
            drawing, name = draw(items, self.codes_of, is_part=True, inks=self.inks, is_wide=True), ""
            if drawing.parts or drawing.shadings or drawing.images or drawing.fonts:
                drawing = Drawing(b"")  # not kept
            elif len(drawing.content) >= _COMMON:
                drawing = replace(drawing, reach=reach_of(items), is_common=True)
                name = f"C{digest_bytes(drawing.content, 16)}"
            icons[key] = items, drawing, name
        _, drawing, name = icons[key]
        if drawing.is_common:
            self.parts[name] = drawing
            self.overprint(False)
            self.out.append(f"/{name} Do")
        elif drawing.content:
            drawing = self.small_icon(items, icons)
            self.alphas |= drawing.alphas
            self.asks |= drawing.asks
            self.out.append(drawing.content.decode("ascii"))
        return bool(drawing.content)

    def small_icon(self, items: tuple[Item, ...], icons: Icons) -> Drawing:
        """An icon as it follows what is set."""
        key = (id(items), *self.state.values())
        if key not in icons:
            inner = _Encoder(self.codes_of, self.state.copy(), self.inks, self.is_wide)
            inner.items(items)
            icons[key] = items, inner.finish(), ""
        return icons[key][1]

    def layer(self, item: Layer, alpha: int) -> None:
        """Items painted as one, and laid on under a mask, or blended."""
        if alpha < 1000:
            self.alphas.add(alpha)
            self.out.append(f"/{alpha_name(alpha)} gs")
        if item.mask:
            name = f"M{len(self.parts)}"
            self.parts[name] = self.part(item.mask, GREYS)
            self.masks[name] = "Alpha" if item.is_alpha else "Luminosity"
            self.out.append(f"/{name} gs")
        if item.blend:
            self.blends.add(item.blend)
            self.out.append(f"/{item.blend} gs")
        name = f"P{len(self.parts)}"
        self.overprint(False)
        self.parts[name] = self.part(item.items, self.inks)
        self.out.append(f"/{name} Do")

    def part(self, items: Sequence[Item], inks: Inks) -> Drawing:
        drawn = draw(items, self.codes_of, is_part=True, inks=inks, is_wide=True)
        return replace(drawn, reach=common(reach_of(items), self.window()))

    def window(self) -> Bounds | None:
        """What the clips of all open groups leave, in the coordinates at hand; few groups ever ask for it."""
        return reduce(window_of, self.around, None)

    def cut(self, group: Group) -> None:
        """A line to cut in its spot colour, put on the art; without the pale one that shows it to scissors."""
        line = group.items[-1]
        assert isinstance(line, Shape)
        self.asks.update((CUT_LINE, OVERPRINT))
        matrix = " ".join(f"{value:.6f}" for value in group.matrix)
        self.out.append(f"q {matrix} cm /{OVERPRINT} gs {self.inks.cut} {line.width:.3f} w 0 J 0 j [] 0 d")
        self.out.append(f"{path_operators(line.path)} S Q")

    def fill(self, operator: str, is_over: bool = False) -> None:
        if self.state.fill != operator:
            self.state.fill = operator
            self.out.append(operator)
        self.overprint(is_over)

    def overprint(self, is_over: bool) -> None:
        if self.state.is_over != is_over:
            self.state.is_over = is_over
            name = OVERPRINT if is_over else KNOCKOUT
            self.asks.add(name)
            self.out.append(f"/{name} gs")

    def pen(self, item: Shape) -> None:
        state = self.state
        operator = self.inks.stroke(item.stroke)
        if isinstance(item, MarkShape) and self.inks.mark:
            operator = self.inks.mark
            self.asks.add(MARK_INK)
        if state.stroke != operator:
            state.stroke = operator
            self.out.append(operator)
        self.overprint(False)
        if state.width != item.width:
            state.width = item.width
            self.out.append(f"{item.width:.3f} w")
        cap, join = _CAPS[item.cap], _JOINS[item.join]
        if state.cap != cap:
            state.cap = cap
            self.out.append(f"{cap} J")
        if state.join != join:
            state.join = join
            self.out.append(f"{join} j")
        if state.dash != item.dash:
            state.dash = item.dash
            self.out.append(f"[{_lengths(item.dash)} ] 0 d")


def _lengths(lengths: Iterable[float]) -> str:
    return " ".join(f"{length:.3f}" for length in lengths)


_STEPS = 8  # between two stops: on the way from one to the other inks of a press do not go straight


def _in_inks(gradient: Gradient, inks: Inks) -> tuple[tuple[float, tuple[float, ...]], ...]:
    stops = gradient.stops
    if inks.is_straight:
        return tuple((at, inks.amounts(colour)) for at, colour in stops)
    found = [(stops[0][0], inks.amounts(stops[0][1]))]
    for (start, one), (end, other) in pairwise(stops):
        for step in range(1, _STEPS + 1):
            part = step / _STEPS
            found.append((start + (end - start) * part, inks.amounts(mix(other, one, part))))
    return tuple(found)


def image_name(digest: str) -> str:
    """The name of an image inside the PDF."""
    return f"I{digest[:24]}"


def _is_simple(item: Item) -> bool:
    """True when nothing of the item overlaps itself, so opacity may be given to it directly."""
    return isinstance(item, Image) or (isinstance(item, Shape) and not (item.fill and item.stroke))
