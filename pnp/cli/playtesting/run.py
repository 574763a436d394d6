"""Games of an experiment, played while somebody watches. In: an Experiment, seeds, workers. Out: what was played, and
why no more.

Invariant: what was played before Ctrl-C, or before a game that failed, is kept; only the terminal is shown how fast it
goes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import write_file
from pnp.base.system import interrupts_held
from pnp.cli.progress import draw_bar
from pnp.playtest.batch import Fault, GameFault
from pnp.playtest.executors import open_executor
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts, nothing_played
from pnp.playtest.experiments.resume import Resumed
from pnp.playtest.experiments.schedule import play_experiment
from pnp.playtest.experiments.sequential import is_look
from pnp.playtest.experiments.until import Watched, is_known

SAVE_SECONDS = 5.0


class Order(Struct, frozen=True):
    """What is to be run. names: of the folders of records of each plan, "" for none; watched: what progress shows, and
    what ends the run when enough of it is known; resume: the file to go on from, and to go on from later.
    """

    experiment: Experiment
    seeds: range
    workers: int
    cluster: str = ""
    records: Path | None = None
    names: tuple[str, ...] = ("",)
    watched: Watched | None = None
    resume: Resumed | None = None


class Outcome(Struct):
    """What was played; fault: the game that failed; is_whole: nobody pressed Ctrl-C; is_known: it stopped because
    enough is known; broken: why it could not go on; unsaved: why the file to go on from does not hold all of it.
    """

    played: ExperimentCounts
    fault: Fault | None = None
    is_whole: bool = True
    is_known: bool = False
    broken: Report = field(default_factory=Report)
    unsaved: Report = field(default_factory=Report)


def run(order: Order) -> Outcome:
    """Play until all is played, enough is known, a game fails, or somebody presses Ctrl-C."""
    experiment, watched = order.experiment, order.watched
    outcome = Outcome(_begun(order))
    played, saved = outcome.played, time.monotonic()
    looks = watched is not None and watched.within > 0
    try:
        with _progress(order, played.seeds) as report, open_executor(order.workers, order.cluster) as worker_pool:
            for chunk in play_experiment(experiment, order.seeds, worker_pool, looks, played.seeds):
                with interrupts_held():  # a game is written and counted, or neither; nothing is half added up
                    if order.records is not None:
                        _write_records(order, chunk)
                    chunk.records = []
                    played.add(chunk)
                report(played)
                if time.monotonic() - saved > SAVE_SECONDS:
                    _save(order, outcome)
                    saved = time.monotonic()
                if looks and watched is not None and is_look(played.seeds) and is_known(watched, experiment, played):
                    outcome.is_known = True
                    break
    except GameFault as fault:
        outcome.fault, outcome.is_whole = fault.fault, False
    except KeyboardInterrupt:
        outcome.is_whole = False
    except InputError as fault:  # a full disk, a cluster that is gone
        if not played.seeds:
            raise
        outcome.broken, outcome.is_whole = fault.report, False
    played.fault = None
    _save(order, outcome)
    return outcome


def _save(order: Order, outcome: Outcome) -> None:
    """Keep what was played; a full disk is no reason to lose the games, they are reported all the same."""
    outcome.unsaved = Report()
    if order.resume is None:
        return
    try:
        with interrupts_held():
            order.resume.save(outcome.played)
    except InputError as fault:
        outcome.unsaved = fault.report


def _begun(order: Order) -> ExperimentCounts:
    """What was played before; InputError for a file that holds more than is asked for, or cannot be written."""
    if order.resume is None:
        return nothing_played(order.experiment)
    played = order.resume.load()
    if played is None:
        played = nothing_played(order.experiment)
        order.resume.save(played)  # told now, not after hours of games
    if played.seeds > len(order.seeds):
        what = f"this file already has {played.seeds:,} seeds, more than the {len(order.seeds):,} requested"
        raise InputError.single(Span(order.resume.path), what, "use a larger -n, or another file", "resume")
    return played


def _write_records(order: Order, chunk: ExperimentCounts) -> None:
    assert order.records is not None
    slug, digits = order.experiment.arms[0].slug, len(str(order.seeds[-1]))
    for arm, seed, text in chunk.records:
        write_file(order.records / order.names[arm] / f"{slug}-{seed:0{digits}}.record", text)


@contextmanager
def _progress(order: Order, before: int) -> Iterator[Any]:
    """A function that is given what was played so far; it draws a bar where somebody can see it. before: seeds that
    were played earlier.
    """
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    begun = drawn = time.monotonic()
    arms, whole = len(order.experiment.arms), len(order.seeds)

    def report(played: ExperimentCounts) -> None:
        nonlocal drawn
        now = time.monotonic()
        if played.seeds < whole and now - drawn < 0.1:
            return
        drawn = now
        reached, needed = _reached(order, played)
        total = max(min(whole, needed), played.seeds, 1)
        pace = (played.seeds - before) / max(now - begun, 1e-9)
        left = f"{_clock((total - played.seeds) / pace)} left" if played.seeds < total else f"in {_clock(now - begun)}"
        count = f"{played.seeds * arms:,}/{'' if needed == whole else '≈ '}{total * arms:,}"
        slug, words = order.experiment.arms[0].slug, (reached, left, f"{pace * arms:,.0f} games/s")
        draw_bar(slug, played.seeds, total, count, *filter(None, words))

    try:
        yield report
    finally:
        sys.stderr.write("\n")


def _reached(order: Order, played: ExperimentCounts) -> tuple[str, int]:
    """How exactly the watched figure is known, and how many seeds it will take."""
    watched, experiment, whole = order.watched, order.experiment, len(order.seeds)
    margin = watched.margin(experiment, played) if watched is not None else None
    if watched is None or margin is None:
        return "", whole
    needed = round(played.seeds * max(1.0, margin / watched.within) ** 2) if watched.within else whole
    return watched.reached(experiment, played), needed


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
