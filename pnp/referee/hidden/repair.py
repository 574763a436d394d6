"""A quick repair: the solver's flow, begun where the last explanation stands and carried only where it has to change.

In: evidence with its last line, and the assignment that explained it before that line. Out: the assignment that the
whole flow of `solver` finds, card for card; or None: the batch of an exit is open, or there is no assignment, and
`solver` decides.

Most lines disturb one or two places: a card came to light that was thought elsewhere, a claim excludes what a slot was
thought to hold. From each such place a search goes to the nearest card that is free, along cards that change places;
all others stay. Places and cards are tried in the solver's order, so that the explanation is the same whoever finds it:
a search over open batches that is cut short at a later line is then cut short all the same.

Invariant: what is returned explains all of the evidence, and is what the solver returns.
"""

from __future__ import annotations

from pnp.referee.hidden.evidence import BATCHES_OF, Assignment, Card, Evidence, Exit, Hand, Slot, index_of, slots_in


def repair(evidence: Evidence, near: Assignment) -> Assignment | None:
    """The assignment that explains the evidence, a few changes away from `near`; None when the solver has to look."""
    if any(len(batches) > 1 for batches in {*map(BATCHES_OF, evidence.exits)}):
        return None
    return _Repair(evidence, near).run()


def _token_of(exit_: Exit) -> Card:
    """What is on a slot whose card this was."""
    return (exit_.batches[0], exit_.kind, exit_.at) if exit_.kind else (0, "", exit_.at)


class _Repair:
    """Places by number: first the slots, then the layers. A scratch value.

    free: cards that lie nowhere, as slots hold them: copies out of sight, and exits · holders: where the others are
    """

    def __init__(self, evidence: Evidence, near: Assignment) -> None:
        self.evidence, self.slots, self.exits = evidence, evidence.slots, evidence.exits
        self.claims = index_of(evidence.claims)
        self.cards = list(near.slots)
        self.layers: list[dict[Card, int]] = [
            {(batch, kind, 0): n for batch, kind, n in layer} for layer in near.layers
        ]
        self.free: dict[Card, int] = {}
        self.holders: dict[Card, list[int]] = {}
        self.copies_of = {batch.id: [(batch.id, kind, 0) for kind, _ in batch.cards] for batch in evidence.batches}
        self.exits_of: dict[Hand, list[Exit]] = {}

    def run(self) -> Assignment | None:
        """What may stay stays where it is near; each place that lacks a card then looks for one."""
        for place, card in enumerate(self.cards):
            self.holders.setdefault(card, []).append(place)
        for place, layer in enumerate(self.layers, len(self.cards)):
            for card in layer:
                self.holders.setdefault(card, []).append(place)
        barred = self.bar()
        lacking = self.expose()
        if lacking is None or not all(map(self.fill, sorted(barred + lacking))):
            return None
        changed = (
            tuple(
                [
                    (card[0], card[1], layer[card])
                    for cards in self.copies_of.values()
                    for card in cards
                    if card in layer
                ]
            )
            for layer in self.layers
        )
        return Assignment(tuple(self.cards), tuple(changed))

    def bar(self) -> list[int]:
        """Take the cards that the last claim excludes; the places that lack one then. Older claims held before."""
        if not self.evidence.claims:
            return []
        claim, barred = self.evidence.claims[-1], []
        for place in slots_in(claim.hand, self.slots):
            card = self.cards[place]
            if not card[2] and card[1] in claim.kinds and claim.covers(self.slots[place]):
                barred.append(place)
                self.take(place, card)
        return barred

    def expose(self) -> list[int] | None:
        """Take the copies that came to light by now, the last ones first; None if one is not out of sight."""
        lacking = []
        for exit_ in self.exits:
            self.exits_of.setdefault(exit_.hand, []).append(exit_)
            token = _token_of(exit_)
            if token in self.holders:
                continue
            self.free[token] = 1
            if not exit_.kind:
                continue
            copy = (exit_.batches[0], exit_.kind, 0)
            if not self.free.get(copy):
                if not self.holders.get(copy):
                    return None
                place = self.holders[copy][-1]
                lacking.append(place)
                self.take(place, copy)
            self.free[copy] -= 1
        return lacking

    def fill(self, start: int) -> bool:
        """Find a card for a place that lacks one, with the fewest exchanges; False when there is none."""
        takers = self.takers()
        if start in takers:
            self.give(start, takers[start])
            return True
        came_from: dict[int, tuple[int, Card]] = {start: (start, (0, "", 0))}
        seen: set[Card] = set()
        over: set[int] = set()
        queue, free, holders = [start], self.free, self.holders
        for place in queue:
            for token in self.accepted(place, over):
                if token in seen:
                    continue
                seen.add(token)
                if free.get(token):
                    self.exchange(place, token, came_from)
                    return True
                for holder in holders.get(token, ()):
                    if holder not in came_from:
                        came_from[holder] = (place, token)
                        if holder in takers:
                            self.exchange(holder, takers[holder], came_from)
                            return True
                        queue.append(holder)
        return False

    def takers(self) -> dict[int, Card]:
        """Return the slots that may have the only free card, the last exit; none if other cards are free, too.

        The search ends at the first of these slots that it meets: it would ask it before any place that it meets later.
        """
        free = [token for token, n in self.free.items() if n]
        if len(free) != 1 or not free[0][2]:
            return {}
        (token,) = free
        exit_ = self.exits[-1]
        if exit_.at != token[2]:
            return {}
        return {place: token for place in slots_in(exit_.hand, self.slots) if self.accepts(self.slots[place], exit_)}

    def exchange(self, place: int, token: Card, came_from: dict[int, tuple[int, Card]]) -> None:
        """Give a free card to a place, its old one to the place that asked for it, and so on back to the first."""
        asking, given = came_from[place]
        while asking != place:
            self.take(place, given)
            self.give(place, token)
            place, token = asking, given
            asking, given = came_from[place]
        self.give(place, token)

    def accepted(self, place: int, over: set[int]) -> list[Card]:
        """What a place may have now: copies out of sight and, where it is a slot, exits of its hand.

        `over` are batches all of whose copies were looked at, so that they need not be looked at again.
        """
        tokens: list[Card] = []
        if place >= len(self.slots):
            for batch in self.evidence.layers[place - len(self.slots)].batches:
                if batch not in over:
                    tokens += self.copies_of.get(batch, ())
                    over.add(batch)
            return tokens
        slot = self.slots[place]
        claims = self.claims.covering(slot)
        for batch in slot.batches:
            if batch not in over:
                excluded = frozenset().union(*[claim.kinds for claim in claims])
                tokens += [copy for copy in self.copies_of.get(batch, ()) if copy[1] not in excluded]
        return tokens + [_token_of(exit_) for exit_ in self.exits_of.get(slot.hand, ()) if self.accepts(slot, exit_)]

    def accepts(self, slot: Slot, exit_: Exit) -> bool:
        """Whether an exit of its hand may have been of a slot's card."""
        if exit_.at <= slot.since or (exit_.kind and exit_.batches[0] not in slot.batches):
            return False
        return not any(claim.at < exit_.at and exit_.kind in claim.kinds for claim in self.claims.covering(slot))

    def take(self, place: int, token: Card) -> None:
        """A place gives a card of this kind away."""
        self.free[token] = self.free.get(token, 0) + 1
        if place >= len(self.slots):
            layer = self.layers[place - len(self.slots)]
            layer[token] -= 1
            if layer[token]:
                return
            del layer[token]
        self.holders[token].remove(place)

    def give(self, place: int, token: Card) -> None:
        """A place gets a free card."""
        self.free[token] -= 1
        holders = self.holders.setdefault(token, [])
        if place not in holders:
            holders.append(place)
        if place >= len(self.slots):
            layer = self.layers[place - len(self.slots)]
            layer[token] = layer.get(token, 0) + 1
        else:
            self.cards[place] = token
