"""One playtest. In: what was asked. Out: the report of its games, and how exactly the figure of --until is known.

Invariant: the report does not depend on who played or how fast.
"""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import Report
from pnp.cli.playtesting.asked import ask
from pnp.cli.playtesting.options import Batch, ReportFiles
from pnp.cli.playtesting.report_files import keep_odd_games
from pnp.playtest.experiments.arms import Experiment, prepare
from pnp.playtest.experiments.estimates import Estimator
from pnp.playtest.experiments.figures import FIRST, WINS, FigureBook
from pnp.playtest.experiments.targets import OPEN, OUTSIDE, Verdict, judge_target, read_targets, targets_section
from pnp.playtest.experiments.until import Until, read_until, until_section
from pnp.playtest.reports.report import Section
from pnp.playtest.reports.results import results_of
from pnp.playtest.reports.sections import playtest_report

OPEN_CODE = 3  # no target is missed, and of some it cannot be told yet


def play_plain(chosen: Batch, files: ReportFiles, targets: str = "") -> int:
    """Play and report; the exit code."""
    asked = ask(chosen, files)
    batch = prepare(asked.plan)  # what cannot be played is reported before any game starts
    bots = tuple(dict.fromkeys(asked.plan.bots))
    figures = FigureBook(batch.book, batch.simulator.setup.seats, bots, bool(batch.game.scores(batch.simulator.start)))
    usual = f"{WINS}:{bots[0]}" if len(bots) > 1 else FIRST
    name, within = read_until(asked.batch.until, usual, figures) if asked.batch.until else (usual, 0.0)
    wanted = read_targets(targets, figures) if targets else []
    experiment = Experiment((asked.plan,), (figures.find(name), *(figure for _, figure in wanted)))
    with asked.played(experiment, [batch], Until(0, within)) as outcome:
        found = results_of(batch, outcome.played.counts[0], asked.seeds_of(outcome))
        faults = Report()
        found = keep_odd_games(batch, found, asked.files.json, asked.files.html, asked.batch.records, faults)
        answers: list[Section] = []
        more: dict[str, Any] = {}
        estimator = Estimator(experiment, outcome.played, at_every_look=bool(asked.batch.until))
        verdicts = [judge_target(target, estimator.estimate(0, at)) for at, (target, _) in enumerate(wanted, 1)]
        if verdicts:
            answers.append(targets_section(verdicts))
            more["targets"] = verdicts
        if asked.batch.until:
            known = estimator.estimate(0, 0)
            answers.append(until_section(known, asked.batch.until, outcome.is_known))
            more["until"] = {"within": within, "reached": outcome.is_known, "known": known}
        report = playtest_report(found, answers, more)
        return asked.report(experiment, outcome, report, faults) or _code(verdicts)


def _code(verdicts: list[Verdict]) -> int:
    answers = {each.answer for each in verdicts}
    return 1 if OUTSIDE in answers else OPEN_CODE if OPEN in answers else 0
