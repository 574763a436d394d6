"""Cuts text into words. In: characters and icons in their inks. Out: measured TextWords, with the blanks before them.

Invariant: every character but a blank between words is in exactly one word; a word that stands between two blanks of
its own ink is made once and shared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.layout.text.shaping import Unshaped, needs_shaping, split_scripts
from pnp.layout.text.typesetting import Ink, TextWord, WordPart

_PIECES = re.compile(r"[ \t]+|[^ \t]+")
_BREAKS = re.compile(r"[^\u00ad/–—-]*(?:[-–—/]+|\u00ad|$)")
_DIVIDING = re.compile(r"[-\u00ad–—/\t]")


class Tokenizer:
    """Collects words. known: words by ink and characters, shared between texts of one look."""

    __slots__ = ("_blank", "_blank_level", "_is_spaced", "_known", "_parts", "unshaped", "words")

    def __init__(self, known: dict[Ink, dict[str, TextWord]]) -> None:
        self.words: list[TextWord] = []
        self._known = known
        self._parts: list[WordPart] = []
        self._blank = 0.0
        self._blank_level = 0
        self._is_spaced = True
        self.unshaped: list[str] = []  # what HarfBuzz would be needed for, and it is not there

    def add(self, part: WordPart) -> None:
        """Something that belongs to the current word."""
        self._parts.append(part)

    def close(self, hyphen: WordPart | None = None) -> None:
        """The current word ends here."""
        parts = self._parts
        if not parts:
            return
        letters = sum(len(part.content) if isinstance(part.content, str) else 1 for part in parts)
        width = sum([part.width for part in parts])
        factor = max([part.ink.factor for part in parts])
        blank = self._blank if self._is_spaced else 0.0
        level = self._blank_level
        self.words.append(TextWord(tuple(parts), width, blank, self._is_spaced, hyphen, factor, letters, level))
        self._parts, self._blank, self._is_spaced = [], 0.0, False

    def cut(self, text: str, ink: Ink, is_held: bool) -> None:
        """Characters of one ink; `is_held`: nothing inside may break."""
        if is_held:
            held = text.replace("\u00ad", "")
            if self._parts:
                held = held.replace(" ", "\u00a0")
            else:
                stripped = held.lstrip(" ")
                if stripped != held:
                    self._space(ink)
                held = stripped.replace(" ", "\u00a0")
            if held:
                self._parts.append(_part(held, ink))
        elif " " in text and not _DIVIDING.search(text):
            self._cut_plain(text.split(" "), ink)
        else:
            for token in _PIECES.findall(text):
                if token[0] in " \t":
                    self.close()
                    self._space(ink)
                elif _DIVIDING.search(token):
                    self._cut_divided(token, ink)
                else:
                    self._parts.append(_part(token, ink))

    def shape(self, text: str, ink: Ink, is_held: bool, levels: Sequence[int]) -> None:
        """Characters of one ink that must be shaped, or stand beside such, each with the level of its direction."""
        at = 0
        for token in _PIECES.findall(text.replace("\t", " ")):
            level = levels[at]
            if token[0] == " ":
                if is_held and self._parts:
                    self._shape_part("\u00a0" * len(token), ink, level)
                else:
                    self.close()
                    self._space(ink)
                    self._blank_level = level
            else:
                for chunk in [token] if is_held else _BREAKS.findall(token):
                    self._shape_chunk(chunk, ink, levels[at : at + len(chunk)])
                    at += len(chunk)
                    if not is_held and len(chunk) > 1 and chunk[-1] in "-–—/":
                        self.close()
                continue
            at += len(token)

    def _shape_chunk(self, chunk: str, ink: Ink, levels: Sequence[int]) -> None:
        """Parts of one direction and one script each, in logical order."""
        start = 0
        while start < len(chunk):
            end = start
            while end < len(chunk) and levels[end] == levels[start]:
                end += 1
            for piece in split_scripts(chunk[start:end].replace("\u00ad", "")):
                self._shape_part(piece, ink, levels[start])
            start = end

    def _shape_part(self, text: str, ink: Ink, level: int) -> None:
        if not (level % 2 or ink.is_shaped or needs_shaping(text)):
            self._parts.append(_part(text, ink, level))
            return
        try:
            glyphs = ink.metrics.shape(text, bool(level % 2), not ink.spacing)
        except Unshaped:
            self.unshaped.append(text)
            self._parts.append(_part(text, ink, level))
            return
        width = (sum([glyph.advance for glyph in glyphs]) + ink.spacing * len(glyphs)) * ink.factor
        self._parts.append(WordPart(text, ink, width, level, glyphs))

    def _cut_plain(self, tokens: list[str], ink: Ink) -> None:
        """Words without inner breaks: all but the first and the last stand between blanks of this ink."""
        known = self._known.get(ink)
        if known is None:
            known = self._known[ink] = {}
        if tokens[0]:
            self._parts.append(_part(tokens[0], ink))
        self.close()
        words = self.words
        for token in tokens[1:-1]:
            if token:
                word = known.get(token)
                if word is None:
                    part = _part(token, ink)
                    blank = width_of(" ", ink)
                    word = known[token] = TextWord((part,), part.width, blank, True, None, ink.factor, len(token))
                words.append(word)
        self._blank = 0.0
        self._space(ink)
        if tokens[-1]:
            self._parts.append(_part(tokens[-1], ink))

    def _cut_divided(self, token: str, ink: Ink) -> None:
        """A word with hyphens, dashes, strokes or soft hyphens, behind which it may break."""
        for chunk in _BREAKS.findall(token):
            is_soft = chunk.endswith("\u00ad")
            chunk = chunk.rstrip("\u00ad")
            if chunk:
                self._parts.append(_part(chunk, ink))
            if is_soft or (len(chunk) > 1 and chunk[-1] in "-–—/"):
                self.close(_part("-", ink) if is_soft else None)

    def _space(self, ink: Ink) -> None:
        self._blank, self._is_spaced = max(self._blank, width_of(" ", ink)), True


def width_of(text: str, ink: Ink) -> float:
    """The width in parts of the base size."""
    return (ink.metrics.width(text) + ink.spacing * len(text)) * ink.factor


def _part(text: str, ink: Ink, level: int = 0) -> WordPart:
    return WordPart(text, ink, width_of(text, ink), level)
