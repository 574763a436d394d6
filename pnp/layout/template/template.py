"""Templates. In: a layout file's Tree with all it extends, and a theme's name. Out: a Template, typed and checked.

Invariant: a Template is independent of cards; the same files give equal Templates, and every fault found on the way
is in the report with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span
from pnp.base.suggest import hint_nearest
from pnp.layout.template.element import Element, Style
from pnp.layout.template.length import Length, parse_measure
from pnp.layout.template.name_template import word_of
from pnp.layout.template.reading import LayoutReader, words_map
from pnp.layout.template.theme import read_values
from pnp.layout.template.tree import KnownNames, Tree, merge_trees
from pnp.library.words import Words, has_text

KEYS = (
    "extends", "size", "about", "words", "values", "maps", "styles", "slots", "themes", "bilingual", "codes",
    "elements",
)  # fmt: skip
SIZE_KEYS = ("like", "width", "height", "corner", "bleed", "safe", "shape", "turned", "about")
SHAPES = ("rectangle", "round", "hex")
MAX_SIDE = 2_000.0  # mm
MAX_BLEED = 50.0  # mm
_CHANGES = ("themes", "slots", "bilingual", "codes")  # what is merged into the elements later
UNCHANGED = ("extends", "themes", "about", "bilingual", "codes")  # what those changes cannot change


class Size(Struct, frozen=True):
    """A trim size."""

    width: float
    height: float
    corner: float = 0.0
    bleed: float = 3.0
    safe: float = 3.0
    shape: str = "rectangle"


class LayoutMap(Struct, frozen=True):
    """A map of a layout: from the value of the field `by` to a word; `*` stands for all others."""

    by: str
    entries: dict[str, str]


class Template(Struct, frozen=True):
    """One layout under one theme."""

    name: str
    span: Span
    size: Size
    words: dict[str, Words] = {}
    values: dict[str, Length] = {}
    maps: dict[str, LayoutMap] = {}
    styles: dict[str, Style] = {}
    elements: tuple[Element, ...] = ()
    is_bilingual: bool = False  # it arranges two languages on one face
    has_codes: bool = False  # it has a place for the card's code, should codes be asked for


def layer_tree(tree: Tree, report: Report) -> Tree:
    """One file's own part, fit for merging: keys checked, a size's name turned into `like`."""
    if not isinstance(tree.value, dict):
        report.error(tree.span, "expected a map with “elements”", code="type")
        return Tree({}, tree.span)
    own = dict(tree.value)
    for name, child in tree.value.items():
        if name not in KEYS:
            report.error(child.key, f"a layout has no “{name}”", hint_nearest(name, KEYS), "unknown-key")
            del own[name]
        elif name in ("extends", "about"):
            del own[name]
        elif child.value is not None and name != "size" and not isinstance(child.value, dict):
            report.error(child.span, f"expected a map for “{name}”", code="type")
            del own[name]
    size = own.get("size")
    if size is not None and isinstance(size.value, str):
        own["size"] = Tree({"like": size}, size.span, size.key)
    return Tree(own, tree.span, tree.key)


def merge_layers(layers: list[Tree], theme: str, report: Report, is_bilingual: bool, with_codes: bool) -> Tree:
    """All layers, the base first, then the changes for the theme, for two languages and for codes, and the slots'
    contents.
    """
    merged = Tree({}, layers[0].span)
    for layer in layers:
        size = layer.get("size")
        if size is not None and size.get("like") is not None:
            merged.value.pop("size", None)  # a named size is replaced as a whole
        changes = {name: child for name, child in layer.value.items() if name in _CHANGES}
        own = {name: child for name, child in layer.value.items() if name not in _CHANGES}
        for name, child in changes.items():
            own_before = merged.value.get(name)
            merged.value[name] = child if child.value is None else merge_trees(own_before, child, report, True)
        merged = merge_trees(merged, Tree(own, layer.span, layer.key), report)
        _fill_slots(merged, merged.value.pop("slots", None), report)
    themes = merged.get("themes")
    change = themes.get(theme) if themes is not None else None
    if change is not None and change.value is not None:
        what = f"the changes for the theme “{theme}”"
        merged = _changed(merged, change, what, report, ("bilingual", "codes"))
    change = merged.get("bilingual")
    if is_bilingual and change is not None and change.value is not None:
        merged = _changed(merged, change, "the changes for two languages", report, ("codes",))
    change = merged.get("codes")
    if with_codes and change is not None and change.value is not None:
        merged = _changed(merged, change, "the changes for codes", report)
    return merged


def _changed(merged: Tree, change: Tree, what: str, report: Report, later: tuple[str, ...] = ()) -> Tree:
    """The layout with what a theme, a second language, or the wish for codes changes. `later`: those of these that the
    change may change in turn.
    """
    if not isinstance(change.value, dict):
        report.error(change.span, f"expected a map for {what}", code="type")
        return merged
    for name in later:
        inner = change.value.pop(name, None)
        if inner is not None and inner.value is not None:
            merged.value[name] = merge_trees(merged.get(name), inner, report, True)
    allowed = tuple(key for key in KEYS if key not in UNCHANGED)
    for name, child in change.value.items():
        if name not in allowed:
            report.error(child.key, f"“{name}” is not allowed in {what}", hint_nearest(name, allowed), "unknown-key")
    size = change.get("size")
    if size is not None and isinstance(size.value, str):
        change.value["size"] = Tree({"like": size}, size.span, size.key)
        merged.value.pop("size", None)
    contents = change.value.pop("slots", None)
    whole = merge_trees(merged, change, report)
    merged = Tree(whole.value, merged.span, merged.key)  # the layout still begins where its file does
    _fill_slots(merged, contents, report)
    return merged


def read_template(
    name: str,
    tree: Tree,
    styles: dict[str, Style],
    sizes: Callable[[], dict[str, Tree]],
    report: Report,
    known: KnownNames,
) -> Template:
    """A merged tree as a Template; `styles` are those of the theme and the layout."""
    reading = LayoutReader(report, known)
    elements = tree.get("elements")
    if elements is None:
        report.error(tree.span, "the layout has no elements", "add “elements:”", "empty")
    return Template(
        name,
        tree.span,
        read_size(tree, sizes, report),
        {key: words_map(child, report) for key, child in _children(tree, "words")},
        read_values(tree.get("values"), reading),
        {key: table for key, child in _children(tree, "maps") if (table := _table(child, report))},
        styles,
        reading.elements(elements) if elements is not None else (),
        _holds(tree, "bilingual"),
        _holds(tree, "codes"),
    )


def read_styles(tree: Tree, base: dict[str, Style], report: Report, known: KnownNames) -> dict[str, Style]:
    """The layout's styles over the theme's."""
    reading = LayoutReader(report, known)
    styles = dict(base)
    for name, child in _children(tree, "styles"):
        own = reading.style(child)
        styles[name] = own.over(base[name]) if name in base else own
    return styles


def style_names(tree: Tree) -> list[str]:
    """The names of the styles of a layout or a theme."""
    return [name for name, _ in _children(tree, "styles")]


def report_untranslated(tree: Tree, template: Template, languages: Sequence[str], report: Report) -> None:
    """Words of the layout that one of the languages lacks."""
    places = dict(_children(tree, "words"))
    for key, texts in template.words.items():
        lacking = [lang for lang in languages if not has_text(texts, lang)]
        if lacking and key in places:
            message = f"the word “{key}” of the layout has no translation in {', '.join(lacking)}"
            report.warning(places[key].span, message, "", "missing-translation")


def read_size(tree: Tree, sizes: Callable[[], dict[str, Tree]], report: Report) -> Size:
    """The trim size of a layout."""
    part = tree.get("size")
    fallback = Size(63.0, 88.0, 3.0)
    if part is None:
        report.error(
            tree.span, "the layout has no size", "add “size: poker”, or {width: 63, height: 88}", "missing-size"
        )
        return fallback
    if not isinstance(part.value, dict):
        report.error(part.span, "expected a name of sizes.yaml or {width, height, …}", code="type")
        return fallback
    seen: list[str] = []
    fields: dict[str, Tree] = {}
    layer: Tree | None = part
    while layer is not None and isinstance(layer.value, dict):
        for key, child in layer.value.items():
            if key not in SIZE_KEYS:
                report.error(child.key, f"a size has no “{key}”", hint_nearest(key, SIZE_KEYS), "unknown-key")
            elif key not in fields and key != "like":
                fields[key] = child
        like = layer.get("like")
        if like is None:
            break
        named = sizes()
        if like.value in seen:
            report.error(like.span, "the size refers to itself", " → ".join([*seen, like.value]), "circle")
            return fallback
        if not isinstance(like.value, str) or like.value not in named:
            report.error(
                like.span, f"there is no size “{like.plain()}”", hint_nearest(str(like.plain()), named), "size"
            )
            return fallback
        seen.append(like.value)
        layer = named[like.value]
    values: dict[str, Any] = {}
    for key in ("width", "height", "corner", "bleed", "safe"):
        if key in fields:
            value = _side(fields[key], report)
            if value is not None:
                values[key] = value
    for key in ("width", "height"):
        if key not in values:
            if key not in fields:
                report.error(part.span, f"the size has no “{key}”", code="size")
            return fallback
        if not 1 <= values[key] <= MAX_SIDE:
            report.error(fields[key].span, f"expected 1 to {MAX_SIDE:.0f} mm, got {values[key]:g} mm", code="size")
            return fallback
    shape = fields.get("shape")
    if shape is not None:
        if shape.value in SHAPES:
            values["shape"] = shape.value
        else:
            report.error(shape.span, f"unknown shape “{shape.plain()}”", f"one of: {', '.join(SHAPES)}", "size")
    short = min(values["width"], values["height"])
    for key, most in (("corner", short / 2), ("safe", short / 2), ("bleed", MAX_BLEED)):
        if values.get(key, 0) > most:
            report.error(
                fields[key].span, f"expected “{key}” of at most {most:g} mm, got {values[key]:g} mm", code="size"
            )
            del values[key]
    turned = fields.get("turned")
    if turned is not None and turned.value is True:
        values["width"], values["height"] = values["height"], values["width"]
    return Size(**values)


def _side(tree: Tree, report: Report) -> float | None:
    try:
        value = parse_measure(tree.value)
    except ValueError as fault:
        report.error(tree.span, str(fault), code="size")
        return None
    if not isinstance(value, float) or value < 0:
        report.error(tree.span, f"expected a fixed length, got “{tree.plain()}”", "a number of mm, or 2.5in", "size")
        return None
    return value


def _table(tree: Tree, report: Report) -> LayoutMap | None:
    if not isinstance(tree.value, dict):
        report.error(tree.span, "expected a map such as {by: id, ukko: indigo, “*”: ink}", code="type")
        return None
    entries = {}
    by = "id"
    for key, child in tree.value.items():
        if isinstance(child.value, dict | list):
            report.error(child.span, "expected a word or a number in this map", code="type")
        elif key == "by":
            by = str(child.value)
        else:
            entries[key] = word_of(child.value)
    return LayoutMap(by, entries)


def _holds(tree: Tree, name: str) -> bool:
    part = tree.get(name)
    return part is not None and part.value is not None


def _children(tree: Tree, name: str) -> list[tuple[str, Tree]]:
    part = tree.get(name)
    return list(part.value.items()) if part is not None and isinstance(part.value, dict) else []


def _fill_slots(merged: Tree, slots: Tree | None, report: Report) -> None:
    """Put the contents of `slots` into the slots of that name, wherever they stand; what is null there is taken out."""
    elements = merged.get("elements")
    if slots is None or not isinstance(slots.value, dict):
        return
    for name, content in slots.value.items():
        found = _find_slot(elements, name) if elements is not None else None
        if found is None:
            names = list(_slot_names(elements)) if elements is not None else []
            report.error(content.key, f"there is no slot “{name}”", hint_nearest(name, names), "unknown-slot")
            continue
        holder, slot = found
        if content.value is None:
            del holder.value[name]
            continue
        base = slot.get("elements")
        filled = (
            merge_trees(base, content, report)
            if base is not None
            else merge_trees(Tree({}, content.span), content, report)
        )
        holder.value[name] = Tree({**slot.value, "elements": filled}, slot.span, slot.key)


def _find_slot(elements: Tree, name: str) -> tuple[Tree, Tree] | None:
    """The map that holds the slot, and the slot."""
    if not isinstance(elements.value, dict):
        return None
    for key, child in elements.value.items():
        kind = child.get("kind")
        if kind is not None and kind.value == "slot" and key == name:
            return elements, child
        inner = child.get("elements")
        if inner is not None:
            found = _find_slot(inner, name)
            if found:
                return found
    return None


def _slot_names(elements: Tree) -> list[str]:
    if not isinstance(elements.value, dict):
        return []
    names = []
    for key, child in elements.value.items():
        kind = child.get("kind")
        if kind is not None and kind.value == "slot":
            names.append(key)
        inner = child.get("elements")
        if inner is not None:
            names += _slot_names(inner)
    return names
