"""Elements outside the card: an error where a face is composed, so no command passes over one."""

from __future__ import annotations

import pytest

from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from tests.layout.samples import layout, resources, ukko

GROUND = "ground: {kind: rect, box: bleed, fill: paper}\n"


def composed(element: str) -> tuple[ComposedFace, list[str]]:
    """A face of 40 × 30 mm with this element; the codes of what preflight says of it."""
    layouts = resources({"tile.yaml": layout(f"{GROUND}a: {element}")})
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
    face, _ = composed(element)
    (fault,) = face.report.errors
    assert fault.code == "outside-card" and "“a”: is drawn outside the card" in fault.message
    assert "safe: false" in fault.hint and str(fault.span).startswith("layouts/game/tile.yaml:4:")
    for kind in ("text", "icon", "rect"):
        element = element.replace(f"{{kind: {kind}", f"{{safe: false, kind: {kind}")
    assert not composed(element)[0].report.items


@pytest.mark.parametrize("x", [38, 36, -1])
def test_words_that_the_cut_goes_through_are_an_error_and_no_warning_besides(x: float) -> None:
    face, codes = composed(f"{{kind: text, text: cost, x: {x}, width: 12, y: 8, height: 6}}")
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
    face, _ = composed(element)
    assert not face.report.items


def test_what_stands_in_a_picture_of_another_face_is_judged_there() -> None:
    layouts = resources(
        {
            "tile.yaml": layout(f"{GROUND}a: {{kind: face, layout: other, x: 4, y: 4, width: 20, height: 15}}"),
            "other.yaml": layout(f"{GROUND}b: {{kind: text, text: far, x: 60, y: 4, width: 20, height: 5}}"),
        }
    )
    assert not compose_card(layouts, "tile", ukko()).report.items
    assert [item.code for item in compose_card(layouts, "other", ukko()).report] == ["outside-card"]
