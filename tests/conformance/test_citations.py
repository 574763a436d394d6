"""`pnp check` finds the rule ids in the code of a third-party game; `pnp prove` finds the rest. Of a folder with other
cards for a built-in game it tells what is true of them, and nothing else.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.base.places import data_root
from pnp.catalog import book_of, find_game
from pnp.cli.main import main
from pnp.conformance.uncounted import uncounted_copies
from tests.editing import edit_file
from tests.marks import on_ci

Capture = pytest.CaptureFixture[str]


def check(capsys: Capture) -> tuple[int, str]:
    code = main(["check", "mygame", "--strict", "--games", "."])
    return code, capsys.readouterr().out


def test_a_rule_for_the_judge_that_no_code_names(mygame: Path, capsys: Capture) -> None:
    rulebook = mygame / "cards" / "rulebook.yaml"
    more = '\n      - id: MYG-08\n        source: house\n        words: {en: "Nobody may whistle."}\n'
    rulebook.write_text(rulebook.read_text("utf-8").rstrip() + more, encoding="utf-8")
    code, output = check(capsys)
    assert code == 1
    assert "rulebook.yaml:" in output and "the referee enforces MYG-08" in output


def test_a_rule_that_code_names_and_nobody_wrote(mygame: Path, capsys: Capture) -> None:
    rules = mygame / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('TURN = "MYG-03"', 'TURN = "MYG-33"'), encoding="utf-8")
    code, output = check(capsys)
    line = rules.read_text("utf-8").splitlines().index('TURN = "MYG-33"') + 1
    assert code == 1
    assert f"mygame/rules.py:{line}:8: warning: rule MYG-33 is not in the rulebook" in output
    assert "the referee enforces MYG-03" in output


def test_nothing_is_reported_where_ids_are_put_together(mygame: Path, capsys: Capture) -> None:
    rules = mygame / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('"MYG-03"', '"MYG-" + "03"'), encoding="utf-8")
    assert check(capsys)[0] == 0


@pytest.mark.parametrize("id_", on_ci(['f"MYG-0{3}"', 'f"MYG-{3:02}"', 'f"{SEATS[:3]}-03"'], 'f"MYG-{3:02}"'))
def test_an_f_string_names_every_rule_that_it_can_evaluate_to(mygame: Path, capsys: Capture, id_: str) -> None:
    rules = mygame / "rules.py"
    edit_file(rules, ('TURN = "MYG-03"', f"TURN = {id_}"))
    assert check(capsys)[0] == 0
    edit_file(rules, (f"TURN = {id_}", 'TURN = f"MYG-7{0}"'))
    assert "the referee enforces MYG-03" in check(capsys)[1]


@pytest.fixture
def suomi1918(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cards of Suomi 1918 in a folder, to be changed; how their faces look is looked over elsewhere."""
    monkeypatch.setattr("pnp.checking.layouts.inspect_layouts", lambda *args: None)
    cards = tmp_path / "suomi1918" / "cards"
    shutil.copytree(Path(data_root("cards")) / "suomi1918", cards)
    return cards


def check_folder(folder: Path, capsys: Capture) -> list[str]:
    main(["check", "suomi1918", "--games", str(folder.parents[1])])
    return capsys.readouterr().out.splitlines()


def test_only_copies_that_the_rules_ignore_are_reported(
    suomi1918: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the built-in game says and reads, these cards do, too."""
    edit_file(suomi1918 / "numbers.yaml", ("total: 34", "total: 35"), ("code: SU1\n", "code: SU1\n    copies: 2\n"))
    assert check_folder(suomi1918, capsys) == ["suomi1918: no faults"]  # the kernel counts every copy
    monkeypatch.setattr("pnp.conformance.uncounted._counted", lambda entry, book: len(book.playing_cards))
    found, summary = check_folder(suomi1918, capsys)
    assert "numbers.yaml:23:13: warning: 2 copies of blue-1 are printed, but the rules ignore the number" in found
    assert summary == "suomi1918: 1 warning"


def test_copies_that_the_rules_count_are_no_fault() -> None:
    for slug in ("kalevala", "drumroll", "suomi1918"):
        entry = find_game(slug)
        assert uncounted_copies(entry, book_of(entry)) == []


def test_a_rule_that_the_built_in_code_cites_and_the_folder_has_not(suomi1918: Path, capsys: Capture) -> None:
    edit_file(suomi1918 / "rulebook.yaml", ("id: SOC-45\n", "id: SOC-145\n"))
    found = [line for line in check_folder(suomi1918, capsys) if "SOC-45" in line]
    assert found and all("warning: rule SOC-45 is not in the rulebook" in line for line in found)
