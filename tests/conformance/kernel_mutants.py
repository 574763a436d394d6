"""Mutants of the kernel: it hides too little, keeps wrong books, or does not do what a game declared; and whether the
promises find it out, held against small games that play every part of it.

In: nothing, or `python -m tests.conformance.kernel_mutants NUMBER`, which proves the games with one mutant in a process
of its own. Out: whether a promise was broken. Invariant: a module of the kernel is replaced before anything imports it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module, util
from importlib.abc import InspectLoader, MetaPathFinder
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, convert

from tests.deadline import COMMAND

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "pnp" / "referee" / "kernel"
GAMES = {"cove": 2, "fourpiers": 2}  # and games for each number of seats
OTHERS = ("passing", "phases", "face_down")  # games of the tests of these names
SEEDS = 4  # of each
SECONDS = 180  # of processor time
# How a program ends whose time is over; Windows has no such signals, and no limits.
NEVER_ENDS = tuple(-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name))
STASHES = 20  # of the game of looks, stashes and cards given unseen


class KernelMutant(Struct, frozen=True):
    """One wrong kernel: the module, words that stand there once, and words in their place."""

    what: str
    module: str
    old: str
    new: str

    def source(self) -> str:
        """The module as it is now wrong."""
        text = (KERNEL / f"{self.module}.py").read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.module}: {self.old!r} stands there {text.count(self.old)} times"
        return text.replace(self.old, self.new)


MUTANTS: dict[str, list[KernelMutant]] = convert(
    yaml.safe_load((Path(__file__).parent / "kernel_mutants.yaml").read_text("utf-8")), dict[str, list[KernelMutant]]
)
ALL = tuple(mutant for kind in MUTANTS.values() for mutant in kind)


def run_bounded(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a proof for so many seconds of processor time at most: on a busy machine a slow one is no endless one."""
    import resource  # not on Windows

    limit = (SECONDS, SECONDS + 10)
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
        timeout=COMMAND,
    )


class WrongModule(InspectLoader, MetaPathFinder):
    """Gives one module another source."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The loader itself, for the one module."""
        return util.spec_from_loader(name, self) if name == self.name else None

    def get_source(self, fullname: str) -> str:
        """What is compiled."""
        return self.text


def promise_broken_by(mutant: KernelMutant | None) -> str:
    """The promise that finds a mutant out (None: the sound kernel); empty when none does."""
    number = "-1" if mutant is None else str(ALL.index(mutant))
    command = [sys.executable, "-m", "tests.conformance.kernel_mutants", number]
    run = run_bounded(command)
    if run.returncode == 0:
        return ""
    if run.returncode in NEVER_ENDS:
        return "it never ends"
    return run.stdout.strip() or f"it cannot play: {run.stderr.strip().splitlines()[-1]}"


def prove_kernel() -> str:
    """Hold every promise against the games that play the kernel; the first that is broken."""
    from pnp.catalog import find_game
    from pnp.conformance.promises import PROMISES, secrets
    from pnp.conformance.proof import BROKEN, hold, make_subject, prove, subject_of
    from tests.referee.kernel.test_stashes import BOOK, GAME

    games = ROOT / "tests" / "referee" / "kernel" / "games"
    subjects = [subject_of(find_game(slug, [games]), seeds) for slug, seeds in GAMES.items()]
    cases = list(make_subject("stashes", GAME, BOOK, STASHES, (2, 3)).cases)
    for name in OTHERS:
        cases += make_subject(name, import_module(f"tests.referee.kernel.test_{name}").GAME, BOOK, SEEDS, (2,)).cases
    secrecy_first = sorted(PROMISES, key=lambda promise: promise not in secrets.PROMISES)
    verdicts = (hold(promise, case) for case in cases for promise in secrecy_first)
    broken = (each for each in chain(verdicts, *map(prove, subjects)) if each.state == BROKEN)
    return next((f"{verdict.promise} of {verdict.case}" for verdict in broken), "")


def main() -> int:
    """Prove the games with one mutant; 1 and the promise when one is broken."""
    number = int(sys.argv[1])
    if number >= 0:
        mutant = ALL[number]
        sys.meta_path.insert(0, WrongModule(f"pnp.referee.kernel.{mutant.module}", mutant.source()))
    found = prove_kernel()
    if found:
        print(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
