"""`pnp playtest compare A B`. In: two JSON reports. Out: their differences with intervals. No game is played."""

from __future__ import annotations

from pathlib import Path

from pnp.base.diagnostics import InputError, Report
from pnp.cli.playtesting.report_files import deliver
from pnp.playtest.experiments.compare import compare_report, compare_reports, read_report


def print_comparison(files: tuple[Path, Path], json: str, html: Path | None) -> None:
    """Compare, write and print."""
    report, read, names = Report(), [], [str(file) for file in files]
    for file in files:
        try:
            read.append(read_report(file))
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    deliver(compare_report(compare_reports(names, *read)), json, html)
