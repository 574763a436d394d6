"""Options as typed values. In: Trees of a merged layout. Out: Elements and Styles; every fault in the report, at its
place.

Invariant: an option's name decides how it is read, wherever it stands; a faulty option is told and left at its
default, so all faults of a file are found in one run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pnp.base.diagnostics import Report
from pnp.base.nearest import hint_nearest
from pnp.layout.condition import Condition, parse_condition
from pnp.layout.element import COMMON, KINDS, STYLE, Each, Element, Style, options_of
from pnp.layout.length import Length, parse_measure
from pnp.layout.markup import both_fault, parse_markup
from pnp.layout.path import PathError, parse_path
from pnp.layout.stencil import Stencil, parse_stencil
from pnp.layout.tree import Tree, is_relative

MAX_NESTING = 24
MAX_CELLS = 2_000


class Bad(ValueError):
    """A value that cannot be used: the message, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Known(Protocol):
    """What the layouts' surroundings know. Each gives "" when the name is good, else the fault with its hint."""

    def colour_fault(self, text: str) -> str: ...
    def font_fault(self, text: str) -> str: ...
    def style_fault(self, text: str) -> str: ...
    def icon_fault(self, text: str) -> str: ...
    def layout_fault(self, text: str) -> str: ...


Read = Callable[[Tree, "Reading"], Any]

_SCHEMAS: dict[Read, dict[str, Any]] = {}  # of readers made by `choice`, `number` and the like: what they accept


def schema_of(read: Read) -> dict[str, Any]:
    """The JSON Schema of what a reader accepts; of anything, where a schema cannot say more."""
    return _SCHEMAS.get(read, {})


def _known_as(read: Read, **schema: Any) -> Read:
    _SCHEMAS[read] = schema
    return read


class Reading:
    """One layout being read."""

    def __init__(self, report: Report, known: Known) -> None:
        self.report = report
        self.known = known

    def elements(self, tree: Tree, depth: int = 0) -> tuple[Element, ...]:
        """The elements of a map, in order."""
        if depth > MAX_NESTING:
            self.report.error(tree.span, f"elements stand more than {MAX_NESTING} deep in each other", code="nesting")
            return ()
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, "elements are a map of names: `name: {kind: text, …}`", code="type")
            return ()
        found = [self._element(name, child, depth) for name, child in tree.value.items()]
        for name, child in tree.value.items():
            for option in ("before", "after", "below"):
                other = child.get(option)
                if other is None:
                    continue
                names = [key for key in tree.value if key != name]
                if other.value not in names:
                    word = str(other.plain())
                    message = f"“{option}” names no other element here: “{word}”"
                    self.report.error(other.span, message, hint_nearest(word, names), "unknown-element")
        return tuple(element for element in found if element is not None)

    def style(self, tree: Tree) -> Style:
        """A text style."""
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, "a style is a map such as {font: body, size: 8}", code="type")
            return Style()
        self.keys(tree, STYLE, "a style")
        return Style(**self._options(tree, STYLE, ""))

    def keys(self, tree: Tree, known: Iterable[str], what: str) -> None:
        """Report the keys of a map that are not known."""
        known = tuple(known)
        for name, child in tree.value.items():
            if name not in known:
                self.report.error(child.key, f"{what} has no “{name}”", hint_nearest(name, known), "unknown-key")

    def value(self, tree: Tree, read: Read) -> Any:
        """One value, or None when it is faulty (and told)."""
        try:
            return read(tree, self)
        except Bad as fault:
            self.report.error(tree.span, str(fault), fault.hint, "value")
        except ValueError as fault:
            self.report.error(tree.span, str(fault), "", "value")
        return None

    def _element(self, name: str, tree: Tree, depth: int) -> Element | None:
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, f"the element “{name}” is a map: {{kind: text, …}}", code="type")
            return None
        kind = tree.get("kind")
        if kind is None:
            self.report.error(
                tree.key, f"the element “{name}” has no kind", f"one of: {', '.join(KINDS)}", "missing-kind"
            )
            return None
        if not isinstance(kind.value, str) or kind.value not in KINDS:
            word = str(kind.plain())
            self.report.error(kind.span, f"there is no kind “{word}”", hint_nearest(word, KINDS), "unknown-kind")
            return None
        own = options_of(kind.value)
        self.keys(tree, (*COMMON, *own), f"a {kind.value}")
        values = self._options(tree, (*COMMON, *own), kind.value, depth)
        if kind.value == "text":
            look = {option: values.pop(option) for option in STYLE if option in values}
            values["look"] = Style(**look)
        if "with" in values:
            values["with_"] = values.pop("with")
        self._needs(tree, kind.value, values)
        spans = {option: child.span for option, child in tree.value.items()}
        return KINDS[kind.value](id=name, span=tree.key, spans=spans, **values)

    def _options(self, tree: Tree, names: tuple[str, ...], kind: str, depth: int = 0) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, child in tree.value.items():
            if name not in names:
                continue
            if name in ("elements", "spaces"):
                values[name] = self.elements(child, depth + 1)
                continue
            if isinstance(child.value, str) and is_relative(child.value):
                self.report.error(child.span, f"“{child.value}” is relative to nothing", "", "relative")
                continue
            value = self.value(child, READERS.get(f"{kind}.{name}") or READERS[name])
            if value is not None:
                values[name] = value
        return values

    def _needs(self, tree: Tree, kind: str, values: dict[str, Any]) -> None:
        for name in _NEEDED.get(kind, ()):
            if tree.get(name) is None:
                self.report.error(tree.key, f"a {kind} needs “{name}”", code="missing-option")
        if kind == "polygon" and not values.get("points") and not values.get("sides"):
            self.report.error(tree.key, "a polygon needs “points” or “sides”", code="missing-option")
        for first, second, third in (("x", "width", "right"), ("y", "height", "bottom")):
            if all(name in values for name in (first, second, third)):
                place = tree.value[third].span
                self.report.error(place, f"“{first}”, “{second}” and “{third}” cannot all hold", "leave one out", "box")
                values.pop(third)


_NEEDED = {
    "icon": ("icon",),
    "image": ("image",),
    "path": ("d",),
    "pattern": ("icon",),
    "grid": ("each", "elements"),
    "hexes": ("table",),
    "network": ("table", "elements"),
    "face": ("layout",),
    "text": ("text",),
    "code": ("data",),
}


def scalar(tree: Tree) -> Any:
    """A value that is no map, list or nothing."""
    if isinstance(tree.value, dict | list) or tree.value is None:
        raise Bad("a single value is due here")
    return tree.value


def word(tree: Tree, _: Reading) -> str:
    """Plain text; a number is taken as its digits."""
    value = scalar(tree)
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def flag(tree: Tree, _: Reading) -> bool:
    """True or false."""
    if not isinstance(tree.value, bool):
        raise Bad(f"“{tree.plain()}” is neither true nor false")
    return tree.value


def choice(*words: str) -> Read:
    """One of these words."""

    def read(tree: Tree, _: Reading) -> str:
        if tree.value not in words:
            raise Bad(f"“{tree.plain()}” is none of {', '.join(words)}", hint_nearest(str(tree.plain()), words))
        return str(tree.value)

    return _known_as(read, enum=list(words))


def number(low: float, high: float) -> Read:
    """A number within bounds."""

    def read(tree: Tree, _: Reading) -> float:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise Bad(f"“{tree.plain()}” is no number from {low:g} to {high:g}")
        return float(value)

    return _known_as(read, type="number", minimum=low, maximum=high)


def whole(low: int, high: int) -> Read:
    """A whole number within bounds."""

    def read(tree: Tree, _: Reading) -> int:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Bad(f"“{tree.plain()}” is no whole number from {low} to {high}")
        return value

    return _known_as(read, type="integer", minimum=low, maximum=high)


def length(tree: Tree, _: Reading) -> Length:
    """A length or a sum of lengths."""
    return parse_measure(scalar(tree))


def length_or(*words: str) -> Read:
    """A length, or one of some words."""

    def read(tree: Tree, reading: Reading) -> Length | str:
        return str(tree.value) if tree.value in words else length(tree, reading)

    return read


def lengths(*counts: int) -> Read:
    """A length or a list of them; a single one stands for itself."""

    def read(tree: Tree, reading: Reading) -> tuple[Length, ...]:
        if not isinstance(tree.value, list):
            return (length(tree, reading),)
        if counts and len(tree.value) not in counts:
            raise Bad(f"{' or '.join(str(count) for count in counts)} lengths are due here")
        if len(tree.value) > 100:
            raise Bad("too many lengths")
        return tuple(length(child, reading) for child in tree.value)

    return read


def pair(tree: Tree, reading: Reading) -> tuple[Length, ...]:
    """One length for both ways, or `[across, down]`."""
    found: tuple[Length, ...] = lengths(2)(tree, reading)
    return found if len(found) == 2 else found * 2


def numbers(count: int = 0) -> Read:
    """A list of numbers."""

    def read(tree: Tree, _: Reading) -> tuple[float, ...]:
        values = tree.plain()
        if not isinstance(values, list) or (count and len(values) != count) or not 0 < len(values) <= 1000:
            raise Bad(f"a list of {count or 'some'} numbers is due here")
        if any(isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6 for value in values):
            raise Bad("there is something else than a number in this list")
        return tuple(float(value) for value in values)

    return read


def points(tree: Tree, reading: Reading) -> tuple[tuple[Length, Length], ...]:
    """`[[x, y], …]`."""
    if not isinstance(tree.value, list) or not 2 <= len(tree.value) <= 10_000:
        raise Bad("points are a list of pairs: [[0, 0], [10, 5]]")
    found = []
    for child in tree.value:
        if not isinstance(child.value, list) or len(child.value) != 2:
            raise Bad("points are a list of pairs: [[0, 0], [10, 5]]")
        found.append((length(child.value[0], reading), length(child.value[1], reading)))
    return tuple(found)


def percents(tree: Tree, reading: Reading) -> tuple[float, float]:
    """Two percentages, as parts of 1."""
    if not isinstance(tree.value, list) or len(tree.value) != 2:
        raise Bad("two percentages are due here: [50%, 50%]")
    found = []
    for child in tree.value:
        text = str(child.plain()).strip()
        try:
            part = float(text[:-1]) / 100 if text.endswith("%") else float(text) / 100
        except ValueError:
            raise Bad(f"“{text}” is no percentage") from None
        found.append(min(1.0, max(0.0, part)))
    return found[0], found[1]


def stencil(tree: Tree, _: Reading) -> Stencil:
    """A short text with placeholders."""
    return parse_stencil(word(tree, _))


def named(check: Callable[[Known, str], str]) -> Read:
    """A stencil whose name must be known when it holds no placeholder."""

    def read(tree: Tree, reading: Reading) -> Stencil:
        value = stencil(tree, reading)
        if isinstance(value, str):
            fault = check(reading.known, value)
            if fault:
                raise Bad(fault)
        return value

    return read


def colour(tree: Tree, reading: Reading) -> Stencil:
    """A colour of the palette, a hex colour, a tint or none."""
    value = stencil(tree, reading)
    if isinstance(value, str):
        fault = reading.known.colour_fault(value)
        if fault:
            reading.report.error(tree.span, fault, "", "colour")
            return "ink"
    return value


def markup(tree: Tree, _: Reading) -> str:
    """A text with markup."""
    text = word(tree, _)
    faults = parse_markup(text).faults
    if faults:
        raise Bad(faults[0])
    return text


def points_size(tree: Tree, _: Reading) -> float:
    """A type size: a number of points, or a text such as 9pt or 3mm."""
    value = scalar(tree)
    if isinstance(value, str):
        measured = parse_measure(value)
        if not isinstance(measured, float):
            raise Bad("a type size is a number of points")
        value = round(measured * 72 / 25.4, 4)
    if isinstance(value, bool) or not 1 <= value <= 1000:
        raise Bad(f"“{tree.plain()}” is no type size in points")
    return float(value)


def leading(tree: Tree, reading: Reading) -> float | str:
    """A multiple of the type size, or points as `10pt`."""
    if isinstance(tree.value, str):
        points_size(tree, reading)
        return tree.value
    return float(number(0.5, 5)(tree, reading))


def condition(tree: Tree, _: Reading) -> Condition:
    """What stands after `when`."""
    return parse_condition(tree.plain())


def box(tree: Tree, reading: Reading) -> str | tuple[Length, ...]:
    """`trim`, `bleed`, `safe` or four lengths."""
    if isinstance(tree.value, list):
        found: tuple[Length, ...] = lengths(4)(tree, reading)
        return found
    return str(choice("trim", "bleed", "safe")(tree, reading))


def clip(tree: Tree, reading: Reading) -> bool | str | float:
    """true, false, `round` or a corner radius."""
    if isinstance(tree.value, bool):
        return tree.value
    if tree.value == "round":
        return "round"
    return float(number(0, 1000)(tree, reading))


def path_data(tree: Tree, reading: Reading) -> Stencil:
    """SVG path data."""
    value = stencil(tree, reading)
    if isinstance(value, str):
        try:
            parse_path(value)
        except PathError as fault:
            raise Bad(str(fault)) from None
    return value


def words_list(tree: Tree, _: Reading) -> tuple[str, ...]:
    """A list of words."""
    if not isinstance(tree.value, list):
        raise Bad("a list of names is due here")
    return tuple(word(child, _) for child in tree.value)


def two_words(tree: Tree, reading: Reading) -> tuple[str, ...]:
    """Two names."""
    found = words_list(tree, reading)
    if len(found) != 2:
        raise Bad("two names are due here")
    return found


def free_map(tree: Tree, _: Reading) -> dict[str, Any]:
    """A map of plain values."""
    if not isinstance(tree.value, dict):
        raise Bad("a map is due here")
    plain: dict[str, Any] = tree.plain()
    return plain


_EACH = ("field", "deck", "count", "list", "rows", "table", "options")


def each(tree: Tree, reading: Reading) -> Each:
    """What a grid repeats over."""
    if not isinstance(tree.value, dict):
        raise Bad(
            "say what to repeat over: {field: steps}, {deck: tiles}, {count: 9}, {list: […]}, {rows: […]}, {table: a}, "
            "{options: all}"
        )
    reading.keys(tree, (*_EACH, "where", "copies", "from", "step"), "each")
    named_kinds = [name for name in _EACH if name in tree.value]
    if len(named_kinds) != 1:
        raise Bad(f"name exactly one of {', '.join(_EACH)}")
    over = named_kinds[0]
    source = tree.value[over].plain()
    if over in ("list", "rows") and (not isinstance(source, list) or len(source) > MAX_CELLS):
        raise Bad(f"“{over}” is a list of at most {MAX_CELLS} entries")
    if over == "rows" and any(not isinstance(row, str) for row in source):
        raise Bad("each row is a text of words: “ukko . louhi:win”")
    if over in ("field", "deck", "table"):
        source = word(tree.value[over], reading)
    if over == "options" and source != "all":
        raise Bad("write “options: all”; “where” chooses among them")
    if over == "count":
        source = _count(tree.value[over], reading)
    where = tree.get("where")
    copies, start, step = tree.get("copies"), tree.get("from"), tree.get("step")
    return Each(
        over=over,
        source=source,
        where=condition(where, reading) if where else None,
        copies=flag(copies, reading) if copies else False,
        start=length(start, reading) if start else 0.0,
        step=length(step, reading) if step else 1.0,
    )


def _count(tree: Tree, reading: Reading) -> Stencil | Length:
    """A number, a sum of numbers and names, or a text with placeholders."""
    text = word(tree, reading)
    return parse_stencil(text) if "{" in text else length(tree, reading)


def bullet(tree: Tree, reading: Reading) -> str:
    """A character, or an icon's name in braces."""
    text = word(tree, reading)
    if re.fullmatch(r"\{[\w-]+\}", text):
        fault = reading.known.icon_fault(text[1:-1])
        if fault:
            raise Bad(fault)
    elif len(text) > 4:
        raise Bad("a bullet is a character or an icon's name in braces")
    return text


def font(tree: Tree, reading: Reading) -> str:
    """A role of the theme, or `family/Style`."""
    text = word(tree, reading)
    fault = reading.known.font_fault(text)
    if fault:
        raise Bad(fault)
    return text


def style_name(tree: Tree, reading: Reading) -> str:
    """A style's name without placeholders."""
    text = word(tree, reading)
    fault = reading.known.style_fault(text)
    if fault:
        raise Bad(fault)
    return text


def both(tree: Tree, reading: Reading) -> str:
    """How two languages stand together."""
    text = markup(tree, reading)
    fault = both_fault(text)
    if fault:
        raise Bad(fault, "“{first}” alone says only the first language")
    return text


_style = named(lambda known, text: known.style_fault(text))
_icon = named(lambda known, text: known.icon_fault(text))
_layout = named(lambda known, text: known.layout_fault(text))
_mirror = choice("x", "y")

READERS: dict[str, Read] = {
    "kind": word,
    **dict.fromkeys(("x", "y", "width", "right", "bottom", "inset", "turn", "opacity", "scale"), length),
    **dict.fromkeys(("stroke_width", "gutter", "margin", "rule_gap", "section_gap", "diagram_width"), length),
    "height": length_or("auto"),
    "pattern.icon_size": length,
    "box": box,
    "when": condition,
    "unless": condition,
    **dict.fromkeys(("before", "after", "below", "note", "together"), word),
    **dict.fromkeys(("safe", "bold", "italic", "caps", "smallprint", "optional", "bleed"), flag),
    **dict.fromkeys(("even_odd", "turned", "shaping", "examples", "credits", "balance"), flag),
    **dict.fromkeys(("colour", "accent", "ground", "fill", "stroke", "icon_colour", "on", "title_rule"), colour),
    "text": markup,
    "style": _style,
    "rules.style": style_name,
    **dict.fromkeys(("title_style", "intro_style", "id_style", "example_style"), style_name),
    "font": font,
    "size": points_size,
    "min": points_size,
    "align": choice("left", "centre", "right", "justify"),
    "icon.align": choice("left", "centre", "right"),
    "grid.align": choice("left", "centre", "right"),
    "valign": choice("top", "middle", "bottom", "baseline"),
    "icon.valign": choice("top", "middle", "bottom"),
    "grid.valign": choice("top", "middle", "bottom"),
    "leading": leading,
    "spacing": number(-200, 2000),
    "gap": number(-2, 20),
    "grid.gap": pair,
    "indent": number(0, 20),
    "bullet": bullet,
    "icon_size": number(0.1, 10),
    "fit": choice("shrink", "none"),
    "image.fit": choice("fit", "fill", "stretch"),
    "lines": whole(1, 1000),
    "icon": _icon,
    "mirror": _mirror,
    "image": stencil,
    "focus": percents,
    "dpi": number(1, 10_000),
    "radius": lengths(1, 4),
    "dash": lengths(),
    "join": choice("miter", "round", "bevel"),
    "cap": choice("butt", "round", "square"),
    "points": points,
    "sides": whole(3, 360),
    "star": number(0, 1),
    "d": path_data,
    "viewbox": numbers(4),
    "clip": clip,
    "step": pair,
    "stagger": number(0, 1),
    "turns": numbers(),
    "each": each,
    "columns": whole(1, 500),
    "rules.columns": whole(1, 6),
    **dict.fromkeys(("table", "nodes", "edges"), word),
    "top": choice("flat", "pointy"),
    **dict.fromkeys(("side", "node_size", "space_size", "hexes.gap"), length),
    **dict.fromkeys(("xy", "ends"), two_words),
    "rows": lambda tree, reading: "auto" if tree.value == "auto" else whole(1, 500)(tree, reading),
    "cell": pair,
    "flow": choice("rows", "columns", "snake", "ring", "circle"),
    "layout": _layout,
    "card": stencil,
    "with": free_map,
    "sections": words_list,
    "only": choice("judge", "people"),
    "pages": whole(1, 200),
    "data": stencil,
    "quiet": whole(0, 20),
    "both": both,
    "second": choice("below", "beside"),
}


_NUMBERS: tuple[Read, ...] = (length, points_size, leading)
_WORDS: tuple[Read, ...] = (
    word,
    stencil,
    markup,
    both,
    colour,
    font,
    style_name,
    bullet,
    path_data,
    _style,
    _icon,
    _layout,
)
_LISTS: tuple[Read, ...] = (points, words_list, two_words, percents)
for _read in _NUMBERS:
    _known_as(_read, type=["number", "string"])
for _read in _WORDS:
    _known_as(_read, type=["string", "number", "boolean"])
for _read in _LISTS:
    _known_as(_read, type="array")
_known_as(flag, type="boolean")
_known_as(free_map, type="object")
_known_as(
    each,
    type="object",
    properties={name: {} for name in (*_EACH, "where", "copies", "from", "step")},
    additionalProperties=False,
)
_known_as(condition, type=["object", "array"])


def words_map(tree: Tree, report: Report) -> dict[str, str]:
    """`{en: …, fi: …}` or one text for all languages."""
    if isinstance(tree.value, dict):
        found = {}
        for lang, child in tree.value.items():
            if isinstance(child.value, dict | list) or child.value is None:
                report.error(child.span, f"the words in “{lang}” are no text", code="type")
                continue
            found[lang] = str(child.value)
        return found
    if isinstance(tree.value, list) or tree.value is None:
        report.error(tree.span, "words are a text or a map of languages: {en: …, fi: …}", code="type")
        return {}
    return {"*": str(tree.value)}
