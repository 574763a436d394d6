"""Reading a layout. In: Trees of a merged layout. Out: Elements and Styles; every fault in the report, at its place.

Invariant: a faulty option is reported and left at its default, so all faults of a file are found in one run.
"""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import Report
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.frame import BLENDS
from pnp.layout.drawing.textures import TEXTURES
from pnp.layout.template.element import COMMON, KINDS, REST, STYLE, Element, Style, options_of
from pnp.layout.template.tree import ReadContext, Tree, ValueReader, is_relative, known_as, with_article
from pnp.layout.template.value_readers import (
    EACH,
    SHADOW,
    both,
    box,
    bullet,
    choice,
    clip,
    colour,
    colours,
    condition,
    direction,
    each,
    flag,
    font,
    free_map,
    icon,
    layout,
    leading,
    length,
    length_or,
    lengths,
    markup,
    name_template,
    number,
    numbers,
    pair,
    path_data,
    percents,
    points,
    points_size,
    shadow,
    style,
    style_name,
    two_words,
    whole,
    word,
    words_list,
)

_mirror = choice("x", "y")

READERS: dict[str, ValueReader] = {
    "kind": word,
    **dict.fromkeys(("x", "y", "right", "bottom", "inset", "least", "turn", "opacity", "scale"), length),
    **dict.fromkeys(("stroke_width", "gutter", "margin", "rule_gap", "section_gap", "diagram_width"), length),
    **dict.fromkeys(("head", "howto.icon_size", "card_width"), length),
    "width": length_or(REST),
    "height": length_or("auto", REST),
    "pattern.icon_size": length,
    "box": box,
    "when": condition,
    "unless": condition,
    **dict.fromkeys(("before", "after", "below", "note", "together"), word),
    **dict.fromkeys(("safe", "bold", "italic", "caps", "smallprint", "optional", "bleed"), flag),
    **dict.fromkeys(("even_odd", "turned", "shaping", "examples", "credits", "options", "balance"), flag),
    **dict.fromkeys(("colour", "accent", "ground", "fill", "stroke", "icon_colour", "on", "title_rule"), colour),
    "number_fill": colour,
    "text": markup,
    "style": style,
    **dict.fromkeys(("rules.style", "howto.style"), style_name),
    **dict.fromkeys(("title_style", "intro_style", "id_style", "example_style"), style_name),
    **dict.fromkeys(("number_style", "score_style"), style_name),
    "font": font,
    "size": points_size,
    "min": points_size,
    "max": points_size,
    "align": choice("left", "centre", "right", "justify"),
    "icon.align": choice("left", "centre", "right"),
    "grid.align": choice("left", "centre", "right"),
    "valign": choice("top", "middle", "bottom", "baseline"),
    "icon.valign": choice("top", "middle", "bottom"),
    "grid.valign": choice("top", "middle", "bottom"),
    "stack.valign": choice("top", "middle", "bottom"),
    "leading": leading,
    "spacing": number(-200, 2000),
    "gap": number(-2, 20),
    "grid.gap": pair,
    "stack.gap": length,
    "indent": number(0, 20),
    "bullet": bullet,
    "icon_size": number(0.1, 10),
    "fit": choice("shrink", "none"),
    "image.fit": choice("fit", "fill", "stretch"),
    "among": choice("face", "deck"),
    "lines": whole(1, 1000),
    "icon": icon,
    "instead": icon,
    "mask": icon,
    "blend": choice(*BLENDS),
    "shadow": shadow,
    "gradient": colours,
    "direction": direction,
    "mirror": _mirror,
    "image": name_template,
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
    "texture": choice(*TEXTURES),
    "amount": length,
    "seed": name_template,
    "each": each,
    "columns": whole(1, 500),
    **dict.fromkeys(("rules.columns", "howto.columns", "across"), whole(1, 6)),
    "piece": lengths(2, 2),
    **dict.fromkeys(("table", "nodes", "edges"), word),
    "top": choice("flat", "pointy"),
    **dict.fromkeys(("side", "node_size", "space_size", "unit", "hexes.gap"), length),
    **dict.fromkeys(("xy", "ends"), two_words),
    "rows": lambda tree, context: "auto" if tree.value == "auto" else whole(1, 500)(tree, context),
    "cell": pair,
    "flow": choice("rows", "columns", "snake", "ring", "circle"),
    "stack.flow": choice("down", "across"),
    "layout": layout,
    "card": name_template,
    "with": free_map,
    "bends": free_map,
    "sections": words_list,
    "parts": words_list,
    "boxed": words_list,
    "square": layout,
    "only": choice("judge", "people"),
    "pages": whole(1, 200),
    "data": name_template,
    "form": choice("qr", "bars", "matrix"),
    "quiet": whole(0, 20),
    "both": both,
    "second": choice("below", "beside"),
}


_NUMBERS: tuple[ValueReader, ...] = (length, points_size, leading)
_WORDS: tuple[ValueReader, ...] = (
    word, name_template, markup, both, colour, font, style_name, bullet, path_data, style, icon, layout,
)  # fmt: skip
_LISTS: tuple[ValueReader, ...] = (colours, points, words_list, two_words, percents)
for _read in _NUMBERS:
    known_as(_read, type=["number", "string"])
for _read in _WORDS:
    known_as(_read, type=["string", "number", "boolean"])
for _read in _LISTS:
    known_as(_read, type="array")
known_as(flag, type="boolean")
known_as(direction, type=["number", "string"])
known_as(shadow, type=["boolean", "object"], properties={name: {} for name in SHADOW}, additionalProperties=False)
known_as(free_map, type="object")
known_as(
    each,
    type="object",
    properties={name: {} for name in (*EACH, "where", "copies", "from", "step")},
    additionalProperties=False,
)
known_as(condition, type=["object", "array"])


MAX_NESTING = 24


class LayoutReader(ReadContext):
    """One layout being read."""

    def elements(self, tree: Tree, depth: int = 0, flow: str = "") -> tuple[Element, ...]:
        """The elements of a map, in order; `flow`: of the stack they stand in."""
        if depth > MAX_NESTING:
            self.report.error(tree.span, f"expected at most {MAX_NESTING} levels of elements", code="nesting")
            return ()
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, "expected a map of elements: `name: {kind: text, …}`", code="type")
            return ()
        found = [self._element(name, child, depth) for name, child in tree.value.items()]
        for name, child in tree.value.items():
            self._has_its_room(name, child, flow)
            for option in ("before", "after", "below"):
                other = child.get(option)
                if other is None:
                    continue
                names = [key for key in tree.value if key != name]
                if other.value not in names:
                    word = str(other.plain())
                    message = f"“{option}”: there is no other element “{word}” here"
                    self.report.error(other.span, message, hint_nearest(word, names), "unknown-element")
        return tuple(element for element in found if element is not None)

    def style(self, tree: Tree) -> Style:
        """A text style."""
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, "expected a map such as {font: body, size: 8}", code="type")
            return Style()
        self.keys(tree, STYLE, "a style")
        return Style(**self._options(tree, STYLE, ""))

    def _element(self, name: str, tree: Tree, depth: int) -> Element | None:
        if not isinstance(tree.value, dict):
            self.report.error(tree.span, f"expected a map for the element “{name}”: {{kind: text, …}}", code="type")
            return None
        kind = tree.get("kind")
        if kind is None:
            self.report.error(
                tree.key,
                f"the key “kind” is missing in the element “{name}”",
                f"one of: {', '.join(KINDS)}",
                "missing-kind",
            )
            return None
        if not isinstance(kind.value, str) or kind.value not in KINDS:
            word = str(kind.plain())
            self.report.error(kind.span, f"there is no kind “{word}”", hint_nearest(word, KINDS), "unknown-kind")
            return None
        own = options_of(kind.value)
        self.keys(tree, (*COMMON, *own), with_article(kind.value))
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
            if name in ("elements", "spaces", "middles"):
                flow = tree.get("flow")
                values[name] = self.elements(
                    child, depth + 1, "" if kind != "stack" else str(flow.plain()) if flow is not None else "down"
                )
                continue
            if isinstance(child.value, str) and is_relative(child.value):
                self.report.error(child.span, f"“{child.value}” has no value to change", "", "relative")
                continue
            value = self.value(child, READERS.get(f"{kind}.{name}") or READERS[name])
            if value is not None:
                values[name] = value
        return values

    def _has_its_room(self, name: str, tree: Tree, flow: str) -> None:
        """In a stack each element has its size along it and no place of its own; elsewhere none takes the rest."""
        if not isinstance(tree.value, dict):
            return
        along = {"down": "height", "across": "width"}.get(flow, "")
        for side in ("width", "height"):
            length = tree.get(side)
            if length is not None and length.value == REST and side != along:
                hint = (
                    f"in this stack, only “{along}” can be rest"
                    if along
                    else "put the element into one, with kind: stack"
                )
                self.report.error(
                    length.span, f"“{side}: rest” is only possible along the flow of a stack", hint, "stack"
                )
        own = tree.get(along) if along else None
        takes_rest = own is not None and own.value == REST
        kind = tree.get("kind")
        of_room = ("least",) if kind is not None and kind.value == "text" else ("least", "together", "among")
        for option in of_room if not takes_rest else ():
            other = tree.get(option)
            if other is not None:
                message = f"“{option}” needs an element that takes the rest of a stack"
                self.report.error(
                    other.key, message, f"add {along or 'height'}: rest, or leave “{option}” out", "stack"
                )
        among = tree.get("among")
        if takes_rest and among is not None and "among" in of_room and tree.get("together") is None:
            message = "“among” needs “together”"
            self.report.error(among.key, message, "such as together: pictures", "stack")
        if not along:
            return
        for option in ("box", "below", *(("y", "bottom") if flow == "down" else ("x", "right"))):
            other = tree.get(option)
            if other is not None:
                message = f"the stack places “{name}”: “{option}” is not allowed"
                self.report.error(other.key, message, "leave it out; “gap” sets the distance between elements", "stack")
        if own is None or own.value is None:
            sizes = "a length, auto or rest" if flow == "down" else "a length or rest"
            self.report.error(tree.key, f"in a stack “{name}” needs “{along}”", sizes, "stack")

    def _needs(self, tree: Tree, kind: str, values: dict[str, Any]) -> None:
        for name in _NEEDED.get(kind, ()):
            if tree.get(name) is None:
                self.report.error(tree.key, f"{with_article(kind)} needs “{name}”", code="missing-option")
        if kind == "polygon" and not values.get("points") and not values.get("sides"):
            self.report.error(tree.key, "a polygon needs “points” or “sides”", code="missing-option")
        for first, second, third in (("x", "width", "right"), ("y", "height", "bottom")):
            if all(name in values for name in (first, second, third)):
                at, hint = tree.value[third].span, "leave one out"
                *_, inherited, added = (name for name in tree.value if name in (first, second, third))
                if tree.value[added].span.file != tree.value[inherited].span.file:
                    at, hint = (
                        tree.value[added].span,
                        f"write {inherited}: null to remove the value of the extended layout",
                    )
                self.report.error(at, f"“{first}”, “{second}” and “{third}” are mutually exclusive", hint, "box")
                values.pop(third)


_NEEDED = {
    "icon": ("icon",),
    "image": ("image",),
    "path": ("d",),
    "pattern": ("icon",),
    "grid": ("each", "elements"),
    "stack": ("elements",),
    "hexes": ("table",),
    "network": ("table", "elements"),
    "face": ("layout",),
    "text": ("text",),
    "code": ("data",),
}


def words_map(tree: Tree, report: Report) -> dict[str, str]:
    """`{en: …, fi: …}` or one text for all languages."""
    if isinstance(tree.value, dict):
        found = {}
        for lang, child in tree.value.items():
            if isinstance(child.value, dict | list) or child.value is None:
                report.error(child.span, f"expected a text in “{lang}”", code="type")
                continue
            found[lang] = str(child.value)
        return found
    if isinstance(tree.value, list) or tree.value is None:
        report.error(tree.span, "expected a text or a map of languages: {en: …, fi: …}", code="type")
        return {}
    return {"*": str(tree.value)}
