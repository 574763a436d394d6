"""TrueType and OpenType files. In: a font's bytes. Out: the width of each character, the heights of capitals, ascenders
and descenders in parts of the type size; lining figures; a subset for embedding, in which glyphs keep their numbers.

Invariant: nothing is read before it is asked for; a broken file raises FontError, never another exception.
The same font and glyphs always give the same subset. Why not fontTools: docs/adr/0039.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from struct import error as StructError
from struct import pack, unpack, unpack_from

OPENTYPE = b"OTTO"  # begins a font with PostScript outlines
_OTHERS = {
    b"wOFF": "expected .ttf or .otf, got a web font",
    b"wOF2": "expected .ttf or .otf, got a web font",
    b"ttcf": "expected one font, got a collection; save the one you want as .ttf or .otf",
}


class FontError(Exception):
    """These bytes are no font that can be measured."""


def _directory(data: bytes) -> dict[str, tuple[int, int]]:
    """The offset and the length of each table of a font file."""
    if data[:4] not in (b"\0\1\0\0", b"true", OPENTYPE):
        raise FontError(_OTHERS.get(data[:4], "expected a TrueType or OpenType font"))
    tables = {}
    for number in range(unpack_from(">H", data, 4)[0]):
        tag, offset, length = unpack_from(">4s4xLL", data, 12 + 16 * number)
        if offset + length > len(data):
            raise FontError("the font file is truncated")
        tables[tag.decode("latin-1")] = (offset, length)
    return tables


class TrueType:
    """One font file."""

    __slots__ = ("_advances", "_data", "_segments", "_tables", "ascent", "cap_height", "descent", "units", "x_height")

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._tables = {tag: offset for tag, (offset, _) in _directory(data).items()}
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


LINING = "lining"
_MARK = f"#{LINING}"
_FEATURE = b"lnum"
_SINGLE, _EXTENSION = 1, 7  # kinds of GSUB look-ups: one glyph for another; a look-up that lies far away


def lining_name(font: str) -> str:
    """`alegreya-sans/Medium#lining`."""
    return font + _MARK


def file_name(font: str) -> str:
    """The font's file as it is installed: `alegreya-sans/Medium`."""
    return font.removesuffix(_MARK)


def is_lining(font: str) -> bool:
    """True for the name of a font with lining figures."""
    return font.endswith(_MARK)


@lru_cache(maxsize=16)
def with_lining_figures(data: bytes) -> bytes:
    """The font with the glyphs of `lnum` for its characters. Raises FontError."""
    face = TrueType(data)
    try:
        swaps = dict(_swaps(data, face))
        glyphs = {code: swaps.get(face.glyph(chr(code)), 0) for code in face.characters()} if swaps else {}
        if not any(glyphs.values()):
            return data
        return _replace_cmap(data, {code: glyphs[code] or face.glyph(chr(code)) for code in glyphs})
    except (StructError, IndexError, ValueError) as fault:
        raise FontError(f"the font file is damaged: {fault}") from None


def _swaps(data: bytes, face: TrueType) -> Iterator[tuple[int, int]]:
    """(glyph, lining glyph) of every look-up of the feature."""
    start = face.table("GSUB")
    if start is None:
        return
    features, lookups = (start + at for at in unpack_from(">HH", data, start + 6))
    for number in range(unpack_from(">H", data, features)[0]):
        tag, at = unpack_from(">4sH", data, features + 2 + 6 * number)
        if tag != _FEATURE:
            continue
        count = unpack_from(">H", data, features + at + 2)[0]
        for index in unpack_from(f">{count}H", data, features + at + 4):
            yield from _look_up(data, lookups + unpack_from(">H", data, lookups + 2 + 2 * index)[0])


def _look_up(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    kind, _, count = unpack_from(">HHH", data, start)
    for offset in unpack_from(f">{count}H", data, start + 6):
        at, each = start + offset, kind
        if kind == _EXTENSION:
            each, far = unpack_from(">HL", data, at + 2)
            at += far
        if each != _SINGLE:
            continue
        form, coverage, value = unpack_from(">HHH", data, at)
        for place, glyph in enumerate(_covered(data, at + coverage)):
            other = unpack_from(">H", data, at + 6 + 2 * place)[0] if form == 2 else glyph + value
            yield glyph, other & 0xFFFF


def _covered(data: bytes, start: int) -> Iterator[int]:
    form, count = unpack_from(">HH", data, start)
    if form == 1:
        yield from unpack_from(f">{count}H", data, start + 4)
        return
    for number in range(count):
        first, last = unpack_from(">HH", data, start + 4 + 6 * number)
        yield from range(first, last + 1)


def _replace_cmap(data: bytes, glyphs: dict[int, int]) -> bytes:
    """The font with this table from characters to glyphs at its end (format 12; no reader checks the checksums)."""
    groups = b"".join(pack(">LLL", code, code, glyph) for code, glyph in sorted(glyphs.items()))
    table = pack(">HHHHL", 0, 1, 3, 10, 12) + pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(glyphs)) + groups
    padded = data + bytes(-len(data) % 4)
    for entry in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16):
        if data[entry : entry + 4] == b"cmap":
            return padded[: entry + 8] + pack(">LL", len(padded), len(table)) + padded[entry + 16 :] + table
    raise FontError("the font has no table “cmap”")


_COPIED = ("cvt ", "fpgm", "prep", "hhea")
_NEEDED = ("head", "maxp", "hhea", "hmtx", "loca", "glyf")
_WORDS, _SCALE, _MORE, _XY_SCALE, _TWO_BY_TWO = 1, 8, 32, 64, 128


class _Tables:
    """The tables of one font file and what a PDF holds about it, whatever its outlines."""

    def __init__(self, data: bytes) -> None:
        directory = _directory(data).items()
        self._tables = {tag: data[offset : offset + length] for tag, (offset, length) in directory}
        head, post = self._tables["head"], self._tables.get("post")
        self.units: int = unpack_from(">H", head, 18)[0]
        self.box: tuple[int, ...] = unpack_from(">4h", head, 36)
        self.italic_angle: float = unpack_from(">l", post, 4)[0] / 65536 if post else 0.0


class FontTables(_Tables):
    """The tables of a TrueType font."""

    form = "truetype"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        for tag in _NEEDED:
            if tag not in self._tables:
                raise ValueError(f"expected a table “{tag}”, got none")
        self.glyphs: int = unpack_from(">H", self._tables["maxp"], 4)[0]
        self._metrics: int = unpack_from(">H", self._tables["hhea"], 34)[0]
        wide = unpack_from(">H", self._tables["head"], 50)[0]
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


_END = 14  # the operator that ends a glyph
_CHARSET, _STRINGS, _ROS = 15, 17, 1230  # of the top dictionary; the last: glyphs have numbers


class CffTables(_Tables):
    """The outlines of an OpenType font."""

    form = "cff"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        if "CFF " not in self._tables:
            raise ValueError("its outlines are CFF2, which PDF does not support")
        self._cff = self._tables["CFF "]
        names = _Index(self._cff, self._cff[2])
        top = _Index(self._cff, names.end)
        if len(names.offsets) != 2 or len(top.offsets) != 2:
            raise ValueError("expected one font, got a file with several")
        operators = _dictionary(self._cff[top.offsets[0] : top.offsets[1]])
        self._glyphs = _Index(self._cff, int(operators[_STRINGS]))
        self.glyphs = len(self._glyphs.offsets) - 1
        if _ROS in operators and not self._is_in_order(int(operators.get(_CHARSET, 0))):
            raise ValueError("its glyph order is not supported; save it as TrueType")

    def subset(self, used: Iterable[int]) -> bytes:
        """The table with the outlines of these glyphs, and of the sign for a missing one."""
        wanted = {0, *used}
        table = bytearray(self._cff)
        offsets = self._glyphs.offsets
        for number in range(self.glyphs):
            start, end = offsets[number], offsets[number + 1]
            if number not in wanted and end > start:
                table[start:end] = bytes((_END,)) + bytes(end - start - 1)
        return bytes(table)

    def _is_in_order(self, at: int) -> bool:
        """True when glyph and character number of a font with numbers are the same."""
        if at < 3:
            return False
        form, position, number = self._cff[at], at + 1, 1
        while number < self.glyphs:
            first = unpack_from(">H", self._cff, position)[0]
            left = {0: 0, 1: self._cff[position + 2]}.get(form)
            if left is None:
                left = unpack_from(">H", self._cff, position + 2)[0]
            if first != number:
                return False
            number += left + 1
            position += 2 + form
        return True


class _Index:
    """A list of things of any length: where each begins, and where the last ends."""

    def __init__(self, data: bytes, at: int) -> None:
        count = unpack_from(">H", data, at)[0]
        if not count:
            self.offsets, self.end = [at + 2], at + 2
            return
        size = data[at + 2]
        if not 1 <= size <= 4 or at + 3 + size * (count + 1) > len(data):
            raise ValueError("its outlines are damaged")
        base = at + 2 + size * (count + 1)
        places = range(at + 3, at + 3 + size * (count + 1), size)
        self.offsets = [base + int.from_bytes(data[place : place + size], "big") for place in places]
        self.end = self.offsets[-1]
        if self.end > len(data) or any(one > other for one, other in pairwise(self.offsets)):
            raise ValueError("its outlines are damaged")


def _dictionary(data: bytes) -> dict[int, float]:
    """Operators with their last operand; those of two bytes are 1200 and more."""
    found: dict[int, float] = {}
    at, operand = 0, 0.0
    while at < len(data):
        first = data[at]
        if first <= 21:
            operator = first if first != 12 else 1200 + data[at + 1]
            found[operator] = operand
            at += 1 if first != 12 else 2
        elif first == 28:
            operand, at = unpack_from(">h", data, at + 1)[0], at + 3
        elif first == 29:
            operand, at = unpack_from(">l", data, at + 1)[0], at + 5
        elif first == 30:
            at += 1
            while data[at] & 0xF != 0xF and data[at] >> 4 != 0xF:
                at += 1
            at += 1
        elif first < 247:
            operand, at = first - 139, at + 1
        elif first < 251:
            operand, at = (first - 247) * 256 + data[at + 1] + 108, at + 2
        else:
            operand, at = -(first - 251) * 256 - data[at + 1] - 108, at + 2
    return found


def font_tables(data: bytes) -> FontTables | CffTables:
    """Read the tables of a font. Raises FontError."""
    try:
        return CffTables(data) if data[:4] == OPENTYPE else FontTables(data)
    except (StructError, LookupError, ValueError) as fault:
        raise FontError(str(fault)) from None


def check_embedding(data: bytes) -> None:
    """Raise FontError for a font that cannot be embedded with all of its glyphs."""
    try:
        tables = font_tables(data)
        tables.subset(range(tables.glyphs))
    except (FontError, StructError, LookupError, ValueError) as fault:
        raise FontError(f"the font cannot be embedded: {fault}") from None
