from __future__ import annotations

import pytest

from pnp.layout.drawing.frame import Group, Text
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.flow.rule_blocks import Block
from pnp.layout.painting.flow.rulebook_layout import _balance, _Columns, _flow
from pnp.library.rulebook import Rule
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
