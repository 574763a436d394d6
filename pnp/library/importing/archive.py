"""Spreadsheets are zip files of XML. In: their bytes. Out: the archive, safe to open; or an InputError.

Invariant: nothing is unpacked that is larger than a sheet of cards can be, that is locked by a password, or that
declares entities of its own: those can stand for gigabytes, and for files of the reader's machine.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from lzma import LZMAError
from zipfile import BadZipFile, ZipFile

from pnp.base.diagnostics import InputError, Span

MAX_UNPACKED = 80_000_000
MAX_PARTS = 5000
_READ = 1 << 16
BAD = "cannot read this spreadsheet"
AGAIN = "save it again, or as csv"
# What zipfile raises for bytes that are no archive, or a torn or unknown one (Python's own list is not complete), and
# what the streams inside do: zlib, lzma, and bz2 with an OSError.
DAMAGED = (BadZipFile, ValueError, OSError, EOFError, RuntimeError, OverflowError, zlib.error, LZMAError)


def open_archive(data: bytes, file: str) -> ZipFile:
    """The archive of a spreadsheet, whose parts were looked at; InputError says what is wrong with them."""
    try:
        archive = ZipFile(BytesIO(data))
        entries = archive.infolist()
        if any(entry.flag_bits & 1 for entry in entries):
            raise InputError.single(
                Span(file), "this spreadsheet is protected by a password", "remove the password", "bad-table"
            )
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED or len(entries) > MAX_PARTS:
            raise InputError.single(Span(file), "the spreadsheet is too large when unpacked", AGAIN, "too-large")
        for entry in entries:
            if entry.filename.endswith((".xml", ".rels", ".vml")):
                _refuse_entities(archive, entry.filename, file)
    except DAMAGED as fault:
        raise InputError.single(Span(file), f"{BAD}: {fault}", AGAIN, "bad-table") from None
    return archive


def _refuse_entities(archive: ZipFile, part: str, file: str) -> None:
    """No spreadsheet program writes a document type; whoever does so means harm. UTF-16 is looked at, too."""
    tail = b""
    with archive.open(part) as stream:
        while chunk := stream.read(_READ):
            seen = (tail + chunk).replace(b"\0", b"")
            if b"<!DOCTYPE" in seen or b"<!ENTITY" in seen:
                message = f"{part} in this spreadsheet declares a document type, which is not allowed"
                raise InputError.single(Span(file), message, AGAIN, "bad-table")
            tail = seen[-16:]
