"""Stacks: what has a size gets it, the rest goes to those that ask for it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.layout.painting.compose import compose_card
from pnp.library.card import Card
from tests.guard import some
from tests.layout.listing import format_frame
from tests.layout.samples import book, face, fault_places, faults, layout, resources, ukko

LINE = 25.4 / 72 * 1.2  # mm a point of type


def shapes(elements: str, head: str = "gap: 1") -> list[tuple[float, float, float, float]]:
    """The boxes of the shapes of a stack of 40 × 30 mm."""
    made = face(layout(f"s:\n  kind: stack\n  {head}\n  elements:\n" + _indented(elements)))
    assert not made.report.items, [str(item) for item in made.report]
    found = []
    for line in format_frame(made.frame).splitlines():
        if line.split()[0] == "shape":
            (x, y), (width, height) = line.split()[1].split(","), line.split()[2].split("×")
            found.append((float(x), float(y), float(width), float(height)))
    return found


def _indented(elements: str) -> str:
    return "\n".join(f"    {line}" for line in elements.strip("\n").split("\n"))


def broken(elements: str, head: str = "gap: 1") -> list[str]:
    return [
        f"{item.code}: {item.message}"
        for item in faults(layout(f"s:\n  kind: stack\n  {head}\n  elements:\n" + _indented(elements)))
    ]


def test_the_rest_is_what_texts_and_sizes_leave() -> None:
    words = "{kind: text, text: 'one two three four five six', width: 12, height: auto, size: 7}"
    (art, foot) = shapes(
        f"words: {words}\nart: {{kind: rect, fill: ink, height: rest}}\nfoot: {{kind: rect, fill: ink, height: 4}}"
    )
    three = 7 * (LINE + 2 * 25.4 / 72 * 1.24)
    assert art == pytest.approx((0, three + 1, 40, 30 - three - 1 - 1 - 4), abs=0.02)
    assert foot == (0, 26, 40, 4)


def test_a_shorter_text_leaves_more_and_none_leaves_no_gap() -> None:
    elements = 'words: {kind: text, text: "{text.rule}", height: auto}\nart: {kind: rect, fill: ink, height: rest}'
    text = layout("s:\n  kind: stack\n  gap: 1\n  elements:\n" + _indented(elements))
    tops = []
    for words in ("", "one", "one two three four five six seven eight nine ten eleven twelve"):
        made = face(text, replace(ukko(), texts={"rule": {"en": words}}))
        (line,) = (line for line in format_frame(made.frame).splitlines() if line.startswith("shape"))
        tops.append(float(line.split()[1].split(",")[1]))
    assert tops[0] == 0 < tops[1] < tops[2]


def test_several_share_the_rest_evenly_but_for_their_least() -> None:
    one = "{kind: rect, fill: ink, height: rest}"
    assert [box[3] for box in shapes(f"a: {one}\nb: {one}\nc: {one}", "gap: 0")] == [10, 10, 10]
    wide = "{kind: rect, fill: ink, height: rest, least: 20}"
    assert [box[3] for box in shapes(f"a: {one}\nb: {wide}\nc: {one}", "gap: 0")] == [5, 20, 5]


def test_across_the_rest_is_a_width() -> None:
    elements = "a: {kind: rect, fill: ink, width: 10}\nb: {kind: rect, fill: ink, width: rest, y: 2, height: 5}"
    assert shapes(elements, "flow: across, gap: 2".replace(", ", "\n  ")) == [(0, 0, 10, 30), (12, 2, 28, 5)]


def test_without_a_rest_they_stand_at_the_top_in_the_middle_or_at_the_bottom() -> None:
    one = "a: {kind: rect, fill: ink, height: 10}"
    assert [shapes(one, f"valign: {word}")[0][1] for word in ("top", "middle", "bottom")] == [0, 10, 20]


def test_what_is_not_drawn_takes_no_room() -> None:
    elements = "a: {kind: rect, fill: ink, height: 10, when: {value: 1}}\nb: {kind: rect, fill: ink, height: rest}"
    assert shapes(elements) == [(0, 0, 40, 30)]


def test_a_stack_in_a_stack_is_as_tall_as_its_elements() -> None:
    two = "{a: {kind: rect, fill: ink, height: 3}, b: {kind: rect, fill: ink, height: 4}}"
    inner = f"in: {{kind: stack, height: auto, gap: 1, elements: {two}}}"
    assert shapes(f"{inner}\nart: {{kind: rect, fill: ink, height: rest}}")[2] == (0, 9, 40, 21)


LONG = "words: {kind: text, text: 'one two three four five six seven eight nine ten', width: 15, height: auto, min: 5}"


def test_texts_shrink_before_the_least_is_touched() -> None:
    made = face(
        layout(
            "s:\n  kind: stack\n  elements:\n"
            + _indented(f"{LONG}\nart: {{kind: rect, fill: ink, height: rest, least: 18}}")
        )
    )
    assert not made.report.items
    lines = format_frame(made.frame).splitlines()
    sizes = {float(line.split()[1]) for line in lines if line.startswith("text")}
    assert all(5 <= size < 8 for size in some(sizes))
    (art,) = (line for line in lines if line.startswith("shape"))
    assert float(art.split()[2].split("×")[1]) >= 18


def test_what_cannot_be_met_is_told_with_its_measure() -> None:
    (fault,) = broken(f"{LONG}\nart: {{kind: rect, fill: ink, height: rest, least: 25}}")
    assert fault.startswith("text-overflow: tile of ukko, “words”: the text “one two")
    assert "the content of “s” must be at least 32.5 mm high, the box is 30.0 mm (“art” at least 25 mm)" in fault
    full = "a: {kind: rect, fill: ink, height: 30}\nart: {kind: rect, fill: ink, height: rest}"
    assert "(“art” at least 1 mm)" in broken(full, "gap: 0")[0], "a picture without room would vanish unnoticed"
    assert "31.0 mm wide" in broken("a: {kind: rect, fill: ink, width: 31}", "flow: across\n  width: 30")[0]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("a: {kind: rect, height: rest, y: 3}", "“y”"),
        ("a: {kind: rect, height: 3, box: safe}", "“box”"),
        ("a: {kind: rect}", "needs “height”"),
        ("a: {kind: rect, height: 3, width: rest}", "“width: rest”"),
        ("a: {kind: rect, height: 3, least: 3}", "“least”"),
        ("a: {kind: rect, height: 3, together: w}", "“together”"),
        ("a: {kind: rect, height: rest, among: deck}", "“among”"),
    ],
)
def test_faults_of_elements_in_a_stack(line: str, part: str) -> None:
    (fault,) = broken(line)
    assert fault.startswith("stack: ") and part in fault


def test_outside_a_stack_nothing_has_a_rest() -> None:
    assert fault_places(faults(layout("a: {kind: rect, fill: ink, height: rest}"))) == ["3:38 stack"]
    text = "s: {kind: stack, height: auto, elements: {a: {kind: rect, fill: ink, height: rest}}}"
    assert fault_places(faults(layout(text))) == ["3:28 stack"]


ALIKE = """\
words: {kind: text, text: '{name}', width: 14, height: auto, size: 7}
art: {kind: rect, fill: ink, height: rest, together: windows%s}
foot: {kind: rect, fill: ink, height: 4}"""


def boxes_of(text: str, *names: str) -> list[list[list[float]]]:
    cards = book(*(Card(f"c{number}", "tiles", {"*": name}) for number, name in enumerate(names)))
    layouts = resources(layout("s:\n  kind: stack\n  elements:\n" + _indented(text)), cards=cards)
    found = []
    for card in some(cards.decks["tiles"].cards):
        made = compose_card(layouts, "tile", card)
        assert not made.report.items and not layouts.report.items
        lines = [line.split() for line in format_frame(made.frame).splitlines() if line.startswith("shape")]
        found.append([[float(line[1].split(",")[1]), float(line[2].split("×")[1])] for line in lines])
    return found


def test_pictures_of_a_deck_take_the_room_that_the_wordiest_card_leaves() -> None:
    names = ("Ukko", "A name of many words that needs many lines", "Louhi")
    alone, together = boxes_of(ALIKE % "", *names), boxes_of(ALIKE % ", among: deck", *names)
    assert alone[0][0][1] == alone[2][0][1] > alone[1][0][1], "on its own face each is the only one"
    assert {card[0][1] for card in together} == {alone[1][0][1]}
    assert together[0][1][0] < alone[0][1][0], "what is left stands below, unless valign says otherwise"


def test_another_rest_takes_what_the_shared_ones_leave() -> None:
    spring = (ALIKE % ", among: deck").replace(
        "foot:", "air: {kind: group, height: rest, least: 0, elements: {}}\nfoot:"
    )
    for card in some(boxes_of(spring, "Ukko", "A name of many words that needs many lines")):
        assert card[1] == [26, 4]


def test_rooms_go_together_on_one_face() -> None:
    two = "{top: {kind: rect, fill: accent, height: %s}, art: {kind: rect, fill: ink, height: rest, together: w}}"
    left, right = (f"{{kind: stack, x: {x}, width: 10, elements: {two % top}}}" for x, top in ((0, 5), (20, 12)))
    made = face(layout(f"a: {left}\nb: {right}"))
    heights = [line.split()[2].split("×")[1] for line in format_frame(made.frame).splitlines() if "shape" in line]
    assert heights == ["5", "18", "12", "18"]


def crowded(elements: str) -> list[tuple[str, str]]:
    """The places and messages of the faults of a card with a long rule in a stack of 40 × 30 mm."""
    card = replace(ukko(), texts={"rule": {"en": " ".join(["word"] * 150)}})
    text = layout("s:\n  kind: stack\n  elements:\n" + _indented(elements))
    return [(str(item.span), item.message) for item in face(text, card).report]


def test_a_text_too_long_for_its_stack_is_the_fault_and_no_other_text() -> None:
    texts = 'name: {kind: text, text: "{name}", height: auto}\nin:\n  kind: stack\n  height: auto\n  elements:\n'
    texts += '    rule: {kind: text, text: "{text.rule}", height: auto}\n'
    ((place, message),) = crowded(texts + "foot: {kind: text, text: a b c d, height: 4}")
    assert place == "cards/game/tiles.yaml:7:3"
    assert "“rule”: the text “word word" in message and "the content of “s” must be at least" in message
    cell = 't: {kind: text, text: "{text.rule}", height: auto}'
    grid = f"g: {{kind: grid, rows: auto, height: 20, each: {{list: [a, b]}}, elements: {{{cell}}}}}"
    ((place, message),) = crowded(grid)
    assert place == "cards/game/tiles.yaml:7:3" and "“t”: the text “word" in message
    assert "the content of “g” must be at least" in message
