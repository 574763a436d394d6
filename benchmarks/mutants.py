"""How good the proof is: games, rules and kernels that are wrong in one place, and whether something finds them out.

    games       mutants of whole games, made by hand, held against the promises
    rules       the rules of the scaffolds, Four Piers and Cove, made by machine, held against their scenarios
    kernel      mutants of what the kernel hides, keeps books of and does with declarations, made by hand, held against
                the promises
    secrets     all mutants of `kernel/secrets.py`, made by machine, held against the promises, then its tests
    kernelcode  so many mutants of the other modules of the kernel, made by machine, held against the same
    effects     so many of what effects of cards do, held against the scenarios of the scaffold, the promises, the tests
    suomi1918   so many of its rules, held against its scenarios, then the promises
    drumroll    the same

In: which of them (all unless named), `-v` lists every mutant, `--count 60` and `--seed mutants` draw those made by
machine (`--count 0`: every one). Out: “mutants caught n of n” and by what, those that nothing noticed, those that are
equivalent and why (`equivalent_mutants.yaml` beside this), and exit code 1 when more than one in twenty of the others
were missed. A sample is another one whenever the code changes.

Run: python benchmarks/mutants.py [games] [rules] [kernel] [secrets] [kernelcode] [effects] [suomi1918] [drumroll]
     [--count 60] [--seed mutants] [-k “judge, line 12”] [-v]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance import kernel_mutants, module_mutants, mutants, rule_mutants  # noqa: E402
from tests.conformance.equivalents import why_equivalent  # noqa: E402

Result = tuple[str, str]  # what was wrong, and what found it out: "" for nothing
MOST_MISSED = 0.05
NO_PROMISES = ("scenarios", "every_scenario_passes", "tests")


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
            yield rule_mutants.name_of(game, change), "scenarios" if caught else ""


def kernel() -> Iterator[Result]:
    """The kernel."""
    for kind, wrong in kernel_mutants.MUTANTS.items():
        for mutant in wrong:
            yield f"{kind}: {mutant.what}", kernel_mutants.promise_broken_by(mutant)


def made_by_machine(kind: module_mutants.MachineKind, count: int | None, seed: str, words: str) -> Iterator[Result]:
    """Modules of a game, or of the referee."""
    if found_by := module_mutants.found_by(module_mutants.sound_module(kind), kind.proofs):
        sys.exit(f"{kind.what}: already without a mutant something is found: {found_by}")
    drawn = module_mutants.draw(module_mutants.modules_of(kind), count, seed)
    for mutant in (each for each in drawn if words in each.name):
        yield mutant.name, module_mutants.found_by(mutant, kind.proofs)


def main() -> int:
    """Prove every mutant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="which mutants; all of them unless named")
    parser.add_argument("--count", type=int, default=60, help="mutants of each kind made by machine; 0 for all")
    parser.add_argument("--seed", default="mutants", help="which of them are drawn")
    parser.add_argument("-k", dest="words", default="", help="of those made by machine only mutants with these words")
    parser.add_argument("-v", dest="lists_all", action="store_true", help="list every mutant")
    asked = parser.parse_args()
    kinds: dict[str, Callable[[], Iterator[Result]]] = {"games": games, "rules": rules, "kernel": kernel}
    for name, kind in module_mutants.KINDS.items():
        count = None if name == "secrets" else asked.count or None
        kinds[name] = partial(made_by_machine, kind, count, asked.seed, asked.words)
    if set(asked.kinds) - kinds.keys():
        parser.error(f"kinds are {', '.join(kinds)}")
    too_many = [_print_kind(kind, kinds[kind](), asked.lists_all) for kind in asked.kinds or kinds]
    return int(any(too_many))


def _print_kind(kind: str, results: Iterator[Result], lists_all: bool) -> bool:
    """Whether too many were missed."""
    missed: list[str] = []
    equivalent: list[str] = []
    found: Counter[str] = Counter()
    for name, found_by in results:
        why = "" if found_by else why_equivalent(name)
        if why:
            equivalent.append(f"{name}: {why}")
        elif found_by:
            found[_means(found_by)] += 1
        else:
            missed.append(name)
        if lists_all:
            state = "caught" if found_by else "equivalent" if why else "MISSED"
            print(f"{state}  {name}: {(found_by or why).replace('_', ' ')}", flush=True)
    caught, count = found.total(), found.total() + len(missed)
    by = ", ".join(f"{number} by {means}" for means, number in found.most_common())
    print(f"{kind}: mutants caught {caught} of {count} ({caught / max(1, count):.0%}; {by})", flush=True)
    for title, names in (("missed", missed), ("equivalent", equivalent)):
        for name in names:
            print(f"  {title}: {name}")
    return len(missed) > MOST_MISSED * count


def _means(found_by: str) -> str:
    """Whether scenarios, promises or tests found a mutant out."""
    word = found_by.partition(" ")[0]
    if "scenarios" in found_by:
        return "scenarios"
    return word if word in NO_PROMISES else "promises"


if __name__ == "__main__":
    sys.exit(main())
