"""A quick repair: what one more line asks of an explanation, done by exchanging two cards at a time.

In: evidence with its last line, and the assignment that explained it before that line. Out: an assignment that explains
all of it, every claim included; or None, which proves nothing: then `solver` decides. Most lines need one exchange,
because the pile takes almost any card, so the whole flow is not built anew for them.

Invariant: an exchange keeps every copy in one place, and puts a card only where its batch and the claims allow it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.referee.hidden.evidence import Assignment, Card, ClaimIndex, Evidence, Exit

Copy = tuple[int, str]
"""A card out of sight: its batch and its kind."""


def repair(evidence: Evidence, near: Assignment) -> Assignment | None:
    """An assignment that explains the evidence, a few exchanges away from `near`; None when that is not enough."""
    return _Repair(evidence, near).run()


class _Repair:
    """Places by number: first the slots, then the layers."""

    def __init__(self, evidence: Evidence, near: Assignment) -> None:
        self.evidence = evidence
        self.cards: list[Card] = list(near.slots)
        self.layers = [{(batch, kind): n for batch, kind, n in layer} for layer in near.layers]
        self.batches = [slot.batches for slot in evidence.slots] + [layer.batches for layer in evidence.layers]
        claims = ClaimIndex(evidence.claims)
        covering = map(claims.covering, evidence.slots)
        self.excluded: list[frozenset[str]] = [
            frozenset().union(*(claim.kinds for claim in found)) if found else frozenset() for found in covering
        ] + [frozenset()] * len(evidence.layers)

    def run(self) -> Assignment | None:
        placed = {at for _, _, at in self.cards if at}
        new = [exit_ for exit_ in self.evidence.exits if exit_.at not in placed]
        if not all(map(self.bring_out, new)) or not all(map(self.clear, range(len(self.cards)))):
            return None
        layers = tuple(tuple((*copy, n) for copy, n in layer.items()) for layer in self.layers)
        return Assignment(tuple(self.cards), layers)

    def bring_out(self, exit_: Exit) -> bool:
        """A card comes to light out of a hand: a slot of that hand gets a copy of it from wherever it was thought."""
        slots = [
            place
            for place, slot in enumerate(self.evidence.slots)
            if slot.hand == exit_.hand and not self.cards[place][2] and exit_.kind not in self.excluded[place]
        ]
        ways = [
            (place, copy, holder)
            for copy in ((batch, exit_.kind) for batch in exit_.batches)
            for holder in self.holders(copy)
            for place in slots
            if self.accepts(place, copy) and (holder < len(self.cards) or self.accepts(holder, self.copy_in(place)))
        ]
        if not ways:
            return False
        # What the slot held may not fit where the copy was thought to be: `clear` finds another place for it.
        place, copy, holder = next((way for way in ways if self.accepts(way[2], self.copy_in(way[0]))), ways[0])
        self.exchange(place, copy, holder)
        self.cards[place] = (*copy, exit_.at)
        return True

    def clear(self, place: int) -> bool:
        """A slot that holds what it may not exchanges it with any place."""
        given = self.copy_in(place)
        if self.cards[place][2] or self.accepts(place, given):
            return True
        for holder, copy in self.copies():
            if self.accepts(place, copy) and self.accepts(holder, given):
                self.exchange(place, copy, holder)
                return True
        return False

    def copies(self) -> Iterator[tuple[int, Copy]]:
        """Where the unseen copies are thought to be, the piles first: they take any card of their batches."""
        for layer, held in enumerate(self.layers, len(self.cards)):
            yield from ((layer, copy) for copy in held)
        yield from ((place, (batch, kind)) for place, (batch, kind, at) in enumerate(self.cards) if not at)

    def holders(self, copy: Copy) -> Iterator[int]:
        """The places where this copy is thought to be."""
        return (place for place, held in self.copies() if held == copy)

    def copy_in(self, place: int) -> Copy:
        """What a slot is thought to hold."""
        return self.cards[place][:2]

    def accepts(self, place: int, copy: Copy) -> bool:
        """Whether a place may hold a copy now."""
        return copy[0] in self.batches[place] and copy[1] not in self.excluded[place]

    def exchange(self, place: int, copy: Copy, holder: int) -> None:
        """A slot gets a copy from another place, which gets what the slot held."""
        given = self.copy_in(place)
        self.cards[place] = (*copy, 0)
        if holder < len(self.cards):
            if holder != place:
                self.cards[holder] = (*given, 0)
            return
        layer = self.layers[holder - len(self.cards)]
        layer[given] = layer.get(given, 0) + 1
        layer[copy] -= 1
        if not layer[copy]:
            del layer[copy]
