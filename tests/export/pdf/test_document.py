"""PDFs, opened with other programs: qpdf (pikepdf), pdfium and pdfminer (pdfplumber)."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from pnp.base.diagnostics import InputError
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Frame, Group, Placement, Shape, Sheet, Text
from pnp.layout.sheets.grid import SheetStyle
from pnp.layout.sheets.impose import SheetPiece, impose
from tests.deadline import COMMAND
from tests.export.decks import (
    A4,
    ABOUT,
    BODY,
    BOLD,
    FOOT,
    box,
    card,
    deck,
    font_bytes,
    paint,
    pdf_resources,
    picture,
    with_image,
)

POINT = 72 / 25.4


def opened(data: bytes) -> pikepdf.Pdf:
    pdf = pikepdf.open(BytesIO(data))
    assert pdf.check_pdf_syntax() == []
    return pdf


def plumbed(data: bytes) -> Any:
    return pdfplumber.open(BytesIO(data))


@pytest.fixture(scope="module")
def data() -> bytes:
    return paint(*deck())


def test_two_paintings_are_the_same_bytes(data: bytes) -> None:
    assert paint(*deck()) == data


def test_bytes_do_not_depend_on_the_process() -> None:
    code = "from tests.export.decks import *; import hashlib;print(hashlib.sha256(paint(*deck(2, 2))).hexdigest())"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
            timeout=COMMAND,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(runs) == 1


def test_a_face_painted_before_is_the_same_stream_in_another_document() -> None:
    frames, sheets = deck(3, 1)
    one = pdf_resources()
    whole = opened(paint_pdf(one, frames, sheets, ABOUT))
    part = opened(paint_pdf(pdf_resources(), frames, [Sheet("x 1", "front", 80, 100, (Placement(2, 5, 5),))], ABOUT))

    def stream(pdf: pikepdf.Pdf) -> bytes:
        return bytes(pdf.pages[0].Resources.XObject["/F2"].read_raw_bytes())

    assert stream(whole) == stream(part)


def test_page_boxes_are_paper_trims_and_what_is_shown(data: bytes) -> None:
    pdf = opened(data)
    page = pdf.pages[0]
    assert [float(side) for side in page.MediaBox] == pytest.approx([0, 0, 210 * POINT, 297 * POINT], abs=0.001)
    _, sheets = deck()
    first = sheets[0].placements[0]
    trim = [float(side) for side in page.TrimBox]
    assert trim[0] == pytest.approx(first.x * POINT, abs=0.001)
    assert trim[3] == pytest.approx((297 - first.y) * POINT, abs=0.001)
    assert trim[2] - trim[0] == pytest.approx(3 * 63 * POINT, abs=0.001)
    bleed = [float(side) for side in page.BleedBox]
    assert bleed[0] == pytest.approx(trim[0] - first.bleed[3] * POINT, abs=0.001)
    assert bleed[3] == pytest.approx(trim[3] + first.bleed[0] * POINT, abs=0.001)


def test_faces_that_touch_overlap_by_a_hair() -> None:
    """White would shine through between two windows that only touch; they end with the art, where it has no bleed."""
    for bleed, least in ((3.0, 0.09), (0.0, -0.001)):
        frames = [card(0, bleed=bleed), card(1, bleed=bleed)]
        sheets = impose(frames, [SheetPiece(0), SheetPiece(1)], SheetStyle(A4, gutter=0.0), FOOT, ("", "", ""))
        pdf = opened(paint(frames, sheets))  # closed, it takes its pages along
        boxes = sorted(
            [float(value) for value in instruction.operands]
            for instruction in pikepdf.parse_content_stream(pdf.pages[0])
            if str(instruction.operator) == "re"
        )
        (one, two) = boxes[:2]
        assert least <= one[0] + one[2] - two[0] <= 0.11 and (bleed > 0) == (one[0] + one[2] - two[0] > 0.01)


def test_each_unique_face_is_one_form_placed_many_times(data: bytes) -> None:
    pdf = opened(data)
    forms = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form" and "/Group" not in thing
    ]
    assert len(forms) == 5
    fronts = [page for number, page in enumerate(pdf.pages) if number % 2 == 0]
    placed = sum(page.Contents.read_bytes().count(b" Do") for page in fronts)
    assert placed == 20


def test_streams_are_deflated_and_nothing_else(data: bytes) -> None:
    pdf = opened(data)
    filters = {str(thing.get("/Filter")) for thing in pdf.objects if isinstance(thing, pikepdf.Stream)}
    assert filters == {"/FlateDecode"}


def test_fonts_are_embedded_subsets_of_truetype(data: bytes) -> None:
    pdf = opened(data)
    fonts = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/CIDFontType2"
    ]
    assert len(fonts) == 2
    for font in fonts:
        name = str(font.BaseFont)
        assert name[7] == "+" and name[1:7].isalpha() and name[1:7].isupper()
        program = font.FontDescriptor.FontFile2.read_bytes()
        assert len(program) < 40_000 and program[:4] == b"\0\1\0\0"
        assert len(program) == int(font.FontDescriptor.FontFile2.Length1)


def test_text_is_text_with_its_letters_right(data: bytes) -> None:
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "Väinö Öhman 0" in text and "turned" in text
    assert "Tähti · Cards · arkki 1/3 · etupuoli · A4 · fi" in text.replace("sheet", "arkki")
    words = plumbed(data).pages[0].extract_words()
    assert {"Väinö", "Öhman"} <= {word["text"] for word in words}


def test_text_stands_where_the_frame_puts_it(data: bytes) -> None:
    _, sheets = deck()
    page = plumbed(data).pages[0]
    letters = [letter for letter in page.chars if letter["text"] == "V"]
    places = sheets[0].placements
    assert len(letters) == len(places) == 9
    for letter, place in zip(letters, places, strict=True):
        assert letter["x0"] == pytest.approx((place.x + 6) * POINT, abs=0.01)
        assert letter["matrix"][5] == pytest.approx((297 - place.y - 12) * POINT, abs=0.01)
        assert letter["size"] == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_lie_behind_their_faces_on_the_page(duplex: str) -> None:
    """The B of BACK stands 6 mm from the left of each back; seen through the paper, from the right."""
    data = paint(*deck(duplex=duplex))
    with plumbed(data) as pdf:
        front, behind = pdf.pages[0], pdf.pages[1]
        faces = sorted((letter["matrix"][4], letter["matrix"][5]) for letter in front.chars if letter["text"] == "V")
        backs = [
            (letter["matrix"][4], letter["matrix"][5], letter["upright"])
            for letter in behind.chars
            if letter["text"] == "B"
        ]
        width, height = float(front.width), float(front.height)
    assert len(faces) == len(backs) == 9
    # Seen through the paper, the B stands as far from the face's right edge as the V from its left.
    if duplex == "long":
        through = sorted((width - x, y) for x, y, _ in backs)
    else:
        through = sorted((x, height - y) for x, y, _ in backs)
    for (fx, fy), (bx, by) in zip(faces, through, strict=True):
        assert bx == pytest.approx(fx + (63 - 12) * POINT, abs=0.01)
        assert by == pytest.approx(fy, abs=0.01)


def test_what_lies_outside_the_shown_bleed_is_not_painted() -> None:
    loud = Frame("loud", 63, 88, 3, 0, (Shape(box(-50, -50, 200, 200), fill="#ff0000"),))
    sheet = Sheet("x 1", "front", 200, 200, (Placement(0, 60, 60, 0, (1, 2, 3, 0)),))
    bitmap = pypdfium2.PdfDocument(paint([loud], [sheet]))[0].render(scale=254 / 72).to_pil()  # 10 pixels a mm
    red = bitmap.convert("RGB").point(lambda value: 255 - value).getbbox()
    assert red == pytest.approx((600, 590, 1250, 1510), abs=1)


def test_shapes_keep_their_fill_rule_dash_and_opacity() -> None:
    frame = Frame("card", 40, 40, 0, 0, card(0).items[2:3] + card(0).items[4:5])
    sheet = Sheet("x 1", "front", 60, 90, (Placement(0, 0, 0),))
    image = pypdfium2.PdfDocument(paint([Frame("card", 60, 90, 0, 0, frame.items)], [sheet]))[0].render(scale=254 / 72)
    pixels = image.to_pil().convert("RGB")
    assert pixels.getpixel((180, 300)) == (255, 255, 255)  # the hole of the even-odd ring
    assert pixels.getpixel((100, 300)) == (34, 34, 34)
    assert pixels.getpixel((120, 520)) == pytest.approx((255, 127, 127), abs=1)  # half red on white
    assert pixels.getpixel((180, 580)) == pytest.approx(
        (127, 255, 127), abs=1
    )  # green over red in one group: no red shines through
    assert b"[2 1 ] 0 d" in paint_stream(card(1))


def paint_stream(frame: Frame) -> bytes:
    pdf = opened(paint([frame], [Sheet("x 1", "front", 80, 100, (Placement(0, 5, 5),))]))
    return bytes(pdf.pages[0].Resources.XObject["/F0"].read_bytes())


def test_greys_are_written_as_grey_so_printers_use_black_alone() -> None:
    stream = paint_stream(
        Frame("grey", 20, 20, items=(Shape(box(0, 0, 5, 5), fill="#808080", stroke="#102030", width=1),))
    )
    assert b"0.502 g" in stream and b"0.063 0.125 0.188 RG" in stream


def test_metadata_and_preferences_of_the_printer(data: bytes) -> None:
    pdf = opened(data)
    info = {key: str(value) for key, value in pdf.docinfo.items()}
    assert (info["/Title"], info["/Author"], info["/Subject"]) == ("Tähti", "the authors", "a game")
    assert (info["/Keywords"], info["/Creator"]) == ("print-and-play", "pnp test")
    assert str(pdf.Root.Lang) == "fi"
    preferences = pdf.Root.ViewerPreferences
    assert (str(preferences.PrintScaling), str(preferences.Duplex)) == ("/None", "/DuplexFlipLongEdge")


def test_bookmarks_where_there_are_several_components() -> None:
    frames = [card(0)]
    sheets = [
        Sheet(f"{name} {n}", "front", 100, 120, (Placement(0, 5, 5),)) for name in ("Tiles", "Sääntö 1") for n in (1, 2)
    ]
    document = pypdfium2.PdfDocument(paint(frames, sheets))
    marks = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    assert marks == [("Tiles", 0), ("Sääntö 1", 2)]
    opened(paint(frames, sheets))


@pytest.mark.parametrize(
    ("mode", "kind"),
    [(mode, "PNG") for mode in ("RGB", "RGBA", "LA", "L", "1", "P", "I;16")]
    + [(mode, "JPEG") for mode in ("RGB", "L", "CMYK")],
)
def test_images_of_every_sort_are_drawn_once_and_where_they_belong(mode: str, kind: str) -> None:
    frame = with_image()
    sheet = Sheet("x 1", "front", 200, 200, (Placement(0, 10, 10), Placement(0, 100, 10)))
    data = paint([frame], [sheet], {"art/one.png": picture(mode, kind)})
    pdf = opened(data)
    images = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image" and int(thing.Width) == 12
    ]
    assert len(images) == (2 if mode in ("RGBA", "LA") else 1)  # its transparency is an image too
    found = plumbed(data).pages[0].images
    assert len(found) == 2
    assert found[0]["x0"] == pytest.approx(15 * POINT, abs=0.01)
    assert found[0]["top"] == pytest.approx(40 * POINT, abs=0.01)
    assert found[0]["width"] == pytest.approx(20 * POINT, abs=0.01)


def test_an_image_that_cannot_be_read_is_reported_with_its_name() -> None:
    sheet = Sheet("x 1", "front", 100, 100, (Placement(0, 10, 10),))
    for broken in (b"", b"no image", picture("RGB", "PNG", (400, 400))[:200], picture("RGB", "JPEG", (400, 400))[:700]):
        with pytest.raises(InputError, match=r"layouts/art/one.png: .*(expected PNG, JPEG or WebP|truncated|damaged)"):
            paint([with_image()], [sheet], {"art/one.png": broken})


@pytest.mark.parametrize("broken", [b"", b"\0\1\0\0", b"OTTO" + b"\0" * 400])
def test_a_font_that_cannot_be_read_is_reported_with_its_name(broken: bytes) -> None:
    with pytest.raises(InputError, match="the font cannot be embedded"):
        PdfResources(lambda name: broken, lambda source: b"").form(card(0))


def test_a_torn_font_is_reported_with_its_name() -> None:
    whole = font_bytes(BOLD)
    for length in (100, 300, 5000, len(whole) - 5000):
        torn = whole[:length]
        with pytest.raises(InputError, match="the font cannot be embedded"):
            PdfResources({BOLD: torn}.__getitem__, lambda source: b"").form(card(0))


def test_hostile_words_stay_words() -> None:
    nasty = "(un)balanced \\ <</Evil true>> \u202e\x00 𝕏 𐐷"
    frame = Frame(nasty, 63, 88, 0, 0, (Text(5, 5, nasty, BODY, 8), Text(5, 9, "", BODY, 8)))
    about = About(nasty, nasty, nasty, nasty, "en", nasty)
    data = paint_pdf(pdf_resources(), [frame], [Sheet(f"{nasty} 1", "front", 80, 100, (Placement(0, 1, 1),))], about)
    pdf = opened(data)
    assert "(un)balanced" in str(pdf.docinfo["/Title"])


def test_black_in_a_translucent_group_stays_black_beside_other_colours() -> None:
    black = (Shape(box(0, 0, 20, 20), fill="#000000"), Shape(box(20, 0, 20, 20), fill="#000000"))
    yellow = Shape(box(0, 0, 40, 40), fill="#ffff00")
    face = Frame("face", 40.0, 40.0, items=(yellow, Group(black, opacity=0.5)))
    sheet = Sheet("Sheet", "front", 40.0, 40.0, (Placement(0, 0.0, 0.0),))
    with pypdfium2.PdfDocument(BytesIO(paint([face], [sheet]))) as document:
        red, green, blue = document[0].render(scale=1).to_pil().convert("RGB").getpixel((20, 20))
    assert (abs(red - 128) < 3, abs(green - 128) < 3, blue < 3) == (True, True, True)


def test_nested_groups_with_opacity_inside_opacity() -> None:
    inner = Group((Shape(box(0, 0, 9, 9), fill="#ff0000"), Shape(box(3, 3, 9, 9), fill="#0000ff")), opacity=0.5)
    outer = Group((inner, Text(1, 20, "ä", BOLD, 9)), opacity=0.5, matrix=(2, 0, 0, 2, 5, 5))
    data = paint([Frame("card", 60, 60, 0, 0, (outer,))], [Sheet("x 1", "front", 60, 60, (Placement(0, 0, 0),))])
    opened(data)
    pixels = pypdfium2.PdfDocument(data)[0].render(scale=254 / 72).to_pil().convert("RGB")
    assert pixels.getpixel((80, 80)) == pytest.approx((255, 191, 191), abs=2)
    assert "ä" in pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


def test_an_empty_sheet_and_an_empty_face_are_pages_too() -> None:
    sheets = [Sheet("x 1", "front", 210, 297), Sheet("x 2", "front", 80, 100, (Placement(0, 5, 5),))]
    pdf = opened(paint([Frame("empty", 63, 88)], sheets))
    assert len(pdf.pages) == 2
    assert [float(side) for side in pdf.pages[0].TrimBox] == pytest.approx([0, 0, 210 * POINT, 297 * POINT], abs=0.001)


def test_the_ruler_is_fifty_millimetres_long(data: bytes) -> None:
    lines = plumbed(data).pages[0].lines
    assert any(abs(float(line["width"]) - 50 * POINT) < 0.01 for line in lines)
    assert FOOT.ruler in pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
