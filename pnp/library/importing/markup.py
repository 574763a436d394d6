"""Markup of other programs. In: a text as somebody wrote it elsewhere. Out: the same text in our markup.

`<b>`, `<i>` and `<br>` keep their meaning, `**bold**` is left as it is. Invariant: every other character means only
itself on the card, whatever it means in our markup.
"""

from __future__ import annotations

import re

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_TAG = re.compile(r"<(b|strong|i|em)>((?:(?!</?(?:b|strong|i|em)>).)+)</\1>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
_BOLD = re.compile(r"\*\*(?=\S)((?:(?!\*\*).)+)(?<=\S)\*\*", re.DOTALL)
_SPECIAL = re.compile(r"[\\*{<]")
_HELD = re.compile("[\ue000\ue001]")


def adopt_markup(text: str) -> str:
    """The text with the characters of our markup escaped, and common tags turned into ours."""
    text = _HELD.sub("\ufffd", _BREAK.sub("\n", text))
    text = _BOLD.sub("\ue000\\1\ue000", text)
    for _ in range(3):  # marks may stand inside each other
        text = _TAG.sub(lambda found: _wrap(found[1].lower(), found[2]), text)
    text = _SPECIAL.sub(lambda found: "\\" + found[0], text)
    return text.replace("\ue000", "**").replace("\ue001", "*")


def _wrap(tag: str, inner: str) -> str:
    """The marks directly around the words, where our markup requires them."""
    mark = "\ue000" if _MARKS[tag] == "**" else "\ue001"
    bare = inner.strip()
    if not bare or mark in inner:
        return inner
    before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    return f"{before}{mark}{bare}{mark}{after}"
