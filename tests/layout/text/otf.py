"""Fonts for tests: a TrueType font's letters as PostScript outlines, and licence bits put into any."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from struct import pack_into
from typing import Any

from pnp.layout.text.truetype import TrueType


@cache
def as_otf(data: bytes, letters: str = "Hamburgefontsiv 0123456789") -> bytes:
    """Some letters of a TrueType font as an OpenType font with CFF outlines."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.ttLib import TTFont

    old = TTFont(BytesIO(data))
    glyphs, cmap = old.getGlyphSet(), old.getBestCmap()
    names = {ord(letter): cmap[ord(letter)] for letter in letters}
    order = [".notdef", *dict.fromkeys(names.values())]
    charstrings: dict[str, Any] = {}
    for name in order:
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(pen)
        charstrings[name] = pen.getCharString()
    made = FontBuilder(old["head"].unitsPerEm, isTTF=False)
    made.setupGlyphOrder(order)
    made.setupCharacterMap(names)
    made.setupCFF("Test-Regular", {"FullName": "Test"}, charstrings, {})
    made.setupHorizontalMetrics({name: old["hmtx"][name] for name in order})
    made.setupHorizontalHeader(ascent=old["hhea"].ascent, descent=old["hhea"].descent)
    made.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    made.setupOS2(sCapHeight=old["OS/2"].sCapHeight, sxHeight=old["OS/2"].sxHeight)
    made.setupPost()
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def with_licence(data: bytes, bits: int) -> bytes:
    """The font with other licence bits."""
    changed = bytearray(data)
    start = TrueType(data).table("OS/2")
    assert start is not None
    pack_into(">H", changed, start + 8, bits)
    return bytes(changed)
