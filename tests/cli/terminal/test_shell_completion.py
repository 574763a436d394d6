"""Tab in a shell: commands, options, and the names there are; never a fault, never a game's code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cli.main import COMMANDS, main
from pnp.cli.terminal.shell_completion import SHELLS
from tests.deadline import COMMAND
from tests.guard import some

Tab = Callable[[str], list[str]]


@pytest.fixture
def tab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tab:
    def press(line: str) -> list[str]:
        monkeypatch.setenv("_PNP_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - (0 if line.endswith(" ") else 1)))
        assert main([]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.split()

    return press


def test_commands_complete(tab: Tab) -> None:
    assert tab("pnp ") == list(dict.fromkeys(path[0] for path in COMMANDS))
    assert tab("pnp referee ") == [path[1] for path in COMMANDS if path[0] == "referee"]
    assert {"vary", "kalevala"} < set(tab("pnp playtest "))
    assert tab("pnp bu") == ["build"]
    assert tab("pnp nothing such ") == []


@pytest.mark.parametrize(
    "line, word",
    [
        ("pnp build kal", "kalevala"),
        ("pnp check kalevala ke", "keko"),
        ("pnp referee new kal", "kalevala"),
        ("pnp prove kal", "kalevala"),
        ("pnp playtest kal", "kalevala"),
        ("pnp playtest kalevala --unt", "--until"),
        ("pnp playtest vary kal", "kalevala"),
        ("pnp build kalevala --on", "--only"),
        ("pnp build kalevala --only ti", "tiles"),
        ("pnp build kalevala --only tiles,ru", "tiles,rules"),
        ("pnp build --paper a4 kalevala --cards ukko,lou", "ukko,louhi"),
        ("pnp build KALEVALA --theme in", "ink"),
        ("pnp build kalevala --lang f", "fi"),
        ("pnp build kalevala --paper le", "letter"),
        ("pnp build kalevala --cut dx", "dxf"),
        ("pnp build kalevala --for game", "gamecrafter"),
        ("pnp look kalevala lou", "louhi"),
        ("pnp look kalevala trac", "track"),
        ("pnp set kalevala louh", "louhi"),
        ("pnp set kalevala louhi val", "value"),
        ("pnp set kalevala louhi name.f", "name.fi"),
        ("pnp export kalevala --to pc", "pcio"),
    ],
)
def test_names_complete(tab: Tab, line: str, word: str) -> None:
    assert word in tab(line)


@pytest.mark.parametrize(
    "line",
    ["pnp look nosuch ", "pnp build --cards ", "pnp set kalevala nobody ", "pnp look ../.. ", "pnp build x --theme "],
)
def test_where_nothing_is_known_nothing_is_offered(tab: Tab, line: str) -> None:
    assert tab(line) == []


def test_no_code_of_a_game_runs(tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    assert main(["new", "mygame", "--effects", "--dir", str(tmp_path)]) == 0
    rules = tmp_path / "mygame" / "rules.py"
    rules.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{rules.read_text()}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    tab("pnp look mygame ")
    assert not (tmp_path / "ran").exists()


def test_scripts_ask_pnp(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in some(SHELLS):
        assert main([f"--show-completion={shell}"]) == 0
        assert "_PNP_COMPLETE" in capsys.readouterr().out
    assert main(["--show-completion", "csh"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_the_script_is_put_where_the_shell_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".bashrc").write_text("alias ll='ls -l'\n")
    assert main(["--install-completion", "bash"]) == 0
    assert (tmp_path / ".bashrc").read_text().startswith("alias ll='ls -l'\n")
    assert ".bash_completions" in (tmp_path / ".bashrc").read_text()
    assert "Start bash again" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--show-completion", "bash"]) == 0
    script = tmp_path / "pnp.sh"
    script.write_text(capsys.readouterr().out)
    program = tmp_path / "pnp"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pnp "$@"\n')
    program.chmod(0o755)
    ask = f'. {script}; COMP_WORDS=(pnp look kalevala lou); COMP_CWORD=3; _pnp_completion pnp; echo "${{COMPREPLY[@]}}"'
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", ask], env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=COMMAND
    )
    assert (done.stdout, done.stderr) == ("louhi\n", "")
