"""How a node is painted. In: what holds for its parent, and its own attributes and declarations. Out: a Look.

Invariant: a Look holds what parts inherit from their parents, and only that; what a file says wrong is reported at its
place and leaves the parent's value. Colours are `#rrggbb`, "" for none, `url(#id)` for a gradient, or one of the names
that an element's own colours are put in for: currentColor, accent and ground.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.suggest import nearest_names
from pnp.layout.drawing.svg.css import StyleSheet
from pnp.layout.drawing.svg.values import parse_colour, parse_length, parse_numbers, parse_part
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

CURRENT, ACCENT, GROUND = "currentColor", "accent", "ground"
LINK = "url(#"  # begins a paint that is a gradient or a pattern

_WORDS = {
    "stroke-linecap": ("cap", ("butt", "round", "square")),
    "stroke-linejoin": ("join", ("miter", "round", "bevel", "miter-clip", "arcs")),
    "fill-rule": ("even_odd", ("nonzero", "evenodd")),
    "clip-rule": ("clip_even_odd", ("nonzero", "evenodd")),
}
_LENGTHS = {"stroke-width": "width", "stroke-dashoffset": "dash_offset", "stroke-miterlimit": "miter_limit"}
_PARTS = {"fill-opacity": "fill_opacity", "stroke-opacity": "stroke_opacity"}
_OWN = ("opacity", "clip-path", "mask", "filter", "mix-blend-mode", "display", "isolation", "mask-type")
_OWN_TOO = (
    "stop-color",
    "stop-opacity",
    "marker-start",
    "marker-mid",
    "marker-end",
    "marker",
    "transform",
    "paint-order",
)
_INHERITED = ("fill", "stroke", "color", "visibility", "stroke-dasharray", *_WORDS, *_LENGTHS, *_PARTS)
PROPERTIES = frozenset((*_INHERITED, *_OWN, *_OWN_TOO))


class Look(Struct, frozen=True):
    """What a part is painted with. miter_limit 0: the file does not say."""

    fill: str = CURRENT
    stroke: str = ""
    fill_alpha: float = 1.0  # of the colour itself
    stroke_alpha: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    width: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    cap: str = "butt"
    join: str = "miter"
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    miter_limit: float = 0.0
    current: str = CURRENT  # what currentColor means
    is_visible: bool = True


class Cascade:
    """Works out Looks; `diagonal` is what a stroke's percentages are of."""

    def __init__(self, sheet: StyleSheet, source: SvgSource, diagonal: float, has_classes: bool) -> None:
        """`has_classes`: the classes accent and ground give their colours, as in icons."""
        self.sheet = sheet
        self.source = source
        self.diagonal = diagonal
        self.has_classes = has_classes
        self._known: dict[tuple[object, ...], Look] = {}  # by what is said of a node: of many the same

    def properties(self, node: Node) -> dict[str, str]:
        """All that is said of a node: attributes, the sheet over them, its own style over both."""
        found = {key: value for key, value in node.attributes.items() if key in PROPERTIES}
        found.update(self.sheet.declarations(node))
        return found

    def look(self, node: Node, found: dict[str, str], base: Look) -> Look:
        """The Look of a node whose properties were found."""
        key = (base, node.get("class"), *found.items())
        look = self._known.get(key)
        if look is None:
            faults = len(self.source.report)
            look = self._look(node, found, base)
            if len(self.source.report) == faults:
                self._known[key] = look
        return look

    def _look(self, node: Node, found: dict[str, str], base: Look) -> Look:
        changes: dict[str, Any] = {}
        for key in _INHERITED:
            if key in found and (value := found[key].strip()) and value != "inherit":
                self._change(node, key, value, base, changes)
        look = replace(base, **changes) if changes else base
        return self._with_classes(node, look) if self.has_classes and "class" in node.attributes else look

    def _change(self, node: Node, key: str, value: str, base: Look, changes: dict[str, Any]) -> None:
        if key in ("fill", "stroke"):
            self._paint(node, key, value, changes.get("current", base.current), changes)
        elif key == "color":
            colour = parse_colour(value)
            if colour:
                changes["current"] = colour[0]
        elif key == "visibility":
            changes["is_visible"] = value == "visible"
        elif key in _WORDS:
            name, words = _WORDS[key]
            if value not in words:
                self._fault(node, key, f"unknown value “{value}” for “{key}”", f"one of: {', '.join(words[:3])}")
            elif name.endswith("even_odd"):
                changes[name] = value == "evenodd"
            else:
                changes[name] = value if value in words[:3] else "miter"
        elif key in _PARTS:
            self._number(node, key, value, parse_part(value), _PARTS[key], changes)
        elif key in _LENGTHS:
            self._number(node, key, value, parse_length(value, self.diagonal), _LENGTHS[key], changes)
        else:
            dash = () if value == "none" else parse_numbers(value.replace("px", ""))
            if dash is None or any(part < 0 for part in dash):
                self._fault(node, key, f"expected a list of lengths, got “{value}”")
            else:
                changes["dash"] = dash if any(dash) else ()

    def _number(
        self, node: Node, key: str, value: str, number: float | None, name: str, changes: dict[str, Any]
    ) -> None:
        if number is None or (number < 0 and name != "dash_offset"):
            self._fault(node, key, f"expected a number for “{key}”, got “{value}”")
        else:
            changes[name] = number

    def _paint(self, node: Node, key: str, value: str, current: str, changes: dict[str, Any]) -> None:
        changes[f"{key}_alpha"] = 1.0
        if value.startswith("url("):
            changes[key] = LINK + value.partition("#")[2].partition(")")[0].strip("'\" ") + ")"
        elif value == "none":
            changes[key] = ""
        elif value.lower() in ("currentcolor", "context-fill", "context-stroke"):
            changes[key] = current
        elif colour := parse_colour(value):
            changes[key], changes[f"{key}_alpha"] = colour
        else:
            hint = "write a name such as red, #rrggbb, rgb(…), currentColor or none"
            self._fault(node, key, f"expected a colour, got “{value}”", hint)

    def _with_classes(self, node: Node, look: Look) -> Look:
        for word in node.get("class").split():
            if word in self.sheet.classes:
                continue
            if word in (ACCENT, GROUND):
                look = replace(look, fill=look.fill and word, stroke=look.stroke and word)
            elif near := nearest_names(word, (ACCENT, GROUND), 1):
                self._fault(node, "class", f"unknown class “{word}”", f"did you mean “{near[0]}”?")
        return look

    def _fault(self, node: Node, key: str, message: str, hint: str = "") -> None:
        has_own = key in node.attributes and key not in node.get("style")
        place = key if has_own else "style" if "style" in node.attributes else key
        self.source.fault(self.source.place(node, place), message, hint)
