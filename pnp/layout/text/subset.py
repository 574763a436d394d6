"""Subsets of TrueType fonts. In: a font's bytes and the glyphs a document uses. Out: a smaller font for embedding.

Invariant: glyphs keep their numbers, so text written as glyph numbers is the same in every document; the same font and
glyphs always give the same bytes. Tables only a layout engine needs (cmap, name, GPOS …) are left out: PDF does not
read them from a font whose codes are glyph numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack, unpack, unpack_from

_COPIED = ("cvt ", "fpgm", "prep", "hhea")
_NEEDED = ("head", "maxp", "hhea", "hmtx", "loca", "glyf")
_WORDS, _SCALE, _MORE, _XY_SCALE, _TWO_BY_TWO = 1, 8, 32, 64, 128


class FontTables:
    """The tables of one font file and what a PDF holds about it."""

    form = "truetype"

    def __init__(self, data: bytes) -> None:
        self._tables = {}
        for number in range(unpack_from(">H", data, 4)[0]):
            tag, offset, length = unpack_from(">4s4xLL", data, 12 + 16 * number)
            self._tables[tag.decode("latin-1")] = data[offset : offset + length]
        for tag in _NEEDED:
            if tag not in self._tables:
                raise ValueError(f"expected a table “{tag}”, got none")
        head = self._tables["head"]
        self.units: int = unpack_from(">H", head, 18)[0]
        self.box: tuple[int, ...] = unpack_from(">4h", head, 36)
        self.glyphs: int = unpack_from(">H", self._tables["maxp"], 4)[0]
        self.italic_angle: float = (
            unpack_from(">l", self._tables["post"], 4)[0] / 65536 if "post" in self._tables else 0.0
        )
        self._metrics: int = unpack_from(">H", self._tables["hhea"], 34)[0]
        wide = unpack_from(">H", head, 50)[0]
        places = unpack_from(f">{self.glyphs + 1}{'L' if wide else 'H'}", self._tables["loca"])
        self._places = places if wide else tuple(2 * place for place in places)

    def subset(self, used: Iterable[int]) -> bytes:
        """A font that draws only the used glyphs, the parts they are composed of, and the sign for a missing one."""
        wanted = sorted(self._with_parts(used))
        count = wanted[-1] + 1
        glyf = bytearray()
        places: list[int] = []
        hmtx = bytearray(4 * count)
        old, metrics = self._tables["hmtx"], self._metrics
        for number in wanted:
            places += [len(glyf)] * (number + 1 - len(places))
            glyf += self._outline(number)
            glyf += b"\0" * (-len(glyf) % 4)
            if number < metrics:
                hmtx[4 * number : 4 * number + 4] = old[4 * number : 4 * number + 4]
            else:
                bearing = 4 * metrics + 2 * (number - metrics)
                hmtx[4 * number : 4 * number + 4] = old[4 * metrics - 4 : 4 * metrics - 2] + old[bearing : bearing + 2]
        places.append(len(glyf))
        head, maxp, hhea = (bytearray(self._tables[tag]) for tag in ("head", "maxp", "hhea"))
        head[8:12] = b"\0\0\0\0"
        head[50:52] = b"\0\1"
        maxp[4:6] = hhea[34:36] = pack(">H", count)
        tables = {tag: self._tables[tag] for tag in _COPIED if tag in self._tables}
        tables |= {"head": bytes(head), "maxp": bytes(maxp), "hhea": bytes(hhea), "hmtx": bytes(hmtx)}
        tables |= {"glyf": bytes(glyf), "loca": pack(f">{len(places)}L", *places)}
        return _write(tables)

    def _outline(self, number: int) -> bytes:
        return self._tables["glyf"][self._places[number] : self._places[number + 1]]

    def _with_parts(self, used: Iterable[int]) -> set[int]:
        """The glyphs with all glyphs that they are composed of."""
        found: set[int] = set()
        open_ = [0, *(number for number in used if 0 < number < self.glyphs)]
        while open_:
            number = open_.pop()
            if number in found or number >= self.glyphs:
                continue
            found.add(number)
            outline = self._outline(number)
            if len(outline) > 10 and outline[0] & 0x80:  # fewer than no contours: it is composed of others
                open_ += _parts(outline)
        return found


def _parts(outline: bytes) -> list[int]:
    parts, at, flags = [], 10, _MORE
    while flags & _MORE and at + 4 <= len(outline):
        flags, part = unpack_from(">HH", outline, at)
        parts.append(part)
        at += 4 + (4 if flags & _WORDS else 2)
        at += 2 if flags & _SCALE else 4 if flags & _XY_SCALE else 8 if flags & _TWO_BY_TWO else 0
    return parts


def _write(tables: dict[str, bytes]) -> bytes:
    """A font file of these tables."""
    count = len(tables)
    power = count.bit_length() - 1
    out = bytearray(pack(">LHHHH", 0x00010000, count, 16 << power, power, 16 * count - (16 << power)))
    offset, bodies = 12 + 16 * count, []
    for tag, body in sorted(tables.items()):
        padded = body + b"\0" * (-len(body) % 4)
        out += pack(">4sLLL", tag.encode("latin-1"), _checksum(padded), offset, len(body))
        bodies.append(padded)
        offset += len(padded)
    whole = bytes(out) + b"".join(bodies)
    head = unpack(">L", whole[12 + 16 * sorted(tables).index("head") + 8 :][:4])[0]
    adjustment = (0xB1B0AFBA - _checksum(whole)) & 0xFFFFFFFF
    return whole[: head + 8] + pack(">L", adjustment) + whole[head + 12 :]


def _checksum(padded: bytes) -> int:
    total: int = sum(unpack(f">{len(padded) // 4}L", padded))
    return total & 0xFFFFFFFF
