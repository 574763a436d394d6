"""Boards from the outside: the tiles put together again are the whole."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageFilter

from pnp.catalog import book_of
from pnp.export.prepare import Order, prepare_game
from pnp.layout.tiling import find_tiling
from tests.components.games import build, faults, harbour, raster, spoiled


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_stitched_together_equal_the_whole(tmp_path: Path, paper: str) -> None:
    per_mm, bleed = 2, 3
    made = build(tmp_path, only=("map",), paper=paper)
    folder = Path(made.folder)
    whole = raster(folder / "map-whole.pdf")
    prepared = prepare_game(harbour(), book_of(harbour()), Order(only=("map",), paper=paper))
    frame, sheets = prepared.portfolio.frames[0], prepared.components[0].sheets
    tiling = find_tiling(frame, prepared.style, 10)
    assert tiling is not None
    stitched = Image.new("RGB", whole.size, "red")
    tiles = iter(tiling.tiles)
    for page, sheet in enumerate(sheets):
        if not sheet.placements:
            continue
        place, own = sheet.placements[0], next(tiles).own
        picture = raster(folder / "map.pdf", page)
        dx, dy = (place.x - bleed) * per_mm, (place.y - bleed) * per_mm
        there = picture.transform(whole.size, Image.Transform.AFFINE, (1, 0, dx, 0, 1, dy), Image.Resampling.BILINEAR)
        left, top, right, bottom = (round((side + bleed) * per_mm) for side in own)
        box = (left, top, right, bottom)
        stitched.paste(there.crop(box), box)
    inside = tuple(round((side + bleed) * per_mm) for side in (0, 0, frame.width, frame.height))
    # Edges are smoothed by parts of a pixel otherwise, and lines are printed along the joints: 1.5 mm are left out.
    soft = [picture.filter(ImageFilter.GaussianBlur(1)) for picture in (stitched, whole)]
    for picture in soft:
        for x in tiling.columns[1:-1]:
            at = round((x + bleed - 1.5) * per_mm)
            picture.paste(0, (at, 0, at + 3 * per_mm, picture.height))
        for y in tiling.rows[1:-1]:
            at = round((y + bleed - 1.5) * per_mm)
            picture.paste(0, (0, at, picture.width, at + 3 * per_mm))
    difference = ImageChops.difference(
        *(picture.crop((inside[0], inside[1], inside[2], inside[3])) for picture in soft)
    ).convert("L")
    assert not any(difference.filter(ImageFilter.MinFilter(3)).histogram()[40:])
    assert sum(difference.histogram()[40:]) < 0.01 * difference.width * difference.height


def test_the_whole_is_one_page_with_its_trim(tmp_path: Path) -> None:
    made = build(tmp_path, only=("map",))
    with pikepdf.open(Path(made.folder) / "map-whole.pdf") as pdf:
        assert len(pdf.pages) == 1
        trim = [float(side) * 25.4 / 72 for side in pdf.pages[0].TrimBox]
    assert [round(trim[2] - trim[0], 2), round(trim[3] - trim[1], 2)] == [500, 360]
    assert {file.file for file in made.manifest.files} == {"map.pdf", "map-whole.pdf"}


def test_a_board_with_translucent_things_has_streams_that_can_be_read(tmp_path: Path) -> None:
    """The plan of the tiles draws the board's groups on the page itself."""
    glass = ("stroke_width: 1, radius: 6}", 'stroke_width: 1, radius: 6, fill: "#20546b", opacity: 0.4}')
    made = build(tmp_path, spoiled(tmp_path, map=glass), only=("map",))
    for file in made.manifest.files:
        with pikepdf.open(Path(made.folder) / file.file) as pdf:
            groups = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/Group" in item]
            assert groups and all(item.read_bytes() for item in groups)


def test_a_board_that_fits_is_not_cut(tmp_path: Path) -> None:
    made = build(tmp_path, only=("map",), paper="a2")
    assert [file.file for file in made.manifest.files] == ["map.pdf"]


def test_faults_have_their_places(tmp_path: Path) -> None:
    wrong = ("kind: board", "kind: board, overlap: 99")
    assert faults(tmp_path / "a", "map", game=wrong) == ["game.yaml:11:31 99 mm is not between 4 and 40 mm"]
    wrong = ("kind: board", "kind: bored")
    told = faults(tmp_path / "b", "map", game=wrong)
    assert "game.yaml:11:15 “bored” is not possible here" in told[0]
    wrong = ("face: map", "face: map, back: map")
    assert faults(tmp_path / "c", "map", game=wrong) == ["game.yaml:11:39 a board has no back"]
