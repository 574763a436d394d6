"""Projections of one plane onto another. In: pairs of points, one in each plane. Out: the projection that fits best.

Invariant: four pairs, no three of them in a line, are met exactly; more of them with the least squared error of the
equations, each plane measured from the middle of its points, so that large numbers do not drown small ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

Point = tuple[float, float]
Pair = tuple[Point, Point]


class Projection(Struct, frozen=True):
    """x' = (a·x + b·y + c) / (g·x + h·y + 1), y' = (d·x + e·y + f) / (g·x + h·y + 1)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    g: float
    h: float

    def __call__(self, point: Point) -> Point:
        """Where a point of the first plane lies in the second."""
        x, y = point
        depth = self.g * x + self.h * y + 1.0
        if abs(depth) < 1e-12:
            raise ZeroDivisionError("the point lies on the horizon")
        return (self.a * x + self.b * y + self.c) / depth, (self.d * x + self.e * y + self.f) / depth


def projection_of(pairs: Sequence[Pair]) -> Projection:
    """The projection of the first points of the pairs onto the second. ValueError when they do not fix one."""
    if len(pairs) < 4:
        raise ValueError("a projection needs four pairs")
    (ox, oy), scale = _middle([one for one, _ in pairs])
    (px, py), size = _middle([other for _, other in pairs])
    rows: list[list[float]] = []
    for one, other in pairs:
        x, y = (one[0] - ox) / scale, (one[1] - oy) / scale
        u, v = (other[0] - px) / size, (other[1] - py) / size
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -x * u, -y * u, u])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -x * v, -y * v, v])
    a, b, c, d, e, f, g, h = _least_squares(rows)
    # Back from the measures that both planes were given: first plane, then second.
    g, h, depth = g / scale, h / scale, 1.0 - (g * ox + h * oy) / scale
    a, b, c = a / scale, b / scale, c - (a * ox + b * oy) / scale
    d, e, f = d / scale, e / scale, f - (d * ox + e * oy) / scale
    a, b, c = a * size + px * g, b * size + px * h, c * size + px * depth
    d, e, f = d * size + py * g, e * size + py * h, f * size + py * depth
    if abs(depth) < 1e-12:
        raise ValueError("the points do not fix a projection")
    return Projection(*(value / depth for value in (a, b, c, d, e, f, g, h)))


def _middle(points: Sequence[Point]) -> tuple[Point, float]:
    """The middle of points, and how far from it they are."""
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    away = sum(hypot(px - x, py - y) for px, py in points) / len(points)
    if away <= 0:
        raise ValueError("the points are all the same")
    return (x, y), away


def _least_squares(rows: Sequence[Sequence[float]]) -> list[float]:
    """The unknowns of linear equations, the last column being what they come to, by Gaussian elimination."""
    count = len(rows[0]) - 1
    table = [[sum(row[i] * row[j] for row in rows) for j in range(count + 1)] for i in range(count)]
    for step in range(count):
        best = max(range(step, count), key=lambda row: abs(table[row][step]))
        if abs(table[best][step]) < 1e-13:
            raise ValueError("the points do not fix a projection")
        table[step], table[best] = table[best], table[step]
        for row in range(count):
            if row != step and (factor := table[row][step] / table[step][step]):
                table[row] = [value - factor * lead for value, lead in zip(table[row], table[step], strict=True)]
    return [table[row][count] / table[row][row] for row in range(count)]
