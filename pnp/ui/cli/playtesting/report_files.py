"""The report of a playtest as files and on the terminal. In: results. Out: text, JSON, a page, records of odd games.

Invariant: a file is whole or not there; records are kept where a report is kept.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from msgspec.structs import replace

from pnp.base.files import write_file
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.bots import lineup
from pnp.playtest.reports.results import PlaytestResults


def write_report(found: PlaytestResults, json: str, html: Path | None) -> None:
    """Write the files that were asked for, and print the report."""
    from pnp.playtest.reports.text_report import dump_json, format_text

    if html is not None:
        from pnp.playtest.reports.html_report import format_page

        write_file(html, format_page(found))
    if json and json != "-":
        write_file(json, dump_json(found))
    sys.stdout.write(dump_json(found) if json == "-" else format_text(found))


def keep_odd_games(
    batch: SimulationBatch, found: PlaytestResults, json: str, html: Path | None, records: Path | None
) -> PlaytestResults:
    """The games worth a look as records in a folder beside the report; without a report none is written.

    They are played again from their seeds. With --records they lie there already.
    """
    report = html or (Path(json) if json and json != "-" else None)
    if report is None or not found.odd:
        return found
    digits = len(str(found.first_seed + found.asked - 1))
    written: dict[int, str] = {}
    for seed in dict.fromkeys(game.seed for game in found.odd):
        name = f"{found.game}-{seed:0{digits}}.record"
        if records is None:
            path = report.with_name(f"{report.stem}-games") / name
            plan = batch.plan
            played = batch.simulator.play(seed, plan.lineup or lineup(plan.bots, plan.players, seed), digests=True)
            write_file(path, batch.simulator.record(played))
        else:
            path = records / name
        written[seed] = Path(os.path.relpath(path, report.parent or ".")).as_posix()
    return replace(found, odd=tuple(replace(game, record=written[game.seed]) for game in found.odd))
