"""Widths of text. In: a font's bytes. Out: Metrics, which measure words in parts of the type size.

Invariant: a word is measured once for each font; the width at 8 pt is eight times the width at 1 pt.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.layout.drawing.frame import Glyph
from pnp.layout.text.shaping import Shaper
from pnp.layout.text.truetype import TrueType


class Metrics:
    """One font, ready to measure. `missing` collects characters that it lacks."""

    __slots__ = (
        "_extents",
        "_font",
        "_letters",
        "_shaped",
        "_shaper",
        "_words",
        "ascent",
        "cap_height",
        "descent",
        "missing",
        "name",
        "x_height",
    )

    def __init__(self, name: str, font: TrueType) -> None:
        self.name = name
        self._font = font
        self._letters: dict[str, float] = {}
        self._words: dict[str, float] = {}
        self._extents: dict[str, tuple[float, float]] = {}
        self._shaper: Shaper | None = None
        self._shaped: dict[tuple[str, bool, bool], tuple[Glyph, ...]] = {}
        self.missing: set[str] = set()
        self.ascent = font.ascent
        self.descent = font.descent
        self.cap_height = font.cap_height
        self.x_height = font.x_height

    def width(self, text: str) -> float:
        """The width in parts of the type size, without letter spacing."""
        width = self._words.get(text)
        if width is None:
            letters = self._letters
            try:
                width = sum([letters[letter] for letter in text])
            except KeyError:
                width = sum([letters.get(letter) or self._letter(letter) for letter in text])
            self._words[text] = width
        return width

    def extent(self, text: str) -> tuple[float, float]:
        """How far the ink of the text reaches above and below the baseline."""
        found = self._extents.get(text)
        if found is None:
            if len(text) == 1:
                found = self._font.extent(self._font.glyph(text))
            else:
                heights = [self.extent(letter) for letter in set(text)] or [(0.0, 0.0)]
                found = max(top for top, _ in heights), max(bottom for _, bottom in heights)
            self._extents[text] = found
        return found

    def shape(self, text: str, is_right: bool, has_ligatures: bool) -> tuple[Glyph, ...]:
        """The glyphs of a text that cannot be set character by character; Unshaped without HarfBuzz."""
        key = (text, is_right, has_ligatures)
        glyphs = self._shaped.get(key)
        if glyphs is None:
            if self._shaper is None:
                self._shaper = Shaper(self._font.data)
            glyphs = self._shaped[key] = self._shaper.shape(*key)
        return glyphs

    def reach(self, glyphs: Sequence[Glyph]) -> tuple[float, float]:
        """How far the ink of shaped text reaches above and below the baseline."""
        heights = [(self._font.extent(glyph.number), glyph.y) for glyph in glyphs]
        return max(top + y for (top, _), y in heights), max(bottom - y for (_, bottom), y in heights)

    @property
    def font(self) -> TrueType:
        """The font's file, parsed."""
        return self._font

    def lacks(self, text: str) -> list[str]:
        """The characters of the text that the font has not, in order."""
        self.width(text)
        return [letter for letter in dict.fromkeys(text) if letter in self.missing] if self.missing else []

    def _letter(self, letter: str) -> float:
        glyph = self._font.glyph(letter)
        if not glyph:
            self.missing.add(letter)
        width = self._letters[letter] = self._font.advance(glyph)
        return width
