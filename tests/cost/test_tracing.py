"""A test marked `no_cover` is not traced, whether it runs in a helper or not, and others are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from tests.cost.tracing import stop_forgotten
def pytest_configure(config):
    assert stop_forgotten(config)
"""
TESTS = """
import sys, pytest
@pytest.mark.no_cover
def test_one():
    assert sys.gettrace() is None
def test_two():
    assert sys.gettrace() is not None
test_three = test_one
"""


@pytest.mark.ci
@pytest.mark.parametrize("helpers", ["0", "1"])
def test_what_is_not_counted_is_not_traced(helpers: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST.format(root=str(ROOT)))
    (tmp_path / "test_some.py").write_text(TESTS)
    words = ["-p", "no:hypothesispytest", "-p", "no:pnp", "--cov=json", "--cov-report=", "-n", helpers]
    command = [sys.executable, "-m", "pytest", "-q", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert "3 passed" in done.stdout, done.stdout + done.stderr
