"""Tests that `make check` runs without counting which lines they run: counting doubles what a test costs, and other
tests run nearly all that these run. They stand in uncounted.txt, a test with all its cases.

In: the processor time of each test, and the lines it ran, `pytest --cov --cov-context=test --cpu --dear`. Out: the list
anew. Invariant: a test that is not listed is counted, and so is one that alone runs much for what it costs, or that
starts programs: what those run bears the name of no test.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any

from coverage import CoverageData

from tests.cost.list_file import read_list, write_list

FILE = Path(__file__).with_suffix(".txt")
DEAR = 0.5  # seconds, all cases together
WORTH = 5  # lines that no other test runs, for each second
_HEAD = "Tests that run uncounted; written by `pytest --cov --cov-context=test --cpu --dear` (tests/cost/uncounted.py)"


def whole_test(name: str) -> str:
    """The test of a case."""
    return name.partition("[")[0]


def choose(seconds: Mapping[str, float], ran: Mapping[str, Set[Any]]) -> list[str]:
    """Of the dear tests, the dearest first, those without which nearly all lines are run; `ran`: the lines of each."""
    runners = Counter(line for lines in ran.values() for line in lines)
    chosen = []
    for test in sorted(ran, key=lambda test: -seconds.get(test, 0.0)):
        took, lines = seconds.get(test, 0.0), ran[test]
        if took >= DEAR and sum(runners[line] == 1 for line in lines) <= WORTH * took:
            runners.subtract(lines)
            chosen.append(test)
    return sorted(chosen)


def lines_ran(data: CoverageData) -> dict[str, set[tuple[str, int]]]:
    """The lines that each test ran, by coverage's data; of fixtures, which always count, by no name."""
    ran: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
    for file in data.measured_files():
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                name, _, phase = context.rpartition("|")
                ran[whole_test(name) if phase == "run" else ""].add((file, line))
    return ran


def listed() -> frozenset[str]:
    """The list."""
    return read_list(FILE)


def write_uncounted(seconds: Mapping[str, float], data: CoverageData, starters: Set[str], file: Path = FILE) -> None:
    """Write the list anew for the tests that were run and counted; `starters` of programs never stand in it."""
    whole: defaultdict[str, float] = defaultdict(float)
    for name, took in seconds.items():
        whole[whole_test(name)] += took
    kept = listed() - whole.keys()
    chosen = choose({name: took for name, took in whole.items() if name not in starters}, lines_ran(data))
    write_list(file, _HEAD, kept.union(chosen))
