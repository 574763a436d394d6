"""How good the proof is: games, rules and kernels that are wrong in one place, and whether something finds them out.

    games     mutants of whole games, made by hand, held against the promises
    rules     mutants of the rules of both scaffolds, Four Piers and Cove, made by machine, held against their scenarios
    kernel    mutants of what the kernel hides, keeps books of and does with declarations, held against the promises

In: which of them (all unless named), `-v` lists every mutant. Out: “mutants caught n of n”, those that nothing noticed,
and exit code 1 when they are more than one in twenty.

Run: python benchmarks/mutants.py [games] [rules] [kernel] [-v]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance import kernel_mutants, mutants, rule_mutants  # noqa: E402

Result = tuple[str, str]  # what was wrong, and what found it out: "" for nothing
MOST_MISSED = 0.05


def games() -> Iterator[Result]:
    """Whole games."""
    for mutant in mutants.MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            yield mutant.name, mutants.caught_by(mutant, Path(folder))


def rules() -> Iterator[Result]:
    """Rules of small games."""
    for game in rule_mutants.GAMES:
        for change in rule_mutants.rule_mutants(game):
            caught = rule_mutants.is_caught(game, change.source)
            yield f"{game}, line {change.name}", "scenarios" if caught else ""


def kernel() -> Iterator[Result]:
    """The kernel."""
    for kind, wrong in kernel_mutants.MUTANTS.items():
        for mutant in wrong:
            yield f"{kind}: {mutant.what}", kernel_mutants.promise_broken_by(mutant)


KINDS: dict[str, Callable[[], Iterator[Result]]] = {"games": games, "rules": rules, "kernel": kernel}


def main() -> int:
    """Prove every mutant."""
    asked = [word for word in sys.argv[1:] if word in KINDS] or list(KINDS)
    too_many = False
    for kind in asked:
        missed, count = [], 0
        for name, found_by in KINDS[kind]():
            count += 1
            if not found_by:
                missed.append(name)
            if "-v" in sys.argv[1:]:
                print(f"{'caught' if found_by else 'MISSED'}  {name}: {found_by.replace('_', ' ')}", flush=True)
        caught = count - len(missed)
        print(f"{kind}: mutants caught {caught} of {count} ({caught / count:.0%})", flush=True)
        for name in missed:
            print(f"  missed: {name}")
        too_many |= len(missed) > MOST_MISSED * count
    return int(too_many)


if __name__ == "__main__":
    sys.exit(main())
