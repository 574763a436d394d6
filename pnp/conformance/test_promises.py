"""The promises every game keeps, under pytest: one test for each promise, game and number of seats.

`pytest --pyargs pnp.conformance` proves the games of the folder where it was started and those named with `--games`;
without any, the built-in ones. `-k mygame` or `-k retold` picks, `--pnp-seeds 20` plays more games. The promises stand
in `promises/`; `pnp prove` holds them without pytest.
"""

from __future__ import annotations

from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.conformance.case import Case, Subject
from pnp.conformance.plugin import game_folders
from pnp.conformance.promises import PROMISES, WHOLE, Promise, WholePromise
from pnp.conformance.proof import BROKEN, NOTHING, Verdict, hold, hold_whole, subject_of


def pytest_generate_tests(metafunc: Any) -> None:
    if "case" in metafunc.fixturenames:
        cases = [case for subject in _subjects(metafunc.config) for case in subject.cases]
        metafunc.parametrize("case", cases, ids=[case.name for case in cases], scope="module")
        metafunc.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
    if "subject" in metafunc.fixturenames:
        subjects = _subjects(metafunc.config)
        metafunc.parametrize("subject", subjects, ids=[subject.slug for subject in subjects], scope="module")
        metafunc.parametrize("promise", WHOLE, ids=[promise.__name__ for promise in WHOLE])
    if "faults" in metafunc.fixturenames:  # one for each game, so that `-k mygame` fails where mygame cannot be loaded
        _subjects(metafunc.config)
        faults = metafunc.config._pnp_faults
        metafunc.parametrize("faults", faults.values(), ids=faults)


def _subjects(config: Any) -> list[Subject]:
    known: list[Subject] | None = getattr(config, "_pnp_subjects", None)
    if known is None:
        from pnp.catalog import all_games

        known, config._pnp_faults = [], {}
        folders = game_folders(config)
        games = all_games(folders)
        for entry in [entry for entry in games if entry.origin == "folder"] if folders else games:
            config._pnp_faults[entry.slug] = ""
            try:
                known.append(subject_of(entry, config.getoption("--pnp-seeds")))
            except InputError as error:  # one game's faults are its own: the others are proven all the same
                config._pnp_faults[entry.slug] = "\n".join(map(str, error.report))
        config._pnp_subjects = known
    return known


def test_a_game_can_be_loaded(faults: str) -> None:
    assert not faults, f"the game cannot be loaded:\n{faults}"


def test_promise(case: Case, promise: Promise) -> None:
    _check(hold(promise, case))


def test_promise_of_the_whole_game(subject: Subject, promise: WholePromise) -> None:
    _check(hold_whole(promise, subject))


def _check(verdict: Verdict) -> None:
    if verdict.state == NOTHING:
        pytest.skip(verdict.words)
    assert verdict.state != BROKEN, f"{verdict.promise} of {verdict.case}: {verdict}"
