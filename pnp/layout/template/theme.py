"""Themes. In: `theme.yaml` of a game over that of the stock. Out: a Theme: palette, fonts by role, styles, values.

Invariant: all colours of a Theme are `#rrggbb`; every theme has the stock's names, so a layout can rely on them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.colour import parse_hex
from pnp.layout.template.element import Style
from pnp.layout.template.length import Length
from pnp.layout.template.reading import LayoutReader
from pnp.layout.template.tree import KnownNames, Tree, merge_trees
from pnp.layout.template.value_readers import length as read_length
from pnp.layout.template.value_readers import number
from pnp.layout.text.truetype import LINING, lining_name

KEYS = ("extends", "about", "default", "colours", "coded", "fonts", "styles", "values", "type_scale", "themes")
_CUTS = ("regular", "bold", "italic", "bolditalic")


class FontRole(Struct, frozen=True):
    """The four cuts of a typeface, as `family/Style`."""

    regular: str
    bold: str
    italic: str
    bolditalic: str

    def cut(self, bold: bool, italic: bool) -> str:
        """The font for a piece of text."""
        if bold:
            return self.bolditalic if italic else self.bold
        return self.italic if italic else self.regular


class Theme(Struct, frozen=True):
    """One theme, all layers merged."""

    name: str
    colours: dict[str, str] = {}
    coded: tuple[tuple[str, Span], ...] = ()
    fonts: dict[str, FontRole] = {}
    styles: dict[str, Style] = {}
    values: dict[str, Length] = {}
    type_scale: float = 1.0
    besides: str = ""  # what distinguishes coded things beside their colour


def theme_names(tree: Tree) -> list[str]:
    """The themes a file offers, its default first."""
    themes = tree.get("themes")
    names = list(themes.value) if themes and isinstance(themes.value, dict) else []
    default = tree.get("default")
    if default and default.value in names:
        names.sort(key=lambda name: name != default.value)
    return names


def merge_layer(base: Tree, layer: Tree, report: Report) -> Tree:
    """A theme's layer over those below; a role that names a family of its own keeps none of the old cuts."""
    fonts, old = layer.get("fonts"), base.get("fonts")
    if fonts is not None and old is not None and isinstance(fonts.value, dict) and isinstance(old.value, dict):
        kept = {
            role: child
            for role, child in old.value.items()
            if role not in fonts.value or fonts.value[role].get("family") is None
        }
        base = Tree({**base.value, "fonts": Tree(kept, old.span, old.key)}, base.span, base.key)
    return merge_trees(base, layer, report)


def merge_theme(tree: Tree, name: str, report: Report) -> Tree:
    """The file's common part changed by the theme `name` (and the themes it extends)."""
    common = {key: child for key, child in tree.value.items() if key not in ("themes", "default", "extends", "about")}
    merged = Tree(common, tree.span)
    themes = tree.get("themes")
    layers: list[Tree] = []
    seen: list[str] = []
    while name and themes and isinstance(themes.value, dict):
        layer = themes.get(name)
        if layer is None:
            break
        if name in seen:
            report.error(layer.key, f"the theme “{name}” extends itself", " → ".join([*seen, name]), "circle")
            break
        seen.append(name)
        if layer.value is None:
            layer = Tree({}, layer.span, layer.key)
        if not isinstance(layer.value, dict):
            report.error(layer.span, f"expected a map for the theme “{name}”", code="type")
            break
        layers.append(Tree({key: child for key, child in layer.value.items() if key != "extends"}, layer.span))
        base = layer.get("extends")
        name = str(base.value) if base else ""
        if base and themes.get(name) is None:
            report.error(
                base.span, f"there is no theme “{name}” here", hint_nearest(name, themes.value), "unknown-theme"
            )
    for layer in reversed(layers):
        merged = merge_layer(merged, layer, report)
    return merged


def read_theme(tree: Tree, name: str, report: Report, known: KnownNames) -> Theme:
    """A merged tree as a Theme. `known` knows its colours and fonts (they are read first)."""
    reading = LayoutReader(report, known)
    reading.keys(tree, [key for key in KEYS if key not in ("extends", "default", "themes", "about")], "a theme")
    styles = tree.get("styles")
    values = tree.get("values")
    scale = tree.get("type_scale")
    coded = tree.get("coded")
    return Theme(
        name,
        read_colours(tree, report),
        _coded(coded, known, report) if coded else (),
        read_fonts(tree, report, known),
        {key: reading.style(child) for key, child in _entries(styles, report)},
        read_values(values, reading),
        (reading.value(scale, number(0.5, 3)) or 1.0) if scale else 1.0,
        besides=_besides(coded),
    )


def read_values(tree: Tree | None, reading: LayoutReader) -> dict[str, Length]:
    """Named lengths and numbers."""
    found = {name: reading.value(child, read_length) for name, child in _entries(tree, reading.report)}
    return {name: value for name, value in found.items() if value is not None}


def read_colours(tree: Tree, report: Report) -> dict[str, str]:
    """The palette, with names of other colours followed."""
    raw = dict(_entries(tree.get("colours"), report))
    found: dict[str, str] = {}
    for name, child in raw.items():
        at, seen = child, [name]
        while isinstance(at.value, str) and at.value in raw and at.value not in seen:
            seen.append(at.value)
            at = raw[at.value]
        if isinstance(at.value, str) and at.value in seen:
            circle = " → ".join([*seen, at.value])
            report.error(child.span, f"the colour “{name}” refers to itself", circle, "circle")
            found[name] = "#000000"
            continue
        plain = parse_hex(at.value) if isinstance(at.value, str) else None
        if plain is None:
            report.error(
                child.span,
                f"expected a colour, got “{child.plain()}”",
                hint_nearest(str(child.value), [key for key in raw if key != name]) or "write #rgb or #rrggbb",
                "colour",
            )
            plain = "#000000"
        found[name] = plain
    return found


def read_fonts(tree: Tree, report: Report, known: KnownNames) -> dict[str, FontRole]:
    """Fonts by role."""
    found = {}
    for role, child in _entries(tree.get("fonts"), report):
        values: dict[str, Any] = {"family": child.value} if isinstance(child.value, str) else {}
        places = {"family": child.span}
        if isinstance(child.value, dict):
            LayoutReader(report, known).keys(child, ("family", *_CUTS, "figures"), "a font")
            values = {key: str(inner.value) for key, inner in child.value.items()}
            places = {key: inner.span for key, inner in child.value.items()}
        family = values.get("family")
        if not isinstance(family, str):
            report.error(
                child.span,
                f"the key “family” is missing in the font “{role}”",
                "write {family: fira-sans-condensed}",
                "font",
            )
            continue
        regular = values.get("regular", "Regular")
        cuts = {
            "regular": regular,
            "bold": values.get("bold", "Bold"),
            "italic": values.get("italic", "Italic"),
            "bolditalic": values.get("bolditalic", "BoldItalic"),
        }
        names: dict[str, str] = {}
        for cut, style in cuts.items():
            name = f"{family}/{style}"
            fault = known.font_fault(name)
            if fault and (cut in values or cut == "regular"):
                report.error(places.get(cut, places.get("family", child.span)), fault, "", "font")
            names[cut] = names.get("regular", name) if fault else name
        figures = values.get("figures", LINING)
        if figures != LINING:
            report.error(places["figures"], f"expected {LINING} for “figures”, got “{figures}”", "", "font")
        elif "figures" in values:
            names = {cut: lining_name(name) for cut, name in names.items()}
        found[role] = FontRole(**names)
    return found


def _besides(coded: Tree | None) -> str:
    part = coded.get("besides") if coded is not None else None
    return str(part.value) if part is not None else ""


def _coded(tree: Tree, known: KnownNames, report: Report) -> tuple[tuple[str, Span], ...]:
    if isinstance(tree.value, dict):
        LayoutReader(report, known).keys(tree, ("colours", "besides"), "“coded”")
        tree = tree.get("colours") or tree
    if not isinstance(tree.value, list):
        report.error(tree.span, "expected a list of colours, or {colours: […], besides: shape}", code="type")
        return ()
    found = []
    for child in tree.value:
        fault = known.colour_fault(str(child.value))
        if fault:
            report.error(child.span, fault, "", "colour")
        else:
            found.append((str(child.value), child.span))
    return tuple(found)


def _entries(tree: Tree | None, report: Report) -> list[tuple[str, Tree]]:
    """The entries of a map; none when there is no map, which is reported."""
    if tree is None:
        return []
    if not isinstance(tree.value, dict):
        report.error(tree.span, "expected a map", code="type")
        return []
    return list(tree.value.items())
