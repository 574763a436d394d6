"""QR codes: bytes in UTF-8, error correction M, at most version 10. In: a text. Out: rows of dark and light modules.

Invariant: the same text gives the same modules.
"""

from __future__ import annotations

_LONGEST = 213  # bytes that version 10 holds


class QrError(ValueError):
    """The text cannot be coded."""


def qr_modules(text: str) -> list[tuple[bool, ...]]:
    """Return the modules without the quiet zone."""
    size = len(text.encode("utf-8"))
    if size > _LONGEST:
        raise QrError(f"expected at most {_LONGEST} bytes in a code on a card, got {size}")
    # Imported here: only decks with QR codes pay its 25 ms.
    import segno

    # One mode and one level for all texts: a code that is one letter longer looks alike and is as safe.
    code = segno.make_qr(text, error="m", mode="byte", encoding="utf-8", boost_error=False)
    return [tuple(map(bool, row)) for row in code.matrix]
