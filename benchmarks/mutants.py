"""How good the proof is: games, rules and kernels that are wrong in one place, and whether something finds them out.

    games       mutants of whole games, made by hand, held against the promises
    rules       the rules of the scaffolds, Four Piers and Cove, made by machine, held against their scenarios
    kernel      mutants of what the kernel hides, keeps books of and does with declarations, held against the promises
    secrets     all mutants of `kernel/secrets.py`, made by machine, held against the promises, then the kernel's tests
    suomi1918   so many mutants of its rules, made by machine, held against its scenarios, then the promises
    drumroll    the same

In: which of them (all unless named), `-v` lists every mutant, `--count 60` and `--seed mutants` draw those of a game.
Out: “mutants caught n of n”, those that nothing noticed, those that are equivalent and why, and exit code 1 when more
than one in twenty of the others were missed. A sample is another one whenever the rules change.

Run: python benchmarks/mutants.py [games] [rules] [kernel] [secrets] [suomi1918] [drumroll] [--count 60] [-v]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance import kernel_mutants, module_mutants, mutants, rule_mutants  # noqa: E402

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


def secrets() -> Iterator[Result]:
    """What the kernel hides."""
    for mutant in module_mutants.draw(["pnp.referee.kernel.secrets"]):
        found = module_mutants.found_by(mutant, "kernel") or module_mutants.found_by(
            mutant, module_mutants.KERNEL_TESTS
        )
        yield mutant.name, found


def sampled(slug: str, count: int, seed: str) -> Iterator[Result]:
    """The rules of a built-in game."""
    for mutant in module_mutants.draw(module_mutants.modules_of(slug, module_mutants.RULES[slug]), count, seed):
        yield mutant.name, module_mutants.found_by(mutant, slug)


def main() -> int:
    """Prove every mutant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="which mutants; all of them unless named")
    parser.add_argument("--count", type=int, default=60, help="mutants of a built-in game")
    parser.add_argument("--seed", default="mutants", help="which of them are drawn")
    parser.add_argument("-v", dest="lists_all", action="store_true", help="list every mutant")
    asked = parser.parse_args()
    kinds: dict[str, Callable[[], Iterator[Result]]] = {
        "games": games,
        "rules": rules,
        "kernel": kernel,
        "secrets": secrets,
    }
    kinds |= {slug: partial(sampled, slug, asked.count, asked.seed) for slug in module_mutants.RULES}
    if set(asked.kinds) - kinds.keys():
        parser.error(f"kinds are {', '.join(kinds)}")
    too_many = [_print_kind(kind, kinds[kind](), asked.lists_all) for kind in asked.kinds or kinds]
    return int(any(too_many))


def _print_kind(kind: str, results: Iterator[Result], lists_all: bool) -> bool:
    """Whether too many were missed."""
    missed, equivalent, count = [], [], 0
    for name, found_by in results:
        count += 1
        why = "" if found_by else module_mutants.why_equivalent(name)
        if why:
            equivalent.append(f"{name}: {why}")
        elif not found_by:
            missed.append(name)
        if lists_all:
            state = "caught" if found_by else "equivalent" if why else "MISSED"
            print(f"{state}  {name}: {(found_by or why).replace('_', ' ')}", flush=True)
    count -= len(equivalent)
    caught = count - len(missed)
    print(f"{kind}: mutants caught {caught} of {count} ({caught / max(1, count):.0%})", flush=True)
    for title, names in (("missed", missed), ("equivalent", equivalent)):
        for name in names:
            print(f"  {title}: {name}")
    return len(missed) > MOST_MISSED * count


if __name__ == "__main__":
    sys.exit(main())
