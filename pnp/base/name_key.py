"""Folding of names. In: a name as people write it. Out: a key.

Invariant: equal keys are the same name (`Seppo Ilmarinen`, `seppo_ilmarinen`).
"""

from __future__ import annotations

_SPECIAL = str.maketrans({"ä": "a", "ö": "o", "å": "a", "ø": "o", "æ": "ae", "ß": "ss"})


def fold_name(name: str) -> str:
    """Lower-case, without diacritics, blanks, hyphens, underscores and punctuation."""
    text = name.casefold().translate(_SPECIAL)
    if not text.isascii():
        import unicodedata  # only for letters beyond the Nordic ones

        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return "".join(c for c in text if c.isalnum())
