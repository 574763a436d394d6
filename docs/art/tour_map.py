"""Finland for Keikalla's tour map and its Venue cards, from finland.yaml beside this file.

Run in a checkout: python docs/art/tour_map.py; it writes layouts/keikalla/icons/finland.svg and land-*.svg. The
projection is that of the towns (cards/keikalla/map.yaml), in mm from the top left corner of the sheet; the far north
lies above its upper edge.
"""

from __future__ import annotations

from math import cos, hypot, radians
from pathlib import Path
from random import Random

import yaml
from pen import Pen, Point, n, poly

HERE = Path(__file__).parent
ICONS = HERE.parents[1] / "layouts" / "keikalla" / "icons"
SHEET = (-3.0, -3.0, 303.0, 426.0)
Ring = list[Point]


def projected(lon: float, lat: float) -> Point:
    """Where a place lies on the sheet: 0.42 mm for a kilometre."""
    return (lon - 26) * 111.32 * cos(radians(lat)) * 0.42 + 176.27, -lat * 111.2 * 0.42 + 3194.79


def rings(key: str, data: dict[str, list[str]]) -> list[Ring]:
    """All outlines of one kind."""
    found = []
    for row in data[key]:
        numbers = [float(word) for word in row.split()]
        found.append([projected(lon, lat) for lon, lat in zip(numbers[::2], numbers[1::2], strict=True)])
    return found


def simpler(ring: Ring, tolerance: float) -> Ring:
    """With only the corners that matter at this scale (Douglas and Peucker)."""
    half = max(range(len(ring)), key=lambda at: hypot(ring[at][0] - ring[0][0], ring[at][1] - ring[0][1]))
    return _line(ring[: half + 1], tolerance)[:-1] + _line([*ring[half:], ring[0]], tolerance)[:-1]


def _line(points: Ring, tolerance: float) -> Ring:
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay)
    far, at = 0.0, 0
    for number, (x, y) in enumerate(points[1:-1], 1):
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else hypot(x - ax, y - ay)
        if off > far:
            far, at = off, number
    if far <= tolerance:
        return [points[0], points[-1]]
    return _line(points[: at + 1], tolerance)[:-1] + _line(points[at:], tolerance)


def area(ring: Ring) -> float:
    """Square millimetres."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


def rough(found: list[Ring], tolerance: float, least: float) -> list[Ring]:
    """For a small or a broad drawing."""
    made = [simpler(ring, tolerance) for ring in found]
    return [ring for ring in made if len(ring) > 2 and area(ring) > least]


def outline(found: list[Ring]) -> str:
    """All of them as path data."""
    return "".join(map(poly, found))


def finland(land: list[Ring], lakes: list[Ring]) -> Pen:
    """The whole country, as it stands at the foot of a Venue card: 17 times smaller than on the map."""
    pen = Pen("Finland and its lakes", (62, -80, 222, 486))
    pen.fill("ink", outline(rough(land, 1.6, 40)))
    pen.fill("ground", outline(rough(lakes, 1.0, 18)))
    return pen


def coast(found: list[Ring]) -> Pen:
    """Water lines: three along every coast."""
    pen = Pen("water lines", SHEET)
    broad = outline(rough(found, 1.6, 24))
    for width in (13.0, 8.6, 4.6):
        pen.line("ink", width, broad)
        pen.line("ground", width - 0.7, broad)
    return pen


def holds(ring: Ring, x: float, y: float) -> bool:
    """Whether a point lies inside an outline."""
    sides = zip(ring, [*ring[1:], ring[0]], strict=True)
    return (
        sum((a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in sides) % 2
        == 1
    )


def forest(land: list[Ring], lakes: list[Ring], chance: Random) -> Pen:
    """Spruces over the land, fells among them in the north; none in a lake or on the shore."""
    pen, shores, waters = Pen("forest and fells", SHEET), rough(land, 0.5, 60), rough(lakes, 0.5, 4)
    found: list[Point] = []
    for _ in range(9000):
        x, y = round(chance.uniform(60, 292), 1), round(chance.uniform(2, 410), 1)
        if any(hypot(x - a, y - b) < 8.4 for a, b in found):
            continue
        around = [(x + dx, y + dy) for dx, dy in ((0, 0), (3, 1), (-3, 1), (0, -4))]
        on_land = all(any(holds(ring, *point) for ring in shores) for point in around)
        if on_land and not any(holds(ring, *point) for ring in waters for point in around):
            found.append((x, y))
    for x, y in found:
        if chance.random() < (90 - y) / 110:
            wide = chance.uniform(4, 6.5)
            pen.line("ink", 0.5, f"M{n(x - wide / 2)} {n(y)}q{n(wide / 2)} {n(-wide * 0.62)} {n(wide)} 0")
            continue
        for dx, high in ((0.0, chance.uniform(3.2, 4.6)), (chance.choice((-1.9, 1.9)), chance.uniform(2.2, 3.2))):
            right = "".join(
                f"l{n(px * high)} {n(py * high)}" for px, py in ((0.27, 0.62), (-0.14, -0.05), (0.23, 0.43))
            )
            left = "".join(f"l{n(px * high)} {n(py * high)}" for px, py in ((0.23, -0.43), (-0.14, 0.05)))
            pen.fill("ink", f"M{n(x + dx)} {n(y - high)}{right}h{n(-0.72 * high)}{left}Z")
    return pen


def grid() -> Pen:
    """Degrees: meridians every second, parallels every one."""
    pen = Pen("degrees", SHEET)
    for lon in range(14, 42, 2):
        pen.line("ink", 0.25, poly([projected(lon, 59 + part / 2) for part in range(23)], False))
    for lat in range(59, 71):
        y = projected(26, lat)[1]
        pen.line("ink", 0.25, f"M-4 {n(y)}H301")
    return pen


def main() -> None:
    """All drawings."""
    data = yaml.safe_load((HERE / "finland.yaml").read_text("utf-8"))
    land, abroad = rings("land", data), rings("neighbours", data)
    lakes = rings("lakes", data) + rings("sketched", data)
    plain = {"abroad": abroad, "finland": land, "lakes": lakes}
    drawings = {
        "finland": finland(land, [ring for ring in lakes if max(x for x, _ in ring) < 280]),
        "land-coast": coast(land + abroad),
        "land-grid": grid(),
        "land-forest": forest(land, lakes, Random("forest")),
    }
    for name, found in plain.items():
        drawings[f"land-{name}"] = pen = Pen(name, SHEET)
        pen.body("ground" if name == "lakes" else "accent", outline(found), {"finland": 0.8}.get(name, 0.3))
    for name, pen in drawings.items():
        (ICONS / f"{name}.svg").write_text(pen.svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
