"""`pnp check` finds the rule ids in the code of a third-party game; `pnp prove` finds the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.ui.cli.main import main

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
    assert "rulebook.yaml:" in output and "the judge sees to MYG-08" in output


def test_a_rule_that_code_names_and_nobody_wrote(mygame: Path, capsys: Capture) -> None:
    rules = mygame / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('TURN = "MYG-03"', 'TURN = "MYG-33"'), encoding="utf-8")
    code, output = check(capsys)
    line = rules.read_text("utf-8").splitlines().index('TURN = "MYG-33"') + 1
    assert code == 1
    assert f"mygame/rules.py:{line}:8: warning: MYG-33 is no rule of the rulebook" in output
    assert "the judge sees to MYG-03" in output


def test_nothing_is_reported_where_ids_are_put_together(mygame: Path, capsys: Capture) -> None:
    rules = mygame / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('"MYG-03"', '"MYG-" + "03"'), encoding="utf-8")
    assert check(capsys)[0] == 0
