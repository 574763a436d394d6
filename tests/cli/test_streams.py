"""Output and input of every kind: closed, full, and in encodings that lack our signs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pnp.cli.streams import _register
from tests.deadline import PATIENCE, running

_register()
RECORD = (
    "pnp-record: 1\ngame: kalevala\nrules: 1\ncards:\nseats: [red, blue]\noptions: {}\n---\n"
    "table: start ukko\nred: place louhi 1,0\n"
)
OLD = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def _run(words: Sequence[str], extra: dict[str, str], piped: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pnp.cli.main", *words]
    return subprocess.run(command, env=os.environ | extra, input=piped, capture_output=True, timeout=60)


@pytest.mark.parametrize("extra", [OLD, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}])
def test_an_old_encoding_gets_plainer_signs(tmp_path: Path, extra: dict[str, str]) -> None:
    record = tmp_path / "a.record"
    record.write_text(RECORD)
    shown = _run(["referee", "show", str(record)], extra)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"> blue" in shown.stdout
    assert _run(["--help"], extra).returncode == 0
    assert _run(["rules", "kalevala", "--lang", "fi"], extra).returncode == 0


def test_numbers_keep_their_signs_and_bars_their_lengths_in_an_old_encoding() -> None:
    assert "−68.1 ▲ a ÷ b ≥ 96 % ██▌ ▁▄█".encode("ascii", "pnp.plain") == b"-68.1 ^ a / b >= 96 % ### 14#"


def test_piped_moves_are_utf8_in_the_c_locale_too(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    record.write_text(RECORD)
    done = _run(["referee", "play", str(record)], OLD, "place käärme 2,0\n".encode())
    assert done.returncode == 0, done.stderr
    assert record.read_text().endswith("blue: place kaarme 2,0\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell's redirections")
@pytest.mark.parametrize("way, code", [(">&-", 0), ("<&-", 0), (">/dev/full", 1)])
def test_closed_and_full_streams_are_no_traceback(tmp_path: Path, way: str, code: int) -> None:
    if "full" in way and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m pnp.cli.main list {way}'], capture_output=True, timeout=60
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


def _interrupted(talk: subprocess.Popen[bytes]) -> int:
    """Ctrl-C, and once more where the first came just before Python began to wait for a line: it sees that one late."""
    for seconds in (10, 20):
        talk.send_signal(signal.SIGINT)
        try:
            return talk.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
    talk.kill()
    return talk.wait(PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_is_reported_and_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    record.write_text(RECORD)
    command = [sys.executable, "-m", "pnp.cli.main", "referee"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with running([*command, "play", str(record)], stdin=-1, stdout=-1, stderr=-1, env=env) as talk:
        assert talk.stdout is not None and talk.stdout.readline() and talk.stdout.readline()  # now it waits for a line
        assert _interrupted(talk) == 130
        assert talk.stderr is not None and b"stopped" in talk.stderr.read()
    record.write_text(RECORD + "blue: place ukko 9,9\n" * 900)
    with running([*command, "verify", "--json", str(record)], stdout=-1, stderr=-1) as talk:
        assert talk.stdout is not None and talk.stdout.readline()
        talk.stdout.close()
        assert talk.stderr is not None
        assert (talk.wait(PATIENCE), talk.stderr.read()) == (1, b"")
