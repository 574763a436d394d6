"""Mutants of modules of pnp, made by machine: wrong in one place, and held against scenarios and promises.

In: a game or a part of the kernel. Out: mutants, and what finds each of them out. To prove one in a process of its own,
with FILE in the place of MODULE: `python -m tests.conformance.module_mutants PROOF MODULE FILE`.
Invariant: a mutant is drawn by its number alone; a module is replaced before anything imports it.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import util
from importlib.abc import InspectLoader, MetaPathFinder
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.conformance.operators import Change, change, spots
from tests.deadline import COMMAND

ROOT = Path(__file__).parents[2]
SECONDS = 180  # of processor time
# How a program ends whose time is over; Windows has no such signals, and no limits.
NEVER_ENDS = tuple(-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name))
SCENARIOS = "scenarios"
GAMES_PLAYED = 3


SCAFFOLD = ROOT / "pnp" / "scaffold" / "effects"
SUOMI1918 = (
    "judge",
    "apply",
    "playable",
    "dealing",
    "force",
    "adjust",
    "queries",
    "state",
    "initial_state",
    "pending",
    "legal_moves",
    "game_data",
)
DRUMROLL = (
    "judge",
    "phases",
    "queries",
    "pending",
    "legal_moves",
    "trial",
    "state",
    "initial_state",
    "adjust",
    "game_data",
)
EFFECTS = ("resolving", "questions", "effect_table", "card_effects", "plain")
KERNEL = (
    "asking",
    "bookkeeping",
    "corrections",
    "counter",
    "declaration",
    "events",
    "holdings",
    "judging",
    "line_trial",
    "place",
    "question",
    "table",
    "trial",
    "zone",
)
"""The modules of a game, and of the referee, that say what is allowed, asked, done and counted, not in which words."""


class MachineKind(Struct, frozen=True):
    """Mutants made by machine: of which modules, and what they are held against, the nearest first."""

    what: str
    package: str
    modules: tuple[str, ...]
    proofs: tuple[str, ...]


KINDS = {
    "secrets": MachineKind(
        "what the kernel hides",
        "pnp.referee.kernel",
        ("secrets",),
        ("kernel", "tests/referee/kernel/test_seen_events.py"),
    ),
    "kernelcode": MachineKind(
        "all else that the kernel decides", "pnp.referee.kernel", KERNEL, ("kernel", "tests/referee/kernel")
    ),
    "effects": MachineKind(
        "what the effects of cards do", "pnp.referee.effects", EFFECTS, ("effects", "tests/referee/effects")
    ),
    "suomi1918": MachineKind("rules of Suomi 1918", "pnp.games.suomi1918", SUOMI1918, ("suomi1918",)),
    "drumroll": MachineKind("rules of Drum Roll", "pnp.games.drumroll", DRUMROLL, ("drumroll",)),
}  # fmt: skip


class ModuleMutant(Struct, frozen=True):
    """A module that is wrong in one place."""

    module: str
    change: Change

    @property
    def name(self) -> str:
        """`pnp.games.suomi1918.judge, line 12: a == b → a != b`."""
        return f"{self.module}, line {self.change.name}"


def file_of(module: str) -> Path:
    """The source of a module."""
    return ROOT / f"{module.replace('.', '/')}.py"


def modules_of(kind: MachineKind) -> list[str]:
    """The modules of a kind, those of a folder one by one."""
    folder = ROOT / kind.package.replace(".", "/")
    files = [file for room in kind.modules for file in sorted((folder / room).glob("*.py"))]
    files += [folder / f"{room}.py" for room in kind.modules if not (folder / room).is_dir()]
    names = [file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for file in files]
    return [name for name in names if not name.endswith("__init__")]


def draw(modules: Sequence[str], count: int | None = None, seed: str = "mutants") -> list[ModuleMutant]:
    """So many mutants of these modules, or all of them."""
    sources = {module: file_of(module).read_text(encoding="utf-8") for module in modules}
    every = [(module, spot) for module, source in sources.items() for spot in spots(source)]
    drawn = every if count is None else random.Random(seed).sample(every, min(count, len(every)))
    return [ModuleMutant(module, change(sources[module], spot)) for module, spot in drawn]


def sound_module(kind: MachineKind) -> ModuleMutant:
    """The first module as it is: nothing may find it out."""
    module = modules_of(kind)[0]
    return ModuleMutant(module, Change(0, "", "", file_of(module).read_text(encoding="utf-8")))


def found_by(mutant: ModuleMutant, proofs: Sequence[str]) -> str:
    """What finds a mutant out first; "" when nothing does. proofs: a game, `kernel`, `effects`, a folder of tests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wrong.py"
        file.write_text(mutant.change.source, encoding="utf-8")
        return next(filter(None, (_found_by(mutant, file, proof) for proof in proofs)), "")


def _found_by(mutant: ModuleMutant, file: Path, proof: str) -> str:
    command = [sys.executable, "-m", "tests.conformance.module_mutants", proof, mutant.module, str(file)]
    run = run_bounded(command)
    if run.returncode == 0:
        return ""
    if run.returncode in NEVER_ENDS:
        return "it never ends"
    return run.stdout.strip().splitlines()[-1] if run.stdout.strip() else "it cannot play"


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


def prove_game(slug: str, folders: Sequence[Path] = ()) -> str:
    """Hold the scenarios of a game against it, then every promise with the fewest seats; what fails first."""
    from pnp.catalog import find_game
    from pnp.conformance.promises import PROMISES
    from pnp.conformance.promises.rulings import every_scenario_passes
    from pnp.conformance.promises.scenario_tables import scenario_games_are_consistent
    from pnp.conformance.proof import BROKEN, hold, hold_whole, subject_of

    subject = subject_of(find_game(slug, folders), GAMES_PLAYED)
    if hold_whole(every_scenario_passes, subject).state == BROKEN:
        return SCENARIOS
    if hold_whole(scenario_games_are_consistent, subject).state == BROKEN:
        return f"{SCENARIOS} keep the books"
    case = subject.cases[0]
    return next((promise.__name__ for promise in PROMISES if hold(promise, case).state == BROKEN), "")


def prove_tests(folder: str) -> str:
    """Run the tests of a file or folder that are neither slow nor long; whether one fails.

    With plain asserts, for pytest would load what it rewrites from the files, and not the wrong module.
    """
    import pytest

    words = ["-q", "-x", "--assert=plain", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow and not long", folder]
    return "tests" if pytest.main(words) else ""


def main() -> int:
    """Prove one mutant; 1 and what found it out, when something does."""
    proof, module, file = sys.argv[1:4]
    sys.meta_path.insert(0, WrongModule(module, Path(file).read_text(encoding="utf-8")))
    if proof == "kernel":
        from tests.conformance.kernel_mutants import prove_kernel

        found = prove_kernel()
    elif proof == "effects":
        found = prove_game("mygame", [SCAFFOLD])
    elif (ROOT / proof).exists():
        found = prove_tests(proof)
    else:
        found = prove_game(proof)
    if found:
        print(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
