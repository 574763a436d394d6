"""Papers and sheet settings are read from YAML, and every fault in it is reported with its place."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ezdxf import bbox, path
from ezdxf.entities.polyline import Polyline
from ezdxf.filemanagement import read as read_dxf
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.cli.main import main
from pnp.export.disk_shelf import DiskShelf
from pnp.export.sheets.cutlines import dxf_cut, svg_cut
from pnp.export.sheets.papers import PAPERS, SHEETS, read_paper_stock
from pnp.layout.drawing.frame import Frame
from pnp.layout.drawing.path import ellipse_path
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import SheetPiece, lay_out
from pnp.layout.sheets.packing import find_cuttings, unique_cuttings
from tests.layout.memory_shelf import MemoryShelf

GOOD_PAPERS = "papers: {a4: {width: 210, height: 297, title: A4}}"
GOOD_SHEETS = "sheets: {margin: 5}"


def faults(papers: str = GOOD_PAPERS, sheets: str = GOOD_SHEETS) -> list[str]:
    with pytest.raises(InputError) as raised:
        read_paper_stock(MemoryShelf({PAPERS: papers, SHEETS: sheets}))
    return [str(item) for item in raised.value.report]


def test_the_stock_papers_are_there_and_upright() -> None:
    layouts = read_paper_stock(DiskShelf())
    assert {"a3", "a4", "a5", "letter"} <= set(layouts.papers)
    assert all(paper.width <= paper.height for paper in layouts.papers.values())
    assert layouts.paper("Letter").width == pytest.approx(215.9)
    assert (layouts.style.margin, layouts.style.gutter, layouts.style.duplex) == (5, -1, "long")


def test_every_word_on_a_sheet_is_there_in_both_languages() -> None:
    layouts = read_paper_stock(DiskShelf())
    for key in ("sheet", "front", "back", "fold", "ruler"):
        assert {"en", "fi"} <= set(layouts.words[key])


def test_an_unknown_paper_is_reported_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"there is no paper “lettr” .did you mean “letter”"):
        read_paper_stock(DiskShelf()).paper("lettr")


def test_a_paper_written_on_its_side_is_set_upright() -> None:
    papers = "papers: {wide: {width: 11in, height: 8.5in}}"
    paper = read_paper_stock(MemoryShelf({PAPERS: papers, SHEETS: GOOD_SHEETS})).paper("wide")
    assert (paper.width, paper.height) == pytest.approx((215.9, 279.4))


@pytest.mark.parametrize(
    ("papers", "message"),
    [
        ("papers: {a4: 5}", "1:14: expected {width: …, height: …}"),
        ("papers: {a4: {width: huge, height: 297}}", "1:22: 'huge' is not a length"),
        ("papers: {a4: {width: 1, height: 297}}", "expected a width and a height of 40 to 3000 mm"),
        ("papers: []", "expected at least one paper"),
        ("[]", "expected at least one paper"),
        ("", "expected at least one paper"),
    ],
)
def test_faults_in_papers(papers: str, message: str) -> None:
    assert any(message in fault for fault in faults(papers))


@pytest.mark.parametrize(
    ("sheets", "message"),
    [
        ("sheets: {margn: 5}", "1:10: unknown key “margn” (did you mean “margin”?)"),
        ("sheets: {duplex: tumble}", "1:18: expected one of long, short, fold, none, got “tumble”"),
        ("sheets: {margin: 500}", "1:18: expected 0 to 50 mm, got 500 mm"),
        ("sheets: {margin: [1]}", "is not a length"),
        ("words: {front: 5}", "expected {en: …, fi: …}"),
    ],
)
def test_faults_in_sheets(sheets: str, message: str) -> None:
    assert any(message in fault for fault in faults(sheets=sheets))


A4 = Paper("a4", 210, 297, "A4")
POKER = Frame("poker", 63, 88, 3, 3)


def read(data: bytes) -> list[Polyline]:
    document = read_dxf(io.StringIO(data.decode("ascii").replace("\r\n", "\n")))
    assert not document.audit().errors
    assert document.header["$INSUNITS"] == 4
    drawn = [entity for entity in document.modelspace() if entity.dxf.layer == "CUT"]
    outlines = [entity for entity in drawn if isinstance(entity, Polyline)]
    assert len(outlines) == len(drawn)
    return outlines


def boxes(frame: Frame, copies: int, **style: object) -> list[tuple[float, float, float, float]]:
    """x, y, right, bottom of the trims."""
    leaf = lay_out([frame], [SheetPiece(0, copies=copies)], SheetStyle(A4, **style))[0]  # type: ignore[arg-type]
    places = [leaf.grid.box(slot) for slot, _ in leaf.filled()]
    return [(x, y, x + frame.width, y + frame.height) for x, y in places]


def made(frame: Frame, copies: int, **style: object) -> tuple[bytes, bytes]:
    sheets = SheetStyle(A4, **style)  # type: ignore[arg-type]
    cutting = find_cuttings([frame], "cards", [SheetPiece(0, copies=copies)], sheets)[0]
    return svg_cut(cutting, "A & B"), dxf_cut(cutting)


@given(st.floats(15, 90), st.floats(15, 90), st.floats(0, 8), st.integers(1, 12), st.sampled_from([0.0, 1.25, 5.0]))
@settings(max_examples=25)
def test_outlines_lie_on_the_trims(width: float, height: float, corner: float, copies: int, gutter: float) -> None:
    frame = Frame("card", width, height, 3, corner)
    svg, dxf = made(frame, copies, gutter=gutter)
    paper = ElementTree.fromstring(svg)
    assert (paper.get("width"), paper.get("height")) in (("210mm", "297mm"), ("297mm", "210mm"))
    high = float(str(paper.get("height")).removesuffix("mm"))
    wanted = boxes(frame, copies, gutter=gutter)
    drawn = []
    for element in paper.iter("{http://www.w3.org/2000/svg}path"):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", element.get("d", ""))]
        xs, ys = numbers[::2], numbers[1::2]
        drawn.append((min(xs), min(ys), max(xs), max(ys)))
    assert drawn == [pytest.approx(box, abs=1e-3) for box in wanted]
    polylines = read(dxf)
    assert len(polylines) == len(wanted)
    for polyline, (x, y, right, bottom) in zip(polylines, wanted, strict=True):
        assert polyline.is_closed
        box = bbox.extents([polyline])
        found = (box.extmin.x, high - box.extmax.y, box.extmax.x, high - box.extmin.y)
        assert found == pytest.approx((x, y, right, bottom), abs=2e-3)


def test_round_corners_have_their_radius_and_bend_outwards() -> None:
    outline = read(made(POKER, 1)[1])[0]
    flat = list(path.make_path(outline).flattening(0.001))
    area = abs(sum(a.x * b.y - b.x * a.y for a, b in pairwise(flat))) / 2
    assert area == pytest.approx(63 * 88 - (4 - 3.14159265) * 9, abs=0.05)


def test_a_round_token_is_cut_round() -> None:
    token = Frame("token", 20, 20, 1.5, cut=ellipse_path(10, 10, 10, 10))
    outline = read(made(token, 1)[1])[0]
    box = boxes(token, 1)[0]
    middle = ((box[0] + box[2]) / 2, 297 - (box[1] + box[3]) / 2)
    points = [vertex.dxf.location for vertex in outline.vertices]
    assert len(points) > 40
    assert all((p.x - middle[0]) ** 2 + (p.y - middle[1]) ** 2 == pytest.approx(100, rel=0.002) for p in points)


def test_sheets_that_are_cut_alike_share_a_file() -> None:
    cuttings = find_cuttings([POKER], "cards", [SheetPiece(0, copies=25)], SheetStyle(A4))
    assert [numbers for _, numbers in unique_cuttings(cuttings)] == [[1, 2], [3]]


def test_the_command_writes_them_beside_the_pdfs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["kalevala", "--only", "tiles,markers", "--cut", "svg,dxf", "--registration", "silhouette"]
    assert main(["build", *words, "-o", str(tmp_path)]) == 0
    folder = tmp_path / "kalevala" / "a4-en-only-tiles-markers"
    assert {file.name for file in folder.glob("*-cut*")} == {
        "tiles-cut.svg", "tiles-cut.dxf", "markers-cut.svg", "markers-cut.dxf"
    }  # fmt: skip
    assert len(read((folder / "tiles-cut.dxf").read_bytes())) == 20
    assert "tiles-cut.dxf" in capsys.readouterr().out
    assert b"tiles-cut.svg" in (folder / "manifest.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cut", "eps"], "expected svg or dxf"),
        (["--skip", "0"], "slots are numbered from 1"),
        (["--skip", "5-2"], "slots are numbered from 1"),
        (["--skip", "a"], "expected slots such as 1,5-8"),
        (["--skip", "1,,2"], "expected slots such as 1,5-8"),
        (["--registration", "silhouette", "--crop", "full"], "mislead"),
        (
            ["--registration", "silhouette", "--duplex", "fold"],
            "--duplex fold and --registration are mutually exclusive",
        ),
        (["--duplex", "fold", "--side", "back"], "prints faces and backs on one side"),
        (["--for", "gamecrafter", "--side", "front"], "needs both faces and backs"),
    ],
)
def test_what_cannot_be_had_is_reported(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "kalevala", *words, "-o", str(tmp_path / "out")]) == 2
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert not (tmp_path / "out").exists()
