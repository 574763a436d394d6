"""TrueType and OpenType files as far as measuring needs them. In: a font's bytes. Out: the width of each character, and
the heights of capitals, ascenders and descenders, in parts of the type size.

Invariant: nothing is read before it is asked for; a broken file raises FontError, never another exception.
Only `head`, `hhea`, `maxp`, `hmtx`, `cmap` (formats 4 and 12), `OS/2` and `name` are looked at; `figures.py` reads
`GSUB`.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import error as StructError
from struct import unpack, unpack_from

OPENTYPE = b"OTTO"  # begins a font with PostScript outlines
_OTHERS = {
    b"wOFF": "expected .ttf or .otf, got a web font",
    b"wOF2": "expected .ttf or .otf, got a web font",
    b"ttcf": "expected one font, got a collection; save the one you want as .ttf or .otf",
}


class FontError(Exception):
    """These bytes are no font that can be measured."""


class TrueType:
    """One font file."""

    __slots__ = ("_advances", "_data", "_segments", "_tables", "ascent", "cap_height", "descent", "units", "x_height")

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._tables = self._directory()
            self.units: int = unpack_from(">H", data, self._table("head") + 18)[0]
            if not 16 <= self.units <= 16384:
                raise FontError(f"{self.units} units per em")
            hhea = self._table("hhea")
            ascent, descent = unpack_from(">hh", data, hhea + 4)
            self.ascent = ascent / self.units
            self.descent = -descent / self.units
            self.cap_height, self.x_height = self._heights()
            self._advances = self._read_advances(hhea)
            self._segments = self._read_cmap()
        except (StructError, IndexError, ValueError) as fault:
            raise FontError(f"the font file is damaged: {fault}") from None

    def glyph(self, character: str) -> int:
        """The glyph's number; 0 when the font lacks the character."""
        code = ord(character)
        for first, last, delta, offset in self._segments:
            if first <= code <= last:
                if offset < 0:
                    return (code + delta) & 0xFFFF
                try:
                    # Format 4: the glyph's number stands in a table behind the segments; 0 there is “missing” and takes
                    # no delta.
                    number: int = unpack_from(">H", self._data, offset + 2 * (code - first))[0]
                except StructError:
                    return 0
                return (number + delta) & 0xFFFF if number else 0
        return 0

    def advance(self, glyph: int) -> float:
        """The width of a glyph in parts of the type size."""
        advances = self._advances
        # A font may leave out equal widths at the end of `hmtx`: the last one counts for all glyphs behind it.
        return advances[glyph if glyph < len(advances) else -1] / self.units

    def extent(self, glyph: int) -> tuple[float, float]:
        """How far a glyph's ink reaches above and below the baseline; the font's heights when it does not tell."""
        loca, glyf, head = self._tables.get("loca"), self._tables.get("glyf"), self._table("head")
        if loca is None or glyf is None:
            return self.ascent, self.descent
        try:
            if unpack_from(">h", self._data, head + 50)[0]:
                start, end = unpack_from(">LL", self._data, loca + 4 * glyph)
            else:
                # The short form of `loca` stores halves, since glyphs begin at even places.
                start, end = (2 * half for half in unpack_from(">HH", self._data, loca + 2 * glyph))
            if start == end:
                return 0.0, 0.0
            low, high = unpack_from(">h2xh", self._data, glyf + start + 4)
        except StructError:
            return self.ascent, self.descent
        return high / self.units, -low / self.units

    @property
    def data(self) -> bytes:
        """The file."""
        return self._data

    @property
    def family(self) -> str:
        """The family's name as the file says it; "" when it does not."""
        return self._name(1)

    def table(self, tag: str) -> int | None:
        """Where a table begins; None when the font has none of this name."""
        return self._tables.get(tag)

    def characters(self) -> Iterator[int]:
        """The codes of all characters that the font has."""
        for first, last, _, _ in self._segments:
            yield from range(first, min(last, 0x10FFFF) + 1)

    def _directory(self) -> dict[str, int]:
        if self._data[:4] not in (b"\0\1\0\0", b"true", OPENTYPE):
            kind = _OTHERS.get(self._data[:4], "expected a TrueType or OpenType font")
            raise FontError(kind)
        count = unpack_from(">H", self._data, 4)[0]
        tables = {}
        for number in range(count):
            tag, offset, length = unpack_from(">4s4xLL", self._data, 12 + 16 * number)
            if offset + length > len(self._data):
                raise FontError("the font file is truncated")
            tables[tag.decode("latin-1")] = offset
        return tables

    def _table(self, tag: str) -> int:
        if tag not in self._tables:
            raise FontError(f"the font has no table “{tag}”")
        return self._tables[tag]

    def _heights(self) -> tuple[float, float]:
        """Heights of capitals and small letters; estimated when an old OS/2 table does not tell."""
        start = self._tables.get("OS/2")
        if start is not None and unpack_from(">H", self._data, start)[0] >= 2:
            x_height, cap_height = unpack_from(">hh", self._data, start + 86)
            if cap_height > 0:
                return cap_height / self.units, (x_height or cap_height * 0.7) / self.units
        return self.ascent * 0.76, self.ascent * 0.56

    def _read_advances(self, hhea: int) -> tuple[int, ...]:
        count = unpack_from(">H", self._data, hhea + 34)[0]
        if not count:
            raise FontError("the font has no widths")
        start = self._table("hmtx")
        return unpack(f">{2 * count}H", self._data[start : start + 4 * count])[::2]

    def _read_cmap(self) -> list[tuple[int, int, int, int]]:
        """Segments (first, last, delta, offset of glyph numbers or -1) of the best Unicode table."""
        start = self._table("cmap")
        best, rank = -1, -1
        for number in range(unpack_from(">H", self._data, start + 2)[0]):
            platform, encoding, offset = unpack_from(">HHL", self._data, start + 4 + 8 * number)
            form = unpack_from(">H", self._data, start + offset)[0]
            if form in (4, 12) and (platform == 0 or (platform == 3 and encoding in (1, 10))) and form > rank:
                best, rank = start + offset, form
        if rank == 12:
            groups = unpack_from(">L", self._data, best + 12)[0]
            if groups > 50_000:
                raise FontError("the character table of the font is damaged")
            flat = unpack_from(f">{3 * groups}L", self._data, best + 16)
            return [(flat[at], flat[at + 1], flat[at + 2] - flat[at], -1) for at in range(0, 3 * groups, 3)]
        if rank != 4:
            raise FontError("the font has no Unicode table")
        half = unpack_from(">H", self._data, best + 6)[0] // 2
        last = unpack_from(f">{half}H", self._data, best + 14)
        first = unpack_from(f">{half}H", self._data, best + 16 + 2 * half)
        delta = unpack_from(f">{half}H", self._data, best + 16 + 4 * half)
        at = best + 16 + 6 * half
        jump = unpack_from(f">{half}H", self._data, at)
        # idRangeOffset counts from the place where it is itself stored, hence `at + 2 * n`.
        return [(first[n], last[n], delta[n], at + 2 * n + jump[n] if jump[n] else -1) for n in range(half)]

    def _name(self, wanted: int) -> str:
        start = self._tables.get("name")
        if start is None:
            return ""
        _, count, strings = unpack_from(">HHH", self._data, start)
        for number in range(count):
            platform, _, _, name, length, offset = unpack_from(">6H", self._data, start + 6 + 12 * number)
            if name == wanted and platform == 3:
                raw = self._data[start + strings + offset : start + strings + offset + length]
                return raw.decode("utf-16-be", "replace")
        return ""
