"""The hands: what an assignment puts in them, what they may hold, and cards that leave one without being seen.

In: evidence, the assignment that explains it, a hand. Out: slots and cards; for an unseen choice both without the
hand's cards, and the slots and cards to put back where they go. Invariant: what is put back keeps only what is certain
for every card of the hand: the batches that any of them can come from, and the claims that cover all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import compress
from operator import countOf, eq

from msgspec.structs import replace

from pnp.referee.hidden.evidence import (
    BATCHES_OF,
    HAND_OF,
    KIND_OF,
    Assignment,
    Batch,
    Card,
    Claim,
    Evidence,
    Exit,
    Hand,
    Slot,
    of_hand,
    slots_in,
)
from pnp.referee.hidden.piles import count_cards


def assigned_in(evidence: Evidence, assignment: Assignment, hand: Hand) -> list[tuple[Slot, Card]]:
    """The slots of a hand, those that came to light among them, and what the assignment puts on each."""
    slots, cards = evidence.slots, assignment.slots
    return [(slots[place], cards[place]) for place in slots_in(hand, slots)]


def count_hidden(evidence: Evidence, hand: Hand) -> int:
    """How many cards of a hand are not known."""
    return countOf(map(HAND_OF, evidence.slots), hand) - countOf(map(HAND_OF, evidence.exits), hand)


def sources_of(evidence: Evidence, hand: Hand, kind: str) -> tuple[int, ...]:
    """The batches that a hidden card of this kind in this hand can come from, by their counts alone."""
    slots = of_hand(hand, evidence.slots)
    if len(slots) == countOf(map(HAND_OF, evidence.exits), hand):
        return ()
    here = set().union(*{*map(BATCHES_OF, slots)})
    spare = {batch.id: batch.count(kind) for batch in evidence.batches if batch.id in here}
    for exit_ in compress(evidence.exits, map(partial(eq, kind), map(KIND_OF, evidence.exits))):
        if len(exit_.batches) == 1 and exit_.batches[0] in spare:
            spare[exit_.batches[0]] -= 1
    return tuple(batch for batch, n in spare.items() if n)


def violates(evidence: Evidence, assignment: Assignment, claim: Claim) -> bool:
    """True when the assignment puts a card where this claim excludes it."""
    assigned = assigned_in(evidence, assignment, claim.hand)
    return any(kind in claim.kinds and not at and claim.covers(slot) for slot, (_, kind, at) in assigned)


def rename_hands(evidence: Evidence, owner: Mapping[Hand, Hand]) -> Evidence:
    """The same evidence of hands that have other owners; who made their claims stays."""
    return replace(
        evidence,
        slots=tuple(replace(slot, hand=owner.get(slot.hand, slot.hand)) for slot in evidence.slots),
        exits=tuple(replace(exit_, hand=owner.get(exit_.hand, exit_.hand)) for exit_ in evidence.exits),
        claims=tuple(replace(claim, hand=owner.get(claim.hand, claim.hand)) for claim in evidence.claims),
    )


def take_out(
    evidence: Evidence, assignment: Assignment, hand: Hand, known: tuple[str, ...], new_batch: int, moment: int
) -> tuple[Evidence, Assignment, list[Slot], list[Card]]:
    """All cards of a hand leave it; its known ones become the batch `new_batch`."""
    assigned = assigned_in(evidence, assignment, hand)
    batches = {batch for slot, _ in assigned for batch in slot.batches}
    claims = [claim for claim in evidence.claims if claim.kinds.isdisjoint(known)]
    shared = tuple(claim.at for claim in claims if assigned and all(claim.covers(slot) for slot, _ in assigned))
    cards = [(batch, kind, 0) for _, (batch, kind, at) in assigned if not at]
    left_unseen = (Exit(hand, moment, "", ()),) * len(cards)
    all_batches = evidence.batches
    if known:
        all_batches = (*all_batches, Batch(new_batch, count_cards(known)))
        batches.add(new_batch)
        cards += [(new_batch, kind, 0) for kind in known]
    left = tuple(
        (0, "", moment) if slot.hand == hand and not card[2] else card
        for slot, card in zip(evidence.slots, assignment.slots, strict=True)
    )
    slots = [Slot(hand, moment, tuple(sorted(batches)), shared)] * len(cards)
    return (
        replace(evidence, batches=all_batches, exits=evidence.exits + left_unseen),
        replace(assignment, slots=left),
        slots,
        cards,
    )


def put_back(
    evidence: Evidence, assignment: Assignment, slots: list[Slot], cards: list[Card]
) -> tuple[Evidence, Assignment]:
    """Cards that were taken out lie in these slots now."""
    return replace(evidence, slots=(*evidence.slots, *slots)), replace(assignment, slots=(*assignment.slots, *cards))
