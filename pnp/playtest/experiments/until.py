"""When enough is known. In: a figure and how exactly it is to be known. Out: how exactly it is known so far.

Invariant: it is asked after whole chunks in the order of the seeds, at looks that are fixed (`next_look`), so where a
run stops does not depend on who played; its intervals hold at every look.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from pnp.base.diagnostics import Span, UsageError
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.change_columns import known_columns
from pnp.playtest.experiments.estimates import Difference, Estimate, Estimator
from pnp.playtest.experiments.figures import FigureBook
from pnp.playtest.moments import Ratio
from pnp.playtest.reports.report import Column, Section, Table


class Watched(Protocol):
    """What a run watches; within: how exactly it is to be known, 0 where it is only watched."""

    @property
    def within(self) -> float:
        """See the class."""

    def margin(self, experiment: Experiment, played: ExperimentCounts) -> float | None:
        """How exactly it is known, at every look; None while nothing is."""

    def reached(self, experiment: Experiment, played: ExperimentCounts) -> str:
        """The same in words: `first 51.2 ± 1.5`."""


def is_known(watched: Watched, experiment: Experiment, played: ExperimentCounts) -> bool:
    """Whether enough is known."""
    margin = watched.margin(experiment, played)
    return bool(watched.within) and margin is not None and margin <= watched.within


class Until(Struct, frozen=True):
    """The figure of an experiment (by its number) that is to be known to ± this; 0: nothing is, it is only watched.

    pairs: differences of columns that are meant; else the figure itself, of the first plan
    """

    figure: int
    within: float
    pairs: tuple[tuple[Ratio, Ratio], ...] = ()

    def margin(self, experiment: Experiment, played: ExperimentCounts) -> float | None:
        """How exactly it is known, at every look; None while nothing is."""
        found = Estimator(experiment, played, at_every_look=True)
        known: list[Estimate | Difference] = [found.estimate(0, self.figure)]
        if self.pairs:
            known = [found.difference_of(self.figure, one, other) for one, other in self.pairs]
        widths = [None if each.low is None or each.high is None else (each.high - each.low) / 2 for each in known]
        return None if None in widths else max(width for width in widths if width is not None)

    def reached(self, experiment: Experiment, played: ExperimentCounts) -> str:
        """How exactly it is known, in words."""
        margin, figure = self.margin(experiment, played), experiment.figures[self.figure]
        if margin is None:
            return ""
        value = None if self.pairs else Estimator(experiment, played).estimate(0, self.figure).value
        what = f"{figure.name} " if value is None else f"{figure.name} {value * figure.unit:.1f} "
        return f"{what}± {margin * figure.unit:.1f}"


def read_until(text: str, usual: str, figures: FigureBook) -> tuple[str, float]:
    """`1.5` or `moves=0.5` as a figure's name and how exactly it is to be known; UsageError for anything else."""
    name, equals, number = text.rpartition("=")
    name = name if equals else usual
    figure = figures.find(name)
    try:
        within = float(number) / figure.unit
    except ValueError:
        within = 0.0
    if not 0 < within < float("inf"):
        what = f"expected a positive number, got “{text}”"
        hint = "--until 1.5 (percentage points), or METRIC=NUMBER such as moves=0.5"
        raise UsageError.single(Span("--until"), what, hint, "until")
    return name, within


def until_section(known: Estimate, wanted: str, is_known: bool) -> Section:
    """How exactly it is known in the end."""
    note = "This precision stopped the run; the interval is valid at any time." if is_known else "Not reached yet."
    columns = [Column("", lambda it: it.title), *known_columns(lambda it: it)]
    return Section(f"Until {wanted}", [Table([known], columns)], note=note)
