"""What was asked of `pnp playtest`, read. In: the words of its options. Out: an Asked, and files that it names.

Invariant: what cannot be read is a UsageError before any game starts.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.diagnostics import Report as Diagnostics
from pnp.base.files import check_ours, make_folder
from pnp.base.system import interrupts_held, join_words
from pnp.catalog import load_game
from pnp.cli.playtesting.options import Batch, Chosen, ReportFiles
from pnp.cli.playtesting.report_files import deliver
from pnp.cli.playtesting.run import Order, Outcome, run
from pnp.cli.referee.open_record import read_options
from pnp.playtest.batch import Fault, Plan, SimulationBatch
from pnp.playtest.experiments.arms import Experiment
from pnp.playtest.experiments.resume import Resumed
from pnp.playtest.experiments.until import Watched
from pnp.playtest.reports.report import Report

GAMES = 1000  # where nobody says how many
MOST_GAMES = 1_000_000  # where it ends when enough is known
GAMES_A_WORKER = 100  # a process is worth its start from so many games on
STOPPED = 130
# Reports of this command are written over, each begins with its version or names what made it.
MARKS = tuple(f'"{key}": 1'.encode() for key in ("playtest", "vary", "tournament", "without", "compare", "endless"))
PAGE_MARK = b'content="pnp playtest"'


class Asked(Struct, frozen=True):
    """plan: who plays what · batch: how many games, and where · files: of the report."""

    plan: Plan
    batch: Batch
    files: ReportFiles

    @property
    def seeds(self) -> range:
        """The seeds of the games."""
        number = self.batch.number or (MOST_GAMES if self.batch.until else GAMES)
        return range(self.batch.seed, self.batch.seed + number)

    def in_pairs(self) -> Asked:
        """Return the same with half as many deals, for experiments that play each deal twice."""
        return replace(self, batch=replace(self.batch, number=-(-len(self.seeds) // 2)))

    def make_folders(self) -> None:
        """Folders of the files that are to be written; InputError when one cannot be made, or written into."""
        html, records = self.files.html, self.batch.records
        named = [html, *(Path(text) for text in (self.files.json, self.batch.resume) if text not in ("", "-"))]
        files = [path for path in named if path is not None and (path.is_file() or not path.exists())]
        for folder in ([records] if records is not None else []) + [file.parent for file in files]:
            make_folder(folder)
            if not os.access(folder, os.W_OK):
                what, hint = "this folder is not writable", "choose another folder"
                raise InputError.single(Span(os.fspath(folder)), what, hint, "unwritable")

    @contextmanager
    def played(
        self,
        experiment: Experiment,
        batches: Sequence[SimulationBatch],
        watched: Watched | None,
        names: tuple[str, ...] = ("",),
    ) -> Iterator[Outcome]:
        """Play an experiment as it was asked; batches: its plans, prepared. Ctrl-C stops the games, but not what
        is done with them in this block: it waits for the report.
        """
        self.make_folders()
        games = len(self.seeds) * len(experiment.arms)
        batch = self.batch
        workers = min(batch.workers or max(1, min(os.cpu_count() or 1, games // GAMES_A_WORKER)), len(self.seeds))
        resume = Resumed(batch.resume, experiment, batches, batch.seed) if batch.resume else None
        order = Order(experiment, self.seeds, workers, batch.cluster, batch.records, names, watched, resume)
        with redirect_stdout(sys.stderr):  # what a game's code prints is no part of the report
            outcome = run(order)
        with interrupts_held():
            yield outcome

    def seeds_of(self, outcome: Outcome) -> range:
        """The seeds that were to be played: those that were, when enough is known."""
        return self.seeds[: outcome.played.seeds] if outcome.is_known else self.seeds

    def report(
        self, experiment: Experiment, outcome: Outcome, report: Report, faults: Diagnostics | None = None
    ) -> int:
        """Print the report, write the files that were asked for, and say why not all was played; the exit code.
        faults: of files that were written before.

        Raises InputError for files that could not be written, when all else is done.
        """
        faults = Diagnostics() if faults is None else faults
        faults.extend((*outcome.broken, *outcome.unsaved))
        try:
            deliver(report, self.files.json, self.files.html, faults)
        finally:
            self._end(experiment, outcome)
        return 1 if outcome.fault is not None else 0 if outcome.is_whole else STOPPED

    def _end(self, experiment: Experiment, outcome: Outcome) -> None:
        if not outcome.is_whole:
            arms = len(experiment.arms)
            done, asked = outcome.played.seeds * arms, len(self.seeds) * arms
            resume = self.batch.resume
            on = f"; continue with --resume {resume}" if resume and not outcome.unsaved.errors else ""
            print(f"pnp: stopped after {done:,} of {asked:,} games{on}", file=sys.stderr)
        if outcome.fault is not None:
            print_fault(outcome.fault, experiment.arms[outcome.fault.arm], self.batch.option or ())


def print_fault(fault: Fault, plan: Plan, options: Sequence[str]) -> None:
    """A game that failed: the trace, its seed, the command that repeats it."""
    if fault.trace:
        print(fault.trace, file=sys.stderr, end="")
    with_it = f" with {', '.join(plan.vary)}" if plan.vary else ""
    print(f"pnp: {plan.slug}: the game with seed {fault.seed}{with_it} failed: {fault.message}", file=sys.stderr)
    words = ["pnp", "playtest", *(["vary"] if plan.vary else []), plan.slug, *plan.vary]
    words += ["-n", "1", "--seed", str(fault.seed), "--workers", "1"]
    words += ["--players", str(plan.players), "--bots", ",".join(plan.bots)]
    words += [word for option in options for word in ("--option", option)]
    words += [word for folder in plan.games for word in ("--games", folder)]
    print(f"repeat it with: {join_words(words)}", file=sys.stderr)


def ask(batch: Batch, files: ReportFiles) -> Asked:
    """Read what is to be played. Raises UsageError or InputError before any game starts."""
    check_files(files, batch.resume)
    gc.enable()  # a long run, unlike other commands
    return Asked(plan_of(batch, read_bots(batch.bots)), batch, files)


def plan_of(chosen: Chosen, bots: tuple[str, ...]) -> Plan:
    """What these bots play."""
    folders = tuple(os.path.abspath(path) for path in chosen.games or ())
    rules, _ = load_game(chosen.game, folders)
    seats = rules.players[0] if chosen.players is None else chosen.players
    switches = read_switches(chosen.option or ())
    return Plan(load_game, chosen.game, seats, bots, switches, folders, chosen.records is not None)


def check_files(files: ReportFiles, resume: str = "", read: Sequence[Path] = ()) -> None:
    """InputError where a file that is to be written is a folder, or is there and no playtest wrote it; UsageError where
    two are one, or one is among those that are `read`.
    """
    html, json = files.html, files.json
    named = {"--html": html, "--json": Path(json) if json not in ("", "-") else None}
    paths = {option: path for option, path in named.items() if path is not None}
    taken = {os.path.realpath(path): "" for path in read}
    for option, path in {**paths, **({"--resume": Path(resume)} if resume else {})}.items():
        real = os.path.realpath(path)
        if real in taken:
            what = f"{taken[real]} and {option} would both write {path}"
            what = what if taken[real] else f"would overwrite the input file {path}"
            raise UsageError.single(Span(option), what, "choose different files", "one-file")
        taken[real] = option
    if html == Path("-"):
        hint = "--html report.html; to print the report for programs, use --json -"
        raise UsageError.single(Span("--html"), "expected a file name, got “-”", hint, "no-file")
    for path in paths.values():
        if path.is_dir():
            raise InputError.single(
                Span(os.fspath(path)), "expected a file, got a folder", "name a file in it", "folder"
            )
        if not files.force:
            check_ours(path, (*MARKS, PAGE_MARK), "pnp playtest")


def read_switches(texts: Sequence[str]) -> dict[str, Any]:
    """The switches of the game. Raises UsageError; the deal is always digital, and every game has its own seed."""
    switches = read_options(texts)
    for name, why in (("deal", "the referee always deals simulated games"), ("seed", "use --seed")):
        if name in switches:
            raise UsageError.single(Span("--option"), f"“{name}” cannot be set in a playtest: {why}", code="option")
    return switches


def read_bots(text: str) -> tuple[str, ...]:
    """The bots that are named."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError.single(Span("--bots"), "expected the name of a bot", "--bots random,greedy")
    return names
