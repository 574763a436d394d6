"""What a seat knows. In: a state. Out: the same as that seat, or the public (None), sees it.

Invariant: what `project` hides, the game's `redact` hides: replaying the redacted lines gives the projected facts.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from pnp.games.kalevala.state import Dealt, Hand, KalevalaState
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat


def project(state: KalevalaState, seat: Seat | None) -> KalevalaState:
    """Other hands show only what everybody saw: tiles taken by an exchange (KAL-04, KAL-47)."""
    hands: list[Hand] = []
    unseen = dict(state.unseen)
    for owner, hand in enumerate(state.hands):
        concealed = Counter(hand)
        concealed.subtract(state.shown[owner])
        if owner == seat or concealed[UNKNOWN] == concealed.total():
            hands.append(hand)
            continue
        hands.append(state.shown[owner] + (UNKNOWN,) * concealed.total())
        for tile, count in concealed.items():
            if tile != UNKNOWN:
                unseen[tile] += count
    if tuple(hands) == state.hands:
        return state
    return replace(state, hands=tuple(hands), unseen=unseen, knowledge=None)


def redact_event(event: Event, seat: Seat | None) -> Event:
    """What happened as a seat saw it: dealt tiles are seen by who got them (KAL-41), all else by everybody."""
    if isinstance(event, Dealt) and event.seat != seat:
        return replace(event, tiles=(UNKNOWN,) * len(event.tiles))
    return event


def census(state: KalevalaState) -> dict[str, int]:
    """Copies of each tile whose place is known, `?` for the others: deck and hidden hands (KAL-02)."""
    from pnp.games.kalevala.zones import HOLDINGS

    return {**dict.fromkeys(state.data.tiles, 0), **HOLDINGS.census(state, state.data.copies)}
