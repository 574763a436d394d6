"""FaceCanvas: one face while it is drawn. In: elements and the box they stand in. Out: drawing items, and traces of who
drew them.

Invariant: coordinates on a canvas are those of the face, whatever box an element stands in; a fault never stops the
work: it is reported and the element left out, so that all faults of a face are found. An element of which nothing is
left on the cut card is an error, and so are words that the cut goes through, unless the layout says “safe: false”.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Report, Span
from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.bounds import Bounds, DrawnLeaf, around, common, grown, leaves_of, moved, tight_bounds, touch
from pnp.layout.drawing.frame import (
    BLENDS,
    Frame,
    Group,
    Image,
    Item,
    Layer,
    Matrix,
    PathData,
    Shade,
    Shape,
    ShapedText,
    Text,
)
from pnp.layout.drawing.path import IDENTITY, multiply, turning
from pnp.layout.drawing.shadows import cast_shadow
from pnp.layout.drawing.svg.vector import count_leaves
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.painting.scope import Cell, Scope
from pnp.layout.template.element import REST, Element, Shadow
from pnp.layout.template.length import Length, evaluate
from pnp.layout.template.name_template import NameTemplate, fill_name_template
from pnp.layout.template.template import Size, Template
from pnp.layout.text.markup import Placeholder
from pnp.layout.text.measure import Metrics
from pnp.library.book_reader import Read

WORDS = ("text", "rules", "howto", "code")  # kinds that mean nothing when a part is cut off
_SLACK = 0.06  # mm
_SIDES = ("left", "upper", "right", "lower")


def outside_of(size: Size, kind: str, items: Sequence[Item], matrix: Matrix, metrics: Callable[[str], Metrics]) -> str:
    """What is wrong with where an element was drawn, as a sentence; "" when it is right. `matrix` moves the items."""
    found = list(_bounds(items, matrix, metrics))
    if not found:
        return ""
    bounds, trim = around(found), (0.0, 0.0, size.width, size.height)
    if not touch(bounds, trim, _SLACK):
        return f"is drawn outside the card of {size.width:g} × {size.height:g} mm"
    over = (-bounds[0], -bounds[1], bounds[2] - size.width, bounds[3] - size.height)
    sides = [side for side, distance in zip(_SIDES, over, strict=True) if distance > _SLACK]
    if sides and kind in WORDS:
        return f"crosses the {' and '.join(sides)} edge of the card and is cut off"
    return ""


def text_bounds(item: Text, matrix: Matrix, metrics: Callable[[str], Metrics]) -> Bounds:
    """The box round the ink of a text."""
    font = metrics(item.font)
    unit = item.size * MM_PER_PT
    if isinstance(item, ShapedText):
        own, count = sum(glyph.advance for glyph in item.glyphs), len(item.glyphs)
        top, bottom = font.reach(item.glyphs)
    else:
        own, count = font.width(item.text), len(item.text)
        top, bottom = font.extent(item.text)
    width = own * unit + item.spacing * MM_PER_PT * (count - 1)
    return moved((item.x, item.y - top * unit, item.x + width, item.y + bottom * unit), matrix)


def _bounds(items: Sequence[Item], matrix: Matrix, metrics: Callable[[str], Metrics]) -> Iterator[Bounds]:
    for leaf in leaves_of(items):
        own = _own_bounds(leaf, multiply(matrix, leaf.matrix), metrics)
        if own is not None:
            yield common(own, moved(leaf.window, matrix) if leaf.window is not None else None)


def _own_bounds(leaf: DrawnLeaf, matrix: Matrix, metrics: Callable[[str], Metrics]) -> Bounds | None:
    item = leaf.item
    if isinstance(item, Text):
        return text_bounds(item, matrix, metrics) if item.text.strip() else None
    if isinstance(item, Image):
        return moved((item.x, item.y, item.x + item.width, item.y + item.height), matrix)
    if isinstance(item, Shape):
        return moved(grown(tight_bounds(item.path), item.width / 2 if item.stroke else 0.0), matrix)
    return moved(tight_bounds(item.path), matrix) if isinstance(item, Shade) else None


Box = tuple[float, float, float, float]  # x, y, width, height
Painter = Callable[["FaceCanvas", Any, Box], "float | None"]  # gives the bottom edge of what was drawn; None: the box's

MAX_WORK = 50_000  # elements drawn for one face, rehearsals included
MAX_INSETS = 8  # faces within faces
_ENDLESS = 100_000.0  # mm

Value = TypeVar("Value")


class TooManyElements(Exception):
    """A face that would take forever: a grid in a grid in a grid."""

    def __init__(self, element: Element) -> None:
        super().__init__(element.id)
        self.element = element


SIGNS = ("face", "icon", "grid")  # elements that stand alone in their place, unlike grounds and texts
# What has no say in the sizes that a deck shares: it holds no words, or those of another layout.
_WORDLESS = frozenset(
    ("icon", "image", "rect", "ellipse", "circle", "line", "polygon", "path", "pattern", "code", "face", "rules")
)
# Elements whose own place does not matter: what they hold is looked at one by one.
_CONTAINERS = frozenset(("group", "slot", "stack", "grid", "hexes", "network"))
MOST_SHARED = 0.5  # of the smaller of two boxes


class Trace(Struct, frozen=True):
    """Who drew the leaves `start` up to `stop` of a face, counted in drawing order.

    span: the element in the layout; source: the card's datum, when known; inset: drawn small, as part of another face.
    """

    start: int
    stop: int
    kind: str
    element: str
    span: Span
    source: Span | None = None
    safe: bool = True
    smallprint: bool = False
    on: str = ""
    dpi: float = 0.0
    inset: bool = False


class ComposedFace(Struct, frozen=True):
    """A composed face: what is drawn, what was wrong, who drew what, and what of the book was read besides its card;
    is_of_card: whether another card may have another face.
    """

    frame: Frame
    report: Report
    traces: tuple[Trace, ...]
    size: Size
    layout: str
    card: str = ""
    page: int = 1
    reads: frozenset[Read] = frozenset()
    is_of_card: bool = True


class FaceCanvas:
    """See the module."""

    def __init__(
        self, resources: LayoutResources, scope: Scope, painters: Mapping[type, Painter], report: Report
    ) -> None:
        self.resources = resources
        self.scope = scope
        self.painters = painters
        self.report = report
        self.items: list[Item] = []
        self.traces: list[Trace] = []
        self.leaves = 0
        self.scale = 1.0  # of type, where a grid shrinks as a whole
        self.caps: dict[str, float] = {}  # sizes of texts that go together
        self.sizes: dict[str, float] = {}  # the sizes that those texts need
        self.is_sizing = False  # nothing is asked for but those sizes
        self.insets: tuple[str, ...] = ()  # the faces this one is drawn inside
        self.shrunk = 1.0  # how much smaller than they are this makes them
        self.matrix: Matrix = IDENTITY  # of the groups that are open
        self.is_measuring = False
        self.is_crowded = False  # a box around is too small, which was reported
        self.work = [0]  # shared with rehearsals
        self.pages = 1  # how many a flow needs

    @property
    def template(self) -> Template:
        """The layout."""
        return self.scope.template

    @property
    def name(self) -> str:
        """The face, for people."""
        card = self.scope.own
        return f"{self.template.name} of {card.id}" if card is not None else self.template.name

    # Drawing ----------------------------------------------------------------------------------------------------

    def draw(self, elements: Sequence[Element], parent: Box) -> float:
        """Draw elements in order; return the lowest edge reached by elements whose height is their own."""
        bottoms: dict[str, float] = {}
        signs: list[tuple[Element, Box]] = []
        lowest = parent[1]
        for element in elements:
            top = bottoms.get(element.below, parent[1])
            if not self.is_drawn(element):
                bottoms[element.id] = top
                continue
            try:
                box, is_own = self.box(element, parent, top)
                leaves = self.leaves
                bottom = self._paint(element, box)
                if self.leaves > leaves and element.when is not None and element.kind in SIGNS:
                    self._check_alone(element, box, signs)
            except LookupError as fault:
                self.fault(element, str(fault).strip("'\""), "length")
                continue
            bottoms[element.id] = bottom
            if is_own:
                lowest = max(lowest, bottom)
        return lowest

    def _check_alone(self, element: Element, box: Box, signs: list[tuple[Element, Box]]) -> None:
        """Warn where two signs that depend on conditions are drawn in one place: both conditions hold."""
        for other, there in () if self.is_measuring else signs:
            if _shared(box, there) > MOST_SHARED and other.when != element.when:
                self.report.warning(
                    element.at(""),
                    f"{self.name}, “{element.id}”: is drawn over “{other.id}”, because the conditions of both hold",
                    "make the conditions exclude each other, or move one of the two",
                    "drawn-over",
                )
                break
        signs.append((element, box))

    def is_drawn(self, element: Element) -> bool:
        """True when the element's conditions hold."""
        if element.when is not None and not element.when.holds(self.lookup):
            return False
        return element.unless is None or not element.unless.holds(self.lookup)

    def lookup(self, placeholder: Placeholder) -> Any:
        """The raw value of a subject of a condition."""
        value = self.scope.value(placeholder)
        return getattr(value, "text", value)

    def _paint(self, element: Element, box: Box) -> float:
        self.work[0] += 1
        if self.work[0] > MAX_WORK:
            raise TooManyElements(element)
        turn = self.measure(element.turn, 0.0, box) if element.turn else 0.0
        opacity = 1.0 if element.opacity == 1.0 else min(1.0, max(0.0, self.measure(element.opacity, 1.0, box)))
        if self.is_sizing and element.kind in _WORDLESS:
            return box[1] + box[3]
        if element.shadow is not None or element.blend:
            return self._lay_on(element, box, turn, opacity)
        return self._paint_plain(element, box, turn, opacity)

    def _lay_on(self, element: Element, box: Box, turn: float, opacity: float) -> float:
        """Paint an element that casts a shadow, or is blended with what lies below."""
        start, leaves, traces = len(self.items), self.leaves, len(self.traces)
        bottom = self._paint_plain(element, box, turn, opacity)
        items = self.items[start:]
        del self.items[start:]
        shadow = self._shadow(element, element.shadow, items, opacity, box) if element.shadow is not None else None
        if shadow is not None:
            count = count_leaves((shadow,))
            moved = [replace(one, start=one.start + count, stop=one.stop + count) for one in self.traces[traces:]]
            self.traces[traces:] = []
            self.leaves = leaves
            self.items.append(shadow)
            self.traces.append(
                Trace(leaves, leaves + count, "shadow", element.id, element.span, safe=False, inset=bool(self.insets))
            )
            self.traces += moved
            self.leaves = max([leaves + count, *(one.stop for one in moved)])
        if items:
            self.items += [Layer(tuple(items), blend=BLENDS[element.blend])] if element.blend else items
        return bottom

    def _shadow(
        self, element: Element, shadow: Shadow, items: Sequence[Item], opacity: float, box: Box
    ) -> Group | None:
        x, y, blur = (self.measure(part, 0.0, box) for part in (shadow.x, shadow.y, shadow.blur))
        colour = self.colour(shadow.colour, element, "shadow")
        if blur < 0 or not colour:
            if blur < 0:
                self.fault(element, "expected a blur of 0 mm or more", "shadow", "shadow")
            return None
        return cast_shadow(items, colour, shadow.opacity * opacity, (x, y), blur)

    def _paint_plain(self, element: Element, box: Box, turn: float, opacity: float) -> float:
        painter, start = self.painters[type(element)], len(self.items)
        if not turn and opacity >= 1.0:
            bottom = painter(self, element, box)
        elif opacity <= 0:
            return box[1] + box[3]
        else:
            x, y, width, height = box
            matrix = turning(turn, x + width / 2, y + height / 2) if turn else IDENTITY
            with self.group(matrix, opacity=opacity):
                bottom = painter(self, element, box)
        if element.safe and len(self.items) > start and element.kind not in _CONTAINERS and not self.insets:
            self._check_inside(element, box, bool(turn), start)
        return box[1] + box[3] if bottom is None else bottom

    def _check_inside(self, element: Element, box: Box, is_turned: bool, start: int) -> None:
        """Report an element outside the card; only where its box leaves the card what it drew is measured."""
        size = self.template.size
        left, top, right, low = moved((box[0], box[1], box[0] + box[2], box[1] + box[3]), self.matrix)
        if is_turned or left < 0 or top < 0 or right > size.width or low > size.height:
            fault = outside_of(size, element.kind, self.items[start:], self.matrix, self.resources.metrics)
            # What is too large for its box pushes others out.
            if fault and not any(item.code in ("grid", "text-overflow") for item in self.report):
                self.fault(element, fault, "outside-card", hint="move it inwards, or write “safe: false”")

    def add(self, element: Element, items: Sequence[Item], leaves: int = 0, **details: Any) -> None:
        """Put an element's items on the face. `leaves`: how many drawn things they are, if not one each."""
        count = leaves or len(items)
        if not count:
            return
        self.items.extend(items)
        self.traces.append(
            Trace(
                self.leaves,
                self.leaves + count,
                element.kind,
                element.id,
                element.span,
                safe=element.safe,
                inset=bool(self.insets),
                **details,
            )
        )
        self.leaves += count

    @contextmanager
    def group(
        self, matrix: Matrix = IDENTITY, clip: PathData = (), opacity: float = 1.0, name: str = ""
    ) -> Iterator[None]:
        """What is drawn meanwhile becomes one Group."""
        outer, self.items = self.items, []
        around, self.matrix = self.matrix, multiply(self.matrix, matrix)
        try:
            yield
        finally:
            inner, self.items = self.items, outer
            self.matrix = around
            if inner:
                self.items.append(Group(tuple(inner), matrix, clip, opacity, name))

    @contextmanager
    def cell(self, cell: Cell, scope: Scope | None = None) -> Iterator[None]:
        """Draw meanwhile with the names of a cell."""
        outer = self.scope
        self.scope = replace(scope or outer, cell=cell)
        try:
            yield
        finally:
            self.scope = outer

    def rehearse(self, draw: Callable[[FaceCanvas], float]) -> float:
        """What `draw` returns on a canvas of the same kind that is thrown away."""
        canvas = FaceCanvas(self.resources, self.scope, self.painters, Report())
        canvas.scale, canvas.caps, canvas.insets, canvas.shrunk = self.scale, self.caps, self.insets, self.shrunk
        canvas.is_measuring, canvas.is_sizing, canvas.work = True, self.is_sizing, self.work
        return draw(canvas)

    def once_for_all(self, key: object, make: Callable[[], Value]) -> Value:
        """What `make` gives, made for the first face that needs it; its reads and faults are those of every face."""
        memo = self.resources.memo
        if key not in memo:
            scope, report = self.scope, self.report
            self.scope, self.report = replace(scope, book=scope.book.fresh()), Report()
            try:
                memo[key] = (make(), self.scope.book, self.report)
            finally:
                self.scope, self.report = scope, report
        value: Value
        value, read, faults = memo[key]
        self.scope.book.reads |= read.reads
        self.scope.book.is_of_card |= read.is_of_card
        self.report.extend(faults.items)
        return value

    # Boxes and lengths ------------------------------------------------------------------------------------------

    def box(self, element: Element, parent: Box, top: float) -> tuple[Box, bool]:
        """The element's box, and whether its height is its own and not the parent's."""
        if element.box:
            return self._named_box(element, parent), False
        px, py, pw, ph = parent
        x = self._edge(element.x, pw, parent)
        width = None if element.width == REST else self._edge(element.width, pw, parent)  # type: ignore[arg-type]
        right = self._edge(element.right, pw, parent)
        if x is None:
            x = pw - right - width if right is not None and width is not None else 0.0
        if width is None:
            width = pw - x - (right or 0.0)
        y = self._edge(element.y, ph, parent)
        bottom = self._edge(element.bottom, ph, parent)
        start = top - py
        is_auto = element.height == "auto"
        is_given = not is_auto and element.height != REST
        height = self._edge(element.height, ph, parent) if is_given else None  # type: ignore[arg-type]
        if y is None:
            y = ph - bottom - height if bottom is not None and height is not None else start
        elif element.below:
            y += start
        is_own = is_auto or (height is not None and element.bottom is None and not _is_relative(element.height))
        if height is None:
            height = _ENDLESS if is_auto and self.is_measuring else ph - y - (bottom or 0.0)
        inset = self._edge(element.inset, min(pw, ph), parent) or 0.0
        if width - 2 * inset < 0 or height - 2 * inset < 0:
            side = "width" if width - 2 * inset < 0 else "height"
            if self.is_measuring and side == "height":
                return (px + x, py + y, width, 0.0), is_own
            raise LookupError(f"expected a {side} of 0 mm or more, got a negative one")
        return (px + x + inset, py + y + inset, width - 2 * inset, height - 2 * inset), is_own

    def _named_box(self, element: Element, parent: Box) -> Box:
        size = self.template.size
        inset = self.measure(element.inset, 0.0, parent)
        if isinstance(element.box, tuple):
            x, y, width, height = (
                self.measure(side, parent[2 + number % 2], parent) for number, side in enumerate(element.box)
            )
            x, y = x + parent[0], y + parent[1]
        else:
            out = {"trim": 0.0, "bleed": size.bleed, "safe": -size.safe}[element.box]
            x, y, width, height = -out, -out, size.width + 2 * out, size.height + 2 * out
        if width < 2 * inset or height < 2 * inset:
            raise LookupError("expected a width and a height of 0 mm or more, got a negative one")
        return x + inset, y + inset, width - 2 * inset, height - 2 * inset

    def _edge(self, length: Length | None, whole: float, parent: Box) -> float | None:
        return None if length is None else self.measure(length, whole, parent)

    def measure(self, length: Length, whole: float, parent: Box, depth: int = 0) -> float:
        """A length in mm; `whole` is 100%. LookupError when a name means nothing."""
        if isinstance(length, float):
            return length

        def name(word: str) -> float:
            if depth > 8:
                raise LookupError(f"“{word}” refers to itself")
            if word == "width":
                return parent[2]
            if word == "height":
                return parent[3]
            if word == "bleed":
                return self.template.size.bleed
            if word == "safe":
                return self.template.size.safe
            value = self.template.values.get(word, self.resources.theme.values.get(word))
            if value is not None:
                return self.measure(value, whole, parent, depth + 1)
            return self.scope.number(word)

        value = evaluate(length, whole, name)
        if not -1e6 < value < 1e6:
            raise LookupError(f"the length “{length.source}” is too large")
        return value

    # Names and colours ---------------------------------------------------------------------------------------

    def word(self, name_template: NameTemplate, element: Element, option: str) -> str:
        """A name template filled; a placeholder that means nothing is a fault and gives ""."""
        if isinstance(name_template, str):
            return name_template

        def text(placeholder: Placeholder) -> str:
            found = self.scope.text(placeholder)
            if found is None:
                self.fault(
                    element,
                    f"unknown placeholder “{{{placeholder.name}}}”",
                    "placeholder",
                    option,
                    self.scope.hint(placeholder.name),
                )
            return found or ""

        return fill_name_template(name_template, text)

    def colour(self, name_template: NameTemplate | None, element: Element, option: str) -> str:
        """A colour as `#rrggbb`, or "" for none."""
        if name_template is None:
            return ""
        name = self.word(name_template, element, option)
        if not name:
            return ""
        try:
            return self.resources.colour(name)
        except ValueError as fault:
            self.fault(element, str(fault), "colour", option)
            return ""

    def fault(self, element: Element, message: str, code: str, option: str = "", hint: str = "") -> None:
        """Report what is wrong with an element, at the option's place.

        A card that was added to a finished game is told itself, for the layout is sound.
        """
        at, card = element.at(option), self.scope.own
        if card is not None and card.id in self.scope.book.facts.own_cards:
            own = self.resources.origins(card.id, "id")
            if own is not None:
                at, hint = own, "; ".join(filter(None, (hint, f"{at.file}:{at.line} needs it")))
        self.report.error(at, f"{self.name}, “{element.id}”: {message}", hint, code)


def halved(fits: Callable[[float], bool], low: float, high: float, steps: int = 12) -> tuple[float, float]:
    """Bounds of the largest value that fits. Heights jump where a line breaks elsewhere, so it can only be searched."""
    for _ in range(steps):
        middle = (low + high) / 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low, high


def _is_relative(length: Length | str | None) -> bool:
    return (
        not isinstance(length, float | str) and length is not None and (length.has_percent or "height" in length.names)
    )


def _shared(one: Box, other: Box) -> float:
    """How much of the smaller of two boxes lies in the other."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    least = min(one[2] * one[3], other[2] * other[3])
    return max(across, 0.0) * max(down, 0.0) / least if least > 0 else 0.0
