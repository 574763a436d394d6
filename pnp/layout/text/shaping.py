"""Shaping. In: characters of one script and direction, and a font's file. Out: Glyphs with their places, as HarfBuzz
sets them: joined letters, ligatures, kerning, marks.

HarfBuzz (uharfbuzz) is the optional extra `shaping`; this is the only file that knows it. Invariant: the same
characters and font give equal glyphs, and each character belongs to exactly one of them. Without HarfBuzz nothing is
guessed: `Unshaped` is raised.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar
from unicodedata import bidirectional, category

from pnp.layout.drawing.frame import Glyph

# Blocks whose letters change with their neighbours, carry marks that must be placed, or run to the left: where each
# begins, and where it ends.
_BORDERS = (
    0x0300, 0x0370, 0x0483, 0x048A, 0x0590, 0x0600, 0x0600, 0x0700, 0x0700, 0x0750, 0x0750, 0x0780, 0x0780, 0x07C0,
    0x07C0, 0x08A0, 0x08A0, 0x0900, 0x0900, 0x0980, 0x0980, 0x0A00, 0x0A00, 0x0A80, 0x0A80, 0x0B00, 0x0B00, 0x0B80,
    0x0B80, 0x0C00, 0x0C00, 0x0C80, 0x0C80, 0x0D00, 0x0D00, 0x0D80, 0x0D80, 0x0E00, 0x0E00, 0x0E80, 0x0E80, 0x0F00,
    0x0F00, 0x1000, 0x1000, 0x10A0, 0x1100, 0x1200, 0x1700, 0x1780, 0x1780, 0x1800, 0x1800, 0x18B0, 0x1900, 0x1AB0,
    0x1AB0, 0x1B00, 0x1B00, 0x1C80, 0x1CD0, 0x1D00, 0x1DC0, 0x1E00, 0x200C, 0x2010, 0x202A, 0x202F, 0x2066, 0x2070,
    0x20D0, 0x2100, 0xA800, 0xAC00, 0xD7B0, 0xD800, 0xFB1D, 0xFB50, 0xFB50, 0xFE00, 0xFE00, 0xFE10, 0xFE20, 0xFE30,
    0xFE70, 0xFF00, 0x10800, 0x11000, 0x11000, 0x12000, 0x16A40, 0x16B90, 0x1E800, 0x1F000, 0xE0100, 0xE0200,
)  # fmt: skip
# Of these, what goes with the letter before it, whatever its script.
_INHERITED = frozenset({0x0300, 0x0483, 0x1AB0, 0x1DC0, 0x200C, 0x202A, 0x2066, 0x20D0, 0xFE00, 0xFE20, 0xE0100})
_FIRST = chr(_BORDERS[0])


class Unshaped(Exception):
    """The text must be shaped, and HarfBuzz is not installed."""


class Shaper:
    """One font, ready to shape."""

    def __init__(self, data: bytes) -> None:
        try:
            import uharfbuzz
        except ImportError:
            raise Unshaped from None
        self._hb: Any = uharfbuzz
        face = uharfbuzz.Face(data)
        self._font = uharfbuzz.Font(face)
        self._units: int = face.upem

    def shape(self, text: str, is_right: bool = False, has_ligatures: bool = True) -> tuple[Glyph, ...]:
        """Glyphs from left to right as they are seen, in parts of the type size."""
        buffer = self._hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if is_right else "ltr"
        self._hb.shape(self._font, buffer, {} if has_ligatures else {"liga": False, "clig": False})
        infos, places, units = buffer.glyph_infos, buffer.glyph_positions, self._units
        # HarfBuzz tells where a cluster begins; it ends where the next one in the text begins, not the next one seen.
        starts = sorted({info.cluster for info in infos})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        used: set[int] = set()
        glyphs = []
        for info, place in zip(infos, places, strict=True):
            # Glyphs of one cluster (a letter and its mark) share its characters: the first one bears them, so that a
            # text copied from the PDF has each once.
            words = "" if info.cluster in used else text[info.cluster : ends[info.cluster]]
            used.add(info.cluster)
            glyphs.append(
                Glyph(info.codepoint, place.x_advance / units, place.x_offset / units, place.y_offset / units, words)
            )
        return tuple(glyphs)


@lru_cache(maxsize=8192)
def needs_shaping(text: str) -> bool:
    """True when the characters cannot be set one after the other."""
    return not text.isascii() and max(text) >= _FIRST and any(_block(letter) for letter in text)


def split_scripts(text: str) -> list[str]:
    """The text in pieces of one script each, as far as shaping needs it; digits and signs go with what they follow."""
    pieces: list[str] = []
    now = -1
    for letter in text:
        block = _block(letter) if category(letter)[0] in "LM" else now
        if block and block > 0 and _BORDERS[block - 1] in _INHERITED:
            block = now
        if pieces and (block == now or now < 0):
            pieces[-1] += letter
        else:
            pieces.append(letter)
        now = block
    return pieces


def _block(letter: str) -> int:
    """A number that is equal for letters of one block; 0 where nothing needs to be shaped."""
    place = bisect_right(_BORDERS, ord(letter))
    # Borders come in pairs, where a block begins and where it ends: an odd place is inside of one.
    return place if place % 2 else 0


_STRONG_RIGHT = ("R", "AL")
_NUMBERS = ("EN", "AN")
_IGNORED = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_FIRST_RIGHT = "\u0590"  # no character below it runs to the left

Part = TypeVar("Part")


def has_right(text: str) -> bool:
    """True when something in the text runs from right to left."""
    return any(letter >= _FIRST_RIGHT and bidirectional(letter) in (*_STRONG_RIGHT, "AN") for letter in text)


def find_levels(text: str) -> tuple[int, list[int]]:
    """The level of the paragraph (0 or 1, by its first strong character), and of each character."""
    kinds = [bidirectional(letter) or "L" for letter in text]
    base = next((int(kind != "L") for kind in kinds if kind == "L" or kind in _STRONG_RIGHT), 0)
    # The rules look beyond the ends of a paragraph as if its own direction stood there (sos and eos).
    edge = "R" if base else "L"
    kinds = ["ON" if kind in _IGNORED else kind for kind in kinds]
    _weak(kinds, edge)
    _neutral(kinds, edge)
    levels = []
    for kind in kinds:
        if kind == "R":
            levels.append(1)
        elif kind == "L":
            # In a paragraph that runs to the left two levels deep, so that it is turned round twice and reads forward.
            levels.append(2 * base)
        else:
            levels.append(2)
    return base, levels


def reorder(parts: Sequence[Part], levels: Sequence[int]) -> list[Part]:
    """The things of one line, left to right as they are seen."""
    order = list(range(len(parts)))
    # L2: from the deepest level outwards, each run of at least that level is turned round.
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            if levels[order[start]] < level:
                start += 1
                continue
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end
    return [parts[at] for at in order]


def _weak(kinds: list[str], edge: str) -> None:
    """Marks, numbers and what stands with them (W1-W7)."""
    before = edge
    for at, kind in enumerate(kinds):  # W1
        if kind == "NSM":
            kinds[at] = before
        before = kinds[at]
    strong = edge
    for at, kind in enumerate(kinds):  # W2, W3
        if kind in ("L", *_STRONG_RIGHT):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    # Only W2 asks whether a letter is Arabic, so from here on it is any letter to the left.
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):  # W4
        left, right = kinds[at - 1], kinds[at + 1]
        if left == right and ((kinds[at] == "ES" and left == "EN") or (kinds[at] == "CS" and left in _NUMBERS)):
            kinds[at] = left
    at = 0
    while at < len(kinds):  # W5, W6
        end = at
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        if end > at:
            is_number = (at and kinds[at - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN")
            kinds[at:end] = ["EN" if is_number else "ON"] * (end - at)
        at = end + 1
    strong = edge
    for at, kind in enumerate(kinds):  # W6, W7
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "CS"):
            kinds[at] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _neutral(kinds: list[str], edge: str) -> None:
    """Blanks and signs take the direction round them, or the paragraph's (N1-N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] not in ("L", "R", *_NUMBERS):
            end += 1
        if end > at:
            left = _side(kinds[at - 1]) if at else edge
            right = _side(kinds[end]) if end < len(kinds) else edge
            kinds[at:end] = [left if left == right else edge] * (end - at)
        at = end + 1


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"
