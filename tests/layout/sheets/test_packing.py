"""Chits: nothing overlaps, nothing is lost, each back lies behind its face."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.drawing.frame import Frame, Group, Shape
from pnp.layout.sheets.grid import BAND, Paper, SheetStyle
from pnp.layout.sheets.impose import SheetPiece
from pnp.layout.sheets.marks import Foot
from pnp.layout.sheets.packing import chit_sheets, pack_chits

A4, LETTER = Paper("a4", 210, 297, "A4"), Paper("letter", 215.9, 279.4, "Letter")
SIDE = st.floats(8, 80).map(lambda side: round(side, 1))
CHITS = st.lists(st.tuples(SIDE, SIDE, st.integers(0, 25)), min_size=1, max_size=6)
FOOT = Foot("Game", "Chits")


def made(
    chits: list[tuple[float, float, int]], bleed: float, backs: bool = True
) -> tuple[list[Frame], list[SheetPiece]]:
    frames: list[Frame] = []
    pieces: list[SheetPiece] = []
    for width, height, copies in chits:
        pieces.append(SheetPiece(len(frames), len(frames) + 1 if backs else -1, copies))
        frames += [Frame("face", width, height, bleed), Frame("back", width, height, bleed)]
    return frames, pieces


@settings(max_examples=80)
@given(CHITS, st.floats(0, 10), st.sampled_from([0.0, 1.5]), st.sampled_from([A4, LETTER]), st.booleans())
def test_chits_keep_their_distance_and_all_are_there(
    chits: list[tuple[float, float, int]], gap: float, bleed: float, paper: Paper, fold: bool
) -> None:
    frames, pieces = made(chits, bleed)
    style = SheetStyle(paper, duplex="fold" if fold else "long")
    leaves = pack_chits(frames, pieces, style, gap)
    assert sum(len(spots) for spots in leaves) == sum(copies for _, _, copies in chits)
    right = paper.width / 2 if fold else paper.width - 5
    for spots in leaves:
        boxes = []
        for spot in spots:
            frame = frames[spot.piece.face]
            boxes.append((spot.x, spot.y, spot.x + frame.width, spot.y + frame.height))
            assert spot.x - bleed >= 5 - 1e-3 and boxes[-1][2] + bleed <= right + 1e-3
            assert spot.y - bleed >= 5 - 1e-3 and boxes[-1][3] + bleed <= paper.height - 5 - BAND + 1e-3
        least = max(gap, 2 * bleed) - 1e-3
        for a, b in combinations(boxes, 2):
            assert max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) >= least


@settings(max_examples=40)
@given(CHITS, st.sampled_from(["long", "short", "fold"]))
def test_each_back_lies_behind_its_face(chits: list[tuple[float, float, int]], duplex: str) -> None:
    frames, pieces = made(chits, 1.5)
    sheets = chit_sheets(frames, pieces, SheetStyle(A4, duplex=duplex), 2, FOOT, str)
    if duplex == "fold":
        assert {sheet.side for sheet in sheets} <= {"front"}
        for sheet in sheets:
            half = len(sheet.placements) // 2
            for face, back in zip(sheet.placements[:half], sheet.placements[half:], strict=True):
                assert back.frame == face.frame + 1 and back.y == face.y
                assert back.x == pytest.approx(210 - face.x - frames[face.frame].width)
        return
    for front, rear in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.side, rear.side) == ("front", "back")
        for face, back in zip(front.placements, rear.placements, strict=True):
            frame = frames[face.frame]
            assert back.frame == face.frame + 1
            assert max(face.y, back.y) + frame.height + 1.5 <= 297 - 5 - BAND + 1e-3, "under the foot line"
            if duplex == "long":
                assert back.turn == 0 and (back.x, back.y) == pytest.approx((210 - face.x - frame.width, face.y))
            else:
                assert back.turn == 2 and (back.x, back.y) == pytest.approx((face.x, 297 - face.y - frame.height))


def test_every_chit_is_outlined_on_the_front_only() -> None:
    frames, pieces = made([(20, 20, 7)], 1.5)
    front, rear = chit_sheets(frames, pieces, SheetStyle(A4), 2, FOOT, str)
    assert sum(getattr(mark, "name", "") == "cut" for mark in front.marks) == 7
    assert not any(getattr(mark, "name", "") == "cut" for mark in rear.marks)
    # The line is seen on dark art as well as on light: a wider white one lies below it.
    below, line = next(mark.items for mark in front.marks if isinstance(mark, Group) and mark.name == "cut")
    assert isinstance(below, Shape) and isinstance(line, Shape)
    assert (
        (below.stroke, line.stroke) == ("#ffffff", "#000000") and below.width > line.width and below.path == line.path
    )
    assert (front.side, rear.side) == ("front", "back")


def test_smaller_chits_lie_in_what_a_row_leaves_free() -> None:
    frames = [Frame("card", 90, 120), Frame("coin", 18, 18)]
    # Beside two cards no coin fits; beside one there is room for a block of 5 × 6 of them, and below for the others.
    (spots,) = pack_chits(frames, [SheetPiece(0, copies=1), SheetPiece(1, copies=100)], SheetStyle(A4), 2)
    beside = [spot for spot in spots[1:] if spot.x > spots[0].x + 90 and spot.y < spots[0].y + 120]
    assert len(beside) == 30


def test_the_back_of_a_leaf_without_backs_stays_blank() -> None:
    frames, pieces = made([(100, 200, 1)], 0)
    frames.append(Frame("one-sided", 100, 201))
    sheets = chit_sheets(frames, [*pieces, SheetPiece(2, copies=2)], SheetStyle(A4), 2, FOOT, str)
    assert [sheet.side for sheet in sheets] == ["front", "front", "front", "back"]


def test_a_chit_too_large_and_a_back_of_another_size_are_reported() -> None:
    with pytest.raises(ValueError, match="does not fit on A4"):
        pack_chits([Frame("face", 300, 20)], [SheetPiece(0)], SheetStyle(A4), 2)
    with pytest.raises(ValueError, match="back: expected 20 × 20 mm like face, got 30 × 20 mm"):
        pack_chits([Frame("face", 20, 20), Frame("back", 30, 20)], [SheetPiece(0, 1)], SheetStyle(A4), 2)
