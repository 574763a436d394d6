"""Cards are named by id or by their printed name in any language; the referee knows which card is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.library.loader import read_book
from tests.referee.effects.tables import game_of, lives, table_of, text_of

GAIN = "{trigger: play, do: [{op: gain_life, amount: 1}]}"
OAK = f"  - {{id: oak, name: {{en: Old Oak, fi: Vanha tammi}}, abilities: [{GAIN}]}}\n"
OWL = (
    "  - id: owl\n    name: {{en: Owl, fi: Pöllö}}\n    type: spirit\n"
    "    abilities: [{{trigger: plays, filter: {{name_is: [{name}]}}, do: [{{op: gain_life, amount: 2}}]}}]\n"
)


@pytest.mark.parametrize("name", ["oak", "Old Oak", "Vanha tammi", "vanha-tammi"])
def test_a_card_is_named_by_any_of_its_names(tmp_path: Path, name: str) -> None:
    entry = game_of(tmp_path, OAK + OWL.format(name=name))
    assert text_of(entry, "owl") == "**Whenever you play Old Oak,** gain 2 life."
    assert text_of(entry, "owl", "fi") == "**Aina kun pelaat kortin Vanha tammi,** saat 2 elämäpistettä."
    replay = table_of(entry, "anna: play owl", "anna: done", "ben: done", "anna: play oak")
    assert lives(replay) == (15, 12)


def test_a_name_of_several_cards_is_a_fault(tmp_path: Path) -> None:
    twin = OAK.replace("id: oak", "id: oak_of_north")
    found = read_book(game_of(tmp_path, OAK + twin + OWL.format(name="Old Oak")).card_folder()).report.errors
    assert [(item.message, item.hint) for item in found] == [
        ("several cards are called “Old Oak”", "use an id: oak, oak_of_north")
    ]
