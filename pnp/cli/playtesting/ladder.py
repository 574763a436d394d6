"""`pnp playtest tournament`. In: bots. Out: every one against every other, their Elo, and what the first seat is worth.

Invariant: bots that are not there are told before any game starts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.diagnostics import Span, UsageError
from pnp.cli.playtesting.asked import Asked
from pnp.cli.streams import text_width
from pnp.playtest.experiments.arms import prepare
from pnp.playtest.experiments.figures import FigureBook
from pnp.playtest.experiments.ladder import LadderWatch, ladder_experiment, ladder_results
from pnp.playtest.experiments.ladder_tables import ladder_heading, ladder_legend, ladder_tables
from pnp.playtest.experiments.table import format_tables, format_tables_page
from pnp.playtest.reports.text_report import dump_json

MOST_BOTS = 12


def play_ladder(asked: Asked) -> int:
    """Play and report; the exit code."""
    bots = tuple(dict.fromkeys(asked.plan.bots))
    if not 2 <= len(bots) <= MOST_BOTS:
        what = f"expected 2 to {MOST_BOTS} different bots, got {len(bots)}"
        raise UsageError.single(Span("--bots"), what, "--bots random,greedy,mcts:100", "ladder")
    if asked.plan.players < 2:
        raise UsageError.single(Span("GAME"), "a game with one seat has no opponents to compare", code="players")
    plan = replace(asked.plan, bots=bots)
    batch = prepare(plan)
    experiment = ladder_experiment(plan, FigureBook(batch.book, batch.simulator.setup.seats, bots, False))
    asked = asked.in_pairs()
    until = asked.batch.until
    watched = LadderWatch(bots, _within(until))
    names = tuple("-".join(plan.lineup).replace(":", "") for plan in experiment.arms)
    with asked.played(experiment, [prepare(plan) for plan in experiment.arms], watched, names) as outcome:
        found = ladder_results(experiment, bots, batch, outcome.played, asked.seeds_of(outcome), bool(until))
        tables, heading, legend = ladder_tables(found), ladder_heading(found), ladder_legend(found)
        page = format_tables_page(f"{found.title}: ratings of {len(bots)} bots", heading, tables, legend)
        text = format_tables(heading, tables, legend, text_width())
        return asked.report(experiment, outcome, text, dump_json(found), page)


def _within(until: str) -> float:
    """How exactly the steps are to be known, in Elo."""
    try:
        within = float(until or 0)
    except ValueError:
        within = -1.0
    if not 0 <= within < float("inf") or (until and not within):
        what = f"expected a positive number (in Elo), got “{until}”"
        raise UsageError.single(Span("--until"), what, "--until 30", "until")
    return within
