"""The benchmarks that docs/performance.md names first run, and print the lines that it quotes."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.deadline import COMMAND

ROOT = Path(__file__).parents[2]
MISSING = [] if find_spec("typst") else [r"typst: not installed, left out; install it with: .* -m pip install typst"]
TIME, RATIO = r"\s+\d+(\.\d+)? ms", r"\s+\d+\.\d\d"
PRINT_SPEED = [
    "312 cards of 60 designs, A4",
    f"bare ReportLab forms{TIME}",
    f"pnp, nothing kept from before{TIME}.* MB.*{RATIO}",
    f"pnp, one card changed{TIME}.* MB.*{RATIO}",
    "60 pictures at 300 dpi",
    f"pnp, one card changed, one processor{TIME}",
    "20 cards, all different",
    rf"one processor ÷ all of them:{RATIO}, of busy loops{RATIO}",
    f"one card changed, process kept\n  pnp{TIME}",
]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["print_speed.py", "--quick"], [*PRINT_SPEED, *(MISSING or [f"pnp ÷ typst{RATIO}"])]),
        (["start.py", "--runs", "1"], ["referee move", f"one-command Typer{TIME}"]),
    ],
)
def test_a_benchmark_prints_its_lines(words: list[str], lines: list[str]) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / words[0]), *words[1:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=COMMAND)
    assert done.returncode == 0, done.stderr
    for line in lines:
        assert re.search(line, done.stdout), f"{line!r} is not in:\n{done.stdout}"


@pytest.mark.parametrize(("game", "most"), [("fourpiers", 2800), ("cove", 2800), ("nuotta", 4000), ("effects", 6500)])
def test_a_ply_of_a_declared_game_takes_at_most_so_many_bytecodes(game: str, most: int) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "bytecodes.py"), game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND, check=True)
    assert int(re.findall(r"(\d+) bytecodes a ply", done.stdout)[0]) <= most, done.stdout
