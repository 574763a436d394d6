from __future__ import annotations

import pytest

from pnp.base.diagnostics import Report
from pnp.layout.checks.inspection import inspect_game
from pnp.layout.checks.preflight import preflight, preflight_theme
from pnp.layout.painting.compose import compose_card
from tests.layout.painting.test_compose import PNG
from tests.layout.samples import book, layout, resources, ukko

GROUND = "ground: {kind: rect, box: bleed, fill: paper}\n"


def judged(elements: str, **files: str | bytes) -> Report:
    named = {name.replace("__", "/").replace("_png", ".png"): text for name, text in files.items()}
    layouts = resources({"tile.yaml": layout(GROUND + elements), **named})
    made = compose_card(layouts, "tile", ukko())
    assert not layouts.report.items and not made.report.items, [str(item) for item in (*layouts.report, *made.report)]
    return preflight(layouts, made)


def codes(elements: str, **files: str | bytes) -> list[str]:
    return [item.code for item in judged(elements, **files)]


CLEAN = 'a: {kind: text, text: "{text.rule}", x: 4, y: 4, width: 30, height: 20}\n'


def test_a_sound_face_is_praised_by_silence() -> None:
    assert codes(CLEAN) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{kind: text, text: 'a 漢', x: 4, y: 4, width: 30}", "missing-glyph"),
        ("{kind: text, text: small, size: 6, min: 5, x: 4, y: 4}", "small-type"),
        ("{kind: text, text: small, size: 4.5, min: 4, smallprint: true, x: 4, y: 4}", "small-type"),
        ("{kind: text, text: 'all <50%>very small</> here', x: 4, y: 4, width: 30}", "small-type"),
        ("{kind: text, text: edge, x: 1, y: 4}", "outside-safe"),
        ("{kind: icon, icon: star, x: 30, y: 24, width: 5, height: 5}", "outside-safe"),
        ("{kind: rect, fill: accent, x: 0, y: 10, width: 10, height: 5}", "missing-bleed"),
        ("{kind: rect, fill: accent, x: -1, y: 10, width: 10, height: 5}", "missing-bleed"),
        ("{kind: text, text: pale, colour: '#999999', x: 4, y: 4}", "low-contrast"),
        ("{kind: text, text: pale, colour: '#333333', 'on': '#555555', x: 4, y: 4}", "low-contrast"),
        ("{kind: image, image: art/x.png, x: 4, y: 4, width: 30, height: 20, dpi: 400}", "low-dpi"),
    ],
)
def test_each_fault_is_reported_once_at_its_element(line: str, code: str) -> None:
    report = judged(f"a: {line}", art__x_png=PNG)
    assert [item.code for item in report] == [code]
    assert str(report.items[0].span).startswith("layouts/game/tile.yaml:4:3")
    assert "tile of ukko, “a”" in report.items[0].message
    assert report.items[0].hint


@pytest.mark.parametrize(
    "line",
    [
        "{kind: text, text: small, size: 5, smallprint: true, x: 4, y: 4}",
        "{kind: text, text: edge, x: 1, y: 4, safe: false}",
        "{kind: text, text: 'H<down>2</>O and <70%>an aside</> in it', x: 4, y: 4, width: 30}",
        "{kind: rect, fill: accent, x: 0, y: 10, width: 10, height: 5, safe: false}",
        "{kind: rect, fill: accent, x: -2, y: 10, width: 10, height: 5}",
        "{kind: icon, icon: star, x: 30, y: 24, width: 12, height: 12, box: bleed}",
        "{kind: text, text: large, colour: '#888888', size: 18, min: 18, x: 4, y: 4}",
        "{kind: text, text: known, colour: '#ffffff', 'on': ink, x: 4, y: 4}",
        "{kind: image, image: art/x.png, x: 4, y: 4, width: 30, height: 20}",
    ],
)
def test_what_is_meant_so_is_not_reported(line: str) -> None:
    assert codes(f"a: {line}", art__x_png=PNG) == []


def test_the_colour_behind_a_text_is_looked_up_in_what_is_drawn() -> None:
    panel = "p: {kind: ellipse, fill: ink, x: 2, y: 2, width: 36, height: 26}\n"
    assert codes(panel + 'a: {kind: text, text: dark, x: 14, y: 12, colour: "#222222"}') == ["low-contrast"]
    assert codes(panel + "a: {kind: text, text: light, x: 14, y: 12, colour: paper}") == []
    half = "p: {kind: rect, fill: ink, x: 4, y: 4, width: 12, height: 10}\n"
    assert codes(half + 'a: {kind: text, text: "half on half off", x: 5, y: 5}') == ["low-contrast"]


def test_sizes_are_judged_after_every_scale() -> None:
    inner = "elements: {a: {kind: text, text: x, x: 10, y: 10}}"
    assert codes(f"g: {{kind: group, scale: 0.5, {inner}}}") == ["small-type"]
    assert codes(f"g: {{kind: group, turn: 90, {inner}}}") == []


def test_a_small_picture_of_another_face_is_not_judged_again() -> None:
    mini = layout("a: {kind: text, text: tiny, colour: '#cccccc'}", "size: chit")
    assert codes("f: {kind: face, layout: mini, x: 0, y: 4, width: 4, height: 4}", **{"mini.yaml": mini}) == []


def test_a_missing_glyph_is_an_error_at_the_words_of_the_card() -> None:
    card = ukko()
    card.texts["rule"]["en"] = "Beats ⚔."
    layouts = resources(layout(GROUND + CLEAN))
    report = preflight(layouts, compose_card(layouts, "tile", card))
    assert [str(item.span) for item in report.errors] == ["cards/game/tiles.yaml:7:3"]
    assert "U+2694" in report.items[0].message


def test_colours_that_look_alike_to_the_colour_blind() -> None:
    theme = """
extends: _stock/theme
colours: {moss: "#777733", rust: "#a05030", sky: "#9fd0ff"}
coded: [moss, rust, sky]
"""
    report = preflight_theme(resources({"theme.yaml": theme, "tile.yaml": layout(GROUND)}))
    assert [(item.code, str(item.span)) for item in report] == [("colour-blind", "layouts/game/theme.yaml:4:15")]
    assert "“moss” and “rust”" in report.items[0].message
    shaped = theme.replace("[moss, rust, sky]", "{colours: [moss, rust, sky], besides: shape}")
    assert not preflight_theme(resources({"theme.yaml": shaped, "tile.yaml": layout(GROUND)})).items


def test_an_inspection_looks_at_every_theme_and_language() -> None:
    text = layout(GROUND + 'a: {kind: text, text: "{text.rule}", x: 4, y: 4, width: 25, height: 4}')
    card = ukko()
    card.texts["rule"].update(en="Short.", fi="Tämä teksti on aivan liian pitkä siihen, mihin sen pitäisi mahtua.")
    layouts = resources(text, cards=book(card))
    found = inspect_game(layouts)
    assert [item.code for item in found] == ["text-overflow"]
    assert not inspect_game(layouts, ["en"]).items
