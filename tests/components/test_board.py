"""Boards from the outside: the tiles put together again are the whole."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from tests.components.games import build, faults, harbour, spoiled
from tests.components.stitching import differing_part
from tests.guard import some


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_stitched_together_equal_the_whole(tmp_path: Path, paper: str) -> None:
    made = build(tmp_path, only=("map",), paper=paper)
    assert differing_part(harbour(), "map", made, paper, bleed=3) < 0.01


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
    for file in some(made.manifest.files):
        with pikepdf.open(Path(made.folder) / file.file) as pdf:
            groups = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/Group" in item]
            assert groups and all(item.read_bytes() for item in groups)


def test_a_board_that_fits_is_not_cut(tmp_path: Path) -> None:
    made = build(tmp_path, only=("map",), paper="a2")
    assert [file.file for file in made.manifest.files] == ["map.pdf"]


def test_faults_have_their_places(tmp_path: Path) -> None:
    wrong = ("kind: board", "kind: board, overlap: 99")
    assert faults(tmp_path / "a", "map", game=wrong) == ["game.yaml:11:31 expected 4 to 40 mm, got 99 mm"]
    wrong = ("kind: board", "kind: bored")
    reported = faults(tmp_path / "b", "map", game=wrong)
    assert "game.yaml:11:15 “bored” is not allowed here" in reported[0]
    wrong = ("face: map", "face: map, back: map")
    assert faults(tmp_path / "c", "map", game=wrong) == ["game.yaml:11:39 a board has no back"]
