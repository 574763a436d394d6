"""Boards in tiles: the tiles' own parts divide the board, each lies in true size inside what the printer prints."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.drawing.frame import Frame, Group, Item, Shape, Sheet, Text
from pnp.layout.sheets.grid import BAND, Paper, SheetStyle
from pnp.layout.sheets.marks import Foot
from pnp.layout.sheets.tiling import RIM, Tiling, find_tiling, tile_sheets, whole_sheet

A4, LETTER, A5 = Paper("a4", 210, 297, "A4"), Paper("letter", 215.9, 279.4, "Letter"), Paper("a5", 148, 210, "A5")
PAPERS = st.sampled_from([A4, LETTER, A5])
SIDES = st.floats(150, 1500).map(lambda side: round(side, 2))
FOOT = Foot("Game", "Board")


def board(width: float, height: float, bleed: float = 3) -> Frame:
    return Frame("board", width, height, bleed)


def sheets_of(frame: Frame, paper: Paper, overlap: float = 10, through: bool = False) -> list[Sheet]:
    return tile_sheets(frame, 0, SheetStyle(paper), overlap, through, FOOT, lambda word: word)


def texts(items: tuple[Item, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        if isinstance(item, Group):
            found += texts(item.items)
        elif isinstance(item, Text):
            found.append(item.text)
    return found


@settings(max_examples=60)
@given(SIDES, SIDES, PAPERS, st.floats(4, 25), st.sampled_from([0.0, 3.0]), st.floats(0, 1), st.floats(0, 1))
def test_every_point_lies_on_its_tile_at_the_right_place(
    width: float, height: float, paper: Paper, overlap: float, bleed: float, across: float, down: float
) -> None:
    frame, style = board(width, height, bleed), SheetStyle(paper)
    tiling = find_tiling(frame, style, overlap)
    assert tiling is not None
    sheets = [sheet for sheet in sheets_of(frame, paper, overlap) if sheet.placements]
    assert len(sheets) == len(tiling.tiles)
    x, y = across * width, down * height
    own = [
        number
        for number, tile in enumerate(tiling.tiles)
        if tile.own[0] <= x <= tile.own[2] and tile.own[1] <= y <= tile.own[3]
    ]
    assert own  # a point on a joint belongs to both tiles
    for number in own:
        place = sheets[number].placements[0]
        above, right, below, left = place.bleed
        assert place.turn == 0
        assert -left <= x + 1e-6 and x - 1e-6 <= width + right and -above <= y + 1e-6 and y - 1e-6 <= height + below
        assert 5 - 1e-3 <= place.x + x <= sheets[number].width - 5 + 1e-3
        assert 5 - 1e-3 <= place.y + y <= sheets[number].height - 5 - BAND + 1e-3


@settings(max_examples=60)
@given(SIDES, SIDES, PAPERS, st.floats(4, 25))
def test_tiles_divide_the_board_and_tabs_show_the_next_tile(
    width: float, height: float, paper: Paper, overlap: float
) -> None:
    tiling = find_tiling(board(width, height), SheetStyle(paper), overlap)
    assert tiling is not None
    columns, rows = tiling.size
    area = sum((tile.own[2] - tile.own[0]) * (tile.own[3] - tile.own[1]) for tile in tiling.tiles)
    assert area == pytest.approx(width * height)
    for tile in tiling.tiles:
        assert tile.own[2] - tile.own[0] > 15 and tile.own[3] - tile.own[1] > 15
        if tile.column < columns - 1:
            assert tile.shown[2] - tile.own[2] == pytest.approx(overlap)
        if tile.row < rows - 1:
            assert tile.shown[3] - tile.own[3] == pytest.approx(overlap)


@settings(max_examples=30)
@given(SIDES, SIDES, PAPERS)
def test_each_joint_has_one_name_on_its_two_tiles(width: float, height: float, paper: Paper) -> None:
    tiling = find_tiling(board(width, height), SheetStyle(paper), 10)
    assert tiling is not None
    by_place = {(tile.row, tile.column): tile for tile in tiling.tiles}
    names = []
    for (row, column), tile in by_place.items():
        for side, other, there in (("right", (row, column + 1), "left"), ("bottom", (row + 1, column), "top")):
            name = tiling.joint(tile, side)
            assert bool(name) == (other in by_place)
            if name:
                assert tiling.joint(by_place[other], there) == name
                names.append(name)
    assert len(names) == len(set(names))
    assert not any(tiling.joint(by_place[0, 0], side) for side in ("left", "top"))


def test_as_few_sheets_as_hold_the_board() -> None:
    assert [len(find(420, 297, A4).tiles), len(find(594, 420, A4).tiles)] == [4, 8]
    assert find(180, 600, A4).size == (1, 3)


def find(width: float, height: float, paper: Paper) -> Tiling:
    tiling = find_tiling(board(width, height), SheetStyle(paper), 10)
    assert tiling is not None
    return tiling


def test_half_diamonds_at_a_joint_meet() -> None:
    """Moved back to the board's coordinates, the black halves of two neighbours have their bases on the same line."""
    sheets = [sheet for sheet in sheets_of(board(500, 360), A4, through=True) if sheet.placements]
    halves = []
    for sheet in sheets:
        tile = next(mark for mark in sheet.marks if isinstance(mark, Group) and mark.name == "tile")
        place = sheet.placements[0]
        assert tile.matrix[4:] == (place.x, place.y)
        halves.append(
            {
                tuple(round(part, 6) for part in shape.path if not isinstance(part, str))
                for shape in tile.items
                if isinstance(shape, Shape) and shape.fill == "#000000"
            }
        )
    assert [len(found) for found in halves] == [4, 4, 4, 4]
    for one, two in ((0, 1), (2, 3)):  # left and right neighbours: tips on both sides of one base
        bases = [
            {(half[0], half[1], half[5]) for half in halves[number] if half[0] == half[4]} for number in (one, two)
        ]
        assert len(bases[0] & bases[1]) == 2


def test_the_diagram_stands_on_the_first_sheet_and_numbers_all_tiles() -> None:
    with_room, without = sheets_of(board(420, 297), A4), sheets_of(board(500, 360), A4)
    for sheets in (with_room, without):
        words = texts(sheets[0].marks)
        assert "assembly" in " ".join(words)
        first = 1 + (not sheets[0].placements)
        assert {str(number) for number in range(first, len(sheets) + 1)} <= set(words)
    assert without[0].placements == ()


def test_a_paper_too_small_for_a_tile_is_reported() -> None:
    with pytest.raises(ValueError, match="does not fit on Stamp"):
        sheets_of(board(500, 360), Paper("stamp", 40, 45, "Stamp"))


def test_the_whole_is_a_page_as_large_as_its_bleed() -> None:
    sheet = whole_sheet(board(420, 297), 0, FOOT)
    assert (sheet.width, sheet.height) == (426, 303)
    assert sheet.placements[0].bleed == (3, 3, 3, 3)
    assert RIM >= 4
