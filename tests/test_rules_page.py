"""docs/rules.md: its examples are lines of games that are tested."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.referee import kernel
from pnp.referee.kernel.trial import Trial
from tests.guard import some

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
GAMES = ROOT / "tests" / "referee" / "kernel" / "games"
HANDS = ROOT / "pnp" / "scaffold" / "hands" / "mygame"
SOURCES = (HANDS, GAMES / "cove", GAMES / "fourpiers", ROOT / "docs" / "examples" / "nuotta")


def blocks(kind: str) -> list[str]:
    return list(some(re.findall(rf"^```{kind}.*\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)))


def test_examples_of_rules_are_lines_of_a_game() -> None:
    rules = [(folder / "rules.py").read_text("utf-8") for folder in SOURCES]
    strange = [block for block in blocks("python") if not any(block in text for text in rules)]
    assert strange == []


def test_examples_of_words_and_scenarios_are_those_of_the_new_game() -> None:
    words = (HANDS / "cards" / "messages.yaml").read_text("utf-8").splitlines()
    assert [line for block in blocks("yaml") for line in block.splitlines() if line not in words] == []
    scenarios = (HANDS / "tests" / "scenarios" / "rules.md").read_text("utf-8")
    assert [block for block in blocks("record") if block not in scenarios] == []


def test_every_word_of_a_trial_on_the_page_exists() -> None:
    named = some(set(re.findall(r"\bt\.([a-z_]+)", PAGE)))
    assert [name for name in sorted(named) if not hasattr(Trial, name) and name != "about"] == []


def test_what_game_authors_import_is_on_the_page() -> None:
    missing = [name for name in some(kernel.__all__) if not re.search(rf"\b{name}\b", PAGE)]
    assert sorted(missing) == ["Message", "Setup", "in_language"]
