"""Questions as pages ask them. In: a question of a state. Out: its words without the notation.

A question of a game also says how an answer is typed, for those who type: `(next, end)`, `keep … give=…`. On a page
people tap, so these parts are left out. Invariant: no word of the question itself is lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TYPED = re.compile(r"[:,]?(?: (?:or|and|tai|ja))? ?`[^`]*`(?=$|[,;.)])")
_BRACKETS = re.compile(r" ?\(([^()]*)\)")
_BETWEEN = re.compile(r"[, ]+")


def without_notation(question: Mapping[str, Any]) -> str:
    """Return the words of a question without what is to be typed."""
    verbs = set(question["verbs"])

    def in_brackets(found: re.Match[str]) -> str:
        words = _BETWEEN.split(found[1])
        return "" if all(word in verbs or word.startswith("`") for word in words) else found[0]

    text = _TYPED.sub("", _BRACKETS.sub(in_brackets, question["words"])).replace("`", "")
    before, colon, typed = text.rpartition(": ")
    is_typed = colon and typed.partition(" ")[0] in verbs and ("…" in typed or "=" in typed)
    return before if is_typed else text
