"""`pnp playtest compare A B`. In: two JSON reports. Out: their differences with intervals. No game is played."""

from __future__ import annotations

from pathlib import Path

from pnp.base.diagnostics import InputError, Report
from pnp.cli.playtesting.report_files import deliver
from pnp.cli.streams import text_width
from pnp.playtest.experiments.compare import (
    compare_heading,
    compare_legend,
    compare_reports,
    compare_tables,
    read_report,
)
from pnp.playtest.experiments.table import format_tables, format_tables_page
from pnp.playtest.reports.text_report import dump_json


def print_comparison(files: tuple[Path, Path], json: str, html: Path | None) -> None:
    """Compare, write and print."""
    report, read = Report(), []
    for file in files:
        try:
            read.append(read_report(file))
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    found = compare_reports(*read)
    tables, heading, legend = compare_tables(found), compare_heading(found), compare_legend(found)
    page = format_tables_page(f"{found.title}: comparison of two playtests", heading, tables, legend)
    deliver(format_tables(heading, tables, legend, text_width()), dump_json(found), page, json, html)
