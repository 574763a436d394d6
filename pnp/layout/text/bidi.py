"""Writing directions. In: the characters of a paragraph. Out: their levels (even: left to right, odd: right to left),
and what stands in logical order as it is seen.

Follows the implicit rules of Unicode's bidirectional algorithm (UAX #9: P2-P3, W1-W7, N1-N2, I1-I2, L2). Marks of
direction (U+200E, U+200F) count; embeddings, isolates and bracket pairs are not looked at. Invariant: reordering loses
and invents nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from unicodedata import bidirectional

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
