"""Knowledge against every deal: what the matching answers is what counting all distributions of the cards answers.

`Deals` is the other side of each comparison: it keeps all distributions, hand by hand and layer by layer, with the
claims that each of them breaks. It knows no slots, no lots, no moments and no known cards.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.referee import knowledge as module
from pnp.referee.knowledge import FalseClaim, Impossible, Knowledge, Learned

Kinds = tuple[str, ...]
State = tuple[tuple[Kinds, ...], tuple[Kinds, ...]]
"""The layers of the pile, top first, and the hands: sorted kinds."""

SEATS = 3


class Deals:
    """Every distribution that the lines allow, with the smallest sets of claims that it breaks."""

    def __init__(self, layers: Sequence[Kinds]) -> None:
        self.all: dict[State, set[frozenset[int]]] = {
            (tuple(tuple(sorted(layer)) for layer in layers), ((),) * SEATS): {frozenset()}
        }
        self.claims: set[int] = set()

    def step(self, ways: Callable[[State], Iterator[tuple[State, frozenset[int]]]]) -> dict[State, set[frozenset[int]]]:
        """Each distribution goes each of its ways; of the broken sets that meet, the smaller ones stay."""
        after: dict[State, set[frozenset[int]]] = {}
        for state, broken in self.all.items():
            for new, more in ways(state):
                kept = after.setdefault(new, set())
                for old in broken:
                    bad = old | more
                    if not any(other <= bad for other in kept):
                        kept -= {other for other in kept if bad < other}
                        kept.add(bad)
        return after

    def draw(self, hand: int) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            (top, *rest), hands = state
            for kind in set(top):
                left = _without(top, kind)
                yield (((left, *rest) if left else tuple(rest)), _with(hands, hand, (*hands[hand], kind))), frozenset()

        self.all = self.step(ways)

    def lay(self, cards: Kinds, top: bool) -> None:
        layer = tuple(sorted(cards))

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (((layer, *layers) if top else (*layers, layer)), hands), frozenset()

        self.all = self.step(ways)

    def shuffle(self, cards: Kinds) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            one = tuple(sorted([*cards, *(kind for layer in layers for kind in layer)]))
            yield ((one,) if one else (), hands), frozenset()

        self.all = self.step(ways)

    def take(self, hand: int, kind: str) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield (state[0], _with(state[1], hand, (*state[1][hand], kind))), frozenset()

        self.all = self.step(ways)

    def swap(self, one: int, other: int) -> None:
        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (layers, _with(_with(hands, one, hands[other]), other, hands[one])), frozenset()

        self.all = self.step(ways)

    def show(self, hand: int, kind: str, copies: int, leaves: bool) -> bool:
        """False, and nothing happens, when no distribution has it."""

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            if hands[hand].count(kind) >= copies:
                left = _with(hands, hand, _without(hands[hand], kind)) if leaves else hands
                yield (layers, left), frozenset()

        after = self.step(ways)
        if after:
            self.all = after
        return bool(after)

    def claim(self, hand: int, kinds: set[str], ply: int) -> None:
        self.claims.add(ply)

        def ways(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield state, frozenset() if kinds.isdisjoint(state[1][hand]) else frozenset({ply})

        self.all = self.step(ways)

    def blame(self) -> dict[int, bool]:
        """The claims to drop, smallest set first, then earliest; and of each whether nothing clears it. Drops them."""
        sets = [broken for broken_by in self.all.values() for broken in broken_by]
        culprits = min(sets, key=lambda broken: (len(broken), sorted(broken)))
        found = {ply: all(ply in broken for broken in sets) for ply in sorted(culprits)}
        self.all = self.step(lambda state: iter([(state, frozenset())]))
        for state, broken_by in self.all.items():
            slim = {broken - culprits for broken in broken_by}
            self.all[state] = {one for one in slim if not any(other < one for other in slim)}
        return found

    def hands(self, hand: int, trusting: bool) -> list[Kinds]:
        return [state[1][hand] for state, broken in self.all.items() if not trusting or frozenset() in broken]


def _without(kinds: Kinds, kind: str) -> Kinds:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def _with(hands: tuple[Kinds, ...], hand: int, kinds: Kinds) -> tuple[Kinds, ...]:
    return (*hands[:hand], tuple(sorted(kinds)), *hands[hand + 1 :])


class Choices:
    """A list of bytes as a source of choices, so that Hypothesis shortens a failing history from its end."""

    def __init__(self, data: bytes) -> None:
        self.data = iter(data)

    def below(self, n: int) -> int:
        return next(self.data, 0) % n

    def among(self, items: Sequence[str]) -> str:
        return items[self.below(len(items))]

    def some(self, items: Sequence[str]) -> list[str]:
        return [item for item in items if self.below(2)]


def assert_explained(knowledge: Knowledge) -> None:
    """The deal that a knowledge carries is one: every line is explained and no card is there twice."""
    story, deal = knowledge.story, knowledge.explanation
    assert len(story.slots) == len(deal.slots)
    assert len(story.layers) == len(deal.layers)
    used: Counter[tuple[int, str]] = Counter()
    exits = {(way.at, way.kind, way.hand): way for way in story.exits if way.kind}
    left_unseen = Counter((way.hand, way.at) for way in story.exits if not way.kind)
    for slot, (lot, kind, at) in zip(story.slots, deal.slots, strict=True):
        if at and not kind:
            left_unseen[slot.hand, at] -= 1
            assert slot.since < at
            continue
        used[lot, kind] += 1
        assert lot in slot.lots
        if at:
            assert lot in exits.pop((at, kind, slot.hand)).lots
            assert slot.since < at
        for claim in story.claims:
            assert not (claim.bars(slot) and kind in claim.kinds and (not at or claim.at < at))
    assert not exits
    assert not any(left_unseen.values())
    for layer, cards in zip(story.layers, deal.layers, strict=True):
        assert layer.size == sum(n for _, _, n in cards)
        for lot, kind, n in cards:
            assert lot in layer.lots
            used[lot, kind] += n
    assert used == Counter({(lot.id, kind): n for lot in story.lots for kind, n in lot.cards})


def compare(data: bytes, lines: int) -> Counter[str]:
    """Plays a random history on both sides and compares every answer after every line."""
    choices = Choices(data)
    kinds = "abcd"[: 2 + choices.below(3)]
    deck = [choices.among(kinds) for _ in range(3 + choices.below(6))]
    cut = choices.below(len(deck)) if choices.below(2) else 0
    layers = [tuple(part) for part in (deck[:cut], deck[cut:]) if part]
    knowledge, deals = Knowledge.start(*layers), Deals(layers)
    discard: list[str] = []
    happened: Counter[str] = Counter()
    seats = 2 + choices.below(2)

    for ply in range(1, lines + 1):
        hand, verb = choices.below(seats), choices.below(16)
        false_claims: tuple[FalseClaim, ...] = ()
        evidence: str | None = None
        if verb < 5 and knowledge.pile_size():
            n = 1 + choices.below(min(3, knowledge.pile_size()))
            knowledge = knowledge.draw(hand, n)
            for _ in range(n):
                deals.draw(hand)
        elif verb < 9:
            held = sorted({kind for cards in deals.hands(hand, False) for kind in cards})
            evidence = choices.among(held) if held and choices.below(8) else choices.among(kinds)
            leaves = choices.below(4) > 0
            copies = 1 if leaves else 1 + choices.below(2)
            learned = knowledge.reveal(hand, evidence, ply) if leaves else knowledge.show(hand, evidence, ply, copies)
            assert isinstance(learned, Learned) == deals.show(hand, evidence, copies, leaves)
            if isinstance(learned, Impossible):
                happened["impossible"] += 1
            else:
                knowledge, false_claims = learned.knowledge, learned.false_claims
                if leaves:
                    discard.append(evidence)
        elif verb < 13:
            banned = set(choices.some(kinds))
            impossible = all(not banned.isdisjoint(cards) for cards in deals.hands(hand, False))
            assert knowledge.must_hold(hand, banned, trusting=False) == impossible
            deals.claim(hand, banned, ply)
            learned = knowledge.claim(hand, banned, ply, "R-01")
            knowledge, false_claims = learned.knowledge, learned.false_claims
            if knowledge.known(hand) and banned.intersection(knowledge.known(hand)):
                evidence = min(banned.intersection(knowledge.known(hand)))
        elif verb == 13 and discard:
            kind = discard.pop(choices.below(len(discard)))
            knowledge = knowledge.take(hand, kind)
            deals.take(hand, kind)
        elif verb == 14 and choices.below(3) == 0:
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

        blamed = deals.blame()
        assert {fault.ply: fault.certain for fault in false_claims} == blamed
        assert all(fault.found_at == ply and fault.evidence == evidence for fault in false_claims)
        happened["false claims"] += len(blamed)
        happened["sets of several"] += len(blamed) > 1
        happened["uncertain"] += not all(blamed.values())
        happened["open lots"] += any(len(way.lots) > 1 for way in knowledge.story.exits)
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
    return happened


HISTORY = st.binary(min_size=60, max_size=200)
RANDOM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
