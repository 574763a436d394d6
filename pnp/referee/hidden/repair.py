"""A quick repair: the solver's flow, begun where the last explanation stands and carried only where it has to change.

In: evidence with its last line, and the assignment that explained it before that line. Out: the assignment that the
whole flow of `solver` finds, card for card; or None: the batch of an exit is open, or there is no assignment, and
`solver` decides.

Most lines disturb one or two places: a card came to light that was thought elsewhere, a claim excludes what a slot was
thought to hold. From each such place a search goes to the nearest card that is free, along cards that change places;
nothing is built for all the others. Places and cards are tried in the solver's order, so that the explanation is the
same whoever finds it: a search over open batches that is cut short at a later line is then cut short all the same.

Invariant: what is returned explains all of the evidence, and is what the solver returns.
"""

from __future__ import annotations

from pnp.referee.hidden.evidence import Assignment, Evidence, Hand, index_of

Copy = tuple[int, str]
"""Copies out of sight: their batch and their kind."""
Token = Copy | int
"""A copy or, on a slot, an exit by its number."""


def repair(evidence: Evidence, near: Assignment) -> Assignment | None:
    """The assignment that explains the evidence, a few changes away from `near`; None when the solver has to look."""
    if any(len(exit_.batches) != 1 and exit_.kind for exit_ in evidence.exits):
        return None
    return _Repair(evidence, near).run()


class _Repair:
    """Places by number: first the slots, then the layers. A scratch value."""

    def __init__(self, evidence: Evidence, near: Assignment) -> None:
        self.evidence = evidence
        self.slots, self.exits = evidence.slots, evidence.exits
        self.claims = index_of(evidence.claims)
        self.cards = list(near.slots)
        self.layers: list[dict[Token, int]] = [{(batch, kind): n for batch, kind, n in layer} for layer in near.layers]
        self.free: dict[Token, int] = {}
        self.copies_of: dict[int, list[Copy]] = {}
        self.holders: dict[Token, list[int]] = {}
        self.exits_of: dict[Hand, list[int]] = {}

    def run(self) -> Assignment | None:
        """What may stay stays where it is near; each place that lacks a card then looks for one."""
        copies = self.count_copies()
        if any(n < 0 for n in copies.values()):
            return None
        for copy, n in copies.items():
            self.free[copy] = n
            self.copies_of.setdefault(copy[0], []).append(copy)
        if not all(map(self.fill, self.keep_in_slots() + self.keep_in_layers())):
            return None
        layers = (tuple((*copy, layer[copy]) for copy in copies if copy in layer) for layer in self.layers)
        return Assignment(tuple(self.cards), tuple(layers))

    def count_copies(self) -> dict[Copy, int]:
        """The copies that are still out of sight; the exits of each hand are sorted by the way."""
        copies = {(batch.id, kind): n for batch in self.evidence.batches for kind, n in batch.cards}
        for number, exit_ in enumerate(self.exits):
            self.exits_of.setdefault(exit_.hand, []).append(number)
            if exit_.kind:
                copy = (exit_.batches[0], exit_.kind)
                copies[copy] = copies.get(copy, 0) - 1
                if not copies[copy]:
                    del copies[copy]
        return copies

    def keep_in_slots(self) -> list[int]:
        """Leaves on the slots what may stay; those that lack a card then."""
        lacking: list[int] = []
        number_of = {exit_.at: number for number, exit_ in enumerate(self.exits)}
        self.free.update(dict.fromkeys(range(len(self.exits)), 1))
        claim = self.evidence.claims[-1] if self.evidence.claims else None  # the others held before this line
        for place, (batch, kind, at) in enumerate(self.cards):
            token: Token = number_of[at] if at else (batch, kind)
            barred = not at and claim is not None and kind in claim.kinds and claim.covers(self.slots[place])
            if barred or not self.free.get(token):
                lacking.append(place)
            else:
                self.free[token] -= 1
                self.holders.setdefault(token, []).append(place)
        return lacking

    def keep_in_layers(self) -> list[int]:
        """Leaves on the layers what may stay; those that lack cards then, for each card once."""
        lacking: list[int] = []
        for place, layer in enumerate(self.layers, len(self.slots)):
            for copy, n in tuple(layer.items()):
                left = min(n, self.free.get(copy, 0))
                if left:
                    self.free[copy] -= left
                    self.holders.setdefault(copy, []).append(place)
                if left < n:
                    lacking += [place] * (n - left)
                    layer[copy] = left
                    if not left:
                        del layer[copy]
        return lacking

    def fill(self, start: int) -> bool:
        """Finds a card for a place that lacks one, with the fewest exchanges; False when there is none."""
        came_from: dict[int, tuple[int, Token]] = {start: (start, 0)}
        seen: set[Token] = set()
        over: set[int] = set()
        queue, free, holders = [start], self.free, self.holders
        for place in queue:
            for token in self.accepted(place, over):
                if token in seen:
                    continue
                seen.add(token)
                if free[token]:
                    while place != start:
                        asking, given = came_from[place]
                        self.take(place, given)
                        self.give(place, token)
                        place, token = asking, given
                    self.give(start, token)
                    return True
                for holder in holders[token]:
                    if holder not in came_from:
                        came_from[holder] = (place, token)
                        queue.append(holder)
        return False

    def accepted(self, place: int, over: set[int]) -> list[Token]:
        """What a place may have now: copies out of sight and, where it is a slot, exits of its hand.

        `over` are batches all of whose copies were looked at, so that they need not be looked at again.
        """
        tokens: list[Token] = []
        if place >= len(self.slots):
            for batch in self.evidence.layers[place - len(self.slots)].batches:
                tokens += self.copies_of.get(batch, ())
                over.add(batch)
            return tokens
        slot = self.slots[place]
        claims = self.claims.covering(slot)
        for batch in slot.batches:
            if batch not in over:
                excluded = frozenset().union(*(claim.kinds for claim in claims))
                tokens += [copy for copy in self.copies_of.get(batch, ()) if copy[1] not in excluded]
        for number in self.exits_of.get(slot.hand, ()):
            exit_ = self.exits[number]
            if exit_.at <= slot.since or (exit_.kind and exit_.batches[0] not in slot.batches):
                continue
            if not any(claim.at < exit_.at and exit_.kind in claim.kinds for claim in claims):
                tokens.append(number)
        return tokens

    def take(self, place: int, token: Token) -> None:
        """A place gives a card of this kind away."""
        self.free[token] += 1
        if place >= len(self.slots):
            layer = self.layers[place - len(self.slots)]
            layer[token] -= 1
            if layer[token]:
                return
            del layer[token]
        self.holders[token].remove(place)

    def give(self, place: int, token: Token) -> None:
        """A place gets a free card."""
        self.free[token] -= 1
        holders = self.holders.setdefault(token, [])
        if place not in holders:
            holders.append(place)
        if place >= len(self.slots):
            layer = self.layers[place - len(self.slots)]
            layer[token] = layer.get(token, 0) + 1
        elif isinstance(token, int):
            exit_ = self.exits[token]
            self.cards[place] = (exit_.batches[0], exit_.kind, exit_.at) if exit_.kind else (0, "", exit_.at)
        else:
            self.cards[place] = (*token, 0)
