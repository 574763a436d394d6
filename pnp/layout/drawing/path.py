"""Paths. In: SVG path data, boxes, corners, points. Out: PathData of the commands M, L, C and Z, all absolute.

Invariant: what comes out of here is finite and begins with M; curves of other kinds have become cubic ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import acos, ceil, cos, hypot, isfinite, pi, sin, sqrt, tan
from typing import Any

from msgspec.json import Decoder

from pnp.layout.drawing.frame import Matrix, PathData

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
ROUND = 0.5522847498307936  # a quarter circle as a cubic curve
MAX_PATH = 200_000  # characters of path data

Point = tuple[float, float]

_LETTER = re.compile(r"([A-DF-Za-df-z])")  # e is of a number
_PARTS = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[^\s,]")
_ONE = r"([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?+)[\s,]*+"
_ARC = re.compile(rf"[\s,]*+{_ONE * 3}([01])[\s,]*+([01])[\s,]*+{_ONE * 2}")  # flags may be written without a blank
_SHORT = r"(?:-(?=[0.]*+[1-9]))?+(?:0|[1-9][0-9]{0,8}+)(?:\.[0-9]++)?+"
_PAIR = rf"{_SHORT} {_SHORT}"
_PLAIN = re.compile(rf"(?:M{_PAIR}(?:L{_PAIR}|C{_PAIR} {_PAIR} {_PAIR})*+Z?+)++")  # is PathData in another spelling
_SPELLING = ((" ", ","), ("M", ',"M",'), ("L", ',"L",'), ("C", ',"C",'), ("Z", ',"Z"'))
_SPELLED = Decoder(tuple[str | float, ...])
_FARTHEST = 1e9  # what no drawing needs
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_REPEATED = {"M": "L", "m": "l"}


class PathError(ValueError):
    """This is no path data; the message says why."""


def rect_path(x: float, y: float, width: float, height: float, radius: Sequence[float] = ()) -> PathData:
    """A rectangle; `radius` is one corner radius, or four from the top left on, clockwise."""
    right, bottom = x + width, y + height
    limit = min(width, height) / 2
    corners = [min(max(r, 0.0), limit) for r in (radius if len(radius) == 4 else [radius[0] if radius else 0.0] * 4)]
    if not any(corners):
        return ("M", x, y, "L", right, y, "L", right, bottom, "L", x, bottom, "Z")
    a, b, c, d = corners
    k = 1 - ROUND
    return (
        *("M", x + a, y, "L", right - b, y, "C", right - b * k, y, right, y + b * k, right, y + b),
        *("L", right, bottom - c, "C", right, bottom - c * k, right - c * k, bottom, right - c, bottom),
        *("L", x + d, bottom, "C", x + d * k, bottom, x, bottom - d * k, x, bottom - d),
        *("L", x, y + a, "C", x, y + a * k, x + a * k, y, x + a, y, "Z"),
    )


def ellipse_path(cx: float, cy: float, rx: float, ry: float) -> PathData:
    """An ellipse about its middle."""
    kx, ky = rx * ROUND, ry * ROUND
    return (
        *("M", cx, cy - ry, "C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        *("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        *("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        *("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry, "Z"),
    )


def points_path(points: Sequence[Point], closed: bool) -> PathData:
    """Straight lines through the points."""
    path: list[str | float] = []
    for number, (x, y) in enumerate(points):
        path += ("L" if number else "M", x, y)
    return (*path, "Z") if closed else tuple(path)


def regular_points(cx: float, cy: float, rx: float, ry: float, sides: int, star: float = 0.0) -> list[Point]:
    """Corners of a regular polygon with the first at the top; `star` puts an inner corner between each two."""
    steps = sides * 2 if star else sides
    points = []
    for step in range(steps):
        angle = 2 * pi * step / steps
        part = star if star and step % 2 else 1.0
        points.append((cx + rx * part * sin(angle), cy - ry * part * cos(angle)))
    return points


def parse_path(text: str) -> PathData:
    """Read the `d` of an SVG path."""
    if len(text) > MAX_PATH:
        raise PathError(f"expected a path of at most {MAX_PATH:,} characters, got {len(text):,}")
    if _PLAIN.fullmatch(text):  # as most drawings are written, and read in a third of the time
        for sign, spelled in _SPELLING:
            text = text.replace(sign, spelled)
        return _SPELLED.decode(f"[{text[1:]}]")
    out: list[str | float] = []
    x = y = start_x = start_y = 0.0
    control: Point | None = None  # the last curve's control point, for S and T
    before = ""
    for command, n in _commands(text):
        name = command.upper()
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if not out and name != "M":
            raise PathError("expected a path that begins with M")
        # Behind Z a path goes on from its start, which takes an M in our four commands.
        if before == "Z" and name not in "MZ":
            out += ("M", x, y)
        if name == "M":
            x, y = start_x, start_y = n[0] + dx, n[1] + dy
            out += ("M", x, y)
        elif name == "Z":
            x, y = start_x, start_y
            out.append("Z")
        elif name in "LHV":
            x = n[0] + dx if name != "V" else x
            y = n[-1] + dy if name != "H" else y
            out += ("L", x, y)
        elif name in "CS":
            if name == "S":
                first = (2 * x - control[0], 2 * y - control[1]) if control and before in "CS" else (x, y)
                # The mirrored point is absolute, and what follows adds dx, dy to all of them.
                n = (first[0] - dx, first[1] - dy, *n)
            control = (n[2] + dx, n[3] + dy)
            out += ("C", n[0] + dx, n[1] + dy, *control, n[4] + dx, n[5] + dy)
            x, y = n[4] + dx, n[5] + dy
        elif name in "QT":
            if name == "T":
                control = (2 * x - control[0], 2 * y - control[1]) if control and before in "QT" else (x, y)
            else:
                control = (n[0] + dx, n[1] + dy)
            end = (n[-2] + dx, n[-1] + dy)
            out += ("C", *_between((x, y), control), *_between(end, control), *end)
            x, y = end
        else:
            end = (n[5] + dx, n[6] + dy)
            for curve in _arc((x, y), end, n[0], n[1], n[2], bool(n[3]), bool(n[4])):
                if not all(map(isfinite, curve)):
                    raise PathError("a number in the path is too large")
                out += ("C", *curve)
            x, y = end
        before = name
    return tuple(out)


def _between(end: Point, control: Point) -> Point:
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def _commands(text: str) -> Iterator[tuple[str, Sequence[float]]]:
    """Each command with its numbers; a repeated command is given again, M as L."""
    head, *parts = _LETTER.split(text)
    if _numbers(head):
        raise PathError("expected a command in the path, got a number")
    for command, rest in zip(parts[::2], parts[1::2], strict=True):
        count = _COUNTS.get(command.upper())
        if count is None:
            raise PathError(f"expected a command in the path, got “{command}”")
        numbers = _arc_numbers(rest) if command in "Aa" else _numbers(rest)
        if not count:
            if numbers:
                raise PathError("expected a command in the path, got a number")
            yield command, ()
        elif not numbers or len(numbers) % count:
            raise PathError(f"expected {count} numbers after “{command}”, got {len(numbers)}")
        for at in range(0, len(numbers), count or 1):
            yield command, numbers[at : at + count]
            command = _REPEATED.get(command, command)


def _numbers(text: str) -> list[float]:
    """Numbers, divided by blanks, commas, or their own signs and points."""
    parts = _PARTS.findall(text)
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        other = next(part for part in parts if len(part) == 1 and not part.isdecimal())
        raise PathError(f"expected a number in the path, got “{other}”") from None
    return _near(numbers)


def _arc_numbers(text: str) -> list[float]:
    """Seven numbers for each arc."""
    numbers: list[float] = []
    at = 0
    while found := _ARC.match(text, at):
        numbers += map(float, found.groups())
        at = found.end()
    if text[at:].strip(" ,\t\r\n"):
        raise PathError("expected 7 numbers for an arc, of which the fourth and fifth are 0 or 1")
    return _near(numbers)


def _near(numbers: list[float]) -> list[float]:
    """Numbers whose squares are numbers, too."""
    if numbers and not -_FARTHEST <= min(numbers) <= max(numbers) <= _FARTHEST:
        raise PathError("a number in the path is too large")
    return numbers


def _arc(
    start: Point, end: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool
) -> Iterator[tuple[float, ...]]:
    """An elliptical arc as cubic curves of at most a quarter turn (SVG 1.1, appendix F.6)."""
    rx, ry = abs(rx), abs(ry)
    if start == end:
        return
    if min(rx, ry) < 1 / _FARTHEST:  # a straight line, as one of no width is
        yield (*start, *end, *end)
        return
    phi = turn * pi / 180
    c, s = cos(phi), sin(phi)
    hx, hy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * hx + s * hy, -s * hx + c * hy
    # Radii too small to reach from end to end are enlarged until they just do (F.6.6).
    excess = (x / rx) ** 2 + (y / ry) ** 2
    if excess > 1:
        rx, ry = rx * sqrt(excess), ry * sqrt(excess)
    under = max(0.0, ((rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2) / ((rx * y) ** 2 + (ry * x) ** 2))
    root = sqrt(under) * (-1 if large == sweep else 1)
    mx, my = root * rx * y / ry, -root * ry * x / rx
    cx, cy = c * mx - s * my + (start[0] + end[0]) / 2, s * mx + c * my + (start[1] + end[1]) / 2
    first = _angle(1, 0, (x - mx) / rx, (y - my) / ry)
    span = _angle((x - mx) / rx, (y - my) / ry, (-x - mx) / rx, (-y - my) / ry)
    if not sweep and span > 0:
        span -= 2 * pi
    elif sweep and span < 0:
        span += 2 * pi
    pieces = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / pieces
    # The handle's length that lets a cubic curve touch the arc in its middle, too.
    handle = 4 / 3 * tan(step / 4)

    def at(angle: float, away: float) -> Point:
        px = rx * (cos(angle) - away * sin(angle))
        py = ry * (sin(angle) + away * cos(angle))
        return cx + c * px - s * py, cy + s * px + c * py

    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        # The end is taken as given: rounding there would leave a gap before the next command.
        last = end if piece == pieces - 1 else at(b, 0)
        yield (*at(a, handle), *at(b, -handle), *last)


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    length = hypot(ux, uy) * hypot(vx, vy)
    if not length:
        return 0.0
    angle = acos(max(-1.0, min(1.0, (ux * vx + uy * vy) / length)))
    return -angle if ux * vy - uy * vx < 0 else angle


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def inverse(matrix: Matrix) -> Matrix | None:
    """The matrix that undoes it; None when it leaves nothing to undo."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-12:
        return None
    return d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area


def turning(degrees: float, cx: float, cy: float) -> Matrix:
    """A turn, clockwise on the page, about a point."""
    angle = degrees * pi / 180
    c, s = round(cos(angle), 12), round(sin(angle), 12)
    return c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy


def scaling(sx: float, sy: float, cx: float, cy: float) -> Matrix:
    """A scale about a point."""
    return sx, 0.0, 0.0, sy, cx - sx * cx, cy - sy * cy


def transform_path(path: PathData, matrix: Matrix) -> PathData:
    """The path moved by the matrix."""
    a, b, c, d, e, f = matrix
    moved: list[str | float] = []
    parts: Iterator[Any] = iter(path)
    for x in parts:
        if type(x) is str:
            moved.append(x)
        else:
            y = next(parts)
            moved += (a * x + c * y + e, b * x + d * y + f)
    return tuple(moved)


def numbers_of(path: PathData) -> list[float]:
    """All but the commands. (A type is compared in half the time of `isinstance`, and drawings are long.)"""
    return [part for part in path if type(part) is not str]  # type: ignore[misc]


def transform_point(x: float, y: float, matrix: Matrix) -> Point:
    """A point moved by the matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def strokes_of(path: PathData) -> Iterator[tuple[Point, ...]]:
    """Each command with where it begins: one point opens a ring, two are a line, four a curve. Z is left out."""
    numbers: list[float] = []
    at = (0.0, 0.0)
    command = ""
    for part in path:
        if isinstance(part, str):
            command = part
            continue
        numbers.append(part)
        if len(numbers) < (6 if command == "C" else 2):
            continue
        points = zip(numbers[::2], numbers[1::2], strict=True)
        stroke = (*points,) if command == "M" else (at, *points)
        yield stroke
        at = stroke[-1]
        numbers = []


def signed_area(path: PathData) -> float:
    """Twice the area within the path's corners; below zero when it runs the other way round."""
    total = 0.0
    start = at = (0.0, 0.0)
    for points in (*strokes_of(path), ((0.0, 0.0),)):
        one, two = (at, start) if len(points) == 1 else (points[0], points[-1])
        total += one[0] * two[1] - two[0] * one[1]
        at = points[-1]
        start = at if len(points) == 1 else start
    return total


def reversed_path(path: PathData) -> PathData:
    """The same outline, run through the other way round; every ring is closed."""
    rings: list[list[tuple[Point, ...]]] = []
    for points in strokes_of(path):
        if len(points) == 1:
            rings.append([])
        rings[-1].append(points)
    out: list[str | float] = []
    for ring in rings:
        out += ("M", *ring[-1][-1])
        for points in reversed(ring[1:]):
            out.append("C" if len(points) == 4 else "L")
            out += [value for point in points[-2::-1] for value in point]
        out.append("Z")
    return tuple(out)
