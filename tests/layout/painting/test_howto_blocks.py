"""How to play on paper: the box with counts of the database, numbers, signs, pictures, switches to be ticked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.library.card import CardBook, Component, Option
from pnp.library.rulebook import PARTS, BoxNote, Example, ExampleStep, HowTo, Note
from tests.guard import some
from tests.layout.painting.test_rulebook_layout import PAGE, texts
from tests.layout.painting.test_rulebook_layout import words as all_words
from tests.layout.samples import book, layout, pages, resources

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


def words(faces: list[ComposedFace]) -> str:
    return " ".join(all_words(face) for face in faces).replace("\u00a0", " ")


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
    assert words([face]).startswith("Box")
    assert "5 × Tiles" in words([face]) and "Lovely." in words([face])
    assert "4 × Aid" in words([face]) and "one each" in words([face])
    assert "card louhi" in face.reads
    counted = replace(parts[0], counted={"en": "tiles"}), replace(parts[1], copies=1, counted={"en": "aids"})
    (face,) = printed(replace(cards, components=counted), "kind: howto, parts: [box]", HEAD.replace("100", "180"))
    assert "5 tiles" in words([face]) and "Aid" in words([face]) and "×" not in words([face])
    assert "Rules" not in words([face]) and "Gone" not in words([face])


def test_steps_are_numbered_and_rules_stand_behind_their_words() -> None:
    notes = (Note({"en": "First."}), Note({"en": "Second."}, rule="GAM-01"))
    (face,) = printed(teaching(setup=notes, missed=notes), "kind: howto, parts: [setup, missed]")
    assert words([face]) == "Setup 1 First. 2 Second. GAM-01 Missed First. Second. GAM-01"


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
    assert words([face]) == "Example 1 So. (tile) Ukko new +2-points Anna 2 · Eero 0"
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
    assert " ".join(words([face]).split()).endswith(ticked)


def test_columns_of_the_first_page_begin_below_its_banner() -> None:
    notes = tuple(Note({"en": f"Step {n} of a long way."}) for n in range(60))
    faces = printed(teaching(setup=notes), "kind: howto, head: 40")
    assert len(faces) > 1
    assert min(text.y for text in texts(faces[0])) > 40 > min(text.y for text in texts(faces[1]))
    steps = [text.text for face in faces for text in texts(face) if text.text.isdecimal() and len(text.text) < 3]
    assert {str(n) for n in range(1, 61)} <= set(steps)


def test_a_game_that_teaches_nothing_prints_nothing() -> None:
    (face,) = printed(book())
    assert words([face]) == ""


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
    assert words([face]) == "Once. Win."
