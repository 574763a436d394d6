"""Reading a layout. In: Trees of a merged layout. Out: Elements and Styles; every fault in the report, at its place.

Invariant: a faulty option is reported and left at its default, so all faults of a file are found in one run.
"""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import Report
from pnp.base.suggest import hint_nearest
from pnp.layout.template.element import COMMON, KINDS, REST, STYLE, Element, Style, options_of
from pnp.layout.template.read_context import ReadContext, with_article
from pnp.layout.template.reader_registry import READERS
from pnp.layout.template.tree import Tree, is_relative

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
