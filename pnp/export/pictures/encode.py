"""PNG encoding. In: a canvas of RGB rows, each after one byte for PNG's filter. Out: the bytes of a PNG.

The rows lie in memory as PNG wants them: nothing is copied before it is compressed. With `isal` installed that takes a
tenth of zlib's time. Invariant: the picture is not changed, and states its resolution.
"""

from __future__ import annotations

import zlib
from struct import pack

from pnp.base.units import MM_PER_INCH

_LEVEL = 4  # zlib's, where isal is not installed


class PixelCanvas:
    """The memory of a picture: `data` holds rows of a filter byte (0: none) and RGB; a painter begins at byte 1."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = 3 * width + 1
        self.data = bytearray(self.stride * height + 1)

    def png(self, dpi: int) -> bytes:
        """The picture as a file."""
        per_metre = round(dpi / MM_PER_INCH * 1000)
        rows = memoryview(self.data)[: self.stride * self.height]
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)),
                _chunk(b"pHYs", pack(">IIB", per_metre, per_metre, 1)),
                _chunk(b"IDAT", _deflate(rows)),
                _chunk(b"IEND", b""),
            )
        )


def _deflate(rows: memoryview) -> bytes:
    try:
        from isal import isal_zlib
    except ImportError:
        return zlib.compress(rows, _LEVEL)
    data: bytes = isal_zlib.compress(rows, 2)
    return data


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(data, zlib.crc32(kind)))
