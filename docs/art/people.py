"""People of Keikalla's venues: they wait, play, look on. In: a pen and a place. Out: silhouettes."""

from __future__ import annotations

from random import Random

from pen import Pen, bent, box, disc, n, poly

WIDTH = 69.0  # of the scene, mm


def person(pen: Pen, x: float, base: float, high: float, chance: Random, colour: str = "ink") -> None:
    """Somebody who stands and waits, or waves; with a hood, a cap, long hair or a guitar on the back."""
    head, hip, wide = high * 0.115, base - high * 0.46, high * 0.135
    neck = base - high * 0.79
    step = high * chance.uniform(0.05, 0.1)
    legs = poly(
        [
            (x - wide * 0.8, hip),
            (x - step - wide * 0.35, base),
            (x - step + wide * 0.35, base),
            (x, hip + high * 0.12),
            (x + step - wide * 0.35, base),
            (x + step + wide * 0.35, base),
            (x + wide * 0.8, hip),
        ]
    )
    pen.fill(
        colour,
        legs
        + poly(
            [(x - wide, neck + 0.1), (x + wide, neck + 0.1), (x + wide * 0.85, hip + 0.3), (x - wide * 0.85, hip + 0.3)]
        ),
    )
    pen.fill(colour, disc(x, neck - head * 0.95, head, head * 1.12))
    arm = high * 0.075
    for side in (-1, 1):
        shoulder = (x + side * wide * 0.85, neck + arm * 0.6)
        if chance.random() < 0.2:
            pen.line(
                colour,
                arm,
                bent([shoulder, (x + side * wide * 2.2, neck - 0.2), (x + side * wide * 1.7, neck - high * 0.24)]),
            )
        else:
            pen.line(
                colour,
                arm,
                bent(
                    [shoulder, (x + side * wide * 1.9, neck + high * 0.16), (x + side * wide * 1.15, hip + high * 0.02)]
                ),
            )
    look = chance.random()
    if look < 0.22:
        pen.fill(colour, box(x - head * 1.1, neck - head * 2.3, head * 2.9, head * 0.5))
    elif look < 0.44:
        pen.fill(
            colour,
            poly(
                [
                    (x - head, neck - head * 1.4),
                    (x + head, neck - head * 1.4),
                    (x + head * 1.25, neck + head * 0.9),
                    (x - head * 1.25, neck + head * 0.9),
                ]
            ),
        )
    elif look < 0.58:
        pen.line(colour, high * 0.06, f"M{n(x - wide * 1.6)} {n(neck - high * 0.16)}L{n(x + wide * 1.2)} {n(hip)}")
        pen.fill(colour, disc(x + wide * 1.25, hip, wide * 1.15, wide * 1.3))


def crowd(pen: Pen, base: float, rows: int, chance: Random) -> None:
    """Heads seen from behind, row before row, some hands and horns up."""
    for row in range(rows):
        y, size = base + row * 2.5, 1.15 + row * 0.22
        data, x = "", -2 + chance.uniform(0, 2)
        while x < WIDTH + 2:
            top = y - chance.uniform(0, 0.9)
            data += disc(x, top, size * 0.86, size) + poly(
                [
                    (x - size * 1.5, y + 6),
                    (x - size * 1.3, top + size * 1.5),
                    (x - size * 0.5, top + size * 0.8),
                    (x + size * 0.5, top + size * 0.8),
                    (x + size * 1.3, top + size * 1.5),
                    (x + size * 1.5, y + 6),
                ]
            )
            if chance.random() < 0.28:
                lean = chance.uniform(-1, 1)
                hand = (x + size * 1.2 + lean, top - size * 2.4)
                data += poly(
                    [
                        (x + size * 0.8, top + size * 1.6),
                        (hand[0] - 0.32, hand[1]),
                        (hand[0] + 0.32, hand[1]),
                        (x + size * 1.5, top + size * 1.6),
                    ]
                )
                data += disc(*hand, 0.52)
                if chance.random() < 0.5:  # the horns
                    data += box(hand[0] - 0.5, hand[1] - 1.5, 0.34, 1.4) + box(hand[0] + 0.18, hand[1] - 1.5, 0.34, 1.4)
            x += size * chance.uniform(2.3, 3.1)
        pen.fill("ground" if row < rows - 1 and row % 2 else "ink", data)
        if row % 2 and row < rows - 1:
            pen.line("ink", 0.35, data)


def player(pen: Pen, x: float, base: float, high: float) -> None:
    """Someone with a guitar, legs apart."""
    hip, neck, wide = base - high * 0.45, base - high * 0.8, high * 0.13
    pen.fill(
        "ink",
        poly(
            [
                (x - wide, hip),
                (x - wide * 2.5, base),
                (x - wide * 1.6, base),
                (x, hip + high * 0.13),
                (x + wide * 1.6, base),
                (x + wide * 2.5, base),
                (x + wide, hip),
            ]
        )
        + poly([(x - wide * 1.05, neck), (x + wide * 1.05, neck), (x + wide, hip + 0.3), (x - wide, hip + 0.3)])
        + disc(x, neck - high * 0.12, high * 0.11, high * 0.12),
    )
    pen.body(
        "ground",
        disc(x + wide * 0.7, hip - high * 0.03, wide * 1.5, wide * 1.15)
        + disc(x - wide * 0.9, hip - high * 0.1, wide, wide * 0.85),
        0.35,
    )
    pen.line("ink", high * 0.045, f"M{n(x - wide)} {n(hip - high * 0.12)}L{n(x - wide * 4)} {n(hip - high * 0.27)}")
    pen.line(
        "ink",
        high * 0.075,
        bent([(x - wide, neck + 0.5), (x - wide * 2.6, neck + high * 0.2), (x - wide * 2.9, hip - high * 0.2)])
        + bent([(x + wide, neck + 0.5), (x + wide * 2.6, neck + high * 0.22), (x + wide * 0.8, hip - high * 0.05)]),
    )
