"""Which browser is found, and what a run says of the tests that need one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deadline import COMMAND
from tests.web.browser.chromium import NAMED, find_browser

ROOT = Path(__file__).resolve().parents[3]
ONE = "tests/web/browser/test_evening.py"


def test_a_browser_is_found_by_its_name_and_on_the_path(tmp_path: Path) -> None:
    for name in ("mine", "google-chrome", "chromium"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    assert find_browser({NAMED: str(tmp_path / "mine"), "PATH": str(tmp_path)}) == tmp_path / "mine"
    assert find_browser({"PATH": str(tmp_path)}) == tmp_path / "chromium"
    with pytest.raises(FileNotFoundError, match="no such program"):
        find_browser({NAMED: str(tmp_path / "gone"), "PATH": str(tmp_path)})


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A run of tests where no browser is found."""
    code = "import tests.web.browser.chromium as it; it.COMMANDS = (); it._usual_places = lambda environment: iter(());"
    code += "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "-p", "no:cacheprovider", "-n", "0", *words]
    environment = {key: value for key, value in os.environ.items() if key != NAMED}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=COMMAND
    )


@pytest.mark.ci
def test_a_run_without_a_browser_says_so_and_fails_where_one_is_needed() -> None:
    done = run(f"{ONE}::test_people_join_by_the_code_and_tap_and_all_screens_are_in_step")
    assert done.returncode == 0 and "browser tests: NOT RUN: " in done.stdout, done.stdout + done.stderr
    assert "apt-get install chromium" in done.stdout
    needed = run("--need-browser", f"{ONE}::test_people_join_by_the_code_and_tap_and_all_screens_are_in_step")
    assert needed.returncode == 1 and "browser tests: NOT RUN: " in needed.stdout
    other = run("tests/test_golden.py")
    assert other.returncode == 0 and "browser tests" not in other.stdout
