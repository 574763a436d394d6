"""A quick repair explains what one exchange can explain, and says nothing where it cannot; the solver then decides."""

from __future__ import annotations

import pytest

from pnp.referee.hidden import contradiction, knowledge
from pnp.referee.hidden.evidence import Assignment, Batch, Claim, Evidence, Exit, Layer, Slot
from pnp.referee.hidden.knowledge import Knowledge, Learned
from pnp.referee.hidden.repair import repair
from tests.referee.hidden.deals import assert_explained

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


def test_what_a_claim_excludes_goes_to_the_pile() -> None:
    assert repair(evidence(claims=(denial(0, 2, "a"),)), NEAR) == Assignment(
        ((1, "c", 0), (1, "b", 0)), (((1, "a", 1),),)
    )


def test_an_exchange_breaks_no_other_claim() -> None:
    both = (denial(1, 2, "a", "c"), denial(0, 3, "a"))
    found = repair(evidence(claims=both), NEAR)
    assert found is not None and found.slots == ((1, "c", 0), (1, "b", 0))
    assert repair(evidence(claims=(denial(1, 2, "a", "c"), denial(0, 3, "a", "c"))), NEAR) is None


def test_a_card_that_its_hand_denied_before_is_left_to_the_solver() -> None:
    assert repair(evidence(exits=(Exit(0, 3, "c", (1,)),), claims=(denial(0, 2, "c"),)), NEAR) is None


def test_most_lines_of_a_long_table_ask_for_no_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a whole flow was built")

    monkeypatch.setattr(contradiction, "explain", refuse)
    monkeypatch.setattr(knowledge, "explain", refuse)
    known, kinds = Knowledge.start("abcdefghijklmnop").deal(range(3), 3), "abcdefghi"
    for ply, kind in enumerate(kinds, 1):
        learned = known.deny(ply % 3, kind, {kinds[ply % 9], "p"} - {kind}, ply, "R")
        assert isinstance(learned, Learned) and not learned.accusations
        known = learned.knowledge.draw(ply % 3) if learned.knowledge.pile_size() else learned.knowledge
        assert_explained(known)
        assert not known.must_hold(0, ("n",)) and known.can_hold((ply + 1) % 3, "o")
