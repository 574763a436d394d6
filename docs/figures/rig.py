"""A performer from a rig: joints, tapered limbs, hands, shoes, a costume, and one tone of shadow.

In: a pose (where hips, hands and feet are) and a costume, as poses.yaml has them. Out: the parts as SVG, as painted.
Invariant: limbs keep their lengths; hands and feet that are too far away are drawn as far as the limb reaches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import acos, degrees, hypot
from typing import Any

from brush import Point, at, away, disc, filled, heading, lined, shaded, star, tapered
from heads import head

TORSO, NECK, SHOULDERS, HIPS = 23.0, 4.5, 7.6, 3.9
UPPER_ARM, FOREARM = 12.5, 11.5
THIGH, SHIN, FOOT = 18.0, 17.5, 6.5


def shadow(a: Point, ra: float, b: Point, rb: float) -> str:
    """The side of a limb that is turned from the light, which comes from the upper left."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    if nx + 0.6 * ny < 0:
        nx, ny = -nx, -ny
    edges = [
        (p[0] + nx * r * part, p[1] + ny * r * part)
        for p, r, part in ((a, ra, 0.3), (b, rb, 0.3), (b, rb, 1), (a, ra, 1))
    ]
    return "M" + "L".join(at(point) for point in edges) + "Z"


def joint(start: Point, end: Point, first: float, second: float, bend: float) -> tuple[Point, Point]:
    """Elbow or knee, and where the limb ends, when it reaches for `end`."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    reach = min(max(far, abs(first - second) + 0.5), (first + second) * 0.998)
    toward = heading(start, end)
    inner = degrees(acos(max(-1.0, min(1.0, (first**2 + reach**2 - second**2) / (2 * first * reach)))))
    return away(start, toward + bend * inner, first), away(start, toward, reach)


class Figure:
    """One performer. Sides are those of the picture: 0 is the left."""

    def __init__(self, pose: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self.data = data
        costume = data["costumes"][pose["costume"]]
        self.pose, self.wear = pose, {**costume, **pose.get("wear", {})}
        self.size: float = pose.get("size", 1)
        self.lean: float = pose.get("lean", 0)
        self.hip: Point = tuple(pose["at"])
        self.neck = away(self.hip, self.lean, TORSO * self.size)
        narrow = 0.5 if pose.get("side") else 1.0
        self.girth: float = self.wear.get("girth", 1) * (0.86 if pose.get("side") else 1)
        self.shoulders = [self.across(self.neck, side * SHOULDERS * narrow * self.girth, 2.4) for side in (-1, 1)]
        self.hips = [self.across(self.hip, side * HIPS * narrow, -0.5) for side in (-1, 1)]

    def across(self, start: Point, aside: float, down: float = 0) -> Point:
        """From a point on the spine: aside, and down along it."""
        return away(away(start, self.lean + 90, aside * self.size), self.lean + 180, down * self.size)

    def parts(self) -> Iterator[str]:
        drawn = {
            "legs": lambda: [*self.leg(0), *self.leg(1)],
            "leg0": lambda: self.leg(0),
            "leg1": lambda: self.leg(1),
            "arms": lambda: [*self.arm(0), *self.arm(1)],
            "arm0": lambda: self.arm(0),
            "arm1": lambda: self.arm(1),
            "body": self.body,
            "head": self.head,
            "back": self.behind,
        }
        for name in self.pose.get("order", "back legs body arms head").split():
            yield from drawn[name]()

    # limbs
    def arm(self, side: int) -> Iterator[str]:
        s = self.size
        start, bend = self.shoulders[side], self.pose.get("elbows", [-1, 1])[side]
        elbow, wrist = joint(start, tuple(self.pose["hands"][side]), UPPER_ARM * s, FOREARM * s, bend)
        thick = self.wear.get("arm", 1) * s
        segments = (start, 3.1 * thick, elbow, 2.5 * thick), (elbow, 2.5 * thick, wrist, 1.8 * thick)
        sleeve = self.wear.get("sleeves", "light")
        yield self.hand(wrist, heading(elbow, wrist), side)
        yield filled(tapered(*segments[0]) + tapered(*segments[1]), sleeve)
        yield shaded(shadow(*segments[0]) + shadow(*segments[1]))
        if band := self.wear.get("cuffs"):
            yield filled(
                tapered(
                    away(wrist, heading(wrist, elbow), 2.6 * s),
                    2.1 * s,
                    away(wrist, heading(wrist, elbow), 0.4 * s),
                    2.2 * s,
                ),
                band,
                0.8,
            )
        if self.wear.get("puffs"):
            yield filled(disc(away(start, heading(start, elbow), 2.4 * s), 4.1 * s), self.wear["puffs"])

    def hand(self, wrist: Point, toward: float, side: int) -> str:
        s = self.size
        form = self.pose.get("grip", ["open", "open"])[side]
        palm = away(wrist, toward, 1.9 * s)
        if form == "fist":
            return filled(disc(palm, 2.7 * s), self.wear.get("gloves", "light"))
        thumb_side = self.pose.get("thumbs", [1, -1])[side]
        fingers = tapered(palm, 2.3 * s, away(palm, toward, 3.3 * s), 1.5 * s)
        thumb = tapered(palm, 1.4 * s, away(palm, toward + thumb_side * 58, 3.5 * s), 0.9 * s)
        if form == "point":
            fingers = disc(palm, 2.5 * s) + tapered(palm, 1.2 * s, away(palm, toward, 5.4 * s), 0.9 * s)
        return filled(fingers + thumb, self.wear.get("gloves", "light"))

    def leg(self, side: int) -> Iterator[str]:
        s = self.size
        start, bend = self.hips[side], self.pose.get("knees", [-1, 1])[side]
        stretch = self.wear.get("legs_long", 1)
        knee, ankle = joint(start, tuple(self.pose["feet"][side]), THIGH * s * stretch, SHIN * s * stretch, -bend)
        thick = self.wear.get("leg", 1) * s
        segments = (start, 4.3 * thick, knee, 3.1 * thick), (knee, 3.1 * thick, ankle, 1.9 * thick)
        yield from self.shoe(ankle, heading(knee, ankle), side)
        yield filled(tapered(*segments[0]) + tapered(*segments[1]), self.wear.get("tights", "light"))
        if stripe := self.wear.get("stripe"):
            yield lined(f"M{at(start)}L{at(knee)}L{at(ankle)}", stripe, 1.1 * s)
        yield shaded(shadow(*segments[0]) + shadow(*segments[1]))
        if boots := self.wear.get("boots"):
            top = away(ankle, heading(ankle, knee), 9.5 * s)
            yield filled(tapered(top, 3.1 * thick, ankle, 2.1 * thick), boots)
        if bare := self.wear.get("shorts"):
            yield filled(tapered(start, 4.4 * thick, away(start, heading(start, knee), 9 * s), 4.2 * thick), bare)

    def shoe(self, ankle: Point, shin: float, side: int) -> Iterator[str]:
        s, colour = self.size, self.wear.get("shoes", "ink")
        toward = self.pose.get("toes", [-78, 78])[side]
        if toward == "point":
            yield filled(tapered(ankle, 1.9 * s, away(ankle, shin, 6.4 * s), 0.9 * s), colour)
            return
        heel = away(ankle, toward + 180, 1.2 * s)
        yield filled(tapered(heel, 2.1 * s, away(away(ankle, toward, FOOT * s), shin, 0.7 * s), 1.4 * s), colour)

    # body and costume
    def outline(self, wide: float = 1) -> str:
        g = self.girth * wide
        left = [
            self.across(self.neck, -x * g, y)
            for x, y in ((2.2, -1), (9.8, 0), (7.9, 9), (5.6, 16.6), (6.2, 20), (7.3, 25.5))
        ]
        right = [
            self.across(self.neck, x * g, y)
            for x, y in ((2.2, -1), (9.8, 0), (7.9, 9), (5.6, 16.6), (6.2, 20), (7.3, 25.5))
        ]
        a, b, c, d, e, f = left
        k, j, i, h, g2, f2 = right
        bottom = self.across(self.neck, 0, 27.2)
        return (
            f"M{at(a)}C{at(b)} {at(b)} {at(c)}C{at(d)} {at(e)} {at(f)}Q{at(bottom)} {at(f2)}"
            f"C{at(g2)} {at(h)} {at(i)}C{at(j)} {at(j)} {at(k)}Z"
        )

    def width(self, down: float) -> float:
        """Half of the body's width so far below the neck."""
        steps = ((0, 6.5), (4, 8.6), (9, 7.7), (16, 6.1), (20, 6.2), (25.5, 7.2))
        for (y0, w0), (y1, w1) in pairwise(steps):
            if down <= y1:
                return (w0 + (w1 - w0) * (down - y0) / (y1 - y0)) * self.girth
        return steps[-1][1] * self.girth

    def belt(self, top: float, bottom: float, left: float = -1, right: float = 1) -> str:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return "M" + "L".join(at(self.across(self.neck, part * self.width(down), down)) for part, down in corners) + "Z"

    def spine(self, *points: tuple[float, float]) -> str:
        """A closed shape in the body's own measure: aside and down from the neck."""
        return "M" + "L".join(at(self.across(self.neck, x * self.girth, y)) for x, y in points) + "Z"

    def behind(self) -> Iterator[str]:
        if cape := self.wear.get("cape"):
            sway = self.pose.get("sway", 0)
            yield filled(
                self.spine(
                    (-8, 0), (8, 0), (13 + sway, 20), (17 + sway, 50), (sway, 46), (-17 + sway, 50), (-13 + sway, 20)
                ),
                cape,
            )
        if tails := self.wear.get("tails"):
            yield filled(self.spine((-6.4, 16), (6.4, 16), (10, 40), (3.5, 42), (0, 26), (-3.5, 42), (-10, 40)), tails)

    def body(self) -> Iterator[str]:
        s, suit = self.size, self.wear.get("suit", "gold")
        trim = self.wear.get("trim", "hue")
        chin = away(self.neck, self.turned(), (NECK + 1) * s)
        yield filled(tapered(away(self.neck, self.lean, -1.5 * s), 2.9 * s, chin, 2.5 * s), "light")
        yield filled(self.outline(), suit)
        for mark in self.wear.get("marks", "").split():
            yield from self.mark(mark, trim)
        yield shaded(self.spine((2.6, 1), (8.2, 2), (7.6, 9), (5.6, 16), (7, 25), (2.4, 26)))
        yield from self.skirt()

    def mark(self, name: str, trim: str) -> Iterator[str]:
        """What a costume has on it."""
        if name == "stripes":
            yield filled("".join(self.belt(top, top + 2.5) for top in (3.4, 8.6, 13.8, 19)), trim, 0)
        elif name == "bars":
            yield filled("".join(self.belt(1.5, 24.5, left, left + 0.24) for left in (-0.72, -0.12, 0.48)), trim, 0)
        elif name == "diamonds":
            middles = (0, 5), (-4.4, 9.6), (4.4, 9.6), (0, 14.2), (-3.6, 18.8), (3.6, 18.8), (0, 23)
            forms = [self.spine((x, y - 3), (x + 2.2, y), (x, y + 3), (x - 2.2, y)) for x, y in middles]
            yield filled("".join(forms), trim, 0)
        elif name == "dots":
            left = (-4.6, 5), (-1.6, 10), (-4, 14.6), (-4.2, 21)
            right = (1, 4), (5.4, 7), (3.4, 12.4), (1, 18), (5, 20.6)
            middles = [self.across(self.neck, x * self.girth, y) for x, y in left + right]
            yield filled("".join(disc(middle, 1.35 * self.size) for middle in middles), trim, 0)
        elif name == "star":
            yield filled(star(self.across(self.neck, 0, 9), 4.6 * self.size, self.lean), trim, 0)
        elif name == "belt":
            yield filled(self.belt(16.4, 19.6), trim, 0.8)
        elif name == "sash":
            yield filled(self.spine((-7.8, 2), (-4.2, 1), (6.4, 19), (6.6, 23)), trim, 0.8)
        elif name == "singlet":  # one strap, bare on the other side
            yield filled(
                self.spine(
                    (-7.6, 1), (-3.2, 0), (-0.6, 5), (6.6, 9), (6.2, 16), (7, 26), (-7, 26), (-6, 16), (-7.8, 8)
                ),
                trim,
                0.8,
            )
        elif name == "vest":  # open over a bare chest
            for way in (-1, 1):
                yield filled(
                    self.spine((way * 3, 0), (way * 8.4, 1.4), (way * 7.6, 9), (way * 6, 17.5), (way * 2.6, 17.5)),
                    trim,
                    0.8,
                )
        elif name == "shirt":  # a coat with lapels, shirt and bow tie
            yield filled(self.spine((-3.4, -0.6), (3.4, -0.6), (1.6, 9), (0, 15.4), (-1.6, 9)), "light", 0.7)
            for way in (-1, 1):
                yield filled(self.spine((0, 2.4), (way * 3.6, 0.6), (way * 3.6, 4.2)), trim, 0.5)
            buttons = [disc(self.across(self.neck, 0, y), 0.75 * self.size) for y in (7.4, 11)]
            yield filled("".join(buttons), "ink", 0)
        elif name == "braid":  # a uniform: bars across and buttons
            ends = [[self.across(self.neck, x, y) for x in (-4.6, 4.6)] for y in (3.6, 7.8, 12)]
            yield lined("".join(f"M{at(one)}L{at(other)}" for one, other in ends), trim, 1.3 * self.size)
            for way in (-1, 1):
                yield filled(disc(self.across(self.neck, way * 7.6, 1.8), 2.5 * self.size), trim, 0.8)
        elif name == "collar":  # a ruff
            for x in (-6, -3.6, -1.2, 1.2, 3.6, 6):
                yield filled(disc(self.across(self.neck, x, 1 - abs(x) * 0.1), 1.9 * self.size), "light", 0.7)
        elif name == "sailor":
            yield filled(self.spine((-7, 0.4), (7, 0.4), (5.6, 6.4), (0, 10.6), (-5.6, 6.4)), trim, 0.7)
            yield filled(self.spine((-2.6, -1), (2.6, -1), (0, 6.4)), "light", 0.5)
        elif name == "necklace":
            yield filled(self.spine((-4.6, -0.6), (4.6, -0.6), (3, 4), (0, 5.6), (-3, 4)), "light", 0)
        else:
            raise ValueError(f"no mark of a costume is called {name}")

    def skirt(self) -> Iterator[str]:
        form, colour, trim = (
            self.wear.get("skirt"),
            self.wear.get("skirt_colour", self.wear.get("suit", "gold")),
            self.wear.get("trim", "hue"),
        )
        sway = self.pose.get("sway", 0)
        if form == "tutu":
            yield filled(
                self.spine(
                    (-5.6, 17),
                    (5.6, 17),
                    (14.4 + sway, 24),
                    (12.4 + sway, 27.4),
                    (8 + sway, 26),
                    (4 + sway, 28.6),
                    (sway, 26.6),
                    (-4 + sway, 28.6),
                    (-8 + sway, 26),
                    (-12.4 + sway, 27.4),
                    (-14.4 + sway, 24),
                ),
                colour,
            )
            yield shaded(self.spine((3, 19), (5.6, 17), (14.4 + sway, 24), (12.4 + sway, 27.4), (8 + sway, 26)))
        elif form == "long":
            yield filled(
                self.spine((-5.8, 16), (5.8, 16), (9, 28), (14 + sway, 59), (-14 + sway, 59), (-9, 28)), colour
            )
            yield shaded(self.spine((3, 18), (5.8, 16), (9, 28), (14 + sway, 59), (6 + sway, 59)))
            yield filled(self.spine((-13.2 + sway, 55), (13.2 + sway, 55), (14 + sway, 59), (-14 + sway, 59)), trim, 0)
        elif form == "trunks":
            yield filled(self.spine((-6, 19), (6, 19), (8.4, 28), (2.4, 30), (0, 27.4), (-2.4, 30), (-8.4, 28)), colour)

    # head
    def turned(self) -> float:
        return self.pose.get("head", self.lean)

    def head(self) -> Iterator[str]:
        middle = away(self.neck, self.turned(), (NECK + 6.2) * self.size)
        yield head(self.wear, self.pose, self.data, middle, self.turned(), self.size)
