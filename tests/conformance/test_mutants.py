"""The promises catch every mutant; `benchmarks/mutants.py -v` shows which promise catches which."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.conformance.proof import BROKEN, prove, subject_of
from tests.conformance.mutants import MUTANTS, QUAY, SEEDS, WORLD_MUTANTS, Mutant, caught_by


def of(mutant: Mutant) -> object:
    """Take the mutant as a case; one of a built-in game takes longer to prove."""
    is_slow = mutant.hooks and mutant not in WORLD_MUTANTS
    return pytest.param(mutant, id=mutant.name, marks=pytest.mark.slow if is_slow else pytest.mark.ci)


def test_the_game_they_are_made_from_keeps_every_promise() -> None:
    verdicts = list(prove(subject_of(find_game("quay", [QUAY]), SEEDS)))
    assert len(verdicts) > 40
    assert [verdict for verdict in verdicts if verdict.state == BROKEN] == []


@pytest.mark.parametrize("mutant", [of(mutant) for mutant in (*MUTANTS, *WORLD_MUTANTS)])
def test_a_mutant_is_found_out(mutant: Mutant, tmp_path: Path) -> None:
    assert caught_by(mutant, tmp_path), f"nothing notices that {mutant.what}"
