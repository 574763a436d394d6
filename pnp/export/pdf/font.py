"""Fonts as PDF wants them. In: a font's bytes and the characters used. Out: their codes, and an EmbeddedFont.

A character's code is its glyph number, so a text is written alike in every document. Invariant: the same font and
characters always give the same EmbeddedFont.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from pnp.layout.text.truetype import FontError, TrueType, font_tables


class EmbeddedFont(Struct, frozen=True):
    """A subset with all that a PDF holds about it; lengths are thousandths of the type size."""

    name: str  # begins with six capitals and a plus sign, which distinguish subsets
    program: bytes
    widths: str  # a PDF array
    to_unicode: bytes
    box: list[int]
    ascent: int
    descent: int
    cap_height: int
    italic_angle: float
    form: str = "truetype"  # or cff


Sign = tuple[int, str]  # a glyph of shaped text, and the characters it stands for


class GlyphCodes(dict[str, str]):
    """A character -> its glyph's number as four hexadecimal digits; 0000 when the font has none."""

    def __init__(self, face: TrueType) -> None:
        self._face = face

    def __missing__(self, letter: str) -> str:
        code = self[letter] = f"{self._face.glyph(letter):04X}"
        return code

    def advance(self, glyph: int) -> float:
        """The width that the font itself gives a glyph, in parts of the type size."""
        return self._face.advance(glyph)


class Font:
    """One font file. ValueError with a sentence for people when the bytes are none."""

    def __init__(self, data: bytes) -> None:
        try:
            self._face, self._tables = TrueType(data), font_tables(data)
        except FontError as fault:
            raise ValueError(f"the font cannot be embedded: {fault}") from None
        self.codes = GlyphCodes(self._face)
        self._embedded: dict[tuple[str, frozenset[str], frozenset[Sign]], EmbeddedFont] = {}

    def embed(self, letters: Iterable[str], name: str, signs: Iterable[Sign]) -> EmbeddedFont:
        """The subset for these characters, and these glyphs of shaped text, made once."""
        key = (name, frozenset(letters), frozenset(signs))
        if key not in self._embedded:
            self._embedded[key] = self._embed(*key)
        return self._embedded[key]

    def _embed(self, name: str, letters: Iterable[str], signs: Iterable[Sign]) -> EmbeddedFont:
        glyphs: dict[int, str] = {}
        for letter in sorted(letters):
            glyphs.setdefault(int(self.codes[letter], 16), letter)
        for number, words in sorted(signs):
            glyphs[number] = glyphs.get(number) or words
        face, tables = self._face, self._tables
        return EmbeddedFont(
            name=f"{_subset_tag(glyphs)}+{name}",
            program=tables.subset(glyphs),
            widths=_widths(glyphs, face),
            to_unicode=_to_unicode(glyphs),
            box=[round(value * 1000 / tables.units) for value in tables.box],
            ascent=round(face.ascent * 1000),
            descent=-round(face.descent * 1000),
            cap_height=round(face.cap_height * 1000),
            italic_angle=round(tables.italic_angle, 2),
            form=tables.form,
        )


def _subset_tag(glyphs: Iterable[int]) -> str:
    number = int.from_bytes(sha256(repr(sorted(glyphs)).encode()).digest()[:8], "big")
    letters = []
    for _ in range(6):
        number, letter = divmod(number, 26)
        letters.append(chr(65 + letter))
    return "".join(letters)


def _widths(glyphs: Iterable[int], face: TrueType) -> str:
    """Advance widths: the first glyph of a run, then the widths of all in it."""
    out: list[str] = []
    last = -2
    for glyph in sorted(glyphs):
        width = f"{face.advance(glyph) * 1000:g}"
        out.append(width if glyph == last + 1 else f"] {glyph} [{width}")
        last = glyph
    return f"[{' '.join(out).removeprefix('] ')}]]" if out else "[]"


def _to_unicode(glyphs: dict[int, str]) -> bytes:
    """The table from glyph numbers to characters."""
    lines = [
        f"<{glyph:04X}> <{letter.encode('utf-16-be', 'replace').hex().upper()}>"
        for glyph, letter in sorted(glyphs.items())
        if letter
    ]
    blocks = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")
