"""The weather on Keikalla's roads: what stands behind the sign of a Movement card, drawn by its name and a seed.

Run in a checkout: python docs/art/weather.py; it writes layouts/keikalla/icons/weather-*.svg, each 69 × 33 mm with the
horizon at its lower edge. The sky itself is a rectangle of the layout.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path
from random import Random

from pen import Pen, bent, disc, n, poly
from venues import spruce

ICONS = Path(__file__).parents[2] / "layouts" / "keikalla" / "icons"
WIDTH, HORIZON = 69.0, 33.0


def forest(pen: Pen, chance: Random, tall: float) -> None:
    """Spruces along the horizon, lower in the middle, where the road comes from."""
    x = -2.0
    while x < WIDTH + 2:
        near = min(1.0, abs(x - WIDTH / 2) / 22)
        spruce(pen, x, HORIZON + 0.6, tall * (0.45 + 0.55 * near) * chance.uniform(0.7, 1.1))
        x += chance.uniform(2.0, 3.6)


def cloud(pen: Pen, x: float, y: float, size: float, colour: str = "ground") -> None:
    """A flat foot and three heaps."""
    heaps = ((-0.5, -0.26, 0.3), (0.52, -0.22, 0.26), (0.0, -0.4, 0.46))
    parts = "".join(disc(x + size * across, y + size * up, size * wide) for across, up, wide in heaps)
    left, right, top = x - size * 0.52, x + size * 0.54, y - size * 0.3
    # The foot runs round as discs do: what overlaps in one path must not cancel out.
    parts += poly([(left, top), (left, y + size * 0.04), (right, y + size * 0.04), (right, top)])
    pen.line("ink", 0.9, parts)
    pen.fill(colour, parts)


def snow(pen: Pen, chance: Random) -> None:
    """Flakes in a driving wind, and drifts under the trees."""
    forest(pen, chance, 15)
    hills = [(71, -3), (60, -6.4), (50, -2.6), (34, 0), (18, -2.4), (8, -6), (-2, -3)]
    drift = bent([(x, HORIZON + y) for x, y in hills])
    pen.fill("ground", f"{drift}V{n(HORIZON + 1)}H71Z")  # runs round as the flakes do
    for size, count in ((0.5, 50), (0.85, 34), (1.3, 14)):
        pen.fill(
            "ground",
            "".join(disc(chance.uniform(0, WIDTH), chance.uniform(0, HORIZON - 2), size) for _ in range(count)),
        )
    for _ in range(12):
        x, y, reach = chance.uniform(2, WIDTH - 2), chance.uniform(2, HORIZON - 8), chance.uniform(1.5, 2.5)
        arms = [(reach * cos(pi * arm / 3), reach * sin(pi * arm / 3)) for arm in range(3)]
        pen.line("ground", 0.5, "".join(f"M{n(x - dx)} {n(y - dy)}L{n(x + dx)} {n(y + dy)}" for dx, dy in arms))


def rain(pen: Pen, chance: Random) -> None:
    """Clouds in the way, and rain that comes aslant."""
    drops = ""
    for _ in range(90):
        x, y, reach = chance.uniform(-2, WIDTH), chance.uniform(4, HORIZON - 1), chance.uniform(1.6, 4.2)
        drops += f"M{n(x)} {n(y)}l{n(-reach * 0.36)} {n(reach)}"
    pen.line("ground", 0.45, drops)
    forest(pen, chance, 11)
    for x, y, size in ((8.0, 8.0, 12.0), (62.0, 9.5, 13.0), (22.0, 5.0, 9.0), (47.0, 5.0, 10.0), (34.0, 6.0, 11.0)):
        cloud(pen, x, y, size, "accent")


def evening(pen: Pen, chance: Random) -> None:
    """A low sun with bands of haze across it, and birds."""
    middle, radius = WIDTH / 2, 25.0
    arc = f"A{n(radius)} {n(radius)} 0 0 1 {n(middle + radius)}"
    pen.fill(
        "accent", f"M{n(middle - radius)} {n(HORIZON + 1)}V{n(HORIZON - 2)}{arc} {n(HORIZON - 2)}V{n(HORIZON + 1)}Z"
    )
    for y, left, right in ((6.5, -2, 17), (9.5, 50, 71), (15.5, 3, 22), (18, 46, 66), (22, -2, 14), (24.5, 55, 71)):
        pen.line("ground", 0.9, f"M{n(left)} {n(y)}H{n(right)}")
    for _ in range(5):
        x, y, size = chance.uniform(3, 16) + chance.choice((0.0, 48.0)), chance.uniform(3, 16), chance.uniform(1.1, 1.9)
        wings = [(x - size, y - size * 0.5), (x - size * 0.3, y - size * 0.9), (x, y)]
        pen.line("ink", 0.55, bent([*wings, (x + size * 0.3, y - size * 0.9), (x + size, y - size * 0.5)]))
    forest(pen, chance, 13)


def sunny(pen: Pen, chance: Random) -> None:
    """A high sun that fills the sky with rays, and summer clouds."""
    x, y = 11.0, 11.0
    for ray in range(22):
        from_, to = ray * pi / 11, ray * pi / 11 + pi / 22
        pen.fill(
            "accent", poly([(x, y), (x + 75 * cos(from_), y + 75 * sin(from_)), (x + 75 * cos(to), y + 75 * sin(to))])
        )
    pen.body("ground", disc(x, y, 6.2), 1.1)
    cloud(pen, 59, 13, 11)
    cloud(pen, 64, 24, 7)
    cloud(pen, 5, 26, 8)
    forest(pen, chance, 10)


def night(pen: Pen, chance: Random) -> None:
    """Northern lights over a clear road."""
    for number, (foot, tall) in enumerate(((17.0, 15.0), (24.0, 11.0))):
        for part in range(46):
            x = part * 1.55 - 0.5
            low = foot + 4.2 * sin(x / 9 + number * 2.1) + 1.6 * sin(x / 3.7)
            reach = tall * (0.55 + 0.45 * sin(x / 6.5 + number)) * chance.uniform(0.75, 1.0)
            pen.line("accent", 0.9 if number else 1.1, f"M{n(x)} {n(low)}V{n(low - reach)}")
    for size, count in ((0.28, 46), (0.5, 16)):
        pen.fill(
            "ground",
            "".join(disc(chance.uniform(0, WIDTH), chance.uniform(0, HORIZON - 8), size) for _ in range(count)),
        )
    for x, y in ((6.0, 5.0), (63.0, 8.0), (57.0, 3.4)):
        pen.line("ground", 0.4, f"M{n(x - 1.5)} {n(y)}H{n(x + 1.5)}M{n(x)} {n(y - 1.5)}V{n(y + 1.5)}")
    forest(pen, chance, 12)


WEATHER = {"snow": snow, "rain": rain, "evening": evening, "sunny": sunny, "night": night}


def draw(name: str) -> str:
    """The drawing of one kind of weather."""
    pen = Pen(f"{name} over the road", (0, 0, WIDTH, HORIZON))
    WEATHER[name](pen, Random(name))
    return pen.svg()


def main() -> None:
    """All drawings."""
    for name in WEATHER:
        (ICONS / f"weather-{name}.svg").write_text(draw(name), encoding="utf-8")


if __name__ == "__main__":
    main()
