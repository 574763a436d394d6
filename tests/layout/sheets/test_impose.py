"""Imposition: nothing overlaps, nothing leaves the printable area, and a back lies behind its face either way."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.layout.drawing.frame import Frame, Group, Item, Matrix, Placement, Shape, Sheet, Text
from pnp.layout.sheets.grid import BAND, Paper, SheetStyle, find_grid
from pnp.layout.sheets.impose import SheetPiece, impose, placed_box, placed_matrix
from pnp.layout.sheets.marks import Foot
from tests.guard import some
from tests.marks import examples

PAPERS = [
    Paper("a4", 210, 297, "A4"),
    Paper("letter", 215.9, 279.4, "Letter"),
    Paper("a3", 297, 420, "A3"),
    Paper("a5", 148, 210, "A5"),
]
WORDS = ("front", "back", "fold")
FOOT = Foot("Game", "Cards", "A4", "en")
POKER = Frame("poker", 63, 88, 3, 3)
TINY = 1e-4


def lay(frames: list[Frame], pieces: list[SheetPiece], **style: object) -> list[Sheet]:
    return impose(frames, pieces, SheetStyle(**{"paper": PAPERS[0], **style}), FOOT, WORDS)  # type: ignore[arg-type]


styles = st.builds(
    SheetStyle,
    paper=st.sampled_from(PAPERS),
    gutter=st.sampled_from([-1.0, 0.0, 1.0, 2.5, 6.0]),
    duplex=st.sampled_from(["long", "short", "fold", "none"]),
    crop=st.sampled_from(["outer", "full", "edge", "none"]),
    bleed=st.sampled_from(["full", "outer"]),
    skip=st.sampled_from([(), (1,), (2, 3, 5)]),
)
sizes = st.tuples(
    st.floats(10, 160).map(lambda value: round(value, 2)),
    st.floats(10, 160).map(lambda value: round(value, 2)),
    st.sampled_from([0.0, 1.0, 3.0]),
)


def make(size: tuple[float, float, float], faces: int) -> list[Frame]:
    width, height, bleed = size
    return [Frame(f"face {n}", width, height, bleed) for n in range(faces)] + [Frame("back", width, height, bleed)]


def run(size: tuple[float, float, float], copies: list[int], style: SheetStyle) -> tuple[list[Frame], list[Sheet]]:
    frames = make(size, len(copies))
    assume(style.duplex != "fold" or find_grid(frames[0], style, fold=True) is not None)
    pieces = [SheetPiece(n, len(copies), count) for n, count in enumerate(copies)]
    try:
        return frames, impose(frames, pieces, style, FOOT, WORDS)
    except ValueError:
        assume(False)
        raise


copy_lists = st.lists(st.integers(0, 12), min_size=1, max_size=5).filter(any)


@given(sizes, copy_lists, styles)
@settings(max_examples=examples(150))
def test_bleeds_stay_clear_of_other_trims_and_trims_inside_the_margin(
    size: tuple[float, float, float], copies: list[int], style: SheetStyle
) -> None:
    frames, sheets = run(size, copies, style)
    for sheet in sheets:
        boxes = [placed_box(place, frames[place.frame]) for place in sheet.placements]
        whole_page = len(boxes) == 1
        for place, (x, y, w, h) in zip(sheet.placements, boxes, strict=True):
            if not whole_page:
                assert x >= style.margin - TINY and y >= style.margin - TINY
                assert x + w <= sheet.width - style.margin + TINY and y + h <= sheet.height - style.margin + TINY
            above, right, below, left = place.bleed
            assert all(0 <= shown <= frames[place.frame].bleed + TINY for shown in place.bleed)
            shown = (x - left, y - above, x + w + right, y + h + below)
            for other, (ox, oy, ow, oh) in zip(sheet.placements, boxes, strict=True):
                if other is not place:
                    assert not overlap(shown, (ox, oy, ox + ow, oy + oh))
                    a, r, b, le = other.bleed
                    assert not overlap(shown, (ox - le, oy - a, ox + ow + r, oy + oh + b))


def overlap(one: tuple[float, float, float, float], two: tuple[float, float, float, float]) -> bool:
    return min(one[2], two[2]) - max(one[0], two[0]) > TINY and min(one[3], two[3]) - max(one[1], two[1]) > TINY


@given(sizes, copy_lists, styles.filter(lambda style: style.duplex != "none"), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=examples(150))
def test_a_back_lies_behind_its_face(
    size: tuple[float, float, float], copies: list[int], style: SheetStyle, across: float, down: float
) -> None:
    """A point of a face, followed through the paper, comes out at the point of its back that mirrors it."""
    frames, sheets = run(size, copies, style)
    back = len(frames) - 1
    width, height = size[0], size[1]
    u, v = across * width, down * height
    for front, behind in pairs(sheets, style.duplex):
        faces = [place for place in front.placements if place.frame != back]
        backs = [place for place in behind.placements if place.frame == back]
        assert len(faces) == len(backs)
        for face in faces:
            x, y = apply(placed_matrix(face, frames[face.frame]), u, v)
            x, y = through_the_paper(x, y, front, style.duplex)
            found = [inverse(placed_matrix(place, frames[back]), x, y) for place in backs]
            assert any(abs(fx - (width - u)) < 1e-6 and abs(fy - v) < 1e-6 for fx, fy in found)


def pairs(sheets: list[Sheet], duplex: str) -> list[tuple[Sheet, Sheet]]:
    if duplex == "fold":
        return [(sheet, sheet) for sheet in sheets]
    assert [sheet.side for sheet in sheets] == ["front", "back"] * (len(sheets) // 2)
    return list(zip(sheets[::2], sheets[1::2], strict=True))


def through_the_paper(x: float, y: float, sheet: Sheet, duplex: str) -> tuple[float, float]:
    """Where on the other page (as it is printed, upright) a hole made with a needle comes out."""
    long_edge_is_upright = sheet.height >= sheet.width
    if duplex == "fold" or (duplex == "long") == long_edge_is_upright:
        return sheet.width - x, y
    return x, sheet.height - y


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d * (x - e) - c * (y - f)) / det, (-b * (x - e) + a * (y - f)) / det


@given(sizes, copy_lists, styles)
@settings(max_examples=examples(100))
def test_every_copy_is_printed_on_as_few_sheets_as_possible(
    size: tuple[float, float, float], copies: list[int], style: SheetStyle
) -> None:
    assume(style.duplex != "fold")
    _, sheets = run(size, copies, style)
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    printed = Counter(place.frame for sheet in fronts for place in sheet.placements)
    assert printed == Counter({number: count for number, count in enumerate(copies) if count})
    gutter = max(style.gutter, 0)

    def holds(width: float, height: float) -> int:
        across = floor((width - 10 + gutter + 1e-6) / (size[0] + gutter))
        return across * floor((height - 10 + gutter + 1e-6) / (size[1] + gutter))

    def filled(count: int) -> int:
        return count - sum(slot <= count for slot in style.skip) if count > 1 else count

    ways = (holds(style.paper.width, style.paper.height), holds(style.paper.height, style.paper.width))
    capacity = max(filled(ways[0]), filled(ways[1])) or 1
    assert len(fronts) == ceil(sum(copies) / capacity)


@given(sizes, copy_lists, styles)
@settings(max_examples=examples(100))
def test_the_grid_is_in_the_middle(size: tuple[float, float, float], copies: list[int], style: SheetStyle) -> None:
    frames = make(size, 1)
    grid = find_grid(frames[0], style, sum(copies), style.duplex == "fold")
    assume(grid is not None)
    assert grid is not None
    _, y = grid.box(grid.count - 1)
    assert abs(grid.y - (grid.paper_height - y - size[1])) < TINY
    if not grid.fold:
        x, _ = grid.box(grid.count - 1)
        assert abs(grid.x - (grid.paper_width - x - size[0])) < TINY


@given(sizes, copy_lists, styles)
@settings(max_examples=examples(150))
def test_marks_are_printable_and_outside_every_trim(
    size: tuple[float, float, float], copies: list[int], style: SheetStyle
) -> None:
    frames, sheets = run(size, copies, style)
    for sheet in sheets:
        boxes = [placed_box(place, frames[place.frame]) for place in sheet.placements]
        for x, y in points(sheet.marks):
            assert style.margin - TINY <= x <= sheet.width - style.margin + TINY
            assert style.margin - TINY <= y <= sheet.height - style.margin + TINY
            if len(boxes) > 1:
                assert not any(
                    bx + TINY < x < bx + bw - TINY and by + TINY < y < by + bh - TINY for bx, by, bw, bh in boxes
                )


def points(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> list[tuple[float, float]]:
    """Where the lines and texts of the marks begin and end."""
    found: list[tuple[float, float]] = []
    for item in items:
        if isinstance(item, Group):
            found += points(item.items, item.matrix)
        elif isinstance(item, Text):
            found.append(apply(matrix, item.x, item.y))
        elif isinstance(item, Shape):
            numbers = [value for value in item.path if isinstance(value, int | float)]
            found += [apply(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return found


def test_nine_poker_cards_on_a4_as_every_print_and_play_has_them() -> None:
    grid = find_grid(POKER, SheetStyle(PAPERS[0]), 54)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.x, grid.y, grid.gutter) == (3, 3, 10.5, 16.5, 0)
    assert grid.band == "bottom"


def test_letter_paper_puts_the_foot_line_beside_the_cards() -> None:
    grid = find_grid(POKER, SheetStyle(PAPERS[1]), 54)
    assert grid is not None
    assert (grid.count, grid.band) == (9, "left")
    foot = texts(lay([POKER], [SheetPiece(0, copies=9)], paper=PAPERS[1])[0])
    assert foot == ["Game · Cards · sheet 1/1 · A4 · en", "50 mm · print at 100 %"]


def test_sixty_tiles_take_three_sheets_with_a_gutter_rather_than_three_without() -> None:
    grid = find_grid(Frame("tile", 45, 45, 3), SheetStyle(PAPERS[0]), 60)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.gutter) == (4, 5, 2.0)
    assert grid.shown(5) == (1.0, 1.0, 1.0, 1.0)


def test_a_given_gutter_is_kept() -> None:
    grid = find_grid(Frame("tile", 45, 45, 3), SheetStyle(PAPERS[0], gutter=4), 60)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.gutter) == (4, 5, 4)


@pytest.mark.parametrize(("many", "columns", "rows"), [(1, 1, 1), (2, 2, 1), (4, 2, 2), (5, 3, 2), (9, 3, 3)])
def test_few_cards_stand_in_the_middle_without_empty_columns(many: int, columns: int, rows: int) -> None:
    grid = find_grid(POKER, SheetStyle(PAPERS[0]), many)
    assert grid is not None
    assert (grid.columns, grid.rows) == (columns, rows)


def test_tokens_stand_in_a_block_that_takes_few_cuts() -> None:
    grid = find_grid(Frame("token", 18, 18, 2), SheetStyle(PAPERS[0]), 22)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.gutter) == (6, 4, 4)


def test_a_wide_page_lies_on_lying_paper() -> None:
    sheet = lay([Frame("board", 250, 180)], [SheetPiece(0)])[0]
    assert (sheet.width, sheet.height) == (297, 210)


def test_a_page_as_large_as_the_paper_is_its_own_sheet_with_the_foot_line_on_it() -> None:
    sheets = lay([Frame("one", 210, 297), Frame("two", 210, 297)], [SheetPiece(0), SheetPiece(1)])
    assert [[place.frame for place in sheet.placements] for sheet in sheets] == [[0], [1]]
    assert all((sheet.placements[0].x, sheet.placements[0].y) == (0, 0) for sheet in sheets)
    assert [texts(sheet)[0] for sheet in sheets] == [f"Game · Cards · sheet {n}/2 · A4 · en" for n in (1, 2)]
    assert not any(isinstance(mark, Shape) for sheet in sheets for mark in sheet.marks)


def test_a_full_bleed_page_has_no_foot_line_over_its_art() -> None:
    assert texts(lay([Frame("poster", 210, 297, 3)], [SheetPiece(0)])[0]) == []


def test_a_face_larger_than_the_paper_is_reported_with_its_size() -> None:
    with pytest.raises(ValueError, match="board: 300 × 500 mm does not fit on A4"):
        lay([Frame("board", 300, 500)], [SheetPiece(0)])


def test_a_back_of_another_size_is_reported() -> None:
    with pytest.raises(ValueError, match="back: expected 63 × 88 mm like face, got 44 × 67 mm"):
        lay([Frame("face", 63, 88), Frame("back", 44, 67)], [SheetPiece(0, 1)])


def test_short_edge_turns_the_backs_on_their_heads() -> None:
    frames = [POKER, Frame("back", 63, 88, 3)]
    for duplex, turn in (("long", 0), ("short", 2)):
        back = lay(frames, [SheetPiece(0, 1, 4)], duplex=duplex)[1]
        assert {place.turn for place in back.placements} == {turn}


def test_a_front_without_any_back_gets_a_blank_page_only_where_others_have_backs() -> None:
    frames = [POKER, Frame("back", 63, 88, 3), Frame("page", 180, 250)]
    mixed = lay(frames, [SheetPiece(0, 1), SheetPiece(2)])
    assert [(sheet.side, len(sheet.placements)) for sheet in mixed] == [
        ("front", 1),
        ("back", 1),
        ("front", 1),
        ("back", 0),
    ]
    assert [sheet.side for sheet in lay(frames, [SheetPiece(2), SheetPiece(2)])] == ["front", "front"]


def test_no_backs_without_duplex() -> None:
    frames = [POKER, Frame("back", 63, 88, 3)]
    assert {sheet.side for sheet in lay(frames, [SheetPiece(0, 1, 10)], duplex="none")} == {"front"}


def test_full_crop_marks_need_a_gutter() -> None:
    def ticks(**style: object) -> int:
        shapes = [mark for mark in lay([POKER], [SheetPiece(0, copies=4)], **style)[0].marks if isinstance(mark, Shape)]
        return sum(mark.path.count("M") for mark in shapes)

    assert ticks(crop="none") == 0
    assert ticks(crop="full", gutter=0.0) == ticks(crop="outer", gutter=0.0) == 12
    assert ticks(crop="full", gutter=4.0) == ticks(crop="outer", gutter=4.0) + 4 * 4


def test_a_round_token_has_its_outline_on_the_front_only() -> None:
    outline = ("M", 0.0, 10.0, "C", 0.0, 0.0, 20.0, 0.0, 20.0, 10.0, "Z")
    frames = [Frame("token", 20, 20, 2, cut=outline), Frame("back", 20, 20, 2, cut=outline)]
    front, back = lay(frames, [SheetPiece(0, 1, 6)])
    assert sum(isinstance(mark, Group) and mark.name == "cut" for mark in front.marks) == 6
    assert not any(isinstance(mark, Group) and mark.name == "cut" for mark in back.marks)


def test_the_band_of_the_foot_line_is_inside_the_margin() -> None:
    front = lay([POKER], [SheetPiece(0, copies=9)])[0]
    foot = next(mark for mark in front.marks if isinstance(mark, Group) and mark.name == "foot")
    assert foot.matrix == (1, 0, 0, 1, 5, 297 - 5 - BAND)


def test_odd_names_stay_on_one_line_and_short_of_the_ruler() -> None:
    foot = Foot("Gäme\n\x00\x1b[31m" + "x" * 500, "Cards\u202e", "A4", "en")
    sheet = impose([POKER], [SheetPiece(0)], SheetStyle(PAPERS[0]), foot, WORDS)[0]
    line = texts(sheet)[0]
    assert line.startswith("Gäme [31mxxx") and line.endswith("…") and len(line) < 150
    assert all(letter.isprintable() for letter in line)


def test_a_placement_turned_by_each_quarter_fills_its_box() -> None:
    frame = Frame("card", 40, 60)
    for turn in range(4):
        place = Placement(0, 7, 9, turn)
        x, y, w, h = placed_box(place, frame)
        corners = [apply(placed_matrix(place, frame), *corner) for corner in ((0, 0), (40, 0), (40, 60), (0, 60))]
        assert (min(cx for cx, _ in corners), min(cy for _, cy in corners)) == (x, y) == (7, 9)
        assert (max(cx for cx, _ in corners), max(cy for _, cy in corners)) == (x + w, y + h)
    assert apply(placed_matrix(Placement(0, 7, 9, 1), frame), 0, 0) == (67, 9)  # clockwise: top left goes to the right


def texts(sheet: Sheet) -> list[str]:
    return [
        item.text for mark in sheet.marks if isinstance(mark, Group) for item in mark.items if isinstance(item, Text)
    ]


def test_skipped_slots_stay_empty_on_every_sheet_and_keep_their_numbers() -> None:
    whole = lay([POKER], [SheetPiece(0, copies=9)])[0]
    sheets = lay([POKER], [SheetPiece(0, copies=9)], skip=(1, 5, 6, 7, 8, 40))
    places = {(place.x, place.y) for place in whole.placements}
    assert [len(sheet.placements) for sheet in sheets] == [4, 4, 1]
    for sheet in sheets[:2]:
        assert places - {(place.x, place.y) for place in sheet.placements} == {
            (whole.placements[slot].x, whole.placements[slot].y) for slot in (0, 4, 5, 6, 7)
        }


def test_skipping_every_slot_is_reported() -> None:
    with pytest.raises(ValueError, match="every position on the sheet is skipped"):
        lay([POKER], [SheetPiece(0, copies=3)], skip=tuple(range(1, 10)))


def test_bleed_on_the_outer_edge_only_lets_the_cards_touch() -> None:
    sheet = lay([Frame("tile", 45, 45, 3)], [SheetPiece(0, copies=4)], bleed="outer")[0]
    assert {place.bleed for place in sheet.placements} == {(3, 0, 0, 3), (3, 3, 0, 0), (0, 0, 3, 3), (0, 3, 3, 0)}
    xs = sorted({place.x for place in sheet.placements})
    assert xs[1] - xs[0] == 45


def test_marks_at_the_edge_end_at_the_margin_and_leave_the_cards_alone() -> None:
    sheet = lay([Frame("card", 40, 60, 3)], [SheetPiece(0, copies=4)], crop="edge", bleed="outer")[0]
    shape = next(mark for mark in sheet.marks if isinstance(mark, Shape))
    ticks = points((shape,))
    for begin, end in some(zip(ticks[::2], ticks[1::2], strict=True)):
        assert min(end[0], end[1], 210 - end[0], 297 - end[1]) == pytest.approx(5, abs=BAND + TINY)
        assert abs(begin[0] - end[0]) + abs(begin[1] - end[1]) == pytest.approx(4)


def test_what_is_too_large_to_be_folded_has_its_backs_on_sheets_of_their_own() -> None:
    frames = [Frame("aid", 186, 122), Frame("aid-back", 186, 122), POKER, Frame("back", 63, 88, 3)]
    sheets = lay(frames, [SheetPiece(0, 1, 4), SheetPiece(2, 3, 2)], duplex="fold")
    assert [[place.frame for place in sheet.placements] for sheet in sheets] == [[0, 0]] * 2 + [[1, 1]] * 2 + [
        [2, 2, 3, 3]
    ]
    with pytest.raises(ValueError, match="aid: 186 × 122 mm does not fit on A6"):
        lay(frames, [SheetPiece(0, 1)], duplex="fold", paper=Paper("a6", 105, 148, "A6"))
