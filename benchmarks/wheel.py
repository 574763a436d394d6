"""How large the wheel is, and what in it is largest.

    python benchmarks/wheel.py

Must: at most 4 MB. It is built as `pip wheel` builds it, from this checkout.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).resolve().parents[1]
MUST = 4.0  # MB


def main() -> int:
    """Build, measure and print; returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="pnp-wheel-") as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", folder, str(HERE)]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        size = wheel.stat().st_size / 1e6
        parts: Counter[str] = Counter()
        with ZipFile(wheel) as packed:
            for entry in packed.infolist():
                parts["/".join(Path(entry.filename).parts[:2])] += entry.compress_size
    print(f"{wheel.name}: {size:.2f} MB (must: {MUST:g})")
    for name, many in parts.most_common(8):
        print(f"  {name:32}{many / 1e6:6.2f} MB")
    return int(size > MUST)


if __name__ == "__main__":
    sys.exit(main())
