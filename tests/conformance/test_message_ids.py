"""`pnp check` checks the messages of a declared game: unknown ids, missing arguments, unused messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.conformance.message_ids import message_faults
from tests.games.tables import book_of, refereed_slugs

Capture = pytest.CaptureFixture[str]


def check(capsys: Capture) -> tuple[int, str]:
    code = main(["check", "mygame", "--strict", "--games", "."])
    return code, capsys.readouterr().out


def change(file: Path, old: str, new: str) -> None:
    words = file.read_text("utf-8")
    assert words.count(old) == 1
    file.write_text(words.replace(old, new), encoding="utf-8")


def test_a_message_that_nobody_wrote(mygame: Path, capsys: Capture) -> None:
    change(mygame / "rules.py", '"lies_between", card', '"lies_betwen", card')
    code, output = check(capsys)
    assert code == 1
    assert "message “lies_betwen” does not exist" in output and "lies_between" in output
    assert "message “lies_between” is never used" in output and "messages.yaml:" in output


def test_an_argument_that_is_not_given(mygame: Path, capsys: Capture) -> None:
    change(mygame / "rules.py", '"lies_between", card=m.card, ends=', '"lies_between", card=m.card, both=')
    code, output = check(capsys)
    assert code == 1 and "message “lies_between” needs ends" in output


def test_a_message_that_lacks_in_a_language(mygame: Path, capsys: Capture) -> None:
    change(mygame / "cards" / "game.yaml", "languages: [en] ", "languages: [en, fi] ")
    code, output = check(capsys)
    assert code == 1
    assert "messages.yaml:5:" in output and "no words in “fi”" in output


def test_what_is_put_together_at_run_time_is_not_guessed(mygame: Path, capsys: Capture) -> None:
    change(mygame / "rules.py", 'END, "row_is_empty"', 'END, "row_is" + "_empty"')
    assert check(capsys)[0] == 0


def test_what_a_page_could_only_call_by_its_english_id(mygame: Path, capsys: Capture) -> None:
    main(["check", "mygame", "--games", ".", "--lang", "fi"])
    output = capsys.readouterr().out
    assert all(f"the table page has no word for “{id_}”" in output for id_ in ("box", "row", "taken", "sum"))
    assert "“take”" not in output  # an only phase is not printed
    game = mygame / "cards" / "game.yaml"
    change(game, "options: ", "names:\n  row: {en: row}\n\noptions: ")
    main(["check", "mygame", "--games", ".", "--lang", "fi"])
    output = capsys.readouterr().out
    assert "no word for “box”" in output and "“row”" not in output


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_message_of_a_built_in_game_is_there_and_used(slug: str) -> None:
    """Words for a verb (`about_place`) are used where there is such a verb; zones over a state need none of a page."""
    found = message_faults(find_game(slug), book_of(slug))
    assert found is not None
    assert not found.unknown and not found.lacking and not found.unused and not found.unnamed
