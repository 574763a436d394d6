"""Values of SVG attributes. In: their text. Out: lengths in user units, lists of numbers, colours, transforms.

Invariant: a value that cannot be read is None, never a guess; no number is larger than a drawing needs.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb
from functools import lru_cache
from math import pi, tan

from pnp.layout.drawing.colour import parse_hex
from pnp.layout.drawing.frame import Matrix
from pnp.layout.drawing.path import IDENTITY, multiply, turning

FARTHEST = 1e6  # a coordinate no drawing needs; beyond it sums lose their places

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(%|[a-zA-Z]*)\s*")
_TRANSFORM = re.compile(r"[\s,]*+(\w++)\s*+\(([^()]*+)\)")
_FUNCTION = re.compile(r"\s*(rgba?|hsla?)\(([^()]*)\)\s*", re.IGNORECASE)
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16.0}

Paint = tuple[str, float]  # `#rrggbb` and its opacity


@lru_cache(4096)
def parse_length(text: str, whole: float = 0.0) -> float | None:
    """A number with or without a unit, in user units; `whole` is 100%."""
    found = _LENGTH.fullmatch(text)
    if not found:
        return None
    number = float(found[1])
    if found[2] == "%":
        number *= whole / 100
    elif (unit := _UNITS.get(found[2].lower())) is not None:
        number *= unit
    else:
        return None
    return number if abs(number) <= FARTHEST else None


def parse_numbers(text: str) -> tuple[float, ...] | None:
    """A list of numbers, divided by blanks or commas."""
    numbers = tuple(float(found) for found in _NUMBER.findall(text))
    if _NUMBER.sub("", text).strip(" ,\t\r\n") or any(abs(number) > FARTHEST for number in numbers):
        return None
    return numbers


def parse_part(text: str) -> float | None:
    """A number from 0 to 1, or a percentage."""
    value = parse_length(text, 1.0)
    return None if value is None else max(0.0, min(1.0, value))


@lru_cache(4096)
def parse_colour(text: str) -> Paint | None:
    """A colour as a hex one with its opacity."""
    word = text.strip().lower()
    if word == "transparent":
        return "#000000", 0.0
    if word in _NAMED:
        return f"#{_NAMED[word]:06x}", 1.0
    if word.startswith("#"):
        plain = parse_hex(word)
        if plain:
            return plain, 1.0
        if len(word) in (5, 9) and (plain := parse_hex(word[: 4 if len(word) == 5 else 7])):
            tail = word[4] * 2 if len(word) == 5 else word[7:]
            return (plain, int(tail, 16) / 255) if re.fullmatch(r"[0-9a-f]{2}", tail) else None
        return None
    found = _FUNCTION.fullmatch(word)
    return _function(found[1], re.split(r"[\s,/]+", found[2].strip())) if found else None


def _function(name: str, words: list[str]) -> Paint | None:
    if len(words) not in (3, 4):
        return None
    opacity = parse_part(words[3]) if len(words) == 4 else 1.0
    if name.startswith("rgb"):
        values = [parse_length(word, 255.0) for word in words[:3]]
    else:
        hue = parse_length(words[0].removesuffix("deg"))
        light, full = parse_part(words[2]), parse_part(words[1])
        if hue is None or light is None or full is None:
            return None
        values = [255 * part for part in hls_to_rgb(hue % 360 / 360, light, full)]
    if opacity is None or any(value is None for value in values):
        return None
    return "#" + "".join(f"{round(max(0.0, min(255.0, value or 0.0))):02x}" for value in values), opacity


def parse_transform(text: str) -> Matrix | None:
    """A list of transform functions as one matrix."""
    matrix, end = IDENTITY, 0
    while found := _TRANSFORM.match(text, end):
        numbers = parse_numbers(found[2].replace("deg", "").replace("px", ""))
        step = _step(found[1], numbers) if numbers is not None else None
        if step is None:
            return None
        matrix, end = multiply(matrix, step), found.end()
    is_read = not text[end:].strip() or text.strip() == "none"
    return matrix if is_read and is_near(matrix) else None


@lru_cache(64)  # of a group, the same for all in it
def is_near(matrix: Matrix) -> bool:
    """Whether a transform keeps a drawing where sums keep their places; NaN does not."""
    return all(abs(number) <= FARTHEST for number in matrix)


def _step(name: str, n: tuple[float, ...]) -> Matrix | None:
    """One transform function as a matrix; None when it is unknown or has the wrong count of numbers."""
    if name == "translate" and len(n) in (1, 2):
        return 1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) == 2 else 0.0
    if name == "scale" and len(n) in (1, 2):
        return n[0], 0.0, 0.0, n[-1], 0.0, 0.0
    if name == "rotate" and len(n) in (1, 3):
        return turning(n[0], *(n[1:] if len(n) == 3 else (0.0, 0.0)))
    if name == "matrix" and len(n) == 6:
        return n[0], n[1], n[2], n[3], n[4], n[5]
    if name == "skewX" and len(n) == 1:
        return 1.0, 0.0, tan(n[0] * pi / 180), 1.0, 0.0, 0.0
    if name == "skewY" and len(n) == 1:
        return 1.0, tan(n[0] * pi / 180), 0.0, 1.0, 0.0, 0.0
    return None


# The colours that CSS knows by name.
_NAMES = """
aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4
black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0
chartreuse:7fff00 chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff
darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9
darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000
darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkslategrey:2f4f4f
darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969
dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc
ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080
honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa
lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff
lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1
lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899
lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000
mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371
mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585
midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080
oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa
palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f
pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f
royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee
sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa
springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0
violet:ee82ee wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
"""
_NAMED = {word: int(value, 16) for word, _, value in (entry.partition(":") for entry in _NAMES.split())}
