"""How far a long test run is: one line that grows, in a terminal and in a log, instead of thousands of dots.

In: pytest's reports. Out: `4,120 tests · the last run of so many took 2:51 · 5 % 10 % …`. Failures keep their letters.
A run of few tests, and one with -v, look as they always do.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

FEW = 200  # tests
STEP = 5  # per cent
KEY = "pnp/seconds"


class GrowingLine:
    """Registered by tests/conftest.py in the process that people look at."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.total = self.done = self.shown = 0
        self.began = time.monotonic()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Without helpers."""
        self._begin(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        """Every helper collects all tests."""
        self._begin(len(ids))

    def _begin(self, total: int) -> None:
        if self.total or total < FEW:
            return
        self.total, self.began = total, time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: Any, config: pytest.Config) -> tuple[str, str, str] | None:
        """A test that passed adds nothing by itself."""
        if self.total and report.passed and getattr(report, "when", "") == "call":
            return "passed", "", ""
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test when it is over."""
        if not self.total or report.when != "teardown":
            return
        if not self.done:
            last = self._recalled().get(str(self.total // FEW))
            took = f" · the last run of so many took {clock(last)}" if last is not None else ""
            self._write(f"{self.total:,} tests{took} ·")
        self.done += 1
        part = min(100, 100 * self.done // self.total)
        if part >= self.shown + STEP:
            self.shown = part - part % STEP
            left = (time.monotonic() - self.began) * (self.total - self.done) / self.done
            self._write(f" {self.shown} %" + (f" ({clock(left)} left)" if self.shown in (25, 50, 75) else ""))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Remember how long a whole run took."""
        cache = getattr(self.config, "cache", None)
        if self.total and not exitstatus and cache is not None:
            took = round(time.monotonic() - self.began)
            cache.set(KEY, {**self._recalled(), str(self.total // FEW): took})

    def _recalled(self) -> dict[str, int]:
        cache = getattr(self.config, "cache", None)
        kept = cache.get(KEY, {}) if cache is not None else {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, text: str) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write(text, flush=True)


def clock(seconds: float) -> str:
    """`2:51`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
