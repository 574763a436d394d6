"""`pnp playtest vary`. In: data and the values that are tried. Out: each value against the book, on the same seeds.

Invariant: what cannot be varied, and what no rule reads, is told with its place before any game starts.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, UsageError, shorten_line
from pnp.catalog import CatalogEntry, find_game
from pnp.cli.playtesting.asked import ask
from pnp.cli.playtesting.options import Batch, ReportFiles
from pnp.library.editing.card_edit import format_cell
from pnp.library.editing.varied_book import Place, find_place
from pnp.playtest.batch import GameFault, SimulationBatch
from pnp.playtest.bots import RANDOM
from pnp.playtest.counts import Counts
from pnp.playtest.experiments.arms import Experiment, prepare
from pnp.playtest.experiments.changes import read_changes
from pnp.playtest.experiments.figures import FIRST, FigureBook
from pnp.playtest.experiments.until import Until, read_until
from pnp.playtest.experiments.vary import vary_report, vary_results


def play_varied(chosen: Batch, files: ReportFiles, texts: Sequence[str]) -> int:
    """Play and report; the exit code."""
    asked = ask(chosen, files)
    entry = find_game(asked.plan.slug, asked.plan.games)
    places = {text.partition("=")[0].strip(): text for text in texts}
    wanted = [change for text in texts for change in read_changes(text)]
    held = _held(entry, list(places))
    changes = [change for change in wanted if change not in [f"{name}={value}" for name, value in held.items()]]
    plan = asked.plan
    plans = (plan, *(replace(plan, vary=(change,)) for change in changes))
    report, batches = Report(), []
    for each in plans:
        try:
            batches.append(prepare(each))
        except InputError as fault:
            report.extend(fault.report)
    report.raise_errors()
    for batch in batches[1:]:
        _try_out(entry, batch, asked.batch.seed, report)
    report.raise_errors()
    base = batches[0]
    scores = bool(base.game.scores(base.simulator.start))
    figures = FigureBook(base.book, base.simulator.setup.seats, plan.bots, scores)
    name, within = read_until(asked.batch.until, FIRST, figures) if asked.batch.until else (FIRST, 0.0)
    cards = (name.split(".")[1] for name in places if not name.startswith("constants."))
    shown = tuple(dict.fromkeys((figures.find(name), *figures.usual(figures.book.cards[card].id for card in cards))))
    experiment = Experiment(plans, shown)
    base_ratio = experiment.ratio(0, 0)
    watched = Until(0, within, tuple((experiment.ratio(arm, 0), base_ratio) for arm in range(1, len(plans))))
    with asked.played(experiment, batches, watched, ("book", *changes)) as outcome:
        found = vary_results(
            experiment, batches, outcome.played, asked.seeds_of(outcome), held, at_every_look=bool(asked.batch.until)
        )
        return asked.report(experiment, outcome, vary_report(found))


def _try_out(entry: CatalogEntry, batch: SimulationBatch, seed: int, report: Report) -> None:
    """A game of random moves with other values: what cannot be played at all is told at their place."""
    try:
        SimulationBatch(replace(batch.plan, bots=(RANDOM,), records=False)).play(Counts(), seed)
    except GameFault as failed:
        change = batch.plan.vary[0]
        place = find_place(entry.card_folder(), change.partition("=")[0])
        what = f"the game fails with {change}: {shorten_line(failed.fault.message)}"
        hint = f"the rules do not support this value; the current value is {format_cell(place.value)}"
        report.error(place.span, what, hint, "value")


def _held(entry: CatalogEntry, targets: Sequence[str]) -> dict[str, str]:
    """What the book holds of each datum; InputError for those that are not there, and those that no rule reads."""
    report, found = Report(), []
    for target in targets:
        try:
            place = find_place(entry.card_folder(), target)
        except UsageError:
            raise
        except InputError as fault:
            report.extend(fault.report)
        else:
            found.append(place)
    _refuse_unread(entry, found, report)
    report.raise_errors()
    return {place.target: format_cell(place.value) for place in found}


def _refuse_unread(entry: CatalogEntry, places: Sequence[Place], report: Report) -> None:
    if not entry.rules:
        return
    from pnp.conformance.data_readers import rules_read
    from pnp.library.loader import read_book

    loaded = read_book(entry.card_folder())
    for place in places:
        if place.datum is not None and not rules_read(entry, loaded, place.datum):
            what = f"no rule reads {place.target}, so other values cannot change a game"
            report.error(place.span, what, "pnp prove lists all unread fields", "unread")
