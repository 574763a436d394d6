"""What other values of a datum change. In: what was played with the book and with each value. Out: VaryResults: for
every figure the difference of each value from the book, on the same seeds.

Invariant: the first plan is the book itself; the digest of every varied book is in the results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.batch import SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.change_columns import bar_of, change_columns
from pnp.playtest.experiments.estimates import Difference, Estimate, Estimator
from pnp.playtest.reports.head import Head, head_of, heading_of, looks_of
from pnp.playtest.reports.numbers import interval, value
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from pnp.playtest.reports.report import Column, Report, Section, Table

FORMAT = 1


class Dose(Struct, frozen=True):
    """One value of a datum: which, the digest of the cards with it, its figures, and how they differ from the book."""

    datum: str
    value: str
    cards: str
    figures: tuple[Estimate, ...]
    differences: tuple[Difference, ...]


class VaryResults(Head, frozen=True, kw_only=True):
    """The content of a report of `pnp playtest vary`.

    games: of each value · book: what the book holds of each datum that was varied · comparisons: how many differences
    there are in all
    """

    vary: int
    comparisons: int
    book: dict[str, str]
    figures: tuple[Estimate, ...]
    values: tuple[Dose, ...]


def vary_results(
    experiment: Experiment,
    batches: Sequence[SimulationBatch],
    played: ExperimentCounts,
    seeds: range,
    book: dict[str, str],
    at_every_look: bool,
) -> VaryResults:
    """The results of the games played so far; batches: one a plan, the book first; book: what it holds where it was
    varied.
    """
    base, found = batches[0], Estimator(experiment, played, at_every_look)
    shown = [
        at
        for at, figure in enumerate(experiment.figures)
        if not figure.is_share or any(found.estimate(arm, at).value for arm in range(len(batches)))
    ]
    doses = []
    for arm in range(1, len(batches)):
        datum, _, tried = experiment.arms[arm].vary[0].partition("=")
        figures = tuple(found.estimate(arm, at) for at in shown)
        differences = tuple(found.difference(arm, 0, at) for at in shown)
        doses.append(Dose(datum, tried, batches[arm].book.digest, figures, differences))
    return VaryResults(
        **head_of(base, base.plan.bots, seeds, played.seeds),
        at_every_look=at_every_look,
        vary=FORMAT,
        comparisons=len(doses) * len(shown),
        book=book,
        figures=tuple(found.estimate(0, at) for at in shown),
        values=tuple(doses),
    )


def vary_report(found: VaryResults) -> Report:
    """A section for each figure, a row for each value; and one of the digests."""
    book = ", ".join(f"{datum} = {value}" for datum, value in found.book.items())
    digests = [Column("", lambda it: f"{it.datum} = {it.value}"), Column("digest", lambda it: it.cards)]
    by_chance = max(round(found.comparisons / 20), 1)
    return Report(
        f"{found.title}: other values, {found.games:,} games each",
        [*heading_of(found, "games with each value"), f"baseline: {book}"],
        [
            *(_figure(found, at) for at in range(len(found.figures))),
            Section("Digest of the cards with each value", [Table(found.values, digests)]),
        ],
        "Change: value minus baseline on the same seeds, for shares in percentage points, with a paired 95 % "
        f"interval. ▲ ▼: the whole interval is above or below 0. Of these {found.comparisons} comparisons about "
        f"{by_chance} would be marked by chance alone. More games: how many more games with each value would detect a "
        f"change of this size with 80 % power. {looks_of(found)}",
        found,
        is_empty=not found.games,
    )


def _figure(found: VaryResults, at: int) -> Section:
    figure, held = found.figures[at], next(iter(found.book.values()), "")
    is_one = len(found.book) == 1
    rows: list[tuple[str, Estimate, Difference | None]] = [(f"baseline{f': {held}' if is_one else ''}", figure, None)]
    for dose in found.values:
        name = f"= {dose.value}" if is_one else f"{dose.datum} = {dose.value}"
        rows.append((name, dose.figures[at], dose.differences[at]))
    columns = [
        Column("", lambda row: row[0]),
        Column("share" if figure.is_share else "mean", lambda row: value(row[1].value, figure.is_share)),
        Column("95 %", lambda row: interval(row[1], figure.is_share)),
        *change_columns("change", lambda row: row[2]),
    ]
    plots = [
        partial(plot_changes, _plot_title(figure.title, changes), changes, figure.is_share)
        for changes in _changes(found, at)
    ]
    return Section(figure.title, [Table(rows, columns)], plots)


def _plot_title(title: str, changes: Changes) -> str:
    return f"{title}: change{f' with {changes.of}' if changes.of else ''}, with 95 % intervals"


def _changes(found: VaryResults, figure: int) -> Iterator[Changes]:
    """Each datum of which more than one value was tried; then those that stand alone, beside each other."""
    alone = []
    for datum, book in found.book.items():
        bars = [bar_of(dose.value, dose.differences[figure]) for dose in found.values if dose.datum == datum]
        if len(bars) > 1 or len(found.book) == 1:
            yield Changes(tuple(bars), datum, book)
        else:
            alone += [replace(bar, name=f"{datum} = {bar.name}") for bar in bars]
    if alone:
        yield Changes(tuple(alone))
