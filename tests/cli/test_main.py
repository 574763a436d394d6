"""The command line as a whole: overview, unknown commands, exit codes, no tracebacks."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from pnp.cli.main import COMMANDS, main
from tests.guard import some


def test_every_command_is_there_and_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for path, (module, name, _) in some(COMMANDS.items()):
        function = getattr(importlib.import_module(module), name)
        assert function.__doc__, path
        assert main([*path, "--help"]) == 0
        out = capsys.readouterr().out
        assert f"pnp {' '.join(path)}" in out


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(f"  {' '.join(path)} " in out for path in COMMANDS)
    assert main(["--help"]) == 0
    assert main(["referee", "--help"]) == 0
    assert "referee verify" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert main(["help"]) == 0
    assert "referee verify" in capsys.readouterr().out
    assert main(["help", "referee", "move"]) == 0
    assert "the moves, in order" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, near",
    [(["biuld"], "build"), (["referee", "mvoe"], "referee move"), (["--nonsense"], "--help"), (["xyzzy"], "--help")],
)
def test_an_unknown_command_is_usage_with_the_nearest(
    words: list[str], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert near in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["referee", "new"],
        ["referee", "move", "x.record", "--nonsense"],
        ["referee", "undo", "x.record", "many"],
        ["referee", "overrule", "x.record", "anna: pass"],
    ],
)
def test_wrong_usage_exits_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "Usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["referee", "show", "none.record"], 1),
        (["referee", "new", "kalevala", "anna", "ben", "--games", "no/such/folder"], 1),
        (["referee", "new", "kalevala", "anna", "ben", "--option", "nonsense"], 2),
        (["referee", "new", "kalevala", "anna", "ben", "--deal", "magic", "-o", "x.record"], 2),
    ],
)
def test_files_that_cannot_be_used_exit_1_and_words_that_name_nothing_2(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str], tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert main(words) == code
    assert capsys.readouterr().err.strip()


def test_python_dash_m_pnp_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "pnp", "--version"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("pnp ")
