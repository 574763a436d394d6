"""Icons that name one colour because a file must: they have the colour of their element."""

from __future__ import annotations

import pytest

from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Shape
from pnp.layout.drawing.svg.reader import parse_icon
from pnp.layout.drawing.svg.vector import draw_icon

SQUARE = '<path d="M0 0h512v512H0z"{0}/>'
FISH = (
    '<g transform="translate(0,0)"><path d="M40 256c60-90 200-130 320-40z"{0}/><circle cx="99" cy="99" r="9"{0}/></g>'
)
WHITE, BLACK = ' fill="#fff"', ' fill="#000" fill-opacity="1"'


def fills(body: str, is_picture: bool = False) -> list[str]:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>'
    items = draw_icon(parse_icon(text, "x.svg", "x", is_picture), "#d4a017", "#aa0000", "#00aa00")
    return [leaf.item.fill for leaf in leaves_of(items) if isinstance(leaf.item, Shape)]


@pytest.mark.parametrize(
    "body",
    [
        SQUARE.format("") + FISH.format(WHITE),  # as game-icons.net saves them
        SQUARE.format(BLACK) + FISH.format(WHITE),
        SQUARE.format(WHITE) + FISH.format(BLACK),
        FISH.format(WHITE),  # and without its ground
        FISH.format(BLACK),
        FISH.format(' style="fill:#000000"'),
        f"<rect width='512' height='512'/>{FISH.format(WHITE)}",
    ],
)
def test_an_icon_in_one_colour_has_that_of_its_element_and_no_square(body: str) -> None:
    assert fills(body) == ["#d4a017", "#d4a017"]
    assert "#d4a017" not in fills(body, is_picture=True), "a picture is as it was saved"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FISH.format(' fill="#c00"'), ["#cc0000", "#cc0000"]),
        (FISH.format(WHITE) + SQUARE.format(""), ["#ffffff", "#ffffff", "#d4a017"]),
        (SQUARE.format("") + FISH.format(' fill="#c00"'), ["#d4a017", "#cc0000", "#cc0000"]),
        ('<path d="M0 0h500v512H0z"/>' + FISH.format(WHITE), ["#d4a017", "#ffffff", "#ffffff"]),
        (SQUARE.format(BLACK), ["#d4a017"]),
    ],
)
def test_a_drawing_with_a_colour_of_its_choice_stays_as_it_is(body: str, expected: list[str]) -> None:
    assert fills(body) == expected
