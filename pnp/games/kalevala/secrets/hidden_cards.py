"""Hidden tiles. In: a table with `?` in a hand and what came to light. Out: whether that can be, and which passes it
proves false.

While nobody has claimed anything, the counts alone decide: any unseen tile may be any `?`. Knowledge (the exact
matching of `referee/hidden/knowledge.py`) begins with the first claim (KAL-49) and ends when no claim matters any more.
Invariant: nobody is refused or accused while some distribution of the unseen tiles explains all lines (KAL-48).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from pnp.games.kalevala import rule_ids
from pnp.games.kalevala.state import KalevalaState
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal
from pnp.referee.seat import Seat

if TYPE_CHECKING:  # knowledge is imported with the first claim: most tables never make one
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned


class Deduction(Struct, frozen=True):
    """What is known after a tile came to light, and the passes it proved false."""

    knowledge: Knowledge | None = None
    irregularities: tuple[Event, ...] = ()


NO_DEDUCTION = Deduction()


def begin(state: KalevalaState) -> Knowledge:
    """The knowledge of a table where no claim stands: unseen tiles, some of them in hands."""
    if state.knowledge is not None:
        return state.knowledge
    from pnp.referee.hidden.knowledge import Knowledge

    knowledge = Knowledge.start(state.unseen)
    for seat, hand in enumerate(state.hands):
        knowledge = knowledge.draw(seat, hand.count(UNKNOWN))
    return knowledge


def keep(knowledge: Knowledge) -> Knowledge | None:
    """None when no claim is left: knowledge without claims adds nothing to the counts."""
    return knowledge if knowledge.evidence.claims else None


def reveal(state: KalevalaState, seat: Seat, tile: str) -> Deduction | Illegal:
    """A tile that is not known to be in a hand comes out of it (KAL-09, KAL-48, KAL-50)."""
    if UNKNOWN not in state.hands[seat]:
        return state.refusal(rule_ids.HELD, "not_held", tile=tile, seat=seat)
    if not state.unseen.get(tile):
        copies = state.data.copies.get(tile, 0)
        id = "only_copy_elsewhere" if copies == 1 else "copies_elsewhere"
        return state.refusal(rule_ids.HELD, id, tile=tile, count=copies)
    if state.knowledge is None:
        return NO_DEDUCTION
    deduction = _deduce(state, state.knowledge.reveal(seat, tile, state.ply + 1))
    return deduction or state.refusal(rule_ids.HELD, "cannot_be_held", seat=seat, tile=tile)


def turn_up(state: KalevalaState, seat: Seat, tiles: tuple[str, ...]) -> Deduction | Illegal:
    """Tiles go from the deck to a hand; those that are no `?` are known from then on (KAL-02)."""
    knowledge, irregularities = state.knowledge, list[Event]()
    for tile in tiles:
        if knowledge is None:
            break
        if tile == UNKNOWN:
            knowledge = knowledge.draw(seat)
            continue
        deduction = _deduce(state, knowledge.turn_up(tile, state.ply + 1))
        if deduction is None:
            return state.refusal(rule_ids.DECK, "deck_cannot_have", tile=tile)
        knowledge = deduction.knowledge
        irregularities += deduction.irregularities
    return Deduction(knowledge, tuple(irregularities))


def believe(state: KalevalaState, seat: Seat, kinds: Iterable[str]) -> Deduction | None:
    """What is known after the claim that a hand holds none of these kinds (KAL-49); None when it must hold one.

    Nobody is refused because others are believed: if not all claims can be true, the doubtful ones are reported.
    """
    knowledge, kinds = begin(state), tuple(kinds)
    if must_hold(state, seat, kinds):
        return None
    return _deduce(state, knowledge.claim(seat, kinds, state.ply + 1, rule_ids.MUST_PLACE))


def must_hold(state: KalevalaState, seat: Seat, kinds: Iterable[str]) -> bool:
    """True when the counts alone put a tile of these kinds into a hand (KAL-49)."""
    return begin(state).must_hold(seat, kinds, trusting=False)


def possible(state: KalevalaState, seat: Seat) -> tuple[str, ...]:
    """The tiles that the referee would not refuse out of this hand (KAL-48), in the order of the tiles."""
    hand, knowledge = state.hands[seat], state.knowledge
    unseen = state.unseen if UNKNOWN in hand else {}
    if unseen and knowledge is not None:
        possible = knowledge.possible_kinds(seat, trusting=False)
        unseen = {tile: n for tile, n in unseen.items() if tile in possible}
    return tuple(tile for tile in state.data.tiles if tile in hand or unseen.get(tile))


def _deduce(state: KalevalaState, learned: Learned | Impossible) -> Deduction | None:
    from pnp.referee.hidden.accusation import events_of, speaker
    from pnp.referee.hidden.knowledge import Impossible

    if isinstance(learned, Impossible):
        return None

    def because(item: Accusation) -> str:
        claim = item.claim
        passed = {"seat": speaker(claim), "ply": claim.ply}
        if not item.certain:
            return state.message("passed_at", **passed)
        # A tile that came to light in another hand, or that fitted nowhere then, proves it by the count alone.
        if item.proved_by not in claim.kinds:
            return state.message("passed_with_one", **passed)
        return state.message("passed_with", **passed, tile=item.proved_by)

    events = events_of(learned.accusations, learned.cleared, state.name, because, speaker)
    return Deduction(keep(learned.knowledge), events)
