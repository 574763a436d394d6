"""Scenarios notice when a rule is wrong; `benchmarks/mutants.py` prints how many such mistakes they find."""

from __future__ import annotations

import pytest

from tests.conformance.operators import changes
from tests.conformance.rule_mutants import GAMES, is_caught, rule_mutants, survivors


@pytest.mark.parametrize("game", GAMES)
def test_the_game_itself_keeps_its_scenarios(game: str) -> None:
    assert not is_caught(game, (GAMES[game] / "rules.py").read_text(encoding="utf-8"))


DEAR = ("mygame with effects", "mygame with hands", "cove")  # their cards are read again for every mistake


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.ci if game in DEAR else ()) for game in GAMES])
def test_scenarios_find_the_mistakes_in_rules(game: str) -> None:
    assert len(rule_mutants(game)) > 25
    assert [change.name for change in survivors(game)] == []


def test_a_change_is_made_in_one_place_and_words_stay() -> None:
    refusal = "        t.refuse(A, 'x', n=1)\n        t.agreed()\n"
    source = f"def f(a, t):\n    if a == 1 and (not t):\n{refusal}    return a + 1\n"
    made = {(change.old, change.new) for change in changes(source)}
    assert {("a == 1", "a != 1"), ("a == 1 and (not t)", "a == 1 or not t"), ("a + 1", "a - 1")} <= made
    assert ("t.refuse(A, 'x', n=1)", "pass") in made and ("t.agreed()", "pass") not in made
    assert len([one for one in changes(source) if "n=2" in one.source]) == 0
