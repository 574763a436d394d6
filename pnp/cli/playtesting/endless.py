"""`pnp playtest endless GAME`. In: a game, how many games. Out: what is wrong with its rules, and a record of each.

Invariant: the same seeds find the same; what was found before Ctrl-C is told.
"""

from __future__ import annotations

import gc
import sys
from contextlib import redirect_stdout
from pathlib import Path

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.base.files import write_file
from pnp.base.system import interrupts_held
from pnp.catalog import find_game, load_game
from pnp.cli.playtesting.asked import STOPPED, check_files, plan_of
from pnp.cli.playtesting.options import Chosen, ReportFiles
from pnp.cli.playtesting.report_files import deliver
from pnp.cli.progress import draw_bar
from pnp.playtest.bots import RANDOM
from pnp.playtest.endless.endless_search import Finding, Findings, search_endless
from pnp.playtest.endless.report import endless_report

GAMES = 200  # where nobody says how many


def search_as_asked(chosen: Chosen, files: ReportFiles) -> int:
    """Search and report; 1 when something was found. UsageError for a game without rules."""
    check_files(files)
    gc.enable()  # a long run, unlike other commands
    plan = plan_of(chosen, (RANDOM,))
    if not find_game(plan.slug, plan.games).rules:
        what = f"{plan.slug} has no rules yet, so every game is endless"
        raise UsageError.single(Span("GAME"), what, "write its rules.py first: docs/rules.md", "no-rules")
    game, book = load_game(plan.slug, plan.games)
    players = range(game.players[0], game.players[1] + 1) if chosen.players is None else (chosen.players,)
    seeds = range(chosen.seed, chosen.seed + (chosen.number or GAMES))
    found, whole = Findings(), True
    try:
        with redirect_stdout(sys.stderr):  # what a game's code prints is no part of the report
            for found in search_endless(game, book, tuple(players), seeds, plan.options):
                if sys.stderr.isatty():
                    count, so_many = f"{found.games:,}/{len(seeds):,} games", f"{sum(found.counts.values())} findings"
                    draw_bar(game.slug, found.games, len(seeds), count, so_many, f"{found.longest[0]:,} lines")
    except KeyboardInterrupt:
        whole = False
    with interrupts_held():  # what was found is kept
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        faults, folder = Report(), chosen.records or Path(f"endless-{game.slug}")
        records = [_keep(folder, game.slug, finding, faults) for finding in found.findings]
        try:
            report = endless_report(game, book, found, records, seeds.start, plan.options)
            deliver(report, files.json, files.html, faults)
        finally:
            if not whole:
                print(f"pnp: stopped after {found.games:,} of {len(seeds):,} games", file=sys.stderr)
    return STOPPED if not whole else 1 if found.findings else 0


def _keep(folder: Path, slug: str, finding: Finding, faults: Report) -> str:
    """Write the record of a finding; its file, also where that cannot be written."""
    path = folder / f"{slug}-{finding.kind}-{finding.players}-{finding.seed}.record"
    try:
        write_file(path, finding.record)
    except InputError as fault:
        faults.extend(fault.report)
    return path.as_posix()
