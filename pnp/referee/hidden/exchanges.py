"""What a hand may hold, all kinds at once: which cards can come there when cards change places.

In: evidence, an assignment that explains it, a hand. Out: the kinds that some other explanation puts there, as far as
exchanges from this one lead to it.

A hand may hold a card when the one that would make room for it can go to a place whose card can go to a place …, until
one of them can give the wanted card: a ring in which every place accepts what it gets. So from the places of a hand it
is asked, once, which places its cards can come to, then those of these places, until no more are reached; what lies
there, and the hand accepts, it may hold. Places of one draw accept the same and count as one.

Invariant: every kind that is returned is possible; where no exit's batch is open, no other kind is.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.referee.hidden.evidence import Assignment, Card, Claim, Evidence, Hand, index_of

NOTHING: frozenset[str] = frozenset()


def exchangeable_kinds(evidence: Evidence, near: Assignment, hand: Hand) -> frozenset[str]:
    """The kinds that exchanges of cards can bring into a hand."""
    groups = _groups(evidence, near)
    unseen, found = _copies(groups), NOTHING
    for start in groups:
        if start.hand == hand and not start.accepted(unseen) <= found:
            found |= start.accepted(_reach(start, groups))
    return found


class _Group:
    """Places that accept the same, and the cards on them: copies out of sight by batch, and exits of the hand."""

    def __init__(self, hand: Hand, since: float, batches: tuple[int, ...], claims: list[Claim]) -> None:
        self.hand = hand
        self.since = since
        self.batches = batches
        self.claims = claims
        self.excluded = frozenset().union(*(claim.kinds for claim in claims)) if claims else NOTHING
        self.copies: dict[int, set[str]] = {}
        self.exits: list[Card] = []

    def put(self, card: Card) -> None:
        """A card is on one of the places."""
        batch, kind, at = card
        if at:
            self.exits.append(card)
        else:
            self.copies.setdefault(batch, set()).add(kind)

    def accepted(self, copies: Mapping[int, set[str]]) -> frozenset[str]:
        """The kinds of some copies, by batch, that may be here."""
        return NOTHING.union(*(copies.get(batch, NOTHING) for batch in self.batches)) - self.excluded

    def accepts_from(self, giver: _Group) -> bool:
        """Whether a card of another group may be here."""
        for batch in self.batches:
            kinds = giver.copies.get(batch)
            if kinds and not kinds <= self.excluded:
                return True
        return giver.hand == self.hand and any(map(self.accepts_exit, giver.exits))

    def accepts_exit(self, exit_: Card) -> bool:
        """Whether an exit of the hand may have been of a card here."""
        batch, kind, at = exit_
        if at <= self.since or (kind and batch not in self.batches):
            return False
        return not any(claim.at < at and kind in claim.kinds for claim in self.claims)


def _groups(evidence: Evidence, near: Assignment) -> list[_Group]:
    """The layers first: nearly everything can go there."""
    claims = index_of(evidence.claims)
    found: list[_Group] = []
    for layer, cards in zip(evidence.layers, near.layers, strict=True):
        found.append(_Group(layer, float("inf"), layer.batches, []))
        for batch, kind, _ in cards:
            found[-1].put((batch, kind, 0))
    groups: dict[tuple[Hand, int, tuple[int, ...], tuple[int, ...]], _Group] = {}
    for slot, card in zip(evidence.slots, near.slots, strict=True):
        key = (slot.hand, slot.since, slot.batches, slot.claims)
        if key not in groups:
            groups[key] = _Group(slot.hand, slot.since, slot.batches, claims.covering(slot))
        groups[key].put(card)
    return [*found, *groups.values()]


def _reach(start: _Group, groups: list[_Group]) -> dict[int, set[str]]:
    """The copies that can come from somewhere in exchange for a card of a group."""
    reached, left = [start], [group for group in groups if group is not start]
    hands, batches = _names(left)
    for giver in reached:
        if batches.isdisjoint(giver.copies) and not (giver.exits and giver.hand in hands):
            continue
        more = [group for group in left if group.accepts_from(giver)]
        if more:
            reached += more
            left = [group for group in left if group not in more]
            hands, batches = _names(left)
    return _copies(reached)


def _copies(groups: list[_Group]) -> dict[int, set[str]]:
    """What is out of sight on some places: the kinds of each batch."""
    copies: dict[int, set[str]] = {}
    for group in groups:
        for batch, kinds in group.copies.items():
            copies.setdefault(batch, set()).update(kinds)
    return copies


def _names(groups: list[_Group]) -> tuple[set[Hand], set[int]]:
    """Whose these places are, and what batches their cards are from."""
    return {group.hand for group in groups}, {batch for group in groups for batch in group.batches}
