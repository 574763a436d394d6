"""Which claims can be false: the contradictions between the claims of a table.

In: `Evidence` whose claims may not all be true, an `Assignment` near it, and the contradictions known so far. Out: all
contradictions, and an assignment that explains the evidence without the claims they name.

A **contradiction** is a minimal set of claims that no assignment makes all true: for each smaller part of it, some
assignment does. What follows is what people mean by accusing:

- A contradiction of one claim is a proof: that claim is false in every assignment.
- The claims of a larger one are **suspects**: at least one of them is false, and for each of them there is an
  assignment in which it is false and no other claim is false needlessly. (The minimal sets of claims that assignments
  violate are the minimal hitting sets of the contradictions, so a claim is in one of those exactly when it is in one of
  these.)
- Nobody else is suspected. A suspect is cleared when a smaller contradiction turns up inside each that named it.

A set that contradicts itself does so for ever, so contradictions are remembered, and parts of the evidence that no
later line can touch may be dropped (`compaction`): a set that contradicts itself across two parts that share nothing
does so in one of them.

Invariant: no assignment makes all claims of a returned set true. All contradictions are found and nothing but them,
unless more than `MAX_QUERIES` questions or `MAX_SETS` sets were needed; then every proof is still found.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from pnp.referee.hidden.evidence import Assignment, Claim, Evidence, index_of
from pnp.referee.hidden.solver import Conflict, explain

Claims = frozenset[int]
"""Claims by their moments."""
MAX_QUERIES = 200
"""Questions (is there an assignment that makes these claims true?) that one line may cost before the search stops."""
MAX_SETS = 2000
"""Sets of claims that it may look at meanwhile."""


def contradictions(
    evidence: Evidence, near: Assignment, known: Iterable[Claims] = ()
) -> tuple[set[Claims], Assignment] | None:
    """All contradictions, the known ones included unless one lies inside them; and an assignment without their claims.

    None: there is no assignment even when no claim is believed.
    """
    return _HittingSetSearch(evidence, near, known).run()


def live_doubts(doubts: tuple[Claims, ...], claims: Iterable[Claim]) -> tuple[Claims, ...]:
    """The contradictions that a later line can settle: some claim that they depend on covers a card still."""
    live, more = frozenset(claim.at for claim in claims), 1
    while more:
        joined = live.union(*(one for one in doubts if not one.isdisjoint(live)))
        live, more = joined, len(joined) - len(live)
    return tuple(one for one in doubts if one <= live)


class _HittingSetSearch:
    def __init__(self, evidence: Evidence, near: Assignment, known: Iterable[Claims]) -> None:
        self.evidence = evidence
        self.near = near
        self.claims = frozenset(claim.at for claim in evidence.claims)
        self.known = set(known)
        self.broken: list[Claims] = []  # by each assignment that was found: without these everything can be true
        self.left = MAX_QUERIES

    def run(self) -> tuple[set[Claims], Assignment] | None:
        if self.refute(frozenset()) is not None:
            return None
        if self.refute(self.claims) is not None:
            # Who was suspected may be proved false now; that is asked first, whatever else it costs.
            for at in self.claims.intersection(frozenset().union(*self.known)):
                self.prove(at)
            # Without its suspects the rest must hold: whatever else contradicts itself there is found first.
            while (rest := self.refute(self.claims.difference(*self.known))) is not None:
                self.add(self.shrink(rest))
            if not self.search():
                for at in self.claims:
                    self.prove(at)
        assignment = explain(self.evidence, self.near, self.claims.intersection(frozenset().union(*self.known)))
        assert isinstance(assignment, Assignment), "what no contradiction names can all be true"
        return self.known, assignment

    def search(self) -> bool:
        """Goes through the minimal sets that meet every contradiction: without such a set the rest must be true.

        Where it is not, there is one more contradiction (Reiter's tree of hitting sets). False: it was cut short.
        """
        heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        seen: set[Claims] = {frozenset()}
        while heap:
            dropped = frozenset(heappop(heap)[1])
            # An assignment is known that breaks nothing but these, so the rest can be true.
            if any(broken <= dropped for broken in self.broken):
                continue
            met = next((one for one in self.known if one.isdisjoint(dropped)), None)
            if self.left <= 0 or len(seen) > MAX_SETS:
                return False
            if met is None:
                rest = self.refute(self.claims - dropped)
                if rest is None:
                    continue
                met = self.shrink(rest)
                self.add(met)
            for at in met:
                longer = dropped | {at}
                if longer not in seen:
                    seen.add(longer)
                    heappush(heap, (len(longer), tuple(sorted(longer))))
        return True

    def prove(self, at: int) -> None:
        """A claim that is false in every assignment is a contradiction by itself."""
        alone = frozenset((at,))
        if alone not in self.known and self.refute(alone) is not None:
            self.add(alone)

    def add(self, found: Claims) -> None:
        """Adds a contradiction; known ones that contain it are none."""
        if not any(one <= found for one in self.known):
            self.known = {one for one in self.known if not found < one} | {found}

    def refute(self, standing: Claims) -> Claims | None:
        """Some of these claims that cannot all be true; None when they can."""
        # An assignment found before breaks none of them, so they can all be true: no question is spent.
        if any(broken.isdisjoint(standing) for broken in self.broken):
            return None
        self.left -= 1
        found = explain(self.evidence, self.near, self.claims - standing)
        if isinstance(found, Conflict):
            return frozenset().union(*found.sets)
        self.broken.append(_broken(self.evidence, found))
        return None

    def shrink(self, together: Claims) -> Claims:
        """A contradiction inside claims that cannot all be true."""
        # The youngest go first: of several contradictions inside, the one of the oldest lines is left.
        for at in sorted(together, reverse=True):
            if at in together and len(together) > 1:
                less = self.refute(self.claims & (together - {at}))
                if less is not None:
                    together = less
        return together


def _broken(evidence: Evidence, assignment: Assignment) -> Claims:
    """The claims that an assignment makes false."""
    claim_index = index_of(evidence.claims)
    return frozenset(
        claim.at
        for slot, (_, kind, at) in zip(evidence.slots, assignment.slots, strict=True)
        for claim in claim_index.covering(slot)
        if kind in claim.kinds and (not at or claim.at < at)
    )
