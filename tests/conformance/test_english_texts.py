"""What no file of words can translate is counted: sentences in the Python of a game's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.conformance.english_texts import count_english_texts
from tests.referee.kernel.tables import GAMES, QUAY

RULES = '''"""A docstring of many words is for its readers."""

HAND = "the hand of a player"


def judge(state: object, count: int) -> str:
    """Another docstring that is not counted."""
    if count < 0:
        raise ValueError("a fault of the program itself")
    if count:
        return f"only {count} cards are left"
    return "not_higher"


def deal(chance: object) -> int:
    line = "table: adjust victory card"
    return chance.pick("the first card", 3) + len(chance.shuffle("low part", ()))


def check(node: object) -> None:
    node.error("the card has no number", "write one")
'''


def test_a_declared_game_has_none_and_a_hand_written_one_some() -> None:
    assert count_english_texts(find_game("cove", [GAMES])) == 0
    assert count_english_texts(find_game("quay", [QUAY])) > 9


def test_docstrings_faults_of_the_program_keys_of_chances_and_ids_are_not_counted(mygame: Path) -> None:
    assert count_english_texts(find_game("mygame", ["."])) == 0
    (mygame / "rules.py").write_text(RULES, "utf-8")
    assert count_english_texts(find_game("mygame", ["."])) == 2


def test_a_check_of_a_language_reports_them(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "quay", "--cards", "--lang", "fi", "--games", str(QUAY)])
    assert "in its Python code exist only in English" in capsys.readouterr().out
    main(["check", "quay", "--cards", "--lang", "en", "--games", str(QUAY)])
    main(["check", "cove", "--cards", "--lang", "fi", "--games", str(GAMES)])
    assert "in Python" not in capsys.readouterr().out
