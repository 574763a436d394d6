"""The scenarios of every game, `<slug>/scenarios/*.md`: together they show every rule its judge enforces."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from pnp.conformance.scenario import Lay, Scenario, parse_scenarios, run_scenario
from tests.games.tables import book_of, game_of, refereed_slugs
from tests.guard import some

HERE = Path(__file__).parent


@cache
def scenarios_of(slug: str) -> tuple[Scenario, ...]:
    """The tables of a game's scenarios."""
    files = sorted((HERE / slug / "scenarios").glob("*.md"))
    return tuple(each for path in files for each in parse_scenarios(path.read_text(encoding="utf-8"), path.name))


def run(slug: str, scenario: Scenario) -> set[str]:
    """Play a scenario; the rules that were returned."""
    lay: Lay | None = getattr(import_module(f"tests.games.{slug}.tables"), "lay", None)
    return run_scenario(scenario, game_of(slug), book_of(slug), lay)


def enforced(slug: str) -> set[str]:
    """The rules a game's judge enforces."""
    return {rule.id for rule in book_of(slug).rulebook.rules.values() if rule.enforced == "judge"}


ALL = [(slug, scenario) for slug in refereed_slugs() for scenario in scenarios_of(slug)]
each_game = pytest.mark.parametrize("slug", refereed_slugs())


@pytest.mark.parametrize(("slug", "scenario"), ALL, ids=[f"{slug}:{scenario.name}" for slug, scenario in ALL])
def test_scenario(slug: str, scenario: Scenario) -> None:
    run(slug, scenario)


@each_game
def test_a_section_named_after_rules_shows_them(slug: str) -> None:
    shown: dict[tuple[str, str], set[str]] = {}
    for scenario in scenarios_of(slug):
        shown.setdefault((scenario.file, scenario.title), set()).update(run(slug, scenario))
    ids = re.compile(rf"\b{book_of(slug).letters}-[A-Z]?\d+[a-z]?\b")
    for (file, title), rules in some(shown.items()):
        missing = set(ids.findall(title)) - rules
        assert not missing, f"{file}: {title}: {missing}"


@each_game
def test_nothing_is_refused_by_a_rule_that_is_left_to_people(slug: str) -> None:
    refusals = {
        rule
        for scenario in scenarios_of(slug)
        for step in scenario.steps
        if step.answer in ("illegal", "irregular")
        for rule in step.rules
    }
    assert {rule for rule in refusals if not rule.startswith("REF-")} <= enforced(slug)


@each_game
def test_every_enforced_rule_is_returned_by_some_scenario(slug: str) -> None:
    rules = set[str]().union(*(run(slug, scenario) for scenario in scenarios_of(slug)))
    assert enforced(slug) <= rules, sorted(enforced(slug) - rules)
