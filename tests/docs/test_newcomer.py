"""A new user's way from a spreadsheet to a playtest: every step works, each as a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from newcomer import steps, walk

from tests.guard import some


@pytest.mark.slow
def test_every_step_of_a_new_user_works(tmp_path: Path) -> None:
    outcomes = list(walk(tmp_path))
    assert [one for one in outcomes if one.fault] == []
    assert len(outcomes) == len(steps())


def test_no_step_looks_into_a_source_file() -> None:
    for step in some(steps()):
        assert step.command.split()[0] in ("new", "check", "look", "build", "export", "referee", "playtest", "prove")
        assert all(name == "cards.csv" or name.startswith("harbour/") for name in step.files)
