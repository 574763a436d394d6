"""Drum Roll at the command line: a digital table played by its options, what is kept secret, turns of others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys: Capture, *words: str) -> tuple[int, str]:
    """One command: exit code, and what it printed."""
    code = main(list(words))
    output = capsys.readouterr()
    return int(code or 0), output.out + output.err


def options(capsys: Capture, *more: str) -> dict[str, Any]:
    """What may be done now."""
    assert main(["referee", "options", "drumroll.record", "--json", *more]) in (0, None)
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


def asked(capsys: Capture) -> dict[str, Any]:
    """What the seat that is asked first may do, as it knows the table."""
    return options(capsys, "--seat", options(capsys)["to_act"][0])


def test_a_digital_table_by_its_options(capsys: Capture) -> None:
    assert run(capsys, "referee", "new", "drumroll", "äiti", "ben", "--seed", "4")[0] == 0
    for number in range(24):
        output = asked(capsys)
        code, text = run(capsys, "referee", "move", "drumroll.record", output["options"][-1 if number % 2 else 0])
        assert code == 0, text
    code, text = run(capsys, "referee", "verify", "drumroll.record", "--json")
    assert code == 0
    assert {json.loads(line).get("ruling", "legal") for line in text.splitlines()} == {"legal"}


def test_what_is_secret_is_not_printed(capsys: Capture) -> None:
    run(capsys, "referee", "new", "drumroll", "anna", "ben", "--seed", "4")
    output = options(capsys, "--seat", "anna")["options"]
    assert len(output) == 2 and all(line.startswith("anna: keep PF-") for line in output)
    text = run(capsys, "referee", "move", "drumroll.record", output[0])[1]
    assert "anna: keep ?" in text and "PF-" not in text
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
    code, text = run(capsys, "referee", "move", "drumroll.record", "anna: keep PF-ACR-1")
    assert code == 1 and "cannot be read" in text and "give=" in text
    code, text = run(capsys, "referee", "why", "drumroll.record", "anna: keep PF-ACR-1", "--json")
    assert code == 1 and json.loads(text)["ruling"] == "invalid"


def test_who_is_not_asked_may_see_what_can_be_played(capsys: Capture) -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "drumroll-first-show.txt"
    run(capsys, "referee", "new", "drumroll", "anna", "ben")
    lines = [line for line in example.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert run(capsys, "referee", "move", "drumroll.record", *lines[:75])[0] == 0
    output = options(capsys, "--seat", "ben")
    assert output["to_act"] == ["anna"]
    assert "ben: play income4" in output["options"]
    for line in output["options"]:
        assert run(capsys, "referee", "why", "drumroll.record", line)[0] == 0, line
    assert run(capsys, "referee", "undo", "drumroll.record", "5")[0] == 0
    text = run(capsys, "referee", "show", "drumroll.record")[1]
    assert "Votes: anna voted · ben not yet" in text


def test_a_torn_line_is_left_out(capsys: Capture) -> None:
    run(capsys, "referee", "new", "drumroll", "anna", "ben", "--seed", "9")
    path = Path("drumroll.record")
    path.write_text(path.read_text(encoding="utf-8") + "anna: keep PF-M", encoding="utf-8")
    output = options(capsys)
    assert output["to_act"] == ["anna", "ben"]
    assert run(capsys, "referee", "move", "drumroll.record", asked(capsys)["options"][0])[0] == 0
    assert run(capsys, "referee", "verify", "drumroll.record")[0] == 0
