from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.layout.drawing.frame import Group, Text
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.flow.rule_blocks import Block
from pnp.layout.painting.flow.rulebook_layout import _balance, _Columns, _flow
from pnp.library.card import CardBook, Component, Option
from pnp.library.rulebook import PARTS, BoxNote, Example, ExampleStep, HowTo, Note, Rule
from tests.guard import some
from tests.layout.samples import book, layout, pages, resources

PAGE = "size: {width: 100, height: 120, bleed: 0, safe: 0}"


def texts(face: ComposedFace) -> list[Text]:
    found: list[Text] = []

    def walk(items: tuple[object, ...]) -> None:
        for item in items:
            if isinstance(item, Text):
                found.append(item)
            elif isinstance(item, Group):
                walk(item.items)

    walk(face.frame.items)
    return found


def words(face: ComposedFace) -> str:
    return " ".join(text.text for text in texts(face))


def many(count: int) -> tuple[Rule, ...]:
    return tuple(
        Rule(
            f"GAM-{number:02}", "setup" if number < count // 2 else "end", {"en": f"Rule number {number} is this one."}
        )
        for number in range(1, count + 1)
    )


def test_a_page_of_rules() -> None:
    (face,) = pages(layout("r: {kind: rules, credits: true}", PAGE))
    assert not face.report.items
    assert words(face) == (
        "Setting up Before you play. GAM-01 Two play. Anna and Eero. "
        "The end GAM-03 The highest score wins. Thanks to all."
    )


def test_ids_stand_in_the_margin_on_the_line_of_their_rule() -> None:
    (face,) = pages(layout("r: {kind: rules, margin: 15}", PAGE))
    found = {text.text: text for text in texts(face)}
    assert found["GAM-01"].x == 0
    assert found["Two play."].x == 15
    assert found["GAM-01"].y == found["Two play."].y


def test_a_part_of_the_rules() -> None:
    (face,) = pages(layout("r: {kind: rules, sections: [end], only: people, examples: false}", PAGE))
    assert words(face) == "The end GAM-03 The highest score wins."


def test_rules_flow_over_columns_and_pages_each_once_and_in_order() -> None:
    made = pages(
        layout(
            "r: {kind: rules, bottom: 5}\nf: {kind: text, text: '{page}/{pages}', y: 116, size: 5, min: 5}",
            PAGE,
        ),
        cards=book(rules=many(150)),
    )
    assert len(made) > 2
    ids = [text.text for face in made for text in texts(face) if text.text.startswith("GAM-")]
    assert ids == [f"GAM-{number:02}" for number in range(1, 151)]
    assert [words(face).split()[-1] for face in made] == [f"{n}/{len(made)}" for n in range(1, len(made) + 1)]
    for face in made:
        assert not face.report.items
        assert all(text.y <= 115 for text in texts(face) if "/" not in text.text)


def test_the_type_shrinks_to_keep_to_the_pages_or_reports_that_it_cannot() -> None:
    cards = book(rules=many(52))
    free = pages(layout("r: {kind: rules}", PAGE), cards=cards)
    assert len(free) == 2
    (kept,) = pages(layout("r: {kind: rules, pages: 1}", PAGE), cards=cards)
    sizes = {text.size for text in texts(kept) if text.text.startswith("Rule")}
    assert len(sizes) == 1 and 6.5 <= sizes.pop() < 8
    crowded = pages(layout("r: {kind: rules, pages: 1}", PAGE), cards=book(rules=many(150)))
    assert "text-overflow" in [item.code for item in crowded[0].report]


def test_columns_of_the_last_page_may_end_at_the_same_height() -> None:
    def foot(options: str) -> list[float]:
        (face,) = pages(layout(f"r: {{kind: rules{options}}}", PAGE), cards=book(rules=many(20)))
        return [
            max((text.y for text in texts(face) if (text.x > 50) == is_right), default=0) for is_right in (False, True)
        ]

    assert foot("")[1] == 0
    left, right = foot(", balance: true")
    assert abs(left - right) < 12


def test_a_title_never_stands_alone_at_the_foot() -> None:
    for height in range(40, 60):
        size = f"size: {{width: 100, height: {height}, bleed: 0, safe: 0}}"
        for face in some(pages(layout("r: {kind: rules, columns: 1}", size), cards=book(rules=many(30)))):
            assert texts(face)[-1].text not in ("Setting up", "The end", "Before you play.")


def test_a_diagram_stands_below_its_rule() -> None:
    rules = (Rule("GAM-01", "setup", {"en": "Two play."}, diagram="row"), Rule("GAM-02", "setup", {"en": "Next."}))
    files: dict[str, str | bytes] = {
        "tile.yaml": layout("r: {kind: rules, diagram_width: 20}", PAGE),
        "row.yaml": layout("a: {kind: rect, fill: accent}", "size: {width: 40, height: 10, bleed: 0, safe: 0}"),
    }
    layouts = resources(files, cards=book(rules=rules))
    (face,) = compose_page(layouts, "tile")
    assert not face.report.items
    found = {text.text: text for text in texts(face)}
    assert found["Next."].y - found["Two play."].y > 5 + 2
    assert any(
        isinstance(item, Group) and item.name.startswith("face:row") and item.matrix[0] == 0.5
        for item in face.frame.items
    )


@pytest.mark.parametrize(
    ("options", "rule", "code"),
    [
        (", sections: [setpu]", Rule("GAM-01", "setup", {"en": "x"}), "unknown-section"),
        ("", Rule("GAM-01", "setup", {"en": "x"}, diagram="nowhere"), "unknown-layout"),
        (", margin: 60", Rule("GAM-01", "setup", {"en": "x"}), "length"),
        ("", Rule("GAM-01", "setup", {"en": "{nobody} plays."}), "placeholder"),
        (", height: 4", Rule("GAM-01", "setup", {"en": "many words " * 40}), "text-overflow"),
    ],
)
def test_each_fault_of_the_rules_is_reported(options: str, rule: Rule, code: str) -> None:
    layouts = resources(layout(f"r: {{kind: rules{options}}}", PAGE), cards=book(rules=(rule,)))
    codes = {item.code for face in compose_page(layouts, "tile") for item in face.report.errors}
    assert codes == {code}


def test_balanced_columns_do_not_divide_what_is_kept_together() -> None:
    """A title, its intro and the one rule below: half of them would be a lower column."""
    blocks = [Block(5.0, 1.0, lambda canvas, x, y: None, keeps=keeps) for keeps in (True, True, False)]
    columns = _Columns(2, 100.0)
    assert {item.column for item in _balance(_flow(blocks, columns), columns)} == {0}
    two = [*blocks, *blocks]
    assert [item.column for item in _balance(_flow(two, columns), columns)] == [0, 0, 0, 1, 1, 1]


WORDS = {part: part.capitalize() for part in PARTS} | {
    "house_rules": "House rules",
    "house_rules_intro": "Tick.",
    "each": "one each",
}
TITLES = "words:" + "".join(f"\n  {key}: {{en: {title}}}" for key, title in WORDS.items())
HEAD = f"{PAGE}\n{TITLES}"
SQUARE = layout(
    'c: {kind: text, when: {with.layout: present}, text: "({with.layout}) {name} {with.mark}"}\n'
    'w: {kind: text, unless: {with.layout: present}, text: "{with.item}-{with.mark}"}',
    "size: {width: 20, height: 10, bleed: 0, safe: 0}",
)
STAR = '<svg viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'
TILE = layout('n: {kind: text, text: "{name}"}')


def teaching(**parts: object) -> CardBook:
    start = {"opening": {"en": "Once."}, "goal": {"en": "Win."}}
    return replace(book(), howto=HowTo(**(start | parts)))  # type: ignore[arg-type]


def printed(cards: CardBook, element: str = "kind: howto, square: square", head: str = HEAD) -> list[ComposedFace]:
    files = {"tile.yaml": TILE, "square.yaml": SQUARE, "icons/box.svg": STAR, "icons/box-ticked.svg": STAR}
    made = resources({**files, "page.yaml": layout(f"h: {{{element}}}", head)}, cards=cards)
    faces = compose_page(made, "page")
    assert not made.report.items
    return faces


def words_of_all(faces: list[ComposedFace]) -> str:
    return " ".join(words(face) for face in faces).replace("\u00a0", " ")


def test_the_box_holds_every_component_with_the_number_of_its_pieces() -> None:
    parts = (
        Component("tiles", {"en": "Tiles"}, "cards", "tiles", "tile"),
        Component("aid", {"en": "Aid"}, "page", face="tile-aid", copies=4, is_for_each_player=True),
        Component("rules", {"en": "Rules"}, "rules", face="page"),
        Component("gone", {"en": "Gone"}, "page", face="tile", copies=0),
    )
    cards = replace(teaching(box={"tiles": BoxNote({"en": "Lovely."}, "louhi")}), components=parts)
    (face,) = printed(cards, "kind: howto, parts: [box]", HEAD.replace("width: 100", "width: 180"))
    assert any("no layout" in str(item) or "tile-aid" in str(item) for item in face.report)  # its picture is missing
    assert words_of_all([face]).startswith("Box")
    assert "5 × Tiles" in words_of_all([face]) and "Lovely." in words_of_all([face])
    assert "4 × Aid" in words_of_all([face]) and "one each" in words_of_all([face])
    assert "card louhi" in face.reads
    counted = replace(parts[0], counted={"en": "tiles"}), replace(parts[1], copies=1, counted={"en": "aids"})
    (face,) = printed(replace(cards, components=counted), "kind: howto, parts: [box]", HEAD.replace("100", "180"))
    assert "5 tiles" in words_of_all([face]) and "Aid" in words_of_all([face]) and "×" not in words_of_all([face])
    assert "Rules" not in words_of_all([face]) and "Gone" not in words_of_all([face])


def test_steps_are_numbered_and_rules_stand_behind_their_words() -> None:
    notes = (Note({"en": "First."}), Note({"en": "Second."}, rule="GAM-01"))
    (face,) = printed(teaching(setup=notes, missed=notes), "kind: howto, parts: [setup, missed]")
    assert words_of_all([face]) == "Setup 1 First. 2 Second. GAM-01 Missed First. Second. GAM-01"


def lines_of(face: ComposedFace) -> list[str]:
    """What stands at one height, in columns of one."""
    rows: dict[float, list[str]] = {}
    for text in texts(face):
        rows.setdefault(round(text.y, 1), []).append(text.text.replace("\u00a0", " "))
    return [" ".join(row) for row in rows.values()]


@pytest.mark.parametrize("end", ["7.", "in 7.", "on it.", "in the middle."])
def test_the_end_of_a_sentence_does_not_stand_alone(end: str) -> None:
    for filler in range(1, 24):
        notes = tuple(Note({"en": f"{'abc ' * filler}and here {end}"}, rule=rule) for rule in ("GAM-01", ""))
        (face,) = printed(teaching(missed=notes), "kind: howto, parts: [missed], columns: 1")
        last = [line for line in lines_of(face) if end.split()[-1] in line]
        assert len(last) == 2
        for line in some(last):
            assert len(line.removesuffix("GAM-01").split()) > 1 and len(line.removesuffix("GAM-01").strip()) > 8


def columns_of(face: ComposedFace, sign: str) -> set[int]:
    return {int(text.x // 50) for text in texts(face) if text.text.startswith(sign)}


def test_the_steps_of_a_turn_stand_in_one_column() -> None:
    for before in some(range(4, 32, 3)):
        setup = tuple(Note({"en": f"Ready {n}"}) for n in range(before))
        turn = tuple(Note({"en": f"Step{n} is done."}) for n in range(6))
        faces = printed(teaching(setup=setup, turn=turn), "kind: howto, parts: [setup, turn]")
        assert sum(len(columns_of(face, "Step")) for face in faces) == 1, before


def test_a_turn_that_is_taller_than_a_column_is_divided() -> None:
    turn = tuple(Note({"en": f"Step{n} is done."}) for n in range(40))
    face, *_ = printed(teaching(turn=turn), "kind: howto, parts: [turn]")
    assert columns_of(face, "Step") == {0, 1}


def test_a_picture_shows_squares_with_their_marks_and_the_scores_below() -> None:
    step = ExampleStep({"en": "So."}, picture=("ukko:new . +2:points",), scores={"anna": 2, "eero": 0})
    cards = teaching(example=Example(("anna", "eero"), {}, (), (step,)))
    (face,) = printed(cards, "kind: howto, parts: [example], square: square, columns: 1")
    assert words_of_all([face]) == "Example 1 So. (tile) Ukko new +2-points Anna 2 · Eero 0"
    found = {text.text: text for text in texts(face)}
    assert found["Anna"].y > found["So."].y


def test_house_rules_stand_behind_the_statutes_as_boxes_to_be_ticked() -> None:
    options = {
        "more": Option("more", True, words={"en": "More."}, rule="GAM-01"),
        "less": Option("less", False, words={"en": "Less."}),
        "tie": Option("tie", "all", ("all", "none"), {"en": "In a tie"}, choices={"all": {"en": "all win"}}),
        "hand": Option("hand", 5, (3, 4, 5), {"en": "Cards"}),
        "life": Option(
            "life", "none", ("none", *range(21, 1000)), {"en": "Most life"}, choices={"none": {"en": "any"}}
        ),
        "void": Option("void", True, words={"en": "Void."}, unused="for your own cards"),
    }
    (face,) = printed(replace(teaching(), options=options), "kind: rules, columns: 1, options: true")
    ticked = "House rules Tick. GAM-01 More. Less. In a tie all win none Cards 5 ____ Most life any ____"
    assert " ".join(words_of_all([face]).split()).endswith(ticked)


def test_columns_of_the_first_page_begin_below_its_banner() -> None:
    notes = tuple(Note({"en": f"Step {n} of a long way."}) for n in range(60))
    faces = printed(teaching(setup=notes), "kind: howto, head: 40")
    assert len(faces) > 1
    assert min(text.y for text in texts(faces[0])) > 40 > min(text.y for text in texts(faces[1]))
    steps = [text.text for face in faces for text in texts(face) if text.text.isdecimal() and len(text.text) < 3]
    assert {str(n) for n in range(1, 61)} <= set(steps)


def test_a_game_that_teaches_nothing_prints_nothing() -> None:
    (face,) = printed(book())
    assert words_of_all([face]) == ""


@pytest.mark.parametrize(
    ("element", "head", "fault"),
    [
        ("kind: howto, parts: [bx]", HEAD, "no part “bx”"),
        ("kind: howto, parts: [setup]", PAGE, "words: has no “setup”"),
        ("kind: howto, pages: 1", HEAD.replace("height: 120", "height: 12"), "expected at most"),
    ],
)
def test_what_is_wrong_with_the_layout(element: str, head: str, fault: str) -> None:
    notes = tuple(Note({"en": f"Step {n}."}) for n in range(30))
    made = resources({"page.yaml": layout(f"h: {{{element}}}", head), "tile.yaml": TILE}, cards=teaching(setup=notes))
    assert fault in str([str(item) for item in compose_page(made, "page")[0].report])


def test_story_and_goal_are_placeholders() -> None:
    (face,) = pages(layout('s: {kind: text, text: "{howto.opening} {howto.goal}"}', PAGE), cards=teaching())
    assert words_of_all([face]) == "Once. Win."
