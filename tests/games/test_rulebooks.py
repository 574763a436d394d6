"""In every game the rulebook is the spine: its ids are the judge's constants, and no card is named in Python."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.games.tables import book_of, refereed_slugs, rules_of

each_game = pytest.mark.parametrize("slug", refereed_slugs())


def code_of(rules: ModuleType) -> str:
    """The game's modules but for the one that names the rules, without their docstrings."""
    assert rules.__file__
    files = (path for path in sorted(Path(rules.__file__).parent.rglob("*.py")) if path.name != "rule_ids.py")
    return re.sub(r'""".*?"""', "", "\n".join(path.read_text(encoding="utf-8") for path in files), flags=re.DOTALL)


def named(rules: ModuleType) -> dict[str, str]:
    """The rules by constant."""
    return {name: value for name, value in vars(rules).items() if name.isupper()}


@each_game
def test_the_ids_are_those_of_the_rulebook(slug: str) -> None:
    assert set(book_of(slug).rulebook.rules) == set(named(rules_of(slug)).values())


@each_game
def test_every_enforced_rule_is_named_by_the_judge(slug: str) -> None:
    code = code_of(rules_of(slug))
    used = {value for name, value in named(rules_of(slug)).items() if re.search(rf"\brule_ids\.{name}\b", code)}
    enforced = {rule.id for rule in book_of(slug).rulebook.rules.values() if rule.enforced == "judge"}
    assert enforced <= used, sorted(enforced - used)


@each_game
def test_what_is_said_to_a_referee_is_printed_last(slug: str) -> None:
    """A family that plays without one reads none of it between the rules of play."""
    printed = [rule for rule in book_of(slug).rulebook.rules.values() if rule.summary]
    to_referee = re.compile(r"\breferee|\brecords?\b(?! deal)|digital", re.IGNORECASE)
    between = [rule.id for rule in printed if rule.section != "table" and to_referee.search(rule.words["en"])]
    assert len(printed) > 30
    assert between == []


@each_game
def test_no_card_is_named_in_python(slug: str) -> None:
    """Cards are named by examples in docstrings and comments only; what one can do stands in its fields."""
    code = "\n".join(line.partition("#")[0] for line in code_of(rules_of(slug)).splitlines())
    code = re.sub(r'\btag="\w+"', "", code)  # a verb may be called like a card
    named_cards = [card for card in book_of(slug).playing_cards if f'"{card}"' in code]
    assert not named_cards
