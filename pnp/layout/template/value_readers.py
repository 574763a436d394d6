"""Values that mean something on a face: colours, texts, paths, conditions, repeats. In: a Tree and its context. Out:
the value, or BadValue with a sentence.

Invariant: a name that holds no placeholder is checked against what is known, now and not when the face is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.path import PathError, parse_path
from pnp.layout.template.element import Each, Shadow
from pnp.layout.template.length import Length, parse_measure
from pnp.layout.template.name_template import LayoutCondition, NameTemplate, parse_condition, parse_name_template
from pnp.layout.template.tree import BadValue, KnownNames, ReadContext, Tree, ValueReader, known_as
from pnp.layout.text.markup import both_fault, parse_markup


def scalar(tree: Tree) -> Any:
    """A value that is no map, list or nothing."""
    if isinstance(tree.value, dict | list) or tree.value is None:
        # `text: {value}` is a map to YAML, and what stands in it is gone by now.
        raise BadValue("expected a single value", "put a text with braces in quotes: '{…}'" if tree.value == {} else "")
    return tree.value


def word(tree: Tree, _: ReadContext) -> str:
    """Plain text; a number is taken as its digits."""
    value = scalar(tree)
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def flag(tree: Tree, _: ReadContext) -> bool:
    """True or false."""
    if not isinstance(tree.value, bool):
        raise BadValue(f"expected true or false, got “{tree.plain()}”")
    return tree.value


def choice(*words: str) -> ValueReader:
    """One of these words."""

    def read(tree: Tree, _: ReadContext) -> str:
        if tree.value not in words:
            raise BadValue(
                f"expected one of {', '.join(words)}, got “{tree.plain()}”", hint_nearest(str(tree.plain()), words)
            )
        return str(tree.value)

    return known_as(read, enum=list(words))


def number(low: float, high: float) -> ValueReader:
    """A number within bounds."""

    def read(tree: Tree, _: ReadContext) -> float:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise BadValue(f"expected a number from {low:g} to {high:g}, got “{tree.plain()}”")
        return float(value)

    return known_as(read, type="number", minimum=low, maximum=high)


def whole(low: int, high: int) -> ValueReader:
    """A whole number within bounds."""

    def read(tree: Tree, _: ReadContext) -> int:
        value = tree.value
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadValue(f"expected a whole number from {low} to {high}, got “{tree.plain()}”")
        return value

    return known_as(read, type="integer", minimum=low, maximum=high)


def length(tree: Tree, _: ReadContext) -> Length:
    """A length or a sum of lengths."""
    return parse_measure(scalar(tree))


def length_or(*words: str) -> ValueReader:
    """A length, or one of some words."""

    def read(tree: Tree, context: ReadContext) -> Length | str:
        return str(tree.value) if tree.value in words else length(tree, context)

    return read


def lengths(*counts: int) -> ValueReader:
    """A length or a list of them; a single one stands for itself."""

    def read(tree: Tree, context: ReadContext) -> tuple[Length, ...]:
        if not isinstance(tree.value, list):
            return (length(tree, context),)
        if counts and len(tree.value) not in counts:
            raise BadValue(f"expected {' or '.join(str(count) for count in counts)} lengths, got {len(tree.value)}")
        if len(tree.value) > 100:
            raise BadValue(f"expected at most 100 lengths, got {len(tree.value)}")
        return tuple(length(child, context) for child in tree.value)

    return read


def pair(tree: Tree, context: ReadContext) -> tuple[Length, ...]:
    """One length for both ways, or `[across, down]`."""
    found: tuple[Length, ...] = lengths(2)(tree, context)
    return found if len(found) == 2 else found * 2


def numbers(count: int = 0) -> ValueReader:
    """A list of numbers."""

    def read(tree: Tree, _: ReadContext) -> tuple[float, ...]:
        values = tree.plain()
        if not isinstance(values, list) or (count and len(values) != count) or not 0 < len(values) <= 1000:
            raise BadValue(f"expected a list of {count} numbers" if count else "expected a list of numbers")
        if any(isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6 for value in values):
            raise BadValue("expected only numbers in this list")
        return tuple(float(value) for value in values)

    return read


def points(tree: Tree, context: ReadContext) -> tuple[tuple[Length, Length], ...]:
    """`[[x, y], …]`."""
    if not isinstance(tree.value, list) or not 2 <= len(tree.value) <= 10_000:
        raise BadValue("expected a list of pairs: [[0, 0], [10, 5]]")
    found = []
    for child in tree.value:
        if not isinstance(child.value, list) or len(child.value) != 2:
            raise BadValue("expected a list of pairs: [[0, 0], [10, 5]]")
        found.append((length(child.value[0], context), length(child.value[1], context)))
    return tuple(found)


def percents(tree: Tree, context: ReadContext) -> tuple[float, float]:
    """Two percentages, as parts of 1."""
    if not isinstance(tree.value, list) or len(tree.value) != 2:
        raise BadValue("expected two percentages: [50%, 50%]")
    found = []
    for child in tree.value:
        text = str(child.plain()).strip()
        try:
            part = float(text[:-1]) / 100 if text.endswith("%") else float(text) / 100
        except ValueError:
            raise BadValue(f"expected a percentage, got “{text}”") from None
        found.append(min(1.0, max(0.0, part)))
    return found[0], found[1]


def words_list(tree: Tree, _: ReadContext) -> tuple[str, ...]:
    """A list of words."""
    if not isinstance(tree.value, list):
        raise BadValue("expected a list of names")
    return tuple(word(child, _) for child in tree.value)


def two_words(tree: Tree, context: ReadContext) -> tuple[str, ...]:
    """Two names."""
    found = words_list(tree, context)
    if len(found) != 2:
        raise BadValue(f"expected two names, got {len(found)}")
    return found


def free_map(tree: Tree, _: ReadContext) -> dict[str, Any]:
    """A map of plain values."""
    if not isinstance(tree.value, dict):
        raise BadValue("expected a map")
    plain: dict[str, Any] = tree.plain()
    return plain


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
