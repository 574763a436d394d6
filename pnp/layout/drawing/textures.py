"""Textures: the marks of a material. In: its name, the room, a seed. Out: paths to be stroked, each with its width.

Drawn over a flat colour in a tint of it, so that nothing translucent is needed and every press takes it. Invariant: the
same words give the same marks on every machine; no mark begins outside the room, and what runs out of it is cut off by
the painter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, floor, pi, sin

from pnp.base.digest import digest_bytes
from pnp.layout.drawing.frame import PathData

# A path and the width of its line, mm. A mark without a length is a dot as wide as its line.
Stroke = tuple[PathData, float]
_Part = str | float
MAX_MARKS = 20_000
_ALL = (1 << 64) - 1


class Chance:
    """Numbers by chance (xorshift64*), which a seed makes the same whatever runs this."""

    def __init__(self, seed: str) -> None:
        self.state = int(digest_bytes(seed.encode(), 8), 16) or 1

    def random(self) -> float:
        """From 0 up to 1."""
        state = self.state
        state ^= state >> 12
        state = (state ^ state << 25) & _ALL
        self.state = state = state ^ state >> 27
        return ((state * 0x2545F4914F6CDD1D & _ALL) >> 11) / (1 << 53)

    def uniform(self, low: float, high: float) -> float:
        """From low to high."""
        return low + (high - low) * self.random()

    def around(self, middle: float, spread: float) -> float:
        """Near the middle, seldom farther away than twice the spread: three numbers' sum is bell enough."""
        return middle + (self.random() + self.random() + self.random() - 1.5) * 2 * spread


def texture_strokes(texture: str, width: float, height: float, seed: str = "", amount: float = 1.0) -> list[Stroke]:
    """The marks of a texture in a room; `amount` 2 has twice as many."""
    if width <= 0 or height <= 0 or amount <= 0:
        return []
    draw = TEXTURES[texture]
    return [(path, thick) for path, thick in draw(width, height, Chance(f"{texture} {seed}"), amount) if path]


def _count(width: float, height: float, each: float, amount: float) -> int:
    """One for each so many square millimetres."""
    return min(MAX_MARKS, round(width * height / each * amount))


def _fibre(width: float, height: float, chance: Chance, amount: float) -> Iterator[Stroke]:
    """Fibres of paper: short bent hairs, most along the sheet."""
    for thick, each in ((0.12, 20.0), (0.2, 60.0)):
        parts: list[_Part] = []
        for _ in range(_count(width, height, each, amount)):
            x, y = chance.uniform(0, width), chance.uniform(0, height)
            angle, length, bend = chance.around(0, 0.9), chance.uniform(1.2, 4.2), chance.uniform(-1.1, 1.1)
            dx, dy = length * cos(angle), length * sin(angle)
            parts += "M", _r(x), _r(y), "C", _r(x + dx / 3 - dy * bend / 3), _r(y + dy / 3 + dx * bend / 3)
            parts += _r(x + dx * 2 / 3 - dy * bend / 3), _r(y + dy * 2 / 3 + dx * bend / 3), _r(x + dx), _r(y + dy)
        yield tuple(parts), thick


def _halftone(width: float, height: float, chance: Chance, amount: float) -> Iterator[Stroke]:
    """A printer's screen at 45°: dots that swell and shrink in broad clouds."""
    step = 2.5 / amount**0.5
    waves = [(chance.uniform(0.05, 0.13), chance.uniform(0, 2 * pi), chance.uniform(0, 2 * pi)) for _ in range(3)]
    sizes: list[list[_Part]] = [[], [], []]
    row, y = 0, step / 2
    while y < height:
        x = step / 2 + (step / 2 if row % 2 else 0.0)
        while x < width:
            tone = sum(sin((x * cos(way) + y * sin(way)) * pace + from_) for pace, way, from_ in waves) / 3
            sizes[0 if tone < -0.2 else 1 if tone < 0.25 else 2] += _dot(x, y)
            x += step
        row, y = row + 1, y + step / 2
    for parts, part in zip(sizes, (0.28, 0.4, 0.54), strict=True):
        yield tuple(parts), round(step * part, 3)


def _wood(width: float, height: float, chance: Chance, amount: float) -> Iterator[Stroke]:
    """Grain: long lines that drift together and break off."""
    thin: list[_Part] = []
    thick: list[_Part] = []
    y = 0.0
    drift = chance.uniform(0, 2 * pi)
    while y < height:
        y += chance.uniform(1.0, 3.0) / amount
        parts = thick if chance.random() < 0.25 else thin
        x = chance.uniform(-width * 0.3, 0)
        while x < width:
            reach = chance.uniform(12, 40)
            last, low = x + reach, y + 0.5 * sin(x / 17 + drift)
            high = y + 0.5 * sin(last / 17 + drift)
            start = max(x, 0.0)
            parts += "M", _r(start), _r(low), "C", _r(start + reach / 3), _r(low + chance.uniform(-0.5, 0.5))
            parts += _r(last - reach / 3), _r(high + chance.uniform(-0.5, 0.5)), _r(last), _r(high)
            x = last + (chance.uniform(2, 12) if chance.random() < 0.4 else 0.0)
    yield tuple(thin), 0.14
    yield tuple(thick), 0.3


def _speckle(width: float, height: float, chance: Chance, amount: float) -> Iterator[Stroke]:
    """A worn photocopy: specks of toner in swarms, and a few hairs on the glass."""
    swarms = [(chance.uniform(0, width), chance.uniform(0, height)) for _ in range(1 + round(width * height / 1500))]
    for thick, each in ((0.16, 14.0), (0.3, 55.0), (0.55, 260.0)):
        parts: list[_Part] = []
        for _ in range(_count(width, height, each, amount)):
            x, y = chance.uniform(0, width), chance.uniform(0, height)
            if chance.random() < 0.45:
                near = swarms[int(chance.random() * len(swarms))]
                x, y = near[0] + chance.around(0, 6), near[1] + chance.around(0, 6)
            if 0 <= x <= width and 0 <= y <= height:
                parts += _dot(x, y)
        yield tuple(parts), thick
    hairs: list[_Part] = []
    for _ in range(_count(width, height, 2400.0, amount)):
        x, y, angle = chance.uniform(0, width), chance.uniform(0, height), chance.uniform(0, 2 * pi)
        dx, dy = 4 * cos(angle), 4 * sin(angle)
        hairs += "M", _r(x), _r(y), "C", _r(x + dx), _r(y), _r(x + dx), _r(y + dy), _r(x + dx * 0.4), _r(y + dy * 1.2)
    yield tuple(hairs), 0.12


def _dot(x: float, y: float) -> tuple[_Part, ...]:
    return "M", _r(x), _r(y), "L", _r(x), _r(y)


def _r(value: float) -> float:
    """To a twentieth of a millimetre or so: marks need no more, and files are smaller."""
    return floor(value * 100 + 0.5) / 100  # six times as fast as `round`


TEXTURES: Mapping[str, Callable[[float, float, Chance, float], Iterator[Stroke]]] = {
    "fibre": _fibre,
    "halftone": _halftone,
    "wood": _wood,
    "speckle": _speckle,
}
