"""How a node is painted. In: what holds for its parent, and its own attributes and declarations. Out: a Look.

Invariant: a Look holds what parts inherit from their parents, and only that; what a file says wrong is reported at its
place and leaves the parent's value. Colours are `#rrggbb`, "" for none, `url(#id)` for a gradient, or one of the names
that an element's own colours are put in for: currentColor, accent and ground.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.suggest import nearest_names
from pnp.layout.drawing.svg.values import parse_colour, parse_length, parse_numbers, parse_part
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

MAX_RULES = 5_000

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_RULE = re.compile(r"([^{}]*+)\{([^{}]*+)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
_PART = re.compile(r"([.#])([\w-]+)")
_IMPORTANT = "!important"


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]  # ids, classes, names, and its number
    name: str  # of an element; "" for any
    classes: frozenset[str]
    id: str
    declarations: dict[str, str]


class StyleSheet:
    """All rules of a document."""

    def __init__(self, nodes: Iterable[Node], source: SvgSource) -> None:
        self._rules: list[_Rule] = []
        self._source = source
        self._is_full = False
        for node in nodes:
            if node.name == "style":
                self._read(node)
        self.classes = {name for rule in self._rules for name in rule.classes}
        # By what a node must have for it, so that a node is held only against rules that may be meant for it.
        self._by_need: defaultdict[str, list[_Rule]] = defaultdict(list)
        for rule in self._rules:
            self._by_need[_need(rule)].append(rule)

    def declarations(self, node: Node) -> dict[str, str]:
        """What the sheet, and then the node's own `style`, say of it."""
        found: dict[str, str] = {}
        if self._rules:
            classes, id_ = set(node.get("class").split()), node.get("id")
            needs = {"", node.name, f"#{id_}", *(f".{name}" for name in classes)}
            meant = [
                rule
                for need in needs & self._by_need.keys()
                for rule in self._by_need[need]
                if rule.name in ("", node.name) and rule.classes <= classes and rule.id in ("", id_)
            ]
            for rule in sorted(meant, key=lambda rule: rule.weight):
                found.update(rule.declarations)
        if own := node.get("style"):
            found.update(parse_declarations(own))
        return found

    def _read(self, node: Node) -> None:
        text = _COMMENT.sub(" ", node.text)
        end = 0
        while found := _RULE.match(text, end):
            end = found.end()
            selectors = found[1].strip()
            if selectors.startswith("@font-face"):
                continue
            declarations = parse_declarations(found[2])
            for selector in selectors.split(","):
                self._add(selector.strip(), declarations, node)
        if text[end:].strip():
            what = text[end:].strip()[:30]
            self._source.fault(node.at, f"expected a style rule, got “{what}”", "write plain rules: .name {fill: #fff}")

    def _add(self, selector: str, declarations: dict[str, str], node: Node) -> None:
        found = _SELECTOR.fullmatch(selector)
        if not found or not selector:
            hint = "give the parts a class: .name {fill: #fff}"
            self._source.fault(node.at, f"the selector “{selector[:40]}” is not supported in a drawing", hint)
            return
        if len(self._rules) == MAX_RULES:
            if not self._is_full:
                what = f"expected at most {MAX_RULES:,} rules in the style sheets"
                self._source.fault(node.at, what, "delete unused rules")
            self._is_full = True
            return
        name = (found[1] or "").replace("*", "")
        parts = _PART.findall(found[2])
        classes = frozenset(word for sign, word in parts if sign == ".")
        id_ = next((word for sign, word in parts if sign == "#"), "")
        weight = (int(bool(id_)), len(classes), int(bool(name)), len(self._rules))
        self._rules.append(_Rule(weight, name, classes, id_, declarations))


def _need(rule: _Rule) -> str:
    """One thing without which no node is meant: its id, else one of its classes, else its name; "" for any node."""
    if rule.id:
        return f"#{rule.id}"
    return f".{min(rule.classes)}" if rule.classes else rule.name


def parse_declarations(text: str) -> dict[str, str]:
    """`fill: red; stroke: none` as a map."""
    found = {}
    for part in _COMMENT.sub(" ", text).split(";"):
        key, colon, value = part.partition(":")
        if colon:
            found[key.strip()] = value.replace(_IMPORTANT, "").strip()
    return found


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
