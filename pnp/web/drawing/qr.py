"""QR codes of addresses. In: an address. Out: lines of block characters for a terminal, or an SVG for a page."""

from __future__ import annotations

import segno

BORDER = 2  # modules of quiet around it, on a terminal
# Two modules of a column are one character. What is light is drawn: most terminals are dark.
BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def qr_lines(address: str) -> list[str]:
    """The code as lines of half blocks."""
    rows = [[bool(module) for module in row] for row in segno.make_qr(address, error="m").matrix_iter(border=BORDER)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def qr_svg(address: str) -> str:
    """The code as an SVG element without styles of its own, named for those who do not see it."""
    code = segno.make_qr(address, error="m")
    return code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", title=address, svgclass="qr")
