"""Shapes as SVG: filled with a line around them, lined, or shaded.

Invariant: one line of one weight around everything; colours are those of an icon (`colour`, `accent`, `ground`) and the
line's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import acos, atan2, ceil, cos, degrees, hypot, pi, radians, sin, tan

Point = tuple[float, float]

LINE = "#2b1810"
WEIGHT = 1.5
BELOW = 'stroke-linejoin="round" paint-order="stroke"'
CUT, CUT_LINE = '<g class="ground" stroke="#fff">', 'class="ground" fill="none" stroke="#fff"'
PAINTS = {"light": "currentColor", "gold": "class:accent", "hue": "class:ground", "ink": LINE}


def number(value: float) -> str:
    return f"{round(value, 1):g}".replace("-0", "0") if abs(value) < 0.05 else f"{round(value, 1):g}"


def at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def away(start: Point, direction: float, length: float) -> Point:
    """From a point in a direction; 0 is up, 90 to the right."""
    return start[0] + length * sin(radians(direction)), start[1] - length * cos(radians(direction))


def heading(start: Point, end: Point) -> float:
    return degrees(atan2(end[0] - start[0], start[1] - end[1]))


def paint(colour: str, key: str = "fill") -> str:
    known = PAINTS.get(colour, colour)
    if known.startswith("class:"):
        return f'class="{known[6:]}"' + ("" if key == "fill" else f' fill="none" stroke="{LINE}"')
    return f'{key}="{known}"' + ("" if key == "fill" else ' fill="none"')


def filled(d: str, colour: str, outline: float = WEIGHT) -> str:
    """A shape with the line around it, outside: shapes of one path grow together."""
    if not outline:
        return f'<path d="{d}" {paint(colour)}/>'
    line = f'stroke="{LINE}" stroke-width="{number(2 * outline)}" {BELOW}'
    known = PAINTS.get(colour, colour)
    if known.startswith("class:"):  # of the group, for a class gives its colour to the line, too
        return f'<g class="{known[6:]}"><path d="{d}" {line}/></g>'
    ring = ""
    if colour == "ink" and outline >= WEIGHT:  # black on black: a thin line keeps sleeve and coat apart
        ring = f'<g class="ground" stroke="#fff"><path d="{d}" fill="{LINE}" stroke-width="1.3" {BELOW}/></g>'
    return f'<path d="{d}" fill="{known}" {line}/>{ring}'


def lined(d: str, colour: str, width: float, outline: float = 0) -> str:
    """A stroke with round ends."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    below = (
        f'<path d="{d}" fill="none" stroke="{LINE}" stroke-width="{number(width + 2 * outline)}" {ends}/>'
        if outline
        else ""
    )
    return below + f'<path d="{d}" {paint(colour, "stroke")} stroke-width="{number(width)}" {ends}/>'


def stencilled(part: str) -> str:
    """A part cut out of its ground: what was the line around it, and whatever is black, is the ground."""
    line = rf'stroke="{LINE}" (stroke-width="[^"]*" stroke-linejoin="round") paint-order="stroke"/>'
    part = re.sub(r'<g class="ground" stroke="#fff"><path [^>]*></g>', "", part)  # black has no ring here
    part = re.sub(
        rf'<path d="([^"]*)" fill="currentColor" {line}',
        rf'{CUT}<path d="\1" fill="currentColor" \2 paint-order="stroke"/></g>',
        part,
    )
    part = re.sub(
        rf'<g class="accent"><path d="([^"]*)" {line}</g>',
        rf'{CUT}<path d="\1" \2/></g><path d="\1" class="accent"/>',
        part,
    )
    part = re.sub(rf'<g class="ground"><path d="([^"]*)" {line}</g>', rf'{CUT}<path d="\1" \2/></g>', part)
    part = re.sub(rf'<path d="([^"]*)" fill="{LINE}" {line}', rf'{CUT}<path d="\1" \2/></g>', part)
    part = re.sub(
        rf'(<path d="[^"]*") (?:fill="none" stroke="{LINE}"|stroke="{LINE}" fill="none")', rf"\1 {CUT_LINE}", part
    )
    return re.sub(rf'(<path d="[^"]*") fill="{LINE}"', r'\1 class="ground"', part)


def shaded(d: str) -> str:
    return f'<path d="{d}" fill="{LINE}" opacity="0.24"/>'


def arc(centre: Point, radius: float, begin: float, end: float) -> str:
    """Curves along a circle, from one angle to another: as few as leave it by less than coordinates are rounded."""
    steps = ceil((end - begin) / (3.3 if radius < 3 else 2.1))
    step = (end - begin) / steps
    handle = 4 / 3 * tan(step / 4) * radius
    curves = []
    for first in (begin + step * k for k in range(steps)):
        last = first + step
        x, y = centre[0] + radius * cos(first), centre[1] + radius * sin(first)
        end_x, end_y = centre[0] + radius * cos(last), centre[1] + radius * sin(last)
        leaves, comes = (
            (x - handle * sin(first), y + handle * cos(first)),
            (end_x + handle * sin(last), end_y - handle * cos(last)),
        )
        curves.append(f"C{at(leaves)} {at(comes)} {at((end_x, end_y))}")
    return "".join(curves)


def disc(centre: Point, radius: float) -> str:
    return f"M{at((centre[0] + radius, centre[1]))}{arc(centre, radius, 0, 2 * pi)}Z"


def tapered(a: Point, ra: float, b: Point, rb: float) -> str:
    """A limb: two circles and what lies between them."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= abs(ra - rb) + 0.01:
        return disc(a if ra > rb else b, max(ra, rb))
    along, lean = atan2(b[1] - a[1], b[0] - a[0]), acos((ra - rb) / length)
    one, other = along + lean, along - lean

    def edge(centre: Point, radius: float, angle: float) -> str:
        return at((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)))

    return f"M{edge(b, rb, other)}{arc(b, rb, other, one)}L{edge(a, ra, one)}{arc(a, ra, one, other + 2 * pi)}Z"


def star(centre: Point, radius: float, turn: float = 0, points: int = 5) -> str:
    corners = [away(centre, turn + k * 180 / points, radius * (0.42 if k % 2 else 1)) for k in range(2 * points)]
    return "M" + "L".join(at(point) for point in corners) + "Z"


def placed(parts: Sequence[str], where: Point, turn: float, size: float, flip: bool = False) -> str:
    """Parts drawn around 0, 0, moved to their place."""
    scale = f"scale({number(-size if flip else size)} {number(size)})" if flip or size != 1 else ""
    turned = f"rotate({number(turn)})" if turn else ""
    moves = " ".join(move for move in (f"translate({at(where)})", turned, scale) if move)
    return f'<g transform="{moves}">' + "".join(parts) + "</g>"
