"""Draws figures of Drum Roll (poses.yaml, bills.yaml), events of Suomi 1918 (events.yaml), bands of Keikalla
(bands.yaml), and what is worn, as icons.

Run in a checkout: python docs/figures/make.py [name …]. Without a change of the data nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import yaml

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from brush import away, disc, filled, lined, number, placed, shaded, star, stencilled, tapered  # noqa: E402
from rig import Figure  # noqa: E402

AROUND = ((-1, 0), (0.1, -0.9), (1, 0.1), (-0.2, 0.8))  # of a dent
LAYOUTS = HERE.parent.parent / "layouts"


def drawn(entry: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """One entry of a scene: a figure, a prop at its place, or a shape."""
    if "man" in entry:
        yield from Figure(entry["man"], data).parts()
    elif "group" in entry:
        inside = [part for one in entry["group"] for part in drawn(one, data)]
        yield placed(
            inside, tuple(entry.get("at", (0, 0))), entry.get("turn", 0), entry.get("size", 1), entry.get("flip", False)
        )
    elif "prop" in entry:
        inside = [part for one in data["props"][entry["prop"]] for part in drawn(one, data)]
        for where in entry.get("each", [entry.get("at")]):
            x, y, *turn = where
            yield placed(
                inside,
                (x, y),
                turn[0] if turn else entry.get("turn", 0),
                entry.get("size", 1),
                entry.get("flip", False),
            )
    elif "line" in entry:
        yield lined(entry["d"], entry["line"], entry.get("w", 1.4), entry.get("outline", 0))
    elif "shade" in entry:
        yield shaded(entry["shade"])
    else:
        yield filled(shape(entry), entry["fill"], entry.get("outline", 1.5))


def shape(entry: Mapping[str, Any]) -> str:
    if "disc" in entry:
        return "".join(disc((x, y), r) for x, y, r in entry["disc"])
    if "star" in entry:
        return "".join(star((x, y), r) for x, y, r in entry["star"])
    if "taper" in entry:
        return "".join(tapered((ax, ay), ra, (bx, by), rb) for ax, ay, ra, bx, by, rb in entry["taper"])
    return str(entry["d"])


def picture(name: str, data: Mapping[str, Any]) -> str:
    scene = data["scenes"][name]
    parts = [part for entry in scene["draw"] for part in drawn(entry, data)]
    if data.get("stencil"):
        parts = [stencilled(part) for part in parts]
    lines = "\n".join(f"  {part}" for part in parts)
    view = " ".join(number(length) for length in scene.get("view", data["room"]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n  <title>{scene["title"]}</title>'
    return f"{head}\n{lines}\n</svg>\n"


def poses() -> dict[str, Any]:
    """Drum Roll: figures with a line around them, in three colours: performers, and what stands on the other bills."""
    performers, bills = (yaml.safe_load((HERE / name).read_text("utf-8")) for name in ("poses.yaml", "bills.yaml"))
    return {**performers, **{kind: {**performers[kind], **bills[kind]} for kind in bills}}


def beside_the_circus(name: str) -> dict[str, Any]:
    """Figures of another game, with costumes, hats and props of its own beside those of the circus."""
    circus, own = poses(), yaml.safe_load((HERE / name).read_text("utf-8"))
    both = {kind: {**circus[kind], **own[kind]} for kind in ("costumes", "hats", "props") if kind in own}
    return {**circus, **own, **both}


def worn(seed: int = 1918, width: int = 690, height: int = 530, specks: int = 60) -> str:
    """Where old type has not taken the ink: specks strewn over a field, its long edges rough. In tenths of a mm."""
    draw, dents = Random(seed), []

    def dent(x: float, y: float, size: float) -> str:
        corners = [(x + size * draw.uniform(0.3, 1) * dx, y + size * draw.uniform(0.3, 1) * dy) for dx, dy in AROUND]
        return "M" + "L".join(f"{px:.0f} {py:.0f}" for px, py in corners) + "Z"

    for _ in range(specks):
        dents.append(dent(draw.uniform(0, width), draw.uniform(0, height), draw.choice([1.6, 2, 2.6, 3.6])))
    for edge in (0, height):
        dents.extend(dent(x + draw.uniform(-4, 4), edge, draw.uniform(2, 6)) for x in range(0, width, 24))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n  <title>worn type</title>'
    return f'{head}\n  <path d="{"".join(dents)}" fill="currentColor"/>\n</svg>\n'


def gouges(seed: int = 1849, rows: int = 22) -> str:
    """The strokes of the gouge around what a woodcut shows: rows of short slanting cuts, thinner towards the rim."""
    draw, cuts = Random(seed), []
    for row in range(rows):
        y = 100 * (row + 0.5) / rows
        half = 50 * (1 - ((y - 50) / 50) ** 2) ** 0.5
        x = 50 - half + draw.uniform(0, 6)
        while x < 50 + half - 4:
            long = min(draw.uniform(7, 15), 50 + half - x)
            thick = 1.5 * (1 - 0.75 * max(abs(x + long / 2 - 50), abs(y - 50)) / 50)
            rise = -0.16 * long
            top, low = (
                f"{x + long / 2:.1f} {y + rise / 2 - thick:.1f}",
                f"{x + long / 2:.1f} {y + rise / 2 + thick:.1f}",
            )
            cuts.append(f"M{x:.1f} {y:.1f}Q{top} {x + long:.1f} {y + rise:.1f}Q{low} {x:.1f} {y:.1f}Z")
            x += long + draw.uniform(2, 4.5)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n  <title>strokes of a gouge</title>'
    return f'{head}\n  <path d="{"".join(cuts)}" fill="currentColor"/>\n</svg>\n'


def beams(foot: tuple[float, float], begin: float, end: float, count: int, title: str) -> str:
    """Rays from a point at the edge of a poster's field: light, then as broad a gap. Angles in degrees, 0 is up."""
    step = (end - begin) / (2 * count - 1)
    angles = [begin + 2 * step * k for k in range(count)]
    corners = [(away(foot, angle, 900), away(foot, angle + step, 900)) for angle in angles]
    rays = "".join(f"M{foot[0]} {foot[1]}L{x:.0f} {y:.0f}L{u:.0f} {v:.0f}Z" for (x, y), (u, v) in corners)
    return field(rays, title)


def sleet(seed: int = 8, width: int = 690, height: int = 530, rows: int = 9) -> str:
    """Slanting strokes of a knife, row under row."""
    draw, cuts = Random(seed), []
    for row in range(rows):
        for x in range(-60, width + 60, 46):
            left, top = x + draw.uniform(-16, 16) + 23 * (row % 2), height * row / rows + draw.uniform(-12, 12)
            long, thick = draw.uniform(26, 58), draw.uniform(4, 8)
            cuts.append(f"M{left:.0f} {top:.0f}l{-0.42 * long:.1f} {long:.1f}l{thick:.1f} {-0.1 * long:.1f}Z")
    return field("".join(cuts), "sleet")


def drifts(seed: int = 18, width: int = 690, height: int = 530, rows: int = 15) -> str:
    """Lines of snow that swell and end."""
    draw, cuts = Random(seed), []
    for row in range(rows):
        y, x = height * (row + 0.5) / rows, draw.uniform(-160, 0)
        while x < width:
            long, thick = draw.uniform(90, 260), draw.uniform(3, 8)
            cuts.append(
                f"M{x:.0f} {y:.1f}q{long / 2:.0f} {-thick:.1f} {long:.0f} 0q{-long / 2:.0f} {thick:.1f} {-long:.0f} 0Z"
            )
            x += long + draw.uniform(16, 60)
    return field("".join(cuts), "drifts of snow")


def field(d: str, title: str) -> str:
    """One path on the field of a number card, in tenths of a mm, cut off at its edge."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 530">\n  <title>{title}</title>'
    return f'{head}\n  <path d="{d}" fill="currentColor"/>\n</svg>\n'


GRAIN = {
    "suomi1918/icons/worn.svg": worn,
    "suomi1918/icons/field-black.svg": sleet,
    "suomi1918/icons/field-white.svg": drifts,
    "kalevala/icons/gouges.svg": gouges,
}
RAYS = {
    "suomi1918/icons/field-blue.svg": partial(beams, (345, 560), -88, 88, 13, "a rising sun"),
    "suomi1918/icons/field-red.svg": partial(beams, (30, 545), -6, 96, 9, "light from below"),
}
GAMES = {
    "drumroll": poses,
    "suomi1918": partial(beside_the_circus, "events.yaml"),  # cut out of one colour
    "keikalla": partial(beside_the_circus, "bands.yaml"),
}

if __name__ == "__main__":
    for file, drawing in {**GRAIN, **RAYS}.items():
        (LAYOUTS / file).write_text(drawing(), "utf-8")
    for game, read in GAMES.items():
        data = read()
        for name in data["scenes"]:
            if not sys.argv[1:] or name in sys.argv[1:]:
                (LAYOUTS / game / "icons" / f"{name}.svg").write_text(picture(name, data), "utf-8")
