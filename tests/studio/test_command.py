"""`pnp studio` on the command line: what it prints, and what it says where it cannot begin."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from pnp.cli.main import main
from tests.cli.terminal.counted import environment
from tests.deadline import PATIENCE, running
from tests.studio.running import copy_game

NEW = "import sys; from pnp.cli.main import console; sys.exit(console())"


def test_with_json_the_first_line_says_where_page_and_events_are(tmp_path: Path) -> None:
    home = copy_game("kalevala", tmp_path)
    command = [sys.executable, "-c", NEW, "studio", "--json"]
    with running(command, cwd=home, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        assert set(first) == {"url", "events"}
        with httpx.stream("GET", first["events"], timeout=20, trust_env=False) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            kinds = (line.removeprefix("event: ") for line in answer.iter_lines() if line.startswith("event: "))
            assert next(kinds) == "face"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_where_there_is_no_game_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["studio", "--no-open"]) == 1
    assert "no game found in the current folder" in capsys.readouterr().err
    assert main(["studio", "kalewala", "--no-open"]) == 2
    assert "kalevala" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["studio", "kalevala", "--no-open", "--port", port]) == 1
    assert port in capsys.readouterr().err


def test_code_of_a_game_in_the_current_folder_does_not_run_untrusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    assert main(["new", "seers", "--effects"]) == 0
    assert main(["trust", "--revoke", "seers"]) == 0
    ran = tmp_path / "ran"
    rules = tmp_path / "seers" / "rules.py"
    rules.write_text(f"open({str(ran)!r}, 'w')\n" + rules.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path / "seers")
    monkeypatch.delenv("PNP_TRUST", raising=False)
    capsys.readouterr()
    assert main(["studio", "--no-open"]) == 1
    assert "pnp trust" in capsys.readouterr().err
    assert not ran.exists()
