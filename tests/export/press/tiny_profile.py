"""A press for tests: an ICC profile of version 2 with four inks, worked out by mixing colours simply. Made here, so
that nobody's profile need be in the repository; LittleCMS and Ghostscript read it like any other.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from struct import pack

_D50 = (0.9642, 1.0, 0.8249)
# XYZ (D50) -> linear sRGB, and back
_TO_RGB = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
_TO_XYZ = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))


@cache
def tiny_profile(version: int = 2, kind: bytes = b"prtr", inks: bytes = b"CMYK") -> bytes:
    """The profile's bytes; a version, kind of device or colours of another sort make one that is of no use."""
    tags = {
        b"desc": b"desc\0\0\0\0" + pack(">L", 11) + b"Tiny press\0" + bytes(78),
        b"cprt": b"text\0\0\0\0free\0",
        b"wtpt": b"XYZ \0\0\0\0" + b"".join(pack(">l", round(one * 65536)) for one in _D50),
        b"A2B0": _lut(4, 3, 5, lambda place: _lab_bytes(*_rgb_of_inks(*place))),
        b"B2A0": _lut(3, 4, 9, lambda place: _inks_of_lab(*place)),
    }
    tags |= {b"A2B1": tags[b"A2B0"], b"B2A1": tags[b"B2A0"]}
    table, body, at = pack(">L", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        table += name + pack(">LL", at + len(body), len(data))
        body += data
    size = at + len(body)
    head = pack(">L", size) + b"tiny" + bytes([version, 0x20, 0, 0]) + kind + inks + b"Lab "
    head += pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    head += b"".join(pack(">l", round(one * 65536)) for one in _D50)
    return head + bytes(128 - len(head)) + table + body


def _lut(inputs: int, outputs: int, steps: int, made: object) -> bytes:
    """A table of eight bits: straight curves, and a value for each place of the lattice."""
    assert callable(made)
    straight = bytes(range(256))
    matrix = b"".join(pack(">l", 65536 * (number % 4 == 0)) for number in range(9))
    lattice = bytearray()
    for place in product(range(steps), repeat=inputs):
        lattice += bytes(made([one / (steps - 1) for one in place]))
    return (
        b"mft1\0\0\0\0" + bytes([inputs, outputs, steps, 0]) + matrix + straight * inputs + lattice + straight * outputs
    )


def _rgb_of_inks(cyan: float, magenta: float, yellow: float, black: float) -> tuple[float, ...]:
    return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))


def _lab_bytes(red: float, green: float, blue: float) -> list[int]:
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in (red, green, blue)]
    x, y, z = (
        _f(sum(a * b for a, b in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _D50, strict=True)
    )
    return [_byte((116 * y - 16) / 100), _byte((500 * (x - y) + 128) / 255), _byte((200 * (y - z) + 128) / 255)]


def _inks_of_lab(light: float, a: float, b: float) -> list[int]:
    y = (100 * light + 16) / 116
    x, z = y + (255 * a - 128) / 500, y - (255 * b - 128) / 200
    xyz = [
        white * (one**3 if one > 6 / 29 else (one - 16 / 116) / 7.787)
        for one, white in zip((x, y, z), _D50, strict=True)
    ]
    linear = [min(1.0, max(0.0, sum(p * q for p, q in zip(row, xyz, strict=True)))) for row in _TO_RGB]
    inks = [1 - (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055) for one in linear]
    black = min(inks) ** 2
    return [*(_byte(ink) for ink in inks), _byte(black)]


def _f(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _byte(value: float) -> int:
    return round(255 * min(1.0, max(0.0, value)))
