"""Leaves of a duplex print: what is cut or glued never stands on the back of something else."""

from __future__ import annotations

from pnp.layout.drawing.frame import Frame, Placement, Shape, Sheet
from pnp.layout.sheets.grid import Paper, SheetStyle
from pnp.layout.sheets.impose import are_read, is_blank, lay_leaves, of_side, trimmed

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
