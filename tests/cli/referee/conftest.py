"""A referee to talk to, and a table that has begun."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*words: str, piped: str | None = None) -> tuple[int, str, str]:
        if piped is not None:
            monkeypatch.setattr("sys.stdin", io.StringIO(piped))
        code = main(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def table(run: Run) -> Run:
    """A physical table of Kalevala after four lines."""
    assert run("referee", "new", "kalevala", "red", "blue")[0] == 0
    lines = ["table: start ukko", "red: place louhi 1,0", "blue: place kaarme 0,0", "red: place ilmarinen 0,0"]
    assert run("referee", "move", "kalevala.record", *lines)[0] == 0
    return run
