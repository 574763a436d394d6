"""`pnp prove`: one game in seconds, from an installation without pytest, and what is broken with its line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.conformance.promises import PROMISES, WHOLE
from tests.deadline import COMMAND
from tests.editing import edit_file
from tests.guard import some

Capture = pytest.CaptureFixture[str]


def test_a_new_game_keeps_every_promise(mygame: Path, capsys: Capture) -> None:
    assert main(["prove", "mygame", "--games", ".", "-n", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(PROMISES) + len(WHOLE) + 1
    assert all(line.startswith(("passed", "–")) for line in lines[:-1])
    assert lines[-1].startswith("mygame: ") and " 0 failed" in lines[-1]


def test_without_a_name_the_games_of_the_folder_are_meant_and_no_others(
    mygame: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in some((["--games", "."], [])):
        assert main(["prove", *folder, "-n", "1", "-k", "shown", "--json"]) == 0
        assert {verdict["case"] for verdict in json.loads(capsys.readouterr().out)} == {"mygame-2", "mygame-4"}
    with monkeypatch.context() as patch:
        patch.chdir("/")
        assert main(["prove"]) == 2
        assert "found no games here" in capsys.readouterr().err
    assert main(["prove", "mygame", "--games", ".", "--players", "9"]) == 2
    assert main(["prove", "mygame", "--games", ".", "-k", "no such words"]) == 1


def test_a_rule_that_does_not_exist_is_reported(mygame: Path, capsys: Capture) -> None:
    edit_file(mygame / "rules.py", ('END = "MYG-06"', 'END = "MYG-99"'))
    assert main(["prove", "mygame", "--games", ".", "-n", "1"]) == 1
    out = capsys.readouterr().out
    assert "cites MYG-99, which is not in the rulebook" in " ".join(out.split())
    assert "the rulebook assigns MYG-06 to the referee" in " ".join(out.split())


def test_every_wrong_table_of_the_scenarios_is_told(mygame: Path, capsys: Capture) -> None:
    """One line each, with the reasons there were; the rule that ends a game is one."""
    tables = (
        "```record seats=anna,ben lucky=false",
        "table: lay star coin heart flag trophy",
        "anna: take star                      => illegal [MYG-03]",
        "```",
        "```record seats=anna,ben lucky=false",
        "table: lay star coin heart flag trophy => legal [MYG-05]",
        "```",
        "```record seats=anna,ben lucky=false",
        "table: lay star coin heart flag trophy",
        *(
            f"{seat}: take {card}"
            for seat, card in zip(("anna", "ben") * 2, ("star", "coin", "heart", "flag"), strict=True)
        ),
        "anna: take trophy => legal [MYG-06]",
        "```",
        "```record seats=anna,ben",
        '= asked: ["table: lay [MYG-02]"]',
        "table: lay star coin => illegal “the row is made of Coin, Flag”",
        "```",
        "```record seats=anna,ben",
        '= asked: ["anna: take [MYG-03]"]',
        "```",
        "```record seats=anna,ben",
        "table: lay star coin => illegal [MYG-02] “two cards are missing”",
        "```",
    )
    (mygame / "tests" / "scenarios" / "wrong.md").write_text("\n".join(tables), "utf-8")
    assert main(["prove", "mygame", "--games", ".", "-k", "every scenario passes"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "wrong.md:3: anna: take star expected illegal, got legal" in out
    assert "wrong.md:6: table: lay star coin heart flag trophy expected MYG-05 among the reasons, got " in out
    assert "wrong.md:14" not in out and "wrong.md:17" not in out and "wrong.md:18" not in out
    assert 'wrong.md:21: asked: expected ["anna: take [MYG-03]"], got ["table: lay [MYG-02]"]' in out
    assert "expected “two cards are missing” in the answer, got the row is made of Coin, Flag, Heart" in out


def test_it_works_where_pytest_is_not_installed(mygame: Path) -> None:
    program = (
        "import sys; sys.modules['pytest'] = None; from pnp.cli.main import main;"
        "sys.exit(main(['prove', 'mygame', '--games', '.', '-n', '1', '-k', 'card']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=mygame.parent, timeout=COMMAND
    )
    assert done.returncode == 0, done.stderr
    assert "no card is lost or doubled" in done.stdout
