"""What other values of a datum change. In: what was played with the book and with each value. Out: VaryResults: for
every figure the difference of each value from the book, on the same seeds.

Invariant: the first plan is the book itself; the digest of every varied book is in the results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.batch import SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.estimates import Difference, Estimate, Estimator
from pnp.playtest.experiments.head import Head, head_of, heading_of, looks_of
from pnp.playtest.experiments.table import Table, more_games, plain, range_of, signed, signed_range
from pnp.playtest.reports.plot import Bar
from pnp.playtest.reports.plot_changes import Changes

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
        if not figure.is_share or any(_happened(found.estimate(arm, at)) for arm in range(len(batches)))
    ]
    doses = []
    for arm in range(1, len(batches)):
        datum, _, value = experiment.arms[arm].vary[0].partition("=")
        figures = tuple(found.estimate(arm, at) for at in shown)
        differences = tuple(found.difference(arm, 0, at) for at in shown)
        doses.append(Dose(datum, value, batches[arm].book.digest, figures, differences))
    return VaryResults(
        **head_of(base, base.plan.bots, seeds, played.seeds, at_every_look),
        vary=FORMAT,
        comparisons=len(doses) * len(shown),
        book=book,
        figures=tuple(found.estimate(0, at) for at in shown),
        values=tuple(doses),
    )


def _happened(found: Estimate) -> bool:
    return bool(found.value)


def vary_heading(found: VaryResults) -> list[str]:
    """What was played."""
    book = ", ".join(f"{datum} = {value}" for datum, value in found.book.items())
    return [*heading_of(found, "games with each value"), f"baseline: {book}"]


def vary_tables(found: VaryResults) -> list[Table]:
    """A table for each figure, a row for each value; and one of the digests."""
    tables = []
    for at, figure in enumerate(found.figures):
        rows = [(f"baseline{_held(found)}", plain(figure.value, figure.is_share), range_of(figure), "", "", "")]
        for dose in found.values:
            mine, change = dose.figures[at], dose.differences[at]
            name = f"{dose.datum} = {dose.value}" if len(found.book) > 1 else f"= {dose.value}"
            rows.append(
                (
                    name,
                    plain(mine.value, mine.is_share),
                    range_of(mine),
                    signed(change.value, change.is_share),
                    signed_range(change),
                    more_games(change),
                )
            )
        head = ("", "share" if figure.is_share else "mean", "95 %", "change", "95 %", "more games")
        changes = tuple(_changes(found, at))
        tables.append(Table(figure.title, head, tuple(rows), changes=changes, percent=figure.is_share))
    digests = tuple((f"{dose.datum} = {dose.value}", dose.cards) for dose in found.values)
    tables.append(Table("Digest of the cards with each value", ("", "digest"), digests))
    return tables


def _changes(found: VaryResults, figure: int) -> Iterator[Changes]:
    """Each datum of which more than one value was tried; then those that stand alone, beside each other."""
    alone = []
    for datum, book in found.book.items():
        bars = []
        for dose in found.values:
            if dose.datum == datum:
                change = dose.differences[figure]
                bars.append(Bar(dose.value, change.value, change.low, change.high, change.against))
        if len(bars) > 1 or len(found.book) == 1:
            yield Changes(tuple(bars), datum, book)
        else:
            alone += [replace(bar, name=f"{datum} = {bar.name}") for bar in bars]
    if alone:
        yield Changes(tuple(alone))


def _held(found: VaryResults) -> str:
    return f": {next(iter(found.book.values()))}" if len(found.book) == 1 else ""


def vary_legend(found: VaryResults) -> str:
    """What the numbers mean."""
    count = found.comparisons
    by_chance = max(round(count / 20), 1)
    return (
        "Change: value minus baseline on the same seeds, for shares in percentage points, with a paired 95 % "
        f"interval. ▲ ▼: the whole interval is above or below 0. Of these {count} comparisons about {by_chance} would "
        "be marked by chance alone. More games: how many more games with each value would detect a change of this "
        f"size with 80 % power. {looks_of(found)}"
    )
