"""OpenType fonts with PostScript outlines (CFF). In: the bytes of an `.otf`. Out: its outlines for embedding, without
those that a document does not use.

A glyph that is not used becomes an empty one of the same length, so every offset in the table stays as it was, and
compression takes what is empty. Invariant: glyphs keep their numbers; a font that numbers its glyphs by an order of its
own is refused, because a PDF would draw others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from struct import unpack_from

_END = 14  # the operator that ends a glyph
_CHARSET, _STRINGS, _ROS = 15, 17, 1230  # of the top dictionary; the last: glyphs have numbers


class CffTables:
    """The outlines of one font file and what a PDF holds about it."""

    form = "cff"

    def __init__(self, data: bytes) -> None:
        tables = {}
        for number in range(unpack_from(">H", data, 4)[0]):
            tag, offset, length = unpack_from(">4s4xLL", data, 12 + 16 * number)
            tables[tag] = data[offset : offset + length]
        if b"CFF " not in tables:
            raise ValueError("its outlines are CFF2, which PDF does not support")
        head = tables[b"head"]
        self.units: int = unpack_from(">H", head, 18)[0]
        self.box: tuple[int, ...] = unpack_from(">4h", head, 36)
        post = tables.get(b"post")
        self.italic_angle: float = unpack_from(">l", post, 4)[0] / 65536 if post else 0.0
        self._cff = tables[b"CFF "]
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
