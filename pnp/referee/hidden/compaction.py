"""Keeping the evidence small: what can no longer matter goes, and evidence that grew too large is settled.

In: evidence and an assignment that explains it. Out: less evidence and the assignment that explains that.

Invariant of `prune`: whatever lines come later, and whichever claims then prove false, the smaller evidence gives the
same answers. Invariant of `settle`: whatever explains the full evidence explains the smaller one, so no move is refused
and no claim found false that would not have been before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from msgspec.structs import replace

from pnp.referee.hidden.evidence import (
    BATCHES_OF,
    Assignment,
    Batch,
    Card,
    Claim,
    ClaimIndex,
    Evidence,
    Exit,
    Hand,
    Layer,
    Slot,
    index_of,
    of_hand,
    slots_in,
)
from pnp.referee.hidden.solver import explain


def prune(evidence: Evidence, assignment: Assignment, hand: Hand = None) -> tuple[Evidence, Assignment]:
    """Drop what no later line can touch, whatever claims may turn out false.

    An exit is *determined* when it can only come from one batch: no other batch had a slot in that hand and a copy to
    spare. The slots of a hand that are filled from a batch are *used up* when as many exits of that hand are determined
    to come from that batch: these exits can only belong to these slots, in every explanation, with all claims or none.
    So no later exit and no later claim can be about them, and which claims contradict each other there was found out
    while they stood. Slots, exits and their copies go together. Batches that were shuffled into each other count as
    one. A hand that was mixed with another is used up to that moment in the same way: all its slots have left it.

    hand: the only one that had an exit, or a claim, since the evidence was pruned last; None for any
    """
    smaller, assignment = _prune(evidence, assignment, hand) if evidence.exits else (_drop_unused(evidence), assignment)
    # A batch that is out may have been all that kept an exit of another hand open.
    return prune(smaller, assignment) if len(smaller.batches) < len(evidence.batches) else (smaller, assignment)


def _prune(evidence: Evidence, assignment: Assignment, hand: Hand) -> tuple[Evidence, Assignment]:
    if any(len(batches) > 1 for batches in {*map(BATCHES_OF, evidence.exits)}):
        evidence, hand = replace(evidence, exits=_narrow_batches(evidence)), None
    before = evidence
    evidence, assignment = _match_to_oldest(evidence, assignment, hand)
    exits: Sequence[Exit] = evidence.exits
    slots: Sequence[Slot] = evidence.slots
    if hand is not None:
        exits, slots = of_hand(hand, exits), of_hand(hand, slots)
    family = _families(evidence.batches, [*evidence.slots, *evidence.layers])
    held: dict[tuple[Hand, int], int] = {}
    gone: dict[tuple[Hand, int], int] = {}
    mixed: dict[Hand, int] = {}
    for slot in slots:
        key = (slot.hand, family[slot.batches[0]] if slot.batches else 0)
        held[key] = held.get(key, 0) + 1
    for exit_ in exits:
        if not exit_.kind:
            mixed[exit_.hand] = exit_.at
        elif len(exit_.batches) == 1:
            key = (exit_.hand, family[exit_.batches[0]])
            gone[key] = gone.get(key, 0) + 1
    used_up = {key for key, n in gone.items() if held.get(key) == n}
    for exit_ in exits if mixed else ():
        # While the batch of an exit before the mixing is open, a later line may still be about that hand's old slots.
        if len(exit_.batches) > 1 and exit_.at < mixed.get(exit_.hand, 0):
            del mixed[exit_.hand]
    if not used_up and not mixed:
        return (evidence if hand is not None and evidence is before else _drop_unused(evidence)), assignment

    removed: dict[tuple[int, str], int] = {}
    remaining: list[Exit] = []
    for exit_ in evidence.exits:
        over = exit_.at <= mixed.get(exit_.hand, 0)
        if not over and not (len(exit_.batches) == 1 and (exit_.hand, family[exit_.batches[0]]) in used_up):
            remaining.append(exit_)
        elif exit_.kind:
            removed[exit_.batches[0], exit_.kind] = removed.get((exit_.batches[0], exit_.kind), 0) + 1
    stay = [
        slot.since >= mixed.get(slot.hand, 0) and (slot.hand, _family_of(slot, family)) not in used_up
        for slot in evidence.slots
    ]
    shorter = Evidence(
        _subtract(evidence.batches, removed),
        evidence.layers,
        tuple(compress(evidence.slots, stay)),
        tuple(remaining),
        evidence.claims,
    )
    # What went may have been all that kept another exit open, so it is looked at anew until nothing goes.
    cards = tuple(compress(assignment.slots, stay))
    return prune(_drop_unused(shorter), Assignment(cards, assignment.layers))


def _match_to_oldest(evidence: Evidence, assignment: Assignment, hand: Hand) -> tuple[Evidence, Assignment]:
    """Matches determined exits with the oldest slot where no explanation can be lost by it.

    That is when all slots that the exit can belong to have the same batches and are covered by the same claims,
    whichever of them may prove false, and no earlier exit can belong to those slots. If an explanation gives the exit
    to a younger slot, then the oldest one is held at that moment; exchange what becomes of the two from there on, and
    the younger one satisfies its claims, too. So where nobody claims and no batches compete, the evidence is never
    larger than the hands are.
    """
    blocked: set[tuple[Hand, int]] = set()
    matched: set[int] = set()
    slots, cards, claim_index = evidence.slots, list(assignment.slots), index_of(evidence.claims)
    places_of: dict[Hand, list[int]] = {}
    over: set[int] = set()
    for exit_ in evidence.exits if hand is None else of_hand(hand, evidence.exits):
        if not exit_.kind:
            blocked.update((exit_.hand, batch.id) for batch in evidence.batches)
            continue
        if len(exit_.batches) == 1:
            if (exit_.hand, exit_.batches[0]) in blocked:
                continue
            places = places_of.get(exit_.hand)
            if places is None:
                places = places_of[exit_.hand] = slots_in(exit_.hand, slots)
            batch, at = exit_.batches[0], exit_.at
            mine = [place for place in places if slots[place].since < at and batch in slots[place].batches]
            oldest = mine[0]  # slots stand in the order in which they were filled
            batches = slots[oldest].batches
            if (
                _are_covered_alike([slots[place] for place in mine], claim_index)
                and not any((exit_.hand, batch) in blocked for batch in batches)
                and len({slots[place].batches for place in mine}) == 1
            ):
                # Where the assignment gave the exit to a younger slot, that one takes over what the oldest held.
                younger = next(place for place in mine if cards[place][2] == exit_.at)
                cards[younger] = cards[oldest]
                places.remove(oldest)
                over.add(oldest)
                matched.add(exit_.at)
                continue
        blocked.update((exit_.hand, batch) for batch in exit_.batches)
    if not matched:
        return evidence, assignment
    removed: dict[tuple[int, str], int] = {}
    exits = []
    for exit_ in evidence.exits:
        if exit_.at not in matched:
            exits.append(exit_)
        else:
            removed[exit_.batches[0], exit_.kind] = removed.get((exit_.batches[0], exit_.kind), 0) + 1
    stay = [place not in over for place in range(len(slots))]
    left = tuple(compress(slots, stay))
    shorter = Evidence(_subtract(evidence.batches, removed), evidence.layers, left, tuple(exits), evidence.claims)
    return _drop_unused(shorter), Assignment(tuple(compress(cards, stay)), assignment.layers)


def _are_covered_alike(slots: Sequence[Slot], claim_index: ClaimIndex) -> bool:
    claims = claim_index.covering(slots[0])
    if claim_index.covering(slots[-1]) != claims:  # mostly: the oldest slot is covered by more than the youngest
        return False
    return all(claim_index.covering(slot) == claims for slot in slots)


def _narrow_batches(evidence: Evidence) -> tuple[Exit, ...]:
    """Removes the batches an exit cannot come from: its hand has no slot of them, or other exits use them up."""
    exits = evidence.exits
    while any(len(exit_.batches) > 1 for exit_ in exits):
        at_hand = {(slot.hand, batch) for slot in evidence.slots for batch in slot.batches}
        spare = {(batch.id, kind): n for batch in evidence.batches for kind, n in batch.cards}
        for exit_ in exits:
            if len(exit_.batches) == 1:
                spare[exit_.batches[0], exit_.kind] -= 1
        narrowed = tuple(
            replace(
                exit_,
                batches=tuple(
                    batch
                    for batch in exit_.batches
                    if spare.get((batch, exit_.kind)) and (exit_.hand, batch) in at_hand
                ),
            )
            if len(exit_.batches) > 1
            else exit_
            for exit_ in exits
        )
        if narrowed == exits:
            break
        exits = narrowed
    return exits


def _families(batches: Iterable[Batch], together: Iterable[Slot | Layer | Exit]) -> dict[int, int]:
    """For each batch the first of those it is connected to, directly or indirectly, by being named together."""
    family = {batch.id: batch.id for batch in batches}
    for names in {*map(BATCHES_OF, together)}:
        if len(names) > 1:
            first = min(family[batch] for batch in names)
            joined = {family[batch] for batch in names}
            for batch, old in family.items():
                if old in joined:
                    family[batch] = first
    return family


def _family_of(slot: Slot, family: dict[int, int]) -> int:
    """The family of a slot's batches; 0 when the last copies came to light after its card had left unseen."""
    return family[slot.batches[0]] if slot.batches else 0


def _merged(slot: Slot, family: dict[int, int]) -> tuple[int, ...]:
    """The batches of a slot when connected batches become one."""
    return (_family_of(slot, family),) if slot.batches else ()


def _drop_unused(evidence: Evidence) -> Evidence:
    """Drops batches whose cards are all out or that have no place left, and claims that cover no slot any more."""
    batches, layers, slots = evidence.batches, evidence.layers, evidence.slots
    if not all(batch.cards for batch in batches):
        full = {batch.id for batch in batches if batch.cards}
        layers = tuple(
            replace(layer, batches=tuple(batch for batch in layer.batches if batch in full)) for layer in layers
        )
        slots = tuple(replace(slot, batches=tuple(batch for batch in slot.batches if batch in full)) for slot in slots)
    places: list[Slot | Layer] = [*slots, *layers]
    named = set().union(*{*map(BATCHES_OF, places)})
    if len(named) < len(batches):
        batches = tuple(batch for batch in batches if batch.id in named)
    return Evidence(batches, layers, slots, evidence.exits, _claims_in_use(slots, evidence.claims))


def _claims_in_use(slots: Sequence[Slot], claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The claims that cover some slot."""
    if not claims:
        return claims
    oldest = {slot.hand: slot.since for slot in reversed(slots)}  # they stand in the order in which they were filled
    draws = {(slot.hand, slot.since) for slot in slots} if any(claim.drawn for claim in claims) else set()
    brought = {at for slot in slots if slot.claims for at in slot.claims}
    in_use = tuple(
        claim
        for claim in claims
        if claim.at in brought
        or ((claim.hand, claim.drawn) in draws if claim.drawn else claim.at > oldest.get(claim.hand, claim.at))
    )
    return in_use if len(in_use) < len(claims) else claims


def settle(evidence: Evidence, assignment: Assignment) -> tuple[Evidence, Assignment]:
    """Smaller evidence, without exits, that every explanation of the full evidence still fits.

    First, batches between which an exit is undecided become one: nothing is left to search. Claims that a slot brought
    from another hand or that are about one draw only are dropped, so that of two slots of a hand the younger is covered
    by fewer claims. Then each exit is matched for good with the oldest slot of its hand and batch that no claim
    excludes. That loses nothing while the claims stand: if an explanation gives the exit to a younger slot instead, the
    older one is held at that moment; exchange what becomes of the two from there on, and the younger one satisfies its
    claims, too. What is lost is which of these claims to drop should they turn out not all to be true: `knowledge` then
    drops them all.
    """
    family = _families(evidence.batches, [*evidence.slots, *evidence.layers, *evidence.exits])
    cards: dict[int, list[Card]] = {}
    for batch in evidence.batches:
        cards.setdefault(family[batch.id], []).extend((batch.id, kind, n) for kind, n in batch.cards)
    evidence, assignment = prune(
        Evidence(
            tuple(Batch(batch, _sum((kind, n) for _, kind, n in merged)) for batch, merged in cards.items()),
            tuple(replace(layer, batches=(family[layer.batches[0]],)) for layer in evidence.layers),
            tuple(replace(slot, batches=_merged(slot, family), claims=()) for slot in evidence.slots),
            tuple(
                replace(exit_, batches=(family[exit_.batches[0]],)) if exit_.kind else exit_ for exit_ in evidence.exits
            ),
            tuple(claim for claim in evidence.claims if not claim.drawn),
        ),
        Assignment(
            tuple((family[batch] if at == 0 or kind else 0, kind, at) for batch, kind, at in assignment.slots),
            tuple(tuple((family[batch], kind, n) for batch, kind, n in layer) for layer in assignment.layers),
        ),
    )
    held = sorted(range(len(evidence.slots)), key=lambda index: evidence.slots[index].since)
    removed: dict[tuple[int, str], int] = {}
    for exit_ in evidence.exits:
        # Oldest first (see above); some slot fits, because `assignment` explains the evidence.
        held.remove(next(index for index in held if _fits_slot(evidence, evidence.slots[index], exit_)))
        removed[exit_.batches[0], exit_.kind] = removed.get((exit_.batches[0], exit_.kind), 0) + 1
    held.sort()
    evidence = Evidence(
        _subtract(evidence.batches, removed),
        evidence.layers,
        tuple(evidence.slots[index] for index in held),
        (),
        evidence.claims,
    )
    settled = explain(evidence, Assignment(tuple(assignment.slots[index] for index in held), assignment.layers))
    assert isinstance(settled, Assignment), "matching the oldest slot keeps an explanation"
    return _drop_unused(evidence), settled


def _fits_slot(evidence: Evidence, slot: Slot, exit_: Exit) -> bool:
    if slot.hand != exit_.hand or slot.batches != exit_.batches or slot.since >= exit_.at:
        return False
    return not any(
        exit_.kind in claim.kinds and claim.at < exit_.at and claim.covers(slot) for claim in evidence.claims
    )


def _subtract(batches: Iterable[Batch], removed: dict[tuple[int, str], int]) -> tuple[Batch, ...]:
    """The batches without the cards that are gone."""
    names = {batch for batch, _ in removed}
    return tuple([_without(batch, removed) if batch.id in names else batch for batch in batches])


def _without(batch: Batch, removed: dict[tuple[int, str], int]) -> Batch:
    cards = dict(batch.cards)
    for (id, kind), n in removed.items():
        if id == batch.id:
            cards[kind] -= n
            if not cards[kind]:
                del cards[kind]
    return Batch(batch.id, tuple(cards.items()))


def _sum(cards: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: dict[str, int] = {}
    for kind, n in cards:
        total[kind] = total.get(kind, 0) + n
    return tuple(sorted(total.items()))
