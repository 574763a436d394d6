"""What the processors of a machine give just now: as many busy loops as are asked for, each in a process of its own.

    python benchmarks/yardsticks/busy_loops.py 2

No program that is shared among processors gains more than these loops do: processors may be halves of one core, or have
other work.
"""

from __future__ import annotations

import subprocess
import sys

LOOP = "for number in range(12_000_000): number * number % 7"

if __name__ == "__main__":
    loops = [subprocess.Popen([sys.executable, "-S", "-E", "-c", LOOP]) for _ in range(int(sys.argv[1]))]
    sys.exit(max(loop.wait(600) for loop in loops))
