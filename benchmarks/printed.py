"""What other programs find in the PDFs of the games: pages, leaves, pairs, fonts, smallest type, faults.

    python benchmarks/printed.py [game …] [--all]

All games as they are built by default; with --all in every language, theme and on both papers. Looks with qpdf and
pdfium (`tests/export/printed.py`); the exit code is 1 when anything is wrong.
"""

from __future__ import annotations

import os
import sys
import tempfile
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("PNP_CACHE_DIR", tempfile.mkdtemp(prefix="pnp-printed-"))

from pnp.catalog import built_in_slugs
from tests.export.printed import Tally, look_at

COLUMNS = ("files", "pages", "leaves", "blanks", "pairs", "faces", "fonts", "letters")


def main(words: list[str]) -> int:
    """Print a line a game; returns the exit code."""
    games = [word for word in words if not word.startswith("-")] or built_in_slugs()
    ways = product(("a4", "letter"), ("en", "fi", "en+fi"), ("colour", "ink", "accessible"))
    orders = (
        [dict(zip(("paper", "lang", "theme"), way, strict=True)) for way in ways]
        if "--all" in words
        else [dict[str, str]()]
    )
    print("".join((f"{'game':12}", *(f"{name:>9}" for name in COLUMNS), "   smallest type, in figures   faults")))
    every = Tally()
    for game in games:
        found = Tally()
        for order in orders:
            with tempfile.TemporaryDirectory() as folder:
                found.add(look_at(game, Path(folder), **order))
        _print_row(game, found)
        every.add(found)
    if len(games) > 1:
        _print_row("all", every)
    print("\n".join(every.faults))
    return bool(every.faults)


def _print_row(name: str, found: Tally) -> None:
    numbers = "".join(f"{getattr(found, column):9}" for column in COLUMNS)
    print(f"{name:12}{numbers} {found.smallest:10.1f} pt {found.smallest_figure:10.1f} pt {len(found.faults):10}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
