"""Unquoted words of YAML. In: the word. Out: None, a truth value, a number or the word itself.

Invariant: no surprises, see `spans.py`; a number that is read is exact in every program that may read it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

MAX_NUMBER = 2**53
_TRUTHS = frozenset(("yes", "no", "on", "off", "y", "n", "true", "false", "null"))


def is_truth_elsewhere(word: str) -> bool:
    """Whether other programs take an unquoted word for a truth value or for nothing, whatever its case."""
    return word.casefold() in _TRUTHS


@lru_cache(4096)  # layouts say the same few words again and again
def plain_value(word: str) -> Any:
    """What an unquoted word means: None, a truth value, a number or the word itself. Raises OverflowError."""
    first = word[:1]
    if first in "-0123456789" and first:
        digits = word[1:] if first == "-" else word
        if digits.isascii() and digits.isdigit():
            if digits[0] == "0" and len(digits) > 1:
                return word
            if len(digits) > 16 or int(digits) > MAX_NUMBER:
                raise OverflowError(word[:40])
            return int(word)
        whole, point, part = digits.partition(".")
        if point and digits.isascii() and whole.isdigit() and part.isdigit() and (whole == "0" or whole[0] != "0"):
            if len(digits) > 32:
                raise OverflowError(word[:40])
            return float(word)
        return word
    if word == "true":
        return True
    if word == "false":
        return False
    return None if word in ("", "null", "~") else word
