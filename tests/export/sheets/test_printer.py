"""Calibration: readings are kept whole, and a printer that slips as it was read prints backs behind their faces."""

from __future__ import annotations

import json
from math import cos, radians, sin
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.cli.main import main
from pnp.export.sheets.calibration import calibration_pdf
from pnp.export.sheets.papers import Printer, correct_sheets, find_printer, load_printers, store_printer
from pnp.layout.drawing.frame import Sheet
from pnp.layout.drawing.path import transform_point
from pnp.layout.sheets.grid import Paper

MM = 72 / 25.4
UPRIGHT, WIDE = (210.0, 297.0), (297.0, 210.0)


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "config"


offsets = st.tuples(st.floats(-5, 5), st.floats(-5, 5))
points = st.tuples(st.floats(0, 1), st.floats(0, 1))


def slipped(x: float, y: float, size: tuple[float, float], offset: tuple[float, float], angle: float, bar: float) -> (
    tuple[float, float]
):  # fmt: skip
    """Where a faulty printer puts a point of the back: size, then turned, then moved, about the middle."""
    mx, my = size[0] / 2, size[1] / 2
    x, y = (x - mx - offset[0]), (y - my - offset[1])
    a, b = cos(radians(-angle)), sin(radians(-angle))
    x, y = a * x - b * y, b * x + a * y
    return x * bar / 100 + mx, y * bar / 100 + my


@given(offsets, st.floats(-2, 2), st.floats(97, 103), points, st.sampled_from([UPRIGHT, WIDE]))
def test_the_correction_undoes_what_the_printer_does(
    offset: tuple[float, float], angle: float, bar: float, point: tuple[float, float], size: tuple[float, float]
) -> None:
    printer = Printer(offset, angle, (bar, bar), offset)
    sheet = correct_sheets([Sheet("s", "back", *size)], printer, "long")[0]
    x, y = point[0] * size[0], point[1] * size[1]
    assert slipped(*transform_point(x, y, sheet.matrix), size, offset, angle, bar) == pytest.approx((x, y), abs=1e-6)


def test_fronts_are_only_scaled_and_short_edges_turn_the_offset_round() -> None:
    printer = Printer((1, 2))
    front, back = (Sheet("s", side, *UPRIGHT) for side in ("front", "back"))
    assert correct_sheets([front], printer, "long") == [front]
    assert correct_sheets([back], printer, "long")[0].matrix[4:] == pytest.approx((1, 2))
    assert correct_sheets([back], printer, "short")[0].matrix[4:] == pytest.approx((-1, -2))
    scaled = correct_sheets([front], Printer(bar=(99, 101)), "long")[0].matrix
    assert (scaled[0], scaled[3]) == pytest.approx((100 / 99, 100 / 101))
    wide = correct_sheets([Sheet("s", "front", *WIDE)], Printer(bar=(99, 101)), "long")[0].matrix
    assert (wide[0], wide[3]) == pytest.approx((100 / 101, 100 / 99))


def words(path: Path) -> list[list[tuple[str, float, float]]]:
    """Each piece of text of each page, with its left and top."""
    pages = []
    for page in pypdfium2.PdfDocument(path):
        text = page.get_textpage()
        boxes = [text.get_rect(number) for number in range(text.count_rects())]
        pages.append([(text.get_text_bounded(*box), box[0], -box[3]) for box in boxes])
    return pages


def test_a_build_moves_the_backs_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--printer", "den", "--offset", "1.5,-0.5"]) == 0
    build = ["build", "kalevala", "--only", "markers", "--paper", "a4"]
    assert main([*build, "-o", str(tmp_path / "plain")]) == 0
    assert main([*build, "-o", str(tmp_path / "moved"), "--printer", "den"]) == 0
    plain, moved = (tmp_path / name / "kalevala" / "a4-en-only-markers" / "markers.pdf" for name in ("plain", "moved"))
    (front, back), (front_moved, back_moved) = words(plain), words(moved)
    assert front == front_moved and len(back) == len(back_moved)
    for (text, x, y), (text_moved, x_moved, y_moved) in zip(back, back_moved, strict=True):
        assert text == text_moved
        assert (x_moved - x, y_moved - y) == pytest.approx((1.5 * MM, -0.5 * MM), abs=0.01)
    with pikepdf.open(plain) as one, pikepdf.open(moved) as two:
        before, after = ([float(value) for value in pdf.pages[1].TrimBox] for pdf in (one, two))
        assert [b - a for a, b in zip(before, after, strict=True)] == pytest.approx(
            [1.5 * MM, 0.5 * MM, 1.5 * MM, 0.5 * MM], abs=0.01
        )
        assert two.check_pdf_syntax() == []
    capsys.readouterr()


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("paper", [Paper("a4", 210, 297, "A4"), Paper("a5", 148, 210, "A5")])
def test_the_sheet_has_its_crosses_at_the_same_places_and_bars_of_100_mm(
    paper: Paper, wide: bool, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(calibration_pdf(paper, wide))
    with pikepdf.open(path) as pdf:
        assert pdf.check_pdf_syntax() == [] and len(pdf.pages) == 2
    with pdfplumber.open(path) as pdf:
        width, height = float(pdf.pages[0].width), float(pdf.pages[0].height)
        assert (width > height) == wide
        front, back = (
            [(line["x0"], line["x1"], line["top"], line["bottom"]) for line in page.lines] for page in pdf.pages
        )
        for lines in (front, back):
            middles = {((x0 + x1) / 2, (top + low) / 2) for x0, x1, top, low in lines if x1 - x0 > 9 * MM}
            assert any(
                x == pytest.approx(width / 2, abs=0.01) and y == pytest.approx(height / 2, abs=0.01) for x, y in middles
            )
        assert sum(abs(x1 - x0 - 100 * MM) < 0.02 for x0, x1, _, _ in front) == 1
        assert sum(abs(low - top - 100 * MM) < 0.02 for _, _, top, low in front) == 1
        for page in pdf.pages:
            assert all(word["x0"] > 0 and word["x1"] < width for word in page.extract_words())
    assert "--offset X,Y" in pypdfium2.PdfDocument(path.read_bytes())[1].get_textpage().get_text_range()


def test_the_scales_can_be_read(tmp_path: Path) -> None:
    """50 mm wide, a tick each millimetre, figures of 8 points that touch neither a scale nor each other."""
    path = tmp_path / "sheet.pdf"
    path.write_bytes(calibration_pdf(Paper("a4", 210, 297, "A4")))
    with pdfplumber.open(path) as pdf:
        page = pdf.pages[1]
        middle = float(page.width) / 2
        lying = [line for line in page.lines if line["x1"] - line["x0"] > 40 * MM]
        assert len(lying) == 3 and all(line["x1"] - line["x0"] == pytest.approx(50 * MM, abs=0.1) for line in lying)
        ticks = {round((line["x0"] - middle) / MM) for line in page.lines if line["x1"] - line["x0"] < 0.1}
        assert set(range(-25, 26)) <= ticks
        figures = [word for word in page.extract_words() if word["text"] in ("+10", "+20", "−10", "−20")]
        assert len(figures) == 3 * 8
        assert {round(letter["size"], 1) for letter in page.chars if letter["text"] in "+−"} == {8.0}
        for number, one in enumerate(figures):
            for other in figures[number + 1 :]:
                assert (
                    one["x1"] < other["x0"] or other["x1"] < one["x0"] or one["bottom"] < other["top"]
                    or other["bottom"] < one["top"]
                )  # fmt: skip


def test_readings_are_kept_beside_each_other_and_what_is_not_given_stays(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--printer", "den", "--offset", "1.5,-0.5"]) == 0
    assert main(["calibrate", "--printer", "den", "--angle", "-0.25", "--scale", "99.5"]) == 0
    assert main(["calibrate", "--printer", "den", "--wide", "--offset", "0.5,0.25"]) == 0
    assert main(["calibrate", "--printer", "work", "--offset", "0,1"]) == 0
    assert load_printers() == {
        "den": Printer((1.5, -0.5), -0.25, (99.5, 99.5), (0.5, 0.25)),
        "work": Printer((0, 1)),
    }
    assert [path.name for path in config.iterdir()] == ["printers.json"]
    capsys.readouterr()
    assert main(["calibrate", "--printer", "den"]) == 0
    assert "backs move 1.5,-0.5 mm, landscape 0.5,0.25 mm, turn -0.25°" in capsys.readouterr().out
    assert main(["calibrate", "--printer", "den", "--forget"]) == 0
    assert set(load_printers()) == {"work"}


def test_a_sheet_that_lies_wide_warns_when_it_was_never_read() -> None:
    from pnp.catalog import book_of, find_game
    from pnp.export.order.building import prepare_game
    from pnp.export.order.order import PrintOrder

    store_printer("den", Printer((1, 1)))
    entry = find_game("kalevala")
    order = PrintOrder(only=("tiles",), printer="den", registration="silhouette", paper="letter")
    wide = any(sheet.width > sheet.height for sheet in prepare_game(entry, book_of(entry), order).all_sheets)
    reported = [str(item) for item in prepare_game(entry, book_of(entry), order).portfolio.report.warnings]
    assert any("no reading for landscape" in item for item in reported) == wide


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--offset", "1,1"], 2, "expected a printer"),
        (["--printer", "den", "--offset", "1"], 2, "expected a value such as 1.5,-0.5"),
        (["--printer", "den", "--offset", "a,b"], 2, "expected a value such as 1.5,-0.5"),
        (["--printer", "den", "--offset", "nan,1"], 2, "expected a value such as 1.5,-0.5"),
        (["--printer", "den", "--offset", "90,1"], 2, "at most 20 mm"),
        (["--printer", "den", "--angle", "30"], 2, "at most 5 degrees"),
        (["--printer", "den", "--scale", "1.01"], 2, "expected 90 to 110 mm"),
        (["--printer", "den"], 2, "no readings are stored for printer “den”"),
        (["--printer", "den", "--forget"], 2, "no readings are stored for printer “den”"),
        (["--paper", "a44"], 2, "there is no paper “a44”"),
    ],
)
def test_what_cannot_be_is_reported(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *words]) == code
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert load_printers() == {}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"den": {"offset": [1e99, 0]}}', b'{"den": 1}', b"\xff\xfe"])
def test_a_spoilt_file_is_reported(config: Path, data: bytes) -> None:
    config.mkdir()
    (config / "printers.json").write_bytes(data)
    with pytest.raises(InputError, match="expected printer readings"):
        load_printers()
    with pytest.raises(InputError):
        store_printer("den", Printer())
    assert (config / "printers.json").read_bytes() == data


def test_an_unknown_printer_is_reported_with_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store_printer("den", Printer((1, 0)))
    assert main(["build", "kalevala", "--printer", "dem", "-o", str(tmp_path / "out")]) == 2
    assert "did you mean “den”?" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert json.loads((tmp_path / "config" / "printers.json").read_text())["den"]["offset"] == [1, 0]
    assert find_printer("den").offset == (1, 0)


def test_the_page_on_printing_names_every_option_of_calibrate() -> None:
    import re
    from inspect import signature

    from pnp.cli.calibrate import calibrate

    page = Path(__file__).parents[3].joinpath("docs", "printing.md").read_text("utf-8")
    table = page.partition("## When backs")[2].partition("## ")[0]
    reported = {
        name.removeprefix("--")
        for line in table.splitlines()
        if line.startswith("|")
        for name in re.findall(r"`(--?\w+)`", line.split("|")[1])
    }
    assert reported == {name for name in signature(calibrate).parameters if name != "output"} | {"-o"}
