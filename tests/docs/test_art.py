"""The drawings of Keikalla are those that the scripts of docs/art draw, and small enough for a card."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from pnp.catalog import book_of, find_game
from tests.guard import some

ART = Path(__file__).parents[2] / "docs" / "art"


@pytest.fixture
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The script of a name, venues unless said."""
    monkeypatch.syspath_prepend(str(ART))
    try:
        yield import_module(getattr(request, "param", "venues"))
    finally:
        for name in ("venues", "people", "pen", "weather"):
            sys.modules.pop(name, None)


def test_every_venue_has_the_facade_of_its_kind_and_town(script: ModuleType) -> None:
    cards = {card.id: card.fields for card in book_of(find_game("keikalla", [])).decks["venues"].cards}
    drawn = {path.stem: path.read_text("utf-8") for path in script.ICONS.glob("venue_*.svg")}
    assert set(drawn) == set(cards) and len(set(drawn.values())) == 40
    for id_ in some(["venue_hki", "venue_han", "venue_tre", "venue_roi"]):
        fields = cards[id_]
        assert drawn[id_] == script.draw(fields["town"], fields["size"], f"{fields['size']} in {fields['town_name']}")
    assert all(len(drawing) < 40_000 for drawing in drawn.values())


@pytest.mark.parametrize("script", ["weather"], indirect=True)
def test_every_kind_of_weather_is_as_it_is_drawn(script: ModuleType) -> None:
    drawn = {path.stem: path.read_text("utf-8") for path in script.ICONS.glob("weather-*.svg")}
    assert drawn == {f"weather-{name}": script.draw(name) for name in some(script.WEATHER)}
    assert all(len(drawing) < 20_000 for drawing in drawn.values())
