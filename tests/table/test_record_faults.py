"""Kills, torn ends, full disks, many writers: nothing is lost, doubled, phantom, or written by halves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("record_faults.py")
WRONG = re.compile(r"(\d+) (lost|doubled|phantom|partly written|stuck)")

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(sys.platform == "win32", reason="needs fork, signals and limits"),
]


def run(kills: int) -> list[str]:
    done = subprocess.run([sys.executable, str(SCRIPT), str(kills)], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) >= 5
    for line in lines:
        counts = WRONG.findall(line)
        assert len(counts) == 5 and all(number == "0" for number, _ in counts), line
    return lines


def test_a_record_survives_kills_torn_ends_full_disks_and_many_writers() -> None:
    lines = run(20)
    assert re.match(r"kill -9 +20 tried", lines[0]) and "inside a write" in lines[0]


@pytest.mark.slow
def test_a_record_survives_three_hundred_kills() -> None:
    assert re.match(r"kill -9 +300 tried", run(300)[0])


@pytest.mark.ci
@pytest.mark.parametrize(
    "fault, seen",
    [
        ("session.format_batch = lambda text, plies: text", "partial"),
        ("session.Session._is_other_when_torn = lambda self, entry: False", "phantom"),
    ],
)
def test_the_counts_see_a_record_without_marks(fault: str, seen: str) -> None:
    code = f"import record_faults as faults\nfrom pnp.table import session\n{fault}\n"
    code += "count = faults.torn_offsets()\nprint(count.partial, count.phantom)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SCRIPT.parent, capture_output=True, text=True, timeout=300, check=True
    )
    partial, phantom = map(int, done.stdout.split())
    assert (partial if seen == "partial" else phantom) > 0
