"""Cases that cost a fifth of a second and more, and differ from a cheaper one only in what a test goes over: the game,
its players, language, theme, paper, kind of table. They stand in dear_cases.txt and are left to CI.

In: the processor time of each test of a run, `pytest --cpu --dear`. Out: the list, written anew for what was run.
Invariant: of tests that are the same but for that, at least one is no dear case, so `make test` runs it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.cost.list_file import read_list, write_list

OPTION = "--dear"
FILE = Path(__file__).with_suffix(".txt")
DEAR = 0.2  # seconds
_HEAD = "Cases left to `make check`; written by `pytest --cpu --dear` (tests/cost/dear_cases.py)"

_GAMES = "kalevala|suomi1918|keko|keikalla|drumroll|sandbox|mygame|hands|effects|quay|cove|fourpiers|harbour"
_PRINT = "en|fi|colour|ink|accessible|a3|a4|letter|x1a|x4"
_TABLE = r"digital|physical|random|greedy|options?\d+|order\d+|\d+"
_VARIED = re.compile(rf"\b({_GAMES}|{_PRINT}|{_TABLE})\b")


def kin(name: str) -> str:
    """The name of a test without what its cases go over."""
    test, bracket, case = name.partition("[")
    return test + bracket + _VARIED.sub("*", case)


def families(names: Iterable[str]) -> Iterator[list[str]]:
    """Tests that are the same but for that."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        found[kin(name)].append(name)
    yield from found.values()


def choose(seconds: Mapping[str, float]) -> set[str]:
    """The dear cases of a run; the cheapest of a family never is one."""
    dear: set[str] = set()
    for family in families(seconds):
        _, *others = sorted(family, key=lambda name: (seconds[name], name))
        dear.update(name for name in others if seconds[name] >= DEAR)
    return dear


def left_out(names: Iterable[str], listed: frozenset[str]) -> set[str]:
    """The dear ones of these tests; none of a family of which all are listed, and nothing else would be run."""
    return {name for family in families(names) if not listed.issuperset(family) for name in listed.intersection(family)}


def listed() -> frozenset[str]:
    """The list."""
    return read_list(FILE)


def write_dear(seconds: Mapping[str, float], file: Path = FILE) -> None:
    """Write the list anew for the families that were run; the others stay as they are."""
    run = {kin(name) for name in seconds}
    kept = {name for name in listed() if kin(name) not in run}
    write_list(file, _HEAD, kept | choose(seconds))
