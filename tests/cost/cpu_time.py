"""Where the processor's time goes: `--cpu` lists the tests and files that took most of it, the machine busy or idle.

In: the clocks of the process that runs a test, and of the programs it started and waited for. Out: the sum, what
importing and collecting took in every helper, the dearest files and tests. Invariant: never wall time, which tells of
what else the machine does.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any

import pytest
from coverage import CoverageData

from tests.cost import dear_cases, uncounted

OPTION = "--cpu"
SPENT, STARTED, COLLECTED = "cpu-seconds", "cpu-programs", "cpu_collected"


def spent() -> float:
    """Seconds of processor time of this process and the programs it has waited for."""
    return sum(os.times()[:4])


def spent_by_programs() -> float:
    """Those of the programs alone."""
    return sum(os.times()[2:4])


class CpuTime:
    """Registered by tests/conftest.py in every process of a run with `--cpu`."""

    def __init__(self, config: pytest.Config, most: int) -> None:
        self.config, self.most = config, most
        self.began = self.programs = 0.0
        self.starters: set[str] = set()  # tests that started programs
        self.collecting: list[float] = []
        self.tests: defaultdict[str, float] = defaultdict(float)
        self.files: defaultdict[str, float] = defaultdict(float)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """What every helper pays before its first test."""
        helper = getattr(self.config, "workeroutput", None)
        if helper is not None:
            helper[COLLECTED] = spent()
        elif session.items:
            self.collecting.append(spent())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A helper has ended."""
        self.collecting.append(getattr(node, "workeroutput", {}).get(COLLECTED, 0.0))

    def pytest_runtest_logstart(self) -> None:
        """Before the fixtures of a test."""
        self.began, self.programs = spent(), spent_by_programs()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """After its fixtures are gone, the report carries the time to the process that people look at."""
        report = yield
        if call.when == "teardown":
            report.user_properties.append((SPENT, spent() - self.began))
            report.user_properties.append((STARTED, spent_by_programs() > self.programs))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up."""
        if report.when == "teardown":
            measured = dict(report.user_properties)
            took = measured[SPENT]
            assert isinstance(took, float)
            if measured[STARTED]:
                self.starters.add(uncounted.whole_test(report.nodeid))
            self.tests[report.nodeid] += took
            self.files[report.nodeid.partition("::")[0]] += took

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The list."""
        tests, collecting = sum(self.tests.values()), sum(self.collecting)
        write = terminalreporter.write_line
        write(f"{tests + collecting:.0f} s of processor time: {tests:.0f} s tests, {collecting:.0f} s collecting them")
        for what, counted in (("files", self.files), ("tests", self.tests)):
            write(f"The dearest {what}:")
            for name, seconds in sorted(counted.items(), key=lambda item: -item[1])[: self.most]:
                write(f"{seconds:7.1f} s  {name}")
        if not self.config.getoption(dear_cases.OPTION):
            return
        if self.config.getoption("cov_context", None):
            data = CoverageData()
            data.read()
            uncounted.write_uncounted(self.tests, data, self.starters)
        else:
            dear_cases.write_dear(self.tests)
