"""Lining figures: digits as tall as capitals, for numbers that are read at a glance. In: a font's bytes, whose digits
may be old-style (of different heights, a nought like an o). Out: the bytes of the same font with the digits that its
OpenType feature `lnum` puts in their place.

A font's name in a Frame asks for them: `alegreya-sans/Medium#lining`. Only the table from characters to glyphs
is another, so measuring, shaping and embedding know nothing of it. Invariant: a font without such digits comes back as
it is; a damaged one raises FontError.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from struct import error as StructError
from struct import pack, unpack_from

from pnp.layout.text.truetype import FontError, TrueType

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
    for number in range(unpack_from(">H", data, 4)[0]):
        entry = 12 + 16 * number
        if data[entry : entry + 4] == b"cmap":
            return padded[: entry + 8] + pack(">LL", len(padded), len(table)) + padded[entry + 16 :] + table
    raise FontError("the font has no table “cmap”")
