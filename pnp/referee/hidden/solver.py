"""The constraint solver: does some assignment of the unseen cards to the hidden places explain every line?

In: `Evidence`, all that is known of the hidden cards, and an `Assignment` that explained it before its last line. Out:
an assignment that explains all of it; or a `Conflict`, which claims stand in the way. `contradiction` names those that
may be false.

How it is decided. When it is known which batch each exit's card came from, this is a matching of places with exits and
with the copies still unseen, alike copies being one token: one augmenting path per line. That is so in every game of
single copies, and in every game until a second batch with the same kinds exists. Then the choice of batches is open,
and no matching decides it: even without any claim it contains the question whether a three-way table with given sums
exists (slots by hand and batch, exits by hand and kind, copies by batch and kind), which is NP-complete (Irving and
Jerrum 1994). So the open choices are searched by branch and bound: the bound is the same flow with only the sum over
the batches of a kind held fixed, and a branch is cut when that has no solution. A search that gets too long raises
`TooLong`.

Invariant: an `Assignment` that is returned explains every line that was not dropped, and a `Conflict` is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.referee.hidden.evidence import Assignment, Card, Evidence, Exit, Hand, index_of
from pnp.referee.hidden.matching import Network

MAX_FLOWS = 60
"""Flows that one search over open batches may try before it gives up."""


class TooLong(Exception):
    """A search over the open batches went past its bound. `knowledge` catches it and settles; it never gets further."""


class Conflict(Struct, frozen=True):
    """Proof that no assignment explains the evidence: one must drop at least one of these sets of claims whole."""

    sets: frozenset[frozenset[int]]


def explain(evidence: Evidence, near: Assignment, dropped: frozenset[int] = frozenset()) -> Assignment | Conflict:
    """An assignment that explains the evidence without the dropped claims, close to `near`; or why there is none.

    `near` is for the same slots and layers; those of its cards that no longer fit are assigned anew.
    """
    return _Search(evidence, near, dropped).run([exit_.batches for exit_ in evidence.exits])


class _Search:
    """Branch and bound over the batches of the exits. Without an open choice it is one flow."""

    def __init__(self, evidence: Evidence, near: Assignment, dropped: frozenset[int]) -> None:
        self.evidence = evidence
        self.near = near
        self.left = MAX_FLOWS
        self.copies = {(batch.id, kind): n for batch in evidence.batches for kind, n in batch.cards}
        claims = evidence.claims
        if dropped:
            claims = tuple(claim for claim in claims if claim.at not in dropped)
        claim_index = index_of(claims)
        self.claims = [claim_index.covering(slot) for slot in evidence.slots]
        batch_of = {at: batch for batch, _, at in near.slots if at}
        self.near_batches = [batch_of.get(exit_.at, 0) for exit_ in evidence.exits]
        self.exits_of: dict[Hand, list[int]] = {}
        for index, exit_ in enumerate(evidence.exits):
            self.exits_of.setdefault(exit_.hand, []).append(index)

    def run(self, batches: list[tuple[int, ...]], tried: bool = False) -> Assignment | Conflict:
        """`batches[i]` are the batches that exit i may still have come from on this branch.

        `tried`: with every other choice as in the assignment that is near, this branch was tried before.
        """
        found = self._flow(batches)
        if not isinstance(found, int):
            return found
        if not tried:
            # What was chosen before this line mostly explains this line, too: one flow instead of a search.
            near = [
                (batch,) if batch in choice else choice
                for batch, choice in zip(self.near_batches, batches, strict=True)
            ]
            lucky = self._flow(near)
            if isinstance(lucky, Assignment):
                return lucky
        sets: frozenset[frozenset[int]] = frozenset()
        as_near = self.near_batches[found]
        # The near assignment's own choice comes last: together with its other choices it has just failed.
        for batch in sorted(batches[found], key=lambda batch: batch == as_near):
            branch = self.run([*batches[:found], (batch,), *batches[found + 1 :]], batch == as_near)
            if isinstance(branch, Assignment):
                return branch
            sets |= branch.sets
        return Conflict(sets)

    def _flow(self, batches: list[tuple[int, ...]]) -> Assignment | Conflict | int:
        """An assignment, a proof that there is none, or an exit whose batch has to be chosen first."""
        if self.left == 0:
            raise TooLong
        self.left -= 1
        exits = self.evidence.exits
        decided: dict[tuple[int, str], int] = {}
        unseen: dict[str, int] = {}
        for (_, kind), n in self.copies.items():
            unseen[kind] = unseen.get(kind, 0) + n
        for exit_, choice in zip(exits, batches, strict=True):
            if exit_.kind:
                unseen[exit_.kind] = unseen.get(exit_.kind, 0) - 1
                if len(choice) == 1:
                    key = (choice[0], exit_.kind)
                    decided[key] = decided.get(key, 0) + 1
        spare = {key: n - decided.get(key, 0) for key, n in self.copies.items()}
        # More copies came to light than there are. No claim stands in the way, so dropping some would not help.
        if any(n < 0 for n in unseen.values()) or any(key not in spare or spare[key] < 0 for key in decided):
            return Conflict(frozenset())

        keys = [key for key in spare if spare[key]]
        pools = {kind: index for index, kind in enumerate(unseen, len(exits))}
        network = Network(
            demand=[1] * len(self.evidence.slots) + [layer.size for layer in self.evidence.layers],
            capacity=[1] * len(exits) + [spare[key] for key in keys],
            pool=[*range(len(exits)), *(pools[kind] for _, kind in keys)],
            pool_capacity=[1] * len(exits) + list(unseen.values()),
            accepts=_Edges(self, batches, keys),
        )
        self._assign_near(network, batches, keys)
        stuck = network.fill()
        if stuck is not None:
            return Conflict(frozenset(self._blocking_sets(*stuck, batches, keys)))
        return self._decide(network, batches, keys, spare)

    def blocking_claims(self, place: int, exit_: Exit, choice: tuple[int, ...]) -> frozenset[int] | None:
        """The claims that keep this exit from being this slot's; None when the order of events already rules it out."""
        slot = self.evidence.slots[place]
        if exit_.at <= slot.since or (
            exit_.kind and slot.batches != choice and not any(batch in choice for batch in slot.batches)
        ):
            return None
        return frozenset(c.at for c in self.claims[place] if c.at < exit_.at and exit_.kind in c.kinds)

    def _assign_near(self, network: Network, batches: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        exit_at = {exit_.at: index for index, exit_ in enumerate(self.evidence.exits)}
        token_of = {key: index for index, key in enumerate(keys, len(batches))}
        for place, (batch, kind, at) in enumerate(self.near.slots):
            if at:
                index = exit_at.get(at, -1)
                if (
                    index >= 0
                    and self.blocking_claims(place, self.evidence.exits[index], batches[index]) == frozenset()
                ):
                    network.assign(place, index)
            elif (batch, kind) in token_of and not any(kind in claim.kinds for claim in self.claims[place]):
                network.assign(place, token_of[batch, kind])
        for place, cards in enumerate(self.near.layers, len(self.evidence.slots)):
            for batch, kind, n in cards:
                if (batch, kind) in token_of:
                    network.assign(place, token_of[batch, kind], n)

    def _blocking_sets(
        self, places: set[int], seen: set[int], batches: list[tuple[int, ...]], keys: list[tuple[int, str]]
    ) -> Iterator[frozenset[int]]:
        """What blocks each way out of a stuck search: every explanation puts an unreached token on a reached place."""
        for place in places:
            if place >= len(self.evidence.slots):
                continue
            slot = self.evidence.slots[place]
            for index in self.exits_of.get(slot.hand, ()):
                if index not in seen:
                    blocking = self.blocking_claims(place, self.evidence.exits[index], batches[index])
                    if blocking:
                        yield blocking
            for token, (batch, kind) in enumerate(keys, len(batches)):
                if token not in seen and batch in slot.batches:
                    yield frozenset(claim.at for claim in self.claims[place] if kind in claim.kinds)

    def _decide(
        self,
        network: Network,
        batches: list[tuple[int, ...]],
        keys: list[tuple[int, str]],
        spare: dict[tuple[int, str], int],
    ) -> Assignment | int:
        """Reads the assignment off a full network, or returns an exit whose batch must be chosen."""
        exits, slots = self.evidence.exits, self.evidence.slots
        for key, used in zip(keys, network.used[len(exits) :], strict=True):
            spare[key] -= used
        cards: list[Card] = []
        for place, slot in enumerate(slots):
            (token,) = network.flow[place]
            if token >= len(exits):
                cards.append((*keys[token - len(exits)], 0))
                continue
            exit_ = exits[token]
            choice = batches[token]
            if not exit_.kind:
                cards.append((0, "", exit_.at))
            elif len(choice) == 1:
                cards.append((choice[0], exit_.kind, exit_.at))
            else:
                # The flow counted this kind over all batches together; now a copy of one of them must be left.
                batch = next(
                    (batch for batch in slot.batches if batch in choice and spare.get((batch, exit_.kind))), None
                )
                if batch is None:
                    return token
                spare[batch, exit_.kind] -= 1
                cards.append((batch, exit_.kind, exit_.at))
        layers = tuple(
            tuple((*keys[token - len(exits)], n) for token, n in sorted(held.items()))
            for held in network.flow[len(slots) :]
        )
        return Assignment(tuple(cards), layers)


class _Edges:
    """The tokens that a place accepts under the claims that stand, worked out when the flow first needs them."""

    def __init__(self, search: _Search, batches: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        self.search = search
        self.batches = batches
        self.by_batch: dict[int, list[tuple[str, int]]] = {}
        for token, (batch, kind) in enumerate(keys, len(batches)):
            self.by_batch.setdefault(batch, []).append((kind, token))
        self.known: dict[int, list[int]] = {}

    def __call__(self, place: int) -> Sequence[int]:
        tokens = self.known.get(place)
        if tokens is None:
            tokens = self.known[place] = self._tokens(place)
        return tokens

    def _tokens(self, place: int) -> list[int]:
        search, slots = self.search, self.search.evidence.slots
        if place >= len(slots):
            layer = search.evidence.layers[place - len(slots)]
            return [token for batch in layer.batches for _, token in self.by_batch.get(batch, ())]
        slot = slots[place]
        excluded = {kind for claim in search.claims[place] for kind in claim.kinds}
        tokens = [
            token for batch in slot.batches for kind, token in self.by_batch.get(batch, ()) if kind not in excluded
        ]
        for index in search.exits_of.get(slot.hand, ()):
            if search.blocking_claims(place, search.evidence.exits[index], self.batches[index]) == frozenset():
                tokens.append(index)
        return tokens
