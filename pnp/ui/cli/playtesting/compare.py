"""`pnp playtest --compare A B`. In: two JSON reports. Out: their differences with intervals. No game is played."""

from __future__ import annotations

import sys
from pathlib import Path

from pnp.base.diagnostics import InputError, Report
from pnp.playtest.experiments.compare import (
    compare_heading,
    compare_legend,
    compare_reports,
    compare_tables,
    read_report,
)
from pnp.playtest.experiments.table import format_tables, format_tables_page
from pnp.playtest.reports.text_report import dump_json
from pnp.ui.cli.playtesting.run import make_folder, write


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
    if html is not None:
        make_folder(html.parent)
        write(html, format_tables_page(f"{found.title}: two playtests", heading, tables, legend))
    if json and json != "-":
        make_folder(Path(json).parent)
        write(Path(json), dump_json(found))
    sys.stdout.write(dump_json(found) if json == "-" else format_tables(heading, tables, legend))
