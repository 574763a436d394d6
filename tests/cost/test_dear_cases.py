"""Cases are left to CI only where a cheaper one of the same test is run in their place."""

from __future__ import annotations

from pathlib import Path

from tests.cost.dear_cases import choose, left_out, listed, write_dear

SECONDS = {
    "a.py::test_rules[kalevala-2]": 0.1,
    "a.py::test_rules[keko-6]": 3.0,
    "a.py::test_rules[keko-2]": 0.15,
    "a.py::test_faults[a word]": 2.0,
    "a.py::test_faults[a number]": 3.0,
    "a.py::test_sheets[a4-en]": 2.0,
    "a.py::test_sheets[letter-fi]": 1.9,
}


def test_the_cheapest_of_cases_that_go_over_games_or_papers_is_run() -> None:
    assert choose(SECONDS) == {"a.py::test_rules[keko-6]", "a.py::test_sheets[a4-en]"}


def test_a_case_is_run_when_all_that_could_stand_for_it_are_dear_or_not_there() -> None:
    dear = frozenset(choose(SECONDS))
    assert left_out(SECONDS, dear) == dear
    assert left_out(["a.py::test_rules[keko-6]", "a.py::test_sheets[a4-en]"], dear) == set()


def test_what_was_not_measured_stays_in_the_list(tmp_path: Path) -> None:
    write_dear(SECONDS, tmp_path / "dear.txt")
    lines = (tmp_path / "dear.txt").read_text("utf-8").splitlines()[1:]
    assert set(lines) == listed() | choose(SECONDS) and lines == sorted(lines)
