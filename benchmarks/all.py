"""Run every benchmark script here, one after the other. In: nothing. Out: what each prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run them all; the exit code is the number of scripts that failed."""
    failed = 0
    here = Path(__file__).parent
    for script in sorted(here.glob("*.py")):
        if script.name in ("all.py", "host_figures.py", "measuring.py", "__init__.py"):
            continue
        print(f"== {script.name}", flush=True)
        failed += subprocess.run([sys.executable, str(script)], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
