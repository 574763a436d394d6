"""Zip archives. In: names and bytes. Out: the bytes of a zip. Invariant: the same files always give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable

STAMP = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
_PACKED = (".png", ".jpg", ".webp")


def zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of the files, in their order; pictures are stored, everything else is deflated."""
    from io import BytesIO
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, data in files:
            entry = ZipInfo(name, STAMP)
            entry.compress_type = ZIP_STORED if name.endswith(_PACKED) else ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()
