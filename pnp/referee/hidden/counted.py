"""A card comes to light where the counts alone decide: nobody has claimed anything, and all hidden cards are of one
batch. In: evidence, an assignment that explains it, a hand, a kind. Out: both without that card.

Invariant: this is what `repair` and `prune` find, without a search.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.referee.hidden.evidence import Assignment, Batch, Card, Evidence, Hand, slots_in


def is_counted(evidence: Evidence) -> bool:
    """Whether any hidden card may be in any hidden place."""
    return not evidence.claims and not evidence.exits and len(evidence.batches) == 1


def expose(evidence: Evidence, assignment: Assignment, hand: Hand, kind: str) -> tuple[Evidence, Assignment] | None:
    """Take a card of this kind out of a hand; None if the hand, or all hidden places, cannot have one."""
    (batch,) = evidence.batches
    counts, mine = dict(batch.cards), slots_in(hand, evidence.slots)
    if not mine or kind not in counts:
        return None
    cards, layers = list(assignment.slots), assignment.layers
    token: Card = (batch.id, kind, 0)
    came = next((place for place in mine if cards[place] == token), -1)
    if came < 0:
        # The last place that has one gets a card of the hand for it: the first by its kind, then by its place.
        order = {card: number for number, card in enumerate(counts)}
        came = min(mine, key=lambda place: order[cards[place][1]])
        layers = _exchanged(layers, kind, cards[came][1], order)
        if layers is assignment.layers:
            cards[_last(cards, token)] = cards[came]
    # The exit is of the oldest card of the hand, and the card that lay there is where the exit was thought to be.
    cards[came] = cards[mine[0]]
    del cards[mine[0]]
    slots = evidence.slots[: mine[0]] + evidence.slots[mine[0] + 1 :]
    counts[kind] -= 1
    if not counts[kind]:
        del counts[kind]
    batches = (Batch(batch.id, tuple(counts.items())),) if counts else ()
    return replace(evidence, batches=batches, slots=slots), Assignment(tuple(cards), layers)


def _last(cards: list[Card], token: Card) -> int:
    return len(cards) - 1 - cards[::-1].index(token)


def _exchanged(
    layers: tuple[tuple[Card, ...], ...], gone: str, come: str, order: dict[str, int]
) -> tuple[tuple[Card, ...], ...]:
    """The layers after the last of them that has one kind has another instead; the same if none has it."""
    for at in range(len(layers) - 1, -1, -1):
        held = {kind: n for _, kind, n in layers[at]}
        if gone in held:
            batch = layers[at][0][0]
            held[gone] -= 1
            held[come] = held.get(come, 0) + 1
            layer = tuple((batch, kind, held[kind]) for kind in order if held.get(kind))
            return (*layers[:at], layer, *layers[at + 1 :])
    return layers
