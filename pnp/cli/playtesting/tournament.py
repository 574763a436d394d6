"""`pnp playtest tournament`. In: bots. Out: every one against every other, their Elo, and what the first seat is worth.

Invariant: bots that are not there are told before any game starts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.diagnostics import Span, UsageError
from pnp.cli.playtesting.asked import ask
from pnp.cli.playtesting.options import Batch, ReportFiles
from pnp.playtest.experiments.arms import prepare
from pnp.playtest.experiments.figures import FigureBook
from pnp.playtest.experiments.tournament import (
    TournamentWatch,
    tournament_experiment,
    tournament_report,
    tournament_results,
)

MOST_BOTS = 12


def play_tournament(chosen: Batch, files: ReportFiles) -> int:
    """Play and report; the exit code."""
    asked = ask(chosen, files)
    bots = tuple(dict.fromkeys(asked.plan.bots))
    if not 2 <= len(bots) <= MOST_BOTS:
        what = f"expected 2 to {MOST_BOTS} different bots, got {len(bots)}"
        raise UsageError.single(Span("--bots"), what, "--bots random,greedy,mcts:100", "tournament")
    if asked.plan.players < 2:
        raise UsageError.single(Span("GAME"), "a game with one seat has no opponents to compare", code="players")
    plan = replace(asked.plan, bots=bots)
    batch = prepare(plan)
    experiment = tournament_experiment(plan, FigureBook(batch.book, batch.simulator.setup.seats, bots, False))
    asked = asked.in_pairs()
    until = asked.batch.until
    watched = TournamentWatch(bots, _within(until))
    names = tuple("-".join(plan.lineup).replace(":", "") for plan in experiment.arms)
    with asked.played(experiment, [prepare(plan) for plan in experiment.arms], watched, names) as outcome:
        found = tournament_results(experiment, bots, batch, outcome.played, asked.seeds_of(outcome), bool(until))
        return asked.report(experiment, outcome, tournament_report(found))


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
