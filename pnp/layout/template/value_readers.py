"""Values that mean something on a face: colours, texts, paths, conditions, repeats. In: a Tree and its context. Out:
the value, or BadValue with a sentence.

Invariant: a name that holds no placeholder is checked against what is known, now and not when the face is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pnp.layout.drawing.path import PathError, parse_path
from pnp.layout.template.condition import LayoutCondition, parse_condition
from pnp.layout.template.element import Each, Shadow
from pnp.layout.template.length import Length, parse_measure
from pnp.layout.template.name_template import NameTemplate, parse_name_template
from pnp.layout.template.read_context import BadValue, KnownNames, ReadContext, ValueReader
from pnp.layout.template.scalar_readers import choice, flag, length, lengths, number, scalar, word
from pnp.layout.template.tree import Tree
from pnp.layout.text.markup import both_fault, parse_markup

MAX_CELLS = 2_000


def name_template(tree: Tree, _: ReadContext) -> NameTemplate:
    """A short text with placeholders."""
    return parse_name_template(word(tree, _))


def named(check: Callable[[KnownNames, str], str]) -> ValueReader:
    """A name template whose name must be known when it holds no placeholder."""

    def read(tree: Tree, context: ReadContext) -> NameTemplate:
        value = name_template(tree, context)
        if isinstance(value, str):
            fault = check(context.known, value)
            if fault:
                raise BadValue(fault)
        return value

    return read


def colour(tree: Tree, context: ReadContext) -> NameTemplate:
    """A colour of the palette, a hex colour, a tint or none."""
    value = name_template(tree, context)
    if isinstance(value, str):
        fault = context.known.colour_fault(value)
        if fault:
            context.report.error(tree.span, fault, "", "colour")
            return "ink"
    return value


def colours(tree: Tree, context: ReadContext) -> tuple[NameTemplate, ...]:
    """A list of colours."""
    if not isinstance(tree.value, list) or not 2 <= len(tree.value) <= 20:
        raise BadValue("expected a list of 2 to 20 colours", "such as gradient: [gold, paper]")
    return tuple(colour(child, context) for child in tree.value)


DIRECTIONS: dict[str, float | str] = {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0, "out": "out"}


def direction(tree: Tree, _: ReadContext) -> float | str:
    """A word, or degrees, clockwise from the right."""
    if isinstance(tree.value, str) and tree.value in DIRECTIONS:
        return DIRECTIONS[tree.value]
    if isinstance(tree.value, bool) or not isinstance(tree.value, int | float) or abs(tree.value) > 3600:
        raise BadValue(f"expected {', '.join(DIRECTIONS)} or a number of degrees, got “{tree.plain()}”")
    return float(tree.value)


SHADOW = ("x", "y", "blur", "colour", "opacity")


def shadow(tree: Tree, context: ReadContext) -> Shadow | None:
    """`true` for the usual one, `false` for none, or what is other than usual."""
    if isinstance(tree.value, bool):
        return Shadow() if tree.value else None
    if not isinstance(tree.value, dict):
        raise BadValue(
            "expected true, false or a map", "such as {x: 0.4, y: 0.6, blur: 0.8, colour: black, opacity: 0.4}"
        )
    context.keys(tree, SHADOW, "a shadow")
    found: dict[str, Any] = {name: length(child, context) for name in SHADOW[:3] if (child := tree.get(name))}
    if (child := tree.get("colour")) is not None:
        found["colour"] = colour(child, context)
    if (child := tree.get("opacity")) is not None:
        found["opacity"] = number(0, 1)(child, context)
    return Shadow(**found)


def markup(tree: Tree, _: ReadContext) -> str:
    """A text with markup."""
    text = word(tree, _)
    faults = parse_markup(text).faults
    if faults:
        raise BadValue(faults[0])
    return text


def points_size(tree: Tree, _: ReadContext) -> float:
    """A type size: a number of points, or a text such as 9pt or 3mm."""
    value = scalar(tree)
    if isinstance(value, str):
        measured = parse_measure(value)
        if not isinstance(measured, float):
            raise BadValue("expected a type size in points")
        value = round(measured * 72 / 25.4, 4)
    if isinstance(value, bool) or not 1 <= value <= 1000:
        raise BadValue(f"expected a type size from 1 to 1000 points, got “{tree.plain()}”")
    return float(value)


def leading(tree: Tree, context: ReadContext) -> float | str:
    """A multiple of the type size, or points as `10pt`."""
    if isinstance(tree.value, str):
        points_size(tree, context)
        return tree.value
    return float(number(0.5, 5)(tree, context))


def condition(tree: Tree, _: ReadContext) -> LayoutCondition:
    """What stands after `when`."""
    return parse_condition(tree.plain())


def box(tree: Tree, context: ReadContext) -> str | tuple[Length, ...]:
    """`trim`, `bleed`, `safe` or four lengths."""
    if isinstance(tree.value, list):
        found: tuple[Length, ...] = lengths(4)(tree, context)
        return found
    return str(choice("trim", "bleed", "safe")(tree, context))


def clip(tree: Tree, context: ReadContext) -> bool | str | float:
    """true, false, `round` or a corner radius."""
    if isinstance(tree.value, bool):
        return tree.value
    if tree.value == "round":
        return "round"
    return float(number(0, 1000)(tree, context))


def path_data(tree: Tree, context: ReadContext) -> NameTemplate:
    """SVG path data."""
    value = name_template(tree, context)
    if isinstance(value, str):
        try:
            parse_path(value)
        except PathError as fault:
            raise BadValue(str(fault)) from None
    return value


EACH = ("field", "deck", "count", "list", "rows", "table", "options")


def each(tree: Tree, context: ReadContext) -> Each:
    """What a grid repeats over."""
    if not isinstance(tree.value, dict):
        raise BadValue(
            "expected one of {field: steps}, {deck: tiles}, {count: 9}, {list: […]}, {rows: […]}, {table: a}, "
            "{options: all} to repeat over"
        )
    context.keys(tree, (*EACH, "where", "copies", "from", "step"), "each")
    named_kinds = [name for name in EACH if name in tree.value]
    if len(named_kinds) != 1:
        raise BadValue(f"expected exactly one of {', '.join(EACH)}, got {len(named_kinds)}")
    over = named_kinds[0]
    source = tree.value[over].plain()
    if over in ("list", "rows") and (not isinstance(source, list) or len(source) > MAX_CELLS):
        raise BadValue(f"expected a list of at most {MAX_CELLS} entries in “{over}”")
    if over == "rows" and any(not isinstance(row, str) for row in source):
        raise BadValue("expected a text of words in each row: “ukko . louhi:win”")
    if over in ("field", "deck", "table"):
        source = word(tree.value[over], context)
    if over == "options" and source != "all":
        raise BadValue("expected “options: all”; use “where” to choose some of them")
    if over == "count":
        source = _count(tree.value[over], context)
    where = tree.get("where")
    copies, start, step = tree.get("copies"), tree.get("from"), tree.get("step")
    return Each(
        over=over,
        source=source,
        where=condition(where, context) if where else None,
        copies=flag(copies, context) if copies else False,
        start=length(start, context) if start else 0.0,
        step=length(step, context) if step else 1.0,
    )


def _count(tree: Tree, context: ReadContext) -> NameTemplate | Length:
    """A number, a sum of numbers and names, or a text with placeholders."""
    text = word(tree, context)
    return parse_name_template(text) if "{" in text else length(tree, context)


def bullet(tree: Tree, context: ReadContext) -> str:
    """A character, or an icon's name in braces."""
    text = word(tree, context)
    if re.fullmatch(r"\{[\w-]+\}", text):
        fault = context.known.icon_fault(text[1:-1])
        if fault:
            raise BadValue(fault)
    elif len(text) > 4:
        raise BadValue("expected a character, or the name of an icon in braces")
    return text


def font(tree: Tree, context: ReadContext) -> str:
    """A role of the theme, or `family/Style`."""
    text = word(tree, context)
    fault = context.known.font_fault(text)
    if fault:
        raise BadValue(fault)
    return text


def style_name(tree: Tree, context: ReadContext) -> str:
    """A style's name without placeholders."""
    text = word(tree, context)
    fault = context.known.style_fault(text)
    if fault:
        raise BadValue(fault)
    return text


def both(tree: Tree, context: ReadContext) -> str:
    """How two languages stand together."""
    text = markup(tree, context)
    fault = both_fault(text)
    if fault:
        raise BadValue(fault, "“{first}” alone prints only the first language")
    return text


style = named(lambda known, text: known.style_fault(text))
icon = named(lambda known, text: known.icon_fault(text))
layout = named(lambda known, text: known.layout_fault(text))
