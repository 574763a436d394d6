"""The promises find out a kernel that hides too little or keeps wrong books: `benchmarks/mutants.py kernel`."""

from __future__ import annotations

import pytest

from tests.conformance.kernel_mutants import ALL, MUTANTS, promise_broken_by
from tests.guard import some


def test_every_mutant_changes_what_stands_there() -> None:
    assert len({mutant.what for mutant in ALL}) == len(ALL) > 50
    for mutant in some(ALL):
        compile(mutant.source(), mutant.module, "exec")


@pytest.mark.ci  # the games of tests/referee/kernel keep their promises in `make test`, too
def test_the_sound_kernel_keeps_every_promise() -> None:
    assert promise_broken_by(None) == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", MUTANTS)
def test_nearly_every_mutant_is_found_out(kind: str) -> None:
    missed = [mutant.what for mutant in MUTANTS[kind] if not promise_broken_by(mutant)]
    assert len(missed) <= 0.1 * len(MUTANTS[kind]), missed
