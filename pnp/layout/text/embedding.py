"""The tables of a font as a PDF embeds them. In: a font's bytes. Out: FontTables or CffTables; or a FontError.

Invariant: a font that `check_embedding` passes can be embedded with any of its glyphs, so one that passes `pnp check`
can be printed.
"""

from __future__ import annotations

from struct import error as StructError

from pnp.layout.text.cff import CffTables
from pnp.layout.text.subset import FontTables
from pnp.layout.text.truetype import OPENTYPE, FontError


def font_tables(data: bytes) -> FontTables | CffTables:
    """Read the tables of a font. Raises FontError."""
    try:
        return CffTables(data) if data[:4] == OPENTYPE else FontTables(data)
    except (StructError, LookupError, ValueError) as fault:
        raise FontError(str(fault)) from None


def check_embedding(data: bytes) -> None:
    """Raise FontError for a font that cannot be embedded with all of its glyphs."""
    try:
        tables = font_tables(data)
        tables.subset(range(tables.glyphs))
    except (FontError, StructError, LookupError, ValueError) as fault:
        raise FontError(f"the font cannot be embedded: {fault}") from None
