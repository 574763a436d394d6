"""The report of a playtest as files and on the terminal. In: results. Out: text, JSON, a page, records of odd games.

Invariant: a file is whole or not there; records are kept where a report is kept.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from pathlib import Path

from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.base.diagnostics import Report as Diagnostics
from pnp.base.files import write_file
from pnp.base.system import interrupts_raised
from pnp.cli.streams import even_without_reader, text_width
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.bots import lineup
from pnp.playtest.reports.report import Report, format_json, format_page, format_text
from pnp.playtest.reports.results import PlaytestResults


def deliver(report: Report, json: str, html: Path | None, faults: Diagnostics | None = None) -> None:
    """Print a report and write the files that were asked for; InputError for those that cannot be written, when all
    else is done: a full disk is no reason to lose hours of games.

    json: printed in the place of the text for `-` · faults: of other files of this report, told with them. Where there
    is nothing to report, a file that is there stays as it is.
    """
    faults = Diagnostics() if faults is None else faults
    named = (
        [] if report.is_empty else [(html, format_page), (Path(json) if json not in ("", "-") else None, format_json)]
    )
    for path, format in named:
        if path is not None:
            try:
                write_file(path, format(report))
            except InputError as fault:
                faults.extend(fault.report)
    with even_without_reader():
        sys.stdout.write(format_json(report) if json == "-" else format_text(report, text_width()))
    faults.raise_errors()


def keep_odd_games(
    batch: SimulationBatch,
    found: PlaytestResults,
    json: str,
    html: Path | None,
    records: Path | None,
    faults: Diagnostics,
) -> PlaytestResults:
    """The games worth a look as records in a folder beside the report; without a report none is written.

    They are played again from their seeds. With --records they lie there already. Where one cannot be
    written, `faults` says so, and the report names none.
    """
    report = html or (Path(json) if json and json != "-" else None)
    if report is None or not found.odd or (report.exists() and not report.is_file()):
        return found
    digits = len(str(found.first_seed + found.asked - 1))
    written: dict[int, str] = {}
    for seed in dict.fromkeys(game.seed for game in found.odd):
        name = f"{found.game}-{seed:0{digits}}.record"
        if records is None:
            path = report.with_name(f"{report.stem}-games") / name
            plan = batch.plan
            seated = plan.lineup or lineup(plan.bots, plan.players, seed)
            try:
                with redirect_stdout(sys.stderr), interrupts_raised():
                    played = batch.simulator.play(seed, seated, digests=True)
                write_file(path, batch.simulator.record(played))
            except KeyboardInterrupt:  # the report is worth more than these
                return found
            except InputError as fault:
                faults.extend(fault.report)
                return found
        else:
            path = records / name
        written[seed] = Path(os.path.relpath(path, report.parent or ".")).as_posix()
    return replace(found, odd=tuple(replace(game, record=written[game.seed]) for game in found.odd))
