"""Booklets: printed on both sides, laid in each other and folded, the pages come in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.frame import Frame, Sheet
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.production import booklet_sheets, page_order
from tests.guard import some

A4, LETTER = Paper("a4", 210, 297, "A4"), Paper("letter", 215.9, 279.4, "Letter")


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
@pytest.mark.parametrize("paper", [A4, LETTER])
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
        booklet_sheets(frames, range(12), SheetStyle(A4, duplex="short"), creep, "R") for creep in (0.0, 0.5)
    )
    for number, (one, two) in some(enumerate(zip(still, moved, strict=True))):
        for a, b in some(zip(one.placements, two.placements, strict=True)):
            towards = 1 if a.x < 148.5 else -1
            assert b.x - a.x == pytest.approx(towards * 0.5 * (number // 2))


def test_a_page_too_large_is_reported() -> None:
    with pytest.raises(ValueError, match=r"186 × 255 mm does not fit on half a sheet of A4 \(143.5 × 200 mm\)"):
        booklet_sheets([Frame("rules", 186, 255)], [0], SheetStyle(A4), 0.0, "Rules")
