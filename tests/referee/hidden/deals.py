"""Every distribution of the cards, hand by hand and layer by layer, with the claims that each of them breaks.

`Deals` knows no slots, no batches, no moments and no known cards: it is what the matching is held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pnp.referee.hidden.knowledge import Knowledge

Kinds = tuple[str, ...]
# The layers of the pile, top first, and the hands: sorted kinds.
State = tuple[tuple[Kinds, ...], tuple[Kinds, ...]]

SEATS = 3


class Deals:
    """Every distribution that the lines allow, with the smallest sets of claims that it breaks."""

    def __init__(self, layers: Sequence[Kinds]) -> None:
        self.all: dict[State, set[frozenset[int]]] = {
            (tuple(tuple(sorted(layer)) for layer in layers), ((),) * SEATS): {frozenset()}
        }
        self.claims: set[int] = set()

    def step(
        self, successors: Callable[[State], Iterator[tuple[State, frozenset[int]]]]
    ) -> dict[State, set[frozenset[int]]]:
        """Each distribution goes each of its ways; of the broken sets that meet, the smaller ones stay."""
        after: dict[State, set[frozenset[int]]] = {}
        for state, broken in self.all.items():
            for new, more in successors(state):
                kept = after.setdefault(new, set())
                for old in broken:
                    bad = old | more
                    if not any(other <= bad for other in kept):
                        kept -= {other for other in kept if bad < other}
                        kept.add(bad)
        return after

    def draw(self, hand: int, banned: set[str], ply: int) -> None:
        """`banned`: it is claimed that the drawn card is none of these."""
        if banned:
            self.claims.add(ply)

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            (top, *rest), hands = state
            for kind in set(top):
                left = _without(top, kind)
                after = ((left, *rest) if left else tuple(rest)), _with(hands, hand, (*hands[hand], kind))
                yield after, frozenset({ply} if kind in banned else ())

        self.all = self.step(successors)

    def deal(self, n: int) -> None:
        """Of the top 3n cards each hand gets some n."""

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            above, want = list(layers), n * SEATS
            top: list[str] = []
            while want and len(above[0]) <= want:
                want -= len(above[0])
                top += above.pop(0)
            if not want:
                yield ((tuple(sorted(top)), *above), hands), frozenset()
                return
            for some in set(combinations(above[0], want)):
                rest = tuple((Counter(above[0]) - Counter(some)).elements())
                yield ((tuple(sorted([*top, *some])), rest, *above[1:]), hands), frozenset()

        self.all = self.step(successors)
        for hand in range(SEATS):
            for _ in range(n):
                self.draw(hand, set(), 0)

    def turn_up(self, kind: str) -> bool:
        """False, and nothing happens, when no distribution has it on top."""

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            (top, *rest), hands = state
            if kind in top:
                left = _without(top, kind)
                yield (((left, *rest) if left else tuple(rest)), hands), frozenset()

        after = self.step(successors)
        if after:
            self.all = after
        return bool(after)

    def lay(self, cards: Kinds, top: bool) -> None:
        layer = tuple(sorted(cards))

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (((layer, *layers) if top else (*layers, layer)), hands), frozenset()

        self.all = self.step(successors)

    def shuffle(self, cards: Kinds) -> None:
        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            one = tuple(sorted([*cards, *(kind for layer in layers for kind in layer)]))
            yield ((one,) if one else (), hands), frozenset()

        self.all = self.step(successors)

    def take(self, hand: int, kind: str) -> None:
        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield (state[0], _with(state[1], hand, (*state[1][hand], kind))), frozenset()

        self.all = self.step(successors)

    def swap(self, one: int, other: int) -> None:
        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            yield (layers, _with(_with(hands, one, hands[other]), other, hands[one])), frozenset()

        self.all = self.step(successors)

    def show(self, hand: int, kind: str, copies: int, leaves: bool) -> bool:
        """False, and nothing happens, when no distribution has it."""

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            layers, hands = state
            if hands[hand].count(kind) >= copies:
                left = _with(hands, hand, _without(hands[hand], kind)) if leaves else hands
                yield (layers, left), frozenset()

        after = self.step(successors)
        if after:
            self.all = after
        return bool(after)

    def claim(self, hand: int, kinds: set[str], ply: int) -> None:
        self.claims.add(ply)

        def successors(state: State) -> Iterator[tuple[State, frozenset[int]]]:
            yield state, frozenset() if kinds.isdisjoint(state[1][hand]) else frozenset({ply})

        self.all = self.step(successors)

    def broken(self) -> set[frozenset[int]]:
        """The smallest sets of claims that distributions break."""
        sets = {broken for broken_by in self.all.values() for broken in broken_by}
        return {one for one in sets if not any(other < one for other in sets)}

    def verdict(self) -> tuple[set[int], dict[int, set[int]]]:
        """The claims that are false in every distribution; and the suspects, each with whom it stands against.

        A suspect is false in some smallest set. It stands against another where it takes both being true, beside others
        that could be, to be impossible: in terms of sets, where they are in one smallest set that meets all others.
        """
        sets = self.broken()
        named = set().union(*sets)
        false = {ply for ply in named if all(ply in broken for broken in sets)}
        slim = [broken - false for broken in sets]
        against: dict[int, set[int]] = {ply: set() for ply in named - false}
        meeting: list[set[int]] = []
        for size in range(1, len(against) + 1):
            for some in map(set, combinations(sorted(against), size)):
                if all(some & broken for broken in slim) and not any(one <= some for one in meeting):
                    meeting.append(some)
        for together in meeting:
            for ply in together:
                against[ply] |= together - {ply}
        return false, against

    def hands(self, hand: int, trusting: bool) -> list[Kinds]:
        """The hands it may be; `trusting`: with all claims true that nobody has reason to doubt."""
        doubted = frozenset().union(*self.broken()) if trusting else frozenset()
        return [
            state[1][hand]
            for state, broken_by in self.all.items()
            if not trusting or any(broken <= doubted for broken in broken_by)
        ]


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
    """The assignment that a knowledge carries is one: every line is explained and no card is there twice."""
    evidence, assignment = knowledge.evidence, knowledge.explanation
    assert len(evidence.slots) == len(assignment.slots)
    assert len(evidence.layers) == len(assignment.layers)
    used: Counter[tuple[int, str]] = Counter()
    exits = {(exit_.at, exit_.kind, exit_.hand): exit_ for exit_ in evidence.exits if exit_.kind}
    doubted = {claim.at for claim in knowledge.suspects}
    left_unseen = Counter((exit_.hand, exit_.at) for exit_ in evidence.exits if not exit_.kind)
    for slot, (batch, kind, at) in zip(evidence.slots, assignment.slots, strict=True):
        if at and not kind:
            left_unseen[slot.hand, at] -= 1
            assert slot.since < at
            continue
        used[batch, kind] += 1
        assert batch in slot.batches
        if at:
            assert batch in exits.pop((at, kind, slot.hand)).batches
            assert slot.since < at
        for claim in evidence.claims:
            violated = claim.covers(slot) and kind in claim.kinds and (not at or claim.at < at)
            assert not violated or claim.at in doubted
    assert not exits
    assert not any(left_unseen.values())
    for layer, cards in zip(evidence.layers, assignment.layers, strict=True):
        assert layer.size == sum(n for _, _, n in cards)
        for batch, kind, n in cards:
            assert batch in layer.batches
            used[batch, kind] += n
    assert used == Counter({(batch.id, kind): n for batch in evidence.batches for kind, n in batch.cards})
