"""The scenarios of `scenarios/*.md`, and that together they show every rule the judge enforces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.conformance.scenario import Scenario, parse_scenarios, run_scenario
from pnp.games.suomi1918 import GAME
from tests.games.suomi1918.tables import book

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = [
    scenario
    for path in sorted(FOLDER.glob("*.md"))
    for scenario in parse_scenarios(path.read_text(encoding="utf-8"), path.name)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    run_scenario(scenario, GAME, book())


def test_a_section_named_after_rules_shows_them() -> None:
    shown: dict[tuple[str, str], set[str]] = {}
    for scenario in SCENARIOS:
        shown.setdefault((scenario.file, scenario.title), set()).update(run_scenario(scenario, GAME, book()))
    for (file, title), rules in shown.items():
        missing = set(re.findall(r"SOC-\d+[a-c]?", title)) - rules
        assert not missing, f"{file}: {title}: {missing}"


def test_nothing_is_refused_by_a_rule_that_is_left_to_people() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md"))
    refusals = set(re.findall(r"=> (?:illegal|irregular) \[(SOC-\d+[a-c]?)", text))
    assert refusals <= {rule.id for rule in book().rulebook.rules.values() if rule.enforced == "judge"}


def test_every_enforced_rule_is_returned_by_some_scenario() -> None:
    rules = set().union(*(run_scenario(scenario, GAME, book()) for scenario in SCENARIOS))
    enforced = {rule.id for rule in book().rulebook.rules.values() if rule.enforced == "judge"}
    assert enforced <= rules, sorted(enforced - rules)
