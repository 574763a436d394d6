"""Texts that grow and shrink between two sizes, and those that share one, on a face or in a whole deck."""

from __future__ import annotations

import pytest

from pnp.layout.drawing.frame import Group, Shape, Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.library.card import Card, CardBook
from tests.guard import some
from tests.layout.listing import format_frame
from tests.layout.samples import book, face, faults, layout, resources, ukko


def sizes(made: ComposedFace) -> list[float]:
    assert not made.report.items, [str(item) for item in made.report]
    return [float(line.split()[1]) for line in format_frame(made.frame).splitlines() if line.startswith("text")]


def named(*names: str, deck: str = "tiles") -> CardBook:
    return book(*(Card(f"c{number}", deck, {"*": name}) for number, name in enumerate(names)))


def test_a_text_grows_as_far_as_its_box_and_its_most() -> None:
    wide = 'a: {kind: text, text: "%s", height: %s, size: 8, min: 6, max: %s, lines: 1}'
    (small,), (grown,), (most,) = (
        sizes(face(layout(wide % ("A name that is rather long", 20, 40)))),
        sizes(face(layout(wide % ("Ukko", 8, 40)))),
        sizes(face(layout(wide % ("Ukko", 20, 12)))),
    )
    assert 8 < small < grown < 40, "as wide as the box, as tall as the box"
    assert most == 12
    (shrunk,) = sizes(face(layout(wide % ("A name that is even longer than that one was", 20, 40))))
    assert 6 <= shrunk < 8


def test_a_theme_scales_the_largest_size_too() -> None:
    text = layout('a: {kind: text, text: "Ukko", size: 8, max: 10}')
    assert sizes(face(text, theme="accessible")) == [pytest.approx(10 * 1.12)]


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ("size: 8, max: 7", "expected “max” of at least 8 pt, the value of “size”, got 7 pt"),
        ("size: 6, min: 9, max: 8", "expected “max” of at least 9 pt, the value of “min”, got 8 pt"),
        ("max: 12, fit: none", "“fit: none” and “max” are mutually exclusive"),
        ("among: deck", "“together”"),
    ],
)
def test_wishes_that_cannot_be_met(options: str, part: str) -> None:
    (fault,) = faults(layout(f'a: {{kind: text, text: "x", {options}}}'))
    assert fault.code == "text-size" and part in fault.message


SHARED = layout(
    'a: {kind: text, text: "{name}", width: 20, height: 6, size: 8, min: 4, max: 14, lines: 1, '
    "together: titles, among: deck}"
)


def test_all_cards_of_a_deck_share_the_size_that_the_longest_needs() -> None:
    cards = named("Ukko", "A longer name", "Louhi")
    layouts = resources(SHARED, cards=cards)
    made = [compose_card(layouts, "tile", card) for card in cards.decks["tiles"].cards]
    (shared,) = {size for one in made for size in sizes(one)}
    alone = SHARED.replace(", among: deck", "")
    assert shared == min(size for card in cards.decks["tiles"].cards for size in sizes(face(alone, card))) < 14
    assert all("deck tiles" in one.reads for one in some(made)), "a change of any card makes each face anew"


def test_the_size_is_the_same_whichever_card_is_composed_first() -> None:
    cards = named("Ukko", "A longer name", "Louhi").decks["tiles"].cards
    found = set()
    for card in cards:
        found.update(sizes(compose_card(resources(SHARED, cards=book(*cards)), "tile", card)))
    assert len(found) == 1


def test_a_style_may_say_that_its_texts_go_together() -> None:
    head = "size: {width: 40, height: 30}\nstyles: {t: {size: 8, min: 4, together: all}}"
    two = "a: {kind: text, text: a, style: t}\nb: {kind: text, text: a long long name, style: t, width: 14, height: 4}"
    first, second = sizes(face(layout(two, head)))
    assert first == second < 8


def test_a_card_printed_with_another_layout_has_no_say() -> None:
    from msgspec.structs import replace

    from pnp.library.card import Component

    cards = book(
        Card("short", "tiles", {"*": "Ukko"}, fields={"type": "man"}),
        Card("long", "tiles", {"*": "A very much longer name"}, fields={"type": "place"}),
    )
    part = Component("tiles", {"en": "Tiles"}, "cards", "tiles", "tile", by="type", faces={"place": "other"})
    cards = replace(cards, components=(part,))
    layouts = resources({"tile.yaml": SHARED, "other.yaml": SHARED}, cards=cards)
    short, long = (
        sizes(compose_card(layouts, name, card))[0]
        for name, card in zip(("tile", "other"), cards.decks["tiles"].cards, strict=True)
    )
    assert short > long


def test_a_page_without_a_card_shares_on_its_face_only() -> None:
    from tests.layout.samples import pages

    text = SHARED.replace("{name}", "words")
    (made,) = pages(text)
    assert sizes(made)


LOOK = "size: 8, colour: '#000000', x: 1, width: 14, y: 1, height: 12"
WORDS = f"words: {{kind: text, text: '{{name}} and {{name}} and {{name}}', {LOOK}%s}}"


def small(width: float, on: str = "") -> ComposedFace:
    """A face of 16 × 16 mm drawn this wide in another."""
    files: dict[str, str | bytes] = {
        "mini.yaml": layout(WORDS % on, "size: chit"),
        "tile.yaml": layout(f"f: {{kind: face, layout: mini, x: 0, width: {width}, y: 0, height: {width}}}"),
    }
    made = compose_card(resources(files), "tile", ukko())
    assert not made.report.items, [str(item) for item in made.report]
    return made


def inner(made: ComposedFace) -> list[Shape | Text]:
    """What is drawn in the small face."""
    (group,) = [item for item in made.frame.items if isinstance(item, Group)]
    return [item for item in group.items if isinstance(item, Shape | Text)]


@pytest.mark.parametrize(("width", "is_read"), [(10.0, True), (9.0, True), (8.9, False), (4.0, False)])
def test_words_of_less_than_four_and_a_half_points_are_bars(width: float, is_read: bool) -> None:
    assert {isinstance(item, Text) for item in some(inner(small(width)))} == {is_read}


def test_each_line_has_a_bar_as_long_as_its_words_and_below_its_capitals() -> None:
    read, bars = inner(small(16.0)), inner(small(6.0))
    lines = sorted({item.y for item in read if isinstance(item, Text)})
    assert len(lines) > 1
    (shape,) = bars
    assert isinstance(shape, Shape) and shape.path.count("Z") == len(lines)
    points = [number for number in shape.path if not isinstance(number, str)]
    lefts, feet = points[0::8], points[5::8]
    assert feet == pytest.approx(lines, abs=1e-3)
    assert set(lefts) == {1.0} and max(points[0::2]) <= 15.0


def test_a_bar_is_a_solid_tint_of_its_ink_on_what_is_known_to_lie_below() -> None:
    (pale,) = inner(small(6.0))
    (dark,) = inner(small(6.0, ", 'on': '#800000'"))
    assert isinstance(pale, Shape) and pale.fill == "#8c8c8c"
    assert isinstance(dark, Shape) and dark.fill == "#460000"
    assert "opacity" not in format_frame(small(6.0).frame)
