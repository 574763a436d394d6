"""How many browser tests ran: said at the end of every run that met any; `--need-browser` fails a run without.

In: pytest's reports. Out: `browser tests: 23 ran with /usr/bin/chromium`, or that they did not run, and why.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.chromium import NONE_FOUND, find_browser

OPTION = "--need-browser"
FOLDER = ("tests/web/browser/test_", "tests/studio/browser/test_")
NO_BROWSER = f"{FOLDER[0]}counting.py"  # tries this file


class BrowserCount:
    """Registered by tests/conftest.py in the process that people look at."""

    def __init__(self, is_needed: bool) -> None:
        self.is_needed = is_needed
        self.ran = 0
        self.left_out: list[str] = []  # why

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that was really run, whatever came of it."""
        if not report.nodeid.startswith(FOLDER) or report.nodeid.startswith(NO_BROWSER):
            return
        if report.skipped:
            self.left_out.append(report.longrepr[2] if isinstance(report.longrepr, tuple) else "")
        elif report.when == "call":
            self.ran += 1
        elif report.failed:
            self.left_out.append("the browser could not be started")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A run that needs them and had none has failed."""
        if self.is_needed and not self.ran and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The line."""
        if self.ran:
            also = f"; {len(self.left_out)} left out: {self.left_out[0]}" if self.left_out else ""
            terminalreporter.write_line(f"browser tests: {self.ran} ran with {find_browser()}{also}")
        elif self.left_out or self.is_needed:
            why = self.left_out[0] if self.left_out else NONE_FOUND if find_browser() is None else "none was chosen"
            terminalreporter.write_line(f"browser tests: NOT RUN: {why}", red=True, bold=True)
