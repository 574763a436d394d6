"""Colours. In: `#b98a1f`, `#fff`, `gold`, `gold 30% paper`. Out: `#rrggbb`, or "" for none; contrast and likeness.

Invariant: a colour in a Frame is always seven characters, lower case, or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pnp.base.suggest import hint_nearest

_HEX = frozenset("0123456789abcdef")
Rgb = tuple[float, float, float]


def parse_hex(text: str) -> str | None:
    """`#rgb` or `#rrggbb` as `#rrggbb`; None when it is neither."""
    digits = text[1:].lower()
    if text[:1] != "#" or len(digits) not in (3, 6) or not _HEX.issuperset(digits):
        return None
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def resolve_colour(text: str, palette: Mapping[str, str]) -> str:
    """The colour a layout names; "" for `none`. Raises ValueError with a sentence for people."""
    text = text.strip()
    if text == "none":
        return ""
    plain = palette.get(text) or parse_hex(text)
    if plain:
        return plain
    words = text.split()
    if 2 <= len(words) <= 3 and words[1].endswith("%"):
        try:
            part = float(words[1][:-1]) / 100
        except ValueError:
            raise ValueError(f"expected a percentage, got “{words[1]}”") from None
        if not 0 <= part <= 1:
            raise ValueError(f"expected a tint from 0% to 100%, got {words[1]}")
        colour = resolve_colour(words[0], palette)
        ground = resolve_colour(words[2], palette) if len(words) == 3 else "#ffffff"
        return mix(colour, ground, part) if colour and ground else ""
    if text.startswith("#"):
        raise ValueError(f"expected a colour such as #rgb or #rrggbb, got “{text}”")
    hint = hint_nearest(text, (*palette, "none"))
    raise ValueError(f"the palette has no colour “{text}”" + (f"; {hint}" if hint else ""))


def mix(colour: str, ground: str, part: float) -> str:
    """`part` of the colour laid on the ground."""
    top, below = _bytes(colour), _bytes(ground)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in zip(top, below, strict=True))


def contrast(one: str, other: str) -> float:
    """The WCAG ratio, 1…21."""
    lights = sorted((_luminance(one), _luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


# Viénot, Brettel and Mollon 1999: what the eye without one kind of cone sees, in linear RGB.
_BLINDNESS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
}


def difference(one: str, other: str, sight: str = "") -> float:
    """ΔE (CIE 1976) of two colours, for full sight, `deuteranopia` or `protanopia`."""
    first, second = _lab(_seen(one, sight)), _lab(_seen(other, sight))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _bytes(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(colour: str) -> Rgb:
    red, green, blue = (_straight(value / 255) for value in _bytes(colour))
    return red, green, blue


def _straight(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


@lru_cache(1024)
def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _seen(colour: str, sight: str) -> Rgb:
    light = _linear(colour)
    if not sight:
        return light
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, light, strict=True))))
        for row in _BLINDNESS[sight]
    )
    return red, green, blue


def _lab(light: Rgb) -> Rgb:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
