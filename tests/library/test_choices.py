"""What the values of a switch mean, in words: read, checked against the values, printed and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game
from pnp.cli.main import main


def test_no_switch_of_a_printed_sheet_shows_a_name_of_the_program() -> None:
    """Keikalla's sheet is ticked by a family: every choice but numbers and the towns has words in both languages."""
    options = book_of(find_game("keikalla")).options.values()
    words = [option for option in options if isinstance(option.default, str) and option.id != "common_start_town"]
    assert len(words) > 20
    for option in words:
        assert set(option.choices) == set(option.values), option.id
        assert all(set(texts) == {"en", "fi"} for texts in option.choices.values()), option.id


def test_numbers_in_choices_come_from_the_constants() -> None:
    choices = book_of(find_game("keikalla")).options["more_players"].choices
    assert choices["auto"]["en"] == "with 5 players or more"


def test_rules_explain_what_a_value_means(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "keikalla", "--options"]) in (0, None)
    output = capsys.readouterr().out
    assert "only_manager" not in output and "manager_only: only a Manager" in output


def test_words_for_a_value_that_does_not_exist_are_reported(mygame: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = mygame / "cards" / "game.yaml"
    text = game.read_text("utf-8")
    option = "  speed: {default: slow, values: [slow, fast], words: How fast., choices: {fats: At once.}}"
    game.write_text(text.replace("  lucky:\n", f"{option}\n  lucky:\n", 1), "utf-8")
    assert main(["check", "mygame", "--games", str(mygame.parent)]) == 1
    output = "".join(capsys.readouterr())
    assert "this option has no value “fats” (did you mean “fast”?)" in output
