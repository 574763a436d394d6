"""Codes for a camera: a layout that gives them a place shows them when they are asked for, and only then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic
from pnp.layout.checks.inspection import inspect_components
from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.frame import Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from tests.layout.samples import layout, resources, ukko

TEXT = 't: {kind: text, text: "{name}", x: 4, y: 3, height: 5}'
SCAN = 'scan: {kind: code, form: matrix, data: "{code}", x: 20, y: 15, width: 7, height: 7}'
HEAD = f"size: {{width: 40, height: 30, bleed: 2, safe: 2}}\ncodes: {{elements: {{t: {{y: 6}}, {SCAN}}}}}"


def with_codes(text: dict[str, str | bytes] | str, theme: str = "", lang: str = "en") -> LayoutResources:
    plain = resources(text, theme, lang)
    return LayoutResources(plain.shelf, plain.book, theme, lang, codes=True)


def composed(layouts: LayoutResources) -> ComposedFace:
    made = compose_card(layouts, "tile", replace(ukko(), code="GA1"))
    assert not layouts.report.items, [str(item) for item in layouts.report]
    return made


def kinds(made: ComposedFace) -> list[str]:
    return [trace.kind for trace in made.traces]


def test_without_being_asked_for_nothing_changes() -> None:
    made = composed(resources(layout(TEXT, HEAD)))
    assert made.frame == composed(resources(layout(TEXT))).frame
    assert kinds(made) == ["text"]


def test_asked_for_the_code_is_there_and_the_rest_makes_room() -> None:
    made = composed(with_codes(layout(TEXT, HEAD)))
    assert kinds(made) == ["text", "code"]
    texts = [item for item in made.frame.items if isinstance(item, Text)]
    before = [item for item in composed(resources(layout(TEXT, HEAD))).frame.items if isinstance(item, Text)]
    assert texts[0].y == before[0].y + 3
    assert not made.report.items and not preflight(with_codes(layout(TEXT, HEAD)), made).items


def test_a_theme_and_two_languages_may_move_the_code() -> None:
    head = (
        HEAD + "\nbilingual: {codes: {elements: {scan: {y: 18}}}}"
        "\nthemes:"
        "\n  ink: {codes: {elements: {scan: {x: 24}}}, bilingual: {codes: {elements: {scan: {width: 6, x: 25}}}}}"
    )
    places = [
        composed(with_codes(layout(TEXT, head), theme, lang)).frame.items[-1].path[1:3]  # type: ignore[union-attr]
        for theme, lang in (("", "en"), ("ink", "en"), ("", "en+fi"), ("ink", "en+fi"))
    ]
    assert len(set(places)) == 4


def test_a_card_without_a_code_shows_none() -> None:
    layouts = with_codes(layout(TEXT, HEAD))
    assert kinds(compose_card(layouts, "tile", replace(ukko(), code=""))) == ["text"]


def test_a_face_drawn_small_within_another_shows_no_code_and_keeps_its_places() -> None:
    small = layout("small: {kind: face, layout: card}")
    files: dict[str, str | bytes] = {"tile.yaml": small, "card.yaml": layout(TEXT, HEAD)}
    assert composed(with_codes(files)).frame == composed(resources(files)).frame


def test_a_code_too_fine_for_a_camera_is_an_error_of_the_build() -> None:
    layouts = with_codes(layout(TEXT, HEAD.replace("width: 7, height: 7", "width: 5, height: 7")))
    [fault] = composed(layouts).report.items
    assert (fault.code, fault.severity) == ("code", "error")
    assert "0.42 mm" in fault.message and "5.4 mm" in fault.hint


def test_a_code_has_a_quiet_zone() -> None:
    [fault] = composed(with_codes(layout(TEXT, HEAD.replace("width: 7,", "width: 7, quiet: 0,")))).report.items
    assert "free border" in fault.message


def test_cards_with_codes_and_a_layout_without_a_place_for_them_are_told() -> None:
    layouts = with_codes(layout(TEXT))
    deck = layouts.book.decks["tiles"]

    def lacking(code: str) -> list[Diagnostic]:
        book = replace(layouts.book, decks={"tiles": replace(deck, cards=(replace(ukko(), code=code),))})
        coded = LayoutResources(layouts.shelf, book, codes=True)
        return [item for item in inspect_components(coded, book.components) if item.code == "no-place"]

    [fault] = lacking("GA1")
    assert "“tile” has no place for a code" in fault.message and fault.severity == "warning"
    assert lacking("") == []


def faults_of(lines: str) -> list[tuple[str, str]]:
    layouts = resources(layout(lines))
    made = compose_card(layouts, "tile", replace(ukko(), code="GA1"))
    return [(item.code, item.message) for item in preflight(layouts, made)]


GROUND = "ground: {kind: rect, box: bleed, fill: accent}\n"


def test_a_code_and_a_text_do_not_lie_on_one_another() -> None:
    for lines in ((SCAN, TEXT.replace("y: 3", "y: 18")), (TEXT.replace("y: 3", "y: 18"), SCAN)):
        found = faults_of(GROUND + "\n".join(lines).replace("x: 4", "x: 21"))
        assert [message.partition(": ")[2] for code, message in found if code == "code-overlap"] == [
            "“t” overlaps this code"
        ]


def test_nothing_is_drawn_over_a_code_and_a_field_under_it_is_no_fault() -> None:
    rect = "r: {kind: rect, fill: ink, x: 25, y: 12, width: 8, height: 8}"
    assert [code for code, _ in faults_of(f"{GROUND}{SCAN}\n{rect}")] == ["code-overlap"]
    assert faults_of(f"{GROUND}{rect}\n{SCAN}") == []


def test_a_pale_or_inverted_code_is_told() -> None:
    pale = SCAN.replace("width", "colour: '#888888', width")
    turned = SCAN.replace("width", "colour: paper, ground: ink, width")
    for line in (pale, turned):
        assert [code for code, _ in faults_of(GROUND + line)] == ["low-contrast"]


OUTSIDE_GROUND = "ground: {kind: rect, box: bleed, fill: paper}\n"


def outside_composed(element: str) -> tuple[ComposedFace, list[str]]:
    """A face of 40 × 30 mm with this element; the codes of what preflight says of it."""
    layouts = resources({"tile.yaml": layout(f"{OUTSIDE_GROUND}a: {element}")})
    face = compose_card(layouts, "tile", ukko())
    return face, [item.code for item in preflight(layouts, face)]


@pytest.mark.parametrize(
    "element",
    [
        "{kind: icon, icon: star, x: 60, width: 8, y: 4, height: 8}",
        "{kind: text, text: far, x: -20, width: 11, y: 4, height: 5}",
        "{kind: text, text: far, x: 41, y: 4, width: 20, height: 5}",
        "{kind: text, text: far, x: 4, y: 4, width: 8, height: 120, valign: bottom}",
        "{kind: rect, fill: accent, x: 4, y: 50, width: 10, height: 5}",
        "{kind: text, text: low, x: 10, y: 90, width: 10, height: 5, turn: 180}",
        "{kind: group, turn: 90, x: 60, width: 9, y: 4, height: 9, elements: {a: {kind: text, text: hey}}}",
        "{kind: stack, x: 60, width: 9, y: 4, height: 9, elements: {a: {kind: text, text: hey, height: auto}}}",
    ],
)
def test_what_is_drawn_outside_the_card_is_an_error(element: str) -> None:
    face, _ = outside_composed(element)
    (fault,) = face.report.errors
    assert fault.code == "outside-card" and "“a”: is drawn outside the card" in fault.message
    assert "safe: false" in fault.hint and str(fault.span).startswith("layouts/game/tile.yaml:4:")
    for kind in ("text", "icon", "rect"):
        element = element.replace(f"{{kind: {kind}", f"{{safe: false, kind: {kind}")
    assert not outside_composed(element)[0].report.items


@pytest.mark.parametrize("x", [38, 36, -1])
def test_words_that_the_cut_goes_through_are_an_error_and_no_warning_besides(x: float) -> None:
    face, codes = outside_composed(f"{{kind: text, text: cost, x: {x}, width: 12, y: 8, height: 6}}")
    (fault,) = face.report.errors
    side = "left" if x < 0 else "right"
    assert f"crosses the {side} edge of the card" in fault.message and "outside-safe" not in codes


@pytest.mark.parametrize(
    "element",
    [
        "{kind: icon, icon: star, x: 25, width: 30, y: 4, height: 30}",  # art that runs off the face
        "{kind: text, text: hi, x: 4, y: 8, width: 120, height: 6}",  # a box larger than its words
        "{kind: pattern, icon: star, box: bleed, inset: -4}",
        "{kind: text, text: '', x: 80, y: 8, width: 12, height: 6}",
        "{kind: rect, fill: none, stroke: none, x: 80, y: 8, width: 12, height: 6}",
    ],
)
def test_art_may_run_off_the_face_and_boxes_may_be_larger_than_words(element: str) -> None:
    face, _ = outside_composed(element)
    assert not face.report.items


def test_what_stands_in_a_picture_of_another_face_is_judged_there() -> None:
    layouts = resources(
        {
            "tile.yaml": layout(f"{OUTSIDE_GROUND}a: {{kind: face, layout: other, x: 4, y: 4, width: 20, height: 15}}"),
            "other.yaml": layout(f"{OUTSIDE_GROUND}b: {{kind: text, text: far, x: 60, y: 4, width: 20, height: 5}}"),
        }
    )
    assert not compose_card(layouts, "tile", ukko()).report.items
    assert [item.code for item in compose_card(layouts, "other", ukko()).report] == ["outside-card"]
