"""`pnp build --watch` from the outside: it builds on change, survives faults, and Ctrl-C ends it cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deadline import PATIENCE, Deadline, running
from tests.export.small import write_game


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    write_game(tmp_path, {"ant": 2})
    command = [sys.executable, "-u", "-m", "pnp.cli.main", "build", "small", "--games", str(tmp_path)]
    command += ["--watch", "-o", str(tmp_path / "out")]
    with open(tmp_path / "output", "wb") as output:
        environment = {**os.environ, "PNP_CACHE_DIR": str(tmp_path / "cache")}
        with running(command, stdout=output, stderr=subprocess.STDOUT, env=environment) as process:
            yield tmp_path, process


def wait_for(folder: Path, words: str, times: int = 1) -> str:
    deadline = Deadline(f"“{words}”")
    while (output := (folder / "output").read_text("utf-8", "replace")).count(words) < times:
        deadline.check(output)
        time.sleep(0.05)
    return output


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_a_watch(watching: tuple[Path, subprocess.Popen[bytes]]) -> None:
    folder, process = watching
    deck = folder / "small" / "cards" / "deck.yaml"
    wait_for(folder, "watching; Ctrl-C ends it")
    good = deck.read_text("utf-8")
    pdf = folder / "out" / "small" / "a4-en" / "deck.pdf"
    before = pdf.read_bytes()

    deck.write_text(good + "oops: [", "utf-8")
    wait_for(folder, "deck.yaml:")
    assert pdf.read_bytes() == before and process.poll() is None

    deck.write_text(good.replace("Card ant", "Card emmet"), "utf-8")
    output = wait_for(folder, "Small: 3 pieces", 2)
    assert "deck.yaml changed" in output and " s\n" in output
    assert pdf.read_bytes() != before
    assert not [path for path in pdf.parent.iterdir() if path.name.endswith(".tmp")]

    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    output = wait_for(folder, "stopped watching")
    assert "Traceback" not in output
