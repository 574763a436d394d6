"""What people send that is no photo, or too much of one."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from pnp.photo.codes import read_codes
from pnp.photo.picture import LARGEST_BYTES, LOOKED_AT, MOST_PIXELS, PhotoError, read_picture
from tests.guard import some


def encoded(kind: str = "JPEG", size: tuple[int, int] = (400, 300), **more: object) -> bytes:
    stream = BytesIO()
    Image.new("RGB", size, (200, 180, 90)).save(stream, kind, **more)
    return stream.getvalue()


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it is that large, and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_kinds_that_phones_send_are_read_in_grey(kind: str) -> None:
    picture = read_picture(encoded(kind))
    assert (picture.mode, picture.size) == ("L", (400, 300))


def test_a_photo_held_upright_is_turned_as_its_notes_say() -> None:
    notes = Image.Exif()
    notes[0x0112] = 6
    assert read_picture(encoded(exif=notes)).size == (300, 400)


def test_a_picture_stored_in_thousands_of_passes_is_refused_before_it_is_decoded() -> None:
    """Each pass costs 95 bytes, and 20 ms for 64 million pixels: a megabyte would keep the reader busy for minutes."""
    data = encoded(size=(400, 300), progressive=True)
    assert read_picture(data).size == (400, 300)
    last = data.rindex(b"\xff\xda")
    with pytest.raises(PhotoError, match="too many passes"):
        read_picture(data[:-2] + data[last:-2] * 100 + data[-2:])


def test_no_further_look_is_taken_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    zxing = pytest.importorskip("zxingcpp")
    looks: list[tuple[int, int]] = []

    def read_nothing(look: Image.Image, **_: object) -> list[object]:
        looks.append(look.size)
        return []

    monkeypatch.setattr(zxing, "read_barcodes", read_nothing)
    read_codes(Image.new("L", (400, 300)))
    assert len(looks) == 5
    monkeypatch.setattr("pnp.photo.codes._LONGEST", -1.0)
    read_codes(Image.new("L", (400, 300)))
    assert looks[5:] == [(400, 300)]


@pytest.mark.ci
def test_a_very_large_photo_is_made_smaller() -> None:
    picture = read_picture(encoded(size=(6000, 5000), quality=20))
    assert picture.width * picture.height <= LOOKED_AT * 1.01 and picture.width / picture.height == pytest.approx(
        1.2, 0.01
    )


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "expected a JPEG"),
        (b"hello" * 1000, "expected a JPEG"),
        (encoded("GIF"), "expected a JPEG"),
        (encoded("TIFF"), "expected a JPEG"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(500), "expected a JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "expected a JPEG"),
        (encoded()[:600], "damaged"),
        (png_of(400, 300), "damaged"),
        (png_of(30_000, 30_000), "too many"),
        (png_of(2**31 - 1, 2**31 - 1), ""),
        (encoded(size=(60, 60)), "too small to find a card"),
        (b"\xff\xd8" + bytes(LARGEST_BYTES), "larger than 24 MB"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_what_cannot_be_read_has_a_clear_message(data: bytes, part: str) -> None:
    with pytest.raises(PhotoError) as fault:
        read_picture(data)
    assert part in fault.value.message and "Traceback" not in fault.value.message


def test_no_torn_picture_is_an_error_of_the_program() -> None:
    for kind in ("JPEG", "PNG", "WEBP"):
        data = encoded(kind, (300, 220))
        for cut in some(range(0, len(data), max(1, len(data) // 40))):
            for torn in (data[:cut], data[:cut] + b"\xff" * 40 + data[cut + 40 :]):
                try:
                    read_picture(torn)
                except PhotoError as fault:
                    assert fault.message


def test_the_limits_leave_room_for_what_phones_make() -> None:
    assert MOST_PIXELS >= 50_000_000 and LARGEST_BYTES >= 20_000_000
