"""A run that goes on later. In: an experiment, its seeds, what was played. Out: a file, and from it what was played.

The file is one line of JSON (what was played, how much, the digest of the rest) and the counts. Invariant: it is always
whole, because it is written beside and renamed; a file that is torn, or of another run, is told, never played on with.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, json, msgpack, to_builtins

from pnp import __version__
from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import reason_of, write_file
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts

FORMAT = 1
_HINT = "delete it to start again"
_MOST_SHOWN = 80


class RunHead(Struct, frozen=True):
    """The first line. run: what was played, by names that people know · done: seeds · digest: of what follows"""

    resume: int
    pnp: str
    run: dict[str, Any]
    done: int
    digest: str


class Resumed:
    """A file to go on from. batches: one of each plan of the experiment."""

    def __init__(self, path: str, experiment: Experiment, batches: Sequence[SimulationBatch], first_seed: int) -> None:
        self.path = path
        plan = experiment.arms[0]
        run: dict[str, Any] = {
            "game": plan.slug,
            "rules": batches[0].game.version,
            "cards": [batch.book.digest for batch in batches],
            "players": plan.players,
            "bots": [list(arm.bots) for arm in experiment.arms],
            "options": plan.options,
            "first seed": first_seed,
            "values": [list(arm.vary) for arm in experiment.arms],
            "line-ups": [list(arm.lineup) for arm in experiment.arms],
            "figures": [figure.name for figure in experiment.figures],
        }
        self.run = to_builtins(run)

    def load(self) -> ExperimentCounts | None:
        """What was played before; None where there is no file. InputError when it is torn, or of another run."""
        if os.path.exists(self.path) and not os.path.isfile(self.path):  # whoever reads a pipe waits for ever
            what, hint = "expected a regular file, got a folder, a device or a pipe", "name a file"
            raise InputError.single(Span(self.path), what, hint, "resume")
        try:
            with open(self.path, "rb") as stream:
                head, end, body = stream.read().partition(b"\n")
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise InputError.single(Span(self.path), f"cannot be read: {reason_of(fault)}", code="unreadable") from None
        try:
            found = json.decode(head, type=RunHead)
        except (DecodeError, ValidationError, RecursionError):
            place = Span(self.path, 1)
            raise InputError.single(place, "not a file written by --resume", "name a new file", "resume") from None
        if not end or digest_bytes(body, 16) != found.digest:
            place = Span(self.path, 2)
            what = f"the file is corrupt: the checksum of its {len(body):,} bytes of results does not match"
            raise InputError.single(place, what, _HINT, "torn")
        self._refuse_another(found)
        try:
            played = msgpack.decode(body, type=ExperimentCounts)
        except (DecodeError, ValidationError, RecursionError, TypeError, ValueError, OverflowError):
            played = None
        if played is None or not self._holds_together(found, played):
            what = "the file is corrupt: its results do not match its first line"
            raise InputError.single(Span(self.path, 2), what, _HINT, "torn")
        return played

    def _holds_together(self, head: RunHead, played: ExperimentCounts) -> bool:
        games = [counts.games for counts in played.counts]
        return games == [head.done] * len(self.run["bots"]) and played.seeds == played.moments.n == head.done >= 0

    def _refuse_another(self, found: RunHead) -> None:
        report, place = Report(), Span(self.path, 1)
        if (found.resume, found.pnp) != (FORMAT, __version__):
            what = f"written by pnp {found.pnp} (format {found.resume}), but this is {__version__} (format {FORMAT})"
            report.error(place, what, _HINT, "resume")
        for name, here in self.run.items():
            there = found.run.get(name)
            if there != here:
                what = f"the file is from a different run: {name} is {_short(there)} there, {_short(here)} here"
                report.error(place, what, "name another file", "resume")
        report.raise_errors()

    def save(self, played: ExperimentCounts) -> None:
        """Write what was played so far. InputError when that is not possible."""
        body = msgpack.encode(played)
        head = RunHead(FORMAT, __version__, self.run, played.seeds, digest_bytes(body, 16))
        write_file(os.path.abspath(self.path), json.encode(head) + b"\n" + body)


def _short(value: Any) -> str:
    text = json.encode(value).decode()
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
