"""How fast decks become paper and pictures, against Typst (PyPI `typst`) and a bare ReportLab program.

    python benchmarks/print_speed.py [runs] [unique cards of the large deck]

Whole processes, one after the other in turns, medians; RSS is that of the largest process of a tree. The work: 312
poker cards of 60 designs (`yardsticks/common_work.py`); 60 pictures of 815 × 1110 pixels; a large deck. Needs the extra
`bench`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "yardsticks"))

from common_work import bare_data, font_folder, write_game, write_typst  # noqa: E402

TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ppi=300.0)"


def measured(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds and MB of a process, its largest child included."""
    probe = (
        "import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode; "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"
    )
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-S", "-E", "-c", probe, *command], env=environment, capture_output=True)
    seconds = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return seconds, float(done.stderr.split()[-1]) / 1024


def compare(title: str, programs: dict[str, list[str]], yardstick: str, runs: int, environment: dict[str, str]) -> None:
    """Run the programs in turns and print medians and ratios."""
    times: dict[str, list[float]] = {name: [] for name in programs}
    sizes: dict[str, float] = {}
    for number in range(runs + 1):
        for name, command in programs.items():
            if name.endswith("one changed"):
                _change(Path(environment["PNP_BENCH"]), number)
            seconds, size = measured(command, environment)
            if number or not runs:
                times[name].append(seconds)
            sizes[name] = max(size, sizes.get(name, 0))
    print(f"\n{title}")
    base = median(times[yardstick])
    for name, values in times.items():
        took = median(values)
        print(f"  {name:34} {took * 1000:8.0f} ms  {took / base:5.2f} × {yardstick}  {sizes[name]:5.0f} MB")


def _change(folder: Path, number: int) -> None:
    deck = folder / "common" / "cards" / "deck.yaml"
    lines = deck.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("    text:"))
    lines[at] = f'    text: {{rule: "changed {number} times"}}'
    deck.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    large = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as name:
        folder = Path(name)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PNP_CACHE_DIR": str(folder / "cache"), "PNP_BENCH": name, "PYTHONPATH": str(HERE.parent)}
        write_game(folder, 60, 312)
        data = folder / "faces.json"
        data.write_text(json.dumps(bare_data(folder)))
        fonts = str(font_folder(folder))
        pnp = [sys.executable, "-m", "pnp.ui.cli.main", "build", "common", "--games", name, "-o", str(folder / "out")]
        typst = [sys.executable, "-c", TYPST]
        sheets = [str(write_typst(folder, 60, 312)), str(folder / "typst.pdf"), fonts]
        compare(
            "312 cards, 60 designs, A4",
            {
                "typst": [*typst, *sheets],
                "bare ReportLab forms": [
                    sys.executable, str(HERE / "yardsticks" / "bare_reportlab.py"), str(data), str(folder / "bare.pdf")
                ],
                "pnp build": pnp,
                "pnp build, one changed": pnp,
            },
            "typst",
            runs,
            environment,
        )  # fmt: skip
        write_game(folder, 60, 60)
        pages = [str(write_typst(folder, 60, 60, True)), str(folder / "typst-{p}.png"), fonts]
        one = ["taskset", "-c", "0"]
        compare(
            "60 pictures at 300 dpi",
            {
                "typst": [*typst, *pages],
                "pnp build --png": [*pnp, "--png"],
                "pnp build --png, one processor": [*one, *pnp, "--png"],
            },
            "typst",
            max(runs // 2, 1),
            environment,
        )
        write_game(folder, large, large)
        sheets = [str(write_typst(folder, large, large)), str(folder / "large.pdf"), fonts]
        compare(f"{large:,} unique cards", {"typst": [*typst, *sheets], "pnp build": pnp}, "typst", 1, environment)


if __name__ == "__main__":
    main()
