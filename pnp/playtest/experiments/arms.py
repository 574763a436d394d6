"""Several plans played on the same seeds. In: an Experiment and a range of seeds. Out: counts of each plan, and the
moments of its figures.

Invariant: all games of one seed are played in one chunk, in the order of the plans, and count together or not at all;
what comes out does not depend on who played.
"""

from __future__ import annotations

import time

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.playtest.batch import Fault, GameFault, Plan, SimulationBatch
from pnp.playtest.counts import Counts
from pnp.playtest.experiments.figures import Figure
from pnp.playtest.moments import Moments, Ratio


class Experiment(Struct, frozen=True):
    """What a worker receives: the plans, and the figures that are compared between them."""

    arms: tuple[Plan, ...]
    figures: tuple[Figure, ...] = ()

    def ratio(self, arm: int, figure: int) -> Ratio:
        """The columns of a figure of one plan."""
        at = 2 * (arm * len(self.figures) + figure)
        return Ratio(((at, 1),), ((at + 1, 1),))


class ExperimentCounts(Struct):
    """What was played: how many seeds, the counts of each plan, the moments of a row a seed; records: plan, seed, text.

    fault: the seed of its game is in no count · seconds: how long it took
    """

    counts: list[Counts]
    moments: Moments
    seeds: int = 0
    records: list[tuple[int, int, str]] = []
    fault: Fault | None = None
    seconds: float = 0.0

    def add(self, other: ExperimentCounts) -> None:
        """Add the seeds that follow."""
        for mine, theirs in zip(self.counts, other.counts, strict=True):
            mine.add(theirs)
        self.moments.add(other.moments)
        self.seeds += other.seeds
        self.records += other.records
        self.fault = other.fault
        self.seconds += other.seconds


def nothing_played(experiment: Experiment) -> ExperimentCounts:
    """Where counting begins."""
    return ExperimentCounts([Counts() for _ in experiment.arms], Moments())


class ExperimentBatch:
    """An experiment prepared in this process. InputError for a plan that cannot be played."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.batches = [prepare(plan) for plan in experiment.arms]

    def play(self, first: int, count: int) -> ExperimentCounts:
        """Play the games of `count` seeds from `first` on, up to the first fault."""
        begun, done = time.perf_counter(), nothing_played(self.experiment)
        for seed in range(first, first + count):
            try:
                done.add(self._play(seed))
            except GameFault as failed:
                done.fault = failed.fault
                break
        done.seconds = time.perf_counter() - begun
        return done

    def _play(self, seed: int) -> ExperimentCounts:
        games, row = nothing_played(self.experiment), list[int]()
        for arm, (batch, counts) in enumerate(zip(self.batches, games.counts, strict=True)):
            try:
                text = batch.play(counts, seed)
            except GameFault as failed:
                raise GameFault(replace(failed.fault, arm=arm)) from None
            games.records += [(arm, seed, text)] if text else []
            row += (number for figure in self.experiment.figures for number in figure.numbers(counts))
        games.moments.note(row)
        games.seeds = 1
        return games


def prepare(plan: Plan) -> SimulationBatch:
    """A plan in this process; a varied book that the rules cannot set up is an InputError, not a bug."""
    try:
        return SimulationBatch(plan)
    except InputError:
        raise
    except Exception as fault:
        if not plan.vary:
            raise
        what = f"the game cannot be set up with {', '.join(plan.vary)}: {type(fault).__name__}: {fault}"
        raise InputError.single(Span("FIELD=VALUES"), what, "the rules do not support this value", "value") from fault


_ready: list[ExperimentBatch] = []  # the last experiment of this process


def play_arms(experiment: Experiment, first: int, count: int) -> ExperimentCounts:
    """The task of a worker."""
    if not _ready or _ready[0].experiment != experiment:
        _ready[:] = [ExperimentBatch(experiment)]
    return _ready[0].play(first, count)
