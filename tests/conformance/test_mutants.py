"""The promises catch every mutant; `benchmarks/mutants.py -v` shows which promise catches which."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.conformance.proof import BROKEN, prove, subject_of
from tests.conformance.mutants import MUTANTS, QUAY, SEEDS, Mutant, caught_by
from tests.conformance.world_mutants import WORLD_MUTANTS


def of(mutant: Mutant) -> object:
    """A mutant of a built-in game takes longer to prove; the worlds are larger games than the quay."""
    dear = [pytest.mark.slow] if mutant.hooks else [pytest.mark.ci] if mutant in WORLD_MUTANTS else []
    return pytest.param(mutant, id=mutant.name, marks=dear)


def test_the_game_they_are_made_from_keeps_every_promise() -> None:
    verdicts = list(prove(subject_of(find_game("quay", [QUAY]), SEEDS)))
    assert len(verdicts) > 40
    assert [verdict for verdict in verdicts if verdict.state == BROKEN] == []


@pytest.mark.parametrize("mutant", [of(mutant) for mutant in (*MUTANTS, *WORLD_MUTANTS)])
def test_a_mutant_is_found_out(mutant: Mutant, tmp_path: Path) -> None:
    assert caught_by(mutant, tmp_path), f"nothing notices that {mutant.what}"
