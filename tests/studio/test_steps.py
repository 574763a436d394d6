"""What the studio composes first, and how much of it in one step: a save never waits for pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.layout.painting import compose
from pnp.studio.desk import Desk
from pnp.studio.faces import Edition
from tests.editing import edit_file
from tests.guard import some
from tests.studio.running import copy_game

EN = Edition("en")


@pytest.fixture
def kalevala(tmp_path: Path) -> Path:
    return copy_game("kalevala", tmp_path)


@pytest.fixture
def desk(kalevala: Path) -> Desk:
    desk = Desk(find_game("kalevala", [kalevala]))
    desk.read()
    desk.show([EN])
    return desk


def save(desk: Desk, home: Path) -> None:
    tiles = home / "cards" / "tiles.yaml"
    edit_file(tiles, ("value: 2\n", "value: 9\n"))
    desk.read([str(tiles)])


def following(desk: Desk, *seen: str) -> str:
    found = desk.next_slot(seen)
    assert found is not None
    return found[1].name


def test_cards_come_before_pages_and_what_is_seen_before_both(desk: Desk) -> None:
    have_cards = [slot.card is not None for slot in desk.shown[EN].lacking.values()]
    assert have_cards.count(True) > 8 and have_cards.count(False) > 1
    assert have_cards == sorted(have_cards, reverse=True)
    assert following(desk, "rules") == "rules"


def test_a_card_that_was_just_saved_comes_before_all_that_is_seen(desk: Desk, kalevala: Path) -> None:
    save(desk, kalevala)
    assert following(desk, "rules", "tiles/aino") == "tiles/louhi"
    assert following(desk, "rules", "tiles/louhi/back") == "tiles/louhi/back", "of a saved card first what is seen"
    for name in ("tiles/louhi", "tiles/louhi/back"):
        assert following(desk, "rules") == name
        assert desk.compose(EN, desk.shown[EN].lacking[name]) is not None
    assert following(desk, "rules") == "rules"


def test_pages_are_composed_one_at_a_step_and_a_save_comes_between_them(
    desk: Desk, kalevala: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed: list[str] = []
    one = compose._compose

    def counting(*args: object) -> object:
        composed.append(str(args[1]))
        return one(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(compose, "_compose", counting)
    rules = desk.shown[EN].lacking["rules"]
    assert desk.compose(EN, rules) is None
    assert composed == ["rules"] * 2, "how many pages there are, and the first"
    steps = 1
    while (made := desk.compose(EN, rules)) is None:
        steps += 1
        assert len(composed) == steps + 1
    assert [face.name for face in some(made[0])] == [f"rules/page-{number}" for number in range(1, steps + 1)]
    assert [face.title for face in made[0]] == [f"Rules summary {number}" for number in range(1, steps + 1)]
    howto = desk.shown[EN].lacking["howto"]
    assert desk.compose(EN, howto) is None
    save(desk, kalevala)
    assert following(desk, "howto") == "tiles/louhi"
    assert desk.shown[EN].begun == {}, "what the save may have changed begins anew"
