"""How good the promises are: mutants of four games, and which promise found each out.

In: nothing (`-v` lists all). Out: “mutants caught n of n”, and those that nothing noticed; exit code 1 then.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance.mutants import MUTANTS, caught_by  # noqa: E402


def main() -> int:
    """Prove every mutant."""
    missed = []
    for mutant in MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            promise = caught_by(mutant, Path(folder))
        if not promise:
            missed.append(mutant.name)
        if "-v" in sys.argv[1:]:
            print(
                f"{'caught' if promise else 'MISSED'}  {mutant.name}: {promise.replace('_', ' ') or 'no promise'}",
                flush=True,
            )
    print(f"mutants caught {len(MUTANTS) - len(missed)} of {len(MUTANTS)}")
    for name in missed:
        print(f"  missed: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
