"""What is known of the hidden cards, as values: the places there are, what came to light, what was claimed.

In: nothing; `knowledge` adds to the evidence line by line. Out: `Evidence`, and `Assignment`, one way to put the unseen
cards on its places.

A **batch** is a closed multiset of cards that went out of sight together: the opening deck, its low part, a discard
pile when it was shuffled. A **slot** is a place in a hand that was filled unseen, a **layer** the places of a draw pile
that share one hidden order. Each slot and layer names the batches its cards can come from: more than one only after
batches were shuffled into each other. An **exit** is a card of a hand that came to light: played, discarded, shown. A
slot holds one copy from one of its batches, and either the card is still there or one exit of its hand, later than its
draw, brought it to light. A **claim** is a constraint: it excludes its kinds from every slot of its hand that was held
when it was made.

Invariant: every copy in every batch is in exactly one slot or layer: nothing is lost, and there is no fifth copy of a
four-copy card.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from itertools import compress
from operator import attrgetter, eq
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

Hand = Hashable
Item = TypeVar("Item")
Card = tuple[int, str, int]
"""A card on a slot: batch, kind, and the moment of the exit that brought it to light (0: it is still there).
The card of an unseen exit is `(0, "", moment)`: it left for a place that also has slots."""


class Batch(Struct, frozen=True):
    """Cards that went out of sight together, less those of pruned lines; sorted by kind."""

    id: int
    cards: tuple[tuple[str, int], ...]

    def count(self, kind: str) -> int:
        """How many of a kind there are."""
        at = bisect_left(self.cards, (kind,))
        return self.cards[at][1] if at < len(self.cards) and self.cards[at][0] == kind else 0


class Slot(Struct, frozen=True):
    """A card that came into a hand unseen. `claims`: those that constrain it since an earlier stay in another hand."""

    hand: Hand
    since: int
    batches: tuple[int, ...]
    claims: tuple[int, ...] = ()


HAND_OF, KIND_OF, BATCHES_OF = attrgetter("hand"), attrgetter("kind"), attrgetter("batches")


def slots_in(hand: Hand, slots: Sequence[Slot]) -> list[int]:
    """The numbers of a hand's slots. It is asked several times a line, so it loops in C."""
    return [*compress(range(len(slots)), map(partial(eq, hand), map(HAND_OF, slots)))]


def of_hand(hand: Hand, items: Sequence[Item]) -> Sequence[Item]:
    """The slots, or exits, of a hand."""
    return [*compress(items, map(partial(eq, hand), map(HAND_OF, items)))]


class Layer(Struct, frozen=True):
    """The undrawn places of a pile that share one hidden order."""

    pile: str
    batches: tuple[int, ...]
    size: int


class Exit(Struct, frozen=True):
    """A card that came to light out of a hand; `batches` are those it can have come from. No kind: it left unseen."""

    hand: Hand
    at: int
    kind: str
    batches: tuple[int, ...]


class Claim(Struct, frozen=True):
    """A move implies: no card of these kinds is in this hand. `drawn`: it is only about the cards of that one draw."""

    by: Hand
    hand: Hand
    at: int
    ply: int
    rule: str
    kinds: frozenset[str]
    drawn: int = 0

    def covers(self, slot: Slot) -> bool:
        """True when the claim is about this slot, as far as the slot was still held."""
        if self.hand == slot.hand and slot.since < self.at and (not self.drawn or self.drawn == slot.since):
            return True
        return self.at in slot.claims


class ClaimIndex:
    """Which claims cover a slot. It is asked slot by slot, so claims are grouped by hand, and alike answers are one."""

    __slots__ = ("_are_drawn", "_by_hand", "_claims", "_moments", "_younger")

    def __init__(self, claims: tuple[Claim, ...]) -> None:
        self._claims = claims
        self._by_hand: dict[Hand, list[Claim]] = defaultdict(list)
        self._moments: dict[Hand, tuple[int, ...]] = {}
        self._younger: dict[tuple[Hand, int], list[Claim]] = {}
        self._are_drawn = False
        for claim in claims:
            self._by_hand[claim.hand].append(claim)
            if claim.drawn:
                self._are_drawn = True

    def covering(self, slot: Slot) -> list[Claim]:
        """The claims that cover this slot, in the order in which they were made."""
        if slot.claims or self._are_drawn:
            return self._chosen(slot)
        moments = self._moments.get(slot.hand)
        if moments is None:
            moments = self._moments[slot.hand] = moments_of(self._by_hand[slot.hand])
        key = (slot.hand, bisect_right(moments, slot.since))
        found = self._younger.get(key)
        if found is None:
            found = self._younger[key] = self._by_hand[slot.hand][key[1] :]
        return found

    def _chosen(self, slot: Slot) -> list[Claim]:
        """The same where claims are about one draw only, or came with the slot from another hand."""
        found = [claim for claim in self._by_hand[slot.hand] if claim.covers(slot)]
        if not slot.claims:
            return found
        brought = [claim for claim in self._claims if claim.at in slot.claims and claim.hand != slot.hand]
        return sorted([*found, *brought], key=_moment) if brought else found


_last: tuple[tuple[Claim, ...], ClaimIndex] = ((), ClaimIndex(()))


def index_of(claims: tuple[Claim, ...]) -> ClaimIndex:
    """The index of these claims. The last one is kept: one line is explained, pruned and repaired with the same."""
    global _last
    kept = _last
    if kept[0] is not claims:
        kept = _last = (claims, ClaimIndex(claims))
    return kept[1]


def moments_of(claims: Iterable[Claim]) -> tuple[int, ...]:
    """When claims were made: what names them."""
    return tuple(claim.at for claim in claims)


def _moment(claim: Claim) -> int:
    return claim.at


class Evidence(Struct, frozen=True):
    """All that is known of the hidden cards. Moments (`since`, `at`) count the lines of all hands together."""

    batches: tuple[Batch, ...] = ()
    layers: tuple[Layer, ...] = ()
    slots: tuple[Slot, ...] = ()
    exits: tuple[Exit, ...] = ()
    claims: tuple[Claim, ...] = ()

    def without(self, claims: frozenset[int]) -> Evidence:
        """The evidence without some of its claims, named by their moments."""
        return replace(self, claims=tuple(claim for claim in self.claims if claim.at not in claims)) if claims else self


class Assignment(Struct, frozen=True):
    """One explanation of the evidence: a card for each slot, and for each layer its cards as (batch, kind, count)."""

    slots: tuple[Card, ...] = ()
    layers: tuple[tuple[Card, ...], ...] = ()
