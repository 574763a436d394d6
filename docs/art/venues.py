"""The venues of Keikalla: a façade for each town, drawn by its kind and its seed.

Run in a checkout: python docs/art/venues.py; it writes layouts/keikalla/icons/venue_*.svg. A club has a door, a neon
sign and a queue; a small venue a string of lights; a festival a stage of trusses and its crowd. Behind stand fells,
forest, sea or chimneys: what the town has.
"""

from __future__ import annotations

from math import pi, sin
from pathlib import Path
from random import Random
from typing import Any

from pen import Pen, bent, box, disc, n, poly
from people import crowd, person, player

from pnp.catalog import book_of, find_game

ICONS = Path(__file__).parents[2] / "layouts" / "keikalla" / "icons"
WIDTH, HEIGHT, STREET = 69.0, 38.0, 33.6
CHIMNEYS = frozenset({"TRE", "KTK", "VRK", "KEM", "LPR", "KVL", "FOR", "HEI", "RHE"})
SEA = frozenset({"HKI", "HAN", "TKU", "RMA", "POR", "VSA", "KOK", "KLJ", "OUL", "TRN"})
FELLS = frozenset({"ROI", "SDK", "MUO", "KSM"})


def draw(town: str, kind: str, title: str) -> str:
    """The drawing of one venue."""
    chance, pen = Random(town), Pen(title, (0, 0, WIDTH, HEIGHT))
    behind(pen, town, chance)
    {"club": club, "small": small, "festival": festival}[kind](pen, chance)
    return pen.svg()


# What stands behind ------------------------------------------------------------------------------------------


def behind(pen: Pen, town: str, chance: Random) -> None:
    """The town's own skyline, a line and no more, so that the venue stands out."""
    low = STREET - 5
    if town in FELLS:
        for middle, half, high in ((12, 26, 13), (56, 30, 17), (34, 22, 9)):
            pen.body(
                "ground",
                bent(
                    [
                        (middle - half, STREET),
                        (middle - half * 0.35, STREET - high * 0.8),
                        (middle, STREET - high),
                        (middle + half * 0.4, STREET - high * 0.9),
                        (middle + half, STREET),
                    ]
                )
                + "Z",
                0.5,
            )
    elif town in SEA:
        pen.line("ink", 0.5, f"M-2 {n(low)}H71")
        for row in range(3):
            y = low + 1.5 + row * 1.3
            pen.line(
                "ink",
                0.35,
                "".join(f"M{n(x)} {n(y)}q1.2 -0.9 2.4 0t2.4 0" for x in (chance.uniform(-2, 66) for _ in range(7))),
            )
        x = chance.choice((5.0, 62.0))
        pen.body("ground", poly([(x - 2, low), (x - 1.3, low - 11), (x + 1.3, low - 11), (x + 2, low)]), 0.5)
        pen.fill(
            "ink",
            box(x - 1.55, low - 8.6, 3.1, 2.4)
            + box(x - 1.8, low - 4, 3.6, 2)
            + poly([(x - 1.6, low - 11), (x, low - 13.6), (x + 1.6, low - 11)]),
        )
    elif town in CHIMNEYS:
        x = chance.uniform(2, 6)
        for high in (17 + chance.uniform(-3, 3), 22 + chance.uniform(-3, 3)):
            pen.body(
                "ground", poly([(x, STREET), (x + 0.5, STREET - high), (x + 2.5, STREET - high), (x + 3, STREET)]), 0.5
            )
            pen.fill("ink", box(x + 0.3, STREET - high + 1.4, 2.4, 1.2))
            smoke = "".join(
                disc(x + 1.5 + step * 2.1, STREET - high - 1.6 - step * 1.2, 0.9 + step * 0.45) for step in range(3)
            )
            pen.body("ground", smoke, 0.4)
            x += chance.uniform(50, 55)
    else:
        for left, right in ((-2.0, 12.0), (57.0, 71.0)):
            x = left
            while x < right:
                spruce(pen, x, STREET, chance.uniform(9, 17))
                x += chance.uniform(2.6, 4.4)


def spruce(pen: Pen, x: float, base: float, high: float) -> None:
    """A spruce in four tiers."""
    wide, points = high * 0.2, [(x, base - high)]
    for tier in range(4):
        y = base - high + (tier + 1) * high * 0.23
        points += [(x + wide * (tier + 1.6) / 4, y), (x + wide * (tier + 0.6) / 4, y)]
    pen.fill(
        "ink",
        poly([*points, *((2 * x - px, py) for px, py in reversed(points))])
        + box(x - 0.3, base - high * 0.1, 0.6, high * 0.1),
    )


# Kinds -------------------------------------------------------------------------------------------------------


def club(pen: Pen, chance: Random) -> None:
    """A house with a lit door, a neon sign over it, windows above, and people who wait."""
    wall, light = chance.choice((("accent", "ground"), ("ground", "accent")))
    wide, high = chance.uniform(40, 46), chance.uniform(23, 27)
    left = chance.choice((WIDTH - wide - 9, 9.0, (WIDTH - wide) / 2))
    top, right = STREET - high, left + wide
    roof = chance.choice(("flat", "gable", "steps", "arch"))
    middle = left + wide / 2
    outline = {
        "flat": [
            (left, STREET),
            (left, top),
            (left - 1, top),
            (left - 1, top - 1.8),
            (right + 1, top - 1.8),
            (right + 1, top),
            (right, top),
            (right, STREET),
        ],
        "gable": [
            (left, STREET),
            (left, top + 3),
            (left - 1.2, top + 3),
            (middle, top - 4.6),
            (right + 1.2, top + 3),
            (right, top + 3),
            (right, STREET),
        ],
        "steps": [
            (left, STREET),
            (left, top + 2),
            (left + 6, top + 2),
            (left + 6, top - 0.6),
            (left + 12, top - 0.6),
            (left + 12, top - 3.2),
            (right - 12, top - 3.2),
            (right - 12, top - 0.6),
            (right - 6, top - 0.6),
            (right - 6, top + 2),
            (right, top + 2),
            (right, STREET),
        ],
    }
    if roof == "arch":
        pen.body(
            wall,
            f"M{n(left)} {n(STREET)}V{n(top + 2)}Q{n(middle)} {n(top - 9)} {n(right)} {n(top + 2)}V{n(STREET)}Z",
        )
    else:
        pen.body(wall, poly(outline[roof]))
    bricks(pen, left, right, top + 5, chance)
    door = chance.choice((left + 6, right - 17))
    # The ground floor is lit, so that those who wait stand before light.
    hall = STREET - 11.5
    pen.body(light, box(left + 2.4, hall, wide - 4.8, 11.5), 0.6)
    pen.line(
        "ink",
        0.4,
        "".join(
            f"M{n(x)} {n(hall)}V{n(STREET)}" for x in (left + 2.4 + (wide - 4.8) * part / 6 for part in range(1, 6))
        ),
    )
    pen.fill("ink", box(door - 1, hall, 11, 11.5))
    pen.fill(wall, box(door + 0.4, hall + 1.6, 3.8, 9.9) + box(door + 4.8, hall + 1.6, 3.8, 9.9))
    pen.fill(
        light,
        disc(door + 2.3, hall + 4.4, 1.05)
        + disc(door + 6.7, hall + 4.4, 1.05)
        + box(door + 3.5, hall + 6.6, 0.5, 1.9)
        + box(door + 5, hall + 6.6, 0.5, 1.9),
    )
    awning(pen, door - 2.4, hall - 1.5, 13.8)
    windows(pen, left, right, top + 3.6, hall - 2.6, chance)
    neon(pen, middle + chance.uniform(-2, 2), (top + hall) / 2 + 0.8, chance)
    # The queue leads away from the door.
    away = -1 if door > middle else 1
    x = (door - 3.5) if away < 0 else (door + 13)
    for _ in range(chance.randint(5, 8)):
        if not 3 < x < WIDTH - 3:
            break
        person(pen, x, STREET + 0.9, chance.uniform(8.2, 9.8), chance)
        x += away * chance.uniform(3.7, 4.6)
    person(pen, door + 11.6 if away < 0 else door - 2.4, STREET + 0.9, 10.4, chance)  # the one at the door
    street(pen)


def bricks(pen: Pen, left: float, right: float, top: float, chance: Random) -> None:
    """A few bricks tell what all are."""
    data = ""
    for _ in range(26):
        x, y = chance.uniform(left + 1.5, right - 4), top + 1.3 * int(chance.uniform(0, 10))
        data += f"M{n(x)} {n(y)}h2.2m0.5 1.3h1.4"
    pen.line("ink", 0.28, data)


def awning(pen: Pen, x: float, y: float, wide: float) -> None:
    """Striped, with a scalloped edge."""
    part = wide / 6
    for stripe in range(6):
        left = x + stripe * part
        pen.fill(
            "ink" if stripe % 2 else "ground",
            f"M{n(left + (3 - stripe) * 0.12)} {n(y)}H{n(left + part + (2 - stripe) * 0.12)}"
            f"L{n(left + part)} {n(y + 2.6)}"
            f"a{n(part / 2)} {n(part / 2.6)} 0 0 1 {n(-part)} 0Z",
        )
    pen.line("ink", 0.45, f"M{n(x)} {n(y + 2.6)}L{n(x + 0.4)} {n(y)}H{n(x + wide - 0.4)}L{n(x + wide)} {n(y + 2.6)}")


def windows(pen: Pen, left: float, right: float, top: float, bottom: float, chance: Random) -> None:
    """Beside the sign, two on each side."""
    high = min(6.2, bottom - top - 1)
    for x in (left + 2.6, left + 7.6, right - 11.2, right - 6.2):
        y = bottom - high
        pen.fill("ink", box(x - 0.5, y - 0.5, 4.6, high + 1))
        if chance.random() < 0.75:
            pen.fill("ground", box(x, y, 1.6, high) + box(x + 2, y, 1.6, high))


def neon(pen: Pen, x: float, y: float, chance: Random) -> None:
    """A board of ink with a tube of light on it."""
    pen.fill("ink", f"M{n(x - 8.4)} {n(y - 4)}q0 -1.4 1.4 -1.4h14q1.4 0 1.4 1.4v8q0 1.4 -1.4 1.4h-14q-1.4 0 -1.4 -1.4Z")
    pen.line(
        "ground",
        0.45,
        f"M{n(x - 7.5)} {n(y - 3.7)}q0 -0.8 0.8 -0.8h13.4q0.8 0 0.8 0.8v7.4q0 0.8 -0.8 0.8h-13.4q-0.8 0 -0.8 -0.8Z",
    )
    sign = chance.choice(("bolt", "note", "star", "guitar", "glass", "wave"))
    tube = {
        "bolt": poly(
            [
                (x + 1.4, y - 3.5),
                (x - 2.2, y + 0.5),
                (x, y + 0.5),
                (x - 1.2, y + 3.5),
                (x + 2.5, y - 0.7),
                (x + 0.2, y - 0.7),
            ]
        ),
        "note": f"M{n(x - 2.4)} {n(y + 2.2)}V{n(y - 2.8)}L{n(x + 2.6)} {n(y - 3.5)}V{n(y + 1.5)}"
        + disc(x - 3.3, y + 2.2, 0.9)
        + disc(x + 1.7, y + 1.5, 0.9),
        "star": poly(
            [
                (
                    x + (3.6 if k % 2 == 0 else 1.5) * sin(k * pi / 5),
                    y + 0.3 - (3.6 if k % 2 == 0 else 1.5) * sin(k * pi / 5 + pi / 2),
                )
                for k in range(10)
            ]
        ),
        "guitar": disc(x - 2.7, y + 1.4, 1.7)
        + disc(x - 0.7, y - 0.1, 1.15)
        + f"M{n(x + 0.3)} {n(y - 0.8)}L{n(x + 4.6)} {n(y - 3.2)}",
        "glass": f"M{n(x - 2.6)} {n(y - 3.2)}H{n(x + 2.6)}L{n(x)} {n(y + 0.6)}Z"
        f"M{n(x)} {n(y + 0.6)}V{n(y + 3.2)}M{n(x - 1.6)} {n(y + 3.3)}H{n(x + 1.6)}",
        "wave": f"M{n(x - 6)} {n(y)}h1.6l1.2 -2.8 1.8 5.6 1.8 -6.4 1.6 5 1.2 -1.4h2.8",
    }[sign]
    pen.line("ground", 0.6, tube)
    if sign != "wave":
        pen.line(
            "ground",
            0.45,
            "".join(
                f"M{n(x + side * 5.6)} {n(y - 2 + step * 2)}h{n(side * 0.9)}" for side in (-1, 1) for step in range(3)
            ),
        )


def street(pen: Pen) -> None:
    """The pavement."""
    pen.fill("ink", box(-2, STREET, WIDTH + 4, 2.6))


def small(pen: Pen, chance: Random) -> None:
    """A low house with a porch and a podium, and lights strung over it."""
    flip = chance.random() < 0.5
    house = 6.0 if flip else 37.0
    high = chance.uniform(12.5, 14.5)
    eave = STREET - high
    kind = chance.choice(("barn", "hall", "kiosk"))
    peak = {"barn": 8.5, "hall": 6.0, "kiosk": 3.6}[kind]
    pen.body("accent", box(house, eave, 25, high))
    boards = "".join(f"M{n(house + 1.6 * part)} {n(eave)}V{n(STREET)}" for part in range(1, 16))
    pen.line("ink", 0.28, boards)
    if kind == "kiosk":
        roof = [
            (house - 2.4, eave + 0.2),
            (house + 2, eave - peak),
            (house + 23, eave - peak),
            (house + 27.4, eave + 0.2),
        ]
    else:
        roof = [(house - 2, eave + 0.2), (house + 12.5, eave - peak), (house + 27, eave + 0.2)]
    pen.body("ink", poly(roof))
    if kind != "kiosk":
        pen.fill("ground", disc(house + 12.5, eave - peak * 0.34, 1.2))
    door = house + (3.4 if flip else 17.2)
    pen.body("ground", box(door, STREET - 9.6, 4.8, 9.6), 0.6)
    for x in (house + 10.4, house + 15.8) if flip else (house + 2.8, house + 8.2):
        pen.body("ground", box(x, eave + 2.6, 3.8, 4.2), 0.6)
        pen.line("ink", 0.4, f"M{n(x + 1.9)} {n(eave + 2.6)}v4.2M{n(x)} {n(eave + 4.7)}h3.8")
    # The podium, with an amplifier and whoever plays tonight.
    stage = 38.0 if flip else 7.0
    pen.body("accent", box(stage, STREET - 3, 23, 3))
    pen.line("ink", 0.3, f"M{n(stage)} {n(STREET - 1.5)}h23")
    pen.fill("ink", box(stage + 16.8, STREET - 8.4, 5.2, 5.4))
    pen.line("ground", 0.4, disc(stage + 19.4, STREET - 5.2, 1.5) + f"M{n(stage + 17.8)} {n(STREET - 7.6)}h3.2")
    x = stage + 10
    player(pen, x, STREET - 3, 12.5)
    pen.line("ink", 0.4, f"M{n(x - 3.4)} {n(STREET - 3)}V{n(STREET - 12)}l1.5 -0.8M{n(x - 4.6)} {n(STREET - 3)}h2.4")
    pen.fill("ink", disc(x - 1.8, STREET - 13, 0.6))
    moon = chance.uniform(8, 60)
    pen.body("ground", f"M{n(moon)} {n(STREET - 30)}a3.4 3.4 0 1 0 3.4 4.4a2.8 2.8 0 0 1 -3.4 -4.4Z", 0.4)
    lights(pen, chance)
    for spot in sorted(chance.sample(range(4), chance.randint(2, 4))):  # before the house, where they are seen
        person(
            pen,
            (house + 10 + spot * 4.1 if flip else house + 2.4 + spot * 4.1),
            STREET + 0.9,
            chance.uniform(8.2, 9.4),
            chance,
        )
    street(pen)


def lights(pen: Pen, chance: Random) -> None:
    """Strings of bulbs from pole to pole."""
    poles = [2.5, 34.0, 66.5]
    top = [STREET - chance.uniform(24, 27) for _ in poles]
    for x, y in zip(poles, top, strict=True):
        pen.fill("ink", box(x - 0.45, y - 0.6, 0.9, STREET - y + 0.6))
    for (ax, ay), (bx, by) in zip(
        list(zip(poles, top, strict=True))[:-1], list(zip(poles, top, strict=True))[1:], strict=True
    ):
        sag = chance.uniform(6, 9)
        control = ((ax + bx) / 2, (ay + by) / 2 + sag)
        pen.line("ink", 0.4, bent([(ax, ay), control, (bx, by)]))
        bulbs = ""
        for step in range(1, 9):
            t = step / 9
            u = 1 - t
            bulbs += disc(
                u * u * ax + 2 * u * t * control[0] + t * t * bx,
                u * u * ay + 2 * u * t * control[1] + t * t * by + 1.3,
                0.85,
                1.05,
            )
        pen.body("ground", bulbs, 0.4)


def festival(pen: Pen, chance: Random) -> None:
    """A stage of trusses with lights, a band, towers of loudspeakers, and the crowd."""
    left, right, floor = 12.0, 57.0, STREET - 7.5
    top = floor - chance.uniform(17, 19)
    roof = chance.choice(("arch", "gable", "flat"))
    crown = {"arch": top - 6, "gable": top - 6.5, "flat": top - 1}[roof]
    if roof == "arch":
        canopy = f"M{n(left - 4)} {n(top + 1)}Q{n(34.5)} {n(top - 13)} {n(right + 4)} {n(top + 1)}Z"
    elif roof == "gable":
        canopy = poly([(left - 4, top + 1), (34.5, crown), (right + 4, top + 1)])
    else:
        canopy = poly([(left - 4, top + 1), (left - 1.5, top - 3.6), (right + 1.5, top - 3.6), (right + 4, top + 1)])
    pen.body("accent", box(left, top, right - left, floor - top))
    # Beams of light from the roof onto the stage, behind the band.
    spots = [left + 6 + part * (right - left - 12) / 4 for part in range(5)]
    for number, x in enumerate(spots):
        aim = x + chance.uniform(-9, 9)
        if number % 2 == 0:
            pen.fill("ground", poly([(x - 0.5, top + 4), (x + 0.5, top + 4), (aim + 3.2, floor), (aim - 3.2, floor)]))
    truss(pen, left, top + 1, right - left, 2.6)
    for x in spots:
        pen.fill("ink", box(x - 1, top + 3, 2, 2) + disc(x, top + 5.2, 1))
    pen.body("ground" if roof != "flat" else "ink", canopy)
    if roof != "flat":
        pen.fill(
            "accent",
            poly(
                [
                    (
                        34.5 + (2.6 if k % 2 == 0 else 1.1) * sin(k * pi / 5),
                        top - 2 - (2.6 if k % 2 == 0 else 1.1) * sin(k * pi / 5 + pi / 2),
                    )
                    for k in range(10)
                ]
            ),
        )
    for x in (left - 3, right):
        tower(pen, x, top + 1, STREET)
    for x in (left - 8.6, right + 3.6):
        for step in range(4):
            y = floor - 12 + step * 4
            pen.body("ink", box(x, y, 5, 3.7), 0.3)
            pen.fill("ground", disc(x + 2.5, y + 1.85, 1.3))
            pen.fill("ink", disc(x + 2.5, y + 1.85, 0.6))
    pen.fill("ink", box(left - 2, floor, right - left + 4, 3))
    pen.fill("ground", "".join(box(x, floor + 1, 1.6, 0.8) for x in (left + 1 + 3.1 * part for part in range(14))))
    drums(pen, 34.5 + chance.uniform(-2, 2), floor)
    for x in (23.0, 46.0):
        player(pen, x + chance.uniform(-1.5, 1.5), floor, 9.6)
    for x in (left - 2.2, right + 1.2):
        flag(pen, x, crown + 3.5 if roof != "flat" else top - 3, chance)
    crowd(pen, STREET - 2.4, 3, chance)


def truss(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    """A girder lying down."""
    count = round(wide / high)
    part = wide / count
    zigzag = [(x + step * part / 2, y + (0 if step % 2 else high)) for step in range(2 * count + 1)]
    pen.line("ink", 0.5, f"M{n(x)} {n(y)}h{n(wide)}M{n(x)} {n(y + high)}h{n(wide)}")
    pen.line("ink", 0.35, poly(zigzag, False))


def tower(pen: Pen, x: float, top: float, base: float) -> None:
    """A girder standing up."""
    count = round((base - top) / 2.6)
    part = (base - top) / count
    pen.fill("ground", box(x, top, 3, base - top))
    zigzag = [(x + (3 if step % 2 else 0), top + step * part / 2) for step in range(2 * count + 1)]
    pen.line("ink", 0.6, f"M{n(x)} {n(top)}V{n(base)}M{n(x + 3)} {n(top)}V{n(base)}")
    pen.line("ink", 0.35, poly(zigzag, False))


def drums(pen: Pen, x: float, base: float) -> None:
    """A drummer behind a drum kit."""
    pen.fill(
        "ink",
        disc(x, base - 7.8, 1.05, 1.15)
        + poly([(x - 1.3, base - 6.6), (x + 1.3, base - 6.6), (x + 1.6, base - 2), (x - 1.6, base - 2)]),
    )
    pen.line("ink", 0.6, f"M{n(x - 1.2)} {n(base - 6)}l-3 -2.2M{n(x + 1.2)} {n(base - 6)}l3 -2.2")
    pen.line(
        "ink",
        0.5,
        f"M{n(x - 6.4)} {n(base - 5.4)}l3.6 -0.7M{n(x + 6.4)} {n(base - 5.4)}l-3.6 -0.7"
        f"M{n(x - 4.6)} {n(base - 5.7)}V{n(base)}M{n(x + 4.6)} {n(base - 5.7)}V{n(base)}",
    )
    pen.body("ground", disc(x, base - 2.2, 2.2), 0.5)
    pen.fill("ink", disc(x, base - 2.2, 0.7))


def flag(pen: Pen, x: float, y: float, chance: Random) -> None:
    """A pennant in the wind."""
    pen.line("ink", 0.45, f"M{n(x + 0.5)} {n(y + 3)}V{n(y - 4.6)}")
    reach = chance.uniform(3.6, 4.6)
    pen.body("accent", poly([(x + 0.5, y - 4.6), (x + 0.5 + reach, y - 3.4), (x + 0.5, y - 2)]), 0.35)


def main() -> None:
    """Every venue of the database."""
    cards: list[Any] = list(book_of(find_game("keikalla", [])).decks["venues"].cards)
    for card in cards:
        town, kind = card.fields["town"], card.fields["size"]
        path = ICONS / f"{card.id}.svg"
        path.write_text(draw(town, kind, f"{kind} in {card.fields['town_name']}"), encoding="utf-8")


if __name__ == "__main__":
    main()
