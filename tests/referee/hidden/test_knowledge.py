"""Knowledge against every deal: what the matching answers is what counting all distributions of the cards answers.

`Deals` is the other side of each comparison; at long tables, where nobody can count them, the cards themselves are.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee.hidden import knowledge as module
from pnp.referee.hidden import solver
from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
from tests.marks import examples
from tests.referee.hidden.deals import SEATS, Choices, Deals, assert_explained
from tests.referee.hidden.real_cards import Table


class Verdict:
    """Who stands accused, to those who follow every line."""

    def __init__(self) -> None:
        self.false: set[int] = set()
        self.doubtful: dict[int, set[int]] = {}
        self.doubted: set[int] = set()

    def update(self, learned: Learned) -> None:
        for claim in learned.cleared:
            del self.doubtful[claim.ply]
        for item in learned.accusations:
            self.doubtful.pop(item.claim.ply, None)
            if item.certain:
                self.false.add(item.claim.ply)
            else:
                self.doubtful[item.claim.ply] = {claim.ply for claim in item.suspects}
                self.doubted.add(item.claim.ply)


def compare(data: bytes, lines: int) -> Counter[str]:
    """Plays a random history on both sides and compares every answer after every line."""
    choices = Choices(data)
    kinds = "abcd"[: 2 + choices.below(3)]
    deck = [choices.among(kinds) for _ in range(3 + choices.below(6))]
    cut = choices.below(len(deck)) if choices.below(2) else 0
    layers = [tuple(part) for part in (deck[:cut], deck[cut:]) if part]
    knowledge, deals = Knowledge.start(*layers), Deals(layers)
    if len(deck) >= SEATS and choices.below(2):
        n = 1 + choices.below(len(deck) // SEATS)
        knowledge = knowledge.deal(range(SEATS), n)
        deals.deal(n)
    discard: list[str] = []
    happened: Counter[str] = Counter()
    verdict = Verdict()
    seats = 2 + choices.below(2)

    for ply in range(1, lines + 1):
        hand, verb = choices.below(seats), choices.below(16)
        learned: Learned | Impossible = Learned(knowledge)
        revealed: str | None = None
        if verb < 5 and knowledge.pile_size():
            n = 1 + choices.below(min(3, knowledge.pile_size()))
            knowledge = knowledge.draw(hand, n)
            banned = set(choices.some(kinds)) if choices.below(4) == 0 else set()
            for _ in range(n):
                deals.draw(hand, banned, ply)
            if banned:
                learned = knowledge.claim(hand, banned, ply, "R-02", drawn=True)
                knowledge = learned.knowledge
        elif verb < 9:
            held = sorted({kind for cards in deals.hands(hand, False) for kind in cards})
            revealed = choices.among(held) if held and choices.below(8) else choices.among(kinds)
            leaves = choices.below(4) > 0
            copies = 1 if leaves else 1 + choices.below(2)
            learned = knowledge.reveal(hand, revealed, ply) if leaves else knowledge.show(hand, revealed, ply, copies)
            assert isinstance(learned, Learned) == deals.show(hand, revealed, copies, leaves)
            if isinstance(learned, Impossible):
                happened["impossible"] += 1
            else:
                knowledge = learned.knowledge
                if leaves:
                    discard.append(revealed)
        elif verb < 13:
            banned = set(choices.some(kinds))
            impossible = all(not banned.isdisjoint(cards) for cards in deals.hands(hand, False))
            assert knowledge.must_hold(hand, banned, trusting=False) == impossible
            deals.claim(hand, banned, ply)
            learned = knowledge.claim(hand, banned, ply, "R-01")
            knowledge = learned.knowledge
            if knowledge.known(hand) and banned.intersection(knowledge.known(hand)):
                revealed = min(banned.intersection(knowledge.known(hand)))
        elif verb == 13 and discard:
            kind = discard.pop(choices.below(len(discard)))
            knowledge = knowledge.take(hand, kind)
            deals.take(hand, kind)
        elif verb == 14 and knowledge.pile_size() and choices.below(2):
            revealed = choices.among(kinds)
            learned = knowledge.turn_up(revealed, ply)
            assert isinstance(learned, Learned) == deals.turn_up(revealed)
            if isinstance(learned, Learned):
                knowledge = learned.knowledge
                discard.append(revealed)
        elif verb == 14:
            other = choices.below(seats)
            knowledge = knowledge.swap(hand, other)
            deals.swap(hand, other)
        elif discard:
            back, discard = tuple(discard), []
            if choices.below(2):
                top = bool(choices.below(2))
                knowledge = knowledge.lay(back, top=top)
                deals.lay(back, top)
            else:
                knowledge = knowledge.shuffle(back)
                deals.shuffle(back)

        false, against = deals.verdict()
        if isinstance(learned, Learned):
            assert all(item.found_at == ply and item.proved_by == revealed for item in learned.accusations)
            verdict.update(learned)
        assert (verdict.false, verdict.doubtful) == (false, against)
        happened["false claims"] = len(false)
        happened["in doubt"] += bool(against)
        happened["several doubts"] += len({frozenset({ply, *others}) for ply, others in against.items()}) > 1
        happened["proved later"] += len(verdict.doubted & false)
        happened["cleared"] += len(verdict.doubted - false - set(against))
        happened["open batches"] += any(len(exit_.batches) > 1 for exit_ in knowledge.evidence.exits)
        happened["lines"] += 1
        assert knowledge.settled == 0
        assert_explained(knowledge)
        banned = set(choices.some(kinds))
        for seat in range(seats):
            for trusting in (True, False):
                hands = deals.hands(seat, trusting)
                assert {len(cards) for cards in hands} == {knowledge.size(seat)}
                possible = {kind for cards in hands for kind in cards}
                assert knowledge.possible_kinds(seat, trusting=trusting) == possible
                certain = all(not banned.isdisjoint(cards) for cards in hands)
                assert knowledge.must_hold(seat, banned, trusting=trusting) == certain
                if not trusting:
                    assert knowledge.certain_kinds(seat) == set.intersection(*map(set, hands))
    return happened


HISTORY = st.binary(min_size=60, max_size=200)
RANDOM = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.ci
@settings(RANDOM, max_examples=examples(600))
@given(HISTORY)
def test_every_answer_is_that_of_all_deals(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "MAX_FLOWS", 10_000)
        compare(data, 10)


@pytest.mark.slow
@settings(RANDOM, max_examples=50_000)
@given(HISTORY)
def test_every_answer_is_that_of_all_deals_at_length(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "MAX_FLOWS", 10_000)
        compare(data, 18)


LONG = st.binary(min_size=300, max_size=900)


@pytest.mark.ci
@pytest.mark.parametrize("lying", [0, 4])
@pytest.mark.parametrize("limit", [2, 200])
@settings(RANDOM, max_examples=examples(30))
@given(LONG)
def test_the_truth_is_never_refused_or_accused(limit: int, lying: int, data: bytes) -> None:
    """Unseen exchanges included, and evidence settled all the time: `limit` 2, and searches of two flows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_OPEN", limit)
        patch.setattr(solver, "MAX_FLOWS", limit)
        table = Table(Choices(data), "abcdef", 14)
        for ply in range(1, 60):
            table.play(ply, lying)
            table.check()


@pytest.mark.parametrize(("kinds", "copies"), [(48, 1), (12, 4)])
def test_a_long_game_is_not_remembered_whole(kinds: int, copies: int) -> None:
    """What is kept of 1,500 lines is no more than of 500; single copies never need to be settled."""
    choices = Choices(bytes((31 * index * index + 7 * index) % 251 for index in range(20_000)))
    table = Table(choices, "a", 1)
    deck = [f"card-{index}" for index in range(kinds) for _ in range(copies)]
    table.pile = table.mixed(deck)
    table.knowledge = Knowledge.start(deck)
    for seat in range(SEATS):
        table.hands[seat], table.pile = table.pile[:4], table.pile[4:]
        table.knowledge = table.knowledge.draw(seat, 4)
    sizes = []
    for ply in range(1500):
        seat = ply % SEATS
        hand = table.hands[seat]
        if choices.below(3) == 0:
            others = [kind for kind in deck[:: 3 * copies] if kind not in hand]
            table.learn(table.knowledge.claim(seat, others, ply, "R-01"))
        kind = hand.pop(choices.below(4))
        table.discard.append(kind)
        table.learn(table.knowledge.reveal(seat, kind, ply))
        if not table.pile:
            table.knowledge = table.knowledge.lay(table.discard)
            table.pile, table.discard = table.mixed(table.discard), []
        hand.append(table.pile.pop(0))
        table.knowledge = table.knowledge.draw(seat)
        sizes.append(len(table.knowledge.evidence.slots) + len(table.knowledge.evidence.claims))
    assert not table.found
    assert max(sizes[500:]) <= 3 * max(sizes[:500])
    assert max(sizes) < 500
    assert copies > 1 or table.knowledge.settled == 0
