"""Records that nobody would write: too long, too many, no files, with signs that only a terminal understands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.cli.streams import show_controls
from pnp.referee.loading import MOST_REFUSED

HEADER = "pnp-record: 1\ngame: kalevala\nrules: 1\ncards:\nseats: [aino, ilmari]\noptions: {}\n---\n"
START = f"{HEADER}table: start ukko\n"
ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\x7f"


def pnp(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pnp.cli.main", *words]
    return subprocess.run(command, capture_output=True, timeout=60, encoding="utf-8")


@pytest.mark.parametrize("words", [["verify"], ["verify", "--json"], ["show"], ["move", "aino: pass"], ["options"]])
def test_control_characters_of_a_record_never_reach_the_terminal(tmp_path: Path, words: list[str]) -> None:
    record = tmp_path / "a.record"
    record.write_text(START + f"aino: place {ESCAPES} 1,0\n", encoding="utf-8")
    done = pnp("referee", words[0], str(record), *words[1:])
    output = done.stdout + done.stderr
    assert "owned" in output and "Traceback" not in output
    assert not any(sign in output for sign in "\x1b\x07\x9b\x7f")


def test_control_characters_of_a_typed_line_and_of_a_header_are_shown_as_signs(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    record.write_text(START)
    assert "“\\u001b[2j”" in pnp("referee", "why", str(record), "aino: place \x1b[2J 1,0").stdout.lower()
    record.write_text(HEADER.replace("[aino,", '["ai\\e[2Jno",'))
    done = pnp("referee", "show", str(record))
    assert done.returncode == 1 and "\\u001b[2J" in done.stderr and "\x1b" not in done.stderr


def test_json_with_control_characters_reads_as_it_was_written(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    record.write_text(START + f"aino: {ESCAPES}\n", encoding="utf-8")
    output = pnp("referee", "verify", str(record), "--json").stdout.splitlines()
    assert json.loads(output[1])["move"] == ESCAPES


def test_tabs_and_line_ends_are_no_control_characters() -> None:
    assert show_controls("a\tb\r\nc\n") == "a\tb\r\nc\n"
    assert show_controls("a\rb\x85") == "a\\u000db\\u0085"


def test_a_wrong_file_is_not_judged_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "a.record"
    record.write_text(START + "aino: plce ukko 1,0\n" * (MOST_REFUSED * 50))
    assert main(["referee", "verify", str(record)]) == 1
    captured = capsys.readouterr()
    assert "stopped reading after 1,000 refused lines" in captured.err
    assert "and 976 more rejected lines" in captured.out
    assert len(captured.out) + len(captured.err) < 10_000
    assert main(["referee", "verify", str(record), "--json"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == MOST_REFUSED + 2


def test_thousands_of_warnings_are_counted_and_not_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "a.record"
    record.write_text(HEADER + "#= x\n" * 5000)
    assert main(["referee", "show", str(record)]) == 0
    assert "and 4,976 more such messages" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["aino: place " + "ukko " * 100_000, "aino: " + "u" * 500_000])
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_line_of_absurd_length_is_quoted_by_its_beginning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, end: str
) -> None:
    record = tmp_path / "a.record"
    record.write_text(START + line + end)
    for words in (["verify"], ["show"], ["move", "aino: pass"]):
        main(["referee", words[0], str(record), *words[1:]])
        captured = capsys.readouterr()
        assert len(captured.out) + len(captured.err) < 2000
        assert words[0] == "show" or f"… ({len(line.strip()):,} characters)" in captured.err + captured.out
        record.write_text(START + line + end)
    main(["referee", "verify", str(record), "--json"])
    assert len(capsys.readouterr().out) < 25_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "a.record"
    os.mkfifo(pipe)
    for words in (["verify"], ["show"], ["move", "aino: pass"], ["play"]):
        assert main(["referee", words[0], str(pipe), *words[1:]]) == 1
        assert "is a pipe, expected an ordinary file" in capsys.readouterr().err
