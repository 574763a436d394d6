"""The piles: cards are put on them, shuffled into each other and drawn, and nobody sees which.

In: evidence, the assignment that explains it, what happened to a pile. Out: both after it. Invariant: the layers of the
evidence and of the assignment are in step, the top one of each pile first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pnp.referee.hidden.evidence import Assignment, Card, Evidence, Hand, Layer, Slot

Cards = Mapping[str, int] | Iterable[str]


def stack(
    evidence: Evidence, assignment: Assignment, layer: Layer, hidden: tuple[Card, ...], top: bool
) -> tuple[Evidence, Assignment]:
    """A layer goes under its pile, or on top of it."""
    layers, cards = evidence.layers, assignment.layers
    layers, cards = ((layer, *layers), (hidden, *cards)) if top else ((*layers, layer), (*cards, hidden))
    return replace(evidence, layers=layers), replace(assignment, layers=cards)


def merge_top(evidence: Evidence, assignment: Assignment, pile: str, n: int) -> tuple[Evidence, Assignment]:
    """The top n places of a pile become one layer; the same evidence when they are one already."""
    above: list[tuple[Layer, tuple[Card, ...]]] = []
    below: list[tuple[Layer, tuple[Card, ...]]] = []
    want = n
    for layer, cards in zip(evidence.layers, assignment.layers, strict=True):
        if layer.pile != pile or not want:
            below.append((layer, cards))
            continue
        size = min(want, layer.size)
        want -= size
        part, rest = _split(cards, size)
        above.append((replace(layer, size=size), part))
        if rest:
            below.append((replace(layer, size=layer.size - size), rest))
    if len(above) < 2:
        return evidence, assignment
    batches = tuple(sorted({batch for layer, _ in above for batch in layer.batches}))
    one = (Layer(pile, batches, n), sum_cards(card for _, cards in above for card in cards))
    pairs = [one, *below]
    layers = tuple(layer for layer, _ in pairs)
    return replace(evidence, layers=layers), replace(assignment, layers=tuple(cards for _, cards in pairs))


def draw(
    evidence: Evidence, assignment: Assignment, pile: str, n: int, hand: Hand, moment: int
) -> tuple[Evidence, Assignment]:
    """The top n cards of a pile, which has at least as many, go unseen into a hand."""
    slots, cards = list(evidence.slots), list(assignment.slots)
    layers, hidden = list(evidence.layers), list(assignment.layers)
    for _ in range(n):
        at = next(index for index, layer in enumerate(layers) if layer.pile == pile)
        top = layers[at]
        batch, kind, _ = likely = max(hidden[at], key=_copies)
        slots.append(Slot(hand, moment, top.batches))
        cards.append((batch, kind, 0))
        if top.size == 1:
            del layers[at], hidden[at]
        else:
            layers[at] = replace(top, size=top.size - 1)
            hidden[at] = _without_one(hidden[at], likely)
    return replace(evidence, slots=tuple(slots), layers=tuple(layers)), Assignment(tuple(cards), tuple(hidden))


def count_cards(cards: Cards) -> tuple[tuple[str, int], ...]:
    """The kinds of cards, each with how many there are."""
    counts: dict[str, int] = {}
    for kind, n in cards.items() if isinstance(cards, Mapping) else ((kind, 1) for kind in cards):
        counts[kind] = counts.get(kind, 0) + n
    return tuple(sorted((kind, n) for kind, n in counts.items() if n))


def sum_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of a layer, each batch and kind once."""
    counts: dict[tuple[int, str], int] = {}
    for batch, kind, n in cards:
        counts[batch, kind] = counts.get((batch, kind), 0) + n
    return tuple((batch, kind, n) for (batch, kind), n in counts.items())


def _copies(card: Card) -> int:
    return card[2]


def _without_one(cards: tuple[Card, ...], removed: Card) -> tuple[Card, ...]:
    batch, kind, n = removed
    return tuple(
        card if card is not removed else (batch, kind, n - 1) for card in cards if card is not removed or n > 1
    )


def _split(cards: tuple[Card, ...], n: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Any n of the cards, and the others."""
    some: list[Card] = []
    others: list[Card] = []
    for batch, kind, copies in cards:
        taken = min(n, copies)
        n -= taken
        some.append((batch, kind, taken))
        others.append((batch, kind, copies - taken))
    return tuple(card for card in some if card[2]), tuple(card for card in others if card[2])
