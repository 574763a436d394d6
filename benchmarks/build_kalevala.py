"""How long `pnp build kalevala` takes, against a bare ReportLab program painting the same faces.

    python benchmarks/build_kalevala.py [runs]

`yardsticks/bare_build.py` describes what is compared. Must: cold ÷ bare ≤ 1.5; stretch: ≤ 1.
"""

from __future__ import annotations

import sys

from yardsticks.bare_build import compare_builds

if __name__ == "__main__":
    compare_builds("kalevala", 1.5, 1.0, int(sys.argv[1]) if len(sys.argv) > 1 else 15)
