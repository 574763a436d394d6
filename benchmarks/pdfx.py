"""PDF/X of every game: requirements met, ink on the plates, size and time.

    python benchmarks/pdfx.py PROFILE.icc [game …] [--plates]

Builds each game for a press as PDF/X-4 and PDF/X-1a:2003, and its cards for DriveThruCards, and holds every file
against the requirements of docs/press.md (`tests/export/pdfx.py`). With --plates Ghostscript separates the first page
of each into plates, too, and stops at what it cannot read. The exit code is 1 when anything is wrong.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("PNP_CACHE_DIR", tempfile.mkdtemp(prefix="pnp-pdfx-"))

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, built_in_slugs, find_game
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import BuildResult, build_game
from pnp.export.order.order import PrintOrder
from pnp.export.services.print_service import build_for_service
from tests.export.pdfx import faults
from tests.export.plates import ghostscript_inks, most_ink

WAYS = (("x4", ""), ("x1a", ""), ("x1a", "drivethrucards"))


def main(words: list[str]) -> int:
    """Print a line a game and way; returns the exit code."""
    profile, *games = [word for word in words if not word.startswith("-")]
    met = of = 0
    found: list[str] = []
    for game in games or built_in_slugs():
        for norm, service in WAYS:
            with tempfile.TemporaryDirectory() as folder:
                order = PrintOrder(press=profile, pdfx=norm, service=service, fit=bool(service), folder=folder)
                began = process_time()
                try:
                    made = _build(game, order)
                except InputError as fault:
                    print(f"{game:11} {service or norm:15} {fault}")
                    continue
                took = process_time() - began
                limit = int(str(made.manifest.sheets["ink"]))
                checked = broken = size = files = 0
                inks: list[float] = []
                for file in made.manifest.files:
                    if file.kind != "pdf":
                        continue
                    data = (Path(made.folder) / file.file).read_bytes()
                    count, wrong = faults(data, norm, limit)
                    files, checked, size = files + 1, checked + count, size + len(data)
                    broken += len({fault.partition(":")[0] for fault in wrong})
                    found += [f"{game} {service or norm} {file.file}: {fault}" for fault in wrong[:3]]
                    if "--plates" in words:
                        # In larger pixels things that only touch lie on each other.
                        inks.append(most_ink(ghostscript_inks(data, dpi=100)) / 2.55)
                met, of = met + checked - broken, of + checked
                most = f"  plates ≤ {max(inks):3.0f} % (limit {limit})" if inks else ""
                print(
                    f"{game:11} {service or norm:15} {files:3} files  {checked - broken:4} of {checked:4} requirements"
                    f"  {size / 1e6:6.1f} MB  {took:5.1f} s of processor{most}",
                    flush=True,
                )
    print(f"{met} of {of}")
    print("\n".join(found))
    return bool(found)


def _build(game: str, order: PrintOrder) -> BuildResult:
    entry = find_game(game)
    make = build_for_service if order.service else build_game
    return make(entry, book_of(entry), order, BuildCache(workers=1))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
