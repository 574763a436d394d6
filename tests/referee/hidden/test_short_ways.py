"""Short ways of the evidence give what the long ones give: counting where nobody claims, pruning one hand alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee.hidden import compaction, knowledge
from pnp.referee.hidden.evidence import Assignment, Evidence
from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
from tests.marks import examples
from tests.referee.hidden.deals import Choices
from tests.referee.hidden.real_cards import Table

KINDS = "aabcddefgh"


def step(known: Knowledge, choice: int, ply: int) -> Knowledge:
    """A card is drawn, laid face down, or comes to light, as a number says."""
    hand, kind, act = choice % 3, KINDS[choice // 3 % len(KINDS)], choice // 30
    if act == 0 and known.pile_size():
        return known.draw(hand)
    if act == 1 and known.known(hand):
        return known.take(hand, kind)
    learned = known.show(hand, kind, ply) if act == 2 else known.reveal(hand, kind, ply)
    return known if isinstance(learned, Impossible) else learned.knowledge


@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=examples(150))
@given(st.lists(st.integers(0, 179), max_size=40), st.integers(0, 2))
def test_counting_finds_what_a_search_finds(choices: list[int], dealt: int) -> None:
    """Card for card, so that no later answer depends on which of them looked."""
    known = Knowledge.start(KINDS).deal(range(3), dealt)
    for ply, choice in enumerate(choices, 1):
        counted = step(known, choice, ply)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(knowledge, "is_counted", lambda evidence: False)
            searched = step(known, choice, ply)
        assert counted == searched
        known = counted


def test_counting_is_what_a_table_without_claims_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr(knowledge, "repair", refuse)
    known = Knowledge.start(KINDS).deal(range(3), 3)
    for ply, kind in enumerate("aabcd", 1):
        learned = known.reveal(ply % 3, kind, ply)
        assert isinstance(learned, Learned)
        known = learned.knowledge


@pytest.mark.ci
@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=examples(60))
@given(st.binary(min_size=300, max_size=900), st.sampled_from(["abcdef", "abcdefghijklmnopqrst"]))
def test_pruning_the_hand_that_acted_is_pruning_all(data: bytes, kinds: str) -> None:
    def both(evidence: Evidence, assignment: Assignment, hand: Any = None) -> tuple[Evidence, Assignment]:
        found = compaction.prune(evidence, assignment, hand)
        assert found == compaction.prune(evidence, assignment)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knowledge, "prune", both)
        table = Table(Choices(data), kinds, 14)
        for ply in range(1, 60):
            table.play(ply, 4)
