"""Long test runs show their progress."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from tests.growing import GrowingLine
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(GrowingLine(config))
"""
TESTS = "import pytest\n@pytest.mark.parametrize('n', range({many}))\ndef test_one(n):\n    assert n != {bad}\n"


def run(folder: Path, many: int, bad: int = -1, *words: str) -> str:
    (folder / "conftest.py").write_text(CONFTEST.format(root=str(ROOT)))
    (folder / "test_many.py").write_text(TESTS.format(many=many, bad=bad))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:hypothesispytest", "-p", "no:pnp", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120).stdout


@pytest.mark.parametrize("helpers", ["0", "2"])
def test_a_long_run_is_one_line_that_grows(tmp_path: Path, helpers: str) -> None:
    out = run(tmp_path, 240, -1, "-n", helpers)
    assert "240 tests · 5 % 10 % 15 % 20 % 25 % (0:0" in out and " 95 % 100 %" in out and "240 passed" in out
    assert "...." not in out.replace("bringing up nodes...", "")
    assert "240 tests · the last run of so many took 0:" in run(tmp_path, 240, -1, "-n", helpers)


def test_failures_keep_their_letter_and_short_runs_their_dots(tmp_path: Path) -> None:
    out = run(tmp_path, 240, 120, "-n", "0")
    assert "50 % (0:00 left)F" in out or "50 %F" in out.replace(" (0:00 left)", "")
    assert "1 failed, 239 passed" in out
    assert "........" in run(tmp_path, 20, -1, "-n", "0")
