"""Chits for the plotter, boards in one form or the other, standees in updates."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from ezdxf import bbox
from ezdxf.filemanagement import read as read_dxf

from pnp.cli.main import main
from tests.components.games import GAMES, build, spoiled

PER_MM = 4


def outlines(svg: bytes) -> list[tuple[float, float, float, float]]:
    found = []
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", element.get("d", ""))]
        found.append((min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])))
    return found


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_chits_are_cut_where_they_are_printed(duplex: str, tmp_path: Path) -> None:
    product = build(tmp_path, only=("coins",), cut=("svg", "dxf"), duplex=duplex)
    folder = Path(product.folder)
    svgs = sorted(folder.glob("coins-cut*.svg"))
    assert sum(len(outlines(svg.read_bytes())) for svg in svgs) == 34
    svg = next(svg for svg in svgs if re.fullmatch(r"coins-cut(-1.*)?", svg.stem))
    with pypdfium2.PdfDocument(folder / "coins.pdf") as pdf:
        page = pdf[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("L")
    for left, top, right, bottom in outlines(svg.read_bytes()):
        assert 5 <= left < right <= 205 and 5 <= top < bottom <= 288
        # The outline printed for the scissors lies on the one for the plotter: it is dark at the middle of a side.
        x, y = round((left + right) / 2 * PER_MM), round(top * PER_MM)
        assert min(page.crop((x, y - 1, x + 1, y + 2)).tobytes()) < 140
    dxf = read_dxf(io.StringIO(svg.with_suffix(".dxf").read_bytes().decode().replace("\r\n", "\n")))
    drawn = [bbox.extents([one]) for one in dxf.modelspace() if one.dxf.layer == "CUT"]
    corners = sorted((round(box.extmin.x, 1), round(297 - box.extmax.y, 1)) for box in drawn)
    assert corners == sorted((round(left, 1), round(top, 1)) for left, top, _, _ in outlines(svg.read_bytes()))


def test_chits_for_a_plotter_have_its_marks_and_keep_away_from_them(tmp_path: Path) -> None:
    product = build(tmp_path, only=("coins",), cut=("svg",), registration="silhouette")
    folder = Path(product.folder)
    for svg in folder.glob("*.svg"):
        assert all(left >= 16.5 + 1 and right <= 193.5 - 1 for left, _, right, _ in outlines(svg.read_bytes()))
    with pypdfium2.PdfDocument(folder / "coins.pdf") as pdf:
        page = pdf[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("L")
    assert page.getpixel((round(12.5 * PER_MM), round(12.5 * PER_MM))) == 0  # the square
    assert page.getpixel((round(199.5 * PER_MM), round(15 * PER_MM))) == 0  # an arm at the top right
    assert page.getpixel((round(10.5 * PER_MM), round(280 * PER_MM))) == 0  # and at the bottom left


@pytest.mark.parametrize(
    ("form", "files"),
    [("both", {"map.pdf", "map-whole.pdf"}), ("tiles", {"map.pdf"}), ("whole", {"map-whole.pdf"})],
)
def test_a_large_board_is_made_as_asked(form: str, files: set[str], tmp_path: Path) -> None:
    words = ["build", "harbour", "--games", str(GAMES), "--only", "map", "--board", form, "-o", str(tmp_path)]
    assert main(words) == 0
    assert {file.name for file in (tmp_path / "harbour" / "a4-en-only-map").glob("*.pdf")} == files


def test_a_board_in_one_piece_is_not_in_the_file_for_home(tmp_path: Path) -> None:
    words = ["build", "harbour", "--games", str(GAMES), "--only", "map,crew", "--board", "whole", "-o", str(tmp_path)]
    assert main(words) == 0
    assert {file.name for file in (tmp_path / "harbour" / "a4-en-only-map-crew").glob("*.pdf")} == {
        "map-whole.pdf",
        "crew.pdf",
    }


@pytest.mark.parametrize("change", [("base: slot", "base: fold"), ("base: slot", "base: slot, foot: 9")])
def test_standees_with_another_foot_are_printed_anew(change: tuple[str, str], tmp_path: Path) -> None:
    first = build(tmp_path)
    update = build(tmp_path, spoiled(tmp_path, game=change), since=str(Path(first.folder) / "manifest.json"))
    assert [file.components for file in update.manifest.files if file.kind == "pdf"] == [["figures"]]
    assert {removal.component for removal in update.removed} == {"figures"}
    assert {removal.why for removal in update.removed} == {"changed"}
    same = build(tmp_path, since=first.folder)
    assert [file.kind for file in same.manifest.files] == ["txt"] and not same.removed
