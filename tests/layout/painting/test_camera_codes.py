"""Codes for a camera: a layout that gives them a place shows them when they are asked for, and only then."""

from __future__ import annotations

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
