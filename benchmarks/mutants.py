"""How good the properties are: games and kernels that are wrong in one place, and whether a property finds them.

    python benchmarks/mutants.py [games] [kernel] [-v]

`games`: whole games, their worlds and ratings; `kernel`: what the kernel hides, keeps books of and does with
declarations. Prints “mutants caught n of n” and the missed ones; `-v` lists every mutant with the property that found
it. Exit code 1 when more than one in twenty was missed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.conformance import kernel_mutants, mutants

MOST_MISSED = 0.05
Result = tuple[str, str]  # what was wrong, and the property that found it: "" for none


def games() -> Iterator[Result]:
    """Whole games."""
    for mutant in (*mutants.MUTANTS, *mutants.WORLD_MUTANTS):
        with tempfile.TemporaryDirectory() as folder:
            yield mutant.name, mutants.caught_by(mutant, Path(folder))


def kernel() -> Iterator[Result]:
    """The kernel."""
    for kind, wrong in kernel_mutants.MUTANTS.items():
        for mutant in wrong:
            yield f"{kind}: {mutant.what}", kernel_mutants.promise_broken_by(mutant)


def main() -> int:
    """Prove every mutant."""
    kinds = {"games": games, "kernel": kernel}
    asked = [word for word in sys.argv[1:] if word != "-v"] or list(kinds)
    if set(asked) - kinds.keys():
        raise SystemExit(f"expected {' or '.join(kinds)}, got {' '.join(asked)}")
    failed = False
    for kind in asked:
        results = []
        for name, found_by in kinds[kind]():
            results.append((name, found_by))
            if "-v" in sys.argv:
                print(f"{'caught' if found_by else 'MISSED'}  {name}: {found_by.replace('_', ' ')}", flush=True)
        missed = [name for name, found_by in results if not found_by]
        print(f"{kind}: mutants caught {len(results) - len(missed)} of {len(results)}", flush=True)
        print("".join(f"  missed: {name}\n" for name in missed), end="")
        failed |= len(missed) > MOST_MISSED * len(results)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
