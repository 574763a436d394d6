"""Drum Roll at the command line: a digital table played by its options, what is kept secret, turns of others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.ui.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys: Capture, *words: str) -> tuple[int, str]:
    """One command: exit code, and what it said."""
    code = main(list(words))
    told = capsys.readouterr()
    return int(code or 0), told.out + told.err


def options(capsys: Capture, *more: str) -> dict[str, Any]:
    """What may be done now."""
    assert main(["referee", "options", "drumroll.record", "--json", *more]) in (0, None)
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def asked(capsys: Capture) -> dict[str, Any]:
    """What the seat that is asked first may do, as it knows the table."""
    return options(capsys, "--seat", options(capsys)["to_act"][0])


def test_a_digital_table_by_its_options(capsys: Capture) -> None:
    assert run(capsys, "referee", "new", "drumroll", "äiti", "ben", "--seed", "4")[0] == 0
    for number in range(24):
        told = asked(capsys)
        code, said = run(capsys, "referee", "move", "drumroll.record", told["options"][-1 if number % 2 else 0])
        assert code == 0, said
    code, said = run(capsys, "referee", "verify", "drumroll.record", "--json")
    assert code == 0
    assert {json.loads(line).get("ruling", "legal") for line in said.splitlines()} == {"legal"}


def test_what_is_secret_is_not_told_aloud(capsys: Capture) -> None:
    run(capsys, "referee", "new", "drumroll", "anna", "ben", "--seed", "4")
    told = options(capsys, "--seat", "anna")["options"]
    assert len(told) == 2 and all(line.startswith("anna: keep PF-") for line in told)
    said = run(capsys, "referee", "move", "drumroll.record", told[0])[1]
    assert "anna: keep ?" in said and "PF-" not in said
    page = run(capsys, "referee", "show", "drumroll.record", "--seat", "ben")[1]
    assert "PF-" not in page.split("anna:")[1].split("ben:")[0]
    last = run(capsys, "referee", "move", "drumroll.record", asked(capsys)["options"][0])[1]
    assert "ben: keep PF-" in last  # all have chosen, so all lies open


def test_a_missing_choice_is_no_refusal_by_a_rule(capsys: Capture) -> None:
    run(capsys, "referee", "new", "drumroll", "anna", "ben")
    for line in (
        "table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4",
        "table: deal anna RG-1",
        "table: deal ben RG-2",
        "table: deal virtual RG-3",
    ):
        assert run(capsys, "referee", "move", "drumroll.record", line)[0] == 0
    code, said = run(capsys, "referee", "move", "drumroll.record", "anna: keep PF-ACR-1")
    assert code == 1 and "cannot be read" in said and "give=" in said
    code, said = run(capsys, "referee", "why", "drumroll.record", "anna: keep PF-ACR-1", "--json")
    assert code == 1 and json.loads(said)["ruling"] == "invalid"


def test_who_is_not_asked_may_see_what_can_be_played(capsys: Capture) -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "drumroll-first-show.txt"
    run(capsys, "referee", "new", "drumroll", "anna", "ben")
    lines = [line for line in example.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert run(capsys, "referee", "move", "drumroll.record", *lines[:75])[0] == 0
    told = options(capsys, "--seat", "ben")
    assert told["to_act"] == ["anna"]
    assert "ben: play income4" in told["options"]
    for line in told["options"]:
        assert run(capsys, "referee", "why", "drumroll.record", line)[0] == 0, line
    assert run(capsys, "referee", "undo", "drumroll.record", "5")[0] == 0
    said = run(capsys, "referee", "show", "drumroll.record")[1]
    assert "Votes: anna voted · ben not yet" in said


def test_a_torn_line_is_left_out(capsys: Capture) -> None:
    run(capsys, "referee", "new", "drumroll", "anna", "ben", "--seed", "9")
    path = Path("drumroll.record")
    path.write_text(path.read_text(encoding="utf-8") + "anna: keep PF-M", encoding="utf-8")
    told = options(capsys)
    assert told["to_act"] == ["anna", "ben"]
    assert run(capsys, "referee", "move", "drumroll.record", asked(capsys)["options"][0])[0] == 0
    assert run(capsys, "referee", "verify", "drumroll.record")[0] == 0
