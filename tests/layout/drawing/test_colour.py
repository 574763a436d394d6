from __future__ import annotations

import pytest

from pnp.layout.drawing.colour import contrast, difference, resolve_colour

PALETTE = {"gold": "#b98a1f", "paper": "#f4ead2"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gold", "#b98a1f"),
        ("#FA0", "#ffaa00"),
        ("none", ""),
        ("gold 0%", "#ffffff"),
        ("gold 100% paper", "#b98a1f"),
        ("#000 50%", "#808080"),
        ("gold 0% paper", "#f4ead2"),
    ],
)
def test_colours(text: str, expected: str) -> None:
    assert resolve_colour(text, PALETTE) == expected


@pytest.mark.parametrize("text", ["godl", "#12", "#ggg", "gold 120%", "gold x%", "gold 10% nowhere", ""])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        resolve_colour(text, PALETTE)


def test_the_nearest_name_is_offered() -> None:
    with pytest.raises(ValueError, match="“gold”"):
        resolve_colour("golf", PALETTE)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_red_and_green_look_alike_without_green_cones() -> None:
    red, green = "#a05030", "#6e6e2e"
    assert difference(red, green) > 25
    assert difference(red, green, "deuteranopia") < difference(red, green) / 2
    assert difference("#000000", "#ffffff", "protanopia") == pytest.approx(100, abs=0.5)
