"""Leaves of a duplex print: what is cut or glued never stands on the back of something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.frame import Frame, Placement, Shape, Sheet
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import are_read, is_blank, lay_leaves, of_side, trimmed
from pnp.layout.sheets.production import booklet_sheets, page_order
from tests.guard import some

A4 = Paper("a4", 210, 297, "A4")
CARD, PAGE = Frame("card", 63, 88, 3), Frame("page", 186, 255)


def fronts(many: int) -> list[Sheet]:
    return [Sheet(f"front {number}", "front", 210, 297, (Placement(1, 12, 12),)) for number in range(many)]


def drawn(sheets: list[Sheet]) -> str:
    """F and B for printed fronts and backs, _ for blank backs."""
    return "".join("_" if is_blank(sheet) else sheet.side[0].upper() for sheet in sheets)


def test_a_front_without_a_back_gets_a_blank_one() -> None:
    one, two, three = fronts(3)
    back = Sheet("back", "back", 210, 297, marks=(Shape(("M", 0.0, 0.0, "L", 1.0, 1.0), stroke="#000000"),))
    for duplex in ("long", "short"):
        assert drawn(lay_leaves([one, two, three], SheetStyle(A4, duplex=duplex))) == "F_F_F_"
        assert drawn(lay_leaves([one, back, two, three, back], SheetStyle(A4, duplex=duplex))) == "FBF_FB"
    for duplex in ("none", "fold"):
        assert drawn(lay_leaves([one, two], SheetStyle(A4, duplex=duplex))) == "FF"


def test_a_blank_back_is_as_large_as_its_front() -> None:
    wide = Sheet("map 1", "front", 297, 210, (Placement(0, 5, 5),))
    _, blank = lay_leaves([wide], SheetStyle(A4))
    assert (blank.width, blank.height, blank.side) == (297, 210, "back")


def test_pages_that_are_read_stand_on_each_others_backs() -> None:
    assert drawn(lay_leaves(fronts(3), SheetStyle(A4), is_read=True)) == "FFF_"
    assert drawn(lay_leaves(fronts(3), SheetStyle(A4, side="front"), is_read=True)) == "F_F_F_"


def test_only_whole_pages_that_are_not_cut_are_read() -> None:
    assert are_read([CARD, PAGE], fronts(2))
    assert not are_read([PAGE, CARD], fronts(2))  # it has bleed, so it is cut out
    two = Sheet("two", "front", 210, 297, (Placement(1, 12, 12), Placement(1, 12, 150)))
    assert not are_read([CARD, PAGE], [two])


def test_one_side_keeps_step_with_the_other() -> None:
    leaves = lay_leaves(fronts(2), SheetStyle(A4))
    assert drawn(of_side(leaves, SheetStyle(A4, side="front"))) == "FF"
    assert drawn(of_side(leaves, SheetStyle(A4, side="back"))) == "__"
    assert drawn(trimmed(leaves)) == "F_F"
    assert trimmed(of_side(leaves, SheetStyle(A4, side="back"))) == []


BOOKLET_A4, LETTER = Paper("a4", 210, 297, "A4"), Paper("letter", 215.9, 279.4, "Letter")


def read(sides: list[tuple[int, int]]) -> list[int]:
    """Turn the leaves of the folded stack: right halves of fronts and left halves of backs inwards, then outwards."""
    leaves = list(zip(sides[::2], sides[1::2], strict=True))
    inwards = [page for front, back in leaves for page in (front[1], back[0])]
    outwards = [page for front, back in reversed(leaves) for page in (back[1], front[0])]
    return inwards + outwards


@given(st.integers(1, 120))
def test_read_in_order_with_blanks_at_the_end(count: int) -> None:
    order = read(page_order(count))
    assert len(order) % 4 == 0 and len(order) - count < 4
    assert order == [*range(count), *[-1] * (len(order) - count)]


def placed(sheet: Sheet, frames: list[Frame], duplex: str) -> tuple[int, int]:
    """The pages on the left and right of a sheet as a reader holds it."""
    halves = [-1, -1]
    for place in sheet.placements:
        x, turned = place.x, place.turn == 2
        assert turned == (sheet.side == "back" and duplex != "short")
        if turned:  # the printer flips over the level long edge, so the reader sees the side turned round
            x = sheet.width - x - frames[place.frame].width
        halves[x > sheet.width / 2] = place.frame
    return halves[0], halves[1]


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", [BOOKLET_A4, LETTER])
def test_placements_follow_the_order_whichever_edge_is_flipped(duplex: str, paper: Paper) -> None:
    frames = [Frame(f"page {number}", 130, 196) for number in range(10)]
    sheets = booklet_sheets(frames, range(10), SheetStyle(paper, duplex=duplex), 0.0, "Rules")
    assert [sheet.side for sheet in sheets] == ["front", "back"] * 3
    assert read([placed(sheet, frames, duplex) for sheet in sheets]) == [*range(10), -1, -1]
    for sheet in sheets:
        for place in sheet.placements:
            inside = place.x % (sheet.width / 2)
            assert 0 <= inside <= sheet.width / 2 - 130 + 1e-3 and place.y >= 5


def test_creep_moves_inner_pages_towards_the_fold() -> None:
    frames = [Frame("page", 130, 196)] * 12
    still, moved = (
        booklet_sheets(frames, range(12), SheetStyle(BOOKLET_A4, duplex="short"), creep, "R") for creep in (0.0, 0.5)
    )
    for number, (one, two) in some(enumerate(zip(still, moved, strict=True))):
        for a, b in some(zip(one.placements, two.placements, strict=True)):
            towards = 1 if a.x < 148.5 else -1
            assert b.x - a.x == pytest.approx(towards * 0.5 * (number // 2))


def test_a_page_too_large_is_reported() -> None:
    with pytest.raises(ValueError, match=r"186 × 255 mm does not fit on half a sheet of A4 \(143.5 × 200 mm\)"):
        booklet_sheets([Frame("rules", 186, 255)], [0], SheetStyle(BOOKLET_A4), 0.0, "Rules")
