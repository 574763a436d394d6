"""How long `pnp build drumroll` takes, against a bare ReportLab program painting the same faces.

    python benchmarks/build_drumroll.py [runs]

`yardsticks/bare_build.py` describes what is compared. Must: cold ÷ bare ≤ 3; stretch: ≤ 1.5.
"""

from __future__ import annotations

import sys

from yardsticks.bare_build import compare_builds

if __name__ == "__main__":
    compare_builds("drumroll", 3.0, 1.5, int(sys.argv[1]) if len(sys.argv) > 1 else 15)
