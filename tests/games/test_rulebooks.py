"""In every game the rulebook is the spine: the judge cites its ids, and no card is named in Python."""

from __future__ import annotations

import re

import pytest

from tests.games.tables import book_of, cited_rules, modules_of, refereed_slugs

each_game = pytest.mark.parametrize("slug", refereed_slugs())


@each_game
def test_the_judge_cites_rules_of_the_rulebook(slug: str) -> None:
    assert sorted(cited_rules(slug) - set(book_of(slug).rulebook.rules)) == []


@each_game
def test_the_judge_cites_every_enforced_rule(slug: str) -> None:
    enforced = {rule.id for rule in book_of(slug).rulebook.rules.values() if rule.enforced == "judge"}
    assert sorted(enforced - cited_rules(slug)) == []


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
    files = (path for path in modules_of(slug) if path.name not in ("card_ids.py", "rule_ids.py"))
    code = re.sub(r'""".*?"""', "", "\n".join(path.read_text(encoding="utf-8") for path in files), flags=re.DOTALL)
    code = "\n".join(line.partition("#")[0] for line in code.splitlines())
    code = re.sub(r'\btag="\w+"', "", code)  # a verb may be called like a card
    named_cards = [card for card in book_of(slug).playing_cards if f'"{card}"' in code]
    assert not named_cards
