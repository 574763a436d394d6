"""Preflight. In: a composed face. Out: a Report of what would look bad in print, each with the place to mend it.

Invariant: only what is drawn is judged, as it is drawn: sizes and places after every turn and scale. What stands in a
small picture of another face (`inset`) is judged on that face itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec import Struct

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.base.units import MM_PER_INCH
from pnp.layout.drawing.art_files import RASTER_DPI, is_rastered
from pnp.layout.drawing.bounds import (
    Bounds,
    DrawnLeaf,
    around,
    bounds_of,
    common,
    grown,
    has_area,
    holds_point,
    leaves_of,
    moved,
    straightened,
    tight_bounds,
    touch,
)
from pnp.layout.drawing.colour import contrast, difference
from pnp.layout.drawing.frame import Image, Matrix, PathData, Shade, Shape, ShapedText, Text
from pnp.layout.drawing.path import Point, inverse, rect_path, transform_point
from pnp.layout.drawing.picture import Picture
from pnp.layout.painting.face_canvas import ComposedFace, Trace, text_bounds
from pnp.layout.painting.glyph_runs import BODY_MINIMUM, SMALL_MINIMUM
from pnp.layout.painting.resources import LayoutResources

RASTERED = "rastered"


def raster_note(face: ComposedFace, trace: Trace, item: Image) -> Diagnostic:
    """Which drawing, on which face, at which place of the layout."""
    name = f"{face.layout} of {face.card}" if face.card else face.layout
    message = f"“{item.source.partition('?')[0]}” is printed as a picture of {RASTER_DPI} dots per inch"
    hint = "it has a filter, pattern, arrowhead, picture or text, which cannot be printed as vectors"
    return Diagnostic(trace.span, f"{name}, “{trace.element}”: {message}", hint, "note", RASTERED)


LEAST_CONTRAST = 7.0  # of a code that is to be read from a photo in bad light


class DrawnElement(Struct, frozen=True):
    """What one element drew: its trace, the bounds of each thing, and the colours of those that are filled."""

    trace: Trace
    bounds: Sequence[Bounds]
    fills: Sequence[str]


class CodeFault(Struct, frozen=True):
    """What is wrong with the code of a trace."""

    trace: Trace
    code: str
    message: str
    hint: str


def code_faults(drawn: Sequence[DrawnElement]) -> Iterator[CodeFault]:
    """All faults of the codes of a face; `drawn`: all it draws, in order."""
    for number, element in enumerate(drawn):
        if element.trace.kind != "code" or element.trace.inset or not element.bounds:
            continue
        ground = element.bounds[0]
        for place, other in enumerate(drawn):
            is_text = other.trace.kind in ("text", "rules")
            if place != number and (is_text or place > number) and any(touch(ground, it) for it in other.bounds):
                what = f"“{other.trace.element}” overlaps this code"
                yield CodeFault(element.trace, "code-overlap", what, "move one of the two")
        if len(element.fills) == 2:
            light, dark = element.fills
            ratio = contrast(dark, light)
            if ratio < LEAST_CONTRAST - 0.005 or contrast(dark, "#ffffff") < contrast(light, "#ffffff"):
                what = f"expected a contrast of at least {LEAST_CONTRAST:g} : 1, dark on light, got {ratio:.1f} : 1"
                yield CodeFault(
                    element.trace, "low-contrast", f"{what} ({dark} on {light})", "use the colours ink and paper"
                )


CONTRAST, CONTRAST_LARGE = 4.5, 3.0
LIKENESS = 12.0  # ΔE below which two colours are hard to tell apart
SAMENESS = 3.0  # ΔE below which they are one colour, even where a shape helps
_SLACK = 0.06  # mm
_BOLD = ("Bold", "Black", "Heavy", "Medium")


class _Outline(Struct, frozen=True, eq=False):
    """A path as straight lines, made once for each path. `path` is kept so that its id stays its own."""

    path: PathData
    rings: list[list[Point]]
    bounds: Bounds


class _Fill(Struct, frozen=True, eq=False):
    """A filled outline as it is drawn; colour "" when what is seen there is not known."""

    bounds: Bounds
    outline: _Outline
    matrix: Matrix
    colour: str

    def holds(self, x: float, y: float) -> bool:
        """True when the point is inside."""
        left, top, right, bottom = self.bounds
        if not (left <= x <= right and top <= y <= bottom):
            return False
        back = inverse(self.matrix)
        return back is not None and holds_point(self.outline.rings, *transform_point(x, y, back))


def preflight(resources: LayoutResources, face: ComposedFace) -> Report:
    """Everything that would look bad on this face."""
    return _Inspector(resources, face).inspect()


def elements_of(resources: LayoutResources, face: ComposedFace) -> list[DrawnElement]:
    """What each element of this face drew, and where."""
    inspector = _Inspector(resources, face)
    inspector.inspect()
    return inspector.drawn


def preflight_theme(resources: LayoutResources) -> Report:
    """Colours that carry meaning and look alike to people with a colour blindness."""
    report = Report()
    coded = resources.theme.coded
    least = SAMENESS if resources.theme.besides else LIKENESS
    for number, (name, span) in enumerate(coded):
        for other, _ in coded[:number]:
            one, two = resources.colour(name), resources.colour(other)
            for sight in ("", "deuteranopia", "protanopia"):
                distance = difference(one, two, sight)
                if distance < least:
                    seen = f"with {sight}" if sight else "to all players"
                    report.warning(
                        span,
                        f"the colours “{other}” and “{name}” look alike {seen}: expected ΔE {least:.0f} or "
                        f"more, got {distance:.0f}",
                        "make one lighter, or declare what else differs: coded: {colours: […], besides: shape}",
                        "colour-blind",
                    )
                    break
    return report


class _Inspector:
    def __init__(self, resources: LayoutResources, face: ComposedFace) -> None:
        self.resources = resources
        self.face = face
        self.report = Report()
        self.lacks_colours = any(item.code == "colour" for item in face.report.errors)
        self.lost = {item.span for item in face.report.errors if item.code == "outside-card"}
        self.fills: list[_Fill] = []
        self.sizes: list[tuple[float, int]] = []  # of the texts of the element at hand, with their letters
        self.reported: set[tuple[Span, str]] = set()
        self.drawn: list[DrawnElement] = []
        self.colours: list[str] = []  # of the fills of the element at hand

    def inspect(self) -> Report:
        traces = iter(self.face.traces)
        trace = next(traces, None)
        drawn: list[Bounds] = []
        for number, leaf in enumerate(leaves_of(self.face.frame.items)):
            # An element that drew nothing has a trace, too, so several may end at the same number.
            while trace is not None and number >= trace.stop:
                self._element(trace, drawn)
                drawn = []
                trace = next(traces, None)
            if trace is None:
                break
            bounds = self._leaf(leaf, trace)
            if bounds is not None:
                drawn.append(bounds)
        if trace is not None:
            self._element(trace, drawn)
        for fault in code_faults(self.drawn) if any(trace.kind == "code" for trace in self.face.traces) else ():
            self._report_fault(fault.trace, fault.code, fault.message, fault.hint)
        return self.report

    def _leaf(self, leaf: DrawnLeaf, trace: Trace) -> Bounds | None:
        item = leaf.item
        if isinstance(item, Text):
            bounds = common(text_bounds(item, leaf.matrix, self.resources.metrics), leaf.window)
            self._text(item, leaf, trace, bounds)
            return bounds
        if isinstance(item, Shape):
            outline = self._outline(item.path)
            bounds = moved(outline.bounds, leaf.matrix)
            if item.fill:
                colour = item.fill if leaf.opacity >= 1 else ""
                self.colours.append(colour)
                window = common(bounds, leaf.window)
                if leaf.opacity > 0.05 and has_area(window):
                    self.fills.append(_Fill(window, outline, leaf.matrix, colour))
            else:
                bounds = grown(bounds, item.width * _scale(leaf.matrix) / 2)
            return common(bounds, leaf.window)
        if isinstance(item, Shade):
            outline = self._outline(item.path)
            bounds = common(moved(outline.bounds, leaf.matrix), leaf.window)
            self.fills.append(_Fill(bounds, outline, leaf.matrix, ""))
            return bounds
        if isinstance(item, Image):
            path = rect_path(item.x, item.y, item.width, item.height)
            outline = _Outline(path, straightened(path), bounds_of(path))
            bounds = common(moved(outline.bounds, leaf.matrix), leaf.window)
            self.fills.append(_Fill(bounds, outline, leaf.matrix, ""))
            self._image(item, leaf, trace)
            return bounds
        return None

    def _outline(self, path: PathData) -> _Outline:
        key = ("outline", id(path))
        found: _Outline | None = self.resources.memo.get(key)
        if found is None:
            found = _Outline(path, straightened(path), tight_bounds(path))
            # The outline keeps its path alive, so no other path can get the same id.
            self.resources.memo[key] = found
        return found

    # One element ------------------------------------------------------------------------------------------------

    def _element(self, trace: Trace, drawn: list[Bounds]) -> None:
        self.drawn.append(DrawnElement(trace, drawn, self.colours))
        self.colours = []
        if self.sizes:
            self._small_type(trace)
            self.sizes.clear()
        if not drawn or trace.inset or not trace.safe:
            return
        bounds = around(drawn)
        frame, safe = self.face.frame, self.face.size.safe
        if trace.kind in ("text", "icon", "code", "rules"):
            over = max(
                safe - bounds[0], safe - bounds[1], bounds[2] - frame.width + safe, bounds[3] - frame.height + safe
            )
            if over > _SLACK and not self._reaches_bleed(bounds) and trace.span not in self.lost:
                self._report_fault(
                    trace,
                    "outside-safe",
                    f"is {over:.1f} mm outside the safe area of {safe:g} mm",
                    "move it inwards, or write “safe: false” if it may be cut",
                )
        if trace.kind not in ("text", "rules", "code", "texture"):
            self._bleed(trace, bounds)

    def _reaches_bleed(self, bounds: Bounds) -> bool:
        """True for art that runs off the face on purpose."""
        return any(distance > self.face.frame.bleed - 0.1 > 0 for distance in self._beyond(bounds))

    def _beyond(self, bounds: Bounds) -> tuple[float, float, float, float]:
        """How far the bounds reach past each edge of the trim."""
        frame = self.face.frame
        return -bounds[0], -bounds[1], bounds[2] - frame.width, bounds[3] - frame.height

    def _bleed(self, trace: Trace, bounds: Bounds) -> None:
        bleed = self.face.frame.bleed
        if bleed <= 0 or self.face.frame.cut:
            return
        lacking = [
            side
            for side, distance in zip(("left", "top", "right", "bottom"), self._beyond(bounds), strict=True)
            if -_SLACK < distance < (bleed / 2 if trace.kind == "pattern" else bleed - 0.1)
        ]
        if lacking:
            self._report_fault(
                trace,
                "missing-bleed",
                f"reaches the trim edge at the {' and '.join(lacking)}, but not the bleed edge {bleed:g} mm outside",
                "use “box: bleed”, or end it inside the trim edge",
            )

    # One thing --------------------------------------------------------------------------------------------------

    def _text(self, item: Text, leaf: DrawnLeaf, trace: Trace, bounds: Bounds) -> None:
        if isinstance(item, ShapedText):
            lacking = [letter for glyph in item.glyphs if not glyph.number for letter in glyph.text]
        else:
            lacking = self.resources.metrics(item.font).lacks(item.text)
        if lacking:
            letters = " ".join(f"“{letter}” (U+{ord(letter):04X})" for letter in lacking[:5])
            self._report_fault(
                trace,
                "missing-glyph",
                f"the font {item.font} has no glyph for {letters}",
                "draw it as an icon, or use another font",
                is_error=True,
            )
        if trace.inset or not item.text.strip():
            return
        size = item.size * _scale(leaf.matrix)
        self.sizes.append((size, len(item.text)))
        if not self.lacks_colours:  # what lies behind would be another colour
            self._contrast(item, size, trace, bounds)

    def _small_type(self, trace: Trace) -> None:
        """The size most of a text has must be readable; a figure set low or an aside may be as small as small print."""
        most = max(self.sizes, key=lambda size: sum(count for other, count in self.sizes if other == size[0]))[0]
        least = SMALL_MINIMUM if trace.smallprint else BODY_MINIMUM
        smallest = min(self.sizes)[0]
        if most >= least - 0.01:
            most, least = smallest, SMALL_MINIMUM
        if most < least - 0.01:
            self._report_fault(
                trace,
                "small-type",
                f"expected type of at least {least:g} pt, got {most:.1f} pt",
                "make it larger" if trace.smallprint else "make it larger, or mark a footer as “smallprint: true”",
            )

    def _contrast(self, item: Text, size: float, trace: Trace, bounds: Bounds) -> None:
        is_bold = any(word in item.font.partition("/")[2] for word in _BOLD[:3])
        least = CONTRAST_LARGE if size >= 18 or (is_bold and size >= 14) else CONTRAST
        grounds = [trace.on] if trace.on else self._grounds(bounds)
        ratio, ground = min(((contrast(item.fill, ground), ground) for ground in grounds), default=(21.0, ""))
        if ratio < least - 0.005:
            self._report_fault(
                trace,
                "low-contrast",
                f"expected a contrast of at least {least:g} : 1, got {ratio:.1f} : 1 ({item.fill} on {ground})",
                "make one of them darker, or name the colour behind the text with “on:”",
            )

    def _grounds(self, bounds: Bounds) -> list[str]:
        """The colours behind a text, looked for at its middle and near its corners; none where it is not known."""
        left, top, right, bottom = bounds
        inset_x, inset_y = (right - left) * 0.04, (bottom - top) * 0.1
        points = [
            ((left + right) / 2, (top + bottom) / 2),
            (left + inset_x, top + inset_y),
            (right - inset_x, top + inset_y),
            (left + inset_x, bottom - inset_y),
            (right - inset_x, bottom - inset_y),
        ]
        near = [
            fill
            # What was drawn last lies on top.
            for fill in reversed(self.fills)
            if fill.bounds[0] < right and left < fill.bounds[2] and fill.bounds[1] < bottom and top < fill.bounds[3]
        ]
        found = []
        for x, y in points:
            # Paper, unless something lies there; "" is a picture or a veil, which has no one colour to hold the text
            # against.
            colour = "#ffffff"
            for fill in near:
                if fill.holds(x, y):
                    colour = fill.colour
                    break
            if colour:
                found.append(colour)
        return found

    def _image(self, item: Image, leaf: DrawnLeaf, trace: Trace) -> None:
        if is_rastered(item.source):
            if (trace.span, RASTERED) not in self.reported:
                self.reported.add((trace.span, RASTERED))
                self.report.items.append(raster_note(self.face, trace, item))
            return
        slug = f"{self.resources.book.slug}/"
        picture = self.resources.picture(item.source.removeprefix(slug))
        width = item.width * _scale(leaf.matrix)
        if not isinstance(picture, Picture) or width <= 0:
            return
        dpi = picture.width / (width / MM_PER_INCH)
        if dpi < trace.dpi - 0.5:
            self._report_fault(
                trace,
                "low-dpi",
                f"expected at least {trace.dpi:.0f} dots per inch, got {dpi:.0f} in the image “{item.source}”",
                f"make it {picture.width * trace.dpi / dpi:.0f} pixels wide, or print it smaller",
            )

    def _report_fault(self, trace: Trace, code: str, message: str, hint: str, is_error: bool = False) -> None:
        if (trace.span, code) in self.reported:
            return
        self.reported.add((trace.span, code))
        place = trace.source if trace.source is not None and code == "missing-glyph" else trace.span
        name = f"{self.face.layout} of {self.face.card}" if self.face.card else self.face.layout
        add = self.report.error if is_error else self.report.warning
        add(place, f"{name}, “{trace.element}”: {message}", hint, code)


def _scale(matrix: Matrix) -> float:
    return hypot(matrix[0], matrix[1])
