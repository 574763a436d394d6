"""Mutants of modules of pnp, made by machine: wrong in one place, and held against scenarios and promises.

In: a game or a part of the kernel. Out: mutants, and what finds each of them out. To prove one in a process of its own,
with FILE in the place of MODULE: `python -m tests.conformance.module_mutants PROOF MODULE FILE`.
Invariant: a mutant is drawn by its number alone; a module is replaced before anything imports it.
"""

from __future__ import annotations

import random
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

ROOT = Path(__file__).parents[2]
SECONDS = 180
SCENARIOS = "scenarios"
GAMES_PLAYED = 3


KERNEL_TESTS = "tests/referee/kernel/test_seen_events.py"
RULES = {
    "suomi1918": (
        "judge", "apply", "playable", "dealing", "force", "adjust", "queries", "state", "initial_state", "pending",
        "legal_moves", "game_data",
    ),
    "drumroll": (
        "judge", "phases", "queries", "pending", "legal_moves", "trial", "state", "initial_state", "adjust",
        "game_data",
    ),
}  # fmt: skip
"""The modules of a game that say what is allowed, asked and done."""

FASTER = "the other way gives the same and is slower"
EQUIVALENT = {
    ("pnp.referee.kernel.secrets", "if any((type(item) is Open and item.answers"): FASTER,
    ("pnp.games.suomi1918.apply", "(seat + 1) % len(hands) if not state.out"): FASTER,
    ("pnp.games.suomi1918.judge", "if seat != state.turn or state.due"): FASTER,
    ("pnp.games.suomi1918.legal_moves", "moves + fitting if moves else fitting → moves + fitting if True"): FASTER,
    ("pnp.games.suomi1918.pending", "() if known else hidden_cards.may_fit(state, seat) → () if False"): FASTER,
    ("pnp.games.suomi1918.apply", "if knowledge is not None: knowledge = (deduction"): FASTER,
    ("pnp.games.suomi1918.initial_state", "None if data.is_digital"): FASTER,
    ("pnp.games.suomi1918.legal_moves", "if playable.wins: wins ="): FASTER,
    ("pnp.games.suomi1918.judge", "'holds_other_victory' if own"): "with real cards a victory card is never undealt",
    ("pnp.games.suomi1918.playable", "tops[card_data.stack] > 0 → tops[card_data.stack] >= 0"): (
        "every action card asks for a card on its own stack"
    ),
}
"""Mutants that change nothing, by their module and how their names begin after the line; and why."""


def why_equivalent(name: str) -> str:
    """Why the mutant of this name changes nothing; "" for one that should be found out."""
    module, _, change = name.partition(", line ")
    words = change.partition(": ")[2]
    return next((why for (of, start), why in EQUIVALENT.items() if of == module and words.startswith(start)), "")


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


def modules_of(slug: str, rooms: Sequence[str]) -> list[str]:
    """The modules of a built-in game by their place: `judge`, `phases`."""
    folder = ROOT / "pnp" / "games" / slug
    files = [file for room in rooms for file in sorted((folder / room).glob("*.py"))]
    files += [folder / f"{room}.py" for room in rooms if not (folder / room).is_dir()]
    names = [file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for file in files]
    return [name for name in names if not name.endswith("__init__")]


def draw(modules: Sequence[str], count: int | None = None, seed: str = "mutants") -> list[ModuleMutant]:
    """So many mutants of these modules, or all of them."""
    sources = {module: file_of(module).read_text(encoding="utf-8") for module in modules}
    every = [(module, spot) for module, source in sources.items() for spot in spots(source)]
    drawn = every if count is None else random.Random(seed).sample(every, min(count, len(every)))
    return [ModuleMutant(module, change(sources[module], spot)) for module, spot in drawn]


def found_by(mutant: ModuleMutant, proof: str) -> str:
    """What finds a mutant out; "" when nothing does. proof: the name of a game, `kernel`, or a folder of tests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wrong.py"
        file.write_text(mutant.change.source, encoding="utf-8")
        command = [sys.executable, "-m", "tests.conformance.module_mutants", proof, mutant.module, str(file)]
        try:
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "it never ends"
    if run.returncode == 0:
        return ""
    return run.stdout.strip().splitlines()[-1] if run.stdout.strip() else "it cannot play"


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


def prove_game(slug: str) -> str:
    """Hold the scenarios of a game against it, then every promise with the fewest seats; what fails first."""
    from pnp.catalog import find_game
    from pnp.conformance.promises import PROMISES
    from pnp.conformance.promises.rulings import scenarios_hold
    from pnp.conformance.proof import BROKEN, hold, hold_whole, subject_of

    subject = subject_of(find_game(slug), GAMES_PLAYED)
    if hold_whole(scenarios_hold, subject).state == BROKEN:
        return SCENARIOS
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
    elif (ROOT / proof).exists():
        found = prove_tests(proof)
    else:
        found = prove_game(proof)
    if found:
        print(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
