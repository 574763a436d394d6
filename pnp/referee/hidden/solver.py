"""Explaining a table: is there a way to lay the unseen cards on the hidden places that explains all lines?

In: a `Evidence`, all that is known of the hidden cards, and a `Assignment` that explained it before its last line.
Out: a deal that explains all of it; or a `Conflict`, which claims stand in the way. `contradiction` names those who
may be wrong.

How it is decided. When it is known of which lot each exit's card is, this is a matching of places with exits and with
the copies still unseen, alike copies being one token: one augmenting path a line. That is so in every game of single
copies, and in every game until a second lot with the same kinds is about. Then the choice of lots is open, and no
matching decides it: even without any claim it contains the question whether a three-way table with given sums exists
(slots by hand and lot, exits by hand and kind, copies by lot and kind), which is NP-complete (Irving and Jerrum 1994).
So the open choices are searched, branch and bound: the bound is the same flow with only the sum over the lots of a kind
held fixed, and a branch is cut when that has no filling. A search that gets too long raises `TooLong`.

Invariant: a `Assignment` that is returned explains every line that was not dropped, and a `Conflict` is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.referee.hidden.evidence import Assignment, Bans, Card, Evidence, Exit, Hand
from pnp.referee.hidden.matching import Network

SEARCH = 60
"""Flows that one search over open lots may try before it gives up."""


class TooLong(Exception):
    """A search over the open lots went past its bound. `knowledge` catches it and settles; it never gets further."""


class Conflict(Struct, frozen=True):
    """Proof that no deal explains the story. Whoever wants one must drop at least one of these sets of claims whole."""

    sets: frozenset[frozenset[int]]


def explain(story: Evidence, near: Assignment, dropped: frozenset[int] = frozenset()) -> Assignment | Conflict:
    """A deal that explains the story without the dropped claims, as like `near` as comes easily; or why there is none.

    `near` lays cards on the same slots and layers; cards of it that no longer fit are laid anew.
    """
    return _Search(story, near, dropped).run([way.lots for way in story.exits])


class _Search:
    """Branch and bound over the lots of the exits. Without an open choice it is one flow."""

    def __init__(self, story: Evidence, near: Assignment, dropped: frozenset[int]) -> None:
        self.story = story
        self.near = near
        self.left = SEARCH
        self.copies = {(lot.id, kind): n for lot in story.lots for kind, n in lot.cards}
        bans = Bans(claim for claim in story.claims if claim.at not in dropped)
        self.claims = [bans.on(slot) for slot in story.slots]
        lot_of = {at: lot for lot, _, at in near.slots if at}
        self.near_lots = [lot_of.get(way.at, 0) for way in story.exits]
        self.exits_of: dict[Hand, list[int]] = {}
        for index, way in enumerate(story.exits):
            self.exits_of.setdefault(way.hand, []).append(index)

    def run(self, lots: list[tuple[int, ...]], tried: bool = False) -> Assignment | Conflict:
        """`lots[i]` are the lots that exit i may still have come from on this branch.

        `tried`: with every other choice as in the deal that is near, this branch was tried before.
        """
        found = self._flow(lots)
        if not isinstance(found, int):
            return found
        if not tried:
            # The choices of the deal before this line mostly explain this line, too: one flow instead of a search.
            near = [(lot,) if lot in choice else choice for lot, choice in zip(self.near_lots, lots, strict=True)]
            lucky = self._flow(near)
            if isinstance(lucky, Assignment):
                return lucky
        sets: frozenset[frozenset[int]] = frozenset()
        as_near = self.near_lots[found]
        # The near deal's own choice comes last: together with its other choices it has just failed.
        for lot in sorted(lots[found], key=lambda lot: lot == as_near):
            branch = self.run([*lots[:found], (lot,), *lots[found + 1 :]], lot == as_near)
            if isinstance(branch, Assignment):
                return branch
            sets |= branch.sets
        return Conflict(sets)

    def _flow(self, lots: list[tuple[int, ...]]) -> Assignment | Conflict | int:
        """A deal, a proof that there is none, or an exit whose lot has to be chosen first."""
        if self.left == 0:
            raise TooLong
        self.left -= 1
        exits = self.story.exits
        decided: dict[tuple[int, str], int] = {}
        unseen: dict[str, int] = {}
        for (_, kind), n in self.copies.items():
            unseen[kind] = unseen.get(kind, 0) + n
        for way, choice in zip(exits, lots, strict=True):
            if way.kind:
                unseen[way.kind] = unseen.get(way.kind, 0) - 1
                if len(choice) == 1:
                    key = (choice[0], way.kind)
                    decided[key] = decided.get(key, 0) + 1
        spare = {key: n - decided.get(key, 0) for key, n in self.copies.items()}
        # More copies came to light than there are. No claim stands in the way, so dropping some would not help.
        if any(n < 0 for n in unseen.values()) or any(key not in spare or spare[key] < 0 for key in decided):
            return Conflict(frozenset())

        keys = [key for key in spare if spare[key]]
        pools = {kind: index for index, kind in enumerate(unseen, len(exits))}
        network = Network(
            want=[1] * len(self.story.slots) + [layer.size for layer in self.story.layers],
            limit=[1] * len(exits) + [spare[key] for key in keys],
            pool=[*range(len(exits)), *(pools[kind] for _, kind in keys)],
            pool_limit=[1] * len(exits) + list(unseen.values()),
            takes=_Edges(self, lots, keys),
        )
        self._lay_near(network, lots, keys)
        stuck = network.fill()
        if stuck is not None:
            return Conflict(frozenset(self._barred(*stuck, lots, keys)))
        return self._decide(network, lots, keys, spare)

    def fits(self, place: int, way: Exit, choice: tuple[int, ...]) -> frozenset[int] | None:
        """The claims that keep this exit from being this slot's; None when not even the order of events allows it."""
        slot = self.story.slots[place]
        if way.at <= slot.since or (way.kind and slot.lots != choice and not any(lot in choice for lot in slot.lots)):
            return None
        return frozenset(c.at for c in self.claims[place] if c.at < way.at and way.kind in c.kinds)

    def _lay_near(self, network: Network, lots: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        exit_at = {way.at: index for index, way in enumerate(self.story.exits)}
        token_of = {key: index for index, key in enumerate(keys, len(lots))}
        for place, (lot, kind, at) in enumerate(self.near.slots):
            if at:
                index = exit_at.get(at, -1)
                if index >= 0 and self.fits(place, self.story.exits[index], lots[index]) == frozenset():
                    network.lay(place, index)
            elif (lot, kind) in token_of and not any(kind in claim.kinds for claim in self.claims[place]):
                network.lay(place, token_of[lot, kind])
        for place, cards in enumerate(self.near.layers, len(self.story.slots)):
            for lot, kind, n in cards:
                if (lot, kind) in token_of:
                    network.lay(place, token_of[lot, kind], n)

    def _barred(
        self, places: set[int], seen: set[int], lots: list[tuple[int, ...]], keys: list[tuple[int, str]]
    ) -> Iterator[frozenset[int]]:
        """The ways out of a stuck search: any explanation lays a token it did not see on a place that it did."""
        for place in places:
            if place >= len(self.story.slots):
                continue
            slot = self.story.slots[place]
            for index in self.exits_of.get(slot.hand, ()):
                if index not in seen:
                    barring = self.fits(place, self.story.exits[index], lots[index])
                    if barring:
                        yield barring
            for token, (lot, kind) in enumerate(keys, len(lots)):
                if token not in seen and lot in slot.lots:
                    yield frozenset(claim.at for claim in self.claims[place] if kind in claim.kinds)

    def _decide(
        self,
        network: Network,
        lots: list[tuple[int, ...]],
        keys: list[tuple[int, str]],
        spare: dict[tuple[int, str], int],
    ) -> Assignment | int:
        """Reads the deal off a filled network. An exit with open lots takes one with a copy to spare or is returned."""
        exits, slots = self.story.exits, self.story.slots
        for key, used in zip(keys, network.used[len(exits) :], strict=True):
            spare[key] -= used
        cards: list[Card] = []
        for place, slot in enumerate(slots):
            (token,) = network.flow[place]
            if token >= len(exits):
                cards.append((*keys[token - len(exits)], 0))
                continue
            way = exits[token]
            choice = lots[token]
            if not way.kind:
                cards.append((0, "", way.at))
            elif len(choice) == 1:
                cards.append((choice[0], way.kind, way.at))
            else:
                # The flow counted this kind over all lots together; now a copy of one of them must be left.
                lot = next((lot for lot in slot.lots if lot in choice and spare.get((lot, way.kind))), None)
                if lot is None:
                    return token
                spare[lot, way.kind] -= 1
                cards.append((lot, way.kind, way.at))
        layers = tuple(
            tuple((*keys[token - len(exits)], n) for token, n in sorted(held.items()))
            for held in network.flow[len(slots) :]
        )
        return Assignment(tuple(cards), layers)


class _Edges:
    """The tokens a place takes under the claims that stand, worked out when the flow comes by."""

    def __init__(self, search: _Search, lots: list[tuple[int, ...]], keys: list[tuple[int, str]]) -> None:
        self.search = search
        self.lots = lots
        self.by_lot: dict[int, list[tuple[str, int]]] = {}
        for token, (lot, kind) in enumerate(keys, len(lots)):
            self.by_lot.setdefault(lot, []).append((kind, token))
        self.known: dict[int, list[int]] = {}

    def __call__(self, place: int) -> Sequence[int]:
        tokens = self.known.get(place)
        if tokens is None:
            tokens = self.known[place] = self._tokens(place)
        return tokens

    def _tokens(self, place: int) -> list[int]:
        search, slots = self.search, self.search.story.slots
        if place >= len(slots):
            layer = search.story.layers[place - len(slots)]
            return [token for lot in layer.lots for _, token in self.by_lot.get(lot, ())]
        slot = slots[place]
        barred = {kind for claim in search.claims[place] for kind in claim.kinds}
        tokens = [token for lot in slot.lots for kind, token in self.by_lot.get(lot, ()) if kind not in barred]
        for index in search.exits_of.get(slot.hand, ()):
            if search.fits(place, search.story.exits[index], self.lots[index]) == frozenset():
                tokens.append(index)
        return tokens
