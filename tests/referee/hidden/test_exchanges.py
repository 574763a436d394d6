"""All kinds that a hand may hold, found at once, are those that are found one by one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee.hidden.exchanges import exchangeable_kinds
from pnp.referee.hidden.knowledge import Knowledge, Learned
from tests.guard import some
from tests.marks import examples
from tests.referee.hidden.deals import SEATS, Choices
from tests.referee.hidden.real_cards import Table


def kinds_in(knowledge: Knowledge, hand: int) -> frozenset[str]:
    return exchangeable_kinds(knowledge.evidence, knowledge.explanation, hand)


def test_a_card_goes_round_where_no_two_can_change_places() -> None:
    """Ann denies a and may hold c, Ben denies c and may hold a: what Ann would give for c goes by way of the pile."""
    knowledge = Knowledge.start("abc").draw("ann").draw("ben")
    for hand, denied in (("ann", "a"), ("ben", "c")):
        learned = knowledge.claim(hand, denied, 1, "R-01")
        assert isinstance(learned, Learned)
        knowledge = learned.knowledge
    assert knowledge.possible_kinds("ann") == {"b", "c"}
    assert knowledge.possible_kinds("ben") == {"a", "b"}
    assert knowledge.possible_kinds("ann", trusting=False) == set("abc")


@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=examples(60))
@given(st.binary(min_size=200, max_size=600))
@pytest.mark.ci
def test_all_kinds_at_once_are_those_found_one_by_one(data: bytes) -> None:
    table = Table(Choices(data), "abcdefgh", 14)
    for ply in some(range(1, 40)):
        table.play(ply, 4)
        known = table.knowledge
        for hand in range(SEATS):
            for trusting in (True, False):
                one_by_one = {kind for kind in table.kinds if known.can_hold(hand, kind, trusting=trusting)}
                assert known.possible_kinds(hand, trusting=trusting) == one_by_one
                assert known.can_hold(hand, *sorted(one_by_one), trusting=trusting) == bool(one_by_one)
        if not known.doubts:
            assert all(kinds_in(known, hand) <= known.possible_kinds(hand) for hand in range(SEATS))
