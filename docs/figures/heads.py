"""Heads: a face that looks straight or aside, and the hair, beard and hat of the costume.

In: a costume and a pose. Out: SVG, moved and turned to where the neck ends. Drawn around 0, 0: 12 wide, 14 high.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from brush import Point, disc, filled, lined, placed, shaded

FACE = "M0 -7C4.2 -7 6.2 -4.2 6.1 -.4C6 4 3.4 7.4 0 7.4C-3.4 7.4 -6 4 -6.1 -.4C-6.2 -4.2 -4.2 -7 0 -7Z"
CHEEK = "M3.2 -6C6 -4.4 6.2 -.4 6.1 .2C5.6 4 3.4 7.2 .6 7.4C3 4.6 4.6 -1 3.2 -6Z"


def hat(entries: list[Mapping[str, Any]], colours: Mapping[str, str]) -> Iterator[str]:
    for entry in entries:
        if "line" in entry:
            yield lined(entry["d"], colours.get(entry["line"], entry["line"]), entry["w"])
        else:
            d = entry.get("d") or "".join(disc((x, y), r) for x, y, r in entry["disc"])
            yield filled(d, colours.get(entry["fill"], entry["fill"]), entry["outline"])


def face(wear: Mapping[str, Any], look: float, mouth: str) -> Iterator[str]:
    yield filled(FACE, "light")
    yield shaded(CHEEK)
    x = 1.7 * look
    if mouth == "blind":
        yield filled("M-6.3 -2.6L6.3 -2.6L6.2 .8L-6.2 .8Z", wear.get("blindfold", "gold"), 0.7)
    else:
        yield filled("".join(disc((eye, -0.6), 0.85) for eye in (x - 2.3, x + 2.3)), "ink", 0)
        yield lined(
            f"M{x - 3.5:.1f} -2.8Q{x - 2.3:.1f} -3.6 {x - 1.2:.1f} -2.9"
            f"M{x + 1.2:.1f} -2.9Q{x + 2.3:.1f} -3.6 {x + 3.5:.1f} -2.8",
            "ink",
            0.7,
        )
    if look:
        yield lined(f"M{x + 0.3 * look:.1f} -.2L{x + 1.6 * look:.1f} 1.6L{x:.1f} 1.8", "ink", 0.7)
    if mouth == "open":
        yield filled(disc((x, 4.2), 1.5), "ink", 0)
    elif not wear.get("beard"):
        yield lined(f"M{x - 1.9:.1f} 3.8Q{x:.1f} 5.4 {x + 1.9:.1f} 3.8", "ink", 0.8)


def head(
    wear: Mapping[str, Any], pose: Mapping[str, Any], data: Mapping[str, Any], middle: Point, turn: float, size: float
) -> str:
    look = pose.get("look", 0)
    hair, hair_colour = wear.get("hair", "short"), wear.get("hair_colour", "ink")
    parts: list[str] = []
    if hair == "bun":
        parts.append(filled(disc((0, -9.6), 3.4), hair_colour))
    if hair == "tail":
        way = -1 if look >= 0 else 1
        parts.append(
            filled(
                f"M{way * 3} -7C{way * 12} -9 {way * 13} 0 {way * 9} 8C{way * 9} 2 {way * 7} -1 {way * 4} -2Z",
                hair_colour,
            )
        )
    if hair == "long":
        parts.append(filled("M-7 10C-9.4 2 -8.8 -9.2 0 -9.2C8.8 -9.2 9.4 2 7 10C3 12 -3 12 -7 10Z", hair_colour))
    parts.extend(face(wear, look, pose.get("mouth", "smile")))
    form = {"bun": "short", "tail": "short", "bald": ""}.get(hair, hair)
    if form:
        parts.append(filled(data["hair"][form], hair_colour, 0.4))
    if beard := wear.get("beard"):
        shift = 1.2 * look
        drawn = filled(data["beards"][beard], wear.get("beard_colour", hair_colour), 0.3)
        parts.append(placed([drawn], (shift, 0), 0, 1))
        if beard in ("beard", "great"):
            parts.append(lined(f"M{shift - 1.6:.1f} 4.4Q{shift:.1f} 5.6 {shift + 1.6:.1f} 4.4", "light", 0.8))
    if name := wear.get("hat"):
        colours = {"hat": wear.get("hat_colour", "gold"), "trim": wear.get("hat_trim", "hue")}
        parts.extend(hat(data["hats"][name], colours))
    return placed(parts, middle, turn, size)
