"""Which option is read how. In: nothing. Out: the table READERS, and the schemas of its readers.

Invariant: an option's name decides how it is read, wherever it stands; `kind.name` where a kind differs.
"""

from __future__ import annotations

from pnp.layout.drawing.blending import BLENDS
from pnp.layout.drawing.textures import TEXTURES
from pnp.layout.template.element import REST
from pnp.layout.template.read_context import ValueReader, known_as
from pnp.layout.template.scalar_readers import (
    choice,
    flag,
    free_map,
    length,
    length_or,
    lengths,
    number,
    numbers,
    pair,
    percents,
    points,
    two_words,
    whole,
    word,
    words_list,
)
from pnp.layout.template.value_readers import (
    EACH,
    SHADOW,
    both,
    box,
    bullet,
    clip,
    colour,
    colours,
    condition,
    direction,
    each,
    font,
    icon,
    layout,
    leading,
    markup,
    name_template,
    path_data,
    points_size,
    shadow,
    style,
    style_name,
)

_mirror = choice("x", "y")

READERS: dict[str, ValueReader] = {
    "kind": word,
    **dict.fromkeys(("x", "y", "right", "bottom", "inset", "least", "turn", "opacity", "scale"), length),
    **dict.fromkeys(("stroke_width", "gutter", "margin", "rule_gap", "section_gap", "diagram_width"), length),
    **dict.fromkeys(("head", "howto.icon_size"), length),
    "width": length_or(REST),
    "height": length_or("auto", REST),
    "pattern.icon_size": length,
    "box": box,
    "when": condition,
    "unless": condition,
    **dict.fromkeys(("before", "after", "below", "note", "together"), word),
    **dict.fromkeys(("safe", "bold", "italic", "caps", "smallprint", "optional", "bleed"), flag),
    **dict.fromkeys(("even_odd", "turned", "shaping", "examples", "credits", "balance"), flag),
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
