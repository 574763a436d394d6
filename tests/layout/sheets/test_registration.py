"""Registration marks: where a plotter looks for them, and nothing of a card near them."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.frame import Frame, Group, Shape, Sheet
from pnp.layout.sheets.grid import Paper, SheetStyle, find_grid
from pnp.layout.sheets.impose import SheetPiece, impose, placed_box
from pnp.layout.sheets.marks import CLEAR, LONG, SHORT, Foot
from pnp.layout.sheets.selection import ListedCard, choose_cards
from pnp.library.card import Card

A4, LETTER = Paper("a4", 210, 297, "A4"), Paper("letter", 215.9, 279.4, "Letter")
POKER = Frame("poker", 63, 88, 3, 3)
Box = tuple[float, float, float, float]


def lay(frame: Frame, copies: int, paper: Paper = A4, **style: object) -> list[Sheet]:
    back = Frame("back", frame.width, frame.height, frame.bleed, frame.corner)
    made = SheetStyle(paper, registration="silhouette", **style)  # type: ignore[arg-type]
    return impose([frame, back], [SheetPiece(0, 1, copies)], made, Foot("G", "C"), ("front", "back", "fold"))


def marks(sheet: Sheet) -> list[list[tuple[float, float]]]:
    found = []
    for mark in sheet.marks:
        if isinstance(mark, Shape):
            numbers = [value for value in mark.path if isinstance(value, int | float)]
            found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def bounds(points: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def arms(ell: list[tuple[float, float]]) -> list[Box]:
    """The two bars of an L."""
    return [bounds(ell[:4]), bounds([ell[0], ell[4], ell[5]])]


def apart(one: Box, two: Box) -> float:
    """The larger of the two distances between boxes along the axes; negative when they overlap."""
    return max(max(one[0], two[0]) - min(one[2], two[2]), max(one[1], two[1]) - min(one[3], two[3]))


@pytest.mark.parametrize(("paper", "size"), [(A4, (297, 210)), (LETTER, (279.4, 215.9))])
def test_eight_poker_cards_on_lying_paper(paper: Paper, size: tuple[float, float]) -> None:
    front, back = lay(POKER, 8, paper)
    assert (front.width, front.height) == size
    assert len(front.placements) == 8
    xs = sorted({place.x for place in front.placements})
    assert [round(b - a - 63, 6) for a, b in pairwise(xs)] == [1.25] * 3
    assert {side for place in front.placements for side in place.bleed} == {0.625}
    square, right, left = marks(front)
    assert bounds(square) == (10, 10, 15, 15)
    assert bounds(right)[1:3] == (10, size[0] - 10) and bounds(left)[0] == 10 and bounds(left)[3] == size[1] - 10
    assert marks(back) == []
    assert any(isinstance(mark, Group) and mark.name == "foot" for mark in front.marks)


@given(
    st.floats(12, 130).map(lambda value: round(value, 1)),
    st.floats(12, 130).map(lambda value: round(value, 1)),
    st.sampled_from([0.0, 0.5, 3.0]),
    st.integers(1, 40),
    st.sampled_from([A4, LETTER]),
    st.sampled_from([-1.0, 0.0, 4.0]),
    st.sampled_from([(), (1, 4)]),
)
@settings(max_examples=150)
def test_no_card_comes_near_a_mark(
    width: float, height: float, bleed: float, copies: int, paper: Paper, gutter: float, skip: tuple[int, ...]
) -> None:
    frame = Frame("card", width, height, bleed)
    style = SheetStyle(paper, registration="silhouette", gutter=gutter, skip=skip)
    assume(find_grid(frame, style, copies) is not None)
    for sheet in lay(frame, copies, paper, gutter=gutter, skip=skip):
        if sheet.side == "back":
            continue
        square, *ells = marks(sheet)
        bars = [bounds(square), *(bar for ell in ells for bar in arms(ell))]
        for bar in bars[1:]:
            assert SHORT - 1e-9 <= max(bar[2] - bar[0], bar[3] - bar[1]) <= LONG + 1e-9
        for place in sheet.placements:
            x, y, w, h = placed_box(place, frame)
            above, right, below, left = place.bleed
            shown = (x - left, y - above, x + w + right, y + h + below)
            assert all(apart(shown, bar) >= CLEAR - 1e-6 for bar in bars), (shown, bars)
            assert min(x, y, sheet.width - x - w, sheet.height - y - h) >= 10 - 1e-6  # nothing is cut beyond the marks


def card(name: str, number: int, **fields: object) -> ListedCard:
    texts = {"rule": {"en": "fire burns"}} if number % 2 else {}
    return ListedCard(
        name, Card(name.partition("#")[0], "deck", {"en": name.title()}, number, f"KV{number}", fields, texts)
    )


CARDS = [
    card("louhi", 1, type="action", value=2, tags=["fire", "ice"]),
    card("black-1", 2, type="number", value=5, colour="black"),
    card("black-2", 3, type="number", value=7, colour="black"),
    card("ukko", 4, type="event", value=10),
]
MARKERS = [card("red", 5, colour="red"), card("louhi-twin", 6)]
EVERY = {"tiles": CARDS, "markers": MARKERS}


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("ukko", "ukko"),
        ("KV3, Louhi", "louhi black-2"),
        ("kv3", "black-2"),
        ("black-1", "black-1"),
        ("2-3", "black-1 black-2 louhi-twin"),
        ("1", "louhi red"),
        ("3-99", "black-2 ukko"),
        ("KV1..black-2", "louhi black-1 black-2"),
        ("type=action", "louhi"),
        ("type = action|event", "louhi ukko"),
        ("type!=number&value>2", "ukko"),
        ("value>=5", "black-1 black-2 ukko"),
        ("value<5,colour=red", "louhi red"),
        ("tags=has fire", "louhi"),
        ("colour=absent&copies<4", "louhi"),
        ("name=Ukko", "ukko"),
        ("text.rule=has burns&type=number", "black-2"),
        ("code=KV6", "louhi-twin"),
    ],
)
def test_what_is_chosen(text: str, chosen: str) -> None:
    found = choose_cards(text, EVERY)
    assert [row.label for rows in EVERY.values() for row in rows if row.label in found["tiles"] | found["markers"]] == (
        chosen.split()
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uko", "there is no card “uko” (did you mean “ukko”?)"),
        ("valu>=5", "no card has a field “valu” (did you mean “value”?)"),
        ("0", "expected the number of a card, got “0”"),
        ("9-3", "expected the number of a card, got “9-3”"),
        ("99", "expected the number of a card, got “99”"),
        ("type=action,", "expected a card or a test, got nothing"),
        ("type=action&&value=2", "expected a card or a test, got nothing"),
        ("type=", "expected a value for “type”, got nothing"),
        ("value>100", "“value>100” matches no card"),
        ("louhi..uko", "there is no card “uko”"),
    ],
)
def test_what_means_nothing_is_reported(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        choose_cards(text, EVERY)
    assert any(message in str(item) for item in raised.value.report.errors)


def test_everything_wrong_is_reported_at_once() -> None:
    with pytest.raises(InputError) as raised:
        choose_cards("uko,valu=3,0", EVERY)
    assert len(raised.value.report.errors) == 3


@given(st.text(alphabet="ukoKV157-.,&=<>! |#\u00e4\n", max_size=20))
def test_never_a_traceback(text: str) -> None:
    with suppress(InputError):
        assert any(choose_cards(text, EVERY).values())
