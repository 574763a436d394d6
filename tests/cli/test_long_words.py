"""Words of absurd length, and readers that go away: what a command prints and returns then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pnp.base.diagnostics import Diagnostic, Span, shorten_words
from pnp.cli.main import main
from tests.deadline import PATIENCE, running

LONG = "a" * 3000


@pytest.mark.parametrize(
    "words",
    [
        [LONG],
        ["build", LONG],
        ["build", "kalevala", "--only", LONG],
        ["build", "kalevala", "--paper", LONG],
        ["build", "kalevala", "--cards", LONG],
        ["build", "kalevala", "--dpi", LONG],
        ["check", "kalevala", "--lang", LONG],
        ["export", "kalevala", "--to", LONG],
        ["import", f"{LONG}.csv"],
        ["rules", "kalevala", LONG],
        ["referee", "new", LONG, "a", "b"],
    ],
    ids=lambda words: " ".join(words)[:25],
)
def test_a_word_of_absurd_length_is_shortened(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) in (1, 2)
    output = capsys.readouterr().err
    assert "a" * 50 in output and "…" in output
    assert len(output) < 700
    assert list(tmp_path.iterdir()) == []


def test_paths_stay_whole_and_ordinary_words_too() -> None:
    path = "/".join(["folder"] * 30)
    assert shorten_words(f"see {path} and {LONG}") == f"see {path} and {LONG[:60]}…"
    assert str(Diagnostic(Span(path, 3, 4), "is no number")) == f"{path}:3:4: is no number"


@pytest.mark.parametrize("words", [["--lang", "sv", "--strict"], []])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_reader_that_goes_away_does_not_change_the_verdict(
    words: list[str], more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["check", "kalevala", "--cards", *words]
    code, whole = main([*words, *more]), capsys.readouterr()
    assert whole.out
    command = [sys.executable, "-m", "pnp.cli.main", *words, *more]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        output = process.stderr.read()
        returned = process.wait(PATIENCE)
    assert returned == code == int("--strict" in words)
    assert output.decode() == whole.err == ""
