"""The chances of a game as a plot. In: for each seat its chances by ply, and marks. Out: one `<svg>`, well-formed XML.

Invariant: lines differ in their dashes as well as in colour and are named at their ends; bands are 95 % intervals;
every number is in the table below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.playtest.advice.review import Point
from pnp.playtest.reports.plot import draw_area, draw_curve, draw_dot, draw_line, draw_svg, draw_text, short

WIDTH, TALL = 960, 300
LEFT, RIGHT, TOP, AXIS = 52, 108, 14, 30
APART = 16  # between names at the right


class Curve(Struct, frozen=True):
    """The chances of one seat."""

    name: str
    points: Sequence[Point]
    end: tuple[int, float] | None  # the ply after the last line, and what became of it


class Mark(Struct, frozen=True):
    """A numbered place on a curve."""

    name: str
    ply: int
    at: float


def plot_chances(title: str, curves: Sequence[Curve], marks: Sequence[Mark]) -> str:
    """The curves of all seats."""
    plies = [point.ply for curve in curves for point in curve.points] + [c.end[0] for c in curves if c.end is not None]
    first, last = min(plies), max(plies)

    def x(ply: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (ply - first) / max(last - first, 1)

    def y(share: float) -> float:
        return TOP + TALL * (1 - share)

    parts = []
    for at in range(5):
        parts.append(draw_line("grid", LEFT, y(at / 4), WIDTH - RIGHT, y(at / 4)))
        parts.append(draw_text("tick", LEFT - 8, y(at / 4) + 4, f"{25 * at} %", "end"))
    step = _step(last - first)
    for ply in range(-(-first // step) * step, last + 1, step):
        parts.append(draw_text("tick", x(ply), TOP + TALL + 20, f"{ply}", "middle"))
    for number, curve in enumerate(curves):
        high = [(x(point.ply), y(point.chance.high)) for point in curve.points]
        low = [(x(point.ply), y(point.chance.low)) for point in reversed(curve.points)]
        parts.append(draw_area(f"band seat{number}", [*high, *low]))
    for number, curve in enumerate(curves):
        places = [(x(point.ply), y(point.chance.mean)) for point in curve.points]
        if curve.end is not None:
            places.append((x(curve.end[0]), y(curve.end[1])))
        parts.append(draw_curve(f"curve seat{number}", places))
    ends = [y(curve.points[-1].chance.mean if curve.end is None else curve.end[1]) for curve in curves]
    for number, (curve, down) in enumerate(zip(curves, _spread(ends), strict=True)):
        parts.append(draw_line(f"curve seat{number}", WIDTH - RIGHT + 6, down, WIDTH - RIGHT + 26, down))
        parts.append(draw_text("name", WIDTH - RIGHT + 31, down + 4, short(curve.name, 11), "start"))
    for mark in marks:
        parts.append(draw_dot("mark", x(mark.ply), y(mark.at), 8))
        parts.append(draw_text("number", x(mark.ply), y(mark.at) + 4, mark.name, "middle"))
    return draw_svg(title, TOP + TALL + AXIS, parts, WIDTH)


def _spread(ends: Sequence[float]) -> list[float]:
    """The heights of names, none over another."""
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    heights, least = list(ends), TOP
    for place, at in enumerate(order):
        most = TOP + TALL - APART * (len(order) - place - 1)
        heights[at] = min(max(ends[at], least), most)
        least = heights[at] + APART  # type: ignore[assignment]
    return heights


def _step(span: int) -> int:
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10**9) if span / step <= 12)
