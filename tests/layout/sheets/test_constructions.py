"""Standees, dice and boxes: folded, their parts lie where they should."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.drawing.bounds import bounds_of
from pnp.layout.drawing.frame import Frame, Group, Item, Matrix, Shape, Text
from pnp.layout.drawing.path import multiply
from pnp.layout.sheets.die import make_die
from pnp.layout.sheets.production import make_standee
from pnp.layout.sheets.tuckbox import BLEED, TAB, TUCK, TuckBox, make_tuckbox

SIDE = st.floats(20, 90).map(lambda side: round(side, 1))
DOT = (Shape(("M", 5.0, 7.0, "L", 6.0, 7.0, "L", 6.0, 8.0, "Z"), fill="#ff0000"),)


def dots(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> list[tuple[float, float]]:
    """Where the first corner of each red dot lies."""
    found: list[tuple[float, float]] = []
    for item in items:
        if isinstance(item, Group):
            found += dots(item.items, multiply(item.matrix, matrix))
        elif isinstance(item, Shape) and item.fill == "#ff0000":
            x, y = float(item.path[1]), float(item.path[2])
            a, b, c, d, e, f = matrix
            found.append((a * x + c * y + e, b * x + d * y + f))
    return found


@given(SIDE, SIDE, st.floats(5, 20), st.sampled_from(["fold", "slot"]), st.booleans())
def test_folded_a_standee_shows_both_sides_upright(
    width: float, height: float, foot: float, base: str, two: bool
) -> None:
    face, back = Frame("face", width, height, 2, 0, DOT), Frame("back", width, height, 2, 0, DOT)
    made = make_standee(face, back if two else None, base, foot, str)
    rear, front = dots(made.items)
    fold = foot + height
    assert front == pytest.approx((5, fold + 7))
    # Folded back over the top, a point at (x, y) above the fold comes to lie behind (x, 2·fold - y).
    behind = (rear[0], 2 * fold - rear[1])
    assert behind == pytest.approx((width - 5, fold + 7) if two else front)
    assert made.width == width and made.height == pytest.approx(2 * fold + (4 + 2 * foot if base == "slot" else 0))
    left, top, right, bottom = bounds_of(made.cut)
    assert (left, top, right) == (0, 0, width) and bottom == pytest.approx(made.height)


def test_the_slits_of_foot_and_crosspiece_meet() -> None:
    made = make_standee(Frame("face", 40, 60), None, "slot", 12, str)
    slits = [made.cut[at : at + 13] for at in range(0, len(made.cut), 13)]
    boxes = [bounds_of(slit) for slit in slits]
    lengths = [round(box[3] - box[1], 3) for box in boxes]
    assert lengths == [144, 6, 6, 24, 12]  # folded in two, the crosspiece's slit is half as deep as it is high
    assert len({round((box[0] + box[2]) / 2, 3) for box in boxes}) == 1


def test_a_back_of_another_size_is_reported() -> None:
    with pytest.raises(ValueError, match="back: expected 40 × 60 mm like face, got 30 × 60 mm"):
        make_standee(Frame("face", 40, 60), Frame("back", 30, 60), "fold", 12, str)


@given(SIDE, SIDE, st.floats(5, 40))
def test_the_net_of_a_box_folds_up(width: float, height: float, depth: float) -> None:
    box = TuckBox(width, height, depth)
    sizes = {"front": (width, height), "back": (width, height), "side": (depth, height), "top": (width, depth)}
    art = {name: Frame(name, *size, BLEED, 0, DOT) for name, size in sizes.items()}
    made = make_tuckbox("box", box, art, str)
    assert made.width == pytest.approx(TAB + 2 * width + 2 * depth)
    assert made.height == pytest.approx(height + 2 * depth + 2 * TUCK)
    assert bounds_of(made.cut) == pytest.approx((0, 0, made.width, made.height))
    top = depth + TUCK
    side, front, side_2, back, lid = dots(made.items)
    assert side == pytest.approx((TAB + 5, top + 7))
    assert front == pytest.approx((TAB + depth + 5, top + 7))
    assert side_2[0] - front[0] == pytest.approx(width)
    assert back[0] - side_2[0] == pytest.approx(depth)
    # The lid hangs on the back's upper edge: folded over the top, seen from the front, its words stand upright.
    assert lid == pytest.approx((TAB + 2 * depth + 2 * width - 5, top - 7))
    assert box.dust * 2 < width


def test_flaps_and_bottom_have_a_ground_and_the_lid_its_bleed() -> None:
    box = TuckBox(65, 90, 17)
    art = {"top": Frame("top", 65, 17, BLEED, 0, DOT)}
    made = make_tuckbox("box", box, art, str, "#112233")
    ground, lid = made.items[0], next(item for item in made.items if getattr(item, "name", "") == "top")
    assert isinstance(ground, Group) and isinstance(lid, Group)
    (shape,) = ground.items
    assert isinstance(shape, Shape) and shape.path == made.cut
    assert (shape.fill, shape.stroke, shape.width) == ("#112233", "#112233", 2 * BLEED)
    assert bounds_of(ground.clip)[0] == TAB  # the tab is glued, so it stays bare
    back = made.width - 65
    assert bounds_of(lid.clip) == pytest.approx((back - BLEED, TUCK, back + 65 + BLEED, TUCK + 17))


def test_what_lies_under_the_panels_is_cut_to_the_net_and_leaves_the_tab_bare() -> None:
    box = TuckBox(65, 90, 17)
    art = {"net": Frame("net", *box.net, BLEED, 0, DOT), "front": Frame("front", 65, 90, BLEED, 0, DOT)}
    made = make_tuckbox("box", box, art, str)
    under, front = (item for item in made.items[:2] if isinstance(item, Group))
    assert (under.name, front.name) == ("net", "front") and box.net == pytest.approx((made.width, made.height))
    assert bounds_of(under.clip)[0] == TAB
    (inner,) = under.items
    assert isinstance(inner, Group) and inner.clip == made.cut


def test_the_tab_is_marked_glue() -> None:
    made = make_tuckbox("box", TuckBox(65, 90, 17), {}, str)

    def words(items: tuple[Item, ...]) -> list[str]:
        return [
            word
            for item in items
            for word in (
                words(item.items) if isinstance(item, Group) else [item.text] if isinstance(item, Text) else []
            )
        ]

    assert words(made.items) == ["glue"]


@given(SIDE)
def test_opposite_faces_of_a_die_add_up_to_seven(side: float) -> None:
    die = make_die("die", [Frame(f"{number}", side, side, 0, 0, DOT) for number in range(1, 7)], str)
    at = {number: (round((x - 5) / side), round(y / side, 1)) for number, (x, y) in enumerate(dots(die.items), 1)}
    row = at[1][1]
    assert [at[number][0] for number in (3, 1, 4, 6)] == [0, 1, 2, 3], "four in a row: every other one is opposite"
    assert {at[number][1] for number in (3, 1, 4, 6)} == {row}
    assert at[2][0] == at[5][0] == 1 and at[2][1] < row < at[5][1]
    assert bounds_of(die.cut) == pytest.approx((0, 0, die.width, die.height))
    corners = [(float(die.cut[n + 1]), float(die.cut[n + 2])) for n, word in enumerate(die.cut) if word in ("M", "L")]
    area = abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise([*corners, corners[0]]))) / 2
    assert area == pytest.approx(side * side * (6 + 7 * 0.35 * 0.85)), "six faces and seven tabs"


@pytest.mark.parametrize("sizes", [[(20, 20)] * 5, [(20, 20)] * 5 + [(20, 21)], [(20, 20)] * 5 + [(19, 19)]])
def test_a_die_takes_six_squares(sizes: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="expected six square faces of one size, got"):
        make_die("die", [Frame("side", *size) for size in sizes], str)
