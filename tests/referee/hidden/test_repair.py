"""A quick repair is the solver's flow, begun where the last explanation stands: the same answer, found sooner."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee.hidden import contradiction, knowledge
from pnp.referee.hidden.evidence import Assignment, Batch, Claim, Evidence, Exit, Layer, Slot
from pnp.referee.hidden.knowledge import Knowledge, Learned
from pnp.referee.hidden.repair import repair
from pnp.referee.hidden.solver import Conflict, explain
from tests.guard import some
from tests.marks import examples
from tests.referee.hidden.deals import Choices, assert_explained
from tests.referee.hidden.real_cards import Table

BATCH = Batch(1, (("a", 1), ("b", 1), ("c", 1)))


def evidence(*, exits: tuple[Exit, ...] = (), claims: tuple[Claim, ...] = ()) -> Evidence:
    """One card in each of two hands, one in the pile."""
    slots = (Slot(0, 1, (1,)), Slot(1, 1, (1,)))
    return Evidence((BATCH,), (Layer("draw", (1,), 1),), slots, exits, claims)


NEAR = Assignment(((1, "a", 0), (1, "b", 0)), (((1, "c", 1),),))


def denial(hand: int, at: int, *kinds: str) -> Claim:
    """A hand says that it holds none of these."""
    return Claim(hand, hand, at, at, "R", frozenset(kinds))


def test_a_card_that_comes_to_light_changes_places_with_the_one_that_was_thought_there() -> None:
    found = repair(evidence(exits=(Exit(0, 2, "c", (1,)),)), NEAR)
    assert found == Assignment(((1, "c", 2), (1, "b", 0)), (((1, "a", 1),),))


def test_what_a_claim_excludes_changes_places_with_the_nearest_card_that_may_be_there() -> None:
    found = repair(evidence(claims=(denial(0, 2, "a"),)), NEAR)
    assert found == Assignment(((1, "b", 0), (1, "a", 0)), (((1, "c", 1),),))


def test_an_exchange_breaks_no_other_claim() -> None:
    found = repair(evidence(claims=(denial(1, 2, "a", "c"), denial(0, 3, "a"))), NEAR)
    assert found is not None and found.slots == ((1, "c", 0), (1, "b", 0))


def test_a_card_goes_round_where_one_exchange_is_not_enough() -> None:
    found = repair(evidence(claims=(denial(1, 2, "c"), denial(0, 3, "a", "b"))), NEAR)
    assert found is not None and found.slots == ((1, "c", 0), (1, "b", 0))
    found = repair(evidence(exits=(Exit(0, 4, "b", (1,)),), claims=(denial(1, 3, "a"),)), NEAR)
    assert found == Assignment(((1, "b", 4), (1, "c", 0)), (((1, "a", 1),),))


def test_what_has_no_explanation_is_left_to_the_solver() -> None:
    assert repair(evidence(exits=(Exit(0, 3, "c", (1,)),), claims=(denial(0, 2, "c"),)), NEAR) is None
    assert repair(evidence(exits=(Exit(0, 2, "a", (1,)), Exit(1, 3, "a", (1,)))), NEAR) is None


def compared(happened: Counter[str], evidence: Evidence, near: Assignment) -> Assignment | None:
    """What a repair answers, held against the solver."""
    found = repair(evidence, near)
    if found is not None:
        assert explain(evidence, near) == found
        happened["repaired"] += 1
    elif all(len(exit_.batches) == 1 for exit_ in evidence.exits if exit_.kind):
        assert isinstance(explain(evidence, near), Conflict)
        happened["no explanation"] += 1
    else:
        happened["open"] += 1
    return found


def play(data: bytes, kinds: str, cards: int, lines: int) -> Counter[str]:
    """A table at which every repair is compared; what happened at it."""
    happened: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knowledge, "repair", lambda evidence, near: compared(happened, evidence, near))
        table = Table(Choices(data), kinds, cards)
        for ply in range(1, lines):
            table.play(ply, 4)
            table.check()
    return happened


@pytest.mark.ci
@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=examples(100))
@given(st.binary(min_size=300, max_size=900), st.sampled_from(["abcdef", "abcdefghijklmnopqrst"]))
def test_a_repair_is_what_the_solver_finds(data: bytes, kinds: str) -> None:
    play(data, kinds, 14, 60)


def test_a_random_table_is_repaired_refused_and_left_to_the_solver() -> None:
    happened: Counter[str] = Counter()
    for number in range(6):
        data = bytes((37 * at * at + 11 * at * number + number) % 251 for at in range(600))
        happened += play(data, "abcdefgh", 14, 50)
    assert happened["repaired"] > 20 and happened["no explanation"] and happened["open"], happened


def test_most_lines_of_a_long_table_ask_for_no_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a whole flow was built")

    monkeypatch.setattr(contradiction, "explain", refuse)
    monkeypatch.setattr(knowledge, "explain", refuse)
    known, kinds = Knowledge.start("abcdefghijklmnop").deal(range(3), 3), "abcdefghi"
    for ply, kind in some(enumerate(kinds, 1)):
        learned = known.deny(ply % 3, kind, {kinds[ply % 9], "p"} - {kind}, ply, "R")
        assert isinstance(learned, Learned) and not learned.accusations
        known = learned.knowledge.draw(ply % 3) if learned.knowledge.pile_size() else learned.knowledge
        assert_explained(known)
        assert not known.must_hold(0, ("n",)) and known.can_hold((ply + 1) % 3, "o")
