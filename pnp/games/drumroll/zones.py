"""Where cards lie: every place of the table, declared once over the state. In: a state. Out: what lies in each place,
and the state in which a card lies somewhere else.

Invariant: every card lies in one of these places or is a `?`; what lies with a card (cubes, a trailer, tokens) stays
with it where it stays.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.games.drumroll.state import (
    Cards,
    DrumRollState,
    OfferedCard,
    Performer,
    deck_size,
    investment_deck_size,
    performer_deck_size,
)
from pnp.referee.correction import with_player
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT, NOBODY, OWNER, Key
from pnp.referee.kernel.players import zone_of_players
from pnp.referee.kernel.zone import Zone
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _area(name: str) -> Zone:
    """A part of the hiring area; a card keeps its tokens."""

    def put(state: DrumRollState, _: Key, cards: Cards) -> DrumRollState:
        lying = {offer.card: offer for offer in getattr(state, name)}
        return replace(state, **{name: tuple(lying.get(card) or OfferedCard(card) for card in cards)})

    return Zone(name, get=lambda state, _: tuple(offer.card for offer in getattr(state, name)), put=put)


def _pile(name: str, size: Any) -> Zone:
    return Zone(name, seen_by=NOBODY, get=lambda state, _: (UNKNOWN,) * size(state))


def _put_troupe(state: DrumRollState, seat: Seat, cards: Cards) -> DrumRollState:
    there = {each.card: each for each in state.players[seat].troupe}
    return with_player(state, seat, troupe=tuple(there.get(card) or Performer(card) for card in cards))


def _dealt(state: DrumRollState, seat: Seat) -> Cards:
    """The two performers of which a seat keeps one."""
    return state.dealt_performers[seat] if state.dealt_performers else ()


def _region(state: DrumRollState, seat: Seat) -> Cards:
    return tuple(filter(None, (state.players[seat].region,)))


HOLDINGS = Holdings(
    (
        _area("staff_area"),
        _area("performer_area"),
        _pile("performer_pile", performer_deck_size),
        Zone("performer_discards"),
        _pile("staff_pile", lambda state: deck_size(state.staff_pile)),
        Zone("staff_discards"),
        _pile("investment_pile", lambda state: investment_deck_size(state.investment_pile)),
        Zone("investment_discards"),
        Zone("looked_at", seen_by=NOBODY),
        Zone("virtual", get=lambda state, _: tuple(filter(None, (state.virtual,)))),
        Zone(
            "troupe",
            EACH_SEAT,
            get=lambda state, seat: tuple(each.card for each in state.players[seat].troupe),
            put=_put_troupe,
        ),
        zone_of_players("staff"),
        zone_of_players("hand", OWNER),
        Zone("dealt_performers", EACH_SEAT, OWNER, get=_dealt),
        Zone("region", EACH_SEAT, get=_region),
    )
)
